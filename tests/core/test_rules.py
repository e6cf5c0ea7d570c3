"""What the rules make of English sentences: the table that users and patterns agree on."""

from datetime import UTC, datetime

import pytest

from neuromem_graph.core.rules import extract
from neuromem_graph.types.ingest import Claim, Turn, Turns
from tests.core.rules_cases import FACTS
from tests.core.rules_cases_none import NOTHING

AT = datetime(2024, 5, 15, 14, 30, tzinfo=UTC)

# A text => its facts, as `line` writes them. Nothing after the arrow: no fact is stated.
TABLE = """
# where
I live in Porto. => user: lives_in = Porto
I live in New York City with my wife => user: lives_in = New York City
I live in the Netherlands => user: lives_in = Netherlands
We live in São Paulo => user: lives_in = São Paulo
I’m based in Berlin => user: lives_in = Berlin
i live in porto => user: lives_in = porto
I WORK AT ACME AND LIVE IN PORTO => user: works_at = ACME | user: lives_in = PORTO
I moved to Porto and I work at Acme => user: lives_in = Porto; change | user: works_at = Acme
I've moved from Berlin to Porto. => user: lives_in = Porto; change
Tom moved out of Berlin => Tom: lives_in = Berlin; end
I live in Porto now. => user: lives_in = Porto; change
I was born in Lisbon => user: born_in = Lisbon
I’m from Porto => user: from = Porto
im from porto => user: from = porto
I grew up in Évora. => user: grew_up_in = Évora
My hometown is Braga. => user: from = Braga
I live in a small town. =>
I live at home =>
I live in the moment =>
I love the city I live in =>
Porto is where I live. => user: lives_in = Porto
# work and study
I work at Acme. => user: works_at = Acme
Ive worked at Acme since 2019 => user: works_at = Acme
I work for Acme full-time => user: works_at = Acme
I work for hours every day. =>
I started working at Acme => user: works_at = Acme; change
I got a new job at Google. => user: works_at = Google; change
I joined Google in 2021 => user: works_at = Google; change
I was hired by Acme => user: works_at = Acme; change
I quit my job at Acme. => user: works_at = Acme; end
I quit my job. => user: works_at = None; end
I was fired from Acme => user: works_at = Acme; end
I stopped working at Acme => user: works_at = Acme; end
I work as a nurse at Santa Maria. => user: works_as = nurse | user: works_at = Santa Maria
I'm a software engineer at Acme => user: works_as = software engineer | user: works_at = Acme
I'm an interior designer. => user: works_as = interior designer
I'm a big fan =>
My sister became a doctor. => sister (sister): works_as = doctor; change
My job is teacher. => user: works_as = teacher
I study physics at MIT => user: studies_at = MIT | user: studies = physics
I'm learning German. => user: learning = German
I graduated from MIT => user: graduated_from = MIT | user: studies_at = MIT; end
The company I work at is great. =>
# who
My name is Sarah Connor. => user: name = Sarah Connor
Hi, I'm Anna and I live in Porto. => user: name = Anna | user: lives_in = Porto
Hello! I'm Sarah. => user: name = Sarah
Hi, I'm German. => user: nationality = German
I'm Sarah. =>
I'm 34 years old => user: age = 34
im 30 => user: age = 30
I turned 30! => user: age = 30; change
I'm 100% sure =>
I'm 5 minutes away =>
My birthday is May 5. => user: birthday = May 5
I was born on 5 May 1990 in Lisbon => user: born_on = 5 May 1990 | user: born_in = Lisbon
My email is anna@example.org. => user: email = anna@example.org
my phone number is +351 912 345 678 => user: phone = +351 912 345 678
I'm married to Tom. => user: married_to = Tom
I'm dating Tom => user: partner = Tom
I broke up with Tom. => user: partner = Tom; end
Anna is my sister. => Anna (sister): relation_to_user = sister
My sister's name is Anna => Anna (sister): relation_to_user = sister
My cat is called Luna => Luna (cat): relation_to_user = cat
I have a sister named Anna. She lives in Rome. =>
    Anna (sister): relation_to_user = sister
    | Anna: lives_in = Rome
I have a daughter. Her name is Lily. => user: has = daughter | Lily (daughter): name = Lily
# has, can, does
I have a dog named Rex. => user: has_pet = dog named Rex
I've got two cats => user: has_pet = two cats
I bought a new bike yesterday => user: has = new bike
I sold my car => user: has = car; end
I don't have a car => user: has = car; negated
I have no kids =>
I have a car accident to report =>
I have diabetes => user: has_condition = diabetes
I speak Spanish and a little French => user: speaks = Spanish | user: speaks = French
I don't speak French. => user: speaks = French; negated
I play the guitar => user: plays = guitar
I started playing chess => user: plays = chess; change
I play with my kids =>
I drive a Tesla. => user: car = Tesla
I drive to work. => user: commute = drive
I use Neovim. => user: editor = Neovim
i use neovim btw => user: editor = neovim
I use it daily. =>
we switched from Slack to Teams => user: uses = Slack; end | user: uses = Teams; change
I collect stamps => user: collects = stamps
# likes
I love hiking and sailing. => user: likes = hiking | user: likes = sailing
I really like mac and cheese! => user: likes = mac and cheese
I hate olives => user: likes = olives; negated
I don't like olives. => user: likes = olives; negated
I like pizza but hate olives. => user: likes = pizza | user: likes = olives; negated
I can't stand cilantro => user: likes = cilantro; negated
I don't hate sushi =>
I used to love chess => user: likes = chess; end
I prefer tea => user: likes = tea
I prefer tea over coffee. => user: prefers = tea over coffee | user: likes = tea
I'm a huge fan of jazz. => user: likes = jazz
I'm into chess these days => user: likes = chess; change
I'm not into hiking. => user: likes = hiking; negated
I love you =>
I love it! =>
I love how it looks. =>
I love the color. =>
I love the ocean. => user: likes = ocean
I'd love to see them. =>
Love is all around. =>
Peace and love everywhere. =>
My favourite colour is blue. => user: favorite_color = blue
My favorite food isn't sushi => user: favorite_food = sushi; negated; end
My favourite movies are Alien and Heat => user: favorite_movie = Alien | user: favorite_movie = Heat
Pizza is my favorite food => user: favorite_food = Pizza
My favorite part is the end. =>
I'm afraid of spiders => user: fears = spiders
# constraints
I'm allergic to peanuts and shellfish => user: allergic_to = peanuts | user: allergic_to = shellfish
I'm not allergic to nuts. => user: allergic_to = nuts; negated
I'm no longer allergic to nuts => user: allergic_to = nuts; negated; end
I'm lactose intolerant => user: allergic_to = lactose
I have a nut allergy => user: allergic_to = nut
I'm vegetarian => user: diet = vegetarian
im vegan and allergic to nuts => user: diet = vegan | user: allergic_to = nuts
I'm not vegan anymore. => user: diet = vegan; negated; end
I went vegan => user: diet = vegan; change
I can't eat gluten. => user: avoids = gluten
I don't eat pork or beef. => user: avoids = pork | user: avoids = beef
I don't eat much. =>
I avoid dairy. => user: avoids = dairy
# others than the user
my sister Anna lives in Porto => Anna (sister): lives_in = Porto
my sister lives in Porto. => sister (sister): lives_in = Porto
Anna, my sister, lives in Porto => Anna (sister): lives_in = Porto
My best friend Tom is allergic to nuts. => Tom (best friend): allergic_to = nuts
Mom lives in Rome => mom (mom): lives_in = Rome
My parents live in Rome. => parents (parents): lives_in = Rome
my mom's birthday is March 3rd => mom (mom): birthday = March 3rd
Kira lives in Lisbon => Kira: lives_in = Lisbon
Kira is from Lisbon and works at Acme => Kira: from = Lisbon | Kira: works_at = Acme
Kira's dog loves bacon => Kira's dog: likes = bacon
Kira's allergic to nuts => Kira: allergic_to = nuts
Kira's favourite food is sushi. => Kira: favorite_food = sushi
my friend's mother is from Rome => friend's mother: from = Rome
Anna's husband Tom lives in Rome => Tom: lives_in = Rome
I met Anna yesterday. She lives in Porto. => Anna: lives_in = Porto
My brother is a doctor. He lives in Oslo. =>
    brother (brother): works_as = doctor
    | brother (brother): lives_in = Oslo
My brother and my sister came. She lives in Rome. => sister (sister): lives_in = Rome
She lives in Porto. =>
He is allergic to nuts. =>
The owner of Blue Cafe loves dogs. =>
my wife and I live in Porto => user: lives_in = Porto
# reported
Anna said she hates fish. => Anna: likes = fish; negated
Tom told me that he moved to Rome. => Tom: lives_in = Rome; change
Anna said "I hate fish". => Anna: likes = fish; negated
Anna said that Kira lives in Lisbon. => Kira: lives_in = Lisbon
I told Anna that I live in Porto. => user: lives_in = Porto
Anna thinks I live in Rome => user: lives_in = Rome; hypothetical
You said I live in Lisbon, but I live in Porto. =>
    user: lives_in = Lisbon; hypothetical
    | user: lives_in = Porto
# not stated
Do you live in Porto? =>
I live in Porto, right? =>
If I move to Porto, I will work at Acme. =>
    user: lives_in = Porto; hypothetical
    | user: works_at = Acme; hypothetical
I live in Porto, if you want to visit. => user: lives_in = Porto
I might move to Porto => user: lives_in = Porto; hypothetical
Maybe I live in Porto => user: lives_in = Porto; hypothetical
I wish I lived in Porto => user: lives_in = Porto; hypothetical
I'm thinking of moving to Porto => user: lives_in = Porto; hypothetical
I hope to move to Canada => user: lives_in = Canada; hypothetical
I would live in Porto => user: lives_in = Porto; hypothetical
I think I'm allergic to nuts => user: allergic_to = nuts; hypothetical
Imagine I live in Porto => user: lives_in = Porto; hypothetical
when I have kids =>
I'm moving to Porto => user: lives_in = Porto; hypothetical
# changes, ends, corrections
I no longer live in Berlin, I live in Porto =>
    user: lives_in = Berlin; negated; end
    | user: lives_in = Porto; change
I don't live in Berlin => user: lives_in = Berlin; negated; end
I don't live in Berlin any more. => user: lives_in = Berlin; negated; end
I used to live in Berlin => user: lives_in = Berlin; end
I left Berlin =>
I lived in Berlin => user: lives_in = Berlin; end
I have always lived in Berlin => user: lives_in = Berlin
I've never lived in Berlin => user: lives_in = Berlin; negated; correction
I didn't move to Porto. => user: lives_in = Porto; negated; correction
Actually, I live in Porto => user: lives_in = Porto; correction
I actually live in Porto now => user: lives_in = Porto; change
No, I live in Porto. => user: lives_in = Porto; correction
Sorry, my name is Bob. => user: name = Bob; correction
I'm 31, not 30 => user: age = 31; correction
I live in Porto, not Lisbon => user: lives_in = Porto; correction
I misspoke. I live in Porto. => user: lives_in = Porto; correction
That was wrong. I work at Acme. => user: works_at = Acme; correction
I live in Lisbon. Sorry, I meant Porto. =>
    user: lives_in = Lisbon
    | user: lives_in = Porto; correction
I live in Lisbon. It's Porto, not Lisbon. =>
    user: lives_in = Lisbon
    | user: lives_in = Porto; correction
I live in Lisbon. Not Lisbon but Porto. =>
    user: lives_in = Lisbon
    | user: lives_in = Porto; correction
I live in Lisbon. Wait, it's Porto. => user: lives_in = Lisbon | user: lives_in = Porto; correction
I live in Lisbon. It's great, not perfect. => user: lives_in = Lisbon
# other languages and spellings
私はポルトに住んでいます。 =>
👍🏽 =>
I love hiking 🥾🥾 => user: likes = hiking
I live in “Porto”… => user: lives_in = Porto
# found while reading chats
We moved to PostgreSQL => user: uses = PostgreSQL; change
I turned 5 pages. =>
I used to work at Acme, but now I work at Initech. =>
    user: works_at = Acme; end
    | user: works_at = Initech; change
I started a new job at Initech => user: works_at = Initech; change
I prefer not to say. =>
I'm from the marketing team. =>
I left my keys at home. =>
I work at night. =>
My boss said I should move to Berlin. => user: lives_in = Berlin; hypothetical
My boss, Maria, lives in Cascais. => Maria (boss): lives_in = Cascais
I feel like I live in Porto. => user: lives_in = Porto; hypothetical
Tom's email is tom@x.org and his phone number is 555-1234. =>
    Tom: email = tom@x.org
    | Tom: phone = 555-1234
I met Tom in Rome. He lives in Paris. => Tom: lives_in = Paris
They live in Paris. =>
I never eat pork. => user: avoids = pork
I'm going to Paris. =>
Sorry to hear that, I love dogs. => user: likes = dogs
Being my own boss and doing something I love is awesome. =>
My wife and I just left for our vacation! =>
# found by a newcomer: whose words are they?
# reported, denied
I never said I like jazz. =>
Nobody said I like jazz. =>
It's not true that I live in Rome. =>
It is false that I work at Shell. =>
I deny that I work at BP. =>
Stop saying I live in Oslo. =>
People assume I work at Apple. =>
Everyone thinks I'm a doctor. =>
Friends say I work at the circus. =>
According to Tom, I live in Leeds. =>
According to Tom, Kira lives in Leeds. => Kira: lives_in = Leeds
I didn't say that I work at BP. =>
Who told you I live in Rome? =>
I don't know why you think I live in Rome. =>
My friends think I'm a doctor. => user: works_as = doctor; hypothetical
It's a lie that I live in Rome. =>
It isn't the case that I live in Rome. =>
It is true that I live in Rome. => user: lives_in = Rome
Don't assume I live in Rome. =>
The rumor is that I work at Apple. =>
Tom claims I live in Rome. => user: lives_in = Rome; hypothetical
Tom claims that he lives in Rome. => Tom: lives_in = Rome
Tom says I live in Rome. => user: lives_in = Rome; hypothetical
I said I live in Rome. => user: lives_in = Rome
I told you I live in Rome. => user: lives_in = Rome
I already told you that I live in Rome. => user: lives_in = Rome
I forgot to mention I live in Rome. => user: lives_in = Rome
You should know that I live in Rome. => user: lives_in = Rome
I'm happy to say I live in Rome. => user: lives_in = Rome
I'm glad I live in Rome. => user: lives_in = Rome
Remember that I live in Rome. => user: lives_in = Rome
Keep in mind I'm vegetarian. => user: diet = vegetarian
Did I mention that I live in Rome? =>
People say Kira lives in Oslo. =>
Nobody said that Kira lives in Oslo. =>
I never told anyone that Kira lives in Oslo. =>
I don't think I like jazz. =>
They say I live in Rome. =>
Legend has it that I live in Rome. =>
My mom believes I live in Rome. => user: lives_in = Rome; hypothetical
Far from it being true that I live in Rome, I live in Oslo. => user: lives_in = Oslo
There's no way I live in Rome. =>
I can't believe I live in Rome. =>
I never thought I would live in Rome. =>
I am not lying, I live in Rome. => user: lives_in = Rome
It's false. I live in Rome. => user: lives_in = Rome
He pretends I work at Apple. =>
I refuse to say I like jazz. =>
I doubt that I like jazz. => user: likes = jazz; hypothetical
Nobody knows I live in Rome. => user: lives_in = Rome
Nobody knows that I'm allergic to nuts. => user: allergic_to = nuts
Everyone knows I love jazz. => user: likes = jazz
It is a myth that I hate dogs. =>
You are wrong that I live in Rome. =>
# quoted, pasted
Tom: I live in Minsk. =>
She said: I live in Quito. =>
Translate to French: I live in Dakar. =>
Translate to French: "I live in Dakar." =>
Summarize: My name is Bob. I work at Acme. I live in Lyon. =>
Quote: I live in Dakar. =>
The email says: I live in Rome. I work at Acme. =>
Lyrics: I love roses. I hate you. =>
Example: My name is John Doe. =>
Write a poem: I love roses. =>
Fix this sentence: I works at Nike. =>
FYI: I live in Rome. => user: lives_in = Rome
Note: I live in Rome. => user: lives_in = Rome
PS: I live in Rome. => user: lives_in = Rome
P.S. I live in Rome. => user: lives_in = Rome
Update: I live in Rome now. => user: lives_in = Rome; change
Correction: I live in Rome. => user: lives_in = Rome; correction
Actually: I live in Rome. => user: lives_in = Rome; correction
One thing: I live in Rome. => user: lives_in = Rome
About me: I live in Rome. => user: lives_in = Rome
News: I moved to Rome. => user: lives_in = Rome; change
My address is: 12 Main Street =>
My favorite food is: pizza =>
I have two pets: a dog and a cat. =>
I live at 10:30 in Rome. =>
Here are some facts about me: I live in Rome. I work at Acme. =>
    user: lives_in = Rome
    | user: works_at = Acme
A bit about me: I live in Rome. => user: lives_in = Rome
Things I like: jazz =>
Name: Bob =>
Location: Rome. I work at Acme. =>
Just so you know: I live in Rome. => user: lives_in = Rome
Reminder: I'm allergic to nuts. => user: allergic_to = nuts
Important: I'm allergic to nuts. => user: allergic_to = nuts
Quick question: I live in Rome, what should I do? =>
Context: I live in Rome. =>
Background: I live in Rome. =>
I want to tell you something: I live in Rome. => user: lives_in = Rome
Guess what: I live in Rome! => user: lives_in = Rome
Please remember: I'm vegetarian. => user: diet = vegetarian
I live in Rome: the eternal city. => user: lives_in = Rome
Also: I live in Rome => user: lives_in = Rome
Proofread the following. I live in Rome. =>
Can you translate "I live in Rome" to French? =>
Translate "I live in Rome" to French. =>
Translate this to French. I live in Rome. =>
How do I say I live in Rome in French? =>
Dear Sir, I live in Rome. => user: lives_in = Rome
John wrote "I live in Rome". =>
At 10:30 I live in Rome. => user: lives_in = Rome
# irony
I love Mondays, not! =>
I love mondays... said no one ever. =>
I love Mondays, said nobody ever. =>
Oh sure, I love Mondays. =>
Yeah right, I love Mondays. =>
As if I love Mondays. =>
Sure, I love jazz. => user: likes = jazz
Yeah, I love jazz. => user: likes = jazz
Oh, I love jazz. => user: likes = jazz
Oh yeah, I love jazz! => user: likes = jazz
I love Mondays. Not! =>
I love Mondays. NOT. =>
I love jazz, not blues. => user: likes = jazz
I love Mondays /s =>
I love Mondays (just kidding) =>
Right, because I love Mondays. =>
# abbreviations
I work at St. Mary's Hospital => user: works_at = St. Mary's Hospital
I work for Dr. Smith => user: works_at = Dr. Smith
I work at J.P. Morgan => user: works_at = J.P. Morgan
I work at J. P. Morgan => user: works_at = J. P. Morgan
I live in St. Louis => user: lives_in = St. Louis
I live in St. Louis. I like jazz. => user: lives_in = St. Louis | user: likes = jazz
I work for Dr. Smith and live in Rome. => user: works_at = Dr. Smith | user: lives_in = Rome
I work at Acme Inc. and live in Rome. => user: works_at = Acme Inc | user: lives_in = Rome
I work at Acme Inc. I live in Rome. => user: works_at = Acme Inc | user: lives_in = Rome
I live in Mt. Vernon. => user: lives_in = Mt. Vernon
I live in Ft. Worth. => user: lives_in = Ft. Worth
I'm married to Mr. Darcy. => user: married_to = Mr. Darcy
I work at U.S. Steel. => user: works_at = U.S. Steel
I work at Johns Hopkins Univ. Hospital => user: works_at = Johns Hopkins Univ. Hospital
I live in the U.S. I work at Acme. => user: lives_in = U.S | user: works_at = Acme
I live in Rome. St. Peter's is there. => user: lives_in = Rome
# values
I live in Spain half the time =>
I live in Paris part of the year and in London the rest =>
I live in Paris in the summer and in London in the winter =>
I live in Paris half the year. =>
I live in Paris on weekends. =>
I live in Paris during the week. =>
I live in Paris sometimes. =>
I sometimes live in Paris. =>
I live in Rome all the time. => user: lives_in = Rome all the time
I work at Acme part-time. => user: works_at = Acme
I work at Acme on weekends. =>
I like nobody =>
I like neither =>
I like nothing =>
I like neither tea nor coffee =>
I like no one =>
I like none of them =>
I like red wine more than white => user: prefers = red wine more than white | user: likes = red wine
I like tea better than coffee => user: prefers = tea better than coffee | user: likes = tea
I like dogs more than cats. => user: prefers = dogs more than cats | user: likes = dogs
I like jazz more than anything. => user: likes = jazz
I prefer to be called Rob => user: nickname = Rob
I prefer being called Rob => user: nickname = Rob
Call me Rob. =>
Please call me Rob =>
I go by Rob =>
I have two cats named Bo and Mo => user: has_pet = two cats named Bo and Mo
I have two cats named Bo and Mo and a dog => user: has_pet = two cats named Bo and Mo
I have a dog named Rex and a cat named Tom. => user: has_pet = dog named Rex
I'm living in Berlin until June 2025. => user: lives_in = Berlin
I live in Berlin till next year => user: lives_in = Berlin
# updates
I live in Sheffield. Correction: Rotherham. =>
    user: lives_in = Sheffield
    | user: lives_in = Rotherham; correction
Sorry, I meant Rotherham, not Sheffield. =>
Correction: Rotherham. =>
No wait, Rome was right. =>
Actually my favorite color isn't teal, it's navy. => user: favorite_color = navy; correction
My favorite color isn't teal, it's navy. => user: favorite_color = navy; correction
My favorite color is not teal but navy. => user: favorite_color = navy; correction
My name isn't Bob, it's Rob. => user: name = Rob; correction
My favorite color isn't teal. => user: favorite_color = teal; negated; end
My favorite color isn't teal, it's awful. => user: favorite_color = teal; negated; end
I moved to Berlin in 2019 and to Munich in 2021. =>
    user: lives_in = Berlin; change
    | user: lives_in = Munich; change
I moved to Berlin in 2019 and Munich in 2021. => user: lives_in = Berlin; change
I moved to Berlin in 2019 and then to Munich in 2021. =>
    user: lives_in = Berlin; change
    | user: lives_in = Munich; change
I moved to Berlin and then to Munich. =>
    user: lives_in = Berlin; change
    | user: lives_in = Munich; change
I moved from Berlin to Munich in 2021. => user: lives_in = Munich; change
My sister lives in Rome. Actually, she lives in Milan. =>
    sister (sister): lives_in = Rome
    | sister (sister): lives_in = Milan; correction
I'm retired => user: works_at = None; end
I am unemployed. => user: works_at = None; end
I was fired => user: works_at = None; end
I got laid off => user: works_at = None; end
I was laid off last month => user: works_at = None; end
I'm retired from Acme. =>
I'm retired now and live in Rome => user: works_at = None; end | user: lives_in = Rome
I retired in 2020. => user: works_at = None; end
I retired => user: works_at = None; end
My dad is retired. => dad (dad): works_at = None; end
I'm not retired. =>
I'm semi-retired =>
I got fired from Acme => user: works_at = Acme; end
I'm unemployed since March 2024 => user: works_at = None; end
I'm between jobs =>
I quit =>
The move fell through. =>
I switched from vim to emacs => user: editor = emacs; change
We switched from Slack to Teams => user: uses = Slack; end | user: uses = Teams; change
I moved from vim to emacs => user: editor = emacs; change
I migrated from Postgres to SQLite. => user: uses = Postgres; end | user: uses = SQLite; change
I left Google =>
I left Berlin and moved to Rome => user: lives_in = Berlin; end | user: lives_in = Rome; change
I left the city of Berlin => user: lives_in = Berlin; end
I left Berlin for Rome => user: lives_in = Rome; change
I moved to Rome after I left Berlin. => user: lives_in = Rome; change | user: lives_in = Berlin; end
I left Acme last year. =>
Tom left Google =>
I left Anna at home. =>
# reserved names
User lives in Oslo =>
The user lives in Oslo =>
User is allergic to nuts. He lives in Rome. =>
The User works at Acme =>
Assistant lives in Oslo. =>
the assistant works at Acme =>
My assistant works at Acme =>
user lives in Oslo =>
The user's sister Anna lives in Oslo => Anna: lives_in = Oslo
The user's name is Bob =>
User's favorite color is red =>
# spellings
My favourite colour is teal => user: favorite_color = teal
My favorite color is teal => user: favorite_color = teal
My favorite colour is teal => user: favorite_color = teal
My favourite color is teal => user: favorite_color = teal
Teal is my favourite colour. => user: favorite_color = Teal
My sister's favourite colour is teal. => sister (sister): favorite_color = teal
I never lied, I live in Rome. => user: lives_in = Rome
I never said that, but I live in Rome. => user: lives_in = Rome
Nobody asked, but I live in Rome. => user: lives_in = Rome
No one asked but I live in Rome. => user: lives_in = Rome
I'm not joking, I live in Rome. => user: lives_in = Rome
I'm not kidding I live in Rome. =>
My mom says I'm allergic to nuts. => user: allergic_to = nuts; hypothetical
The doctor says I'm allergic to nuts. =>
As people say, I live in Rome. => user: lives_in = Rome
As I said, I live in Rome. => user: lives_in = Rome
Like I said I live in Rome. => user: lives_in = Rome
I have never told anyone that I'm vegan. =>
Don't say I'm vegan. =>
Don't forget that I'm vegan. => user: diet = vegan
Don't forget I'm allergic to nuts. => user: allergic_to = nuts
Tell Tom I live in Rome. => user: lives_in = Rome
Please tell him that I'm vegan. => user: diet = vegan
Let them know I'm vegan. => user: diet = vegan
I have to say I love jazz. => user: likes = jazz
I must say that I love jazz. => user: likes = jazz
I must admit I love jazz. => user: likes = jazz
I'm proud to say I live in Rome. => user: lives_in = Rome
I want to mention that I live in Rome. => user: lives_in = Rome
I can tell you I live in Rome. => user: lives_in = Rome
I didn't know you live here. I live in Rome. => user: lives_in = Rome
It turns out I'm allergic to nuts. => user: allergic_to = nuts
It's true that I live in Rome. => user: lives_in = Rome
The truth is I live in Rome. => user: lives_in = Rome
The thing is that I live in Rome. => user: lives_in = Rome
The fact that I live in Rome helps. =>
Nobody said I live in Rome and I work at Acme. =>
Nobody said I live in Rome, but I work at Acme. => user: works_at = Acme
Tom says I live in Rome and I work at Acme. =>
    user: lives_in = Rome; hypothetical
    | user: works_at = Acme; hypothetical
Tom says I live in Rome and work at Acme. =>
    user: lives_in = Rome; hypothetical
    | user: works_at = Acme; hypothetical
Anna said she hates fish and loves tea. => Anna: likes = fish; negated | Anna: likes = tea
Anna said she hates fish. I love it and I live in Rome. =>
    Anna: likes = fish; negated
    | user: lives_in = Rome
Believe me, I live in Rome. => user: lives_in = Rome
Believe me I live in Rome. => user: lives_in = Rome
Trust me I love jazz => user: likes = jazz
I swear I live in Rome. => user: lives_in = Rome; hypothetical
It's not like I live in Rome. =>
It's not that I hate jazz. => user: likes = jazz; hypothetical
I don't deny I live in Rome. =>
They think I live in Rome, but I live in Oslo. => user: lives_in = Oslo
My boss thinks I live in Rome. => user: lives_in = Rome; hypothetical
Some say I live in Rome. =>
It is said that I live in Rome. =>
It's been reported that I work at Apple. =>
Apparently I live in Rome. => user: lives_in = Rome
Supposedly I work at Apple. =>
If anyone asks, I live in Rome. => user: lives_in = Rome; hypothetical
Pretend I live in Rome. => user: lives_in = Rome; hypothetical
Suppose I live in Rome. => user: lives_in = Rome; hypothetical
I wish people knew I live in Rome. => user: lives_in = Rome; hypothetical
Everyone knows that I'm vegan. => user: diet = vegan
I told everyone I live in Rome. => user: lives_in = Rome
I told my boss that I live in Rome. => user: lives_in = Rome
I told them I'm vegan. => user: diet = vegan
I explained that I live in Rome. => user: lives_in = Rome
I wrote that I live in Rome. => user: lives_in = Rome
I wrote in my diary that I live in Rome. => user: lives_in = Rome
Tom doesn't think I live in Rome. =>
Anna denied that she lives in Rome. =>
Anna never said she lives in Rome. =>
Anna denies Kira lives in Rome. =>
You claim that I live in Rome. => user: lives_in = Rome; hypothetical
Ask me why I love jazz. => user: likes = jazz
# more of what others wrote
Me: I live in Rome. =>
Answer: I live in Rome. =>
Rewrite this: I live in Rome. =>
Here's my email: I live in Rome. =>
Here is a poem I wrote: I love roses. =>
He wrote: "I live in Rome. I work at Acme." =>
Tom wrote "I am in. I live in Rome. I work at Acme." I live in Oslo. => user: lives_in = Oslo
Anna said "I hate fish and I love tea". => Anna: likes = fish; negated | Anna: likes = tea
Translate "Kira lives in Oslo" to French. =>
“I live in Rome. I work at Acme.” is what Tom wrote. =>
`I live in Rome` is a test. =>
  > I live in Rome =>
I moved to Rome at 10:30. I work at Acme. => user: lives_in = Rome; change | user: works_at = Acme
The ratio is 3:1. I live in Rome. => user: lives_in = Rome
My hobbies: hiking and chess. I live in Rome. =>
    user: hobby = hiking
    | user: hobby = chess
    | user: lives_in = Rome
I have three hobbies: hiking, chess and go. I live in Rome. => user: lives_in = Rome
Two things: I live in Rome and I work at Acme. => user: lives_in = Rome | user: works_at = Acme
Important note: I'm allergic to nuts. => user: allergic_to = nuts
Quick update: I moved to Rome. => user: lives_in = Rome; change
Fun fact: I was born in Rome. => user: born_in = Rome
By the way: I live in Rome. => user: lives_in = Rome
Hey Anna, quick note: I live in Rome. => user: lives_in = Rome
A little about me: I live in Rome. I love jazz. => user: lives_in = Rome | user: likes = jazz
To answer your question: I live in Rome. => user: lives_in = Rome
My answer: I live in Rome. =>
Here's what you should know: I'm vegan. => user: diet = vegan
:smile: I live in Rome => user: lives_in = Rome
I live in Rome :) and I work at Acme => user: lives_in = Rome | user: works_at = Acme
I live in Rome :D I work at Acme => user: lives_in = Rome | user: works_at = Acme
Can you summarize this? I live in Rome. =>
Could you fix the grammar of this text? I works at Nike. =>
Can you translate my CV? I live in Rome. => user: lives_in = Rome
I translate books. I live in Rome. => user: lives_in = Rome
I love this: jazz =>
Dear John: I live in Rome. => user: lives_in = Rome
You are an actor. Say: I live in Rome. =>
# irony
I love jazz, not gonna lie. => user: likes = jazz
I love jazz, why not. => user: likes = jazz
I live in Rome, not Oslo. => user: lives_in = Rome; correction
I like tea, not coffee! => user: likes = tea
I love Mondays ... not =>
I love Mondays - NOT! =>
I love Mondays. Just kidding! =>
I live in Rome. Yeah right. =>
I live in Rome. As if it matters. => user: lives_in = Rome
I live in Rome. Not Oslo. => user: lives_in = Rome
I live in Rome. Not bad! => user: lives_in = Rome
I love jazz. Not kidding. => user: likes = jazz
I love mondays lol => user: likes = mondays
Sure, because I love Mondays. =>
Yes, right, I live in Rome. => user: lives_in = Rome
Oh right, I live in Rome. => user: lives_in = Rome
Right, I live in Rome. => user: lives_in = Rome
Oh sure I love mondays =>
Why not =>
# more values and updates
I live in Rome during the week and in Oslo on weekends. =>
I moved to Rome in the summer. => user: lives_in = Rome; change
I moved to Rome in the summer of 2020. => user: lives_in = Rome; change
I've lived in Rome since summer 2020 => user: lives_in = Rome
I work at Acme. On weekends I play tennis. => user: works_at = Acme | user: plays = tennis
I live in Rome and on weekends I play tennis. => user: plays = tennis
I live in Rome and play tennis on weekends. => user: lives_in = Rome | user: plays = tennis
I like tea more => user: likes = tea
I like tea even more than coffee. => user: prefers = tea even more than coffee | user: likes = tea
I love you more than coffee. =>
I love Rome more than ever. => user: likes = Rome
I like less sugar. =>
I prefer hiking. => user: likes = hiking
i have two cats named bo and mo => user: has_pet = two cats named bo and mo
I have three dogs named Rex, Bo and Mo. => user: has_pet = three dogs named Rex, Bo and Mo
I have a cat named Bo and Anna has a dog. => user: has_pet = cat named Bo | Anna: has_pet = dog
I have a cat named Bo and I live in Rome. => user: has_pet = cat named Bo | user: lives_in = Rome
I have a sister named Anna and a brother named Tom. => Anna (sister): relation_to_user = sister
Tom has a sister named Anna. =>
I retired the old server. =>
I was fired up! =>
I fired Tom. =>
I was fired from Acme yesterday. => user: works_at = Acme; end
I got fired last week. => user: works_at = None; end
I've been laid off. => user: works_at = None; end
They laid me off. =>
I might be laid off. =>
If I get laid off I'll move to Rome. => user: lives_in = Rome; hypothetical
I was unemployed for two years. =>
I'm not unemployed. =>
My sister got fired. => sister (sister): works_at = None; end
My sister is unemployed. => sister (sister): works_at = None; end
I'm getting fired. =>
I'll be retired soon. =>
I will retire in 2030. =>
I resigned. => user: works_at = None; end
I quit my job => user: works_at = None; end
I lost my job. => user: works_at = None; end
I'm retired, my wife works at Acme. => user: works_at = None; end | wife (wife): works_at = Acme
I switched from Slack at work to Teams => user: uses = Teams; change
I switched from coffee to tea =>
I switched from VS Code to Zed. => user: editor = Zed; change
I left Berlin and moved to Rome. => user: lives_in = Berlin; end | user: lives_in = Rome; change
I left my job at Google. => user: works_at = Google; end
I left Rome last month and relocated to Oslo. => user: lives_in = Rome; end
I left town. =>
My favorite color isn't blue anymore, it's red. => user: favorite_color = red; change
My favorite color isn't blue but I like it. => user: favorite_color = blue; negated; end
My favorite food isn't sushi but pizza. => user: favorite_food = pizza; correction
My favorite color isn't blue, I like red. =>
    user: favorite_color = blue; negated; end
    | user: likes = red
My birthday isn't May 5, it's May 6. => user: birthday = May 6; correction
My sister's name isn't Anna, it's Kira. => Kira (sister): relation_to_user = sister; correction
Anna's favorite color isn't blue, it's red. => Anna: favorite_color = red; correction
I'm not 30, I'm 31. => user: age = 30; negated; end | user: age = 31; change
I'm not called Bob but Rob. => user: name = Bob; negated; end
I moved to Berlin in 2019, then to Munich in 2021 and to Rome in 2023. =>
    user: lives_in = Berlin; change
    | user: lives_in = Munich; change
    | user: lives_in = Rome; change
I moved to Berlin and went to Munich. => user: lives_in = Berlin; change | user: visited = Munich
My brother moved to Oslo in 2019 and to Rome in 2020. =>
    brother (brother): lives_in = Oslo; change
    | brother (brother): lives_in = Rome; change
I moved to Berlin to work and to Rome to rest. =>
    user: lives_in = Berlin; change
    | user: lives_in = Rome; change
I work at Mt. Sinai Hospital and love tea. => user: works_at = Mt. Sinai Hospital
I live in St. Paul and work at St. Jude. => user: lives_in = St. Paul | user: works_at = St. Jude
I went to the doctor at 5 p.m. I live in Rome. => user: lives_in = Rome
I like vitamin C. Great stuff. => user: likes = vitamin C
I like tea, e.g. Darjeeling. => user: likes = tea
I have a friend named User. =>
The fact is that I live in Rome. => user: lives_in = Rome
Maybe I live in Rome and work at Acme. =>
    user: lives_in = Rome; hypothetical
    | user: works_at = Acme; hypothetical
I think I live in Rome and I work at Acme. =>
    user: lives_in = Rome; hypothetical
    | user: works_at = Acme
I no longer work at Acme, I work at Initech. =>
    user: works_at = Acme; negated; end
    | user: works_at = Initech; change
# what a sentence says as a whole
I moved to Denver 3 years ago. => user: lives_in = Denver; change
I moved to Perth 6 months ago. => user: lives_in = Perth; change
I won't move to Rome after all. => user: lives_in = Rome; negated; correction
I won't be moving to Rome. => user: lives_in = Rome; negated; correction
I'm not going to move to Rome after all. => user: lives_in = Rome; negated; correction
I decided not to move to Rome. => user: lives_in = Rome; negated; correction
I cancelled my move to Rome. => user: lives_in = Rome; negated; correction
The move to Rome is off. => user: lives_in = Rome; negated; correction
I'm back in Ghent. => user: lives_in = Ghent; change
I'm back in Ghent now. => user: lives_in = Ghent; change
I'm back at Nokia. => user: works_at = Nokia; change
Lucy and I broke up. => user: partner = Lucy; end
My girlfriend and I broke up. => user: partner = None; end
Lucy is my ex now. => Lucy (ex): relation_to_user = ex; change | user: partner = Lucy; end
I never liked tea. => user: likes = tea; negated; correction
I've never liked tea. => user: likes = tea; negated; correction
That's not true, I never liked tea. => user: likes = tea; negated; correction
I've gone off cats. => user: likes = cats; end
I made a mistake: my manager is Petra. => user: manager = Petra; correction
Sorry, typo: I'm 43 years old. => user: age = 43; correction
I gave my Ford to my brother. => user: car = Ford; end
My manager moved to Berlin. => manager (manager): lives_in = Berlin; change
Mia and her husband just moved to Tampere. => Mia: lives_in = Tampere; change
I left Intel. Just kidding. =>
"""

KINDS = {
    "likes": "preference", "prefers": "preference", "collects": "preference",
    "favorite_color": "preference", "favorite_food": "preference", "favorite_movie": "preference",
    "allergic_to": "constraint", "avoids": "constraint", "diet": "constraint",
    "has_condition": "constraint",
}  # fmt: skip
SINGLE = set(
    """nickname editor car partner manager commute learning nationality
    lives_in born_in born_on from grew_up_in works_at works_as studies_at name age birthday
    email phone married_to partner diet favorite_color favorite_food""".split()
)


def rows() -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for written in TABLE.strip().replace("\n    ", " ").split("\n"):
        if not written.startswith("#"):
            text, _, facts = written.partition(" =>")
            found.append((text, facts.strip().split(" | ") if facts.strip() else []))
    return found


def facts(*texts: str) -> list[Claim]:
    turns = tuple(
        Turn(id=str(n), namespace=("u",), text=text, channel="user", at=AT, digest="")
        for n, text in enumerate(texts)
    )
    claims = extract(Turns(namespace=("u",), turns=turns)).claims
    return [claim for claim in claims if claim.predicate is not None]


def line(claim: Claim) -> str:
    who = f"{claim.subject} ({claim.relation})" if claim.relation else claim.subject
    notes = [claim.polarity] * (claim.polarity != "asserted")
    notes += [claim.update] * (claim.update != "none")
    return "; ".join((f"{who}: {claim.predicate} = {claim.value}", *notes))


@pytest.mark.parametrize("row", FACTS.split("\n"))
def test_a_fact_is_found_however_it_is_said(row: str) -> None:
    """Each way to say it gives this fact, asserted, whatever else the sentence says."""
    if row.startswith("#"):
        return
    text, _, expected = row.partition(" => ")
    found = [claim for claim in facts(text) if claim.polarity == "asserted"]

    assert expected in [
        f"{c.subject}: {c.predicate} = {c.value}" for c in found if c.update != "end"
    ]


@pytest.mark.parametrize("text", NOTHING)
def test_what_states_nothing_gives_no_fact(text: str) -> None:
    """Remarks, questions, wishes and idioms give no fact; what is only imagined is marked so."""
    assert [line(c) for c in facts(text) if c.polarity != "hypothetical"] == []


def test_the_tables_of_cases_are_large_and_without_repetition() -> None:
    """600 sentences that state a fact, 300 that state none, each once."""
    texts = [row.partition(" => ")[0] for row in FACTS.split("\n") if not row.startswith("#")]

    assert len(texts) >= 600
    assert len(NOTHING) >= 300
    assert len({*texts, *NOTHING}) == len(texts) + len(NOTHING)


def test_the_table_is_large() -> None:
    """The table holds at least 120 texts, each once."""
    texts = [text for text, _ in rows()]

    assert len(texts) >= 120
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("text", "expected"), rows())
def test_facts_of_a_text(text: str, expected: list[str]) -> None:
    """A text states exactly these facts, about whom, how firmly, and as which update."""
    assert [line(claim) for claim in facts(text)] == expected


@pytest.mark.parametrize(("text", "expected"), [row for row in rows() if row[1]])
def test_kind_and_number_go_with_the_predicate(text: str, expected: list[str]) -> None:
    """Each predicate has one kind, and one value or many, however it was said."""
    for claim in facts(text):
        assert claim.kind == KINDS.get(str(claim.predicate), "fact")
        assert (claim.cardinality == "single") is (claim.predicate in SINGLE)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["I live in Lisbon.", "Sorry, I meant Porto."], "user: lives_in = Porto; correction"),
        (["I live in Lisbon.", "It's Porto, not Lisbon."], "user: lives_in = Porto; correction"),
        (["I live in Lisbon.", "Correction: Porto."], "user: lives_in = Porto; correction"),
        (["I live in Lisbon.", "No wait, Rome was right."], "user: lives_in = Lisbon"),
        (
            ["My sister Anna lives in Oslo.", "No, not Oslo but Rome."],
            "Anna (sister): lives_in = Rome; correction",
        ),
    ],
)
def test_a_later_turn_repairs_an_earlier_one(texts: list[str], expected: str) -> None:
    """A correction without a verb takes over subject and predicate of what it corrects."""
    assert line(facts(*texts)[-1]) == expected


@pytest.mark.parametrize(
    "text",
    [
        "That should be fun.", "It should be green.", "Sorry, I meant tomorrow.", "I meant it.",
        "Actually, I meant in May.", "I meant what I said.", "Make that two.",
        "I mean the world to her.",
    ],
)  # fmt: skip
def test_what_the_sentence_cannot_be_said_of_repairs_nothing(text: str) -> None:
    """A value takes the place of another only where the sentence would state it, too."""
    assert [line(claim) for claim in facts("I moved to Lisbon in March.", text)] == [
        "user: lives_in = Lisbon; change"
    ]


def test_what_was_said_before_is_read_by_and_not_again() -> None:
    """A value alone repairs what was said just before these turns; of that no claim is made."""
    said = {"namespace": ("u",), "at": AT, "digest": "", "channel": "user"}
    before = Turn(id="1", text="I live in Lisbon.", **said)
    turns = Turns(namespace=("u",), turns=(Turn(id="2", text="Sorry, I meant Porto.", **said),))

    (claim,) = extract(turns.model_copy(update={"before": (before,)})).claims

    assert (claim.turn, line(claim)) == (0, "user: lives_in = Porto; correction")


def test_a_repair_is_repaired() -> None:
    """The last value is what a further correction puts right."""
    found = facts("My sister Anna lives in Oslo.", "I meant Rome.", "Sorry, I meant Bonn.")

    assert line(found[-1]) == "Anna (sister): lives_in = Bonn; correction"


def test_another_speaker_repairs_nothing() -> None:
    """ "I meant" refers to what the same speaker said."""
    said = {"namespace": ("u",), "at": AT, "digest": ""}
    turns = (
        Turn(id="1", text="I live in Lisbon.", channel="user", **said),
        Turn(id="2", text="I meant Porto.", channel="assistant", **said),
    )

    assert extract(Turns(namespace=("u",), turns=turns)).claims[1].predicate is None


def test_an_unknown_correction_keeps_its_value() -> None:
    """What corrects something said elsewhere is an episode that carries the new value."""
    turn = Turn(
        id="1", namespace=("u",), text="It's Porto, not Lisbon.", channel="user", at=AT, digest=""
    )
    (claim,) = extract(Turns(namespace=("u",), turns=(turn,))).claims

    assert (claim.predicate, claim.value, claim.update) == (None, "Porto", "correction")
    assert claim.loose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> I live in Rome\nI live in Oslo.", ["Oslo"]),
        ("```\nI live in Rome.\nmy name is Bob\n```\nI live in Oslo.", ["Oslo"]),
        ("```I live in Rome.\nI work at Acme", []),
        ("Summarize this:\nMy name is Bob.\nI work at Acme.", []),
        ("Bob: hi\nAnna: I live in Rome\nBob: I work at Acme", []),
        ("Subject: Hello\n\nI live in Rome.", []),
        ("Facts about me:\n- I live in Rome\n- I work at Acme", ["Rome", "Acme"]),
        ("I live in Oslo.\nTranslate: I live in Rome.\nI work at Acme.", ["Oslo"]),
    ],
)
def test_what_is_pasted_states_nothing(text: str, expected: list[str]) -> None:
    """Quoted lines, code, and all that follows "Translate:" are somebody else's words."""
    assert [claim.value for claim in facts(text)] == expected


def test_a_correction_out_of_nowhere_states_nothing() -> None:
    """What corrects something unknown is no fact."""
    for text in ("Sorry, I meant Rotherham, not Sheffield.", "Correction: Rotherham."):
        assert facts(text) == []


def test_until_ends_what_holds_and_each_move_has_its_time() -> None:
    """ "until June" is the next one; "in 2019 and to Munich in 2021" are two times."""
    (stays,) = facts("I live in Berlin until June.")
    moves = facts("I moved to Berlin in 2019 and to Munich in 2021.")

    assert stays.valid_to == datetime(2024, 6, 1, tzinfo=UTC)
    assert [(m.value, m.valid_from.year) for m in moves if m.valid_from] == [
        ("Berlin", 2019), ("Munich", 2021),
    ]  # fmt: skip
