"""Further wordings of a noun and its value: "got a new number: 555", "Oslo is home now"."""

from neuromem_graph.core.clauses import KIN, NAME
from neuromem_graph.core.wording import (
    ANYONE,
    FOUGHT,
    HAS,
    KID,
    NEW,
    NOUN,
    OWNER,
    SUBJECT,
    Saying,
    W,
    say,
)

__all__ = ["SAYINGS"]

SAYINGS: tuple[Saying, ...] = (
    # I got a new number: 555; Ben has a manager named Mia; I have a budget of 500
    say(f"{SUBJECT}(?:'ve{W})?{HAS}(?:{W}(?:got|up|myself|himself|herself))?{W}(?:an?"
        rf"|the)(?:{W}{NEW}){{0,2}}{W}{NOUN}"
         rf"(?:{W}(?:called|named|of)(?={W})|{W}at(?={W}(?:€|\$|£|\d))|,?{W}(?:which"
         rf"|and{W}it|it)(?:'s|{W}is)(?={W})|\s?[:,\u2014](?={W})|\s[-\u2013](?={W}))"),
    say(f"{SUBJECT}(?:have|has|got){W}(?:my|our|his|her|their){W}{NOUN}(?:{W}(?:on|at"
        f"|every))?(?={W}(?:mon|tues|wednes|thurs|fri|satur|sun)day)"),
    say(rf"(?:^|[.;,]\s)(?:so{W}|btw{W}|and{W}|just{W}|finally{W})?(?:got|bought"
        rf"|have){W}(?:an?|my){W}(?:{NEW}{W}){{0,2}}{NOUN}(?:{W}(?:called|named"
        rf"|of)(?={W})|\s?[:,](?={W}))(?P<me>)"),
    # Oslo is home now; home is Oslo
    say(rf"(?:^|[,;.]{W}|\b(?:and|but|so){W})(?P<v>[^,;.!?]{{2,30}}?){W}(?:is|became"
        f"|has{W}become|feels{W}like){W}(?:my{W})?(?:new{W})?home(?:{W}(?:now|these|at"
        r"|for))?(?=\W|$)(?P<elided>)", "city", hint="home"),
    say(rf"(?<![\w'])(?<!my\s)(?<!our\s)home(?:'s|{W}is)(?:{W}now"
        f"|{W}currently)?(?={W})(?P<elided>)", "city", hint="home"),
    say(rf"{SUBJECT}calls?(?:{W}now)?{W}(?P<v>[^,;.!?]{{2,30}}?){W}home\b", "city",
        hint="home"),
    say(rf"{SUBJECT}made{W}the{W}(?:move|jump|leap){W}to(?={W})", "city", change=True,
        hint="made"),
    say(rf"(?:^|[,;.]{W}|\bfinally{W})(?:finally{W})?made{W}the{W}(?:move|jump"
        f"|leap){W}to(?={W})(?P<me>)", "city", change=True, hint="made"),
    say(f"{SUBJECT}moved{W}(?:countries|cities|towns)(?:{W}again)?(?:,|:"
        f"|{W}to)(?:{W}(?:it's|to))?(?={W})", "city", change=True, hint="moved"),
    say(rf"\b(?:ship|send|deliver|post|mail)(?:{W}(?:it|this|that|everything|the{W}\w+|them"
        rf"|all)){{0,2}}{W}to{W}(?P<v>[^,;!?]{{5,50}}?)(?:{W}please)?,?{W}(?:that's"
        f"|that{W}is|it's){W}where{W}(?P<me>I|we)(?:'m)?{W}(?:live|am|stay|staying)",
        "street address", hint="where"),
    # the new one
    say(r"\b(?:gave|got|handed|issued|bought|lent|gifted|sent|assigned"
        rf"|gives){W}{ANYONE}{W}(?:an?|the)(?:{W}{NEW}){{0,2}}(?={W})", "typed",
        change=True, hint="gave|got|handed|issued|bought|lent|gifted|sent|assigned|gives"),
    say(rf"\b(?:there's|there{W}is){W}(?:now{W})?an?(?:{W}{NEW})?(?P<v>{W}[\w' "
        rf"-]{{2,30}}?){W}(?:in|at|on){W}{OWNER}{W}(?:flat|house|home|place|apartment"
        "|living|kitchen|garden|driveway|garage|yard|desk)", "typed", hint="there"),
    say(rf"\b(?:there's|there{W}is){W}(?:now{W})?an?(?:{W}{NEW})?(?P<v>{W}[\w'.-]{{2,15}}"
        rf"(?:{W}[\w'.-]{{1,15}}){{0,2}}?){W}(?:in|at|on){W}(?:the|our){W}(?:driveway"
        "|garage|yard|living|house|flat)(?P<elided>)", "typed", hint="there"),
    say(rf"(?:^|[,;:.]{W}|\b(?:and|but|so){W})an?{W}(?P<v>[^,;.:!?]{{2,30}}?){W}(?:moved"
        f"{W}in{W}with|joined|lives{W}with){W}{ANYONE}", "pet", hint="moved|joined|lives"),
    say(f"{SUBJECT}(?:am{W}|is{W}|are{W})?(?:the{W}|an?{W})?(?:very{W})?(?:proud|happy"
        f"|new){W}(?:owner|parent|mom|dad|human){W}of(?={W})", "typed", hint=" of"),
    # I love ramen more than anything; nothing beats pad thai
    say(f"{SUBJECT}(?:love|loves|like|likes|enjoys?|adores?"
        rf"|prefers?)(?P<v>{W}[^,.;!?]{{2,40}}?)(?:{W}|(?=,)){FOUGHT}", "topic",
        hint="love|like|enjoy|adore|prefer"),
    say(f"{SUBJECT}(?:am{W}|is{W})?(?:more{W}of{W})?an?{W}(?:real{W}"
        rf"|total{W})?(?P<v>[^,.;!?]{{2,30}}?){W}person(?=\W|$)", "topic", hint=" person"),
    say(f"{SUBJECT}(?:am{W}|is{W})?an?{W}(?:huge|big|massive|total|real|proper"
        rf"|die-hard){W}(?P<v>(?-i:[A-Z])[^,.;!?]{{2,30}}?){W}fan,{W}(?:my{W})?favou?rite"
        f"{W}(?P<topic>[a-z]+)", "topic", hint=" fan"),
    say(rf"\bnothing{W}(?:beats|tops)(?P<v>{W}[^,.;!?]{{2,30}}?),?{W}(?:it's"
        rf"|that's){W}{OWNER}{W}(?:absolute{W})?favou?rite(?=\W|$)(?!{W}\w+ing)", "topic",
        hint="nothing"),
    say(f"{OWNER}{W}(?:absolute{W}|new{W}|all-time{W}|current{W})?(?:favou?rite"
        f"|fave)(?:'s|{W}(?:is|has{W}been|became))(?:{W}(?:now|always|currently))?(?={W})",
        "topic", hint="fav"),
    say(rf"(?:^|[,;.]{W}|\b(?:and|but|so){W})(?P<v>[^,;.!?]{{2,30}}?)(?:'s"
        f"|{W}is){W}(?:now{W})?(?:{OWNER}{W}|the{W}(?P<elided>))(?:absolute{W}|new{W}"
        f"|all-time{W}|current{W})?(?:favou?rite|fave)(?={W}(?:now|these|since|at{W}the)"
        r"|\s*(?:[.,;!?]|$))", "topic", hint="fav"),
    say(rf"{SUBJECT}(?:moved|switched|went){W}(?:on{W})?from{W}[^,.;!?]{{1,30}}?{W}to{W}("
        rf"?P<v>[^,.;!?]{{2,30}}?),?{W}favou?rite-(?P<topic>[a-z]+)-wise", "topic", True,
        "-wise"),
    # switched gyms, it's McFit now
    say(rf"\b(?:switched|changed){W}(?P<noun>[a-z]+?)s[,;:]?{W}(?:and{W}|so{W}"
        f"|to{W})?(?:now{W})?(?:it's|I'm|he's|she's|we're)?(?:{W}now)?(?:{W}?(?:at|with|on"
        f"|using|to))?(?={W}(?-i:[A-Z]))(?P<elided>)", "", True, "switched|changed"),
    # what is over
    say(f"(?:{SUBJECT})?(?:outgrew|got{W}over|no{W}more|cured{W}of)(?:{W}(?:the|my|his"
        rf"|her|an?))?(?P<v>{W}[^,.;!?]{{2,20}}?){W}allergy\b", "allergy", ended=True,
        hint="allergy"),
    say(rf"{OWNER}{W}allergy{W}to(?P<v>{W}[^,.;!?]{{2,20}}?){W}(?:is|has){W}(?:gone"
        "|disappeared|vanished|over)", "allergy", ended=True, hint="allergy"),
    say(rf"(?:after{W}the|since{W}the|no)(?P<v>{W}[\w' -]{{2,25}}?){W}(?:died|passed"
        f"|any(?:{W})?more|i{W}swore|he{W}swore|she{W}swore"
        rf"|(?-i:[A-Z])\w+{W}swore)(?P<elided>)", "pet", ended=True,
        hint="died|passed|more|swore"),
    say(rf"{SUBJECT}gave{W}(?:away{W})?(?:the|my|his|her|our)(?P<v>{W}[\w' "
        rf"-]{{2,25}}?){W}(?:to|away)\b", "pet", ended=True, hint="gave"),
    # a child at school
    say(f"{SUBJECT}(?:have|has|got){W}(?:an?|one|my|our|his|her|their)(?:{W}(?:youngest"
        f"|oldest|eldest))?{W}(?P<child>{KID}){W}(?:at|in)(?={W}(?-i:[A-Z]))", "school",
        hint="daughter|son|kid|child|boy|girl"),
    say(rf"\b(?:moved|transferred|sent|enrolled|switched|put){W}(?:(?P<me>my|our)"
        f"|(?P<theirs>his|her|their)|(?:my|our){W}{KIN % 'kin'}(?:,?{W}(?P<kin_name>{NAME}))?"
        rf"'s|(?P<holder>{NAME})'s){W}(?P<child>{KID})(?:{W}from{W}(?P<old>[^,;!?]{{1,40}}?)"
        f")?{W}(?:to|in|at|into)(?={W})", "school", True,
        "moved|transferred|sent|enrolled|switched|put"),
    # they put me on the Mobile team; they moved me to Atlas
    say(rf"\b(?:put|placed|moved|assigned|transferred|staffed){W}{ANYONE}{W}(?:on|in|to"
        rf"|into|with|onto){W}(?:the{W})?(?P<v>[\w&'/ -]{{2,30}}?){W}(?:team|squad"
        r"|department|unit)\b", "team", True, "team|squad|department|unit"),
    say(rf"\b(?:put|placed|moved|assigned|transferred|staffed|moved){W}{ANYONE}{W}(?:on|to"
        f"|onto){W}(?:the{W}|a{W}project{W}called{W}|project{W})?(?=(?-i:[A-Z]))", "project",
        True, "put|placed|moved|assigned|transferred|staffed"),
    say(f"{OWNER}{W}(?:work{W}|working{W})?time{W}(?:goes{W}into"
        f"|is{W}spent{W}on)(?={W})", "project", hint="time"),
    # no longer at X, now at Y
    say(f"(?:{SUBJECT}(?:am{W}|is{W}|are{W})?|(?:^|[.;]{W})(?P<elided>))no{W}longer{W}("
        rf"?:at|with){W}(?:the{W})?[^,;!?]{{1,40}}?(?:,|{W}but"
        f"|;)(?:{W}but)?(?:{W}now)?(?:{W}(?:I'm|he's|she's))?{W}(?:now{W})?(?:at"
        f"|with)(?={W})", "at", True, "longer"),
    say(f"(?:{SUBJECT}(?:am{W}|is{W}|are{W}|works{W}|lives{W}|work{W}|live{W})?|(?:^"
        f"|[.;]{W})(?P<elided>))no{W}longer{W}(?:lives?{W}"
        rf"|living{W})?in{W}[^,;!?]{{1,40}}?(?:,|{W}but"
        f"|;)(?:{W}but)?(?:{W}now)?(?:{W}(?:I'm|he's|she's))?{W}(?:now{W})?in(?={W})",
        "city", True, "longer"),
    # accepted an offer from, Tom and Ines are a couple
    say(f"{SUBJECT}(?:accepted|took|got|signed){W}(?:an?|the){W}(?:job{W}"
        f"|new{W})?(?:offer|contract|job){W}(?:from|with|at)(?={W})", "employer", True,
        "offer|contract|job"),
    say(rf"(?:^|[,;.]{W}|\b(?:and|but|so){W})(?:just{W}|finally{W})?(?:accepted|took|got"
        f"|signed){W}(?:an?|the){W}(?:job{W}|new{W})?(?:offer|contract|job){W}(?:from"
        f"|with|at)(?={W})(?P<me>)", "employer", True, "offer|contract|job"),
    say(rf"(?:(?P<me>\bI)|(?P<holder>(?<![\w'])(?-i:[A-Z])\w{{1,20}})){W}and{W}(?P<v>(?-i:[A-"
        rf"Z])[\w-]{{1,20}}){W}are{W}(?:now{W})?(?:a{W}couple|together|dating|an{W}item"
        r"|married|engaged)\b", "partner", hint="couple|together|dating|item|married|engaged"),
    say(f"{SUBJECT}(?:am{W}|is{W})?(?:a{W})?(?:patient|client)(?:{W}of|{W}at"
        rf"|{W}with)(?={W})(?=[^!?]{{0,90}}\bdentist)", "dentist", hint="dentist"),
    say(rf"{SUBJECT}(?:been{W})?(?:a{W})?(?:patient){W}of(?={W})", "doctor", hint="patient"),
    say(f"{SUBJECT}(?:started{W})?(?:go|goes|going|see|sees|seeing|switched|changed|went)(?:{W}(?"
        f":to"
        rf"|from{W}[^,.;!?]{{1,30}}?)){{0,2}}{W}(?=(?-i:Dr|Prof"
        rf"|[A-Z]))(?=[^!?]{{0,90}}\b(?:teeth|dentists?|dental)\b)", "dentist",
        hint="teeth|dentist|dental"),
    say(rf"\b(?:changed|switched|new){W}dentists?[,;:]?{W}(?:and{W})?(?:now{W})?(?P<me>I)(?"
        f":'m)?(?:{W}now)?{W}(?:go{W}to|see|with|at)(?={W})", "dentist", True, "dentist"),
    say(rf"{SUBJECT}uses?(?P<v>{W}\S{{3,40}}@\S{{3,40}}?){W}(?:for{W}(?:e-?mails?|mail"
        rf"|everything)|from{W}now{W}on|now)\b", "email", hint="@"),
    say(rf"\buse(?P<v>{W}\S{{3,40}}@\S{{3,40}}?){W}(?:from{W}now{W}on|now|instead)\b(?P<me>)",
        "email", hint="@"),
    say(rf"(?<!\w)shoe{W}size:?{W}(?P<v>\d{{2}}(?:[.,]5)?)(?!\d)(?P<elided>)", "shoe size",
        hint="shoe size"),
    say(rf"{SUBJECT}(?:had{W}a{W}birthday|celebrated)\b[^.;!?]{{0,30}}?,?{W}(?:turned"
        f"|turning|and{W}turned)(?={W})", "age", True, "turn"),
    say(rf"(?<!\w)at{W}(?P<v>\d{{2}})(?:{W}years{W}of{W}age)?,?{W}(?:(?P<me>I)(?:'m"
        f"|{W}am)|(?P<pronoun>he|she)(?:'s|{W}is)|(?:my|our){W}{KIN % 'kin'}(?:,?{W}(?P<kin"
        f"_name>{NAME}))?(?:'s|{W}is)|(?P<holder>{NAME})(?:'s|{W}is)){W}the{W}(?:oldest"
        r"|youngest|eldest)\b", "age", hint="est"),
    say(rf"{SUBJECT}can{W}(?:only{W})?spend(?={W}[€$£\d])", "budget", hint="spend"),
    say(f"{SUBJECT}(?:outgrew|lost|got{W}over){W}(?:the|my|his"
        rf"|her){W}[^,.;!?]{{1,20}}?{W}allergy{W}(?:and"
        f"|but){W}(?:now{W})?reacts?{W}to(?={W})", "allergy", True, "allergy"),
    say(rf"\b(?:not|isn't|no{W}longer){W}allergic{W}to{W}[^,.;!?]{{1,25}}?(?:{W}any{W}?mo"
        f"re)?,{W}(?:but{W})?(?:it's|it{W}is|now{W}it's)(?={W})(?P<elided>)", "allergy", True,
        "allergic"),
    say(f"(?:(?P<me>my|our){W}|(?P<theirs>his|her|their){W})?(?:friends|everyone|everybody"
        f"|people|colleagues|they){W}(?:all{W}|just{W}"
        f"|always{W})?calls?{W}(?P<me2>me)(?={W})", "nickname", hint="call"),
    say(rf"{SUBJECT}(?:makes?|earns?){W}(?:my|his|her|a){W}living{W}as(?={W})", "job title",
        hint="living"),
    say(rf"{SUBJECT}(?:am{W}|is{W})?(?:now{W})?an?{W}(?P<v>[\w' "
        rf"-]{{3,40}}?){W}(?:by{W}(?:trade|profession|training)|for{W}a{W}living)\b",
        "job title"),
    say(rf"\b(?:professionally|by{W}profession|by{W}trade|job-wise|work-wise"
        rf"|career-wise),?{W}(?:(?P<me>I)(?:'m|{W}am|m\b)|(?P<pronoun>he|she)(?:'s|{W}is)"
        f"|(?:my|our){W}{KIN % 'kin'}(?:,?{W}(?P<kin_name>{NAME}))?(?:'s|{W}is)"
        f"|(?P<holder>{NAME})(?:'s|{W}is)){W}an?(?={W})", "job title"),
    say(f"{SUBJECT}(?:is|am|are|was)?{W}?(?:seeing|dating){W}(?:someone"
        f"|somebody){W}new,?{W}(?:the|his|her|their){W}name(?:'s|{W}is)(?={W})", "partner",
        True, "someone"),
    say(rf"\b(?:my|our){W}(?:laptop|computer|machine|pc|desktop|workstation"
        f"|notebook){W}(?:now{W}|currently{W})?(?:runs|is{W}running"
        f"|has)(?:{W}on)?(?={W})(?P<me>)", "operating system", hint="run"),
    say(f"(?:(?P<theirs>his|her|their)|(?:my|our){W}{KIN % 'kin'}(?:,?{W}(?P<kin_name>{NAME}"
        f"))?'s|(?P<holder>{NAME})'s){W}(?:laptop|computer|machine|pc|desktop"
        f"|notebook){W}(?:now{W})?(?:runs|is{W}running)(?:{W}on)?(?={W})", "operating system",
        hint="run"),
    say(rf"{OWNER}{W}calendar{W}is{W}(?:set{W}to|on|in)(?={W})", "timezone",
        hint="calendar"),
    say(rf"{SUBJECT}(?:am{W}|is{W})?(?:in|on){W}the(?P<v>{W}[\w/+\u2212-]{{2,25}}){W}time"
        rf"{W}?zone\b", "timezone", hint="zone"),
)  # fmt: skip
"""In no particular order: what is found by the first keeps its value."""
