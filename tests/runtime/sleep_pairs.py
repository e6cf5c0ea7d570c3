"""Pairs of texts with a label: what must stay apart, and what must become one memory.

A line is one text, another, and (for both) the predicate and the values that a model recorded; "-"
for none: the rules read the text. The list was written before the rules were tuned to it.
"""

APART = """
The server is down. | Server A is down. | -
I slept. | I slept well. | -
She is a judge. | She is a just judge. | -
Hepatitis A test was positive. | Hepatitis test was positive. | -
Grade A eggs are sold out. | Grade eggs are sold out. | -
Gate A is closed. | Gate is closed. | -
Unit A leaks. | The unit leaks. | -
Team A won. | The team won. | -
Vitamin A is on the list. | Vitamin is on the list. | -
My blood type is A. | My blood type is. | -
Just Transition Fund paid. | Transition Fund paid. | -
Polish the table. | The Polish table. | -
The US team won. | Us team won. | -
The IT department moved. | It department moved. | -
WHO sent the report. | Who sent the report. | -
Turkey is in the oven. | The Turkey is in the oven. | -
He bought turkey stamps. | He bought Turkey stamps. | -
The bill is late. | Bill is late. | -
Mark the page. | The page. | -
Ask May about it. | Ask may about it. | -
He works for Apple. | He works for apple. | -
Well water is safe. | Water is safe. | -
Well, pump and tank are broken. | Pump and tank are broken. | -
Hey Jude is her song. | Jude is her song. | -
Oh Henry is closed. | Henry is closed. | -
Please the guests. | The guests. | -
So Paulo moved. | Paulo moved. | -
He lives simply. | He lives. | -
She spoke honestly. | She spoke. | -
The tank is basically full. | The tank is full. | -
I don't really trust Leo. | I don't trust Leo. | -
I am not actually ill. | I am not ill. | -
I just left the office. | I left the office. | -
The soup is right. | The soup is. | -
He sings, too. | He sings. | -
Leo also paid. | Leo paid. | -
A few guests came. | Few guests came. | -
A little milk is left. | Little milk is left. | -
Dr. Meyer called. | Meyer called. | -
Mr. Holm signed it. | Mrs. Holm signed it. | -
Captain Leo called. | Leo called. | -
Anna Smith called. | Anna Schmidt called. | -
Let's eat, Leo. | Let's eat Leo. | -
The boss, Leo says, is late. | The boss Leo says is late. | -
The key "A" is stuck. | The key is stuck. | -
Plan B is on. | Plan is on. | -
Track 4 is closed. | Track is closed. | -
The price is -5. | The price is 5. | -
The room is 4.2 m wide. | The room is 42 m wide. | -
The flight is at 6 am. | The flight is at 6 pm. | -
It is C# code. | It is C code. | -
They say the bridge is open. | The bridge is open. | -
Leo said the bridge is open. | The bridge is open. | -
If the bridge is open we go. | The bridge is open we go. | -
The bridge was open. | The bridge is open. | -
The bridge may be open. | The bridge is open. | -
The bridge is open, right? | The bridge is open. | -
Open the bridge. | The bridge is open. | -
The boy bit the dog. | The dog bit the boy. | -
One dog bit him. | A dog bit him. | -
This lamp is broken. | The lamp is broken. | -
Our lamp is broken. | My lamp is broken. | -
She likes the lamp. | He likes the lamp. | -
I live in Ghent. | They say I live in Ghent. | lives_in | Ghent | Ghent
I live in Ghent. | I have lived in Ghent. | lives_in | Ghent | Ghent
I live in Ghent. | I was living in Ghent. | lives_in | Ghent | Ghent
I live in Ghent. | I get to live in Ghent. | lives_in | Ghent | Ghent
I live in Ghent. | I live in Ghent, or so she thinks. | lives_in | Ghent | Ghent
I live in Ghent. | I live in Ghent today. | lives_in | Ghent | Ghent
I live in Ghent. | I could live in Ghent. | lives_in | Ghent | Ghent
I work at Globex. | I work days at Globex. | works_at | Globex | Globex
I work at Globex. | We work at Globex. | works_at | Globex | Globex
I work at Globex. | I work at Globex until May. | works_at | Globex | Globex
I like The Who. | I like who. | likes | The Who | who
I like the US. | I like us. | likes | the US | us
I take vitamin A. | I take vitamin. | medication | vitamin A | vitamin
My gate is A. | My gate is the. | gate | A | the
I live in the City of London. | I live in London. | lives_in | the City of London | London
My boss is Dr. Holm. | My boss is Holm. | boss | Dr. Holm | Holm
I like jazz. | I like jazz too much. | likes | jazz | jazz
I like jazz. | I like jazz when it rains. | likes | jazz | jazz
"""

SAME = """
The build is green. | The build is really green. | -
The build is green. | Anyway, the build is green. | -
The build is green. | Note: the build is green. | -
The build is green. | Actually, the build is green. | -
The build is green. | Well, the build is green. | -
The build is green. | Oh, the build is green. | -
The build is green. | Hey, the build is green. | -
The build is green. | By the way, the build is green. | -
The build is green. | The build is green, by the way. | -
The build is green. | BTW, the build is green. | -
The build is green. | Okay, the build is green. | -
The build is green. | So, the build is green. | -
The build is green. | The build is actually green. | -
The build is green. | In fact, the build is green. | -
The build is green. | Please note that the build is green. | -
The build is green. | Just so you know, the build is green. | -
The build is green. | For the record, the build is green. | -
I don't eat pork. | I do not eat pork. | -
I'm allergic to nuts. | Hey, I am allergic to nuts. | -
We've found the van. | We have found the van. | -
The deploy key is in the vault. | Actually, the deploy key is in the vault! | -
It isn't ready. | It is not ready. | -
The team can't win. | The team can not win. | -
Leo wins the cup. | Hi, Leo wins the cup. | -
Server A is down. | Oh, Server A is down. | -
The US team won. | Well, the US team won. | -
I live in Ghent. | I reside in Ghent. | lives_in | Ghent | Ghent
I live in Ghent. | Ghent is where I live. | lives_in | Ghent | Ghent
I live in Ghent. | I live in the city of Ghent. | lives_in | Ghent | the city of Ghent
I live in Ghent. | Actually, I live in Ghent right now. | lives_in | Ghent | Ghent
I live in Ghent. | I'm living in Ghent at the moment. | lives_in | Ghent | Ghent
I live in Ghent. | I currently live in Ghent. | lives_in | Ghent | Ghent
I work at Globex. | I am employed at Globex. | works_at | Globex | Globex
I work at Globex. | Globex is my employer. | works_at | Globex | Globex
I work at Globex. | You know, I work at Globex. | works_at | Globex | Globex
I work at Globex. | My employer is called Globex. | works_at | Globex | Globex
I like jazz. | I really like jazz. | likes | jazz | jazz
I like jazz. | I do like jazz. | likes | jazz | jazz
I like jazz. | Jazz is what I like. | likes | jazz | Jazz
My boss is Ingrid Holm. | Ingrid Holm is my manager. | boss | Ingrid Holm | Ingrid Holm
My birthday is May 4. | I was born on May 4th. | birthday | May 4 | May 4th
I like The Who. | I enjoy The Who. | likes | The Who | The Who
"""


def pairs(text: str) -> list[tuple[str, str, dict[str, tuple[str, str]] | None]]:
    """Return two texts each, and what was recorded of them: text -> predicate, value."""
    found = []
    for line in text.strip().splitlines():
        one, other, predicate, *values = (part.strip() for part in line.split(" | "))
        claims = {one: (predicate, values[0]), other: (predicate, values[1])} if values else None
        found.append((one, other, claims))
    return found
