"""Words that everybody knows: makes, places, dishes, given names."""

from typing import Literal

__all__ = ["NAMES", "WORDS", "Sort"]

Sort = Literal[
    "car", "phone_model", "laptop", "tablet", "camera", "place", "language", "programming_language",
    "operating_system", "editor", "browser", "food", "drink", "color", "pet", "commute", "diet",
    "hobby", "timezone", "bank", "framework",
]  # fmt: skip
"""What values are told apart; each is the predicate of the slot it goes into, or stands for it."""

# In order: of two sorts the first wins. "_" stands for a space.
WORDS: dict[Sort, str] = {
    "operating_system": "ubuntu kubuntu xubuntu debian fedora linux arch arch_linux linux_mint "
    "manjaro nixos"
    " opensuse gentoo freebsd openbsd netbsd chromeos chrome_os macos mac_os os_x windows "
    "pop!_os pop_os"
    " elementary_os zorin_os zorin void_linux alpine_linux alpine haiku endeavouros kali "
    "kali_linux centos"
    " rocky_linux almalinux red_hat rhel slackware garuda garuda_linux solus steamos mx_linux "
    "android ios"
    " grapheneos lineageos asahi_linux bazzite",
    "editor": "vim neovim nvim emacs doom_emacs spacemacs vs_code vscode visual_studio_code "
    "visual_studio"
    " sublime sublime_text zed helix pycharm intellij intellij_idea nano kakoune notepad++ "
    "notepad textmate"
    " webstorm eclipse kate geany cursor lapce rstudio netbeans bbedit atom brackets clion "
    "goland rider"
    " phpstorm rubymine datagrip android_studio xcode windsurf vscodium jupyter jupyterlab "
    "spyder nova fleet"
    " micro gedit ultraedit code::blocks",
    "browser": "firefox chrome google_chrome safari brave vivaldi opera edge microsoft_edge "
    "chromium arc"
    " tor_browser librewolf duckduckgo waterfox zen_browser orion internet_explorer",
    "programming_language": "python rust java typescript kotlin elixir c++ ruby scala haskell "
    "c# php swift"
    " clojure perl ocaml zig erlang fortran lua javascript golang f# dart julia cobol r matlab "
    "groovy"
    " objective-c elm purescript nim crystal racket scheme lisp common_lisp prolog ada pascal "
    "delphi"
    " visual_basic vb.net sql bash powershell assembly solidity gleam raku smalltalk tcl vala "
    "coffeescript",
    "framework": "django flask fastapi rails ruby_on_rails react vue angular svelte next.js "
    "nuxt spring"
    " spring_boot laravel symfony express nestjs ember pytorch tensorflow jax keras",
    "phone_model": "iphone pixel google_pixel galaxy_s galaxy_a galaxy_z galaxy_note galaxy "
    "fairphone oneplus"
    " moto_g moto motorola xperia nothing_phone redmi zenfone nokia honor huawei poco oppo "
    "realme vivo"
    " xiaomi samsung_galaxy blackberry htc lg_g sony_xperia cmf_phone infinix tecno rog_phone "
    "mi razr",
    "laptop": "macbook thinkpad dell xps dell_xps framework surface_laptop surface_book "
    "surface_pro hp"
    " elitebook zenbook acer aspire lenovo yoga lg_gram msi galaxy_book razer_blade ideapad "
    "latitude"
    " dell_latitude chromebook vivobook matebook hp_pavilion spectre hp_spectre inspiron asus "
    "rog zephyrus"
    " alienware swift_3 system76 tuxedo toshiba fujitsu vaio imac mac_mini mac_studio envy gram "
    "legion"
    " precision probook travelmate huawei_matebook swift_go nitro predator",
    "tablet": "ipad galaxy_tab kindle remarkable surface_go fire_hd lenovo_tab boox wacom",
    "camera": "canon nikon fujifilm fuji leica sony_a sony_alpha olympus pentax hasselblad "
    "panasonic_lumix"
    " lumix gopro ricoh",
    "car": "toyota vw volkswagen skoda škoda honda ford tesla audi renault volvo mazda fiat "
    "opel vauxhall kia"
    " peugeot dacia mini_cooper mini hyundai subaru seat bmw mercedes mercedes-benz nissan "
    "suzuki citroen"
    " citroën porsche jaguar land_rover range_rover jeep chevrolet chevy cadillac buick dodge "
    "chrysler lexus"
    " acura infiniti mitsubishi alfa_romeo lancia saab smart cupra polestar byd mg genesis "
    "rivian lucid gmc"
    " ferrari lamborghini maserati bentley rolls-royce aston_martin golf polo passat tiguan "
    "yaris corolla"
    " camry prius octavia fabia civic accord jazz fiesta focus mondeo mustang clio megane "
    "twingo zoe corsa"
    " astra panda leon ibiza duster sandero logan niro ceed sportage picanto leaf qashqai micra "
    "swift vitara"
    " i3 i4 outback forester model_3 model_y model_s cx-5 mx-5 prius wrangler impreza id.3 "
    "tucson sedan suv"
    " hatchback minivan convertible ssangyong lotus",
    "place": "",
    "language": "",
    "color": "red green blue yellow orange purple pink brown black white grey gray teal maroon "
    "navy lilac"
    " turquoise burgundy coral indigo charcoal pistachio crimson beige lavender emerald peach "
    "magenta ivory"
    " violet cyan gold silver bronze scarlet khaki mauve fuchsia aqua amber ochre rose plum "
    "mint tan cream"
    " rust copper sage periwinkle cobalt aquamarine sapphire ruby vermilion taupe apricot "
    "salmon lime cerulean"
    " chartreuse cherry eggplant",
    "drink": "tea latte espresso kombucha ale cold_brew chocolate water chai matcha lemonade "
    "juice flat_white"
    " mate rooibos cider buttermilk coffee earl_grey spritzer cappuccino americano macchiato "
    "mocha cortado"
    " beer wine whisky whiskey gin rum vodka tequila champagne prosecco cola coke pepsi sprite "
    "fanta soda"
    " smoothie milk tonic martini mojito negroni margarita lassi kefir oolong darjeeling sencha "
    "stout ipa"
    " lager pilsner pils bourbon sake soju mead absinthe spritz milkshake horchata tonic_water "
    "energy_drink"
    " red_bull kvass frappe ristretto lungo cocoa eggnog sangria moscato rosé riesling merlot "
    "espresso_martini",
    "food": "ramen lasagne lasagna falafel pad_thai sushi moussaka pierogi tacos taco paella "
    "gnocchi biryani"
    " shakshuka dumplings goulash poutine risotto bibimbap fish_and_chips pho rice schnitzel "
    "stew pizza pasta"
    " burger burgers curry salad soup steak burrito burritos hummus spaghetti carbonara ravioli "
    "noodles udon"
    " soba tempura sashimi fondue raclette quiche crepes crêpes pancakes waffles sandwich "
    "sandwiches hotdog"
    " kebab gyros souvlaki tajine tagine couscous tofu chili chilli bbq barbecue ribs fries "
    "chips nachos"
    " quesadilla enchiladas tamales ceviche empanadas arepas feijoada dal tikka_masala samosa "
    "samosas naan"
    " dosa laksa rendang satay kimchi borscht pelmeni ratatouille bolognese casserole meatballs "
    "meatloaf"
    " pie roast omelette omelet mac_and_cheese cheese bread chocolate ice_cream cake cheesecake "
    "tiramisu"
    " oysters lobster crab shrimp salmon tuna chicken duck lamb beef pork bacon sausages "
    "potatoes mushrooms"
    " dim_sum gumbo jambalaya bratwurst käsespätzle spätzle porridge granola polenta bouillabaisse"
    " gazpacho tortilla okonomiyaki takoyaki congee jollof fufu injera pavlova porchetta tartare",
    "pet": "dog cat hamster parrot retriever beagle tortoise rabbit guinea_pig corgi goldfish "
    "ferret collie"
    " budgie gecko dachshund chinchilla hedgehog greyhound cockatiel snake maine_coon puppy "
    "kitten poodle"
    " labrador lab husky bulldog pug terrier spaniel shepherd boxer dalmatian rottweiler "
    "whippet shih_tzu"
    " pomeranian malamute mastiff pinscher doberman setter pointer schnauzer newfoundland "
    "great_dane bunny"
    " turtle parakeet canary cockatoo macaw lovebird finch pigeon dove iguana lizard chameleon "
    "bearded_dragon"
    " python boa axolotl newt frog tarantula rat mouse gerbil degu pony horse donkey goat pig "
    "chicken"
    " chickens hen hens duck ducks alpaca llama ragdoll bengal persian sphynx tabby betta koi "
    "sugar_glider"
    " labradoodle goldendoodle cockapoo chihuahua vizsla weimaraner akita shiba samoyed",
    "commute": "bike bicycle bus tram subway ferry e-scooter scooter motorbike motorcycle "
    "carpool moped rail"
    " vanpool longboard e-bike ebike taxi trolleybus monorail cable_car shuttle s-bahn u-bahn "
    "train metro"
    " skateboard underground tube streetcar boat kayak rollerblades car uber rideshare foot "
    "electric_scooter"
    " cargo_bike water_taxi funicular",
    "diet": "vegan veggie vegetarian pescatarian pescetarian keto paleo gluten-free"
    " low-carb mediterranean"
    " flexitarian dairy-free halal kosher macrobiotic sugar-free plant-based high-protein low-fat"
    " lactose-free carnivore raw_food low-sodium grain-free omnivore fruitarian raw_vegan "
    "ketogenic dash"
    " whole30 atkins low-fodmap fodmap nut-free soy-free egg-free zero-sugar low-sugar "
    "lacto-vegetarian"
    " ovo-vegetarian low-gi intermittent_fasting high-fiber wheat-free",
    "timezone": "cet cest est edt pst pdt cst cdt mst mdt gmt utc bst ist jst kst aest aedt "
    "nzst nzdt eet"
    " eest wet msk sgt hkt wib brt art pkt akst hst acst awst",
    "hobby": "bouldering pottery tennis chess archery dancing birdwatching badminton "
    "woodworking fencing"
    " kitesurfing knitting judo rowing photography gardening running baking squash theatre cycling"
    " calligraphy climbing yoga pilates swimming surfing skiing snowboarding sailing kayaking "
    "canoeing hiking"
    " football soccer basketball volleyball handball hockey golf boxing karate taekwondo aikido "
    "crossfit"
    " padel pickleball rugby cricket crochet sewing embroidery origami painting drawing "
    "sketching sculpting"
    " ceramics salsa tango ballet improv singing guitar piano violin ukulele drums karting skating"
    " skateboarding paddleboarding diving freediving paragliding fishing foraging brewing "
    "homebrewing cooking"
    " blogging geocaching astronomy stargazing beekeeping gaming darts billiards bowling "
    "triathlon parkour"
    " wrestling kickboxing muay_thai jiu-jitsu bjj ice_skating windsurfing horse_riding "
    "cross-stitch quilting"
    " carpentry weightlifting powerlifting jogging trekking mountaineering orienteering "
    "podcasting juggling",
    "bank": "revolut n26 monzo wise barclays hsbc santander ing chase wells_fargo citibank "
    "deutsche_bank"
    " commerzbank lloyds natwest starling bunq dkb sparkasse capital_one bank_of_america ubs",
}

_COUNTRIES = """
afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan
bahamas bahrain bangladesh barbados belarus belgium belize benin bhutan bolivia bosnia botswana
brazil brunei bulgaria burundi cambodia cameroon canada cape_verde chile china colombia congo
costa_rica croatia cuba cyprus czechia czech_republic denmark dominica dominican_republic
ecuador egypt el_salvador england eritrea estonia ethiopia fiji finland france gabon gambia
georgia germany ghana greece greenland grenada guatemala guinea guyana haiti honduras hungary
iceland india indonesia iran iraq ireland israel italy ivory_coast jamaica japan jordan
kazakhstan kenya kosovo kuwait kyrgyzstan laos latvia lebanon liberia libya liechtenstein
lithuania luxembourg madagascar malawi malaysia maldives mali malta mauritania mauritius mexico
moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands holland
new_zealand nicaragua niger nigeria north_macedonia norway oman pakistan palestine panama
paraguay peru philippines poland portugal qatar romania russia rwanda samoa saudi_arabia
scotland senegal serbia seychelles singapore slovakia slovenia somalia south_africa south_korea
korea spain sri_lanka sudan suriname sweden switzerland syria taiwan tajikistan tanzania
thailand togo tonga trinidad tunisia turkey türkiye uganda ukraine uae united_arab_emirates uk
united_kingdom us usa united_states uruguay uzbekistan vanuatu venezuela vietnam wales yemen
zambia zimbabwe"""

_CITIES = """
amsterdam rotterdam utrecht eindhoven hague antwerp brussels ghent bruges leuven berlin hamburg
munich cologne frankfurt stuttgart leipzig dresden düsseldorf dortmund essen bremen hanover
nuremberg freiburg heidelberg mainz münster bonn aachen kiel vienna graz salzburg linz
innsbruck zurich zürich geneva basel bern lausanne paris lyon marseille toulouse nice nantes
bordeaux lille strasbourg montpellier rennes london manchester birmingham leeds liverpool
bristol sheffield glasgow edinburgh cardiff belfast oxford cambridge brighton york newcastle
nottingham dublin cork galway limerick lisbon porto braga faro coimbra madrid barcelona
valencia seville bilbao granada málaga malaga zaragoza rome milan turin naples florence bologna
venice verona genoa palermo pisa trieste athens thessaloniki istanbul ankara izmir warsaw
krakow kraków gdansk gdańsk wroclaw poznan lodz prague brno budapest bratislava ljubljana
zagreb split belgrade sofia bucharest cluj tallinn tartu riga vilnius kaunas helsinki tampere
turku stockholm gothenburg malmö malmo uppsala oslo bergen trondheim stavanger copenhagen
aarhus odense reykjavik kyiv lviv minsk moscow st_petersburg tbilisi yerevan baku dubai
abu_dhabi doha riyadh tel_aviv jerusalem haifa beirut amman cairo alexandria casablanca
marrakesh tunis algiers lagos abuja accra nairobi kampala addis_ababa cape_town johannesburg
durban dakar mumbai delhi new_delhi bangalore bengaluru chennai hyderabad pune kolkata karachi
lahore dhaka colombo kathmandu bangkok chiang_mai hanoi ho_chi_minh_city saigon singapore
kuala_lumpur jakarta bali manila cebu hong_kong taipei shanghai beijing shenzhen guangzhou
chengdu seoul busan tokyo osaka kyoto nagoya fukuoka sapporo sydney melbourne brisbane perth
adelaide auckland wellington christchurch new_york new_york_city nyc brooklyn boston chicago
philadelphia washington baltimore atlanta miami orlando tampa dallas houston austin san_antonio
denver boulder seattle portland san_francisco oakland san_jose los_angeles san_diego las_vegas
phoenix tucson salt_lake_city minneapolis detroit cleveland pittsburgh cincinnati columbus
nashville memphis new_orleans st_louis kansas_city indianapolis milwaukee raleigh charlotte
toronto montreal vancouver ottawa calgary edmonton quebec winnipeg halifax mexico_city
guadalajara monterrey havana bogota bogotá medellin medellín lima quito santiago buenos_aires
montevideo rio rio_de_janeiro são_paulo sao_paulo brasilia la_paz caracas panama_city san_juan
honolulu california texas florida bavaria catalonia tuscany oregon ohio virginia colorado
arizona nevada utah montana georgia michigan minnesota wisconsin brittany provence sicily
sardinia corsica crete mallorca tenerife madeira rhodes santorini hawaii alaska lapland
cornwall normandy algarve andalusia puglia patagonia zanzibar phuket kerala goa sumatra
java_island borneo tasmania"""

_LANGUAGES = """
afrikaans albanian arabic armenian basque bengali bulgarian cantonese catalan chinese croatian
czech danish dutch english estonian esperanto farsi finnish french gaelic galician georgian
german greek hebrew hindi hungarian icelandic indonesian irish italian japanese khmer korean
kurdish latin latvian lithuanian malay mandarin marathi nepali norwegian pashto persian polish
portuguese punjabi romanian russian serbian slovak slovenian somali spanish swahili swedish
tagalog tamil telugu thai turkish ukrainian urdu vietnamese welsh yoruba zulu sign_language asl"""

WORDS["place"] = f"{_COUNTRIES} {_CITIES}"

WORDS["language"] = _LANGUAGES

NAMES = frozenset(
    """aaron abby abdul abigail adam adrian agnes ahmed aisha alan albert alejandro alessandro
    alex alexander alexandra alexis alfred ali alice alicia alina alison allison alma amanda
    amara amber amelia amir amy ana anders andre andrea andreas andrew andy angela angelica
    angus anika anita ann anna anne anneke annika anthony antoine anton antonia antonio anya
    april ariana arjun arthur arya asha ashley astrid audrey aurora ava barbara bart beatrice
    beatriz bella ben benjamin bernard beth bianca bill birgit björn blake bob boris brad
    brandon brenda brian bridget bruno caleb callum cameron camila camilla camille carla carlos
    carmen carol caroline catherine cecilia celine charles charlie charlotte chen chiara chloe
    chris christian christina christine christopher claire clara claudia clemens colin connor
    cora craig cristina cynthia dan daniel daniela daria dave david dean deborah denise dennis
    derek diana diego dieter dina dmitri dominic dominik donna dora doris dorothy dylan eduardo
    edward elena eleni elias elif elijah elisa elise eliza elizabeth ella ellen ellie elsa emil
    emilia emily emma emre enrico eric erica erik erika erin ernesto esther ethan eva eve
    evelyn fabian fatima felicia felipe felix femke fernando fiona flora florian frances
    francesca francesco francis frank franz fred freya frida gabriel gabriela gareth gary gavin
    george gerard giada gianni gina giovanni giulia gloria grace greg greta gustav hana hannah
    hanna hans harald harriet harry heather hector heidi helen helena helga henrik henry
    hiroshi holly hugo ian ibrahim ida igor imran ines inga ingrid irene iris isaac isabel
    isabella isla ivan jack jacob jade jake jakob james jamie jan jana jane janet jasmin
    jasmine jason javier jay jean jeff jennifer jenny jeremy jerome jess jessica jim jin joan
    joana joao joe joel johan johanna john johnny jon jonah jonas jonathan jordan jorge josé
    jose josef joseph josh joshua joy juan judith judy jules julia julian juliana julie julien
    jun justin kai karen karim karin karl kasia kate katharina katherine kathrin katie katja
    katrin kayla keiko keith kelly ken kenji kevin khalid kim kira klara klaus kofi kristin
    kristina kurt kyle laila lara lars laura lauren laurent layla lea leah lee leif leila lena
    leo leon leonardo leonie lewis li lia liam lily lina linda linus lisa liz lola lorena
    lorenzo lotte louis louisa louise luca lucas lucia lucy luigi luis luisa luka lukas luke
    luna lydia maarten maddie madison maja malik manuel mara marc marco marcus marek margaret
    maria mariam marie marina mario marion marissa mark marko marta martha martin martina mary
    mateo mathilde matt matteo matthew matthias maud maura maurice max maya megan mei mel
    melanie melissa mia michael michaela michel michelle miguel mika mike mila milan milena
    miriam moe mohamed mohammed molly mona monica morgan moritz muhammad nadia nadine naomi
    natalia natalie nathan neil nia nick nicola nicolas nicole niels nikita niko nils nina noah
    noel noemi nora norah norman olaf oleg olga olive oliver olivia omar oscar otto owen pablo
    paige pamela paolo patricia patrick paul paula pauline pavel pedro penelope pete peter
    petra phil philip philipp phoebe pia pierre piotr priya rachel rafael rahul raj ralf ralph
    ramon rania raquel raul ravi ray rebecca renata rene rhys riccardo richard rick riley rita
    rob robert roberta roberto robin rocco rodrigo roger roland roman romy ron rosa rosalie
    rose ross roxana ruben rui rupert russell ruth ryan sabine sabrina saeed sally salma sam
    samantha samir samuel sandra sanjay santiago sara sarah sasha saskia scott sean sebastian
    selena selma sergei sergio seth shane sharon shirin sigrid silke silvia simon simone sinead
    sofia sofie sonia sonja sophia sophie stefan stefanie stella stephanie stephen steve steven
    stuart sue suki susan susanne suzanne sven svenja sylvia tamara tanja tanya tara tariq
    tatiana ted teresa tess tessa theo theresa thomas tim timo tina tobias todd tom tomas
    tomasz tommy tony tove tracy tyler uli ulrich uma umar ursula valentina valerie vanessa
    vera verena veronica victor victoria vikram viktor vincent viola violet virginia wade
    walter wanda wei wendy wilhelm will william wilma wolfgang xavier yan yara yasmin yasmine
    yosef yuki yuri yusuf yvonne zach zara zeynep zoe zoey noor""".split()
)
"""Given names: a word that may also be a company, a place or a dish is left out."""
