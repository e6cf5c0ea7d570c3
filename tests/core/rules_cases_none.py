"""Sentences that state no lasting fact, whatever words they share with those that do."""

NOTHING = """
my car is broken
My car is broken again.
my car is in the garage
my car is great
my car is not starting
my car is dirty
My car got towed yesterday.
my car won't start
my phone is dead
My phone is in the kitchen.
my phone is dying
my phone is on silent
my phone is really slow today
my phone is ringing
My phone was stolen last night.
my laptop is slow
my laptop is overheating
My laptop is at the office.
my laptop is charging
my flight is tomorrow
My flight is at 6.
My flight is on Monday.
my train is late
my bus is late again
my boss is annoying
My boss is on holiday.
My boss is a nightmare.
my boss is great
My boss is in a meeting.
my boss is mad at me
my manager is sick today
my manager is so nice
my team is amazing
my team is winning
My team is at the offsite.
my job is stressful
My job is killing me.
my job is fine
my bank is closed
my bank is annoying
my gym is closed today
my gym is too crowded
my diet is terrible
My diet is a mess.
my diet is going well
my budget is tight
My budget is limited.
my hobby is boring
My hobbies are getting expensive.
my editor is slow
my editor keeps crashing
my dentist is on vacation
my dentist is expensive
my doctor is really nice
my doctor is worried
My partner is asleep.
my partner is cooking
my girlfriend is angry with me
my husband is away this week
my wife is pregnant
my dog is sick
my dog is barking
my cat is asleep on the sofa
my favourite part is the ending
My favorite thing is sleeping in.
my favourite is not here
my point is simple
My point is Paris would be better.
my question is why
My question is how to get there.
my guess is Tuesday
My guess is Paris.
my advice is to wait
my opinion is different
my life is a mess
my day was awful
my head is pounding
my head is in Berlin already
my mood is great
it's my fault
It is my turn.
It's my birthday!
it's my day off
that's my point
that's my opinion
That's my problem.
that was my idea
this is my first time here
it's my pleasure
it's my last day
I'm all ears
I'm from the office
I'm from the marketing team
I'm a mess
I'm in love
I'm in trouble
I'm in a hurry
I'm in a meeting
I'm in bed
I'm in the kitchen
I'm on my way
I'm on the bus
I'm on the phone
I'm on holiday
I'm on it
I'm on a call
I'm at home
I'm at the airport
I'm at the dentist
I'm at work
I'm at my desk
I'm with you
I'm with my parents
I'm with the kids today
I live in fear
I live in peace
I live in the moment
I live in hope
I live in a small flat
I work in peace
I work at night
I work at home on Fridays
I work hard
I work for hours every day
I drive to the lake on Sundays
I drive too fast
I drive my mother crazy
I use it every day
I use them for cooking
I have a question
I have a headache
I have a feeling about this
I have a meeting at 3
I have no idea
I have a car accident to report
I have to go
I've got a cold
I've got a problem
I've got to run
I got a parking ticket
I got a headache
I got lost
I got up late
I got fired up
I got a message from Tom
I bought milk
I bought a sandwich
I bought flowers for my mum
I sold nothing
I went to bed early
I went to the shop
I went to the dentist yesterday
I went for a run
I went over the report
I went from room to room
I went from bad to worse
I moved the sofa
I moved on
I moved to the next question
I moved from the couch to the bed
I moved the meeting
I changed my mind
I changed my clothes
I changed the subject
I changed the bulb
I changed from shorts to trousers
I switched off the light
I switched seats
I switched from the sofa to the chair
I swapped seats with Tom
I replaced the batteries
I replaced the light bulb with a brighter one
I dropped my keys
I dropped the glass
I left early
I left my umbrella at the office
I left the party at ten
I left my keys for Tom
I lost my keys
I quit the app
I stopped at the station
I gave up my seat
I gave up waiting
I finished the report
I started early
I started at nine
I started the washing machine
I joined the call
I joined them for lunch
I took the bus this morning
I took a nap
I took up too much space
I picked up the kids
I picked up a pizza
I upgraded to first class
I tried sushi once
I tried to call you
I turned left
I turned the page
I turned it off
I turned 5 pages
I am 5 minutes away
I'm 100% sure
I'm 3 hours behind
I need 42 chairs
I wear glasses
I wear a coat
I take sugar in my tea
I take the point
I take it back
I take a break at noon
I earn nothing
I make pancakes on Sundays
I make mistakes
I get up too late
I get it
I get the picture
I get off at the next stop
I train hard
I study a lot
I study at night
I read a lot
I'm reading your message
I'm reading it now
I'm watching you
I'm watching TV
I'm learning a lot
I'm learning from my mistakes
I'm working on it
I'm working on the report
I'm working on myself
I'm seeing double
I'm seeing the doctor on Monday
I'm seeing someone about that
I'm dating myself with that joke
I'm driving home
I'm driving my sister to the station
I'm using it now
I'm allergic to Mondays, not!
I'm over it
I'm over the moon
I'm into it
I'm not sure
I'm not from here
I'm not there yet
I'm a big fan
I'm a bit tired
I'm a minute late
I'm a little lost
I'm an idiot
I'm done
I'm back
I'm busy
I'm fine with that
I'm sorry
call me later
Call me when you get home.
call me crazy
you can reach me tomorrow
write to me soon
text me when you land
reach me a hand
email me the file
find me a hotel in Rome
send it to Tom
don't call me at work
the best time for me is later
the best thing for me is to rest
best of luck
the movie is great
the gym is closed
the gym was packed
the project is late
the plan is to leave early
the plan is simple
the team is great
the deadline was moved
the meeting is over
the dentist was late
the address is wrong
the number you called is not available
the phone I ordered is late
the book I ordered is still not here
the car I rented was awful
the hotel I booked is full
the place I mean is closed
the guy I met was nice
the song I heard was great
the food I ate was cold
the train I take is always late
Do you live in Berlin?
Where do I work?
What's my phone number?
is my dentist Dr. Sato?
Should I switch from Vim to Emacs?
what if my car was a Tesla?
would a Volvo be better?
do I need a new phone?
My car would be a Tesla if I were rich.
I'd love a Tesla
I wish I had a Porsche
I wish my phone was an iPhone
if I had a dog it would be a beagle
maybe I should move
I might get a new phone
I want a new laptop
I want to learn Spanish
I want to visit Rome
I should call my dentist
I was thinking about a new car
I'm thinking about getting a dog
I dreamed that I lived on Mars
imagine my car was a Ferrari
a friend of mine lives in Rome
somebody drives a Porsche in my street
the neighbours have a dog
people love pizza
everyone uses Windows
nobody likes the new plan
they live upstairs
it lives in the garden
She lives in Rome.
He drives a Honda.
His car is a Honda.
Her dentist is Dr. Sato.
their dog is a beagle
Tom's car is broken
Tom's boss is annoying
Tom's phone is dead
my sister's phone is dead
my brother's car is in the garage
my sister's boss is mean
Ana's flight is delayed
Tom's idea is great
Tom's right
Tom's here
Tom's on his way
Tom's at work
my mother's in hospital
the weather in Rome is great
a Toyota nearly ran me over this morning
there was a beagle at the park today
saw an ad for the Pixel 8
I test-drove a Tesla, not convinced
I had an interview at Bosch but it went nowhere
I rented a Golf for the weekend
I borrowed Tom's iPhone
the shop has the ThinkPad on sale
the canteen had ramen today
the menu was only in Greek
Vodafone was in the news
the bus was late, says Tom
I lost my phone
I broke my phone
I dropped my laptop
my number is up
my time is running out
my place or yours
my house is a mess
my house is cold
my house is on fire
my room is upstairs
my address is wrong in your system
my email is full
my email is not working
my mail is late
my name is on the list
my name is mud
my age is showing
my birthday was great
my weight is fine
my shoe is untied
my shoes are wet
my size is sold out
my plan is to sleep
my plan is a disaster
my plan is ready
my subscription is too expensive
my subscription expired
my salary is a joke
my rent is too high
my project is late
my project is done
my deadline is approaching
my meeting is over
my meeting was boring
my weekly meeting is boring
my weekly meeting is cancelled
my timezone is confusing
my school is closed
my son's school is closed
my daughter's school is great
my kid goes to bed at eight
my kid is sick
my kids are at home
my kids go to bed early
my doctor said I should rest
my dentist told me to floss
my language is bad
my Spanish is bad
my English is poor
my French is rusty
my coffee is cold
my tea is ready
my drink is empty
my food is cold
my order is wrong
my goal is unclear
my dream is over
my nickname is embarrassing
my website is down
my insurance is expensive
my insurance won't pay
my medication is working
my commute is awful
my commute is long
my ride is here
my bike is flat
my favourite restaurant is closed
my favourite team lost
my favourite film is on tonight
my favourite band is touring
my favourite mug is broken
my favourite book is lost
my new phone is great
my new car is amazing
my new job is stressful
my new boss is nice
my new gym is huge
my old car is gone
my old phone was better
my next car is electric
the new phone is great
got it
got a minute
got home late
moved the date
changed my mind
switched it off
finally done
finally home
just arrived
just kidding
no longer interested
no longer needed
no more questions
instead of lunch I slept
better late than never
Berlin is great
Rome is expensive
Java is slow
vim is hard
the iPhone is overpriced
sushi is healthy
vegan food is expensive
chess is hard
Dune is long
Rome is where I met my wife.
that is what I said
this is what I want
Paris is where we got married
Monday is when I start
Honesty is what I like best.
the film I love most is sold out
bye bye summer, hello autumn
bye bye everyone, hello weekend
goodbye to all that
scratch that, let's meet at six
forget Paris, we'll always have pizza
no more coffee today, it's too late
no more excuses, just do it
it's raining all the way to Leeds
it's snowing again instead of raining
it's all about the money now
it's all about timing
I'm all about that bass
I'm a morning person
I'm a people person
I'm a big Beatles fan
I'm a slow eater
team meeting here at five
team lunch now
a coffee for me please
that's enough for me now
one more thing for me please
so it is
Tuesday it is
fine, six o'clock it is then
new year, new me
new phone, who dis
new season of Dark is out
new plan: we leave at six
new idea: paint the wall blue
new question: how do I sort a list
current mood: tired
my plan: sleep
I left the keys and took the bus
I sold the tickets and bought popcorn
I quit the meeting and got a coffee
I had lunch and went to the dentist
I had a cold and stayed at home
I dropped my phone and got a scratch on it
I lost my wallet and have no cash now
I stopped the car and got out
I left early and joined the call from home
I gave up and started over
I gave the book to Tom and have no copy now
I removed the file and started again
I deleted the app and use the website now
we moved the table and have more space now
I used the stairs and got tired
he said goodbye to everyone and left for good
my dentist pays my bills late
the landlord pays the bills
Tom looks after my cat
she takes care of my plants
what I need is sleep
what I drive people to is despair
where I live is none of your business
how I get to work is my business
I like this more than any other day
the number to remember is seven
a friend of my sister lives in Rome
the house of my brother is in Porto
most of my friends work in Berlin
I spend my weekends on the sofa
I spend my evenings doing nothing
I'm over the flu and feel better now
I'm done with the report and have time now
I'm off sugar and on a roll
I finished Dune and started crying
I finished the report and started dinner
the size of my problem is 10
this cake is history, now wash the plates
jump to the next page
they let me go early and Tom picked up the kids
I am employed full time
new gym clothes arrived today
new team lunch place is great
new car smell is the best
my new diet starts Monday
new boss: same old problems
new number, same old me
hello world, bye bye bugs
hello everyone, goodbye silence
team effort here
team spirit all the way
I'm all about honesty now
it's Friday, pizza it is
it's all the way across town
it's her fault instead of mine
it's the noise that I hate
it's the weather that keeps me home
it's you who I love
what I do for fun is nobody's concern
who I report to is confidential
where I work is loud
the person I report to is late
the car I drive is filthy
the gym I use is closed
the colour I like best is sold out
the number to use is on the back
the number to call is engaged
the name of my boss escapes me
the name of the game is patience
Patience is the name of the game.
I gave up on him and went home
I gave up and have nothing now
I left the party and took a taxi
I left the house and drove to the beach
I sold my old books and bought flowers
I had breakfast and started work
I had a headache and took an aspirin
I lost the game and got a medal
I lost my keys and got a new lock
we lost the dog park
my phone died and I have no charger
the battery died, and I have no spare now
my plant died and I got a new one
the server is gone and we have no backup
the cat is gone for the day
the band died and jazz took over
he took me on a date
they hired me a car
the army took us
my flat is in chaos
my house is in order
my home is in your hands
I moved, it's now or never
moved the sofa, it's fine now
I have a meeting as well as a call
I spend my time on reading emails
I took the role of Hamlet
I get the idea to work
I get home to work
I dreamt that I was employed as a chef
My friend's neighbour's cat died.
My mate is late again
I wish I lived where you live
I know what I like most
over and out, see you now
I'm over it, all good now
I'm off work and on the sofa
not a fan of this anymore, bored now
not sure anymore, confused now
if only I drove a Porsche
the book is dead, long live the book
print is dead, it's now all digital
scratch the surface, it's fine
forget it, I'm fine
forget about work, I'm on holiday
no more rain, it's sunny now
out with the old, in with the new
a friend for me is always there
My wife is in Spain.
My husband is in Rome this week.
My husband Tom is in Rome.
My manager is in Berlin today.
I got an offer from Meta.
I got an offer from Meta but turned it down.
I work with Anna.
I joined Bolt's webinar.
I just landed in Tokyo.
I'm in Oslo.
Tom is in Oslo.
Write a poem that starts with I live in Lyon.
Write a story where I live in Rome.
My favorite color on you is green.
I have a dog appointment at 4.
I'm allergic to Mondays, ha ha.
I prefer you to him as a friend
I gave my Ford away.
I'm back in Rome for a week.
I'm back at Gold's Gym.
I left Paris yesterday.
I've gone off topic.
I'm 1.68 m tall.
the site moved to Berlin
the app lives in the cloud
I love the app we built.
running late today
I work for a living
I work for the money
is the site hosted on Netlify?
The report was due on Friday.
""".strip().split("\n")
