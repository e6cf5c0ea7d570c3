"""Words the rule extractor knows: relations, pets, jobs, languages, and what is never a name."""

__all__ = [
    "ABILITIES",
    "ALWAYS",
    "CONDITIONS",
    "DIETS",
    "GAMES",
    "GENDERS",
    "INTERVALS",
    "JOBS",
    "LANGUAGES",
    "LISTED",
    "NOT_NAMES",
    "NOT_VALUES",
    "PARENTS",
    "PETS",
    "RELATIONS",
    "RESERVED",
    "THINGS",
    "TIMELESS",
    "TOOLS",
    "UPCOMING",
    "one_of",
]  # fmt: skip


def one_of(words: str) -> str:
    """Return a pattern for any of some words; "_" stands for a space."""
    parts = sorted(words.split(), key=len, reverse=True)
    return "(?:" + "|".join(part.replace("_", r"\s{1,3}") for part in parts) + ")"


RELATIONS = one_of(
    "mate mates mother mom mum mommy"
    " father dad daddy parents sister sisters brother brothers sibling"
    " siblings son sons daughter daughters kid kids child children baby wife husband partner"
    " spouse fiance fiancee fiancé fiancée girlfriend boyfriend ex ex-wife ex-husband ex-"
    " girlfriend ex-boyfriend friend friends bestie buddy pal roommate roommates flatmate"
    " housemate neighbor neighbour neighbors neighbours colleague colleagues coworker coworkers"
    " co-worker co-workers boss manager mentor teacher coach doctor dentist therapist landlord"
    " assistant grandma grandmother granny nana grandpa grandfather granddad grandparents"
    " grandson granddaughter aunt auntie uncle cousin cousins niece nieces nephew nephews"
    " stepmother stepmom stepfather stepdad stepsister stepbrother mother-in-law father-in-law"
    " sister-in-law brother-in-law in-laws twin dog dogs cat cats puppy kitten parrot hamster"
    " rabbit bunny turtle tortoise horse"
)
PETS = one_of(
    "dog dogs cat cats puppy puppies kitten kittens parrot parrots hamster rabbit rabbits"
    " bunny turtle turtles tortoise horse horses fish goldfish snake lizard gecko iguana"
    " ferret hedgehog budgie canary chinchilla chicken chickens goat pony guinea_pig"
    " guinea_pigs labrador poodle beagle husky golden_retriever german_shepherd retriever"
    " corgi dachshund pug rat rats bird greyhound whippet collie terrier spaniel dalmatian"
    " labradoodle cockapoo schnauzer rottweiler chihuahua maine_coon ragdoll budgies hens"
    " hen axolotl tarantula cockatiel lovebird donkey alpaca llama gerbil gerbils degu"
    " bearded_dragon stick_insect ducks geese hamsters rabbits tortoises lizards geckos"
    " ferrets hedgehogs canaries chinchillas goats ponies snakes greyhounds whippets beagles"
    " spaniels terriers turtles stick_insects"
)
THINGS = one_of(
    "car bike bicycle motorbike motorcycle scooter truck van camper campervan rv boat sailboat"
    " kayak canoe house apartment flat condo cabin cottage garden greenhouse piano guitar violin"
    " ukulele keyboard telescope camera drone laptop computer phone iphone tesla tractor farm"
    " kid kids child children son sons daughter daughters brother brothers sister sisters twin"
    " twins siblings grandchildren grandkids nephews nieces"
)
CONDITIONS = one_of(
    "diabetes type_1_diabetes type_2_diabetes asthma celiac_disease coeliac_disease epilepsy"
    " adhd autism dyslexia hypertension high_blood_pressure migraines arthritis anxiety"
    " depression insomnia ibs crohn's_disease eczema anemia anaemia tinnitus ptsd"
)
JOBS = one_of(
    "accountant actor actress analyst animator architect artist astronaut attorney author"
    " baker banker barber barista bartender bookkeeper broker builder butcher captain"
    " carpenter cashier chef chemist clerk coach comedian composer consultant contractor"
    " cook counselor counsellor curator dancer dentist designer detective developer"
    " dietitian director dj doctor driver economist editor electrician engineer entrepreneur"
    " farmer filmmaker firefighter fisherman florist freelancer gardener geologist"
    " hairdresser historian illustrator influencer instructor interpreter investor janitor"
    " jeweler journalist judge lawyer lecturer librarian manager mechanic midwife model"
    " musician nanny novelist nurse nutritionist optician painter paralegal paramedic pastor"
    " pharmacist photographer physician physicist physiotherapist pianist pilot plumber"
    " podcaster poet politician postman potter priest producer professor programmer"
    " psychiatrist psychologist rabbi realtor receptionist recruiter reporter researcher"
    " sailor salesman salesperson scientist sculptor secretary singer soldier songwriter"
    " statistician streamer student surgeon surveyor tailor teacher executive advisor"
    " adviser planner supervisor assistant copywriter officer specialist coordinator"
    " administrator representative associate apprentice intern operator inspector agent"
    " controller strategist buyer clinician anesthetist radiologist cardiologist beautician"
    " masseur stylist bouncer courier gardener housekeeper caretaker concierge steward"
    " stewardess lifeguard ranger logger miner mason roofer tiler glazier machinist engraver"
    " brewer winemaker sommelier barkeeper dishwasher caterer handyman cleaner nursemaid"
    " paediatrician pediatrician obstetrician chiropractor osteopath dispatcher conductor"
    " cameraman editor-in-chief copy_editor proofreader publicist lobbyist diplomat"
    " ambassador senator mayor councillor prosecutor notary auditor actuary underwriter"
    " teller treasurer cfo ceo cto coo cio vp founder co-founder owner freelancer tester"
    " sysadmin devops_engineer scrum_master product_owner team_lead tech_lead principal"
    " locksmith hygienist chimney_sweep cooper radiographer phlebotomist cobbler blacksmith"
    " goldsmith silversmith beekeeper gamekeeper zookeeper bricklayer plasterer joiner"
    " upholsterer seamstress dressmaker cabinetmaker stevedore forester arborist landscaper"
    " groundskeeper headteacher headmaster childminder au_pair social_worker care_worker"
    " postwoman merchandiser estate_agent anaesthetist oncologist neurologist dermatologist"
    " optometrist audiologist podiatrist orthodontist epidemiologist microbiologist"
    " biologist biochemist botanist meteorologist astronomer mathematician archaeologist"
    " anthropologist sociologist linguist archivist bookbinder bookseller mediator"
    " stonemason thatcher watchmaker cartographer hydrologist technician therapist trader"
    " trainer translator tutor veterinarian vet videographer waiter waitress welder writer"
    " zoologist"
)
LANGUAGES = one_of(
    "afrikaans albanian arabic armenian basque bengali bulgarian cantonese catalan chinese"
    " croatian czech danish dutch english estonian farsi finnish french gaelic galician"
    " georgian german greek hebrew hindi hungarian icelandic indonesian irish italian"
    " japanese khmer korean kurdish latin latvian lithuanian malay mandarin marathi nepali"
    " norwegian pashto persian polish portuguese punjabi romanian russian serbian slovak"
    " slovenian somali spanish swahili swedish tagalog tamil telugu thai turkish ukrainian"
    " urdu vietnamese welsh yoruba zulu sign_language asl bsl wolof lingala luxembourgish"
    " flemish frisian romansh breton occitan maltese mongolian lao burmese sinhala amharic"
    " tigrinya oromo hausa igbo xhosa shona kinyarwanda malagasy uyghur kazakh uzbek"
    " azerbaijani macedonian bosnian belarusian maori hawaiian quechua guarani nahuatl"
    " yiddish ladino faroese cebuano ilocano javanese kannada malayalam gujarati sindhi dari"
    " berber hokkien swiss_german"
)
GAMES = one_of(
    "guitar piano violin viola cello bass drums flute clarinet saxophone sax trumpet trombone"
    " harp ukulele banjo accordion harmonica oboe keyboard keyboards organ tuba fiddle mandolin"
    " tennis football soccer basketball baseball volleyball badminton golf hockey ice_hockey"
    " rugby cricket chess poker squash table_tennis ping_pong pickleball padel softball handball"
    " lacrosse bridge go darts snooker pool billiards video_games board_games"
)
TOOLS = one_of(
    "vim neovim nvim emacs vscode vs_code pycharm intellij linux ubuntu debian fedora arch"
    " nixos macos windows docker kubernetes k8s git github gitlab postgres postgresql mysql"
    " sqlite redis mongodb python javascript typescript rust golang java kotlin pandas polars"
    " numpy pytorch jax tensorflow react vue svelte django flask fastapi rails tmux zsh bash"
    " fish slack teams notion obsidian jira trello figma photoshop excel latex langchain"
    " langgraph"
)
DIETS = one_of(
    "vegetarian vegan pescatarian pescetarian flexitarian gluten-free dairy-free keto paleo"
    " plant-based kosher halal"
)
ALWAYS = one_of(
    "answer reply respond use call say mention send ask write include add remind suggest"
    " recommend show give tell format address speak translate book schedule commit push deploy"
    " delete remove run check test keep put make start end round cite quote share store save"
    " order buy contact email explain confirm assume be do offer provide list summarize"
    " summarise sign open read"
)

NOT_NAMES = frozenset(
    """a an the this that these those it its there here what when where who whom whose which why
    how while since if unless until although though because as after before once whenever
    wherever and but or so nor yet for in on at by to from with of off up down out about over
    under i im ive we you he she they me us them my our your his her their mine yours yes yeah
    yep no nope nah ok okay oh ah aw wow hey hi hello hiya thanks thank please sorry well also
    then now today yesterday tomorrow tonight maybe perhaps actually honestly basically anyway
    everyone everybody someone somebody anyone anybody nobody everything something nothing
    anything people folks most many some all both each every another other others one two three
    monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december spring summer autumn fall winter just
    not never always still even only really very too good great nice cool awesome glad happy
    hope hoping sounds looks seems guess think know like love loving congrats congratulations
    true life nature art music god lol haha hmm um uh btw fyi tbh dear sir madam guys is are
    was were do does did can could will would should have has had let lets got going been being
    remember user users assistant finally officially currently recently suddenly also
    unfortunately luckily apparently fortunately sadly switched moved started bought got sold
    joined replaced upgraded traded swapped ditched dropped adopted signed changed turned
    working living using driving learning professionally food-wise home work first second third
    last next btw update news breaking doctor later eventually meanwhile lately nowadays
    usually normally generally speaking obviously clearly guess turns""".split()
)
"""Capitalised words at the start of a sentence that name nobody."""

NOT_VALUES = frozenset(
    """filthy spotless dusty rusty
    broken dead gone great good bad awful ugly terrible nice fine boring lovely amazing awesome
    annoying wonderful fantastic perfect horrible excellent ok okay cool fun funny weird
    strange crazy insane wild hard easy difficult tough complicated simple clear obvious
    unclear empty full late early closed open ready done finished over up down out off away
    back here there home near far close nearby next last first new old older young younger big
    bigger small smaller large huge tiny short long tall slow slower fast faster quick quiet
    loud noisy clean dirty messy hot cold warm wet dry cheap cheaper expensive free busy tired
    sick ill happy sad angry mad upset proud afraid scared worried nervous excited bored lonely
    stressed stressful hectic chaotic fragile flexible strict tight limited low high higher
    lower average decent solid reliable useless useful important unimportant secret private
    public safe unsafe secure lost stolen missing stuck frozen locked charging dying crashing
    failing working winning losing growing changing waiting ringing buzzing coming going
    getting making driving killing being doing having looking telling saying asking acting
    getting sleeping overheating leaking parked damaged scratched cracked repaired fixed sold
    bought paid unpaid due overdue cancelled canceled delayed postponed booked planned
    confirmed pending wrong right correct true false same different similar unknown unsure
    undecided set settled tired better worse best worst more less most least enough nothing
    something everything anything none all both some many much few several about at in on to
    from with without for of by under behind between because why how what when where who which
    whether if like as than not never always sometimes often rarely maybe probably perhaps
    possibly likely unlikely definitely really very quite too so pretty super totally
    completely absolutely extremely rather kinda kind sort almost nearly barely hardly just
    only even still already currently i you he she it we they me him her us them this that
    these those my your his its our their mine yours am is are was were be been a an the no yes
    one ones alive asleep awake alone available unavailable online offline visible invisible
    valid invalid expired outdated delicious tasty spicy sweet sour bitter fresh healthy
    unhealthy ruined spoiled burnt starting ending moving leaving arriving running calling
    getting trying hoping planning thinking wondering super-annoying mean kind friendly rude
    polite helpful smart clever stupid dumb silly honest strict impossible possible ridiculous
    incredible unbelievable unreal legendary famous popular gorgeous beautiful pretty handsome
    cute adorable sweet moody sore aching hurting itchy swollen numb pounding killing racing
    spinning blank foggy elsewhere somewhere nowhere everywhere anywhere abroad upstairs
    downstairs outside inside tomorrow today yesterday tonight soon later now running-late
    behind ahead approaching looming driving dragging improving declining shrinking falling
    rising dropping increasing set allowed supposed meant able unable due willing mandatory
    optional required needed wasted spent gone missing hidden visible pointless meaningless
    priceless worthless history toast trash garbage rubbish crap shit awesome lit dope sick meh
    nonexistent disgusting gross everything's understaffed overworked underpaid remote hybrid
    sober single-handedly flat touring""".split()
)
"""Words that begin a remark on something, not its name: "my phone is dead"."""

RESERVED = frozenset(("user", "assistant", "the user", "the assistant"))
"""Names of those who speak: nobody else is called that."""

PARENTS = frozenset("mom mum mommy mother dad daddy father grandma grandpa granny nana".split())
"""Relations that serve as names."""

GENDERS = {
    word: "she"
    for word in "mother mom mum mommy sister daughter wife fiancee fiancée girlfriend ex-wife"
    " ex-girlfriend grandma grandmother granny nana granddaughter aunt auntie niece stepmother"
    " stepmom stepsister mother-in-law sister-in-law".split()
} | {
    word: "he"
    for word in "father dad daddy brother son husband fiance fiancé boyfriend ex-husband"
    " ex-boyfriend grandpa grandfather granddad grandson uncle nephew stepfather stepdad"
    " stepbrother father-in-law brother-in-law".split()
}
"""The pronoun of those whose relation tells it."""

INTERVALS = frozenset({"visited", "attended"})
"""What is true for the period it is said with, and of several values."""

TIMELESS = frozenset({"born_on", "born_in", "birthday", "grew_up_in", "from"})
"""What has no beginning that a text would state."""

ABILITIES = frozenset({"speaks", "plays", "uses"})
"""What "can" does not make a possibility."""

UPCOMING = frozenset(
    """move moves moving relocate relocates relocating join joining start starting settling become
    becoming go going turning marrying""".split()
)
"""Heads of events that lie ahead, unless an auxiliary says otherwise."""

LISTED = frozenset(
    "likes speaks allergic_to avoids plays uses fears drives collects has_condition".split()
)
"""What may be said of several things at once: "pork or beef" are two facts."""
