"""The table of nouns whose bearer has a value."""

from typing import Literal, NamedTuple

from neuromem_graph.types.base import Kind

__all__ = [
    "ADJECTIVES",
    "FAVORITE",
    "NEXT",
    "NOUNS",
    "OWN",
    "PAST",
    "SAME",
    "STOP",
    "TITLES",
    "Noun",
    "Takes",
]

Takes = Literal[
    "name", "person", "title", "thing", "strong", "number", "measure", "money", "size", "date",
    "time", "email", "phone", "url", "address", "place", "language", "job", "diet", "goal", "plan",
]  # fmt: skip
"""What the value of a noun looks like; "strong": a name, a number, an address, and nothing else."""


class Noun(NamedTuple):
    """Say what a noun stands for."""

    predicate: str
    takes: Takes
    kind: Kind = "fact"
    single: bool = True
    known: bool = True  # it is in the table


# predicate: takes: nouns. "_" stands for a space.
_TABLE = """
car: thing: car cars motor ride vehicle wheels daily_driver auto automobile
bike: thing: bike bicycle motorbike motorcycle
phone_model: thing: phone phone_model smartphone mobile_phone handset cell_phone cellphone
    work_phone iphone
laptop: thing: laptop notebook computer work_machine pc work_laptop machine workstation
    work_computer desktop
tablet: thing: tablet
camera: thing: camera
console: thing: console games_console
headphones: thing: headphones earbuds headset
watch: thing: watch smartwatch
lives_in: place: city home_city town current_city location country country_of_residence
    place_of_residence home_country residence home current_home home_base city_of_residence
    new_home base
from: place: hometown home_town birthplace country_of_origin
address: address: address home_address street_address postal_address mailing_address
    delivery_address street place flat apartment house new_place crib
neighborhood: name: neighborhood neighbourhood district quarter
works_at: name: employer company workplace place_of_work firm job_place
works_as: job: job job_title title role position occupation profession work_title day_job
team: name: team squad department division unit dept team_name
manager: person: manager boss line_manager supervisor team_lead direct_manager direct_supervisor
    line_boss gaffer guvnor chief lead team_leader superior direct_boss
mentor: person: mentor
partner: person: partner girlfriend boyfriend husband wife spouse fiance fiancee fiancé fiancée
    significant_other other_half better_half bf gf hubby wifey missus
relationship_status: thing: relationship_status marital_status
has_pet: thing: pet pets
pet_name: person: pet_name
diet: diet: diet eating_style way_of_eating
allergic_to: thing: allergy allergen food_allergy allergies
hobby: thing: hobby main_hobby pastime free-time_activity leisure_activity hobbies
sport: thing: sport workout exercise
instrument: thing: instrument
gym: name: gym fitness_studio fitness_club sports_club gym_membership fitness_center health_club
club: name: club
learning: language: language_course target_language new_language language_class
native_language: language: native_language mother_tongue first_language native_tongue
editor: thing: editor code_editor text_editor ide editor_of_choice
programming_language: thing: programming_language main_programming_language coding_language
framework: thing: framework web_framework
database: thing: database db
operating_system: thing: operating_system os distro linux_distro
browser: thing: browser web_browser
search_engine: thing: search_engine
shell: thing: shell
terminal: thing: terminal terminal_emulator
email_client: thing: email_client mail_client
messenger: thing: messenger chat_app messaging_app
bank: name: bank main_bank
mobile_provider: name: mobile_provider mobile_carrier carrier phone_provider phone_company
    cell_carrier mobile_operator network
internet_provider: name: internet_provider isp internet_service_provider
electricity_provider: name: electricity_provider energy_provider power_company
insurance: name: insurance health_insurance insurer insurance_company health_insurer health_plan
    insurance_provider car_insurance
doctor: person: doctor gp physician family_doctor general_practitioner primary_care_doctor
dentist: person: dentist
therapist: person: therapist psychologist shrink counselor counsellor psychiatrist
vet: person: vet veterinarian
hairdresser: person: hairdresser barber stylist
lawyer: person: lawyer attorney solicitor
accountant: person: accountant tax_advisor
landlord: person: landlord landlady
teacher: person: teacher tutor class_teacher
coach: person: coach trainer personal_trainer
roommate: person: roommate flatmate housemate
school: name: school primary_school elementary_school high_school kindergarten daycare nursery
    preschool
university: name: university college uni alma_mater
studies: thing: major field_of_study course_of_study degree
thesis_topic: thing: thesis_topic thesis
email: email: email e-mail mail email_address e-mail_address mail_address work_email
    private_email personal_email work_mail contact_email
phone: phone: phone_number number cell_number mobile_number cell mobile telephone
    telephone_number whatsapp contact_number work_number home_number whatsapp_number digits
    landline
website: url: website homepage site web_site blog portfolio
handle: url: handle username user_name twitter_handle twitter instagram insta github
    github_handle github_username instagram_handle telegram screen_name gamertag discord
age: number: age
birthday: date: birthday bday date_of_birth birth_date birthdate
anniversary: date: anniversary wedding_anniversary
plan: plan: plan subscription subscription_plan tariff membership_plan tier membership
    subscription_tier phone_plan pricing_plan
shoe_size: size: shoe_size shoes_size shoesize boot_size foot_size
shirt_size: size: shirt_size t-shirt_size tshirt_size clothes_size clothing_size top_size
    jacket_size
dress_size: size: dress_size
ring_size: size: ring_size
pants_size: size: pants_size trouser_size jeans_size trousers_size waist_size
size: size: size
height: measure: height
weight: measure: weight
budget: money: budget spending_limit
salary: money: salary pay income wage annual_salary yearly_salary paycheck
rent: money: rent monthly_rent
project: name: project main_project work_project assignment
deadline: time: deadline due_date
weekly_meeting: time: weekly_meeting weekly_team_meeting weekly weekly_meeting_slot weekly_sync
timezone: strong: timezone time_zone tz
calendar_zone: strong: calendar
blood_type: strong: blood_type blood_group
religion: thing: religion faith
zodiac_sign: thing: zodiac_sign star_sign sign zodiac horoscope_sign
nationality: thing: nationality citizenship
gender: thing: gender
pronouns: strong: pronouns
nickname: person: nickname nick
name: person: name first_name full_name real_name
last_name: person: last_name surname family_name
maiden_name: person: maiden_name
medication: thing: medication meds medicine
coffee_order: thing: coffee_order usual_order usual_coffee_order usual_coffee
wakes_up_at: time: wake-up_time wake_up_time alarm
bedtime: time: bedtime
reading: title: current_book current_read
watching: title: current_show current_series
goal: goal: goal main_goal new_year's_resolution resolution
dream: goal: dream dream_job
favorite_food: thing: comfort_food favourite_meal signature_dish
favorite_drink: thing: drink drink_of_choice poison usual_drink beverage_of_choice beverage
favorite_color: thing: colour_of_choice color_of_choice
favorite_restaurant: title: go-to_place local
language: thing: language main_language day-to-day_language
commute: thing: commute way_to_work
vehicle: thing: mode_of_transport means_of_transport
"""

_KINDS: dict[str, Kind] = {"diet": "constraint", "allergic_to": "constraint"}

_MANY = frozenset(
    "has_pet allergic_to hobby medication goal sport instrument handle studies".split()
)


def _table() -> dict[str, Noun]:
    nouns: dict[str, Noun] = {}
    for line in _TABLE.strip().replace("\n    ", " ").split("\n"):
        predicate, takes, words = line.split(": ")
        noun = Noun(predicate, takes, _kind(predicate), predicate not in _MANY)  # type: ignore[arg-type]
        nouns.update((word.replace("_", " "), noun) for word in words.split())
    return nouns


def _kind(predicate: str) -> Kind:
    return "preference" if predicate.startswith("favorite_") else _KINDS.get(predicate, "fact")


NOUNS = _table()

TITLES = frozenset(
    "movie film book novel band group show series song album restaurant cafe bar pub game"
    " podcast magazine newspaper video_game tv_show artist singer author musician club place team"
    " comic manga anime play musical shop store hotel museum brand".split()
)

SAME = {
    "dish": "food", "meal": "food", "novel": "book", "flick": "movie", "film": "movie",
    "colour": "color", "beverage": "drink", "tipple": "drink", "bevvy": "drink",
    "cuisine": "food", "grub": "food",
    "shade": "color", "hue": "color", "tune": "song", "track": "song", "group": "band",
    "tv show": "show", "tv series": "show", "series": "show", "writer": "author",
    "place to eat": "restaurant", "eatery": "restaurant", "spot to eat": "restaurant",
    "place for dinner": "restaurant", "diner": "restaurant",
    "ice cream flavour": "ice cream flavor",
    "football club": "football team", "time of year": "season", "video game": "game",
    "pastime": "hobby", "reads": "book", "motion picture": "movie",
}  # fmt: skip

FAVORITE = frozenset(
    "favourite favorite fave fav preferred go-to goto fav. favourites favorites".split()
)

ADJECTIVES = frozenset(
    """new brand-new brand latest current present newest main primary usual regular official own
    actual all-time absolute personal dear good lovely beloved only very best trusty old-time
    daily everyday top number-one current-day day-to-day weekday second-hand used work-issued
    shiny fancy trusted default permanent temporary time all""".split()
)
"""What stands before a noun without changing which attribute it names."""

PAST = frozenset(
    "old former previous ex first last earlier then-current past original late".split()
)
"""What makes a value one of the past: "my old number was ..."."""

NEXT = frozenset(
    "next future dream ideal second third other fake imaginary potential possible".split()
)

# Nouns that name no attribute, whatever follows.
STOP = frozenset(
    """one ones point
    points guess question questions opinion advice favourite favorite part life day days
    head mood fault turn idea ideas thought thoughts mind heart bad problem problems issue
    issues answer feeling feelings hope hopes fear fears worry bet way ways thing things time
    times week weekend month year night morning evening afternoon luck god goodness word words
    pleasure concern concerns reason reasons understanding impression experience sense take
    view views suggestion recommendation request wish best worst plan_b choice business stuff
    kind mistake excuse apologies apology response reply message messages text texts post posts
    comment comments side eyes eye hands hand hair face body back legs leg knee foot feet ears
    ear stomach skin throat nose mouth teeth tooth brain soul parents friends friend kids
    family people guests colleagues neighbours neighbors children flight train bus package
    parcel order delivery bag keys wallet passport shoes room kitchen garden bathroom bedroom
    fridge sofa bed desk chair door window windows balcony trip vacation holiday holidays
    journey party wedding lunch dinner breakfast coffee tea food meal first_thought everything
    nothing something anything boyfriend's girlfriend's understanding prayers priority
    priorities story joke jokes dad's mom's secret secrets tip tips trick pick picks rule rules
    motto role_model hero idol guilty_pleasure next favorite_part son daughter brother sister
    mother father mom dad mum child baby kid cat dog aunt uncle cousin niece nephew grandma
    grandpa ex exes twin classmate honest humble score honest_opinion internet wifi connection
    battery screen keyboard weather signal password pin code cv resume photo photos picture
    pictures video videos file files document documents project's code's ticket tickets
    surname's vote result results exam exams test tests homework interview flat's english
    german french spanish blood pressure temperature fever pain headache sleep diet's self
    name's""".split()
)

OWN = frozenset("work private personal business home school office company gaming family".split())
