"""How people say facts: one of those that each sentence states, among others it may state."""

FACTS = """
# written first, without a look at what is found
I've been a Berliner since 2019, well, I live in Berlin => user: lives_in = Berlin
just got the keys, we're officially living in Ghent => user: lives_in = Ghent
my new home is Lisbon => user: lives_in = Lisbon
Home is Oslo now => user: lives_in = Oslo
my sister Ana relocated from Madrid to Porto in March => Ana: lives_in = Porto
Tom's home town these days is Leeds => Tom: from = Leeds
we ended up in Rotterdam after all that flat hunting => user: lives_in = Rotterdam
I've swapped Hamburg for Munich => user: lives_in = Munich
finally made the move to Vienna => user: lives_in = Vienna
guess what, I moved to Krakow => user: lives_in = Krakow
Kira says she lives in Turin now => Kira: lives_in = Turin
used to live in Cork, now I'm in Dublin => user: lives_in = Dublin
I traded London for Glasgow last year => user: lives_in = Glasgow
ive been living in porto for three years now => user: lives_in = porto
my brother no longer lives in Rome but in Milan => brother: lives_in = Milan
i now call Seville home => user: lives_in = Seville
I just moved to 14 Rosewood Avenue => user: address = 14 Rosewood Avenue
my home address is now 5 Park Lane => user: address = 5 Park Lane
our new place is at 77 Baker Street => user: address = 77 Baker Street
ship it to 9 Elm Court please, that's where I live => user: address = 9 Elm Court
Tom lives at 3 Station Road now => Tom: address = 3 Station Road
you'll find me at 22 Hill Street these days => user: address = 22 Hill Street
I recently started working for Nokia => user: works_at = Nokia
I've been at Bosch for two years now => user: works_at = Bosch
Tom got hired by Siemens => Tom: works_at = Siemens
my company is Initech => user: works_at = Initech
I left Google, I'm at Meta now => user: works_at = Meta
she... anyway, my sister works for Unilever these days => sister: works_at = Unilever
new job! I'm at Stripe since Monday => user: works_at = Stripe
my current employer is Datadog => user: works_at = Datadog
just accepted an offer from Netflix and started today => user: works_at = Netflix
my wife switched jobs, she's at Roche now => wife: works_at = Roche
Ana, my colleague, moved from Acme to Globex => Ana: lives_in = Globex
I'm employed by the city of Ghent => user: works_at = city of Ghent
these days I earn my money at Lufthansa => user: works_at = Lufthansa
My employer changed to Adyen => user: works_at = Adyen
I got promoted to senior engineer => user: works_as = senior engineer
my role is product owner => user: works_as = product owner
I'm now a team lead => user: works_as = team lead
My brother works as a paramedic now => brother: works_as = paramedic
my position changed from analyst to consultant => user: works_as = consultant
I used to be a teacher, now I'm a librarian => user: works_as = librarian
by profession I'm an architect => user: works_as = architect
Tom is a plumber now => Tom: works_as = plumber
my official title is Head of Growth => user: works_as = Head of Growth
I make my living as a carpenter => user: works_as = carpenter
I'm part of the Search team => user: team = Search
I joined the Billing team => user: team = Billing
Tom moved over to the Platform team => Tom: team = Platform
my department is Finance => user: team = Finance
they put me on the Mobile team => user: team = Mobile
I work in the Logistics department => user: team = Logistics
my supervisor is Linda Park => user: manager = Linda Park
I got a new boss, Henrik Olsen => user: manager = Henrik Olsen
Linda Park is my new manager => user: manager = Linda Park
I now report to Carl Meyer => user: manager = Carl Meyer
Tom's boss is Maria Lopez => Tom: manager = Maria Lopez
my team lead is called Sven Berg => user: manager = Sven Berg
Priya Shah took over as my manager => user: manager = Priya Shah
my girlfriend's name is Lena => user: partner = Lena
I'm dating Felix now => user: partner = Felix
I got engaged to Marta => user: partner = Marta
Tom and Ines are a couple now => Tom: partner = Ines
I'm in a relationship with Kai => user: partner = Kai
my husband is called Jorge => user: partner = Jorge
I started seeing Nadia in June => user: partner = Nadia
my car's a Honda Jazz => user: car = Honda Jazz
I drive a Kia Ceed these days => user: car = Kia Ceed
I traded my Golf in for a Polo => user: car = Polo
my new ride is a Mazda 3 => user: car = Mazda 3
we bought a Volvo XC40 last month => user: car = Volvo XC40
Tom just got himself a BMW i4 => Tom: car = BMW i4
got rid of the Fiesta, I have a Yaris now => user: car = Yaris
the car I drive is a Skoda Fabia => user: car = Skoda Fabia
I went from a Clio to a Megane => user: car = Megane
a Tesla Model Y is my new car => user: car = Tesla Model Y
my sister ditched her Corsa for an Ibiza => sister: car = Ibiza
I've got a Pixel 9 now => user: phone_model = Pixel 9
my phone's an iPhone 14 => user: phone_model = iPhone 14
ditched my iPhone for a Fairphone 4 => user: phone_model = Fairphone 4
just upgraded to the Galaxy S24 => user: phone_model = Galaxy S24
I moved from Android to an iPhone 15 => user: phone_model = iPhone 15
Kira's new phone is a Xiaomi 13 => Kira: phone_model = Xiaomi 13
these days I'm using a OnePlus 12 => user: phone_model = OnePlus 12
my computer is a MacBook Pro => user: laptop = MacBook Pro
I got a new laptop, a Dell Inspiron => user: laptop = Dell Inspiron
work gave me a ThinkPad T14 => user: laptop = ThinkPad T14
I type this on a Framework 16, my new laptop => user: laptop = Framework 16
my old Asus got replaced by a Surface Pro => user: laptop = Surface Pro
my camera is a Fuji X-T5 => user: camera = Fuji X-T5
I bought a new tablet, an iPad Air => user: tablet = iPad Air
I shoot with a Canon R6 => user: camera = Canon R6
I have a dog called Bruno => user: has_pet = dog called Bruno
we adopted a greyhound last spring => user: has_pet = greyhound
my pet's a cockatoo => user: has_pet = cockatoo
Tom has two rabbits => Tom: has_pet = two rabbits
I went vegan in January => user: diet = vegan
I'm on a low-carb diet => user: diet = low-carb
my sister is pescatarian now => sister: diet = pescatarian
I follow a keto diet => user: diet = keto
I turned vegetarian => user: diet = vegetarian
I've gone from vegetarian to vegan => user: diet = vegan
I developed an allergy to shrimp => user: allergic_to = shrimp
I've got a nut allergy => user: allergic_to = nut
Tom's allergic to bees => Tom: allergic_to = bees
my son has a peanut allergy => son: allergic_to = peanut
I can't eat gluten, I'm allergic => user: allergic_to = gluten
my favorite author is Ursula Le Guin => user: favorite_author = Ursula Le Guin
my preferred airline is KLM => user: favorite_airline = KLM
my go-to snack is popcorn => user: favorite_snack = popcorn
the best season for me is autumn => user: favorite_season = autumn
my favourite game these days is Hades => user: favorite_game = Hades
Ana's favourite singer is Adele => Ana: favorite_singer = Adele
I like purple the most of all colours => user: favorite_color = purple
Green is my favorite color now => user: favorite_color = Green
my favourite dish is no longer pizza but curry => user: favorite_food = curry
my favorite movie went from Alien to Dune => user: favorite_movie = Dune
my all time favourite show is The Wire => user: favorite_show = The Wire
my favourite food has changed, it's sushi now => user: favorite_food = sushi
I took up climbing in May => user: hobby = climbing
I've started playing padel => user: plays = padel
my main hobby these days is sewing => user: hobby = sewing
I got into photography => user: hobby = photography
I quit tennis and do yoga now => user: hobby = yoga
Tom plays the cello => Tom: plays = cello
my new hobby is archery => user: hobby = archery
in my spare time I do ceramics => user: hobby = ceramics
I train at Gold's Gym => user: gym = Gold's Gym
my gym is now PureGym => user: gym = PureGym
I joined a new gym, FitX => user: gym = FitX
I'm a member of Fitness First => user: gym = Fitness First
I'm studying Korean => user: learning = Korean
I started taking Italian classes => user: learning = Italian
Tom is learning Greek now => Tom: learning = Greek
my mother tongue is Dutch => user: native_language = Dutch
I speak Polish at home => user: speaks = Polish at home
I switched to Neovim => user: editor = Neovim
my IDE is PyCharm => user: editor = PyCharm
I write Go at work => user: programming_language = Go
I've moved from Java to Kotlin => user: programming_language = Kotlin
my laptop runs Fedora => user: operating_system = Fedora
I've installed Debian => user: operating_system = Debian
my browser is Firefox => user: browser = Firefox
I use Brave as my browser now => user: browser = Brave
I switched from Chrome to Vivaldi => user: browser = Vivaldi
our framework is Django => user: framework = Django
my bank is Revolut => user: bank = Revolut
I switched banks, I'm with N26 now => user: bank = N26
my internet provider is Vodafone => user: internet_provider = Vodafone
I bank with Monzo => user: bank = Monzo
my health insurance is AOK => user: insurance = AOK
I'm insured with Allianz => user: insurance = Allianz
I cycle to work => user: commute = cycle
I commute by train these days => user: commute = train
I take the bus to the office now => user: commute = bus
I drive to work now => user: commute = drive
my doctor is Dr. Meyer => user: doctor = Dr. Meyer
my new therapist is Jane Roe => user: therapist = Jane Roe
Dr. Patel is my dentist now => user: dentist = Dr. Patel
my GP's name is Dr. Wu => user: doctor = Dr. Wu
I changed dentists, now I go to Dr. Lang => user: dentist = Dr. Lang
my son goes to Maple Primary => son: school = Maple Primary
my daughter started at Lincoln High => daughter: school = Lincoln High
my daughter Mia is 7 => Mia: age = 7
I have two kids, Leo and Ida => user: has = two kids
my daughter's teacher is Mr. Fox => daughter: teacher = Mr. Fox
my email's anna@x.org => user: email = anna@x.org
write to me at bob@y.com => user: email = bob@y.com
call me on 555-0100 now => user: phone = 555-0100
you can reach me at +49 170 1234567 => user: phone = +49 170 1234567
my cell is 555 0111 => user: phone = 555 0111
use kim@z.net from now on, it's my new email => user: email = kim@z.net
my old number is dead, text me on 555-0123 => user: phone = 555-0123
I'm 45 now => user: age = 45
I just celebrated my 30th birthday => user: age = 30
my dad turned 70 => dad: age = 70
my birthday is on June 3 => user: birthday = June 3
Tom is 33 years old => Tom: age = 33
I'm on the Pro plan => user: plan = Pro
we upgraded to the Enterprise plan => user: plan = Enterprise
I downgraded from Pro to Free => user: plan = Free
my subscription is Premium => user: plan = Premium
my shoe size is 43 => user: shoe_size = 43
I wear a size 38 shoe => user: shoe_size = 38
my t-shirt size is L => user: shirt_size = L
I'm 180 cm tall => user: height = 180
my weight is 72 kg => user: weight = 72 kg
my budget went down to 500 euros => user: budget = 500 euros
my salary is 60k => user: salary = 60k
I earn $5000 a month => user: salary = $5000
my rent is 900 euros => user: rent = 900 euros
I'm currently working on Project Orion => user: project = Project Orion
my current project is Nova => user: project = Nova
my deadline is Friday => user: deadline = Friday
our standup is at 9:30 => user: standup = 9:30
my weekly meeting is now on Thursday => user: weekly_meeting = Thursday
my time zone is PST => user: timezone = PST
I'm in the CET time zone => user: timezone = CET
my blood type is O negative => user: blood_type = O negative
I'm a Buddhist => user: religion = Buddhist
my zodiac sign is Leo => user: zodiac_sign = Leo
my nickname is Bee => user: nickname = Bee
my friends call me Ziggy => user: nickname = Ziggy
my website is annas.blog => user: website = annas.blog
my twitter handle is @bee => user: handle = @bee
I take metformin => user: medication = metformin
my coffee order is a flat white => user: coffee_order = flat white
I get up at 6 => user: wakes_up_at = 6
I study law at Ghent University => user: studies = law
I'm majoring in biology => user: studies = biology
I transferred from MIT to Stanford => user: studies_at = Stanford
I'm originally from Chile => user: from = Chile
I'm Portuguese => user: nationality = Portuguese
my nationality is Dutch => user: nationality = Dutch
I'm reading Dune => user: reading = Dune
I'm currently watching Severance => user: watching = Severance
my current book is Emma => user: reading = Emma
my goal is to run a marathon => user: goal = run a marathon
I visited Rome in May => user: visited = Rome
we went to Paris last summer => user: visited = Paris
Tom attended PyCon 2024 => Tom: attended = PyCon 2024
I was in Japan in 2019 => user: visited = Japan
# written second, as the first
my current city of residence is Antwerp => user: lives_in = Antwerp
I've relocated to Graz for good => user: lives_in = Graz
Tom packed his bags and moved to Oslo => Tom: lives_in = Oslo
my aunt lives in Naples these days => aunt: lives_in = Naples
turns out I live in Basel now lol => user: lives_in = Basel
not in Paris anymore, I live in Lille => user: lives_in = Lille
my cousin Leo settled down in Bergen => Leo: lives_in = Bergen
as of March I'm based in Tallinn => user: lives_in = Tallinn
I've got a new address: 8 Birch Lane => user: address = 8 Birch Lane
our address changed to 15 King Street => user: address = 15 King Street
I moved into 40 Park Road last month => user: address = 40 Park Road
my brother's new address is 2 Sunny Hill => brother: address = 2 Sunny Hill
just started at Zalando => user: works_at = Zalando
I work over at Bayer now => user: works_at = Bayer
my employer is now called Nexora => user: works_at = Nexora
I got hired by Oracle last week => user: works_at = Oracle
after ten years at IBM I'm now at Intel => user: works_at = Intel
I used to work at Ford but now I'm with Tesla => user: works_at = Tesla
my dad works for Renault => dad: works_at = Renault
my new employer is the Goethe Institute => user: works_at = Goethe Institute
Kira quit Asana and joined Trello => Kira: works_at = Trello
I'm a dentist by profession => user: works_as = dentist
I work as a barista these days => user: works_as = barista
my job title changed to staff engineer => user: works_as = staff engineer
my new role is engagement manager => user: works_as = engagement manager
I've been promoted to store manager => user: works_as = store manager
Tom went from waiter to head chef => Tom: works_as = head chef
my mum used to be a nurse, now she's a midwife => mum: works_as = midwife
I've joined the Risk team => user: team = Risk
my team is Ad Tech => user: team = Ad Tech
I'm no longer on the Web team, I'm on the Data team => user: team = Data
Tom is in the Legal department => Tom: team = Legal
my department changed from Sales to Marketing => user: team = Marketing
my boss is called Ruth Klein => user: manager = Ruth Klein
my manager changed, it's Ian Holt now => user: manager = Ian Holt
Ian Holt is my boss these days => user: manager = Ian Holt
I'm reporting to Zoe Lang since May => user: manager = Zoe Lang
our new team lead is Pat Moss => user: manager = Pat Moss
Kira's supervisor is Dr. Amos => Kira: manager = Dr. Amos
my boyfriend is called Marco => user: partner = Marco
my wife's name is Elena => user: partner = Elena
I'm engaged to Sophie => user: partner = Sophie
I'm with Clara now => user: partner = Clara
my new boyfriend is Nils => user: partner = Nils
Tom is dating Laura => Tom: partner = Laura
I bought myself a Dacia Spring => user: car = Dacia Spring
my car is an old Saab 900 => user: car = old Saab 900
we're driving a Skoda Kodiaq now => user: car = Skoda Kodiaq
sold my Audi and got a Fiat 500 => user: car = Fiat 500
my Jeep got replaced by a Subaru => user: car = Subaru
Tom drives a red Mini => Tom: car = Mini
my new car's a Polestar 2 => user: car = Polestar 2
I swapped my BMW for a Mercedes => user: car = Mercedes
the car I own is a Nissan Micra => user: car = Nissan Micra
my mobile is a Galaxy A54 => user: phone_model = Galaxy A54
I've switched to an iPhone 16 => user: phone_model = iPhone 16
got myself a Pixel 8a last week => user: phone_model = Pixel 8a
my phone is now a Nokia 3310 => user: phone_model = Nokia 3310
Kira traded her iPhone for a Pixel => Kira: phone_model = Pixel
my work laptop is a Dell Latitude => user: laptop = Dell Latitude
I got a MacBook from work => user: laptop = MacBook
I've replaced my ThinkPad with a MacBook Air => user: laptop = MacBook Air
Tom's laptop is an Asus Zenbook => Tom: laptop = Asus Zenbook
my computer's an iMac => user: laptop = iMac
we have a cat now => user: has_pet = cat
I got a puppy last weekend => user: has_pet = puppy
my brother has a parrot => brother: has_pet = parrot
we just adopted two kittens => user: has_pet = two kittens
I eat vegan => user: diet = vegan
I've been keto for a year => user: diet = keto
my husband is on a gluten-free diet => husband: diet = gluten-free
I'm vegetarian now => user: diet = vegetarian
I'm not vegan anymore, I'm pescatarian now => user: diet = pescatarian
I'm allergic to pollen => user: allergic_to = pollen
my daughter is allergic to eggs => daughter: allergic_to = eggs
I have an allergy to cats => user: allergic_to = cats
Tom can't have nuts, he's allergic => Tom: allergic_to = nuts
my favourite meal is lasagna => user: favorite_food = lasagna
my favorite beer is Guinness => user: favorite_beer = Guinness
my favourite sport to watch is cricket => user: favorite_sport = cricket
Inception is my all-time favorite movie => user: favorite_movie = Inception
my go-to restaurant is Luigi's => user: favorite_restaurant = Luigi's
my favourite colour used to be red but now it's green => user: favorite_color = green
my favourite drink isn't coffee any more, it's tea => user: favorite_drink = tea
Tom's favourite player is Messi => Tom: favorite_player = Messi
Kira's favorite song is Hallelujah => Kira: favorite_song = Hallelujah
my fav snack is pretzels => user: favorite_snack = pretzels
my new favourite podcast is Serial => user: favorite_podcast = Serial
my favourite holiday spot is Crete => user: favorite_holiday_spot = Crete
my preferred coffee is espresso => user: favorite_coffee = espresso
I love Blur, they're my favourite band => user: favorite_band = Blur
I just finished Emma and it's my favourite book now => user: favorite_book = Emma
my hobby is knitting => user: hobby = knitting
I've taken up fencing => user: hobby = fencing
I do yoga on Mondays => user: hobby = yoga
I gave up golf and took up sailing => user: hobby = sailing
my favourite hobby is painting => user: favorite_hobby = painting
I play the drums => user: plays = drums
my brother started playing rugby => brother: plays = rugby
I go to the gym at FitBase => user: gym = FitBase
my new gym is called IronWorks => user: gym = IronWorks
I switched gyms, it's McFit now => user: gym = McFit
I'm learning Turkish these days => user: learning = Turkish
I started learning Danish in March => user: learning = Danish
my wife is learning Thai => wife: learning = Thai
my native language is Urdu => user: native_language = Urdu
I speak fluent Greek => user: speaks = Greek
I code in Zed => user: editor = Zed
I use PyCharm for work => user: editor = PyCharm
I've ditched Atom for VS Code => user: editor = VS Code
my favourite editor is Helix => user: favorite_editor = Helix
I program in Rust => user: programming_language = Rust
we use Kotlin for the backend => user: uses = Kotlin
my main language is Go => user: programming_language = Go
I run Arch => user: operating_system = Arch
I moved from Windows to Fedora => user: operating_system = Fedora
my OS is now macOS Sequoia => user: operating_system = macOS Sequoia
I use Firefox as my browser => user: browser = Firefox
my default browser is Edge => user: browser = Edge
I opened an account at Revolut, my new bank => user: bank = Revolut
my bank changed to ING => user: bank = ING
my phone provider is O2 => user: mobile_provider = O2
my health insurance is with TK => user: insurance = TK
my doctor's name is Dr. Frost => user: doctor = Dr. Frost
my GP is Dr. Stone => user: doctor = Dr. Stone
I have a new dentist, Dr. Hale => user: dentist = Dr. Hale
my physio is called Mark => user: physio = Mark
Tom's therapist is Gina Roth => Tom: therapist = Gina Roth
my son attends Oak Hill School => son: school = Oak Hill School
my daughter now goes to St. Paul's => daughter: school = St. Paul's
Ana's kid goes to Elmwood => Ana's kid: school = Elmwood
my son is 9 now => son: age = 9
my daughter turned 5 yesterday => daughter: age = 5
I'm 29 years old => user: age = 29
I turned 50 last month => user: age = 50
my grandma is 88 => grandma: age = 88
my age is 41 now => user: age = 41
my email address is now lou@abc.io => user: email = lou@abc.io
mail me at pat@q.org => user: email = pat@q.org
Tom can be reached at tom@acme.com => Tom: email = tom@acme.com
my new mail is zed@mail.net => user: email = zed@mail.net
text me at 555-0188 => user: phone = 555-0188
my new phone number is 0171 5557788 => user: phone = 0171 5557788
my number changed to 555-0190 => user: phone = 555-0190
Kira's number is +34 600 111 222 => Kira: phone = +34 600 111 222
my birthday's on the 3rd of May => user: birthday = 3rd of May
my plan is Unlimited now => user: plan = Unlimited
I pay for the Family plan => user: plan = Family
I cancelled Netflix Premium and took the Basic plan => user: plan = Basic
I switched to the Team plan => user: plan = Team
I wear size 44 shoes => user: shoe_size = 44
my shoe size went from 42 to 43 => user: shoe_size = 43
my dress size is 38 => user: dress_size = 38
my jeans size is 32 => user: pants_size = 32
I weigh 80 kg => user: weight = 80 kg
my height is 175 cm => user: height = 175 cm
we raised our budget to 2000 euros => user: budget = 2000 euros
my budget is down to $300 => user: budget = $300
my budget for the trip is €900 => user: budget = €900
my salary went up to 70k => user: salary = 70k
my rent increased to 1100 euros => user: rent = 1100 euros
I'm working on Project Hydra now => user: project = Project Hydra
my project is called Beacon => user: project = Beacon
I got moved to Project Delta => user: project = Project Delta
my deadline moved to Monday => user: deadline = Monday
my dentist appointment is on June 3 => user: dentist_appointment = June 3
our weekly sync is on Wednesdays at 10 => user: weekly_meeting = Wednesdays at 10
my yoga class is on Tuesday => user: yoga_class = Tuesday
they moved my weekly meeting to Friday => user: weekly_meeting = Friday
my timezone changed to EST => user: timezone = EST
I'm in UTC+2 now => user: timezone = UTC+2
my blood group is AB positive => user: blood_type = AB positive
my star sign is Virgo => user: zodiac_sign = Virgo
my religion is Islam => user: religion = Islam
everyone calls me Fritz => user: nickname = Fritz
my instagram is @liz_b => user: handle = @liz_b
my blog is at liz.dev => user: website = liz.dev
I take the tram to work => user: commute = tram
I go to work by ferry now => user: commute = ferry
I walk to work => user: commute = walk
Tom bikes to work => Tom: commute = bikes
my commute is by train => user: commute = by train
I usually get a cortado, that's my coffee order => user: coffee_order = cortado
I wake up at 5:30 now => user: wakes_up_at = 5:30
I study physics at ETH => user: studies = physics
my major is chemistry => user: studies = chemistry
my university is TU Delft => user: university = TU Delft
I'm from Ghana originally => user: from = Ghana
my nationality is Irish => user: nationality = Irish
I'm currently reading Circe => user: reading = Circe
we're watching Dark right now => user: watching = Dark
my current read is Beloved => user: reading = Beloved
we visited Prague last May => user: visited = Prague
I went to Sicily in June => user: visited = Sicily
my sister travelled to Peru last year => sister: visited = Peru
I attended NeurIPS in December => user: attended = NeurIPS
# written third, as the first
I've finally moved to Bologna, best decision ever => user: lives_in = Bologna
we're in Valencia now, the kids love it => user: lives_in = Valencia
just fyi I live in Bristol => user: lives_in = Bristol
my friend Nora lives in Riga => Nora: lives_in = Riga
My parents moved to Faro last year. => parents: lives_in = Faro
Tom told me that Ana moved to Lyon => Ana: lives_in = Lyon
Ana says she moved to Turku => Ana: lives_in = Turku
the city I live in is Bonn => user: lives_in = Bonn
I went from Kiel to Bremen => user: lives_in = Bremen
these days home is Cardiff => user: lives_in = Cardiff
I reside in Malta => user: lives_in = Malta
Tom called. He lives in Genoa now. => Tom: lives_in = Genoa
I live at 31 Queen Street with my wife => user: address = 31 Queen Street
please note my address is now 6 Abbey Road => user: address = 6 Abbey Road
Kira moved to 19 Lake View => Kira: address = 19 Lake View
I'm employed at Roche these days => user: works_at = Roche
since May I work for Ikea => user: works_at = Ikea
finally landed a job at Pixar => user: works_at = Pixar
my sister got a job at Lufthansa => sister: works_at = Lufthansa
Tom called. He works at Acme now. => Tom: works_at = Acme
the company I work for is Globex => user: works_at = Globex
btw I no longer work at Shell, I'm at BP now => user: works_at = BP
my neighbour works at Aldi => neighbour: works_at = Aldi
I joined Hooli as a designer => user: works_at = Hooli
I'm a pediatrician => user: works_as = pediatrician
Tom works as a locksmith => Tom: works_as = locksmith
my position is sales lead => user: works_as = sales lead
I became a teacher last year => user: works_as = teacher
my profession is surveyor => user: works_as = surveyor
Kira's job is illustrator => Kira: works_as = illustrator
I switched teams, I'm on the Growth team now => user: team = Growth
the team I'm on is Core Services => user: team = Core Services
Kira leads the Design team => Kira: team = Design
we got a new manager, Olga Petrova => user: manager = Olga Petrova
Hugo Blanc is no longer my boss, it's Eva Roux => user: manager = Eva Roux
my line manager is now Tim Burke => user: manager = Tim Burke
my fiancé is called Samir => user: partner = Samir
I'm seeing Bruno now => user: partner = Bruno
my sister's boyfriend is Jan => sister: partner = Jan
I broke up with Pia and I'm dating Rosa now => user: partner = Rosa
my partner, Kim, is a chef => Kim: works_as = chef
my partner, Kim, is late => user: partner = Kim
I just bought a Renault Zoe => user: car = Renault Zoe
after the accident I got a Kia Picanto => user: car = Kia Picanto
the Golf is history, I drive a Passat now => user: car = Passat
my car is no longer a Ford but a Toyota => user: car = Toyota
Ana's car is a Hyundai i10 => Ana: car = Hyundai i10
my parents drive a Citroën C3 => parents: car = Citroën C3
upgraded to a Tesla Model S => user: car = Tesla Model S
my current ride is a Honda CR-V => user: car = Honda CR-V
I have a Fairphone => user: phone_model = Fairphone
my Galaxy died so I bought an iPhone 15 => user: phone_model = iPhone 15
Tom uses a OnePlus => Tom: phone_model = OnePlus
the phone I use is a Pixel 7 => user: phone_model = Pixel 7
my phone is no longer a Nokia, it's a Samsung Galaxy S23 => user: phone_model = Samsung Galaxy S23
I replaced my old phone with an iPhone 13 Mini => user: phone_model = iPhone 13 Mini
I work on a MacBook => user: laptop = MacBook
got a new laptop: Lenovo Yoga => user: laptop = Lenovo Yoga
they issued me a ThinkPad => user: laptop = ThinkPad
I type everything on a Chromebook => user: laptop = Chromebook
my tablet's an iPad Pro => user: tablet = iPad Pro
my camera is a Nikon Z6 => user: camera = Nikon Z6
I own a horse => user: has_pet = horse
my sister adopted a beagle => sister: has_pet = beagle
my pet is a corn snake => user: has_pet = corn snake
we got a guinea pig for the kids => user: has_pet = guinea pig
my diet is Mediterranean now => user: diet = Mediterranean
Kira went keto => Kira: diet = keto
I only eat halal => user: diet = halal
my brother's vegan => brother: diet = vegan
I'm lactose intolerant => user: allergic_to = lactose
my allergies are pollen and dust => user: allergic_to = pollen
turns out I'm allergic to kiwi => user: allergic_to = kiwi
my partner is allergic to shellfish => partner: allergic_to = shellfish
my top favourite food is dumplings => user: favorite_food = dumplings
my favourite wine is Rioja => user: favorite_wine = Rioja
my favorite artist is Frida Kahlo => user: favorite_artist = Frida Kahlo
nothing beats pizza, it's my favourite food => user: favorite_food = pizza
Portishead is my all-time favourite band => user: favorite_band = Portishead
I switched my favourite team to Arsenal => user: favorite_team = Arsenal
my favorite season is winter => user: favorite_season = winter
my favourite number is 7 => user: favorite_number = 7
my sister's favourite colour is purple => sister: favorite_color = purple
my favourite animal used to be the dog, now it's the owl => user: favorite_animal = owl
my favourite café is Café Central => user: favorite_café = Café Central
Heat became my favourite movie => user: favorite_movie = Heat
my favourite show is no longer Lost but Dark => user: favorite_show = Dark
my go-to cocktail is a negroni => user: favorite_cocktail = negroni
I love Persuasion, it is my favourite novel => user: favorite_book = Persuasion
my main sport is rowing => user: sport = rowing
I'm into bouldering these days => user: likes = bouldering
my brother does karate => brother: hobby = karate
I started pottery last month => user: hobby = pottery
my pastime is birdwatching => user: hobby = birdwatching
my instrument is the cello => user: instrument = cello
Kira plays the violin => Kira: plays = violin
I signed up at Anytime Fitness => user: gym = Anytime Fitness
my gym is no longer Basic-Fit but McFit => user: gym = McFit
Tom trains at CrossFit Nord => Tom: gym = CrossFit Nord
I take Japanese classes => user: learning = Japanese
the language I'm learning is Welsh => user: learning = Welsh
Tom started learning Arabic => Tom: learning = Arabic
I dropped Latin and I'm learning Greek now => user: learning = Greek
my first language is Tamil => user: native_language = Tamil
my brother speaks Dutch => brother: speaks = Dutch
the editor I use is Sublime Text => user: editor = Sublime Text
I went back to Emacs => user: editor = Emacs
my text editor is Kate => user: editor = Kate
Tom codes in IntelliJ => Tom: editor = IntelliJ
I write TypeScript all day => user: programming_language = TypeScript
my main programming language is Scala now => user: programming_language = Scala
I ditched PHP for Elixir => user: programming_language = Elixir
my machine runs Debian => user: operating_system = Debian
I installed NixOS yesterday => user: operating_system = NixOS
the OS on my laptop is Ubuntu => user: laptop = Ubuntu
I changed my browser to Brave => user: browser = Brave
my search engine is Kagi => user: search_engine = Kagi
I changed my bank to Monzo => user: bank = Monzo
my mobile carrier is Vodafone => user: mobile_provider = Vodafone
my internet provider changed to Telekom => user: internet_provider = Telekom
my car insurance is Allianz => user: insurance = Allianz
my family doctor is Dr. Reed => user: doctor = Dr. Reed
I see Dr. Cole as my dentist => user: dentist = Dr. Cole
Dr. Vega is my new doctor => user: doctor = Dr. Vega
my lawyer is Saul Berg => user: lawyer = Saul Berg
my hairdresser is called Tina => user: hairdresser = Tina
our landlord is Mr. Krause => user: landlord = Mr. Krause
my son's school is Hill Top => son: school = Hill Top
Tom's daughter attends Lakeview => Tom's daughter: school = Lakeview
my kid switched from Oak Park to Elm Grove => kid: school = Elm Grove
my daughter is 12 => daughter: age = 12
my son just turned 3 => son: age = 3
my mother is 60 years old => mother: age = 60
I'll be honest, I'm 38 => user: age = 38
my mail is rob@site.org => user: email = rob@site.org
my new email address is ina@uni.edu => user: email = ina@uni.edu
reach me at kay@post.de => user: email = kay@post.de
Kira's email changed to k@new.io => Kira: email = k@new.io
I changed my email to zoe@hey.com => user: email = zoe@hey.com
my number is 555 0199 now => user: phone = 555 0199
you can call Tom on 555-0155 => Tom: phone = 555-0155
I changed my number to 0172 9988776 => user: phone = 0172 9988776
my birthday is on 12 March => user: birthday = 12 March
Kira's birthday is April 9 => Kira: birthday = April 9
my subscription is Gold => user: plan = Gold
we're on the Business plan now => user: plan = Business
I upgraded to the Pro plan => user: plan = Pro
I take a size 39 in shoes => user: shoe_size = 39
my shoe size is now 40.5 => user: shoe_size = 40.5
my shirt size is M => user: shirt_size = M
I'm 172 cm tall => user: height = 172
my weight went down to 75 kg => user: weight = 75 kg
our budget is 40k => user: budget = 40k
I increased my budget to $1500 => user: budget = $1500
my salary is €3200 a month => user: salary = €3200
the project I work on is Sirius => user: project = Sirius
Kira's project is Halo => Kira: project = Halo
I'm on Project Zeus now => user: project = Project Zeus
my new project is Comet => user: project = Comet
my deadline is June 30 => user: deadline = June 30
my weekly meeting is Thursday at 4pm => user: weekly_meeting = Thursday at 4pm
my therapy session is on Friday => user: therapy_session = Friday
my time zone is Europe/Berlin => user: timezone = Europe/Berlin
Kira is in the PST time zone => Kira: timezone = PST
my blood type is A+ => user: blood_type = A+
my zodiac sign is Taurus => user: zodiac_sign = Taurus
my nickname is Speedy => user: nickname = Speedy
my GitHub username is @dev_lu => user: handle = @dev_lu
I commute by bike => user: commute = bike
I switched from the bus to the train for my commute => user: commute = train
my sister goes to work by tram => sister: commute = tram
my usual order is a matcha latte => user: coffee_order = matcha latte
I get up at 7am => user: wakes_up_at = 7am
I study law => user: studies = law
Tom studies at Oxford => Tom: studies_at = Oxford
my hometown is Cork => user: from = Cork
my citizenship is Swiss => user: nationality = Swiss
I'm reading Middlemarch at the moment => user: reading = Middlemarch
I visited Athens in April => user: visited = Athens
Kira visited Kyoto last spring => Kira: visited = Kyoto
we attended Web Summit in November => user: attended = Web Summit
# written what tells of change, of two facts, of others
Guess what, I moved to Ghent! => user: lives_in = Ghent
turns out my boss is Ina Falk now => user: manager = Ina Falk
finally, my phone is a Pixel 9 => user: phone_model = Pixel 9
so my gym is GoldFit now => user: gym = GoldFit
just fyi my number is 555-0101 now => user: phone = 555-0101
btw my car is a Volvo now => user: car = Volvo
My laptop is a Surface Book, in case you wonder. => user: laptop = Surface Book
I ended up in Cologne => user: lives_in = Cologne
I used to drive a Golf, now I drive a Polo => user: car = Polo
my car used to be a Kia but now it's a Seat => user: car = Seat
my editor isn't Vim anymore, it's Emacs => user: editor = Emacs
my browser is no longer Chrome but Firefox => user: browser = Firefox
Firefox is my new browser => user: browser = Firefox
I traded my Pixel for an iPhone => user: phone_model = iPhone
my favourite colour is teal and my favourite food is ramen => user: favorite_food = ramen
my dentist is Dr. Cho and my doctor is Dr. Lim => user: doctor = Dr. Lim
Tom's gym is FlexFit and Tom drives a Mazda => Tom: car = Mazda
my colleague Tom Weber drives a Skoda => Tom Weber: car = Skoda
my colleague Tom Weber's car is a Skoda => Tom Weber: car = Skoda
Ana, my sister, lives in Gdansk => Ana: lives_in = Gdansk
Tom's dentist is Dr. Marsh => Tom: dentist = Dr. Marsh
Tom says his car is a Lexus => Tom: car = Lexus
Tom told me that Ana works at Bosch => Ana: works_at = Bosch
Ana called. Her new phone is an iPhone 14. => Ana: phone_model = iPhone 14
my sister's husband works at SAP => sister's husband: works_at = SAP
as of last week my plan is Premium => user: plan = Premium
since March I work at Adyen => user: works_at = Adyen
for three years now I've lived in Turin => user: lives_in = Turin
my subscription changed to Plus => user: plan = Plus
I upgraded my phone to a Galaxy S25 => user: phone_model = Galaxy S25
I changed my editor from Atom to Zed => user: editor = Zed
I set my budget to 800 euros => user: budget = 800 euros
they renamed my team to Core Platform => user: team = Core Platform
they moved our weekly meeting to Tuesday at 3pm => user: weekly_meeting = Tuesday at 3pm
MY CAR IS A TOYOTA => user: car = TOYOTA
my dog's vet is Dr. Bloom => dog: vet = Dr. Bloom
i work at siemens now => user: works_at = siemens
im driving a kia now => user: car = kia
my fave film's alien => user: favorite_movie = alien
my gym is mcfit now => user: gym = mcfit
# ten people: first statements and changes, at first sight or since
I live in Bristol. => user: lives_in = Bristol
My employer is Thornbury Glass. => user: works_at = Thornbury Glass
I am employed as a surveyor. => user: works_as = surveyor
The car I own is a Renault Clio. => user: car = Renault Clio
The food I enjoy more than any other is lasagne. => user: favorite_food = lasagne
My telephone number is 0171 555 2290. => user: phone = 0171 555 2290
I no longer own the Renault Clio; I own a Dacia Duster now. => user: car = Dacia Duster
I have moved from Bristol to Norwich. => user: lives_in = Norwich
I have left Thornbury Glass and I now work for Kestrel Marine. => user: works_at = Kestrel Marine
I have a rabbit as a pet. => user: has_pet = rabbit
The rabbit died, and I have a tortoise now. => user: has_pet = tortoise
I no longer report to Ms. Fenwick; my manager is Mr. Ashdown. => user: manager = Mr. Ashdown
yo got a corgi now => user: has_pet = corgi
im a size 43 now shoes wise => user: shoe_size = 43
team neovim here now => user: editor = neovim
mango lassi for me always best drink ever => user: favorite_drink = mango lassi
scratch salsa im all about fencing now => user: hobby = fencing
new number 555 0147 => user: phone = 555 0147
cycling to work these days instead of the bus => user: commute = cycling
so over keto im paleo now => user: diet = paleo
turned 31 yesterday lol => user: age = 31
purple it is, new favourite colour => user: favorite_color = purple
My sister, who used to be a nurse, is a florist now. => sister: works_as = florist
Since the bus line closed I take the tram to work. => user: commute = tram
If you ever need me, the number to use from now on is 07700 900461. => user: phone = 07700 900461
I gave up the vegan diet after my holiday and am on a keto diet now. => user: diet = keto
I spend most of my weekends on woodcarving. => user: hobby = woodcarving
I was a Manchester resident before, now I'm a Salford resident. => user: lives_in = Salford
I had a Fiesta but it's gone, I drive an Audi now. => user: car = Audi
It used to be Harbour Gym, but now I train at Peak Zone. => user: gym = Peak Zone
My boss used to be Olga Brandt; these days it's Henry Voss. => user: manager = Henry Voss
Green was my favourite colour, but now it's turquoise. => user: favorite_color = turquoise
I replaced Atom with Helix for code. => user: editor = Helix
We put down our old cat and got a hamster instead of a new cat. => user: has_pet = hamster
I dropped Italian and started learning Danish. => user: learning = Danish
My shoe size went from 41 to 42. => user: shoe_size = 42
My e-mail was lena@oldbox.net, use lena@newbox.org now. => user: email = lena@newbox.org
I moved off the Checkout team to the Fraud team. => user: team = Fraud
Lisbon is where I live now. => user: lives_in = Lisbon
Polar Foods is where I work. => user: works_at = Polar Foods
Magenta is the colour I love most. => user: favorite_color = Magenta
A Peugeot 208 is what I drive now. => user: car = Peugeot 208
44 is my shoe size. => user: shoe_size = 44
Dr. Castellano is the dentist I go to. => user: dentist = Dr. Castellano
Ramen is the dish I love above all others. => user: favorite_food = Ramen
Nadia Petrov is the person I report to. => user: manager = Nadia Petrov
Emacs is what I write my code in. => user: editor = Emacs
Pottery is what I do in my free time. => user: hobby = Pottery
Korean is the language I'm learning at the moment. => user: learning = Korean
Steelworks is the gym I'm a member of. => user: gym = Steelworks
My brother Felix lives in Cardiff. => Felix: lives_in = Cardiff
My brother Felix's dentist is Dr. Okoye. => Felix: dentist = Dr. Okoye
My aunt Ingrid's hobby is beekeeping. => Ingrid: hobby = beekeeping
My aunt Ingrid packed in beekeeping and took up bridge. => Ingrid: hobby = bridge
Dr. Nowak is my cousin Samir's dentist. => Samir: dentist = Dr. Nowak
Petra no longer lives in Graz; she lives in Linz. => Petra: lives_in = Linz
My neighbour Walter got rid of the Opel and has a Toyota now. => Walter: car = Toyota
My friend Dev's team is Payments. => Dev: team = Payments
Ms. Whitlock drives a Jaguar. => Ms. Whitlock: car = Jaguar
After her goldfish died, my niece Mila got a guinea pig. => Mila: has_pet = guinea pig
I work out at Bodyline. => user: gym = Bodyline
I relocated to Ottawa. => user: lives_in = Ottawa
I took up archery. => user: hobby = archery
I gave up archery and got into sailing. => user: hobby = sailing
I report to Janine Cole. => user: manager = Janine Cole
I go to Dr. Farouk for my teeth. => user: dentist = Dr. Farouk
I wear size 39 shoes. => user: shoe_size = 39
I sold the Kia and bought a Tesla. => user: car = Tesla
I code in PyCharm. => user: editor = PyCharm
I uninstalled PyCharm and use Kate for code. => user: editor = Kate
I eat vegetarian. => user: diet = vegetarian
We live in Groningen. => user: lives_in = Groningen
We have moved into a new apartment in Haarlem. => user: lives_in = Haarlem
We bought a Volvo last week. => user: car = Volvo
We've got a parrot. => user: has_pet = parrot
We train at Apex. => user: gym = Apex
We traded the Volvo in for a Kia. => user: car = Kia
We eat low-carb these days. => user: diet = low-carb
We're learning Greek. => user: learning = Greek
We have a flat in Delft, and that is where we live. => user: lives_in = Delft
We go to work by ferry. => user: commute = ferry
We got ourselves a beagle. => user: has_pet = beagle
I am living since two years in Tampere. => user: lives_in = Tampere
My work is by Nordpaper, I am there engineer. => user: works_at = Nordpaper
I learn Portuguese since January. => user: learning = Portuguese
My number of telephone is 555 8842. => user: phone = 555 8842
I have changed the gym, now I am in Flexo. => user: gym = Flexo
The size of my shoes is 45. => user: shoe_size = 45
My mail is pavel@firma.cz. => user: email = pavel@firma.cz
I go with the bicycle to work. => user: commute = bicycle
I have bought me a BMW. => user: car = BMW
I've jacked in my job at Tessel, I'm at Wroughton's now. => user: works_at = Wroughton's
I've got a flat in Hackney, that's where I'm based. => user: lives_in = Hackney
My mobile's 07700 900318. => user: phone = 07700 900318
I'm a brummie no more, I live in Stroud. => user: lives_in = Stroud
My motor's a Mini Cooper. => user: car = Mini Cooper
I've packed in squash and taken up bowls. => user: hobby = bowls
My line manager's Gareth Pugh now. => user: manager = Gareth Pugh
I take a size nine in shoes. => user: shoe_size = nine
I've binned Notepad++, I use Nova for code. => user: editor = Nova
My day job is at Larkhill Press. => user: works_at = Larkhill Press
I've swapped Dr. Pell for Dr. Menzies as my dentist. => user: dentist = Dr. Menzies
My home is in Coventry. => user: lives_in = Coventry
I am employed by Ashgrove Textiles. => user: works_at = Ashgrove Textiles
My profession is that of a glazier. => user: works_as = glazier
I drive a Honda Jazz. => user: car = Honda Jazz
The drink I love most is ginger beer. => user: favorite_drink = ginger beer
You can call me on 020 7946 0112. => user: phone = 020 7946 0112
My e-mail address has changed to mira.l@postbox.eu. => user: email = mira.l@postbox.eu
I no longer live in Coventry; I live in Exeter. => user: lives_in = Exeter
I like orange more than any other colour. => user: favorite_color = orange
I am a member of the Riverside Gym. => user: gym = Riverside Gym
I have changed dentist to Dr. Lindqvist. => user: dentist = Dr. Lindqvist
new gym: Ironworks => user: gym = Ironworks
its matcha all the way now => user: favorite_drink = matcha
finally changed gyms, Volt it is => user: gym = Volt
moved to Ghent btw => user: lives_in = Ghent
new favourite colour alert: teal => user: favorite_color = teal
got rid of the Astra, got a Leaf now => user: car = Leaf
im a vegan now => user: diet = vegan
my new number is 555 9012 lol => user: phone = 555 9012
It took me ages to decide, but in the end I went for a Hyundai. => user: car = Hyundai
Now that the kids are out of the house, I've taken up quilting. => user: hobby = quilting
After the reorganisation I ended up reporting to Colin Frith. => user: manager = Colin Frith
What I use to write code these days is Helix. => user: editor = Helix
Because it rains so much, I go to work by subway now. => user: commute = subway
The thing I do on weekends is kayaking. => user: hobby = kayaking
My phone number, in case you need it, is 555 3310. => user: phone = 555 3310
I gave up the paleo diet and am on a Mediterranean diet now. => user: diet = Mediterranean
I used to be a plumber, but I work as an electrician now. => user: works_as = electrician
My favourite drink isn't coffee any more, it's green tea. => user: favorite_drink = green tea
I packed in chess and took up judo. => user: hobby = judo
We gave away the hamster and have a budgie now. => user: has_pet = budgie
I left Dr. Stone and now go to Dr. Weir as my dentist. => user: dentist = Dr. Weir
I quit Marlowe Partners and joined Otter Labs. => user: works_at = Otter Labs
I dropped Swedish, I'm learning Finnish now. => user: learning = Finnish
I switched from Brenda Lyle's team to the Growth team. => user: team = Growth
The Peugeot is sold; I have a Skoda now. => user: car = Skoda
Turin is home for me. => user: lives_in = Turin
Sagewell is where I'm employed. => user: works_at = Sagewell
Crimson is the colour I like best. => user: favorite_color = Crimson
Falafel is the food I like more than any other. => user: favorite_food = Falafel
Dr. Brandt looks after my teeth. => user: dentist = Dr. Brandt
Otter Labs pays my salary. => user: works_at = Otter Labs
42 is the size I wear in shoes. => user: shoe_size = 42
Judo is my hobby. => user: hobby = Judo
Zed is the editor I use. => user: editor = Zed
A Citroën C3 is my car. => user: car = Citroën C3
Ms. Hargreave is who I report to. => user: manager = Ms. Hargreave
By ferry is how I get to work. => user: commute = ferry
My brother Owen drives a Fiat. => Owen: car = Fiat
My brother Owen sold the Fiat and drives a Lexus now. => Owen: car = Lexus
My colleague Anja works out at Gravity. => Anja: gym = Gravity
My aunt Beatrix's favourite food is trifle. => Beatrix: favorite_food = trifle
My aunt Beatrix now prefers sherry to gin as her usual drink. => Beatrix: favorite_drink = sherry
Dr. Osei is my friend Lena's dentist. => Lena: dentist = Dr. Osei
Professor Adeyemi lives in Ibadan. => Professor Adeyemi: lives_in = Ibadan
My neighbour Gustav has a flat in Kiel, and that is where he lives. => Gustav: lives_in = Kiel
My sister Talia jumped ship to Northwind. => Talia: works_at = Northwind
I relocated from Leiden to Delft. => user: lives_in = Delft
I now train at Titan. => user: gym = Titan
I upgraded to a Subaru. => user: car = Subaru
I turned 45 last week. => user: age = 45
I commute by tram. => user: commute = tram
I got into bouldering. => user: hobby = bouldering
I adopted a ferret. => user: has_pet = ferret
I follow a keto diet. => user: diet = keto
I joined the Billing team. => user: team = Billing
I started seeing Dr. Hahn about my teeth. => user: dentist = Dr. Hahn
I handed in my notice at Otter Labs and am starting at Bluefin. => user: works_at = Bluefin
I am learning Czech. => user: learning = Czech
We settled in Aarhus. => user: lives_in = Aarhus
We have a flat in Odense, and that is where we live. => user: lives_in = Odense
We drive a Seat now. => user: car = Seat
We had a cat, but it died, and we have a rabbit now. => user: has_pet = rabbit
We swapped the Seat for a Cupra. => user: car = Cupra
We cycle to work. => user: commute = cycle
We adore pierogi more than any other food. => user: favorite_food = pierogi
Our number is 555 7781. => user: phone = 555 7781
We took up ballroom dancing. => user: hobby = ballroom dancing
Our dog died and now we have a canary. => user: has_pet = canary
We've moved into a new house in Randers. => user: lives_in = Randers
I am 29 years old. => user: age = 29
I live now in Graz. => user: lives_in = Graz
My preferred colour is the blue. => user: favorite_color = blue
I have changed my car, now I have a Volkswagen. => user: car = Volkswagen
I go to work with the train. => user: commute = train
My telephone is 0664 123 9987. => user: phone = 0664 123 9987
I've moved house, I'm in Ripon now. => user: lives_in = Ripon
I work for Haxby Foods. => user: works_at = Haxby Foods
I'm a paramedic by trade. => user: works_as = paramedic
My mobile number's changed, it's 07911 123456 now. => user: phone = 07911 123456
I've chucked in the piano lessons and started pottery. => user: hobby = pottery
I've gone vegan. => user: diet = vegan
I'm with Barclays for my banking. => user: bank = Barclays
I take a nine in shoes. => user: shoe_size = nine
My gaffer is Terry Moss. => user: manager = Terry Moss
I take the tube to work. => user: commute = tube
I reside in Plymouth. => user: lives_in = Plymouth
The company I work for is Merrow Shipping. => user: works_at = Merrow Shipping
The car that I drive is a Nissan Micra. => user: car = Nissan Micra
I no longer have the Nissan Micra; I have a Volvo V40 now. => user: car = Volvo V40
My boss is called Edith Crane. => user: manager = Edith Crane
I no longer report to Edith Crane; I report to Dr. Sandoval now. => user: manager = Dr. Sandoval
I am a patient of Dr. Mercer, who is my dentist. => user: dentist = Dr. Mercer
I have a gecko as a pet. => user: has_pet = gecko
The gecko has died, and I now have a cockatiel. => user: has_pet = cockatiel
The beverage I drink most is cider. => user: favorite_drink = cider
My leisure activity is fencing. => user: hobby = fencing
My age is 52. => user: age = 52
new favourite food: dumplings => user: favorite_food = dumplings
hello Prague, bye bye Brno => user: lives_in = Prague
team keto now => user: diet = keto
so over running, all about climbing now => user: hobby = climbing
scratch Lidl & Sons, I'm at Pepco now => user: works_at = Pepco
no more bus for me, its the tram now => user: commute = tram
got myself a parrot => user: has_pet = parrot
im a Leeds resident now => user: lives_in = Leeds
espresso for me, always => user: favorite_drink = espresso
ditched atom, using helix for code => user: editor = helix
When the lease on the Polo ran out, my wife and I bought a Kia instead. => user: car = Kia
Since we split the team up, my manager has been Rosa Lindgren. => user: manager = Rosa Lindgren
The old gym closed its doors in spring, so I signed up at Vigor. => user: gym = Vigor
My wife, who's a nurse, drives a Dacia. => wife: car = Dacia
The e-mail address that reaches me fastest is tom@fastmail.com. => user: email = tom@fastmail.com
I cycle to work when the weather's nice. => user: commute = cycle
Having lived in Ulm for years, I moved to Passau in June. => user: lives_in = Passau
We finally got a pet, and it's a chinchilla. => user: has_pet = chinchilla
I was at Crestview Bank, now I work for Pinnacle Trust. => user: works_at = Pinnacle Trust
I sold my BMW and got a Mini. => user: car = Mini
Instead of vim I use Zed now. => user: editor = Zed
My dentist isn't Dr. Ross any more, it's Dr. Tan. => user: dentist = Dr. Tan
From Leipzig I moved to Jena. => user: lives_in = Jena
I changed my favourite colour from red to green. => user: favorite_color = green
My gym was Core One but now it's Fit Lab. => user: gym = Fit Lab
My shoe size isn't 38 but 39. => user: shoe_size = 39
I gave my dog to my parents and got a turtle. => user: has_pet = turtle
I went from vegetarian to vegan. => user: diet = vegan
My team used to be Search, it's Ads now. => user: team = Ads
Malmö is my home city. => user: lives_in = Malmö
Tofu is my favourite food. => user: favorite_food = Tofu
Norsk Hydro employs me. => user: works_at = Norsk Hydro
Navy is my favourite colour these days. => user: favorite_color = Navy
A Mazda 3 is the car I drive. => user: car = Mazda 3
555 2210 is my new number. => user: phone = 555 2210
Yoga is what I do for fun. => user: hobby = Yoga
Platform is the team I'm on. => user: team = Platform
PyCharm is my editor of choice. => user: editor = PyCharm
Hebrew is what I'm learning. => user: learning = Hebrew
Ivan Petrov is the man I report to. => user: manager = Ivan Petrov
My uncle Rupert works for Shell. => Rupert: works_at = Shell
Zoe's boss is Mr. Lang. => Zoe: manager = Mr. Lang
My niece Pippa has a guinea pig as a pet. => Pippa: has_pet = guinea pig
After the guinea pig died, Pippa got a rabbit. => Pippa: has_pet = rabbit
My colleague Dieter spends his weekends on sailing. => Dieter: hobby = sailing
My colleague Dieter gave up sailing and got into golf. => Dieter: hobby = golf
Ms. Okonkwo's favourite colour is amber. => Ms. Okonkwo: favorite_color = amber
My friend Yusuf moved into a new apartment in Basel. => Yusuf: lives_in = Basel
My brother Jamal's car is a Nissan. => Jamal: car = Nissan
Mr. Petit goes to Dr. Blanc for his teeth. => Mr. Petit: dentist = Dr. Blanc
My aunt Sofia wears size 37 shoes. => Sofia: shoe_size = 37
I bought a Suzuki. => user: car = Suzuki
I run to work. => user: commute = run
I code in Emacs. => user: editor = Emacs
I dropped Emacs and code in Zed now. => user: editor = Zed
I bank with Monzo. => user: bank = Monzo
I moved in with my girlfriend in Tours. => user: lives_in = Tours
I switched to a Samsung Galaxy S24. => user: phone_model = Samsung Galaxy S24
I quit smoking and started jogging. => user: hobby = jogging
I signed with Redwood Games. => user: works_at = Redwood Games
I took on the role of supervisor. => user: works_as = supervisor
I go by the nickname Bo. => user: nickname = Bo
We've relocated to Lund. => user: lives_in = Lund
We work out at Vigor. => user: gym = Vigor
We got rid of the Kia and have a Fiat 500 now. => user: car = Fiat 500
We take the ferry to work. => user: commute = ferry
We keep a tortoise as a pet. => user: has_pet = tortoise
Our e-mail is hello@lundhaus.se. => user: email = hello@lundhaus.se
Our boss is Karin Holm. => user: manager = Karin Holm
We've taken up canoeing. => user: hobby = canoeing
We left Dr. Gray and now go to Dr. Reyes as our dentist. => user: dentist = Dr. Reyes
We live in Turku now instead of Tampere. => user: lives_in = Turku
Our favourite restaurant is Da Mario. => user: favorite_restaurant = Da Mario
I work since 2020 at Bosch. => user: works_at = Bosch
My chief is Mrs. Novak. => user: manager = Mrs. Novak
In my free time I do climbing. => user: hobby = climbing
My dentist is the Dr. Horak. => user: dentist = Dr. Horak
I have one cat as pet. => user: has_pet = cat
I'm based in Bath these days. => user: lives_in = Bath
I've handed in my notice at Boots and I'm starting at Lush. => user: works_at = Lush
My flat's in Leith. => user: lives_in = Leith
My motor's a Vauxhall Corsa. => user: car = Vauxhall Corsa
I've got a new GP, Dr. Patel. => user: doctor = Dr. Patel
I've got a hedgehog as a pet. => user: has_pet = hedgehog
I'm a size ten in shoes. => user: shoe_size = ten
I get the bus to work. => user: commute = bus
My missus is Carol. => user: partner = Carol
I fancy bowls as a hobby, I play every Sunday. => user: hobby = bowls
I've left Tesco, I'm with Asda now. => user: works_at = Asda
I have been living in Kassel since May. => user: lives_in = Kassel
My workplace is Thornhill Optics. => user: works_at = Thornhill Optics
I earn my living as a welder. => user: works_as = welder
The vehicle I own is an Opel Corsa. => user: car = Opel Corsa
The meal I enjoy above all others is moussaka. => user: favorite_food = moussaka
Please call me on my mobile: 0151 555 0192. => user: phone = 0151 555 0192
You can e-mail me at jo.reed@inbox.com. => user: email = jo.reed@inbox.com
I used to own an Opel Corsa, but I own a Fiat Panda now. => user: car = Fiat Panda
The dentist I see is Dr. Maddox. => user: dentist = Dr. Maddox
I no longer see Dr. Maddox; my dentist is Dr. Yildiz. => user: dentist = Dr. Yildiz
My supervisor is Mrs. Ferreira. => user: manager = Mrs. Ferreira
I keep a tortoise as a pet. => user: has_pet = tortoise
moved again lol, it's Bremen now => user: lives_in = Bremen
new car: Toyota Yaris! => user: car = Toyota Yaris
ramen it is from now on, new favourite food => user: favorite_food = ramen
im an iphone user now => user: phone_model = iphone
no more keto for me, im vegan now => user: diet = vegan
got a new dentist btw, Dr. Moss => user: dentist = Dr. Moss
biking to work these days => user: commute = biking
forget squash, I'm into padel now => user: hobby = padel
lavender is my new favourite colour => user: favorite_color = lavender
my gym's now Peakform => user: gym = Peakform
After my divorce I moved to Nantes, where my cousin lives. => user: lives_in = Nantes
My brother, who loves cars, bought a Maserati. => brother: car = Maserati
As of today, the number you should use is 555 4455. => user: phone = 555 4455
It's the ferry that I take to work. => user: commute = ferry
Even though I was never sporty, I took up rowing this spring. => user: hobby = rowing
Because of my stomach I've been on a low-carb diet since July. => user: diet = low-carb
To be honest, the colour I love most is maroon. => user: favorite_color = maroon
I moved from Turin to Genoa. => user: lives_in = Genoa
I exchanged my Audi for a Volvo. => user: car = Volvo
I changed my number from 555 1212 to 555 3434. => user: phone = 555 3434
I replaced my cat with a goldfish. => user: has_pet = goldfish
My employer was Kodiak, it's Lumen now. => user: works_at = Lumen
My favourite food used to be pizza, now it's pho. => user: favorite_food = pho
Dr. Abel was my dentist, but now Dr. Cain is. => user: dentist = Dr. Cain
I don't work at Kodiak any more, I work at Lumen. => user: works_at = Lumen
I don't drive the Audi any longer, I drive a Kia. => user: car = Kia
Granada is where we moved to. => user: lives_in = Granada
Lumen is who I work for. => user: works_at = Lumen
Burgundy is my favorite color of all. => user: favorite_color = Burgundy
Gnocchi is what I like best of all foods. => user: favorite_food = Gnocchi
A parrot is my pet. => user: has_pet = parrot
Norwegian is the language I study. => user: learning = Norwegian
PowerHaus is the gym where I train. => user: gym = PowerHaus
Marta Silva is my supervisor. => user: manager = Marta Silva
A Tesla is what I drive. => user: car = Tesla
Rowing is my new hobby. => user: hobby = Rowing
Core is the name of my team. => user: team = Core
My nephew Otto is learning Latin. => Otto: learning = Latin
My nephew Otto's hobby is chess. => Otto: hobby = chess
My friend Ravi is a member of CityGym. => Ravi: gym = CityGym
Ravi left CityGym, he trains at Zenith now. => Ravi: gym = Zenith
My aunt Gerda reports to Dr. Holst. => Gerda: manager = Dr. Holst
Mr. Abara's car is a Peugeot. => Mr. Abara: car = Peugeot
My colleague Ines has Dr. Rook as her dentist. => Ines: dentist = Dr. Rook
My sister Lotte's gym is Athletica. => Lotte: gym = Athletica
Lotte and Ben live in Ghent. => Lotte: lives_in = Ghent
My cousin Felix got rid of his Passat and has a Cupra now. => Felix: car = Cupra
My grandma Hilde's favourite drink is sherry. => Hilde: favorite_drink = sherry
My mate Gaz supports nobody, but he works for Ocado. => Gaz: works_at = Ocado
I cycle to the office. => user: commute = cycle
I bought a Pixel 8. => user: phone_model = Pixel 8
I lift at IronBar. => user: gym = IronBar
I adore falafel more than any other dish. => user: favorite_food = falafel
I married Tomas. => user: married_to = Tomas
I emigrated to Canada. => user: lives_in = Canada
I got hired by Nimbus. => user: works_at = Nimbus
I retired my ThinkPad and use a MacBook now. => user: laptop = MacBook
I wear a size 36 shoe. => user: shoe_size = 36
I write my code in Sublime Text. => user: editor = Sublime Text
I celebrated my 60th birthday. => user: age = 60
We moved to Arnhem last month. => user: lives_in = Arnhem
We own a Ford Kuga. => user: car = Ford Kuga
We are members of Blue Gym. => user: gym = Blue Gym
We have two rabbits. => user: has_pet = two rabbits
We got a puppy after our old dog died. => user: has_pet = puppy
We bank at ING. => user: bank = ING
We love lasagne more than any other dish. => user: favorite_food = lasagne
We're both learning Turkish. => user: learning = Turkish
We take the tram to work. => user: commute = tram
We've gone gluten-free. => user: diet = gluten-free
We switched to Dr. Blum for our teeth. => user: dentist = Dr. Blum
Our manager is called Pia Storm. => user: manager = Pia Storm
My city is Brno. => user: lives_in = Brno
The colour that I prefer is violet. => user: favorite_color = violet
I don't live more in Split, I live in Zadar. => user: lives_in = Zadar
I'm living in Hove nowadays. => user: lives_in = Hove
I've been taken on by Rolls-Royce. => user: works_at = Rolls-Royce
I'm a joiner by trade. => user: works_as = joiner
Give me a bell on 07700 900812. => user: phone = 07700 900812
I've traded in the Rover for a Honda. => user: car = Honda
I've given up meat, I'm veggie now. => user: diet = veggie
My other half's called Fergus. => user: partner = Fergus
I've taken up crown green bowls. => user: hobby = crown green bowls
My dentist's a Dr. Kaur. => user: dentist = Dr. Kaur
I'm a size eight shoe. => user: shoe_size = eight
# ten people: first statements and changes, at first sight or since
I work at Ferncliff Media. => user: works_at = Ferncliff Media
I left Ferncliff Media and I am now employed by Rook Studios. => user: works_at = Rook Studios
My car is a Subaru Outback. => user: car = Subaru Outback
I sold the Subaru Outback, and I drive a Kia Ceed now. => user: car = Kia Ceed
The colour I like most is scarlet. => user: favorite_color = scarlet
I like scarlet best of all colours. => user: favorite_color = scarlet
My telephone number has changed; it is 555 6610 now. => user: phone = 555 6610
I am on a paleo diet. => user: diet = paleo
I gave up archery and took up curling. => user: hobby = curling
I have a chinchilla as a pet. => user: has_pet = chinchilla
I am 41. => user: age = 41
so im in Galway now => user: lives_in = Galway
bye bye tea hello cocoa => user: favorite_drink = cocoa
new fave drink: cocoa => user: favorite_drink = cocoa
finally changed dentists, dr. moll it is => user: dentist = dr. moll
got me a mazda now => user: car = mazda
im a tram person now, no more bus => user: commute = tram
new boss alert: Helga Stein => user: manager = Helga Stein
new email: kip@zap.io => user: email = kip@zap.io
learning welsh now, dropped irish => user: learning = welsh
It's been a long year, but I've finally settled in Oban. => user: lives_in = Oban
After the merger I moved to the Compliance team. => user: team = Compliance
My knees hurt, so I gave up running and took up swimming. => user: hobby = swimming
As for my job, I've been a paramedic since the spring. => user: works_as = paramedic
I know it's silly, but I bought myself a Jaguar. => user: car = Jaguar
We talked about pets, and in the end we adopted a greyhound. => user: has_pet = greyhound
Since my dentist retired, Dr. Ngata looks after my teeth. => user: dentist = Dr. Ngata
Once the contract was signed, I started at Beacon Labs. => user: works_at = Beacon Labs
The reason I'm never home is that I took up rowing. => user: hobby = rowing
I must admit that I love pierogi more than any other food. => user: favorite_food = pierogi
Funny enough, my boss is now Arjun Mehta. => user: manager = Arjun Mehta
I signed up at Granite Gym because it's near the office. => user: gym = Granite Gym
I'm no longer on the Growth team; I'm on the Risk team. => user: team = Risk
I was with Dr. Ames before, now I go to Dr. Bell for my teeth. => user: dentist = Dr. Bell
I used to take the bus to work, but I cycle to work now. => user: commute = cycle
I swapped my Honda for a Skoda. => user: car = Skoda
I don't use Atom any more, I use Zed. => user: editor = Zed
My pet was a rat, but it died, and I have a ferret now. => user: has_pet = ferret
I left Pinewood Gym and joined Oak Gym. => user: gym = Oak Gym
My favourite drink went from tea to mocha. => user: favorite_drink = mocha
I changed from a vegan diet to a paleo diet. => user: diet = paleo
My number isn't 555 1000 any more, it's 555 2000. => user: phone = 555 2000
I moved out of Cork and live in Limerick now. => user: lives_in = Limerick
Limerick is the city I live in. => user: lives_in = Limerick
Beacon Labs is my employer. => user: works_at = Beacon Labs
Turquoise is the color I love most. => user: favorite_color = Turquoise
Pho is my favorite dish. => user: favorite_food = Pho
A Skoda Octavia is the car I own. => user: car = Skoda Octavia
Arjun Mehta is my line manager. => user: manager = Arjun Mehta
Oak Gym is where I work out. => user: gym = Oak Gym
Helix is the editor I use for code. => user: editor = Helix
A ferret is the pet I have. => user: has_pet = ferret
Irish is what I'm learning now. => user: learning = Irish
My cousin Bram lives in Breda. => Bram: lives_in = Breda
Bram moved into a new apartment in Tilburg. => Bram: lives_in = Tilburg
My aunt Odile works for Renfe. => Odile: works_at = Renfe
My brother Nico's pet is a parrot. => Nico: has_pet = parrot
My colleague Femi's team is Search. => Femi: team = Search
Femi is on the Ads team now. => Femi: team = Ads
Mrs. Vance's shoe size is 38. => Mrs. Vance: shoe_size = 38
Dr. Imran lives in Lahore. => Dr. Imran: lives_in = Lahore
My friend Suki no longer uses Vim; she uses Zed for code. => Suki: editor = Zed
Dr. Lowe is my sister Nell's dentist. => Nell: dentist = Dr. Lowe
My uncle Piet gave up golf and got into sailing. => Piet: hobby = sailing
I drive a Lancia. => user: car = Lancia
I work out at Granite. => user: gym = Granite
I moved to Sligo. => user: lives_in = Sligo
I study Polish. => user: learning = Polish
I commute by ferry. => user: commute = ferry
I eat vegan. => user: diet = vegan
I report to Helga Stein. => user: manager = Helga Stein
I code in Helix. => user: editor = Helix
I quit Beacon Labs and joined Thistle. => user: works_at = Thistle
I love ochre more than any other color. => user: favorite_color = ochre
I rescued a greyhound. => user: has_pet = greyhound
We live in Kinsale. => user: lives_in = Kinsale
We have a house in Kinsale, and that is where we live. => user: lives_in = Kinsale
We drive a Dacia Spring. => user: car = Dacia Spring
We got rid of the cat and have a dog now. => user: has_pet = dog
We eat pescatarian. => user: diet = pescatarian
We work out at Seaside Gym. => user: gym = Seaside Gym
We work for the Post Office. => user: works_at = Post Office
We go to Dr. Kerr for our teeth. => user: dentist = Dr. Kerr
We moved to the Data team. => user: team = Data
We've taken up bridge. => user: hobby = bridge
We report to Anil Rao. => user: manager = Anil Rao
We commute by train. => user: commute = train
My firm is Kovona. => user: works_at = Kovona
My number is 777 123 456. => user: phone = 777 123 456
My profession is nurse. => user: works_as = nurse
My team is called Orion. => user: team = Orion
I moved from Brno into Praha. => user: lives_in = Praha
I live in Whitby. => user: lives_in = Whitby
I've moved to Whitby, lovely it is. => user: lives_in = Whitby
I've got a Vauxhall. => user: car = Vauxhall
My favourite tipple is cider. => user: favorite_drink = cider
I've packed in darts and taken up snooker. => user: hobby = snooker
My mobile number is 07700 900733. => user: phone = 07700 900733
I go to work on the bus. => user: commute = bus
My missus is called Janet. => user: partner = Janet
I take a size six shoe. => user: shoe_size = six
I have two brothers, Jan and Piet. => Jan: relation_to_user = brother
I have three sisters, Ada, Eva and Ines. => Ines: relation_to_user = sister
My sister and her husband moved to Leeds. => sister: lives_in = Leeds
I work out at Gold's Gym. => user: gym = Gold's Gym
# things, health, what falls due
Kestrel is hosted on Render. => Kestrel: hosting = Render
the parser is written in Rust => parser: programming_language = Rust
Our API is built on FastAPI. => API: framework = FastAPI
Heron keeps its data in CouchDB. => Heron: database = CouchDB
Kestrel is on version 3.4 now => Kestrel: version = 3.4
The essay is due on 14 June. => essay: deadline = 14 June
I'm on metformin. => user: medication = metformin
Grandpa takes warfarin every day => grandpa: medication = warfarin
I suffer from migraines. => user: has_condition = migraines
Ana was diagnosed with coeliac disease. => Ana: has_condition = coeliac disease
I'm epileptic. => user: has_condition = epileptic
I subscribe to Netflix. => user: subscription = Netflix
I get my hair cut by Solange. => user: hairdresser = Solange
I root for the Canucks. => user: favorite_team = Canucks
I get up at half six. => user: wakes_up_at = half six
Tomasz works for Ryanair as a pilot. => Tomasz: works_as = pilot
I've been a locksmith since 2006. => user: works_as = locksmith
I live with my parents in Leeds. => user: lives_in = Leeds
Been living in Lisbon since May. => user: lives_in = Lisbon
deathly allergic to cashews => user: allergic_to = cashews
I get by in Croatian. => user: speaks = Croatian
My mother works for the water board. => mother: works_at = water board
I'm doing a master's in hydrology. => user: studies = hydrology
I train at Iron Temple three times a week. => user: gym = Iron Temple
I'm 178 centimetres. => user: height = 178
""".strip()
