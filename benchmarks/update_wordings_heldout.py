"""A quarter of the wordings, drawn at random for every attribute and sort when they were written.

Never use them for development: what is measured on them tells how the rest of the world is
understood. See `update_wordings` for the fields.
"""

WORDINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "city": {
        "statement": (
            "my flat's in {new} if that helps | {my} flat's in {new} if that helps",
            "home for {me} is {new}, has been for a while | home for {I} is {new}, has "
            "been for a while",
        ),
        "change": (
            "guess what, {I} finally moved to {new}!",
            "{I} relocated to {new} for the job, {she} had enough of {old} anyway",
        ),
        "now": ("What's {my} home city at the moment?",),
        "past": ("Where did {I} live before {next}?",),
    },
    "country": {
        "statement": (
            "{my} residence permit is for {new}, so that's where {shes} staying",
            "technically {my} country of residence is {new}, if the form asks",
        ),
        "change": (
            "{I} gave up the residence in {old} and [live|lives] in {new} now",
            "{my} country of residence changed from {old} to {new}",
        ),
        "now": ("In which country {am} {I} living at the moment?",),
        "past": ("what country did {I} leave for {next}?",),
    },
    "employer": {
        "statement": (
            "been at {new} since {since} and still enjoying it | {I} has been at {new} "
            "since {since} and still enjoying it",
            "the company {I} [work|works] for is {new}, not that anyone's heard of it",
        ),
        "change": (
            "{I} left {old} and started at {new} last week",
            "{Ive} got a new job: {shes} working for {new} now",
        ),
        "now": ("Who's {my} current employer?",),
        "past": ("which company {was} {I} at before joining {next}?",),
    },
    "title": {
        "statement": (
            "{I} got hired as {a} in {since} and it's fine",
            "on paper {my} role is {new} but {she} [do|does] a bit of everything",
        ),
        "change": (
            "{I} got promoted, {shes} {a} now",
            "big news, as of Monday {Im} officially {a}",
        ),
        "now": ("What [do|does] {I} work as these days?",),
        "past": ("what {was} {I} before becoming {a_next}?",),
    },
    "team": {
        "statement": (
            "{I} [work|works] in the {new} team, we sit next to the kitchen",
            "{my} team is {new}",
        ),
        "change": (
            "they put {them} in {new} and somebody else took over in {old} | they put {I}"
            " in {new} and somebody else took over in {old}",
            "goodbye {old} team, {Im} with {new} these days",
        ),
        "now": ("what team [do|does] {I} work in these days?",),
        "past": ("What team did {I} work in before {next}?",),
    },
    "manager": {
        "statement": (
            "{I} [report|reports] to {new}",
            "{my} boss is {new}, super chill person",
        ),
        "change": (
            "{I} got a new boss: {new}",
            "{new} took over from {old} as {my} manager",
        ),
        "now": ("What's the name of {my} current manager?",),
        "past": ("Who was {my} boss in {month}?",),
    },
    "partner": {
        "statement": (
            "{Im} dating {new}, we met at a wedding | {Im} dating {new}, they met at a wedding",
            "{Im} seeing {new}, it's been a few months and it's going well",
        ),
        "change": (
            "{Im} dating {new} now, {old} is ancient history",
            "{I} left {old} for {new}, drama everywhere",
        ),
        "now": ("Who {am} {I} together with these days?",),
        "past": ("who {was} {I} dating in {month}?",),
    },
    "car": {
        "statement": (
            "{I} [drive|drives] {a}",
            "for the parking permit: {my} car's {a}, dark grey",
        ),
        "change": (
            "traded my {old} in for {a} | {I} traded the {old} in for {a}",
            "{I} got a new car, {a} this time",
        ),
        "now": ("Which car [do|does] {I} have at the moment?",),
        "past": ("what was {my} car in {month}?",),
    },
    "phone": {
        "statement": (
            "got {a} for my birthday | {I} got {a} for {her} birthday",
            "{my} phone's {a}, the screen has a crack though",
        ),
        "change": (
            "{I} dropped the {old} in the sink, so now it's {a}",
            "{I} got a new phone yesterday, {a}",
        ),
        "now": ("Which phone [do|does] {I} use these days?",),
        "past": ("Which phone did {I} use in {month}?",),
    },
    "laptop": {
        "statement": (
            "{my} laptop is {a}",
            "{Im} typing on {a} whose keyboard is a bit mushy | {Im} always typing on {a}"
            " whose keyboard is a bit mushy",
        ),
        "change": (
            "{I} got {a} from work, finally a decent screen",
            "as of this week {my} laptop is {a}",
        ),
        "now": ("What laptop [do|does] {I} use now?",),
        "past": ("What laptop {was} {I} using in {month}?",),
    },
    "pet": {
        "statement": (
            "{I} [own|owns] {a} and it eats better than most people",
            "{my} only pet's {a}, and it hates visitors",
        ),
        "change": (
            "{I} rehomed the {old} and got {a}",
            "the {old} passed away, {I} [have|has] {a} now",
        ),
        "now": (
            "what kind of pet {am} {I} keeping these days? | what kind of pet is {I} "
            "keeping these days?",
        ),
        "past": ("Which pet did {I} have in {month}?",),
    },
    "diet": {
        "statement": (
            "{Im} on {a} diet",
            "{I} [follow|follows] {a} diet because of the blood pressure thing",
        ),
        "change": (
            "{I} switched from {old} to {new}",
            "{I} gave up on {old}, {her} diet is {new} these days",
        ),
        "now": ("What diet {am} {I} on now?",),
        "past": ("What was {my} diet in {month}?",),
    },
    "food": {
        "statement": (
            "favourite dish? easy, {new} | {my} favourite dish? easy, {new}",
            "{I} could eat {new} every day, it's {her} favourite food",
        ),
        "change": (
            "since {since} {my} favourite food's {new}",
            "move over {old}, {my} favourite is {new} now",
        ),
        "now": ("what food [do|does] {I} like best these days?",),
        "past": ("What food was {my} favourite in {month}?",),
    },
    "drink": {
        "statement": (
            "{my} favourite drink is {new}",
            "{I} [drink|drinks] {new} every single morning",
        ),
        "change": (
            "{my} favourite drink is {new} now",
            "{I} now [drink|drinks] {new} instead of {old}",
        ),
        "now": ("What's {my} favourite drink now?",),
        "past": ("Which drink was {my} favourite in {month}?",),
    },
    "colour": {
        "statement": (
            "{my} favourite colour is {new}",
            "colour-wise {my} favourite is {new}",
        ),
        "change": (
            "forget {old}, {my} favourite colour's {new} these days",
            "it used to be {old} but {my} favourite colour is {new} now",
        ),
        "now": ("What's {my} favourite colour now?",),
        "past": ("what was {my} favorite color in {month}?",),
    },
    "film": {
        "statement": (
            "{my} favourite movie is {new}, seen it a dozen times",
            "when people ask about films, {my} favourite is {new}",
        ),
        "change": (
            "{I} watched {new} last week, new favourite film, sorry {old}",
            "since {since} {my} favourite movie's {new}",
        ),
        "now": ("What is {my} favourite movie these days?",),
        "past": ("What was {my} favourite movie in {month}?",),
    },
    "band": {
        "statement": (
            "the band {I} [like|likes] most is {new}",
            "{my} fav band? {new}, no contest",
        ),
        "change": (
            "{I} got tired of {old}, {her} favourite band is {new} these days",
            "{new} replaced {old} as {my} favourite band",
        ),
        "now": ("What's {my} favourite band now?",),
        "past": ("Which band did {I} like best before {next}?",),
    },
    "book": {
        "statement": (
            "the book {I} [like|likes] most is {new}",
            "favourite book: {new}, read it every winter | {my} favourite book: {new}, "
            "read every winter",
        ),
        "change": (
            "since {since} {new} is {my} favourite book",
            "{I} reread {old} and meh, {her} favourite book is {new} now",
        ),
        "now": ("Which book [do|does] {I} like best these days?",),
        "past": ("What was {my} favourite book before {next}?",),
    },
    "hobby": {
        "statement": (
            "{Im} really into {new}",
            "{my} main sport is {new}, mostly on weekends",
        ),
        "change": (
            "{my} new hobby is {new}",
            "{Im} into {new} these days, {old} got boring",
        ),
        "now": ("What's {my} hobby now?",),
        "past": ("What was {my} hobby before {next}?",),
    },
    "gym": {
        "statement": (
            "{I} [train|trains] at {new} three times a week",
            "after work {I} usually [hit|hits] the gym, {new} that is",
        ),
        "change": (
            "{I} left {old}, too crowded, {shes} at {new} now",
            "no longer a member at {old}, {I} [work|works] out at {new} these days",
        ),
        "now": ("where [do|does] {I} work out at the moment?",),
        "past": ("where did {I} work out in {month}?",),
    },
    "learning": {
        "statement": (
            "{Ive} been learning {new} since {since}",
            "{Im} trying to learn {new}, wish {them} luck",
        ),
        "change": (
            "{I} switched from learning {old} to {new}",
            "{Im} learning {new} now",
        ),
        "now": ("Which language {am} {I} learning now?",),
        "past": ("Which language was {I} learning before {next}?",),
    },
    "editor": {
        "statement": (
            "{my} editor of choice's {new}",
            "as for editors, {I} [use|uses] {new} with way too many plugins",
        ),
        "change": (
            "{I} switched from {old} to {new}",
            "{I} ditched {old} for {new}",
        ),
        "now": ("Which editor [do|does] {I} use now?",),
        "past": ("What was {my} editor before {next}?",),
    },
    "proglang": {
        "statement": (
            "{I} [program|programs] in {new}",
            "for work {I} [use|uses] {new}, the compiler and {she} have a love-hate thing",
        ),
        "change": (
            "{I} mostly [write|writes] {new} now",
            "no more {old}, {I} [program|programs] in {new} these days",
        ),
        "now": ("Which language [do|does] {I} currently code in?",),
        "past": ("Which programming language did {I} use in {month}?",),
    },
    "os": {
        "statement": (
            "{I} [use|uses] {new} at home",
            "{Im} on {new}, works out of the box",
        ),
        "change": (
            "{Im} on {new} now, {old} kept breaking",
            "{I} ditched {old}, {her} OS is {new} these days",
        ),
        "now": ("Which OS is on {my} computer at the moment?",),
        "past": ("what OS did {I} have in {month}?",),
    },
    "commute": {
        "statement": (
            "{I} [commute|commutes] by {new}",
            "{my} commute is by {new}, half an hour door to door",
        ),
        "change": (
            "{I} stopped taking the {old}, {shes} commuting by {new} now",
            "{I} gave up on the {old} last week and [commute|commutes] by {new}",
        ),
        "now": ("What's {my} current way of commuting?",),
        "past": ("how did {I} commute in {month}?",),
    },
    "dentist": {
        "statement": (
            "dentist-wise {Im} with {new}",
            "{I} [have|has] a great dentist, {new}, who never rushes",
        ),
        "change": (
            "{my} new dentist is {new}",
            "as of last week {new} is {my} dentist",
        ),
        "now": ("Who is {my} dentist now?",),
        "past": ("Which dentist did {I} go to before {next}?",),
    },
    "school": {
        "statement": (
            "{my} {kid} is at {new}, second grade already",
            "{my} {kid} has been at {new} since {since}",
        ),
        "change": (
            "{my} {kid}'s new school is {new}",
            "{my} {kid} left {old} and started at {new} Monday",
        ),
        "now": ("where does {my} {kid} go to school these days?",),
        "past": ("Which school did {my} {kid} go to before {next}?",),
    },
    "email": {
        "statement": (
            "{my} e-mail address is {new}",
            "please use {new} for {my} email",
        ),
        "change": (
            "{old} is dead, {my} email is {new} now",
            "{I} [use|uses] {new} for mail now instead of {old}",
        ),
        "now": ("Under which mail address can {I} be reached?",),
        "past": ("Which email did {I} use before {next}?",),
    },
    "phone_number": {
        "statement": (
            "you can call {me} on {new} | you can call {I} on {new}",
            "if anything comes up {my} cell is {new}",
        ),
        "change": (
            "{I} changed providers and now {her} mobile is {new}",
            "{my} number changed from {old} to {new}",
        ),
        "now": ("What's {my} mobile number?",),
        "past": ("What was {my} phone number before {next}?",),
    },
    "address": {
        "statement": (
            "{my} home address is {new} and the bell's broken",
            "the flat {I} [rent|rents] is at {new}",
        ),
        "change": (
            "{I} moved to {new}",
            "since {since} {I} [live|lives] at {new}",
        ),
        "now": ("What is {my} current home address?",),
        "past": ("What was {my} address in {month}?",),
    },
    "age": {
        "statement": (
            "{I} turned {new} in {since}",
            "{Im} {new} and still [get|gets] asked for ID",
        ),
        "change": (
            "no longer {old}, {Im} {new} years old now",
            "officially {new} since Monday, that's {my} age now",
        ),
        "now": ("What is {my} current age?",),
        "past": ("What was {my} age in {month}?",),
    },
    "plan": {
        "statement": (
            "{Im} on the {new} plan",
            "{Ive} been on the {new} plan since {since}",
        ),
        "change": (
            "{I} switched to the {new} plan",
            "as of last week {Im} on the {new} plan",
        ),
        "now": ("What's {my} subscription these days?",),
        "past": ("Which plan was {I} on in {month}?",),
    },
    "shoe_size": {
        "statement": (
            "{my} shoe size is {new}",
            "{my} feet are a {new}, sadly",
        ),
        "change": (
            "{my} shoe size went from {old} to {new}",
            "no more {old}, {I} [take|takes] a {new} in shoes these days",
        ),
        "now": ("What shoe size [do|does] {I} wear these days?",),
        "past": ("What was {my} shoe size before {next}?",),
    },
    "budget": {
        "statement": (
            "the budget {I} set is {new}",
            "{my} budget's {new} tops, nothing above that",
        ),
        "change": (
            "{my} budget is {new} now",
            "{my} new budget is {new}",
        ),
        "now": ("What's {my} budget now?",),
        "past": ("how big was {my} budget in {month}?",),
    },
    "project": {
        "statement": (
            "{I} [lead|leads] {new}, just three of us",
            "{Ive} been working on {new} since {since}",
        ),
        "change": (
            "{Im} working on {new} now",
            "{my} new project is {new}",
        ),
        "now": ("What's {my} current project?",),
        "past": ("what project was {I} working on in {month}?",),
    },
    "meeting_day": {
        "statement": (
            "{my} weekly meeting, the one with everybody, is {new}",
            "{I} can't do {new}, that's {my} weekly meeting",
        ),
        "change": (
            "{my} weekly meeting moved to {new}",
            "{old} didn't work for people so {my} weekly meeting is {new} now",
        ),
        "now": ("What's {my} current weekly meeting slot?",),
        "past": ("when did {I} have {her} weekly meeting in {month}?",),
    },
    "restaurant": {
        "statement": (
            "{my} go-to restaurant is {new}",
            "for birthdays {I} always [book|books] {new}, it's {her} favourite restaurant",
        ),
        "change": (
            "{old} closed, so {my} favourite restaurant is {new} now",
            "{I} tried {new} last week, new favourite restaurant",
        ),
        "now": ("What's {my} favourite restaurant now?",),
        "past": ("What was {my} favourite restaurant in {month}?",),
    },
    "timezone": {
        "statement": (
            "the time zone {I} [use|uses] is {new}",
            "{my} time zone's {new}, so mornings are out",
        ),
        "change": (
            "{my} time zone changed from {old} to {new}",
            "{I} switched {her} calendar from {old} to {new}",
        ),
        "now": ("what timezone [do|does] {I} use at the moment?",),
        "past": ("What was {my} timezone before {next}?",),
    },
    "allergy": {
        "statement": (
            "{I} [have|has] an allergy to {new}",
            "{I} [get|gets] a rash from {new}, it's an allergy",
        ),
        "change": (
            "new test results: {Im} allergic to {new}, not {old}",
            "{my} allergy changed from {old} to {new}",
        ),
        "now": ("What {am} {I} currently allergic to?",),
        "past": ("What was {my} allergy before {next}?",),
    },
}
