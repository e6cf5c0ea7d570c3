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
        ("bot_token",
         r"\b\d{8,10}:AA[\w-]{30,40}|\b[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,40}", ""),
        ("account_key", r"(?i)\b(?:Account|SharedAccess)Key=(?P<v>[A-Za-z0-9+/=]{20,100})", ""),
        ("jwt", r"\beyJ[\w-]{5,2000}\.eyJ[\w-]{5,4000}\.[\w-]{5,1000}", ""),
        ("url_password",
         r"\b[a-zA-Z][\w+.-]{1,20}://[^\s:/@]{0,100}:(?!\d{1,5}(?:[/?#\s]|$))"
         r"(?P<v>[^\s?#\"'<>]{1,200})@(?=[\w\[])", ""),
        ("authorization",
         r"(?i)\b(?:authorization\s{0,3}[:=]\s{0,3})?(?:bearer|basic|token|apikey)\s{1,3}"
         r"(?P<v>[A-Za-z0-9+/=._~-]{16,2000})", "mixed"),
        ("pin",
         r"(?i)\bpin(?:[ -]?(?:code|number))?(?:\s{1,3}(?:is|was)\b)?[ \t]{0,3}[:=]?[ \t]{0,3}"
         r"(?P<v>\d{4,8})\b", ""),
        ("password",
         rf"(?i)(?:\b|_){KEYWORD}['\"]?[ \t]{{0,3}}(?:(?:\b(?:is|was)\b)?[ \t]{{0,3}}"
         r"(?:=|:=|:|->)|\b(?:is|was)\b)[ \t]{0,3}"
         r"(?P<v>\"[^\"\s]{4,200}\"|'[^'\s]{4,200}'|`[^`\s]{4,200}`"
         r"|(?![\w .-]{1,40}['\"]?[ \t]{0,3}[:=](?:\s|$))[^\s,;\"'`<>()]{6,200})",
         "mixed"),
        ("card_number", r"(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d-]|[.,]\d)", "luhn"),
    )
)  # fmt: skip
"""In order: of two that overlap the first counts."""


class Redacting(Record):
    """Say what is taken out of a text before it is recorded, and how it is marked."""

    on: bool = True
    items: bool = False  # also what is put into a store
    secrets: tuple[Secret, ...] = SECRETS
    key: str | None = Field(default=None, repr=False, exclude=True)  # None: no fingerprints

    @model_validator(mode="after")
    def _compile(self) -> Self:
        for one in self.secrets:
            try:
                re.compile(one.pattern)
            except re.error as exc:
                raise ConfigError(f"secret {one.kind!r} has no regular expression: {exc}") from exc
        return self
