"""Secrets are taken out of texts; what only looks like one stays."""

import base64
import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.secrets import fingerprint, redact, redact_json
from neuromem_graph.settings.redacting import SECRETS, Redacting, Secret

ON = Redacting()
_letters = string.ascii_letters + string.digits


def made(size: int, alphabet: str = _letters) -> str:
    """Make a secret of some length: it stands in no file."""
    return "a1" + "".join(random.Random(size).choice(alphabet) for _ in range(size - 2))


HEX = "0123456789abcdef"
B64 = base64.b64encode(made(60).encode()).decode()
SAMPLES: dict[str, tuple[str, str]] = {
    name: (text.format(s=secret), secret)
    for name, text, secret in (
        ("aws", "use {s} for the bucket", "AKIA" + made(16).upper()),
        ("aws session", "id={s}", "ASIA" + made(16).upper()),
        ("aws secret", "aws_secret_access_key = {s}", made(40)),
        ("github", "my token {s}, keep it", "ghp_" + made(36)),
        ("github app", "{s}", "ghs_" + made(36)),
        ("github fine-grained", "try {s}", "github_pat_" + made(60)),
        ("gitlab", "{s} works", "glpat-" + made(20)),
        ("slack bot", "SLACK={s}", "xoxb-" + made(40)),
        ("slack app", "{s}", "xapp-1-" + made(40)),
        ("slack webhook", "post to https://hooks.slack.com/services/{s}", "T0AB/B0CD/" + made(24)),
        ("discord webhook", "https://discord.com/api/webhooks/{s}", "123456789/" + made(60)),
        ("openai", "OPENAI_API_KEY={s}", "sk-" + made(48)),
        ("openai project", "key {s}", "sk-proj-" + made(80)),
        ("anthropic", "{s} is mine", "sk-ant-api03-" + made(80)),
        ("google", "{s}", "AIza" + made(35)),
        ("google oauth", "secret {s}", "GOCSPX-" + made(28)),
        ("google access", "{s}", "ya29." + made(60)),
        ("stripe", "{s} in production", "sk_live_" + made(24)),
        ("stripe webhook", "{s}", "whsec_" + made(32)),
        ("twilio", "sid {s}", "SK" + made(32, HEX)),
        ("sendgrid", "{s}", "SG." + made(22) + "." + made(43)),
        ("mailgun", "{s}", "key-" + made(32, HEX)),
        ("npm", "//registry/:_authToken={s}", "npm_" + made(36)),
        ("pypi", "{s}", "pypi-AgEIcHlwaS5vcmc" + made(60)),
        ("hugging face", "login with {s}", "hf_" + made(34)),
        ("digital ocean", "{s}", "dop_v1_" + made(64, HEX)),
        ("shopify", "{s}", "shpat_" + made(32, HEX)),
        ("databricks", "{s}", "dapi" + made(32, HEX)),
        ("telegram", "bot {s} is up", "1234567890:AA" + made(33)),
        ("azure", "AccountName=x;AccountKey={s};Endpoint", B64[:44]),
        ("jwt", "cookie: {s}", f"eyJ{made(20)}.eyJ{made(40)}.{made(40)}"),
        ("bearer", "Authorization: Bearer {s}", made(40)),
        ("basic", "curl -H 'Authorization: Basic {s}'", B64[:32]),
        ("url", "postgres://anna:{s}@db.example.com/app", "hunter2!x"),
        ("url without a user", "redis://:{s}@cache:6379", made(12)),
        ("said", "my password is {s}, don't tell", "Tr0ub4dor&3"),
        ("german", "PASSWORD: {s}", "Winter2024!"),
        ("quoted", "api_key = '{s}'", made(18)),
        ("json", '{{"client_secret": "{s}"}}', made(24)),
        ("pin", "the pin is {s}", "483920"),
        ("short pin", "my pin is {s}", "7351"),
        ("token scheme", "Authorization: Token {s}", made(41)),
        ("card", "charge {s} please", "4111 1111 1111 1111"),
        ("card with dashes", "{s}", "5500-0055-5555-5559"),
        ("card plain", "amex {s}.", "378282246310005"),
        ("rsa", "{s}", f"-----BEGIN RSA PRIVATE KEY-----\n{B64}\n-----END RSA PRIVATE KEY-----"),
        ("ssh", "{s}", f"-----BEGIN OPENSSH PRIVATE KEY-----\n{B64}"),
        ("pgp", "{s}", f"-----BEGIN PGP PRIVATE KEY BLOCK-----\n{B64}\n"
                       "-----END PGP PRIVATE KEY BLOCK-----"),
    )
}  # fmt: skip

PLAIN = (
    "I forgot my password again.",
    "The password is wrong.",
    "My password is required every time.",
    "The token is missing from the response.",
    "Where can I get an API key?",
    "the secret is practice",
    "Call me at +44 20 7946 0958.",
    "Order 1234567890123 shipped on 2025-05-01.",
    "My IBAN is DE89 3704 0044 0532 0130 00.",
    "It costs 4,111,111,111,111,111 dong.",
    "Commit 3f2a9c1d8e7b6a5f4c3d2e1f0a9b8c7d6e5f4a3b broke it.",
    "See https://example.com/a:b@c and http://localhost:8080/path",
    "mail anna@example.com",
    "1111 1111 1111 1111",
    "Bearer of bad news, he came at noon.",
    "basic understanding of physics",
    "sk-learn-is-not-a-key-at-all-really",
)


@pytest.mark.parametrize(("text", "secret"), SAMPLES.values(), ids=SAMPLES)
def test_a_secret_is_taken_out(text: str, secret: str) -> None:
    """Nothing of the secret stays, its kind is named, and what stood around it is kept."""
    said = f"Note this. {text} And thanks!"
    redacted = redact(said, ON, fingerprint(b"key"))
    assert secret not in redacted.text
    assert redacted.text.startswith("Note this. ")
    assert redacted.found
    if "PRIVATE KEY" not in secret or "END" in secret:
        assert redacted.text.endswith("And thanks!")
    assert redact(redacted.text, ON, fingerprint(b"key")).text == redacted.text


@pytest.mark.parametrize("text", PLAIN)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    """Talk about secrets, numbers and addresses are left as they are."""
    assert redact(text, ON).text == text


def test_the_same_secret_has_the_same_mark() -> None:
    """A fingerprint depends on the secret and the key, and gives neither away."""
    token, other = "ghp_" + made(36), "ghp_" + made(37)
    marks = [redact(one, ON, fingerprint(key)).text
             for key in (b"a", b"b") for one in (token, token, other)]  # fmt: skip
    assert marks[0] == marks[1] != marks[2]
    assert marks[0] != marks[3]


def test_json_is_redacted_whole() -> None:
    """Texts in lists, values and keys; a key may say what its value is."""
    token = "ghp_" + made(36)
    value = {
        "password": ["hunter2x", {"a": 12345678}],
        "n": 1,
        "card": 4111111111111111,
        token: [token, {"deep": token}],
        "note": "fine",
    }
    redacted = redact_json(value, ON)
    assert token not in str(redacted)
    for secret in ("hunter2x", "12345678", "4111111111111111"):
        assert secret not in str(redacted)
    assert isinstance(redacted, dict)
    assert (redacted["n"], redacted["note"]) == (1, "fine")


LAYERED = (
    "credentials:\n  password: hunter22x",
    "secret:\n  token: hunter22x",
    "API key: password: hunter22x",
    "password is: hunter22x",
    "SECRET_KEY = 'hunter22x'",
    "credentials: AKIAIOSFODNN7EXAMPLE:hunter22xMI/K7MDENG",
    "password: hunter22x[redacted x]",
    "postgres://u:p@ss:hunter22x@host/db",
    "redis://u:a/hunter22x@h",
)


@pytest.mark.parametrize("text", LAYERED)
def test_no_part_of_a_secret_stays(text: str) -> None:
    """Labels within labels, secrets beside secrets and odd passwords are taken out whole."""
    assert "hunter22x" not in redact(text, ON).text


def test_a_label_is_no_card_number() -> None:
    """Ids of threads that look like card numbers are kept; tokens in them are not."""
    assert redact("4539578763621486", ON, labels=True).text == "4539578763621486"
    assert "ghp_" not in redact("ghp_" + made(36), ON, labels=True).text


def test_it_can_be_turned_off() -> None:
    """With redaction off a text is kept as it is."""
    token = "ghp_" + made(36)
    assert redact(token, Redacting(on=False)).text == token


@given(st.text(max_size=300))
def test_any_text_is_redacted_once(text: str) -> None:
    """Redacting twice is redacting once, whatever the text."""
    once = redact(text, ON).text
    assert redact(once, ON).text == once


@pytest.mark.parametrize("piece", ["a", "1 ", "password is ", "-----BEGIN PRIVATE KEY-----", "://:",
                                   "eyJa.eyJ", "sk-", "Bearer "])  # fmt: skip
def test_long_texts_take_no_longer_than_their_length(piece: str) -> None:
    """A hostile text of 300,000 characters is read in one go: the test ends."""
    redact(piece * (300_000 // len(piece)), ON)


def test_every_kind_has_a_sample() -> None:
    """No pattern is untested."""
    found = {one.kind for text, _ in SAMPLES.values() for one in redact(text, ON).found}
    assert found == {one.kind for one in SECRETS}


@pytest.mark.parametrize(
    "secret", ["AKIAQWERTYUIOPASDFGH", "ghp_" + "abCD" * 9, "npm_" + "abCd" * 9, "EMP-QWERTY"]
)
def test_a_token_needs_no_digit_nor_a_telling_word(secret: str) -> None:
    """Every pattern is searched that could match, those of the user's own among them."""
    own = Secret(kind="badge", pattern=r"\bEMP-[A-Z]{6}\b")
    chosen = Redacting(secrets=(*Redacting().secrets, own))
    assert secret not in redact(f"I use {secret} daily with friends.", chosen).text
