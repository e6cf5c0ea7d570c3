"""Whom the facts are about and which values they take: real-looking, never one within another."""

VALUES: dict[str, str] = {
    "city": "Berlin, Lisbon, Ghent, Porto, Oslo, Vienna, Krakow, Leipzig, Turin, Seville, "
    "Tallinn, Utrecht, Malmö, Glasgow, Montreal, Melbourne, Kyoto, San Diego, Buenos Aires, "
    "Nairobi, Zurich, Athens, New Orleans, Cork",
    "country": "Portugal, Norway, Canada, Japan, New Zealand, Chile, Estonia, Ireland, Austria, "
    "Spain, South Korea, Mexico, Denmark, Greece, Slovenia, Finland, Vietnam, Uruguay, Iceland, "
    "Poland, Costa Rica, Malta",
    "employer": "Siemens, Bosch, Spotify, Zalando, Ericsson, Deloitte, Lufthansa, Philips, IKEA, "
    "Nestlé, Brightloop, Kestrel Labs, Northwind Traders, Adyen, SAP, Shopify, Acme Robotics, "
    "Vodafone, Ubisoft, Heineken, Roche, Datavine, Blue Heron Studio, Stripe",
    "title": "data analyst, product manager, nurse, electrician, UX designer, site manager, "
    "translator, paralegal, physiotherapist, account executive, backend developer, pastry chef, "
    "lab technician, copywriter, recruiter, tax advisor, graphic designer, sound engineer, "
    "head of sales, event planner, research assistant, warehouse supervisor",
    "team": "Payments, Growth, Platform, Checkout, Onboarding, Data Science, Customer Success, "
    "Procurement, Infrastructure, Mobile, Brand Marketing, Fraud Prevention, Search, Logistics, "
    "Partnerships, Internal Tools, Security, Analytics, Design Systems, Billing, Localization",
    "manager": "Sandra Iyer, Paul Novak, Miriam Stein, Gareth Lloyd, Yuki Tanaka, Helen Brandt, "
    "Omar Haddad, Ingrid Solberg, Victor Lam, Carla Mendes, Stephen Boyle, Nadia Rahimi, "
    "Philip Oduya, Renata Kowalska, Gustav Ahlgren, Denise Carver, Hiroshi Mori, Lorna Pike, "
    "Emil Radu, Beatrice Vogel, Marco Galli",
    "partner": "Jonas, Elif, Mateo, Sofie, Dmitri, Priya, Lukas, Camille, Noor, Anders, Yara, "
    "Felipe, Hanna, Kenji, Zoe, Tobias, Leila, Marek, Ines, Callum, Freya, Rafael",
    "car": "Toyota Yaris, VW Golf, Skoda Octavia, Honda Civic, Ford Fiesta, Tesla Model 3, "
    "Audi A3, Renault Clio, Volvo V60, Mazda CX-5, Fiat Panda, Opel Corsa, Kia Niro, Peugeot 208, "
    "Dacia Duster, Mini Cooper, Hyundai Ioniq, Subaru Forester, Seat Leon, BMW i3, Nissan Leaf, "
    "Suzuki Vitara",
    "phone": "iPhone 13, Pixel 8, Galaxy S23, Fairphone 5, OnePlus 11, iPhone SE, Moto G84, "
    "Xperia 10, Nothing Phone 2, Redmi Note 12, Galaxy A54, Pixel 6a, iPhone 15 Pro, Nokia G42, "
    "Zenfone 10, Galaxy Z Flip, Huawei P50, iPhone 12 Mini, Pixel 7 Pro, Poco X5, Galaxy S21, "
    "Oppo Reno 8",
    "laptop": "MacBook Air, ThinkPad X1, Dell XPS 13, Framework 13, Surface Laptop 5, "
    "HP EliteBook, Zenbook 14, MacBook Pro 16, Acer Aspire, Lenovo Yoga, LG Gram, MSI Prestige, "
    "Galaxy Book 3, ThinkPad T480, Razer Blade, IdeaPad Slim, Dell Latitude, Chromebook Spin, "
    "Vivobook S15, Matebook X, HP Pavilion",
    "pet": "tabby cat, golden retriever, hamster, parrot, beagle, tortoise, rabbit, guinea pig, "
    "corgi, Siamese cat, goldfish, ferret, border collie, budgie, gecko, dachshund, chinchilla, "
    "hedgehog, greyhound, cockatiel, corn snake, Maine Coon",
    "diet": "vegan, vegetarian, pescatarian, keto, paleo, gluten-free, low-carb, Mediterranean, "
    "flexitarian, dairy-free, halal, kosher, macrobiotic, sugar-free, plant-based, high-protein, "
    "low-fat, lactose-free, carnivore, raw food, low-sodium, grain-free",
    "food": "ramen, lasagne, falafel, pad thai, sushi, moussaka, pierogi, tacos, paella, "
    "gnocchi, biryani, shakshuka, dumplings, goulash, poutine, risotto, bibimbap, fish and chips, "
    "pho, jollof rice, schnitzel, kimchi stew",
    "drink": "green tea, oat latte, espresso, kombucha, ginger ale, mint tea, cold brew, "
    "hot chocolate, sparkling water, chai, matcha, lemonade, orange juice, flat white, club mate, "
    "rooibos, cider, tomato juice, buttermilk, iced coffee, earl grey, apple spritzer",
    "colour": "teal, maroon, mustard yellow, navy, lilac, turquoise, burgundy, olive green, "
    "coral, indigo, charcoal, pistachio, crimson, beige, lavender, emerald, peach, magenta, "
    "brick red, ivory, sky blue, violet",
    "film": "Blade Runner, Amélie, Parasite, The Matrix, Spirited Away, Casablanca, Jaws, "
    "Arrival, Paddington 2, Fargo, Whiplash, Heat, Inception, The Big Lebowski, Moonlight, "
    "Vertigo, Ratatouille, Pulp Fiction, In Bruges, Oldboy, Notting Hill, Interstellar",
    "band": "Radiohead, The National, Portishead, Muse, Arctic Monkeys, Sigur Rós, Blur, "
    "Khruangbin, The Cure, Wolf Alice, Alvvays, Fleetwood Mac, Pixies, Massive Attack, "
    "Beach House, Idles, Tame Impala, Depeche Mode, The Strokes, Slowdive, Metallica, Big Thief",
    "book": "Middlemarch, Dune, Beloved, Piranesi, The Hobbit, Normal People, Circe, Catch-22, "
    "The Secret History, Wolf Hall, Slaughterhouse-Five, Rebecca, The Dispossessed, Persuasion, "
    "Gilead, Stoner, The Bell Jar, Kindred, Siddhartha, Jane Eyre, Pachinko, Momo",
    "hobby": "bouldering, pottery, tennis, chess, archery, salsa dancing, birdwatching, "
    "badminton, woodworking, fencing, kitesurfing, knitting, judo, rowing, photography, gardening, "
    "trail running, baking, squash, improv theatre, cycling, calligraphy",
    "gym": "FitPoint, Iron Temple, Basic-Fit, Anytime Fitness, Flexhaus, PureGym, CrossFit Nord, "
    "The Barbell Club, McFit, Kraftwerk Gym, GoldStar Fitness, Urban Gym, Body & Soul, SweatBox, "
    "Holmes Place, Studio 54 Fitness, Peak Performance, John Reed, Riverside Gym, "
    "Hammer Strength House, Vital Club",
    "learning": "Spanish, Japanese, Portuguese, Korean, Italian, Swedish, Arabic, Dutch, "
    "Turkish, Polish, Mandarin, Greek, Norwegian, Hindi, Czech, Finnish, Russian, Hebrew, Catalan, "
    "Welsh, Swahili, Danish",
    "editor": "Vim, Emacs, VS Code, Sublime Text, Zed, Helix, PyCharm, IntelliJ, Neovim, Nano, "
    "Kakoune, Notepad++, TextMate, WebStorm, Eclipse, Kate, Geany, Cursor, Lapce, RStudio, "
    "NetBeans, BBEdit",
    "proglang": "Python, Rust, Java, TypeScript, Kotlin, Elixir, C++, Ruby, Scala, Haskell, C#, "
    "PHP, Swift, Clojure, Perl, OCaml, Zig, Erlang, Fortran, Lua, JavaScript, Golang",
    "os": "Ubuntu, Windows 11, macOS Sonoma, Fedora, Arch Linux, Debian, Linux Mint, Pop!_OS, "
    "Windows 10, NixOS, openSUSE, Manjaro, FreeBSD, ChromeOS, Elementary OS, Gentoo, Zorin, "
    "macOS Ventura, Alpine, Void Linux, Haiku, EndeavourOS",
    "commute": "bike, bus, tram, subway, ferry, e-scooter, motorbike, carpool, moped, "
    "light rail, vanpool, longboard, e-bike, taxi, trolleybus, monorail, cable car, shuttle, "
    "S-Bahn, train, metro, skateboard",
    "dentist": "Dr. Okafor, Dr. Lindqvist, Dr. Marchetti, Dr. Sato, Dr. Weiss, Dr. Papadakis, "
    "Dr. Quinn, Dr. Feldman, Dr. Nguyen, Dr. Castro, Dr Bauer, Dr Hollis, Dr Petersen, Dr Amin, "
    "Dr Rossi, Dr Kaplan, Dr Moreau, Dr Singh, Dr Zielinski, Dr Fonseca, Dr Whitfield",
    "school": "Lindenhof Primary, St. Mary's, Oakwood School, Riverside Elementary, Maple Grove, "
    "Humboldt Gymnasium, Hillcrest Academy, Greenfield Primary, Montessori Nord, Ashdown School, "
    "Birchwood Elementary, Kingsway Academy, Northgate School, Erich Kästner School, Elm Park, "
    "Westbrook Primary, St. Anne's, Lakeside Academy, Pinehill School, Castle View, Sonnenberg",
    "email": "j.doe@mailbox.org, hello@brightmail.com, k.winter@posteo.de, fox77@gmail.com, "
    "contact@sunnyhill.net, m.reyes@proton.me, blue.owl@fastmail.com, info@petitcafe.fr, "
    "rk1988@outlook.com, night.moth@gmx.net, s.lark@icloud.com, pine.cone@yahoo.com, "
    "tea.time@zoho.eu, a.stone@tutanota.com, river.bend@hey.com, quiet.fern@mail.ch, "
    "paper.kite@gmail.com, d.marsh@web.de, green.door@posteo.net, lemon.tree@live.com, "
    "o.baker@bluewin.ch",
    "phone_number": "0151 2345678, 0170 9988776, +44 7700 900123, 555-0142, +49 160 4455667, "
    "0664 1234567, +351 912 345 678, 555-0199, +1 415 555 0133, 0176 5550101, +31 6 12345678, "
    "079 444 55 66, +48 600 700 800, 555-0176, +353 85 123 4567, 0157 3332221, +46 70 123 45 67, "
    "0699 8765432, +33 6 11 22 33 44, 555-0117, +61 412 345 678",
    "address": "12 Oak Street, 47 Harbour Road, 3 Mill Lane, Lindenstr. 8, 221 Cedar Avenue, "
    "Hauptstraße 15, 9 Rose Crescent, 64 Canal Street, Birkenweg 22, 118 Station Road, "
    "5 Church Hill, Rua Augusta 77, 30 Elm Drive, Kastanienallee 41, 802 Pine Street, "
    "17 Market Square, 2 Orchard Close, Bahnhofplatz 6, 95 Victoria Terrace, 14 Quay Walk, "
    "Gartenweg 33",
    "age": "22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, "
    "43, 44, 45, 46",
    "plan": "Basic, Premium, Starter, Business, Family, Unlimited, Silver, Gold, Platinum, "
    "Student, Deluxe, Lite, Enterprise, Plus, Essentials, Duo, Flex, Ultimate, Standard, Explorer, "
    "Creator",
    "shoe_size": "35, 35.5, 36, 36.5, 37, 37.5, 38, 38.5, 39, 39.5, 40, 40.5, 41, 41.5, 42, "
    "42.5, 43, 43.5, 44, 44.5, 45",
    "budget": "€1200, 900 euros, $2500, 15k, €350, $4000, 7500 euros, £600, 20k, €80, $150, "
    "3000 francs, £1800, 45k, €5500, 250 dollars, £9000, 12k, $700, 60k, 400 pounds",
    "project": "Falcon, Bluebird, Atlas, Northstar, Hermes, Redwood, Lighthouse, Tundra, Mosaic, "
    "Kingfisher, Saturn, Aurora, Pegasus, Marble, Compass, Juniper, Titan, Firefly, Orchid, "
    "Bedrock, Zephyr, Nimbus",
    "meeting_day": "Monday at 9am, Monday at 2pm, Monday at 4:15, Tuesday at 10, Tuesday at 1pm, "
    "Tuesday at 3pm, Tuesday at 5, Wednesday at 9:15, Wednesday at 11, Wednesday at 2, "
    "Wednesday at 4pm, Thursday at 8am, Thursday at 10:15, Thursday at 1, Thursday at 3:15, "
    "Friday at 9, Friday at 11am, Friday at noon, Friday at 2:15, Monday at noon, Tuesday at 8:15",
    "restaurant": "Trattoria Bella, Sakura House, The Copper Pot, La Piazza, Golden Dragon, "
    "Bistro Margot, Taverna Nikos, El Rincón, Curry Corner, Noodle Bar Ito, The Blue Door, "
    "Casa Pepe, Chez Lucien, Mama Africa, Hanoi Kitchen, Brasserie Nord, Little Tbilisi, "
    "Zum Goldenen Hirsch, Spice Route, Osteria Luna, Smokehouse 21",
    "timezone": "CET, EST, PST, UTC+3, UTC-5, Europe/Paris, Asia/Tokyo, America/Denver, GMT, "
    "IST, AEST, UTC+8, America/Bogota, America/Lima, JST, MST, UTC-7, Africa/Cairo, Asia/Dubai, "
    "NZST, Europe/Madrid",
    "allergy": "peanuts, shellfish, birch pollen, penicillin, cat hair, soy, gluten, latex, "
    "hazelnuts, dust mites, strawberries, eggs, sesame, wasp stings, ibuprofen, mustard, lupin, "
    "kiwi, celery, nickel, walnuts",
}  # fmt: skip

PEOPLE = {
    "she": "Kira, Ana, Mia, Clara, Olga, Fatima, Julia, Nina, Rosa, Tessa, Wilma, Erika, Paula, "
    "Sara, Lotte, Amara, Bianca, Heidi, Maren, Ruth, Stella, Vera, Yasmin, Flora",
    "he": "Tom, Ben, Igor, Ravi, Paolo, Emre, Oscar, Finn, Hugo, Karl, Leon, Milan, Otto, Peter, "
    "Ralf, Simon, Theo, Umar, Walter, Adam, Bruno, David, Edgar, Ivan",
}
LAST_NAMES = (
    "Weber, Larsen, Okoye, Fischer, Moretti, Dubois, Silva, Kovacs, Bergman, Ahmed, Novotny, "
    "Jansen, Murphy, Costa, Yilmaz, Keller"
)
RELATIONS = {
    "she": "sister, colleague, friend, neighbour, flatmate, cousin, aunt",
    "he": "brother, colleague, friend, neighbour, flatmate, cousin, uncle",
}


def listed(text: str) -> tuple[str, ...]:
    """Return the values of one of the lists above."""
    return tuple(part.strip() for part in text.split(", "))


def article(value: str) -> str:
    """Return the value with the article that people put before it."""
    heard_as_vowel = value.startswith(("HP ", "LG ", "MSI "))
    vowel = heard_as_vowel or (value[0] in "aeiouAEIO" and not value.startswith("UX"))
    return f"{'an' if vowel else 'a'} {value}"
