"""Read what a chat message says: its text, without thoughts, with a marker for each medium.

Providers write one thing in many shapes: a text, typed blocks, blocks without a type, thoughts in
tags inside the text, media as data addresses. Whatever the shape, what was said is kept, what was
only thought is not, and no medium is stored.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from neuromem_graph.core.echoes import without_recalled
from neuromem_graph.core.rendering import TAG
from neuromem_graph.types.base import Channel

__all__ = ["MEDIA", "Said", "flatten", "read", "without_echoes", "without_thoughts"]

MEDIA: Mapping[str, str] = {
    "image": "[image]", "image_url": "[image]", "input_image": "[image]", "image_file": "[image]",
    "audio": "[audio]", "input_audio": "[audio]", "video": "[video]", "input_video": "[video]",
    "video_url": "[video]", "file": "[file]", "input_file": "[file]", "document": "[file]",
    "media": "[file]",
}  # fmt: skip
"""Type of a content block, or the key of one without a type -> what is kept of it."""

_TEXTS = frozenset({"text", "input_text", "output_text", "text-plain"})
_THOUGHTS = frozenset({"reasoning", "reasoning_content", "reasoningContent", "thinking"})
_TAG = re.compile(r"<(/?)(?:think|thinking|reasoning|thought)>", re.IGNORECASE)
_DATA = re.compile(
    r"data:([a-z]{1,20})/[\w.+-]{1,100}(?:;[\w.+-]{1,40}=[\w.+-]{1,80}){0,4};base64,"
    r"[A-Za-z0-9+/_=-]{32,}",
    re.IGNORECASE,
)
_ESCAPES = (("&lt;", "<"), ("&gt;", ">"), ("\\u003c", "<"), ("\\u003e", ">"), ("\\n", "\n"))
_QUOTING = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)


class Result(NamedTuple):
    """Hold what a tool answered, as a block inside a message of another role."""

    call: str | None
    text: str
    media: tuple[str, ...]


class Said(NamedTuple):
    """Hold what a message says."""

    text: str
    media: tuple[str, ...] = ()  # the markers that stand in it
    results: tuple[Result, ...] = ()


def read(content: str | Iterable[Any], channel: Channel) -> Said:
    """Read the content of a message.

    Args:
        content: a text, or a list of texts and blocks.
        channel: where it comes from; an assistant's thoughts are left out of its text, and what a
            tool answered without typed blocks is kept as JSON.
    """
    if isinstance(content, str):
        text, media = _without_data(content)
    else:
        blocks = list(content)
        text, media = _flat(blocks, channel)
    if channel == "assistant":
        text = without_thoughts(text)
    results = () if isinstance(content, str) else tuple(_results(blocks))
    return Said(text, media, results)


def flatten(blocks: Iterable[Any]) -> str:
    """Return the text of content blocks: media as markers, reasoning and tool calls left out."""
    return _flat(blocks, "assistant")[0]


def _flat(blocks: Iterable[Any], channel: Channel) -> tuple[str, tuple[str, ...]]:
    parts: list[str] = []
    media: list[str] = []
    for block in blocks:
        kept: _Kept | None = None
        if isinstance(block, str):
            kept = _without_data(block)
        elif isinstance(block, Mapping):
            kept = _block(block, channel)
        if kept is not None:
            parts.append(kept[0])
            media += kept[1]
    return "\n".join(parts), tuple(media)


_Kept = tuple[str, tuple[str, ...]]


def _block(block: Mapping[str, Any], channel: Channel) -> _Kept | None:
    """Return what is kept of a block, and the markers in it; None where nothing is."""
    kind = block.get("type")
    if kind is None:  # some providers name a block by its only key
        kind = next((key for key in block if key in MEDIA or key in _THOUGHTS), "text")
        if kind == "text" and channel == "tool" and not isinstance(block.get("text"), str):
            return _without_data(json.dumps(block, ensure_ascii=False, default=str))
    if kind in _TEXTS and isinstance(block.get("text"), str) and block.get("thought") is not True:
        return _without_data(block["text"])
    marker = MEDIA.get(kind) if isinstance(kind, str) else None
    if marker is None:
        return None
    mime = str(block.get("mime_type") or "").partition("/")[0]
    marker = MEDIA[mime] if mime in ("image", "audio", "video") else marker
    return marker, (marker,)


def _results(blocks: Iterable[Any]) -> Iterable[Result]:
    """Give what tools answered: it is theirs, whoever hands it on."""
    for block in blocks:
        if not isinstance(block, Mapping) or block.get("type") != "tool_result":
            continue
        content, call = block.get("content"), block.get("tool_use_id")
        if isinstance(content, str | list):
            said = read(content, "tool")
            yield Result(call if isinstance(call, str) else None, said.text, said.media)


def _without_data(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text whose data addresses are markers, and these."""
    if "base64," not in text:
        return text, ()
    media = [_marker(found) for found in _DATA.finditer(text)]
    return _DATA.sub(_marker, text), tuple(media)


def _marker(found: re.Match[str]) -> str:
    kind = found[1].casefold()
    return MEDIA[kind] if kind in ("image", "audio", "video") else "[file]"


def without_thoughts(text: str, *, open_ended: bool = False) -> str:
    """Return a text without what stands between the tags of a thought.

    A first closing tag without an opening one ends a thought that began with the text. An opening
    one that is not closed begins a thought if nothing stands before it on its line: else somebody
    writes about tags.

    Args:
        text: any text; the time taken grows with its length only.
        open_ended: any opening tag without a closing one begins a thought.
    """
    parts: list[str] = []
    kept, opened = 0, -1
    for tag in _TAG.finditer(text):
        if not tag[1]:
            opened = tag.start() if opened < 0 else opened
        elif opened >= 0:
            parts.append(text[kept:opened])
            kept, opened = tag.end(), -1
        elif not kept:
            kept = tag.end()
    line = text[text.rfind("\n", 0, max(opened, 0)) + 1 : max(opened, 0)]
    begins = not line.strip() or not text[kept : max(opened, 0)].strip()
    if opened >= 0 and (open_ended or begins):
        return "".join((*parts, text[kept:opened])).strip()
    return "".join((*parts, text[kept:])).strip() if kept else text


def without_echoes(text: str) -> str:
    """Return a text without the prompts of ours it holds, however they were quoted.

    A prompt may come back with other line ends, quoted as in a mail, escaped for HTML or for JSON.

    Args:
        text: any text.
    """
    left = without_recalled(text)
    if TAG not in left:
        return left
    plain = _QUOTING.sub("", left.replace("\r\n", "\n"))
    for written, sign in _ESCAPES:
        plain = plain.replace(written, sign)
    found = without_recalled(plain)
    return left if found == plain else found
