"""Twenty facts in ten wordings each, and for each fact one that is near and another.

A line is a text, the predicate and the value that a model recorded for it.
"""

FACTS = """
I live in Ghent. | lives_in | Ghent
I reside in Ghent. | resides_in | Ghent
My home is in Ghent. | home_city | Ghent
Ghent is where I live. | lives_in | Ghent
I'm based in Ghent. | based_in | Ghent
I'm living in the city of Ghent these days. | lives_in | the city of Ghent
My place of residence is Ghent. | residence | Ghent
Ghent is my home town now. | current_city | Ghent
Actually, I live in Ghent right now. | city_of_residence | Ghent
I have settled in Ghent. | lives_in | Ghent
! My parents live in Ghent Falls. | parents_live_in | Ghent Falls

I work for Globex. | works_at | Globex
I'm employed at Globex. | employer | Globex
My employer is Globex. | employer | Globex
Globex is the company I work for. | company | Globex
I am working at Globex currently. | works_at | Globex
My workplace is Globex. | workplace | Globex
I have a job at Globex. | job_at | Globex
Just so you know, I'm employed by Globex. | employed_by | Globex
Globex is my employer. | works_for | Globex
I work at a company called Globex. | works_at | a company called Globex
! I work for Globex Marine. | client | Globex Marine

I'm a nurse. | works_as | nurse
I work as a nurse. | works_as | a nurse
My job is nurse. | job | nurse
My profession is nurse. | profession | nurse
By occupation I am a nurse. | occupation | nurse
Nurse is my job title. | job_title | nurse
I am employed as a nurse. | employed_as | a nurse
I'm working as a nurse at the moment. | works_as | nurse
I do nurse work for a living. | occupation | nurse
Hey, remember, I'm a nurse. | role | a nurse
! I'm a nurse manager on Sundays. | side_job | nurse manager

I'm allergic to peanuts. | allergic_to | peanuts
I have a peanuts allergy. | allergy | peanuts
I've got an allergy to peanuts. | has_allergy_to | peanuts
Peanuts: I am allergic to them. | allergic_to | Peanuts
My allergy is peanuts. | allergies | peanuts
Please note that I'm allergic to peanuts. | allergic_to | peanuts
I happen to be allergic to peanuts. | has_allergy | peanuts
One thing: I am allergic to peanuts. | food_allergy | peanuts
I am really allergic to peanuts. | allergic_to | peanuts
By the way, peanuts is what I am allergic to. | allergic_to | peanuts
! I'm not allergic to peanut oil. | tolerates | peanut oil

I love jazz. | likes | jazz
I like jazz. | likes | jazz
I enjoy jazz. | enjoys | jazz
I'm a fan of jazz. | fan_of | jazz
I'm fond of jazz. | fond_of | jazz
I am really fond of jazz. | is_fond_of | jazz
Jazz is what I like. | likes | Jazz
You know, I love jazz. | loves | jazz
Jazz, I enjoy it. | enjoys | Jazz
I do like jazz. | likes | jazz
! I like acid jazz. | likes | acid jazz

I drive a Skoda Fabia. | drives | a Skoda Fabia
My car is a Skoda Fabia. | car | Skoda Fabia
I own a Skoda Fabia. | owns_car | a Skoda Fabia
The car I drive is a Skoda Fabia. | car_model | Skoda Fabia
My vehicle is a Skoda Fabia. | vehicle | a Skoda Fabia
I'm the driver of a Skoda Fabia. | drives | Skoda Fabia
A Skoda Fabia is my car. | car | A Skoda Fabia
I have a Skoda Fabia as a car. | has_car | a Skoda Fabia
Well, I drive a Skoda Fabia. | drives_a | Skoda Fabia
My own car is the Skoda Fabia. | car | the Skoda Fabia
! I drive a Skoda Octavia on weekdays. | company_car | Skoda Octavia

I speak Portuguese. | speaks | Portuguese
I'm fluent in Portuguese. | fluent_in | Portuguese
Portuguese is a language I speak. | language | Portuguese
I am a speaker of Portuguese. | speaks | Portuguese
I can speak Portuguese. | speaks_language | Portuguese
I speak Portuguese fluently. | speaks | Portuguese
One of my languages is Portuguese. | languages | Portuguese
Remember that I speak Portuguese. | language_spoken | Portuguese
I do speak Portuguese. | spoken_language | Portuguese
Portuguese is what I speak. | speaks | Portuguese
! I speak Spanish. | speaks | Spanish

My birthday is May 4. | birthday | May 4
I was born on May 4. | born_on | May 4
My birthday is on the 4th of May. | birthday | 4th of May
My date of birth is May 4th. | date_of_birth | May 4th
May 4 is my birthday. | birthday | May 4
My birth date is 4 May. | birth_date | 4 May
I am born on May 4th. | birthdate | May 4th
My birthday falls on May 4. | birthday | May 4
Note: my birthday is May 4. | dob | May 4
The day of my birth is May 4. | date_of_birth | May 4
! My name day is May 14. | name_day | May 14

I was born in Lisbon. | born_in | Lisbon
My birthplace is Lisbon. | birthplace | Lisbon
Lisbon is my place of birth. | place_of_birth | Lisbon
Lisbon is the city where I was born. | city_of_birth | Lisbon
My place of birth is Lisbon. | birth_place | Lisbon
Lisbon is where I was born. | born_in | Lisbon
My birth city is Lisbon. | birth_city | Lisbon
I was born in the city of Lisbon. | was_born_in | the city of Lisbon
In fact I was born in Lisbon. | born_in | Lisbon
Just a note, I was born in Lisbon. | born_in | Lisbon
! My car was made in Lisboa. | car_origin | Lisboa

My boss is Ingrid Holm. | boss | Ingrid Holm
Ingrid Holm is my manager. | manager | Ingrid Holm
I report to Ingrid Holm. | reports_to | Ingrid Holm
My manager is Ingrid Holm. | manager | Ingrid Holm
My supervisor is Ingrid Holm. | supervisor | Ingrid Holm
My line manager is called Ingrid Holm. | line_manager | Ingrid Holm
The name of my boss is Ingrid Holm. | boss | Ingrid Holm
I'm managed by Ingrid Holm. | managed_by | Ingrid Holm
Ingrid Holm is the boss I report to. | reports_to | Ingrid Holm
Ingrid Holm supervises me. | supervisor | Ingrid Holm
! My landlady is Ingrid Holt. | landlady | Ingrid Holt

My phone number is 555-0142. | phone | 555-0142
You can reach me at 555-0142. | phone_number | 555-0142
Call me at 555-0142. | telephone | 555-0142
My number is 555-0142. | phone_number | 555-0142
My mobile is 555-0142. | mobile | 555-0142
My cell phone number is 555-0142. | cell_phone | 555-0142
555-0142 is my phone number. | phone | 555-0142
The number to call is 555-0142. | telephone_number | 555-0142
My telephone number is 555-0142. | telephone | 555-0142
My mobile number: 555-0142. | mobile_number | 555-0142
! My office number is 555-0143. | office_phone | 555-0143

I play the cello. | plays | the cello
My instrument is the cello. | instrument | the cello
I'm a cello player. | plays | cello
The cello is the instrument I play. | plays_instrument | The cello
I play cello. | plays | cello
The musical instrument I play is the cello. | musical_instrument | cello
I am playing the cello. | plays | the cello
Cello is my instrument. | instrument | Cello
Also, I play the cello. | plays | cello
You know I play the cello. | plays_instrument | the cello
! I play the electric cello. | plays | electric cello

I get up at 6:30 am. | wakes_up_at | 6:30 am
I wake up at 6:30 am. | wakes_up_at | 6:30 am
My alarm is set for 6:30 am. | alarm_time | 6:30 am
I rise at 6:30 am. | rises_at | 6:30 am
My wake up time is 6:30 am. | wake_up_time | 6:30 am
6:30 am is when I get up. | gets_up_at | 6:30 am
My alarm clock rings... 6:30 am. | alarm_time | 6:30 am
I wake at 6:30 a.m. | wakes_at | 6:30 a.m
My alarm is at 6:30 am. | alarm_time | 6:30 am
Okay, I get up at 6:30am. | wake_time | 6:30am
! I go to bed at 6:30 pm. | bedtime | 6:30 pm

My shoe size is 42. | shoe_size | 42
I wear shoes in size 42. | shoe_size | 42
I wear size 42 shoes. | shoes_size | 42
My feet are size 42. | shoe_size | 42
For shoes, I am a size 42. | size_of_shoes | 42
The size of my shoes is 42. | size_of_shoes | 42
In shoes I wear a 42. | shoe_size | 42
42 is my shoe size. | shoe_size | 42
Hi, my shoe size is 42. | shoe_size | 42
I have shoe size 42. | shoe_size | 42
! My hat size is 42. | hat_size | 42

I take metformin. | medication | metformin
I'm on metformin. | on_medication | metformin
My medication is metformin. | medication | metformin
The medicine I take is metformin. | medicine | metformin
I'm taking metformin. | takes_medication | metformin
I am prescribed metformin. | prescribed | metformin
Metformin is my medication. | medication | Metformin
My prescription is metformin. | prescription | metformin
I take a drug called metformin. | takes_medicine | metformin
I take metformin pills. | takes_medication | metformin
! My sister takes melatonin. | takes_medication | melatonin

I bank with Monzo. | banks_with | Monzo
My bank is Monzo. | bank | Monzo
Monzo is my bank. | bank | Monzo
I have a bank account at Monzo. | has_account_at | Monzo
I have an account with Monzo. | has_account_at | Monzo
My bank account is with Monzo. | bank | Monzo
My bank is called Monzo. | bank_name | Monzo
I do my banking... my bank is Monzo. | bank | Monzo
The bank I use is Monzo. | bank | Monzo
Monzo is the bank I have. | bank | Monzo
! I closed my account at Revolut. | former_bank | Revolut

I use vim as my editor. | editor | vim
My editor is vim. | editor | vim
My text editor is vim. | text_editor | vim
I edit code with vim. | code_editor | vim
The editor I use is vim. | editor_used | vim
My code editor is vim. | code_editor | vim
vim is my editor. | editor | vim
I am using vim to edit text. | uses_editor | vim
My editor is called vim. | main_editor | vim
I use the editor vim. | editor | vim
! I use neovim as my pager. | pager | neovim

My favorite color is teal. | favorite_color | teal
My favourite colour is teal. | favourite_colour | teal
Teal is my favorite color. | favorite_color | Teal
The color I like best is teal. | best_color | teal
I prefer the color teal. | preferred_color | teal
My preferred colour is teal. | preferred_colour | teal
Teal is the colour I like. | favourite_color | Teal
Of colors, I like teal best. | favorite_colour | teal
Really, my favorite color is teal. | favorite_color | teal
My best color is teal. | best_color | teal
! My bike is dark teal. | bike_color | dark teal

I'm married to Olga Brandt. | married_to | Olga Brandt
My wife is Olga Brandt. | wife | Olga Brandt
My spouse is Olga Brandt. | spouse | Olga Brandt
Olga Brandt is my wife. | wife | Olga Brandt
Olga Brandt is my spouse. | married_to | Olga Brandt
The name of my wife is Olga Brandt. | wife_name | Olga Brandt
I am the husband of Olga Brandt. | is_married_to | Olga Brandt
My wife is called Olga Brandt. | wife_name | Olga Brandt
Olga Brandt is the one I'm married to. | married_to | Olga Brandt
I have a wife named Olga Brandt. | wife | Olga Brandt
! My cousin is Olga Brandl. | cousin | Olga Brandl

I commute by tram. | commute | tram
I go to work by tram. | goes_to_work_by | tram
My commute is by tram. | commute | tram
I travel to work by tram. | travels_to_work_by | tram
I get to work by tram. | gets_to_work_by | tram
I commute to work by tram. | commutes_by | tram
The tram is how I get to work. | commute_mode | The tram
My way to work is by tram. | commute | tram
I commute with the tram. | commute | the tram
By tram, I get to work. | gets_to_work_by | tram
! I go to the theater by tram. | goes_to_theater_by | tram
"""


def recorded(text: str) -> dict[str, tuple[str, str]]:
    """Return what was recorded: text -> predicate, value."""
    return {one: (predicate, value) for one, predicate, value in _lines(text)}


def clusters() -> list[list[str]]:
    """Return the wordings of each fact."""
    blocks = FACTS.strip().split("\n\n")
    return [[one for one, *_ in _lines(block) if not _is_near(one, block)] for block in blocks]


def near() -> list[str]:
    """Return the texts that are near to a fact and another one."""
    blocks = FACTS.strip().split("\n\n")
    return [one for block in blocks for one, *_ in _lines(block) if _is_near(one, block)]


def _is_near(text: str, block: str) -> bool:
    return f"! {text} |" in block


def _lines(text: str) -> list[tuple[str, str, str]]:
    found = []
    for line in text.strip().splitlines():
        if line:
            said, predicate, value = (part.strip() for part in line.removeprefix("! ").split("|"))
            found.append((said, predicate, value))
    return found
