"""What sleep takes for the same, and how much it does at once."""

from pydantic import Field

from neuromem_graph.settings.grounding import Grounding
from neuromem_graph.types.base import Record

FAMILIES = """
lives_in: resides_in living_in lives residence place_of_residence city_of_residence home_city
  current_city based_in dwells_in home home_location settled_in |
  live reside residence home city town village base dwell settle settled house place
works_at: works_for employer employed_by employed_at company workplace place_of_work job_at
  working_at working_for work_place |
  work employer employ employed company firm workplace job place
works_as: job occupation profession job_title role employed_as works_as_a working_as |
  work job occupation profession title role position employ living trade
allergic_to: allergy allergies has_allergy has_allergy_to allergic food_allergy |
  allergic allergy allergies got
likes: enjoys loves fond_of fan_of is_fond_of is_fan_of enjoys_doing | like love enjoy fond fan
dislikes: hates detests cannot_stand can_not_stand | dislike hate detest stand
drives: car has_car vehicle owns_car car_model drives_a car_make | drive driver car vehicle own
  automobile
speaks: language languages speaks_language language_spoken spoken_language fluent_in |
  speak speaker language fluent fluently can one
birthday: born_on date_of_birth birth_date birthdate dob was_born_on birthday_date |
  birthday born birth date day fall was
born_in: birthplace place_of_birth city_of_birth birth_city was_born_in birth_place |
  born birthplace birth place city was
from: hometown home_town comes_from originally_from is_from origin |
  come origin originally hometown native
married_to: spouse husband wife is_married_to husband_name wife_name spouse_name |
  marry married spouse husband wife one name
manager: boss supervisor reports_to line_manager managed_by team_lead |
  manager manage boss supervisor supervise report line
doctor: physician gp family_doctor primary_doctor doctor_name general_practitioner |
  doctor physician gp family practitioner general
dentist: dentist_name dental_doctor | dentist dental
phone: phone_number telephone telephone_number mobile mobile_number cell cell_number cell_phone |
  phone telephone mobile cell number call reach you can
email: email_address mail mail_address e_mail e_mail_address | email mail address e reach write
diet: dietary_preference dietary_restriction follows_diet eating_habit eats diet_type |
  diet dietary eat eater follow
plays: plays_instrument instrument musical_instrument instrument_played |
  play player instrument musical
studies: major field_of_study majors_in study_subject subject_of_study studying | study major
  field subject student degree
studies_at: university college attends enrolled_at student_at goes_to_university school_attended |
  study student university college attend enrol enroll
graduated_from: alma_mater degree_from graduate_of | graduate alma mater degree
hobby: hobbies pastime free_time_activity spare_time_activity leisure_activity |
  hobby pastime free spare time leisure
uses_editor: editor text_editor code_editor preferred_editor main_editor editor_used |
  editor edit code text use
operating_system: os system_os runs_os operating_system_used uses_os | os operate system run use
programming_language: coding_language codes_in programs_in main_programming_language |
  program programming language code coding use
bank: banks_with bank_name has_account_at banks_at | bank account
gym: works_out_at trains_at gym_name exercises_at goes_to_gym | gym work train exercise go
wakes_up_at: wake_time wakes_at gets_up_at wake_up_time wakeup_time rises_at alarm_time |
  wake get got rise alarm set clock time
timezone: time_zone tz | timezone time zone
shoe_size: shoes_size size_of_shoes size_shoe shoe_size_number | shoe size wear foot feet
deadline: due_date due due_on due_by | deadline due date
medication: takes_medication medicine on_medication prescribed takes_medicine prescription |
  take medication medicine pill drug prescription prescribe
has_condition: condition diagnosed_with suffers_from diagnosis medical_condition health_condition |
  condition diagnose diagnosis suffer medical health
collects: collection collector_of collecting | collect collection collector
fears: afraid_of scared_of fear phobia terrified_of | fear afraid scare scared terrify terrified
  phobia
nickname: goes_by known_as called nick | nickname call go known friend
subscription: subscribes_to subscribed_to subscriber_of has_subscription |
  subscription subscribe subscriber
commute: commutes_by travels_to_work_by goes_to_work_by commute_mode gets_to_work_by |
  commute travel work get go
favorite_color: preferred_color best_color | color favorite prefer like best
favorite_food: preferred_food favorite_dish favorite_meal | food dish meal favorite prefer best eat
favorite_band: preferred_band favorite_music_group | band group favorite prefer best listen
favorite_book: preferred_book best_book | book favorite prefer best read
favorite_season: preferred_season best_season | season favorite prefer best year
"""
"""Canonical predicate: other names of it | words that say nothing but it."""

SPELLINGS: dict[str, str] = {
    "favourite": "favorite", "colour": "color", "colors": "color", "neighbour": "neighbor",
    "organisation": "organization", "mum": "mother", "mom": "mother", "dad": "father",
    "programme": "program", "tyre": "tire", "grey": "gray",
}  # fmt: skip
"""Words of one meaning and two spellings."""

EMPTY = """
a an the my our your his her their this that of is are was am be been being do does
"""
"""Words that a predicate or a value may have or lack."""

VALUE_HEADS = """
city of | town of | village of | company called | firm called | company named | a company called |
""".replace("\n", " ")  # fmt: skip
"""How a value may begin without being another: "the city of Ghent" is "Ghent"."""

INTROS = """
by the way | in fact | for the record | as a matter of fact | just so you know | just a note |
one thing | you know | as you know | please note that | please remember that | note that |
remember that | i mean | for your information | please note | to be clear | to be honest |
"""
"""How a text may begin without saying more, with or without a comma."""

OPENERS = """
actually really basically honestly oh hey hi hello btw fyi okay ok yes yeah also note remember
reminder please anyway
"""
"""Words with which it may begin if a comma or another sign follows."""

SPEECH_OPENERS = "well so now look see right fine"
"""The same, if what follows begins with a pronoun or an article: "Well, pump and tank are broken"
is a list."""

CLOSERS = """
actually | really | by the way | btw | you know | please | just so you know | for the record |
"""
"""How a text may end after a comma without saying more."""

EMPHASIS = "really actually indeed"
"""Words that only stress: after a pronoun or an auxiliary, where nothing is denied or asked."""

NOWADAYS = """
at the moment | right now | these days | at present | nowadays | currently | presently | now |
"""
"""What says no more than the present tense, beside a fact."""

FUNCTION = """
i me my mine am is are a an the of in at by to for with as on it them that what where when how
which who do does have has be happen called named name
"""
"""Words that state a fact beside its own; other pronouns and prepositions say more."""

WEIGHTY = """
no not never nor neither none nobody nothing only except unless if until before after without than
will shall would could should might may must too than against most more few other both each
did had
"""
"""Words that must stand in both of two texts or in neither."""


class Sleeping(Record):
    """Say what sleep takes for the same, when it promotes, settles and compiles, and its bounds."""

    families: str = FAMILIES  # a line per predicate: other names of it | words that say it
    spellings: dict[str, str] = Field(  # a word, and the one that means the same
        default_factory=lambda: {**SPELLINGS}
    )
    intros: str = INTROS  # phrases, with "|" between: a text may begin with one
    openers: str = OPENERS  # words that it may begin with, before a comma
    speech_openers: str = SPEECH_OPENERS  # the same, before a pronoun or an article
    closers: str = CLOSERS  # phrases that it may end with, after a comma
    emphasis: str = EMPHASIS  # words that only stress
    nowadays: str = NOWADAYS  # phrases that say no more than the present tense
    function: str = FUNCTION  # words that say nothing beside a fact
    weighty: str = WEIGHTY  # words that must stand in both of two texts or in neither
    page: int = Field(default=2_000, ge=1)  # memories read at once
    batch: int = Field(default=64, ge=1, le=1_000)  # memories moved in one transaction, about
    cluster: int = Field(default=200, ge=2)  # memories that are compared or shown at once
    promote: int = Field(default=2, ge=1)  # grounded events that make a candidate a memory
    margin: int = Field(default=2, ge=1)  # events by which one side of a conflict must lead
    results: int = Field(default=2, ge=1)  # of one task that make a procedure or a pattern
    shared: int = Field(default=3, ge=2)  # subjects with one value that make a schema
    listed: int = Field(default=4, ge=2)  # values of one subject that make a summary
    named: int = Field(default=12, ge=1)  # of them that a compiled text names
    grounding: Grounding = Field(default_factory=Grounding)
