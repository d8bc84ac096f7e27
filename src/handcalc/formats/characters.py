"""Characters: what an encoding can show, what stands in for the rest, how wide it is. Standard library only.

Stand-ins come before widths are measured, so that columns line up in every encoding.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache

# What a reader of ASCII takes for the sign. Accented letters need no entry: they lose their accent.
STAND_INS = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "·": "*", "×": "x", "÷": "/", "±": "+-", "√": "sqrt",
    "∂": "d", "Σ": "sum", "∑": "sum", "∞": "inf", "≈": "~", "≤": "<=", "≥": ">=", "≠": "!=", "∈": "in",
    "∇": "grad", "′": "'", "″": "''", "°": "deg", "←": "<-", "→": "->", "⇒": "=>", "α": "alpha", "β": "beta",
    "γ": "gamma", "δ": "delta", "Δ": "Delta", "ε": "eps", "η": "eta", "θ": "theta", "κ": "kappa",
    "λ": "lambda", "μ": "mu", "µ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi",
    "ω": "omega", "␣": "_", "…": "...", "⋮": ":", "⋯": "...", "▸": ">", "─": "-", "═": "=", "│": "|", "•": "*",
    "█": "#", "░": ".", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": ",", "ł": "l",
    "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "▼": "v",
    "ı": "i", "\u00a0": " ", "\u202f": " ", "\u2009": " ",
}  # fmt: skip

BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", "0123456789+-=()aeoxhklmnpstijruv", strict=True))
ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀ", "0123456789+-=()niT", strict=True))
# Patterns stay texts, compiled by `re` when they are first used: most pages need none of them.
_BELOW = "[{0}](?:,?[{0}])*".format("".join(BELOW))
_ABOVE = "[{0}](?:,?[{0}])*".format("".join(ABOVE))
_ROOT = r"√(\w+(?:[.,]\d+)*)"
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # may move the cursor, turn the line or end it

# One column each, without a look at the tables: ASCII, Latin, Greek, punctuation, signs, arrows, lines and blocks.
_NARROW = re.compile("[ -~¡-¬®-˿Ͱ-҂‐-‧‰-⁞⁰-\u20cfℂ-⋿␀-◼ᴀ-ᶿⱠ-Ɀ]*")


class Charset:
    """Turns text into text that an encoding can show and that stays on its line."""

    def __init__(self, encoding: str | None = None) -> None:
        """encoding: None for Unicode. One that Python does not know is taken for ASCII."""
        try:
            self.encoding = codecs.lookup(encoding or "utf-8").name
        except LookupError:
            self.encoding = "ascii"
        self._table = _Table(self.encoding)
        self._known: dict[str, str] = {}  # a page says the same things again and again
        self._whole = all(self.has(sample) for sample in "₀⁰√")

    def has(self, text: str) -> bool:
        """Whether the encoding has every character of `text`."""
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def __call__(self, text: str) -> str:
        """`text` with readable stand-ins; control characters and what has none as \\x1b, \\u200d."""
        if text.isascii() and text.isprintable():
            return text
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._shown(text)
        return found

    def _shown(self, text: str) -> str:
        if not self._whole and not self.has(text):
            text = re.sub(_BELOW, lambda run: self._run("_", run[0], BELOW), text)
            text = re.sub(_ABOVE, lambda run: self._run("^", run[0], ABOVE), text)
            if not self.has("√"):
                text = re.sub(_ROOT, r"sqrt(\1)", text)
        return text.translate(self._table)

    def _run(self, sign: str, run: str, letters: dict[str, str]) -> str:
        """Small letters and digits in a row: ₅,₁ is _5,1."""
        return run if self.has(run) else sign + "".join(letters.get(c, c) for c in run)


class _Table(dict[int, str]):
    """What str.translate puts for each character, worked out when it first occurs."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding

    def __missing__(self, code: int) -> str:
        self[code] = found = self._found(chr(code))
        return found

    def _found(self, character: str) -> str:
        if unicodedata.category(character) not in _HIDDEN:
            bare = "".join(c for c in unicodedata.normalize("NFKD", character) if not unicodedata.combining(c))
            for choice in (character, STAND_INS.get(character, ""), bare):
                if choice and self._encodes(choice):
                    return choice
        return character.encode("unicode_escape").decode() if ord(character) < 128 else ascii(character)[1:-1]

    def _encodes(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True


@lru_cache(10_000)
def width(text: str) -> int:
    """How many columns of a terminal `text` takes; it holds no control characters."""
    if text.isascii() or _NARROW.fullmatch(text):
        return len(text)
    columns = 0
    for character in text:
        if unicodedata.category(character) not in ("Mn", "Me", "Cf"):
            columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return columns
