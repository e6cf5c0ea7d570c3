"""Words the rule extractor knows: relations, pets, jobs, languages, and what is never a name."""

__all__ = [
    "ABILITIES",
    "ALWAYS",
    "CONDITIONS",
    "DIETS",
    "GAMES",
    "GENDERS",
    "JOBS",
    "LANGUAGES",
    "LISTED",
    "NOT_NAMES",
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
    "mother mom mum mommy father dad daddy parents sister sisters brother brothers sibling"
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
    "dog dogs cat cats puppy puppies kitten kittens parrot parrots hamster rabbit rabbits bunny"
    " turtle turtles tortoise horse horses fish goldfish snake lizard gecko iguana ferret"
    " hedgehog budgie canary chinchilla chicken chickens goat pony guinea_pig guinea_pigs"
    " labrador poodle beagle husky golden_retriever german_shepherd retriever corgi dachshund"
    " pug rat rats bird"
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
    "accountant actor actress analyst animator architect artist astronaut attorney author baker"
    " banker barber barista bartender bookkeeper broker builder butcher captain carpenter"
    " cashier chef chemist clerk coach comedian composer consultant contractor cook counselor"
    " counsellor curator dancer dentist designer detective developer dietitian director dj"
    " doctor driver economist editor electrician engineer entrepreneur farmer filmmaker"
    " firefighter fisherman florist freelancer gardener geologist hairdresser historian"
    " illustrator influencer instructor interpreter investor janitor jeweler journalist judge"
    " lawyer lecturer librarian manager mechanic midwife model musician nanny novelist nurse"
    " nutritionist optician painter paralegal paramedic pastor pharmacist photographer physician"
    " physicist physiotherapist pianist pilot plumber podcaster poet politician postman potter"
    " priest producer professor programmer psychiatrist psychologist rabbi realtor receptionist"
    " recruiter reporter researcher sailor salesman salesperson scientist sculptor secretary"
    " singer soldier songwriter statistician streamer student surgeon surveyor tailor teacher"
    " technician therapist trader trainer translator tutor veterinarian vet videographer waiter"
    " waitress welder writer zoologist"
)
LANGUAGES = one_of(
    "afrikaans albanian arabic armenian basque bengali bulgarian cantonese catalan chinese"
    " croatian czech danish dutch english estonian farsi finnish french gaelic galician georgian"
    " german greek hebrew hindi hungarian icelandic indonesian irish italian japanese khmer"
    " korean kurdish latin latvian lithuanian malay mandarin marathi nepali norwegian pashto"
    " persian polish portuguese punjabi romanian russian serbian slovak slovenian somali spanish"
    " swahili swedish tagalog tamil telugu thai turkish ukrainian urdu vietnamese welsh yoruba"
    " zulu sign_language asl"
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
    """a an the this that these those it its there here what when where who whom whose which why how
    while since if unless until although though because as after before once whenever wherever
    and but or so nor yet for in on at by to from with of off up down out about over under
    i im ive we you he she they me us them my our your his her their mine yours
    yes yeah yep no nope nah ok okay oh ah aw wow hey hi hello hiya thanks thank please sorry well
    also then now today yesterday tomorrow tonight maybe perhaps actually honestly basically anyway
    everyone everybody someone somebody anyone anybody nobody everything something nothing anything
    people folks most many some all both each every another other others one two three
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december spring summer autumn fall winter
    just not never always still even only really very too good great nice cool awesome glad happy
    hope hoping sounds looks seems guess think know like love loving congrats congratulations true
    life nature art music god lol haha hmm um uh btw fyi tbh dear sir madam guys is are was were do
    does did can could will would should have has had let lets got going been being
    remember user users assistant""".split()
)
"""Capitalised words at the start of a sentence that name nobody."""

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
