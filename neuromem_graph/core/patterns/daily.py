"""Ways to say where and how somebody spends the day: team, gym, commute, plan, sizes."""

from neuromem_graph.core.patterns.pattern import JOB, Pattern, W
from neuromem_graph.core.wordlists import GAMES

__all__ = ["DAILY"]

_THE = rf"(?:{W}(?:the|an?|my|our|his|her|their))?"
_END = (
    r"(?=\s{0,3}(?:[.,;:!?)\u2013\u2014]|$)|\s{1,3}(?:now|these|and|but|so|since|because|at|in"
    "|which|every|most|today|this|again|instead|for|on|by|with|from|not|too|right|as|when"
    r"|after|until|if|though|it's|last|or|who|no|rain)\b)"
)
_UNIT = r"(?:team|department|dept|division|squad|crew|unit|guild|tribe|chapter|group)"
_OFFICE = (
    r"(?:(?:to|into|for)\s{1,3})?(?:(?:the|my|his|her|their)\s{1,3})?(?:work|office|job|campus"
    "|uni|university|school|studio|lab)"
)
_VEHICLE = (
    f"(?:(?:the|my|an?|his|her){W})?(?P<v>(?!(?:the|my|a|it|to"
    rf"|and)\b)[\w-]{{2,15}}(?:{W}(?!to\b|from\b|and\b|most\b|these\b|now\b|instead\b|every\b"
    rf"|rain\b|in\b|for\b|because\b|since\b|when\b)[\w-]{{2,12}})?)"
)
_NUMBER = (
    r"(?P<v>(?:\d{1,2}(?:[.,]\d)?|(?:four|five|six|seven|eight|nine|ten|eleven|twelve)(?:\s"
    r"and\sa\shalf)?))(?![\d%:]|[.,]\d)"
)
_LAND = (
    rf"(?:{W}(?:back|over|officially|all{W}the{W}way|straight|permanently|together|home)){{0,2}}"
)

DAILY: tuple[Pattern, ...] = (
    # where
    Pattern("address", "live lives living reside based located staying",
        rf"{W}(?:at|on|in)(?=\s+\S*(?:\d|\w+\.?\s+\d|[A-Z]\w*\s[A-Z]?\w*\s?\d))", single=True,
        takes="address"),
    Pattern("address", "moved moving relocated", rf"(?:{W}(?:over|from{W}[^,.;!?]{{1,40}}?)){{0,"
        rf"2}}{W}(?:in)?to(?=\s)", "event", single=True, update="change", takes="address"),
    Pattern("lives_in", "call calls calling", rf"(?P<v>{W}[^,.;!?]{{1,30}}?)\s{{1,3}}home\b",
        shape="whole", single=True, proper=True),
    Pattern("lives_in", "relocated emigrated immigrated moving moved",
        rf"{_LAND}{W}to\b(?!{W}(?:the{W})?[\w-]{{1,20}}{W}{_UNIT}\b)", "event", "name",
        single=True, update="change", proper=True, sorts=frozenset({"place"})),
    Pattern("lives_in", "live lives living", f"(?:{W}(?:again|now|officially|back|over|up|down"
        rf"|out))?{W}in\b", "present", single=True, proper=True),
    Pattern("lives_in", "in", "", "be", single=True, takes="place", sorts=frozenset({"place"})),
    Pattern("lives_in", "settled ended landed wound", rf"(?:{W}(?:down|up))?(?:{W}living)?{W}in\b",
        "event", "name", single=True, update="change", proper=True, sorts=frozenset({"place"})),
    Pattern("lives_in", "spend spends", rf"(?:{W}[\w-]{{1,10}}){{0,4}}?{W}in\b", "present", "name",
        single=True, proper=True, sorts=frozenset({"place"})),
    # work
    Pattern("partner", "with", "", "be", single=True, takes="person", given=True, sole=True),
    Pattern("works_at", "with at", "", "be", single=True, takes="name", given=False, loose=True),
    Pattern("works_at", "signed started landed starting", f"(?:{W}(?:up|working|work"
        rf"|a{W}(?:new{W})?(?:job|position|role|gig)))?{W}(?:with|at|for)(?=\s)", "event",
        single=True, update="change", takes="name"),
    Pattern("works_at", "switched moved went changed transferred jumped",
        rf"(?:{W}(?:jobs|companies|employers))?(?:{W}from{W}[^,.;!?]{{1,40}}?)?{W}to(?=\s)",
        "event", single=True, update="change", takes="name",
            cue=r"\b(?:jobs?|company|companies|employer|firm|colleagues|salary|boss|pay)\b"),
    Pattern("works_at", "do does doing earn earns", f"(?:{W}(?:my|his|her|the|a|money|living"
        rf"|nine|9|to|-|five|5|shifts?|hours|work)){{1,4}}{W}(?:at|for)(?=\s)", single=True,
        takes="name"),
    Pattern("works_at", "work works working", f"(?:{W}(?:now|currently|there|these{W}days"
        rf"|full-time|again|over|out|down|up)){{0,2}}{W}(?:at|for|with)(?=\s)", single=True,
        takes="name"),
    Pattern("works_at", "employed", rf"{W}(?:at|by|with)(?=\s)", "be", single=True, takes="name"),
    Pattern("works_as", "work works working", f"(?:{W}(?:now|currently|these{W}days|full-time"
        rf"|part-time|there)){{0,2}}{W}as(?=\s)", single=True, takes="job"),
    Pattern("works_as", "went gone moved switched transitioned retrained",
        rf"{W}from(?:{W}being)?{W}[^,.;!?]{{1,40}}?{W}(?:to"
        f"|into)(?:{W}being)?{W}(?:an?{W})?{JOB}", "event", "whole", single=True, update="change"),
    Pattern("works_as", "promoted became become", rf"(?:{W}from{W}[^,.;!?]{{1,40}}?)?(?:{W}to)?"
        f"{W}(?:(?:an?|the){W})?(?P<v>(?:head|director|vp|chief|lead|senior|junior|principal"
        rf"|staff|team){W}[\w' -]{{2,40}}?){_END}", "event", "whole", single=True,
        update="change"),
    Pattern("works_as", "a an the head director", rf"(?P<v>(?<=head|ctor){W}of{W}[\w' "
        rf"-]{{2,30}}?){_END}", "be", "whole", single=True),
    # team, manager
    Pattern("team", "on in part joined join joining belong belongs under of with switched moved "
        "transferred assigned added member working work works put ended lead leads head",
        rf"(?:{W}(?:over|up|of|to|from{W}[^,.;!?]{{1,30}}?|the|in|on|into|with|for|a|member|our"
        rf"|my|me)){{0,4}}?{W}(?P<v>(?!(?:the|a|an|my|our|of|to|in|on|with|for|up|over|into"
        "|from|member|same|new|another|different|best|great|whole"
        rf"|own)\b)[\w&'/-]{{2,20}}(?:{W}(?!{_UNIT}\b)[\w&'/-]{{2,20}}){{0,2}})\s{{1,3}}{_UNIT}"
        r"\b", "event", "whole", single=True, takes="name"),
    Pattern("team", "in on part under belong belongs ended moved switched transferred joined",
        rf"(?:{W}(?:up|of|to|over|from{W}[^,.;!?]{{1,30}}?|in|into|under|the)){{0,3}}(?=\s)",
        "event", single=True, update="none", takes="name",
            cue=r"\b(?:reorg|re-org|org\schart|restructuring|nice\sbunch|teammates"
                r"|got\sdissolved|my\steam|colleagues|department|at\swork,?\s(?:I|he|she"
                r"|[A-Z]\w+)(?:'m|\sam|\sis)?\spart)\b"),
    Pattern("manager", "ended wound", rf"{W}up{W}(?:reporting|working|answering){W}(?:to|under)(?"
        rf"=\s)", "event", single=True,
        update="change", takes="person"),
    Pattern("lives_in", "in", "", "be", single=True, takes="place", cue=r"\b(?:moved\shouse|moved"
        r"\s(?:flat|apartment|home|place)s?"
        r"|relocat\w+|new\s(?:flat|house|place|apartment))\b"),
    Pattern("manager", "report reports reporting answer answers",
        rf"(?:{W}(?:now|directly))?{W}to(?=\s)", single=True, takes="person"),
    # people
    Pattern("partner", "together dating seeing engaged involved",
        f"(?:{W}(?:with|to))?(?:{W}someone{W}new,?(?:{W}(?:the|her|his|their){W}name(?:'s"
        rf"|{W}is))?)?(?=\s)", "be", single=True, takes="person"),
    Pattern("partner", "seeing dating", r"(?=\s)", "present", single=True, takes="person"),
    Pattern("partner", "in", f"{W}(?:a{W})?(?:(?:serious|happy|new|long-distance){W})?(?:relati"
        rf"onship|love){W}with(?=\s)", "be", single=True, takes="person"),
    Pattern("partner", "engaged", rf"{W}to(?=\s)", "event", single=True, update="change",
            takes="person"),
    Pattern("partner", "started began", rf"{W}(?:dating|seeing|going{W}out{W}with)(?=\s)"
        r"(?!\s{1,3}(?-i:Dr|Prof)\b)", "event",
        single=True, update="change", takes="person"),
    Pattern("partner", "met found", r"(?=\s)", "event", single=True, update="change",
        takes="person", cue=r"\b(?:together|a\scouple|dating|an\sitem|in\slove)\b"),
    Pattern("nickname", "go goes", rf"{W}by(?:{W}the{W}(?:nick)?name)?(?:{W}of)?(?={W}(?-i:[A-Z]))",
        "present",
        single=True, takes="person", cue=r"\b(?:nick)?names?\b"),
    Pattern("commute", "get gets", rf"{W}(?:(?:the|my|an?){W})?(?P<v>[\w-]{{2,15}}){W}(?:"
        rf"{_OFFICE})\b", shape="whole", single=True,
            sorts=frozenset({"commute"})),
    Pattern("nickname", "call calls", rf"{W}(?:me|him|her)(?=\s)", "present", single=True,
            takes="person", needs=""),
    # plan, sizes, money
    Pattern("plan", "on have has had got took take pay pays paying upgraded downgraded switched "
        "moved changed went chose bought picked using use uses",
        rf"(?:{W}(?:got|for|to|up|over|down|back|from{W}(?:the{W})?[^,.;!?]{{1,30}}?|with"
        rf"|monthly|now)){{0,3}}?{W}(?:the|an?|my|our|their){W}(?P<v>(?!(?:same|new|old|best"
        r"|cheap\w*|basic(?=\splan)x|good|great|bad|backup|plan|better|different"
        rf"|business(?=\splan)x)\b)[\w+&'-]{{2,20}}(?:{W}[\w+&'-]{{2,20}})?)\s{{1,3}}(?:plan"
        r"|subscription|tier|package|tariff|membership)\b", "event", "whole", single=True,
        takes="name"),
    Pattern("plan", "upgraded downgraded", rf"(?:{W}from{W}(?:the{W})?[^,.;!?]{{1,30}}?)?{W}to(?"
        rf":{W}the)?(?=\s)", "event", single=True, update="change", takes="name", loose=True),
    Pattern("shoe_size", "wear wears wearing take takes need needs have has buy buys",
        f"(?:{W}(?:an?|in))?(?:{W}(?:eu|us|uk|european))?{W}(?:(?:shoe{W})?size{W}{_NUMBER}(?:"
        f"{W}shoes?)?|{_NUMBER.replace('?P<v>', '?P<v2>')}{W}(?:in{W})?(?:shoes?|boots"
        f"|sneakers)|shoes?{W}(?:in|size){W}(?:size{W})?{_NUMBER.replace('?P<v>', '?P<v3>')})",
        shape="whole", single=True),
    Pattern("shoe_size", "a", rf"{W}(?:shoe{W})?size{W}{_NUMBER}", "be", "whole", single=True),
    Pattern("height", "_", rf"{W}?(?:(?:cm|m|centimet\w+|met\w+|feet|ft|foot){W}tall|cm"
        rf"|centimet(?:er|re)s)\b", "be", "head",
        single=True),
    Pattern("weight", "weigh weighs weighing", rf"(?:{W}(?:about|around|exactly|in{W}at))?(?=\s)",
        single=True, takes="measure"),
    Pattern("salary", "earn earns make makes earning making",
        rf"(?:{W}(?:about|around|roughly|over))?(?=\s[^,.!?]{{0,3}}[€$£]?\d[\d.,]*\s?k?[^.!?]{{0"
        rf",20}}(?:year|month|annum|hour|yearly|monthly|salary)|\s[€$£]\d|\s\d[\d.,]*k\b)",
        single=True, takes="money"),
    Pattern("wakes_up_at", "get gets wake wakes getting waking",
        rf"{W}up(?:{W}(?:now|usually|every{W}day))?{W}at(?=\s)", single=True, takes="time"),
    # commute
    Pattern("commute", "go goes get gets come comes travel travels commute commutes commuting "
        "going getting coming arrive", f"(?:{W}{_OFFICE})?(?:{W}in)?(?:{W}(?:now|usually"
        rf"|mostly|these{W}days))?{W}(?:by|on|via|with)(?:{W}the)?(?=\s)", single=True,
        takes="thing", sorts=frozenset({"commute"})),
    Pattern("commute", "take takes taking catch catches ride rides riding use uses took",
        rf"{W}{_VEHICLE}{W}(?:{_OFFICE})\b", shape="whole", single=True),
    Pattern("commute", "use uses take takes", rf"(?=\s{{1,3}}(?:the|my){W}\w)", single=True,
        takes="thing", sorts=frozenset({"commute"}), cue=r"\b(?:commut\w+|to\swork"
        r"|to\sthe\soffice)\b"),
    Pattern("commute", "switched changed moved went", rf"(?:{W}from{W}[^,.;!?]{{1,30}}?)?{W}to(?"
        r"=\s)", "event", single=True, update="change", takes="thing",
        cue=r"\b(?:commut\w+|to\swork|to\sthe\soffice)\b"),
    Pattern("commute", "cycle cycles cycling walk walks walking bike bikes biking drive drives "
        "driving run runs carpool carpools scooter", f"(?:{W}in)?{W}to{W}(?:the{W})?(?:work"
        r"|office)\b", shape="head", single=True),
    # gym, hobby, places
    Pattern("gym", "train trains training exercise exercises lift lifts",
        rf"(?:{W}(?:now|mostly|always))?{W}at(?=\s)", "present", single=True, takes="name"),
    Pattern("gym", "work works working", rf"{W}out(?:{W}(?:now|mostly|always))?{W}at(?=\s)",
        "present", single=True, takes="name", needs=""),
    Pattern("gym", "go goes", rf"{W}to{W}the{W}gym{W}at(?=\s)", single=True, takes="name",
        sole=True),
    Pattern("gym", "a", rf"{W}(?:new{W}|proud{W})?member{W}(?:at|of|with)(?=\s)", "be",
        single=True, takes="name"),
    Pattern("gym", "members", rf"{W}(?:at|of)(?=\s)", "be", single=True, takes="name",
        cue=r"(?i)gym|fit|studio|sports"),
    Pattern("gym", "signed", rf"{W}up{W}(?:at|with)(?=\s)", "event", single=True,
            update="change", takes="name", loose=True),
    Pattern("gym", "go goes going switched joined moved changed",
        rf"(?:{W}(?:gyms|memberships|to|over|from{W}[^,.;!?]{{1,40}}?)){{0,3}}(?=\s)(?={W}(?:the"
        rf"{W})?[^,.!?]{{0,30}}\b(?:gym|fit|fitness|crossfit|barbell|fit\w+|\w+fit|club)\b)",
        "event", single=True, takes="name"),
    Pattern("gym", "switched changed", rf"{W}gyms?(?:{W}from{W}[^,.;!?]{{1,40}}?)?{W}to(?=\s)",
        "event", single=True, update="change", takes="name"),
    Pattern("hobby", "took taken take picked started began",
        rf"{W}(?:up|doing|practicing|practising)(?=\s)", "event", single=False, update="none",
        takes="thing", sorts=frozenset({"hobby"})),
    Pattern("hobby", "took taken picked", rf"{W}up(?=\s)(?!{W}(?:the|a|an|my|too|most|some|all"
        r"|where|residence|arms)\b)", "event", update="none", takes="thing"),
    Pattern("hobby", "do does doing started practice practise practices",
        rf"(?:{W}(?:some|a{W}lot{W}of|a{W}bit{W}of))?(?=\s)", takes="thing",
        sorts=frozenset({"hobby"})),
    Pattern("hobby", "started", r"(?=\s)", "event", takes="thing", sorts=frozenset({"hobby"})),
    Pattern("hobby", "spend spends", rf"(?:{W}[\w-]{{1,12}}){{1,5}}?{W}(?:on|doing)(?=\s)",
        takes="thing", sorts=frozenset({"hobby"})),
    Pattern("hobby", "spend spends spending", rf"(?:{W}[\w-]{{1,12}}){{0,3}}?{W}(?:weekends?|even"
        rf"ings?"
        rf"|saturdays?|sundays?|time){W}(?:on|doing)(?={W}[a-z]{{2,15}}(?:ing|ery|phy|try|ics)(?="
        rf"\s*[.,;!]|$|\s(?:and|now|these|with|in)\b))"
        rf"(?!{W}(?:nothing|anything"
        r"|everything|something|working|sleeping|cleaning))", takes="thing"),
    Pattern("hobby", "got", rf"{W}into(?=\s)", "event", takes="thing", sorts=frozenset({"hobby"})),
    Pattern("hobby", "switched changed moved", rf"{W}from{W}[^,.;!?]{{1,30}}?{W}to(?=\s)", "event",
        takes="thing", sorts=frozenset({"hobby"}), update="none", loose=True),
    Pattern("hobby", "gave quit stopped dropped", f"(?:{W}(?:up|doing|playing"
        rf"|going)){{0,2}}(?=\s)", "event", update="end", takes="thing",
        sorts=frozenset({"hobby"}), loose=True),
    # diet, allergy, health
    Pattern("diet", "eat eats eating", rf"(?:{W}(?:strictly|only|mostly|fully|all|a|now))*(?=\s)",
        kind="constraint", single=True, takes="diet"),
    Pattern("diet", "follow follows following on doing do keep",
        rf"(?:{W}(?:an?|the|strictly|my))?(?=\s)", "present", kind="constraint", single=True,
        takes="diet"),
    Pattern("diet", "on", rf"(?:{W}(?:an?|the|strictly|my))?(?=\s)", "be", kind="constraint",
        single=True, takes="diet"),
    Pattern("diet", "mediterranean halal kosher gluten-free dairy-free low-carb macrobiotic "
        "sugar-free high-protein low-fat lactose-free carnivore"
            " low-sodium grain-free omnivore fruitarian ketogenic nut-free soy-free egg-free "
            "wheat-free pescatarian low-fodmap", _END, "be", "head", "constraint", single=True),
    Pattern("diet", "raw", rf"(?P<v>(?<=raw){W}(?:food|vegan))", "be", "whole", "constraint",
        single=True),
    Pattern("diet", "went gone go going turned became switched changed moved",
        rf"(?:{W}(?:fully|to|over|from{W}[^,.;!?]{{1,30}}?(?={W}to\b)|an?|completely|all)){{0,3}}"
        r"(?=\s)",
        "event", kind="constraint", single=True, update="change", takes="diet"),
    Pattern("allergic_to", "have has eat eats", r"(?=\s)", "present", "topic", "constraint",
            needs="can't", cue=r"\b(?:allerg|epi-?pen|hives|swell|throat\sclose)"),
    Pattern("allergic_to", "react reacts", rf"(?:{W}(?:now|badly|strongly))?{W}to(?=\s)",
        "present", "topic", "constraint"),
    Pattern("allergic_to", "developed developing got", rf"{W}an?{W}(?:\w{{1,10}}{W})?allergy{W}t"
        r"o\b", "event", "topic", "constraint"),
    Pattern("medication", "take takes taking", rf"(?=\s)(?=[^.!?,]{{1,25}}\b(?:daily"
        f"|every{W}(?:day|morning|evening|night)|(?:once|twice|three{W}times){W}a{W}day"
        rf"|for{W}(?:my|his|her){W}\w+)\b|\s{{1,3}}\w{{3,14}}(?:formin|statin|profen|pril"
        r"|sartan|olol|xine|azole|cillin|thyroxine|insulin|zepam|traline|oxetine)\b)",
        takes="thing"),
    Pattern("insurance", "insured", rf"{W}(?:with|by|at|through)(?=\s)", "be", single=True,
        takes="name"),
    # school, faith, origin
    Pattern("school", "attends attend attending at", r"(?=\s)", "event", single=True,
            takes="name", child=True, sole=True),
    Pattern("school", "goes go started starts switched moved enrolled",
        rf"(?:{W}(?:to|at|over|school|in|schools|from{W}[^,.;!?]{{1,40}}?)){{1,3}}(?=\s)", "event",
        single=True, takes="name", child=True, sole=True),
    Pattern("goes_to", "go goes going", rf"{W}to(?=\s)", single=False, takes="name", loose=True),
    Pattern("studies_at", "transferred switched", rf"(?:{W}from{W}[^,.;!?]{{1,40}}?)?{W}to(?=\s)",
        "event", single=True, update="change", takes="name",
            cue=r"\b(?:university|uni|college|institute|campus|degree|semester|MIT|Stanford"
                r"|Harvard|school\sof)\b"),
    Pattern("religion", "a an", f"{W}(?:(?:practi[cs]ing|devout|non-practicing){W})?(?P<v>buddh"
        "ist|muslim|christian|catholic|hindu|atheist|agnostic|jew|protestant|sikh|mormon"
        r"|lutheran|baptist)\b", "be", "whole", single=True),
    Pattern("religion", "buddhist muslim christian catholic hindu jewish atheist agnostic "
        "protestant sikh mormon", _END, "be", "head", single=True),
    Pattern("nationality", "portuguese dutch german french spanish italian british american "
        "canadian mexican brazilian swiss austrian polish swedish danish norwegian finnish "
        "irish scottish belgian greek turkish japanese chinese korean indian australian russian "
        "ukrainian czech hungarian", _END, "be", "head", single=True),
    # reading, watching, travelling
    Pattern("reading", "reading", rf"(?:{W}(?:the{W}book|a{W}book{W}called|through))?(?=\s)",
        single=True, takes="title", proper=True),
    Pattern("watching", "watching binge-watching bingeing",
        rf"(?:{W}(?:the{W}(?:show|series)|all{W}of))?(?=\s)(?!{W}(?:TV|television|it|you|this"
        r"|that|him|her)\b)", single=True, takes="title", proper=True),
    Pattern("visited", "visited visit", r"(?=\s)", "event", takes="place"),
    Pattern("visited", "in", r"(?=\s)", "past", takes="place", sorts=frozenset({"place"}),
        needs="be", cue=r"\b(?:in|last|this)\s(?:\d{4}|january|february|march|april|may|june"
        "|july|august|september|october|november|december|summer|spring|winter|autumn|fall"
        r"|week|month|year|weekend)\b"),
    Pattern("visited", "went traveled travelled flew been drove",
        rf"(?:{W}(?:over|up|down|back|on{W}(?:holiday|vacation|a{W}trip)))?{W}to(?=\s)", "event",
        takes="place", sorts=frozenset({"place"})),
    Pattern("visited", "spent", rf"(?:{W}[\w-]{{1,10}}){{1,4}}?{W}in(?=\s)", "event",
        takes="place", sorts=frozenset({"place"})),
    Pattern("attended", "attended", r"(?=\s)", "event", takes="name"),
    # time zones, projects
    Pattern("timezone", "in on work works working moved", f"(?:{W}(?:on|in|to))?(?:{W}the)?{W}("
        rf"?P<v>[\w/+-]{{2,25}}){W}(?:time(?:{W})?zone|time)\b", "present", single=True,
        takes="strong"),
    Pattern("timezone", "in on", rf"(?:{W}the)?{W}(?P<v>[\w/+-]{{2,25}}){W}(?:time(?:{W})?zone"
        r"|time)\b", "be", single=True, takes="strong"),
    Pattern("project", "working work works", rf"{W}on(?:{W}(?:the|a|our))?(?=\s)(?!{W}(?:the|a"
        r"|an|my|it|this|that|weekends|mondays?)\b)", single=True, takes="name"),
    Pattern("project", "assigned", rf"{W}to(?=\s)", "be", single=True, takes="name"),
    Pattern("project", "moved assigned transferred put", rf"{W}(?:on{W})?(?:to|on|onto)(?=\s)",
        "event", single=True, update="change", takes="name", needs="be", loose=True),
    Pattern("project", "started", rf"{W}(?:(?:work|working){W})?on(?=\s)", "event", single=True,
        update="change", takes="name"),
    Pattern("project", "on", r"(?!\s[^,.;!?]{1,25}\sdiet\b)", "be", single=True, takes="name",
        loose=True),
    Pattern("age", "celebrated had", rf"{W}(?:my|his|her){W}(?P<v>\d{{1,3}})(?:st|nd|rd"
        rf"|th){W}birthday\b", "event", "whole", single=True, update="change"),
    Pattern("age", "turned", rf"{W}(?P<v>\d{{1,3}})(?=\s{{0,3}}(?:[.,;!)]|$)|{W}(?:yesterday"
        r"|today|last|this|not|and|but|in|on)\b)", "event", "whole", single=True, update="change"),
    Pattern("plays", "started took", f"(?:{W}(?:playing|up|to{W}play))+{W}(?:the{W})?(?P<v>"
        rf"{GAMES})\b", "event", "whole"),
)  # fmt: skip
