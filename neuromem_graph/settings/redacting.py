"""Which texts are secrets: patterns of tokens, keys, passwords and card numbers."""

import re
from typing import Self

from pydantic import Field, model_validator

from neuromem_graph.errors import ConfigError
from neuromem_graph.types.base import Record

__all__ = ["KEYWORD", "SECRETS", "Redacting", "Secret"]


class Secret(Record):
    """Describe one kind of secret."""

    kind: str = Field(pattern=r"^[a-z][a-z0-9_]{0,40}$")
    pattern: str  # the secret is the group "v", else the whole match
    check: str = ""  # "luhn": the digits of a card number; "mixed": letters and digits


KEYWORD = (
    r"(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ _-]?key|access[ _-]?key"
    r"|private[ _-]?key|client[ _-]?secret|auth[ _-]?key|credentials?|encryption[ _-]?key)"
    r"(?:[ _-]?key)?"
)
"""What a password, a token or a key is called."""

_CALLED = (
    r"(?:passwor[dt]|kennwort|mot\sde\spasse|contrase\u00f1a|contrasena|senha|wachtwoord"
    r"|l\u00f6senord|adgangskode|has\u0142o)"
)
_PART = r"[ \u00a0\u2007\u2009\u202f\u2010-\u2014.\t/-]"
_GROUP = rf"(?: {{0,2}}(?:\r?\n)? {{0,2}}{_PART}?)"  # what parts groups of four digits

SECRETS: tuple[Secret, ...] = tuple(
    Secret(kind=kind, pattern=pattern, check=check)
    for kind, pattern, check in (
        ("private_key",
         r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
         r"(?:(?!-----BEGIN)[\s\S]){0,20000}?"
         r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=-----BEGIN)|\Z)", ""),
        ("aws_access_key", r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b", ""),
        ("github_token",
         r"\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})", ""),
        ("gitlab_token", r"\bgl(?:pat|ptt|dt|rt|soat)-[\w-]{20,64}", ""),
        ("slack_token", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}|\bxapp-[A-Za-z0-9-]{10,250}", ""),
        ("webhook_url",
         r"https://(?:hooks\.slack\.com/(?:services|workflows)|discord(?:app)?\.com/api/webhooks"
         r"|[\w.-]{1,80}\.webhook\.office\.com/webhookb2)/(?P<v>[\w/@.-]{10,250})", ""),
        ("anthropic_key", r"\bsk-ant-[\w-]{20,200}", ""),
        ("openai_key", r"\bsk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,250}", "mixed"),
        ("google_key", r"\bAIza[\w-]{35}|\bGOCSPX-[\w-]{20,64}|\bya29\.[\w-]{20,500}", ""),
        ("stripe_key", r"\b(?:sk|rk|pk)_(?:live|test)_[0-9A-Za-z]{10,250}|\bwhsec_[\w+/=]{20,100}",
         ""),
        ("twilio_key", r"\b(?:SK|AC)[0-9a-f]{32}\b", ""),
        ("sendgrid_key", r"\bSG\.[\w-]{16,32}\.[\w-]{32,64}", ""),
        ("mail_key", r"\bkey-[0-9a-f]{32}\b|\bxkeysib-[0-9a-f]{40,80}-\w{10,20}", ""),
        ("package_token", r"\bnpm_[A-Za-z0-9]{36}\b|\bpypi-[\w-]{30,250}", ""),
        ("model_hub_token", r"\bhf_[A-Za-z0-9]{30,60}\b|\br8_[A-Za-z0-9]{30,60}\b", ""),
        ("cloud_token",
         r"\bdo[opr]_v1_[0-9a-f]{64}\b|\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b"
         r"|\bsq0(?:atp|csp)-[\w-]{22,43}|\bdapi[0-9a-f]{32}\b|\bATATT3[\w=-]{20,250}"
         r"|\blin_api_[A-Za-z0-9]{30,60}|\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}|\bsntrys_[\w=/+-]{30,250}",
         ""),
        ("service_token",
         r"\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\b|\bgsk_[A-Za-z0-9]{40,60}\b"
         r"|\bxai-[A-Za-z0-9]{60,100}\b|\bpplx-[A-Za-z0-9]{40,60}\b"
         r"|\btvly-(?:dev-|prod-)?[A-Za-z0-9]{20,60}\b|\bhv[sbr]\.[\w-]{20,300}"
         r"|\bdckr_(?:pat|oat)_[\w-]{20,60}|\bAGE-SECRET-KEY-1[A-Z0-9]{50,70}\b"
         r"|\bglsa_[A-Za-z0-9]{32}_[0-9a-f]{8}\b|\bNRAK-[A-Z0-9]{27}\b|\bfigd_[\w-]{30,60}"
         r"|\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9]{40,50}\b|\bpul-[0-9a-f]{40}\b"
         r"|\bntn_[A-Za-z0-9]{40,60}\b|\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}"
         r"|\b[0-9a-f]{32}-us\d{1,2}\b|\bEAAC[A-Za-z0-9]{20,300}", ""),
        ("bot_token",
         r"\b\d{8,10}:AA[\w-]{30,40}|\b[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,40}", ""),
        ("account_key", r"(?i)\b(?:Account|SharedAccess)Key=(?P<v>[A-Za-z0-9+/=]{20,100})", ""),
        ("jwt", r"\beyJ[\w-]{5,2000}\.eyJ[\w-]{5,4000}\.[\w-]{5,1000}", ""),
        ("url_password",
         r"\b[a-zA-Z][\w+.-]{1,20}://[^\s:/@]{0,100}:(?!\d{1,5}(?:[/?#\s]|$))"
         r"(?P<v>[^\s?#\"'<>]{1,200})@(?=[\w\[])", ""),
        ("url_token", r"\b[a-zA-Z][\w+.-]{1,20}://(?P<v>[\w.~%-]{20,255})@(?=[\w\[])", "mixed"),
        ("url_token",
         r"(?i)[?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature)="
         r"(?P<v>[\w%+/=.~-]{20,2000})", "mixed"),
        ("url_password",
         r"(?<![\w/:.@-])[\w.-]{1,40}:(?P<v>[^\s:@/,;\"'<>]{4,200})@"
         r"[\w-][\w.-]{0,80}:\d{2,5}\b",
         "mixed"),
        ("session_cookie",
         r"(?i)\b[\w.-]{0,20}?(?:session_?id|sessid|session|connect\.sid|csrf_?token|xsrf-token)="
         r"(?P<v>[\w%+/.~:-]{16,2000})", "mixed"),
        ("authorization",
         r"(?i)\b(?:authorization\s{0,3}[:=]\s{0,3})?(?:bearer|basic|token|apikey)\s{1,3}"
         r"(?P<v>[A-Za-z0-9+/=._~-]{16,2000})", "mixed"),
        ("pin",
         r"(?i)\bpin(?:[ -]?(?:code|number))?(?:\s{1,3}(?:is|was)\b)?[ \t]{0,3}[:=]?[ \t]{0,3}"
         r"(?P<v>\d{4,8})\b", ""),
        ("password",
         rf"(?i)(?:\b|_|(?-i:(?<=[a-z])(?=[A-Z]))){KEYWORD}['\"]?"
         r"[ \t]{0,3}(?:(?:\b(?:is|was)\b)?[ \t]{0,3}"
         r"(?:=|:=|:|->)|\b(?:is|was)\b)[ \t]{0,3}"
         r"(?P<v>\"[^\"\n]{4,200}\"|'[^'\n]{4,200}'|`[^`\n]{4,200}`"
         r"|(?![\w .-]{1,40}['\"]?[ \t]{0,3}[:=](?:\s|$))[^\s,;\"'`<>()]{6,200})",
         "mixed"),
        ("password",
         r"(?i)\b(?:pass(?:word|phrase|code)\s(?:for|of|to|on|at)"
         r"\s(?:[\w'.-]{1,30}\s){1,4}?(?:is|was)"
         r"|(?:chang|re-?set|set|updat)\w{0,3}\s(?:(?:my|our|the|your|his|her|their)\s)?"
         r"(?:[\w'.-]{1,20}\s){0,2}?pass(?:word|phrase|code)\sto)\s{1,3}"
         r"(?P<v>\"[^\"\n]{4,200}\"|[^\s,;\"'`<>()]{6,200})", "mixed"),
        ("password",
         r"(?i)(?:(?<!\S)--?pass(?:word|wd|phrase)?[ =]"
         r"|\blogin\s{1,3}\S{1,80}\s{1,3}password\s{1,3}"
         r"|\bpw[ \t]{0,3}[:=][ \t]{0,3}"
         r"|\bcurl\s[^\n]{0,200}?(?:-u|--user)[ =]?['\"]?[^\s:'\"]{1,80}:)"
         r"(?P<v>[^\s,;\"'`<>()]{6,200})", "mixed"),
        ("password",
         rf"(?i)\b{_CALLED}[ \t]{{0,3}}(?:[:=]|\b(?:ist|lautet|est|es|\u00e9|e|is|\u00e4r|er|to)\b"
         r"[ \t]{0,3}:?)[ \t]{0,3}(?P<v>[^\s,;\"'`<>()]{6,200})", "mixed"),
        ("card_number",
         r"(?<![A-Za-z\d_.,-])\d(?:[ -]?\d){12,18}(?![A-Za-z\d_-]|[.,]\d)"
         rf"|(?<![A-Za-z\d_.,/-])(?!20\d\d\D|19\d\d\D)(?:\d{{4}}{_GROUP}){{3}}\d{{4}}(?![\w/-]|[.,]\d)"
         rf"|(?<![A-Za-z\d_.,/-])3\d{{3}}{_GROUP}\d{{6}}{_GROUP}\d{{5}}(?![\w/-]|[.,]\d)", "luhn"),
    )
)  # fmt: skip
"""In order: of two that overlap the first counts."""


class Redacting(Record):
    """Say what is taken out of a text before it is recorded, and how it is marked."""

    on: bool = True  # secrets are taken out before anything is recorded
    items: bool = False  # also what is put into a store
    secrets: tuple[Secret, ...] = SECRETS  # a kind and a pattern; of two the first counts
    key: str | None = Field(default=None, repr=False, exclude=True)  # None: no fingerprints

    @model_validator(mode="after")
    def _compile(self) -> Self:
        for one in self.secrets:
            try:
                re.compile(one.pattern)
            except re.error as exc:
                raise ConfigError(f"secret {one.kind!r} has no regular expression: {exc}") from exc
        return self
