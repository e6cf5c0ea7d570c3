"""How people ask for what is known of somebody: words and phrases, by predicate.

A phrase is found when its words stand in a question one after the other, in any form; between words
parted by "*" others may stand. After ";" come weak ones: they may mean the predicate.
"""

from collections.abc import Mapping

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["ASKED", "EMPTY", "KIN", "PAST", "RELATIVES", "SPELLINGS", "Asking"]


class Asking(Record):
    """Weigh how surely a question asks for a slot; the numbers are round."""

    asked: float = Field(default=0.9, ge=0, le=1)  # a phrase of the question names the predicate
    hinted: float = Field(default=0.4, ge=0, le=1)  # a word of it may mean the predicate
    beside: float = Field(default=0.3, ge=0, le=1)  # of the words shared beside what is asked for
    gap: int = Field(default=4, ge=0, le=20)  # words that "*" may stand for


_TABLE = """
lives_in: live in, where * live, where * living, based, home, home base, city, town, country,
  located, reside, residence, where * stay, country of residence, hometown now, where * find, call
  home, settled, whereabouts, place of residence, in which country, in which city, move to,
  relocate ; live, stay, house, apartment, flat, move
born_in: born in, where * born, birthplace, place of birth, birth town, native city ; born
born_on: born on, when * born ; born
from: from originally, originally from, come from, where * from, hometown, home town, native of,
  country of origin, roots, originate ; origin
grew_up_in: grow up, grew up, raised, childhood home, brought up, childhood ; grow
address: address, street, house number, postal code, postcode, zip code, send * package, send *
  parcel, mail * letter, door, deliver to, ship to, post * to ; live, send, ship, deliver
neighborhood: neighborhood, district, quarter, part of town, part of the city, borough ; area
works_at: work at, work for, where * work, employer, employed, employs, company, firm, workplace,
  place of work, where * job, work with now, pays * salary, which organization, job at,
  organization, where * employed, earn * living at, corporation, on * payroll ; work, job, office,
  business
works_as: job title, title, role, position, profession, occupation, work as, do for a living, do
  for work, do for living, what * job, what * do professionally, line of work, career, job
  description, trade, kind of work, sort of work, earn * living, earn * money, employed as, what
  kind of job, what type of work ; job, work
volunteers_at: volunteer
studies_at: study at, where * study, university, college, campus, alma mater, enrolled, go to
  school, attend, which uni, uni ; study, student, school
studies: major, degree, field of study, study, what subject, subject, course of study ; course,
  student
graduated_from: graduate, alma mater, degree from, diploma from ; university, college
university: university, college, uni, campus, alma mater ; study, school
school: school, kindergarten, preschool, daycare, nursery, attend ; class, pupil
name: name, called, call me, call myself, go by
last_name: last name, surname, family name
nickname: nickname, nick, pet name, called by friends ; name
pronouns: pronoun, address me as
age: age, how old, year old, birthday turn, born what year ; old
birthday: birthday, date of birth, birth date, when * born, bday, which day * born, born on ; born
email: email, email address, mail address, inbox, write * to, electronic mail, contact by mail ;
  mail, contact, reach
phone: phone number, mobile number, cell number, telephone, number to call, number * call, call *
  on, which number, what number, reach * by phone, reach * on, dial, telephone number, whatsapp,
  text * on, ring * on, contact number, digits, landline ; number, reach, call, phone, contact,
  text, ring
phone_model: phone, mobile, smartphone, cell phone, mobile phone, handset, cellphone, phone model,
  which phone, iphone or android, what model * phone ; android, iphone, device
laptop: laptop, notebook, computer, work machine, pc, workstation, macbook, work on machine,
  computer model ; machine, device, hardware
tablet: tablet, ipad ; device
camera: camera, take photo with, shoot with, take picture with, photograph with ; photo
console: console, game on, playstation or xbox ; gaming
headphones: headphone, earbud, headset
watch: watch on wrist, smartwatch, wristwatch, wear on * wrist ; watch
car: car, vehicle, what * drive, which * drive, what * driving, drive, wheels, automobile, auto,
  parked, what kind of car, get around in, in the garage, in * driveway, motor, ride ; park,
  garage
bike: bike, bicycle, motorbike, motorcycle, cycle ; ride
drives: drive, car, vehicle
vehicle: vehicle, mode of transport, means of transport, get around ; drive
manager: manager, boss, report to, supervisor, superior, line manager, team lead, who * work
  under, work under, in charge of, answer to, lead, head, who manage, manage, supervise, in
  charge, higher up, above me ; team
mentor: mentor
partner: partner, girlfriend, boyfriend, husband, wife, spouse, relationship, significant other,
  other half, better half, married, together with, in love, who * seeing, who * dating, love life,
  go out with, going out with, fiance, romantically, who is * with, who am * with, who was * with,
  couple, in a relationship with, love interest ; love
married_to: married, husband, wife, spouse, partner, wed
relationship_status: relationship status, marital status, single or, married or ; relationship,
  single, married
has_pet: pet, animal, dog or cat, furry, four legged, creature, animal companion, critter ; dog,
  cat, keep, feed
pet_name: pet called, pet name, name of * pet
diet: diet, eating habit, eat meat, vegetarian, vegan, food restriction, dietary, way of eating,
  eating style, nutrition, how * eat, avoid eating, food regime, not eat, eating plan ; eat, food,
  meat
avoids: avoid, steer clear, stay away from, don't eat, not eat, keep away from ; eat
allergic_to: allergic, allergy, allergen, intolerant, intolerance, react to, reaction to,
  reaction, can't eat, can not eat, must not eat, sensitive to ; eat, avoid
has_condition: condition, illness, disease, diagnosis, diagnosed, suffer from, health problem,
  sick with ; health, ill
medication: medication, medicine, med, pill, drug, prescription, prescribed, tablet * take, what *
  take daily ; take, dose
blood_type: blood type, blood group
hobby: hobby, free time, spare time, fun, pastime, leisure, leisure time, after work do, weekend
  do, on weekends, for fun, sport, what * into, passion, interest, activity, enjoy doing, relax,
  unwind, passtime, off work, time off ; weekend, evening
sport: sport, work out, exercise, train, team sport ; play, fitness
instrument: instrument, play music, musical instrument ; play, music
plays: play, instrument, game ; music
gym: gym, train at, where * train, work out, exercise, fitness, fitness studio, fitness club,
  member of * gym, lift weights, workout, fitness center, health club, get fit, lift, pump iron ;
  train, club, member, membership, sport
club: club, member of ; member
collects: collect
likes: ; like, love, enjoy, fan, into, fond
prefers: prefer ; like, rather
fears: afraid, fear, scared, phobia, terrified
dentist: dentist, tooth, teeth, dental, cavity
doctor: doctor, gp, physician, family doctor, when * sick, medical practice ; sick, health,
  practice
therapist: therapist, psychologist, therapy, shrink, counselor, counsellor, psychiatrist
vet: vet, veterinarian, pet doctor, animal doctor
hairdresser: hairdresser, barber, cut * hair, haircut, stylist ; hair, salon
lawyer: lawyer, attorney, solicitor, legal advice ; legal
accountant: accountant, tax advisor, do * tax, taxes ; tax
landlord: landlord, landlady, rent from, pay * rent to, own * flat
teacher: teacher, tutor, teach
coach: coach, trainer, personal trainer ; train
roommate: roommate, flatmate, housemate, share * flat, share * apartment, live with
favorite_food: favorite food, favorite dish, favorite meal, eat most, eat best, comfort food, like
  to eat, love to eat, favorite thing to eat, food * most, food * best, dish * best, dish,
  signature dish, cook * for, food of choice, go-to meal, want for dinner, enjoy eating ; eat,
  food, meal, cook, dinner, cuisine
favorite_drink: favorite drink, favorite beverage, go-to drink, drink, beverage, usually drink,
  like to drink, order to drink, drink of choice, order at the bar, usual at the bar, quench *
  thirst, thirsty ; order, bar, sip
favorite_color: favorite color, color, colour, shade, tint, hue ; paint
favorite_movie: favorite movie, favorite film, movie, film, flick, watch * most, on repeat watch ;
  cinema, watch
favorite_book: favorite book, favorite novel, novel, book, like to read, best read, favorite read
  ; read, author
favorite_band: favorite band, favorite group, band, music group, listen to, favorite musician ;
  music, concert, group
favorite_artist: favorite artist, favorite singer, artist, singer, musician, listen to ; music
favorite_song: favorite song, song, tune, track ; music
favorite_restaurant: favorite restaurant, restaurant, place to eat, go-to place, eat out, dine,
  dine out, go for dinner, where * eat, eatery, spot to eat, place for dinner, diner, dining ;
  eat, dinner, table
favorite_show: favorite show, favorite series, tv show, series, show ; watch, tv
favorite_team: favorite team, support, root for, favorite club, fan of, cheer for ; team, club
favorite_game: favorite game, game, play most ; play
favorite_season: season, time of year
coffee_order: coffee, coffee order, usual order, order at the cafe ; cafe, order
learning: learn, language course, study * language, language * study, language * learn, new
  language, taking lessons, lesson, practice * language, picking up, take * classes, target
  language, getting better at ; language, study, course, class
speaks: speak, language, fluent, tongue ; talk
native_language: native language, mother tongue, first language, native tongue, grew up speaking ;
  language, speak
language: language ; speak
editor: editor, ide, write code in, write * code, code in, text editor, code editor, edit code,
  programming environment, type * code, coding environment, coding tool ; code, program
programming_language: programming language, program in, code in, write code in, coding language,
  main language, language * code, language * program, language * work, language * development,
  language * backend, language * write, coding * language, develop in, tech stack ; program, code,
  language, develop
framework: framework ; library
database: database, db
operating_system: operating system, os, linux or windows, windows or mac, distro, run on *
  computer, computer run, machine run, laptop run, platform * run, system * run, boot ; system,
  linux, windows, platform
browser: browser, surf the web, browse, surf ; web
search_engine: search engine
email_client: email client, mail client, mail program
messenger: messenger, chat app, messaging app, text with ; chat
uses: use, tool
bank: bank, bank account, money account, account at ; account, money
mobile_provider: mobile provider, carrier, phone provider, phone company, mobile network, sim
  card, phone contract ; provider, network
internet_provider: internet provider, isp, internet service ; provider, internet
electricity_provider: electricity, energy provider, power company ; provider, power
insurance: insurance, insured, insurer, health plan, cover * medical ; cover
commute: commute, get to work, go to work, way to work, travel to work, get to the office, to the
  office, take to work, come to work, get to * office, ride to work, how * work, mode of
  transport, trip to work, journey to work, to and from work, come in to work, get into work,
  reach * office, reach work ; transport, travel, office
timezone: timezone, time zone, tz, utc, what time is it, local time, clock set, clock * set, utc
  offset ; zone, clock, hour
calendar_zone: calendar, timezone, time zone
shoe_size: shoe size, size * shoe, shoe * size, foot size, size of shoe, boot size, size * foot,
  size * feet, footwear, feet, how big * feet, size sneaker, size * boot, shoe ; foot, size,
  sneaker, boot
shirt_size: shirt size, size * shirt, clothes size, clothing size, size * clothes, jacket size,
  shirt ; size, clothes
dress_size: dress size, size * dress, dress ; size
ring_size: ring size, size * ring ; size
pants_size: pants size, size * pants, trousers, jeans, waist ; size
size: size
height: height, how tall, tall ; high
weight: weight, how heavy, how much * weigh, weigh ; heavy
salary: salary, earn, income, pay, wage, how much * make, paid ; money
budget: budget, how much * spend, spend, afford, price limit, spending limit, how much money,
  price range, cost limit, pay at most, spending cap, willing to pay ; money, cost, price
rent: rent, pay for * flat, cost of * flat ; cost
plan: plan, subscription, tier, package, subscribed, tariff, membership level, pricing plan,
  contract, signed up for, membership tier ; membership, account
project: project, work on, working on, assigned to, assignment, busy with ; work, task
team: team, squad, department, division, unit, group at work, belong to, part of ; group,
  colleague
deadline: deadline, due, due date ; date
weekly_meeting: weekly meeting, meeting day, weekly, team meeting, meeting, when * meet, what day
  * meet, which day * meet, standup, sync, regular meeting, get-together, get together ; day,
  meet, weekday
wakes_up_at: wake, wake up, get up, alarm, rise ; morning
bedtime: bedtime, go to bed, sleep ; bed, night
reading: read, reading, current book, book * read ; book
watching: watch, watching, series, binge, show ; tv
website: website, homepage, web site, site, blog, portfolio, url, web page ; online, web
handle: handle, username, user name, twitter, instagram, github, account name ; account
nationality: nationality, citizen, citizenship, passport
religion: religion, faith, believe in, church, religious
zodiac_sign: zodiac, star sign, horoscope
goal: goal, aim, resolution, want to achieve, achieve, ambition
dream: dream
anniversary: anniversary, wedding day
visited: visit, been to, travel, trip, go on vacation, holiday
traveled_to: travel, visit, been to, trip, holiday
stayed_in: stay, visit
attended: attend, go to, been to
participated_in: participate, take part, took part
goes_to: go to
""".strip()


def _read(table: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for line in table.replace("\n  ", " ").split("\n"):
        name, _, phrases = line.partition(":")
        strong, _, weak = phrases.partition(";")
        found[name] = (_split(strong), _split(weak))
    return found


def _split(phrases: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in phrases.split(",") if one.strip())


ASKED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = _read(_TABLE)
"""Predicate -> the phrases that name it, and those that may mean it."""

EMPTY = frozenset(
    """
    main current currently now nowadays days day moment present presently new newest latest best really
    actual actually right these recent recently anymore still most favorite usual usually name
    named called go-to please remember know tell remind say again kind sort type model exactly
    """.split()
)
"""Words that say nothing about which slot is asked for, unless a phrase holds them."""

SPELLINGS: Mapping[str, str] = {
    "favourite": "favorite", "fave": "favorite", "fav": "favorite", "preferred": "favorite",
    "colour": "color", "flavour": "flavor", "neighbour": "neighbor",
    "neighbourhood": "neighborhood",
    "organisation": "organization", "centre": "center", "programme": "program",
    "film": "movie", "dish": "food", "meal": "food", "novel": "book", "beverage": "drink",
    "cheque": "check", "grey": "gray", "theatre": "theater", "licence": "license", "tyre": "tire",
    "jewellery": "jewelry", "aluminium": "aluminum", "moustache": "mustache", "pyjamas": "pajamas",
    "humour": "humor", "behaviour": "behavior", "labour": "labor", "odour": "odor",
}  # fmt: skip
"""Words that mean the same in the name of a slot."""

KIN: Mapping[str, tuple[str, ...]] = {
    one: tuple(group.split())
    for words, group in (
        ("mother mom mum mommy mummy mama ma", "mother mom mum mommy mummy mama"),
        ("father dad daddy papa", "father dad daddy papa"),
        ("parent parents", "mother mom mum mommy father dad daddy parents parent"),
        ("sibling siblings", "sister brother sibling twin"),
        ("kid kids child children", "kid child son daughter baby kids children"),
        ("grandmother grandma granny nana", "grandmother grandma granny nana"),
        ("grandfather grandpa granddad", "grandfather grandpa granddad"),
        ("partner", "partner wife husband girlfriend boyfriend spouse fiance fiancee fianc\u00e9 "
         "fianc\u00e9e"),
        ("spouse", "spouse wife husband"),
        ("wife hubby husband", "wife husband spouse"),
        ("boss supervisor", "boss manager supervisor"),
        ("manager", "manager boss supervisor"),
        ("colleague coworker co-worker workmate", "colleague coworker co-worker"),
        ("flatmate roommate housemate roomie", "flatmate roommate housemate"),
        ("neighbor neighbour", "neighbor neighbour"),
        ("friend buddy pal mate bestie", "friend buddy pal bestie best_friend"),
        ("aunt auntie aunty", "aunt auntie"),
        ("pet", "dog cat parrot hamster rabbit bunny turtle tortoise horse puppy kitten"),
        ("dog puppy", "dog puppy"),
        ("cat kitten", "cat kitten"),
        ("doctor gp physician", "doctor gp physician"),
    )
    for one in words.split()
}  # fmt: skip
"""Word after "my" -> the relations it may mean; any other of `RELATIVES` means itself."""

RELATIVES = frozenset(
    """
    sister brother son daughter baby uncle cousin niece nephew grandson granddaughter stepmother
    stepmom stepfather stepdad stepsister stepbrother mother-in-law father-in-law
    sister-in-law brother-in-law twin girlfriend boyfriend fiance fiancee fianc\u00e9 fianc\u00e9e
    ex ex-wife ex-husband ex-girlfriend ex-boyfriend mentor teacher coach dentist therapist landlord landlady assistant
    trainer tutor lawyer accountant hairdresser barber vet client classmate parrot hamster rabbit
    bunny turtle tortoise horse
    """.split()
) | frozenset(KIN)
"""Words after "my" that mean somebody else."""

PAST = r"\b(?:used to|use to|previous(?:ly)?|former(?:ly)?|originally|earlier|before|in the past)\b"
"""What asks for what is over, where no time is named."""
