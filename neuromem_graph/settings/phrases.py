"""How people ask for what is known of somebody: words and phrases, by predicate.

A phrase is found when its words stand in a question one after the other, in any form; between words
parted by "*" others may stand. After ";" come weak ones: they may mean the predicate.
"""

from collections.abc import Mapping

from neuromem_graph.settings.phrases_of_things import THINGS

__all__ = ["ASKED"]

_TABLE = """
lives_in: live in, where * live, where * living, based, home, home base, city, town, country,
  located, reside, residence, where * stay, country of residence, where * find, call home,
  settled, whereabouts, place of residence, in which country, in which city, move to, relocate,
  put down roots, roots down, dwell, inhabit, place * call * own, call * my own, place * stay,
  where am i at, resident of, municipality, state * live, in what state, domicile, reside at,
  moved to, where is my home, where is my house, where is my place, living situation, live
  nowadays; live, stay, house, apartment, flat, move
born_in: born in, where * born, birthplace, place of birth, birth town, native city; born
born_on: born on, when * born; born
from: from originally, originally from, come from, where * from, hometown, home town, native of,
  country of origin, roots, originate; origin
grew_up_in: grow up, grew up, raised, childhood home, brought up, childhood; grow
address: address, street, house number, postal code, postcode, zip code, send * package, send *
  parcel, mail * letter, door, deliver to, ship to, post * to, package, parcel, mailing address,
  home address, postal address, where * ship, where * deliver, street * live, which street, door
  number, courier, send * letter, postcard, visit me at, house located, delivery; live, send,
  ship, deliver
neighborhood: neighborhood, district, quarter, part of town, part of the city, borough; area
works_at: work at, work for, where * work, employer, employed, employs, company, firm, workplace,
  place of work, where * job, work with now, pays * salary, which organization, job at,
  organization, where * employed, corporation, on * payroll, sign * paycheck, outfit * employed,
  paymaster, toil, employing, whom * work, day job at, work these days for, business * work, who
  pays * salary; work, job, office, business
works_as: job title, title, role, position, profession, occupation, work as, do for a living, do
  for work, do for living, what * job, what * do professionally, line of work, career, job
  description, trade, kind of work, sort of work, earn * living, earn * money, employed as, what
  kind of job, what type of work, capacity, professionally, line of business, for a job, vocation,
  earn * keep, working as, designation, business card, what am i by trade; job, work
volunteers_at: volunteer
studies_at: study at, where * study, university, college, campus, alma mater, enrolled, go to
  school, attend, which uni, uni; study, student, school
studies: major, degree, field of study, study, what subject, subject, course of study; course,
  student
graduated_from: graduate, alma mater, degree from, diploma from; university, college
university: university, college, uni, campus, alma mater; study, school
school: school, kindergarten, preschool, daycare, nursery, attend, classes at, educated, learn at,
  pupil at, schooled, enrolled at, place of learning, taught at; class, pupil
name: name, called, call myself, go by
last_name: last name, surname, family name
nickname: nickname, nick, pet name, called by friends; name
pronouns: pronoun, address me as
age: age, how old, year old, birthday turn, born what year, years old, many years, turn next
  birthday, how many year, decade am i in; old
birthday: birthday, date of birth, birth date, when * born, bday, which day * born, born on; born
email: email, email address, mail address, inbox, write * to, electronic mail, contact by mail,
  mailed electronically, electronic address, send * pdf, send * document, forward * to, drop * a
  line, newsletter; mail, contact, reach
phone: phone number, mobile number, cell number, telephone, number to call, number * call, call *
  on, which number, what number, reach * by phone, reach * on, dial, telephone number, whatsapp,
  text * on, ring * on, contact number, digits, landline, can * call, how * call me, ring * up,
  phone call, reach me by, reached at, best number, dial to, give * a call, get * on the phone, on
  the phone, over the phone, reachable, line number, my cell, my mobile, contact detail, number to
  dial, give me a ring, sms, number to text; number, reach, call, phone, contact, text, ring
phone_model: phone, mobile, smartphone, cell phone, mobile phone, handset, cellphone, phone model,
  which phone, iphone or android, what model * phone, make calls with, make * call with, take
  calls on, handheld, pocket computer; android, iphone, device
laptop: laptop, notebook, computer, work machine, pc, workstation, macbook, work on machine,
  computer model, what machine, which machine, machine * work on, work on * machine, portable
  computer; machine, device, hardware
tablet: tablet, ipad; device
camera: camera, take photo with, shoot with, take picture with, photograph with; photo
console: console, game on, playstation or xbox; gaming
headphones: headphone, earbud, headset
watch: watch on wrist, smartwatch, wristwatch, wear on * wrist; watch
car: car, vehicle, what * drive, which * drive, what * driving, drive, wheels, automobile, auto,
  parked, what kind of car, get around in, in the garage, in * driveway, motor, ride, get behind
  the wheel, at the wheel, license plate, four wheels, transport myself, car model, own * drive;
  park, garage
bike: bike, bicycle, motorbike, motorcycle, cycle; ride
drives: drive, car, vehicle
vehicle: vehicle, mode of transport, means of transport, get around; drive
manager: manager, boss, report to, supervisor, superior, line manager, team lead, who * work
  under, work under, in charge of, answer to, lead, head, who manage, manage, supervise, in
  charge, higher up, above me, whom * report, who * report, who * boss, tell me what to do, chief,
  approves my, approve * vacation, approve * leave, give * orders, gives * orders, head of my
  team, higher-up, my senior, run * team, runs * team, reporting line, managed by, led by; team
mentor: mentor
partner: partner, girlfriend, boyfriend, husband, wife, spouse, relationship, significant other,
  other half, better half, married, together with, in love, who * seeing, who * dating, love life,
  go out with, going out with, fiance, romantically, who is * with, who am * with, who was * with,
  in a relationship with, love interest, sweetheart, lover, soulmate, share * life, going steady,
  go steady, in a couple with, lover called, sleep with, date night, romance, the love of my life,
  share * bed, share * home, who am i together, who * together, who * dating now; love
married_to: married, husband, wife, spouse, partner, wed
relationship_status: relationship status, marital status, single or, married or; relationship,
  single, married
has_pet: pet, animal, dog or cat, furry, four legged, creature, animal companion, critter, beast,
  look after * animal, four-legged, feather, fur, kitten or puppy, what * walk, what * feed,
  livestock, tame; dog, cat, keep, feed
pet_name: pet called, pet name, name of * pet
diet: diet, eating habit, eat meat, vegetarian, vegan, food restriction, dietary, way of eating,
  eating style, nutrition, how * eat, avoid eating, food regime, not eat, eating plan, animal
  product, nourish, eat * meat, dairy, what * allowed to eat, food preference, refuse to eat,
  eating regime, regime, eat on principle, plant based, pescatarian, keto, dietary requirement,
  dietary preference, food rule, food choice; eat, food, meat
avoids: avoid, steer clear, stay away from, don't eat, not eat, keep away from; eat
allergic_to: allergic, allergy, allergen, intolerant, intolerance, react to, reaction to,
  reaction, can't eat, can not eat, must not eat, sensitive to, rash, itchy, itch, hives, break
  out, sneeze, swell, off * plate, bad for me, epipen, make * sick, makes * ill, food to avoid,
  health risk, hospital, immune system, stay away from because, anaphylaxis, food intolerance,
  trigger, sensitivity, can i not eat, deadly, dangerous * eat, dangerous for, keep away from me,
  must avoid; eat, avoid
has_condition: condition, illness, disease, diagnosis, diagnosed, suffer from, health problem,
  sick with; health, ill
medication: medication, medicine, med, pill, drug, prescription, prescribed, tablet * take, what *
  take daily; take, dose
blood_type: blood type, blood group
hobby: hobby, free time, spare time, fun, pastime, leisure, leisure time, after work do, weekend
  do, on weekends, for fun, sport, what * into, passion, interest, activity, enjoy doing, relax,
  unwind, off work, time off, enjoyment, keep * busy, kill time, amuse, entertain, recreation, on
  sunday, on saturday, weekend, passionate about, outside work, outside of work, occupy myself, do
  after hours, side interest, pass * time, spend * evening, spend * weekend, spend * free, do to
  relax; evening, enjoy
sport: sport, work out, exercise, train, team sport; play, fitness
instrument: instrument, play music, musical instrument; play, music
plays: play, instrument, game; music
gym: gym, train at, where * train, work out, exercise, fitness, fitness studio, fitness club,
  member of * gym, lift weights, workout, fitness center, health club, get fit, lift, pump iron,
  place to exercise, lift weight, training place, sweat, where * exercise, treadmill, sport club,
  where * sport, do sports; train, club, member, membership, sport
club: club, member of; member
collects: collect
likes: ; like, love, enjoy, fan, into, fond
prefers: prefer; like, rather
fears: afraid, fear, scared, phobia, terrified
dentist: dentist, tooth, teeth, dental, cavity, molar, toothache, orthodontist, filling, check *
  tooth, root canal
doctor: doctor, gp, physician, family doctor, when * sick, medical practice; sick, health,
  practice
therapist: therapist, psychologist, therapy, shrink, counselor, counsellor, psychiatrist
vet: vet, veterinarian, pet doctor, animal doctor
hairdresser: hairdresser, barber, cut * hair, haircut, stylist; hair, salon
lawyer: lawyer, attorney, solicitor, legal advice; legal
accountant: accountant, tax advisor, do * tax, taxes; tax
landlord: landlord, landlady, rent from, pay * rent to, own * flat
teacher: teacher, tutor, teach
coach: coach, trainer, personal trainer; train
roommate: roommate, flatmate, housemate, share * flat, share * apartment, live with
favorite_food: favorite food, favorite dish, favorite meal, eat most, eat best, comfort food, like
  to eat, love to eat, favorite thing to eat, food * most, food * best, dish * best, signature
  dish, cook * for, food of choice, go-to meal, want for dinner, enjoy eating, please me, food i
  adore, adore, crave, last meal, cook for me, favorite cuisine, like to be served, birthday
  dinner, number one food, happiest food, food * love, food * like, food * happiest; eat, food,
  meal, cook, dinner, cuisine
favorite_drink: favorite drink, favorite beverage, go-to drink, drink, beverage, usually drink,
  like to drink, order to drink, drink of choice, order at the bar, usual at the bar, quench *
  thirst, thirsty, sip, pour me, what * sip, order at a cafe, at the bar, in my cup, in my glass,
  have to drink, want to drink, offer me to drink, beverage of choice, drink at, something to
  drink; order, bar
favorite_color: favorite color, paint the wall, which paint, what paint, color * suit; paint
favorite_movie: favorite movie, favorite film, watch * most, on repeat watch, watch again, on the
  screen, big screen, favorite flick; watch
favorite_book: favorite book, favorite novel, like to read, best read, favorite read, bookshelf,
  piece of literature, favorite reading, favorite story, read again, work of fiction; read, author
favorite_band: favorite band, favorite group, music group, listen to, favorite musician, music
  act, whose music, whose song, what music, music do, music * listen, favorite music, musical act;
  music, group
favorite_artist: favorite artist, favorite singer, listen to; music
favorite_song: favorite song; music
favorite_restaurant: favorite restaurant, restaurant, place to eat, go-to place, eat out, dine,
  dine out, go for dinner, where * eat, eatery, spot to eat, place for dinner, diner, dining, book
  a table, table for, where * dine, take me out, place to dine, go out to eat, eat at, favorite
  place to eat, favorite spot, best place to eat, where * have dinner, dinner place, reserve a
  table, bistro, eating place, dining place, where * like to eat, where * go to eat; eat, dinner,
  table
favorite_show: favorite show, favorite series; watch, tv
favorite_team: favorite team, support, root for, favorite club, fan of, cheer for; team, club
favorite_game: favorite game, play most; play
favorite_season: season, time of year
coffee_order: coffee, coffee order, usual order, order at the cafe; cafe, order
learning: learn, language course, study * language, language * study, language * learn, new
  language, taking lessons, lesson, practice * language, picking up, take * classes, target
  language, getting better at, try to master, trying to master, taught, being taught, language *
  taught, foreign language, language * master, tongue * master, language * practice, learn to
  speak, language * pick up, linguistic, duolingo, speak next, language * lesson; language, study,
  course, class, tongue
speaks: speak, fluent, tongue; talk
native_language: native language, mother tongue, first language, native tongue, grew up speaking;
  language, speak
language: ; speak
editor: editor, ide, write code in, write * code, code in, text editor, code editor, edit code,
  type * code, coding environment, coding tool, edit * file, file * edit, edit * with, tool *
  edit, software * write, software * code, coding * in, develop in, write * program, write *
  software, programming tool, program with, code with; code, program
programming_language: programming language, program in, code in, write code in, coding language,
  main language, language * code, language * program, language * work, language * development,
  language * backend, language * write, coding * language, develop in, language of choice for,
  language * prefer for coding, language * develop, language * software, language * script,
  scripting language, code * language, write * software in, written in; program, code, language,
  develop
framework: framework; library
database: database, db
operating_system: operating system, os, linux or windows, windows or mac, distro, run on *
  computer, computer run, machine run, laptop run, platform * run, system * run, boot, platform,
  windows version, which windows, run on, what * run on, installed on, os version, distribution,
  software platform, boot into; system, linux, windows
browser: browser, surf the web, browse, surf; web
search_engine: search engine
email_client: email client, mail client, mail program
messenger: messenger, chat app, messaging app, text with; chat
uses: use, tool
bank: bank, bank account, money account, account at, keep * money, debit card, credit card, iban,
  deposit, savings, checking account, financial institution, bank with, banking; account, money
mobile_provider: mobile provider, carrier, phone provider, phone company, mobile network, sim
  card, phone contract; provider, network
internet_provider: internet provider, isp, internet service; provider, internet
electricity_provider: electricity, energy provider, power company; provider, power
insurance: insurance, insured, insurer, health plan, cover * medical; cover
commute: commute, get to work, go to work, way to work, travel to work, get to the office, to the
  office, take to work, come to work, get to * office, ride to work, how * work, mode of
  transport, to and from work, get into work, reach * office, reach work, reach * workplace, reach
  * job, bring * to work, to work by, to work with, to my job, to the workplace, vehicle * work,
  to work each morning, to work every day, get to * job, ride * work, travel * office, how *
  travel to, how * arrive, get in to work, daily trip, daily travel; transport, travel, office, to
  work, workplace
timezone: timezone, time zone, tz, utc, what time is it, local time, clock set, clock * set, utc
  offset, what zone, clock time, gmt, hours ahead, offset, time difference, time where, local
  hour, which zone; zone, clock, hour
calendar_zone: calendar, timezone, time zone
shoe_size: shoe size, size * shoe, shoe * size, foot size, size of shoe, boot size, size * foot,
  size * feet, footwear, feet, how big * feet, size sneaker, size * boot, shoe, large * feet,
  large * foot, take in shoes, wear on * feet; foot, size, sneaker, boot
shirt_size: shirt size, size * shirt, clothes size, clothing size, size * clothes, jacket size,
  shirt; size, clothes
dress_size: dress size, size * dress, dress; size
ring_size: ring size, size * ring; size
pants_size: pants size, size * pants, trousers, jeans, waist; size
size: size
height: height, how tall, tall; high
weight: weight, how heavy, how much * weigh, weigh; heavy
salary: salary, earn, income, pay, wage, how much * make, paid; money
budget: budget, how much * spend, afford, price limit, spending limit, how much money, price
  range, cost limit, pay at most, willing to pay, price ceiling, how much money * have, how
  expensive, upper limit, maximum, at most spend, allowed to spend, allowed to cost, may * cost,
  can * cost, money available; money, cost, price
rent: rent, pay for * flat, cost of * flat; cost
plan: plan, subscription, tier, package, subscribed, tariff, membership level, pricing plan,
  contract, signed up for, membership tier, which edition, paying for, billed, billing, account
  type, what * pay for, subscribe to; membership, account
project: project, work on, working on, assigned to, assignment, busy with, initiative, client
  work, what * build, main focus, what * busy with, project * busy, spend * working time, focus on
  at work; work, task
team: team, squad, department, division, unit, group at work, belong to, part of, org unit,
  colleague * sit with, which * belong, sit in, squad at work, part of at work, scrum team,
  organizational unit; group, colleague
deadline: deadline, due, due date; date
weekly_meeting: weekly meeting, meeting day, weekly, team meeting, meeting, when * meet, what day
  * meet, which day * meet, standup, sync, regular meeting, get-together, get together, call every
  week, every week, weekly call, recurring meeting, team call, meet up weekly, weekly get
  together, jour fixe, when is our, sit together, regular call, weekly slot; day, meet, weekday,
  schedule
wakes_up_at: wake, wake up, get up, alarm, rise; morning
bedtime: bedtime, go to bed, sleep; bed, night
reading: read, reading, current book, book * read; book
watching: watch, watching, series, binge, show; tv
website: website, homepage, web site, site, blog, portfolio, url, web page; online, web
handle: handle, username, user name, twitter, instagram, github, account name; account
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


ASKED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = _read(f"{_TABLE}\n{THINGS}")
"""Predicate -> the phrases that name it, and those that may mean it."""
