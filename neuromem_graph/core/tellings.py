"""Wordings that tell the noun by what is said of its value: "Globex pays my bills"."""

from neuromem_graph.core.wording import ANYONE, ONE, OWNER, SUBJECT, Saying, W, say

__all__ = ["TELLINGS"]

TELLINGS: tuple[Saying, ...] = (
    # new gym: Apex; new favourite drink alert: chai
    say(r"(?:^|[,;.!]\s|\b(?:so|and|btw|ok|also|finally|got|have)\s)(?:(?P<me>my|our)\s|a\s)?(?:b"
        r"rand[\s-])?new\s"
         r"(?P<noun>[a-z][\w/-]{1,20}(?:\s[a-z][\w/-]{1,20}){0,2}?)"
         r"(?:\s(?:alert|update|unlocked|news|incoming|day|time|discovered|here|acquired))?"
         r"(?:\s?[:,=!\u2014](?=\s)|\s[-\u2013>]{1,2}(?=\s)|\s(?:is|=)(?=\s)|(?=\s(?-i:[A-Z])|\s["
         r"+\d]))", "", True,
         hint=" "),
    # the size of my shoes; the number to use; where we live
    say(rf"(?<!\w)size{W}of{W}{OWNER}{W}(?:shoes?|feet|foot)(?:'s|{W}is)(?={W})", "shoe size",
        hint="size of"),
    say(rf"{OWNER}{W}(?:feet|shoes){W}are(?:{W}now)?(?:{W}an?)?(?:{W}size)?(?={W}\d)", "shoe size",
        hint="feet|shoes"),
    say(rf"{OWNER}{W}(?:shoe{W})?size(?:{W}in{W}shoes)(?:'s|{W}is)(?={W})", "shoe size",
        hint="in shoes"),
    say(rf"(?<!\w)the{W}(?:new{W}|best{W}|right{W})?(?P<noun>number|e-?mail|e-?mail{W}address"
         rf"|phone{W}number){W}(?:to{W}(?:use|reach|call)|for|that{W}(?:reaches|works)|you{W}(?:c"
         rf"an|should|want))[^,;.!?]{{0,25}}?"
         rf"(?:'s|{W}is)(?={W})(?P<me>)"),
    say(rf"(?:^|[,;]\s|\b(?:have|has|got|rent|bought|found|own){W})(?:an?{W}|our{W}|my{W})(?:\w"
        rf"{{1,12}}{W}){{0,2}}(?:flat|apartment"
         rf"|house|place|studio|loft|condo|cottage|room){W}in(?P<v>{W}[^,;!?]{{2,30}}?),?{W}(?:an"
         rf"d{W}|which{W})?"
         rf"(?:that's|that{W}is|it's|is){W}where{W}(?:(?P<me>I|we)|(?P<pronoun>he|she|they))(?:'m"
         rf"|'re|'s|{W}am|{W}are|{W}is)?{W}(?:now{W})?(?:lives?"
         r"|living|based|stay|staying)\b", "city", hint="where"),
    say(rf"\bmoved(?:{W}(?:again|house|flat|lol|btw|cities)){{0,2}},{W}(?:it's|its|now|I'm|to|in|"
        rf"{W}){{1,3}}(?={W}(?-i:[A-Z]))"
        r"(?P<elided>)", "city", True, hint="moved"),
    say(rf"(?<!\w)name{W}of{W}{OWNER}{W}(?:new{W})?(?P<noun>[a-z]+(?:{W}[a-z]+)?)(?:'s|{W}is)(?:"
        rf"{W}now)?(?={W})", hint="name of"),
    say(rf"(?:^|[,;.]{W}|\b(?:and|but|so|now){W}){ONE}{W}is{W}(?:now{W})?the{W}(?:new{W})?name{W}"
        rf"of{W}{OWNER}{W}(?:new{W})?"
        rf"(?P<noun>[a-z]+(?:{W}[a-z]+)?)(?=\W|$)", hint="name of"),
    # who looks after teeth, who pays
    say(rf"(?:^|[,;.]{W}|\b(?:and|but|so|now|nowadays|it's|it{W}is){W}){ONE}{W}(?:(?:that|who|whi"
        rf"ch){W})?(?:now{W})?(?:looks{W}after|takes{W}care{W}of|fixes"
         rf"|cleans|treats|checks){W}{OWNER}{W}teeth\b", "dentist", hint="teeth"),
    say(rf"(?:^|[,;.]{W}|\b(?:and|but|so|now|nowadays|it's|it{W}is){W}){ONE}{W}(?:(?:that|who|whi"
        rf"ch){W})?(?:now{W})?(?:pays|signs){W}{OWNER}{W}(?:bills|salary|wages"
         r"|pay-?che(?:ck|que)s?|rent)\b", "employer", hint="pa"),
    say(rf"{OWNER}{W}(?:day{W}|new{W}|current{W}|main{W})?(?:job|work)(?:'s|{W}is)(?:{W}now)?{W}("
        rf"?:at|with|by)(?={W}(?-i:[A-Z]))",
        "employer", hint="job|work"),
    say(rf"(?:^|[,;.]{W}|\b(?:and|but|so|now){W}){ONE}{W}(?:now{W})?(?:employs|(?:has{W})?hired|t"
        rf"ook){W}{ANYONE}(?:{W}on)?"
         r"(?=\W*$|\s(?:now|as|last|in|this|these|since)\b)", "employer", hint=" "),
    say(rf"{OWNER}{W}(?:new{W})?(?:flat|house|apartment|place|home)(?:'s|{W}is)(?:{W}now)?{W}in(?"
        rf"={W}(?-i:[A-Z]))", "city", hint="flat|house|apartment|place|home"),
    say(rf"{SUBJECT}(?:do|does|fanc(?:y|ies)|enjoys?|likes?|loves?|have|has|chose|picked|took{W}u"
        rf"p)(?P<v>{W}[^,.;!?]{{2,25}}?){W}as"
         rf"{W}(?:an?|my|his|her|their){W}(?:new{W})?hobby(?=\W|$)(?!{W}horse)", "hobby",
        hint="hobby"),
    # the end of a pet
    say(rf"(?:(?P<me>my|our)|(?P<theirs>his|her|their)|the(?P<elided>))(?P<v>{W}[\w -]{{2,25}}?)"
        rf"(?:'s|{W}(?:is|was|has|had|have|got))?"
         rf"{W}(?:(?:sadly|been|now|to{W}be){W}){{0,2}}(?:died|dead|gone(?!{W}(?:for|to|out|home|"
         rf"up|mad))|passed(?:{W}away)?|ran"
         rf"{W}away|put{W}down|given{W}away|rehomed"
         rf"|put{W}to{W}sleep)\b", "pet", ended=True,
        hint="died|dead|gone|passed|ran|put|given|rehomed"),
    say(rf"\b(?:lost|rehomed|put{W}down|buried|gave{W}(?:away|up)|got{W}rid{W}of){W}(?:(?P<me>my|"
        rf"our)|(?P<theirs>his|her|their)|the(?P<elided>))"
         rf"(?P<v>{W}[\w-]{{2,20}}(?:{W}[\w-]{{2,20}})?)(?={W}(?:and|but|last|this|in|so|now)\b"
         rf"|\s*[.,;!]|$)", "pet", ended=True, hint="lost|rehomed|put|buried|gave|got"),
    # more than any other colour
    say(f"{SUBJECT}(?:love|loves|like|likes|enjoys?|adores?|prefers?)(?P<v>{W}[^,.;!?]{{2,40}}?){W}"
         rf"(?:more|better|above){W}(?:than{W})?(?:any|all|every)(?:{W}(?:the|of{W}the))?(?:{W}ot"
         rf"her)?{W}"
         r"(?P<topic>[a-z]+?)s?(?=\W|$)", "topic", hint="more|better|above"),
    say(f"{SUBJECT}(?:love|loves|like|likes|enjoys?|adores?){W}the{W}(?P<topic>colou?r|drink|dish"
        f"|film|movie|band"
         rf"|song|book|game|novel|singer)(?P<v>{W}[^,.;!?]{{2,30}}?)(?:{W}(?:the{W})?(?:best|most"
         rf")\b|[,;:]?{W}(?:it|and{W}it|which)"
         rf"(?:'s|{W}is){W}(?:my|his|her|their){W}(?:\w+{W})?favou?rite\b)", "topic",
        hint="best|most|rite"),
    say(f"{SUBJECT}prefers?(?P<v>{W}[^,.;!?]{{2,30}}?){W}(?:to|over){W}[^,.;!?]{{2,30}}?{W}as{W}("
        f"?:my|his|her|their|our)"
         rf"{W}(?P<noun>[a-z]+(?:{W}[a-z]+)?)", hint="prefer"),
    say(rf"{SUBJECT}prefers?(?P<v>{W}[^,.;!?]{{2,30}}?){W}(?:to|over)(?:{W}(?:all|any|every))(?:"
        rf"{W}other)?{W}(?P<topic>[a-z]+?)s?(?=\W|$)", "topic", hint="prefer"),
    say(rf"(?<!\w)(?:changed|switched){W}(?:(?:the|my|his|her){W})?(?P<noun>[a-z]{{3,}}?)s?{W}(?:"
        rf"over{W})?to(?={W}(?-i:[A-Z]))(?P<elided>)",
        "", True, "changed|switched"),
    say(rf"(?<!\w)(?:changed|switched){W}(?:the|my|his|her){W}(?P<noun>[a-z]+)(?:,|;|:|{W}and|{W}"
        rf"to)"
         rf"(?:{W}(?:and|now|it's|I'm|I|am|go|goes|he's|she's|we're)){{0,3}}(?:{W}(?:at|with|in|o"
         rf"n|using|to))?(?={W}(?-i:[A-Z]))(?P<elided>)",
        "", True, "changed|switched"),
)  # fmt: skip
"""In no particular order: what is found by the first keeps its value."""
