"""Everyday words that mean nearly the same, that are of one kind, and that are forms of one verb.

Groups end at "|" or at the end of a line that holds a colon. What stands here is general English;
makes, places and dishes come from `core.gazetteer`.
"""

__all__ = ["FORMS", "KINDS", "SAME"]

SAME = """
job work career profession occupation employ position role | boss manager supervisor lead |
coworker colleague teammate | company firm business employer startup organization |
school university college class course degree study education | learn study practice train |
teach instruct lesson tutor | student pupil | kid child son daughter baby toddler |
parent mother father mom mum dad | spouse wife husband partner |
girlfriend boyfriend date relationship | married wedding marry husband wife engage fiance bride |
divorce separate breakup split | family relative parent sibling cousin grandparent |
sister brother sibling | grandmother grandma granny | grandfather grandpa |
friend buddy pal mate bestie | neighbor neighborhood | house home apartment flat place |
move relocate | live reside | buy purchase get order shop | sell sale | own have possess |
gift present | money budget cost price pay expensive cheap | save saving |
earn salary income wage | rent lease landlord | movie film cinema watch |
show series tv season episode | book novel read author | write writer author journal poem story |
song music listen album playlist | band concert gig | sing singer vocal |
picture photo photograph image snapshot | camera photograph lens |
paint painting artist art draw | game play gaming | compete competition contest tournament match |
win victory champion award prize trophy | lose lost defeat | team squad club |
sport athlete exercise | exercise workout gym fitness train | run jog marathon race |
walk hike trail stroll | bike bicycle cycle ride | swim pool | car vehicle drive |
travel trip vacation holiday journey visit tour | fly flight plane airport | train rail station |
hotel airbnb stay hostel | beach sea ocean coast shore | mountain hill peak climb |
forest wood nature outdoors | park garden | plant flower garden grow | dog puppy pup |
cat kitten kitty | pet animal | food meal dish eat cook recipe | dinner supper meal | lunch meal |
breakfast meal | restaurant diner eat | cook bake recipe kitchen |
dessert cake cookie sweet bake | drink beverage | coffee espresso latte cafe |
alcohol beer wine drunk | sick ill disease illness unwell |
doctor physician hospital clinic medical | medicine medication pill drug prescription |
health healthy medical | injure hurt injury wound | pain ache sore | diet weight eat nutrition |
sleep rest tired nap | happy glad joy cheerful | sad upset unhappy depressed | angry mad annoyed |
afraid scared fear nervous anxious | stress pressure anxiety overwhelm |
calm relax peace soothe unwind | proud pride | excited thrilled eager |
grateful thankful appreciate thanks | lonely alone | love adore like enjoy | hate dislike |
favorite favourite prefer love best | hobby pastime interest enjoy activity |
like enjoy love fun | want wish hope | goal aim dream plan ambition | plan intend going schedule |
problem issue trouble difficulty challenge | challenge struggle hard difficult obstacle |
help support assist aid | support encourage back | advice suggest recommend tip |
recommend suggest | volunteer charity help community | donate donation fundraise charity |
community neighborhood local | event party celebration festival | celebrate party celebration |
birthday born age | meet met meeting gather | talk speak chat conversation discuss |
call phone ring | message text email mail | begin start launch open | finish end complete done |
stop quit give | change switch | build make create construct | create make design | fix repair |
break broke damage | find found discover | lose lost miss | remember memory recall remind |
forget forgot | think thought opinion believe | know knew | decide decision choose choice |
happen occur event | important meaningful significant | symbol symbolize represent mean meaning |
inspire inspiration motivate motivation | motivate encourage | reason why because |
improve better progress | success achieve accomplish achievement accomplishment |
fail failure setback | religion faith church god spiritual | church worship pray |
war military army veteran | government politics election campaign | law legal court lawyer |
police crime | weather rain snow storm | color colour |
clothes outfit dress wear clothing fashion | jewelry necklace ring bracelet | computer laptop pc |
phone mobile cellphone smartphone | program code software develop coding |
website site online internet | app application software | video film record youtube |
stream broadcast | country nation abroad | city town | language speak | old age aged |
young youth | big large huge | small little tiny | pretty beautiful lovely gorgeous |
smart clever intelligent | kind nice generous | nickname name call | upcoming next plan soon |
recently lately just | often frequent usually regular | research study investigate |
counsel therapy therapist mental | adopt adoption | pregnant baby expect |
die death pass funeral | grief loss mourn | attend go join visit participate |
participate join attend compete | join attend member | class workshop course lesson |
workshop seminar class course | instrument play music | dance dancer dancing | fire burn |
flood storm hurricane | team group | store shop | customer client | invest investment stock |
brand sponsor endorsement | degree graduate diploma | exam test | apply application |
hire recruit | promote promotion advertise marketing
"""
"""Words that are said of the same things: each finds the others."""

KINDS = """
pet animal: dog cat puppy kitten hamster rabbit parrot turtle tortoise fish snake lizard gecko
  bird horse pony guinea ferret
animal wildlife: dog cat horse bird deer bear elephant lion tiger monkey fox wolf eagle owl
  dolphin whale shark cow sheep pig goat
hobby activity interest pastime: hike camp paint draw swim run read cook bake garden knit sew
  pottery photography dance sing yoga fish climb bike cycle surf ski chess game music craft
  travel write hiking camping painting swimming running reading cooking baking gardening
outdoor activity: hike camp swim climb surf ski kayak picnic bike fish trail
sport: soccer football basketball tennis baseball volleyball hockey golf rugby cricket swim run
  boxing karate yoga ski surf skate cycle badminton gymnastics
exercise workout: run gym yoga weights swim boxing pilates cardio lift kickboxing
instrument: guitar piano violin drum saxophone flute trumpet cello clarinet ukulele bass
  keyboard harp
music genre: rock jazz pop classical country blues rap techno folk metal punk
musician artist band singer: concert song album
art artwork craft: paint painting draw sculpture pottery sketch photography drawing canvas clay
family member relative: mother father mom dad son daughter sister brother aunt uncle cousin
  grandma grandpa wife husband kid
food dish snack meal: pizza pasta salad soup burger sandwich rice chicken fish steak sushi taco
  curry bread cheese cake cookie chocolate ice fruit vegetable apple banana egg
dessert sweet: cake pie cookie chocolate ice brownie cupcake pudding donut muffin
drink beverage: coffee tea water juice beer wine soda smoothie milk cocktail
fruit: apple banana orange strawberry mango grape lemon peach berry
vegetable: carrot tomato broccoli spinach potato pepper onion
color: red blue green yellow orange purple pink black white brown gray
country: america england france germany italy spain japan china canada mexico brazil india
  ireland sweden norway australia thailand greece portugal
city: paris london rome tokyo berlin barcelona madrid amsterdam seattle boston chicago miami
  york toronto sydney
state: california texas florida oregon washington colorado ohio michigan georgia arizona nevada
  utah virginia minnesota alaska hawaii
place location: park beach mountain lake museum city town cafe restaurant
book: read novel author series chapter story
movie film: watch scene actor comedy drama thriller
game videogame: xbox playstation nintendo switch pc console
board game: chess monopoly catan card
vehicle: car truck bike motorcycle van bus
gift present: necklace ring flower card book watch
clothes clothing: dress shirt shoe jacket jeans hat sweater hoodie
emotion feeling feel: happy sad excited nervous proud scared angry grateful thankful relieved
  overwhelmed joy
health condition disease: diabetes asthma cancer allergy allergic injury surgery
allergy allergic: nut peanut pollen dairy gluten cat dog seafood shellfish egg
job profession career: teacher doctor nurse engineer lawyer designer writer chef developer
  artist manager counselor therapist programmer
degree major field: psychology biology law business engineering art history nursing economics
event: party wedding concert festival conference parade race workshop meeting show tournament
  fair
holiday: christmas thanksgiving easter halloween hanukkah
plant flower: rose sunflower tulip daisy lily orchid succulent tree
weather: rain snow sun storm hot cold
device gadget electronics: phone laptop tablet computer camera headphone watch console
social media: instagram twitter facebook tiktok youtube post blog
trip vacation travel: beach mountain flight hotel camp roadtrip
place visit: trip went travel
volunteer charity cause: shelter homeless food donate fundraiser hospital school community
natural disaster: flood fire hurricane earthquake storm
martial art: karate judo taekwondo boxing kickboxing
"""
"""Words for a kind, then what is of it: the kind finds its members; longer lines are indented."""

FORMS = """
be was were been | begin began begun | break broke broken | bring brought | build built |
buy bought | catch caught | choose chose chosen | come came | do did done | draw drew drawn |
drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen | feed fed | feel felt |
fight fought | find found | fly flew flown | forget forgot forgotten | get got gotten |
give gave given | go went gone | grow grew grown | have had | hear heard | hide hid hidden |
hold held | keep kept | know knew known | lead led | learn learnt | leave left | lend lent |
lose lost | make made | mean meant | meet met | pay paid | ride rode ridden | ring rang rung |
rise rose risen | run ran | say said | see saw seen | sell sold | send sent | shoot shot |
sing sang sung | sit sat | sleep slept | speak spoke spoken | spend spent | stand stood |
steal stole stolen | swim swam swum | take took taken | teach taught | tell told | think thought |
throw threw thrown | understand understood | wake woke woken | wear wore worn | win won |
write wrote written | child children | man men | woman women | person people | foot feet |
tooth teeth | mouse mice | wife wives | life lives | knife knives | bite bit bitten |
blow blew blown | burn burnt | dream dreamt | freeze froze frozen | hang hung | lie lay lain |
light lit | show shown | shake shook shaken | strike struck | swear swore sworn | tear tore torn |
bend bent | bind bound | breed bred | cling clung | creep crept | deal dealt | dig dug |
flee fled | forgive forgave forgiven | grind ground | kneel knelt | lay laid | seek sought |
shine shone | shrink shrank | slide slid | spin spun | stick stuck | sting stung | sweep swept |
swing swung | weep wept | wind wound | become became
"""
"""Irregular forms, which no stemmer brings together."""
