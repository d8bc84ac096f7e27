"""How arithmetic is spelled: notations as tables of data, and one speller that reads a tree by them.

A tree is read as symbols (q₅,₁·k₃,₁) or as numbers (1,732·1,604). Knows expressions, phrases, pages and rounding.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from handcalc import rounding
from handcalc.doc import (
    ENDS,
    MOST_COLUMNS,
    Document,
    Equation,
    Inline,
    Locale,
    Math,
    Number,
    Phrase,
    Prose,
    Side,
    Token,
    Value,
    Vector,
)
from handcalc.expr import Apply, Array, Expr, Named, Num, Ref, Running, Symbol, Whole, div, mul, pattern, value
from handcalc.record import Record

# How tightly a spelled expression holds together. An operand that holds less than its place needs gets brackets.
RELATION, SUM, ADDEND, FRACTION, FACTOR, POWER, ATOM = 5, 10, 15, 18, 20, 30, 40


class Infix(Record):
    """`a joiner b joiner c`; what the first and the other operands need, and how tightly the whole holds."""

    joiner: str
    first: int
    others: int
    own: int


class Shape(Record):
    """A template with one place an operand, what each operand needs, and how tightly the whole holds.

    simple: the template where the only operand is an atom and needs no brackets. breakable: whether a line may be
    broken inside of it.
    """

    template: str
    needs: tuple[int, ...]
    own: int
    simple: str = ""
    breakable: bool = False


class Notation(Record):
    """One way to spell arithmetic, as data.

    number: around the digits of a number without its sign. marks: how its decimal mark is written, if not as itself;
    groups: the same for the mark between the groups of its digits.
    bracket; tall: the bracket around what contains one of `tall_signs`. vector, separators: by the separator of the
    locale. slash: a quotient in an exponent, where other quotients are set as fractions. letters: letters and names
    that are not written as themselves; letter, upright: around any other single letter, and around a name of several.
    digits_above, digits_below, letters_below: what stands for digits and running letters that are small in
    themselves. below, raised: an index below, and primes and upper indices; both: the two together where they must be
    one. sub: the name behind a letter. index: an index in brackets; of_words: a word in brackets. between: between
    indices. partial, via, forms: see Symbol. BREAK marks where a line may break.
    """

    name: str
    minus: str
    infinity: str
    dots: str
    number: str
    marks: Mapping[str, str]
    groups: Mapping[str, str]
    bracket: str
    tall: str
    tall_signs: tuple[str, ...]
    vector: str
    separators: Mapping[str, str]
    scientific: str
    power_of_ten: str
    infix: Mapping[str, Infix]
    shapes: Mapping[str, Shape]
    powers: Mapping[int, str]
    power_of: str
    slash: str
    letters: Mapping[str, str]
    letter: str
    upright: str
    digits_above: str
    digits_below: str
    letters_below: Mapping[str, str]
    below_sign: str
    sub: str
    below: str
    raised: str
    both: str
    index: str
    of_words: str
    between: tuple[str, str]
    above: str
    prime: str
    partial: str
    via: str
    forms: Mapping[str, str]
    running_sum: str
    running_max: str


BREAK = "\x1f"

TEXT = Notation(
    name="text",
    minus="−",
    infinity="∞",
    dots="…",
    number="{}",
    marks={},
    groups={},
    bracket="({})",
    tall="({})",
    tall_signs=(),
    vector="[{}]",
    separators={},
    scientific="{mantissa}·10{exponent}",
    power_of_ten="10{exponent}",
    infix={
        "equals": Infix(" = ", SUM, SUM, RELATION),
        "add": Infix(" + ", SUM, ADDEND, SUM),
        "sub": Infix(" − ", SUM, ADDEND, SUM),
        "mul": Infix("·", FACTOR, FACTOR, FACTOR),
        "cross": Infix(" × ", FACTOR, FACTOR, FACTOR),
        "beside": Infix("", FACTOR, FACTOR, FACTOR),
        "div": Infix(" / ", FACTOR, POWER, FRACTION),
    },
    shapes={
        "group": Shape("({0})", (0,), ATOM, breakable=True),
        "total": Shape("Σ {0}", (ADDEND,), POWER),
        "neg": Shape("−{0}", (FACTOR,), SUM, breakable=True),
        "abs": Shape("|{0}|", (0,), ATOM, breakable=True),
        "sqrt": Shape("√({0})", (0,), ATOM, "√{0}", breakable=True),
        "exp": Shape("e^({0})", (0,), POWER, "e^{0}"),
        "ln": Shape("ln({0})", (0,), FACTOR, "ln {0}", breakable=True),
        "sin": Shape("sin({0})", (0,), ATOM),
        "cos": Shape("cos({0})", (0,), ATOM),
        "tanh": Shape("tanh({0})", (0,), ATOM, breakable=True),
        "erf": Shape("erf({0})", (0,), ATOM, breakable=True),
        "positive": Shape("[{0} > 0]", (ADDEND,), ATOM),
        "transpose": Shape("{0}ᵀ", (ATOM,), ATOM),
        "softmax": Shape("softmax({0})", (0,), ATOM),
        "LN": Shape("LN({0})", (0,), ATOM),
        "GELU": Shape("GELU({0})", (0,), ATOM),
        "ReLU": Shape("ReLU({0})", (0,), ATOM),
    },
    powers={2: "{0}²", 3: "{0}³"},
    power_of="{0}^({1})",
    slash="",
    letters={},
    letter="{}",
    upright="{}",
    digits_above="⁰¹²³⁴⁵⁶⁷⁸⁹",
    digits_below="₀₁₂₃₄₅₆₇₈₉",
    letters_below={"j": "ⱼ", "k": "ₖ", "t": "ₜ", "i": "ᵢ"},
    below_sign="_{}",
    sub="{0}_{1}",
    below="{0}{1}",
    raised="{0}{1}",
    both="",
    index="{0}[{1}]",
    of_words="{0}({1})",
    between=(",", ", "),
    above="⁽{}⁾",
    prime="′",
    partial="∂L/∂{}",
    via="{cell}|{via}",
    forms={
        "exp": "e^{cell}",
        "exp-max": "e^({cell} − max)",
        "sum-exp": "Σ{below} e^{running}",
        "sum-exp-max": "Σ{below} e^({running} − max)",
        "max": "max{below} {running}",
    },
    running_sum="Σ{below} {of}",
    running_max="max{below} {of}",
)

# The same with marks where a line may break, for formats that want to know how long the parts of a line are.
TEXT_BREAKABLE = TEXT.changed(
    name="text, breakable",
    separators={"; ": ";" + BREAK + " ", ", ": "," + BREAK + " "},
    infix={
        **TEXT.infix,
        "add": Infix(BREAK + " + ", SUM, ADDEND, SUM),
        "sub": Infix(BREAK + " − ", SUM, ADDEND, SUM),
    },
)

_GREEK = {
    "Δ": "Delta", "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "η": "eta", "κ": "kappa",
    "μ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "ω": "omega",
}  # fmt: skip

# TeX as LaTeX with amsmath, KaTeX and pandoc read it. A fraction is set as one; a line cannot be broken.
TEX = Notation(
    name="tex",
    minus="-",
    infinity=r"\infty",
    dots=r"\dots",
    number="{}",
    marks={",": "{,}"},
    groups={",": "{,}", "\u00a0": r"\,"},
    bracket="({})",
    tall=r"\left({}\right)",
    tall_signs=(r"\frac", r"\sqrt", r"\sum"),
    vector="[{}]",
    separators={"; ": r";\ ", ", ": r",\ "},
    scientific=r"{mantissa}\cdot 10^{{{power}}}",
    power_of_ten="10^{{{power}}}",
    infix={
        **TEXT.infix,
        "sub": Infix(" - ", SUM, ADDEND, SUM),
        "mul": Infix(r" \cdot ", FACTOR, FACTOR, FACTOR),
        "cross": Infix(r" \times ", FACTOR, FACTOR, FACTOR),
        "div": Infix("", 0, 0, 0),  # by its shape
    },
    shapes={
        **TEXT.shapes,
        "total": Shape(r"\sum {0}", (ADDEND,), POWER),
        "neg": Shape("-{0}", (FACTOR,), SUM, breakable=True),
        "abs": Shape(r"\lvert {0}\rvert", (0,), ATOM, breakable=True),
        "div": Shape(r"\frac{{{0}}}{{{1}}}", (0, 0), FACTOR),
        "sqrt": Shape(r"\sqrt{{{0}}}", (0,), ATOM),
        "exp": Shape("e^{{{0}}}", (0,), POWER),
        "ln": Shape(r"\ln({0})", (0,), FACTOR, r"\ln {0}", breakable=True),
        "sin": Shape(r"\sin({0})", (0,), ATOM),
        "cos": Shape(r"\cos({0})", (0,), ATOM),
        "tanh": Shape(r"\tanh({0})", (0,), ATOM, breakable=True),
        "erf": Shape(r"\operatorname{{erf}}({0})", (0,), ATOM, breakable=True),
        "transpose": Shape(r"{{{0}}}^{{\mathsf{{T}}}}", (ATOM,), ATOM),
        "softmax": Shape(r"\operatorname{{softmax}}({0})", (0,), ATOM),
        "LN": Shape(r"\operatorname{{LN}}({0})", (0,), ATOM),
        "GELU": Shape(r"\operatorname{{GELU}}({0})", (0,), ATOM),
        "ReLU": Shape(r"\operatorname{{ReLU}}({0})", (0,), ATOM),
    },
    powers={},
    power_of="{{{0}}}^{{{1}}}",
    slash="{0}/{1}",
    letters={
        **{letter: "\\" + name for letter, name in _GREEK.items()},
        **{name: "\\" + name for name in ("sin", "cos", "tanh", "ln", "max")},
        "E[ids]": r"E[\mathrm{ids}]",
        "P[pos]": r"P[\mathrm{pos}]",
        "(q·k)": r"(q \cdot k)",
        "(P·P)": r"(P \cdot P)",
    },
    letter="{}",
    upright=r"\mathrm{{{}}}",
    digits_above="",
    digits_below="",
    letters_below={},
    below_sign="_{{{}}}",
    sub="{0}_{{{1}}}",
    below="{0}_{{{1}}}",
    raised="{0}^{{{1}}}",
    both="",
    index="{0}[{1}]",
    of_words="{0}({1})",
    between=(",", r",\ "),
    above="({})",
    prime=r"\prime",
    partial=r"\frac{{\partial L}}{{\partial {}}}",
    via=r"\left.{cell}\right|_{{{via}}}",
    forms={
        "exp": "e^{{{cell}}}",
        "exp-max": r"e^{{{cell} - \max}}",
        "sum-exp": r"\sum{below} e^{{{running}}}",
        "sum-exp-max": r"\sum{below} e^{{{running} - \max}}",
        "max": r"\max{below} {running}",
    },
    running_sum=r"\sum{below} {of}",
    running_max=r"\max{below} {of}",
)

# The same on one line of its height, with marks where it may be broken: for sentences and for long work.
TEX_LINE = TEX.changed(
    name="tex, in line",
    bracket="({})",
    tall="({})",
    separators={"; ": ";" + BREAK + r"\ ", ", ": "," + BREAK + r"\ "},
    infix={
        **TEX.infix,
        "add": Infix(BREAK + " + ", SUM, ADDEND, SUM),
        "sub": Infix(BREAK + " - ", SUM, ADDEND, SUM),
        "div": Infix(" / ", FACTOR, POWER, FRACTION),
    },
    shapes={**TEX.shapes, "sqrt": Shape(r"\surd({0})", (0,), ATOM, r"\sqrt{{{0}}}", breakable=True)},
    partial=r"\partial L/\partial {}",
    via="{cell}|_{{{via}}}",
)

# Typst reads the signs of text themselves. Names of several letters, and marks that would separate arguments, are
# quoted; / would make a fraction and √ a root over what follows.
TYPST = TEX.changed(
    name="typst",
    minus="−",
    infinity="∞",
    dots="…",
    marks={",": '","'},
    groups={",": '","', ".": '"."', "\u00a0": " thin "},
    tall="({})",
    separators={"; ": r"\; med ", ", ": r"\, med "},
    scientific="{mantissa} ⋅ 10^({power})",
    power_of_ten="10^({power})",
    infix={
        **TEX.infix,
        "sub": Infix(" − ", SUM, ADDEND, SUM),
        "mul": Infix(" ⋅ ", FACTOR, FACTOR, FACTOR),
        "cross": Infix(" × ", FACTOR, FACTOR, FACTOR),
        "beside": Infix(" ", FACTOR, FACTOR, FACTOR),
    },
    shapes={
        **TEXT.shapes,
        "total": Shape("∑ {0}", (ADDEND,), POWER),
        "abs": Shape("abs({0})", (0,), ATOM),
        "div": Shape("frac({0}, {1})", (0, 0), FACTOR),
        "sqrt": Shape("sqrt({0})", (0,), ATOM),
        "exp": Shape("e^({0})", (0,), POWER),
        "erf": Shape('op("erf")({0})', (0,), ATOM, breakable=True),
        "transpose": Shape('attach({0}, t: sans("T"))', (ATOM,), ATOM),
        "softmax": Shape('op("softmax")({0})', (0,), ATOM),
        "LN": Shape('op("LN")({0})', (0,), ATOM),
        "GELU": Shape('op("GELU")({0})', (0,), ATOM),
        "ReLU": Shape('op("ReLU")({0})', (0,), ATOM),
    },
    power_of="attach({0}, t: {1})",
    slash=r"{0}\/{1}",
    letters={
        **{name: name for name in ("sin", "cos", "tanh", "ln", "max")},
        "E[ids]": 'E["ids"]',
        "P[pos]": 'P["pos"]',
        "(q·k)": "(q ⋅ k)",
        "(P·P)": "(P ⋅ P)",
    },
    upright='"{}"',
    below_sign="_({})",
    sub="{0}_({1})",
    below="{0}_({1})",
    raised="{0}^({1})",
    between=('","', '", "'),
    prime="′",
    partial="frac(∂ L, ∂ {})",
    via="{cell}|_({via})",
    forms={
        "exp": "e^({cell})",
        "exp-max": "e^({cell} − max)",
        "sum-exp": "∑{below} e^({running})",
        "sum-exp-max": "∑{below} e^({running} − max)",
        "max": "max{below} {running}",
    },
    running_sum="∑{below} {of}",
    running_max="max{below} {of}",
)

TYPST_LINE = TYPST.changed(
    name="typst, in line",
    separators={"; ": r"\;" + BREAK + " med ", ", ": r"\," + BREAK + " med "},
    infix={
        **TYPST.infix,
        "add": Infix(BREAK + " + ", SUM, ADDEND, SUM),
        "sub": Infix(BREAK + " − ", SUM, ADDEND, SUM),
        "div": Infix(r" \/ ", FACTOR, POWER, FRACTION),
    },
    shapes={**TYPST.shapes, "sqrt": Shape('"√"({0})', (0,), ATOM, "sqrt({0})", breakable=True)},
    partial=r"∂ L \/ ∂ {}",
)

_OPEN, _CLOSE = '<mo stretchy="false">(</mo>', '<mo stretchy="false">)</mo>'
_SIZE = '<mo form="prefix" stretchy="false">|</mo>{0}<mo form="postfix" stretchy="false">|</mo>'
_E = '<mi mathvariant="normal">e</mi>'

# MathML as browsers draw it without help. Each letter, number and sign is an element; a template that takes one child
# holds what may be several in an <mrow>. Letters of one sign are "normal" here and slanted by the page's style: without
# a font of mathematics a slanted letter would be an empty box.
MATHML = TEX.changed(
    name="mathml",
    minus='<mo form="prefix">−</mo>',
    infinity="<mi>∞</mi>",
    dots="<mo>…</mo>",
    number="<mn>{}</mn>",
    marks={},
    groups={},
    bracket=_OPEN + "{}" + _CLOSE,
    tall="<mrow><mo>(</mo>{}<mo>)</mo></mrow>",
    tall_signs=("<mfrac", "<msqrt", "<munder"),
    vector='<mo stretchy="false">[</mo>{}<mo stretchy="false">]</mo>',
    separators={"; ": "<mo>;</mo>", ", ": "<mo>,</mo>"},
    scientific="{mantissa}<mo>⋅</mo><msup><mn>10</mn><mrow>{power}</mrow></msup>",
    power_of_ten="<msup><mn>10</mn><mrow>{power}</mrow></msup>",
    infix={
        "equals": Infix("<mo>=</mo>", SUM, SUM, RELATION),
        "add": Infix("<mo>+</mo>", SUM, ADDEND, SUM),
        "sub": Infix("<mo>−</mo>", SUM, ADDEND, SUM),
        "mul": Infix("<mo>⋅</mo>", FACTOR, FACTOR, FACTOR),
        "cross": Infix("<mo>×</mo>", FACTOR, FACTOR, FACTOR),
        "beside": Infix("", FACTOR, FACTOR, FACTOR),
        "div": Infix("", 0, 0, 0),  # by its shape
    },
    shapes={
        "group": Shape(_OPEN + "{0}" + _CLOSE, (0,), ATOM, breakable=True),
        "total": Shape('<mo largeop="false">∑</mo>{0}', (ADDEND,), POWER),
        "neg": Shape('<mo form="prefix">−</mo>{0}', (FACTOR,), SUM, breakable=True),
        "abs": Shape(_SIZE, (0,), ATOM, breakable=True),
        "div": Shape("<mfrac><mrow>{0}</mrow><mrow>{1}</mrow></mfrac>", (0, 0), FACTOR),
        "sqrt": Shape("<msqrt>{0}</msqrt>", (0,), ATOM),
        "exp": Shape("<msup>" + _E + "<mrow>{0}</mrow></msup>", (0,), POWER),
        "ln": Shape(
            "<mi>ln</mi>" + _OPEN + "{0}" + _CLOSE,
            (0,),
            FACTOR,
            '<mi>ln</mi><mspace width="0.17em"/>{0}',
            breakable=True,
        ),
        "positive": Shape(
            '<mo stretchy="false">[</mo>{0}<mo>&gt;</mo><mn>0</mn><mo stretchy="false">]</mo>', (ADDEND,), ATOM
        ),
        "transpose": Shape("<msup><mrow>{0}</mrow><mo>T</mo></msup>", (ATOM,), ATOM),
        **{
            name: Shape(f"<mi>{name}</mi>" + _OPEN + "{0}" + _CLOSE, (0,), ATOM, breakable=name in ("tanh", "erf"))
            for name in ("sin", "cos", "tanh", "erf", "softmax", "LN", "GELU", "ReLU")
        },
    },
    power_of="<msup><mrow>{0}</mrow><mrow>{1}</mrow></msup>",
    slash="{0}<mo>/</mo>{1}",
    letters={
        name: "<mrow>" + "".join(parts) + "</mrow>"
        for name, parts in {
            "E[ids]": ('<mi mathvariant="normal">E</mi>', "<mo>[</mo>", "<mi>ids</mi>", "<mo>]</mo>"),
            "P[pos]": ('<mi mathvariant="normal">P</mi>', "<mo>[</mo>", "<mi>pos</mi>", "<mo>]</mo>"),
            "(q·k)": (_OPEN, '<mi mathvariant="normal">q</mi><mo>⋅</mo><mi mathvariant="normal">k</mi>', _CLOSE),
            "(P·P)": (_OPEN, '<mi mathvariant="normal">P</mi><mo>⋅</mo><mi mathvariant="normal">P</mi>', _CLOSE),
        }.items()
    },
    letter='<mi mathvariant="normal">{}</mi>',
    upright="<mi>{}</mi>",
    below_sign="{}",
    sub="<msub>{0}{1}</msub>",
    below="<msub>{0}<mrow>{1}</mrow></msub>",
    raised="<msup>{0}<mrow>{1}</mrow></msup>",
    both="<msubsup>{0}<mrow>{1}</mrow><mrow>{2}</mrow></msubsup>",
    index='{0}<mo stretchy="false">[</mo>{1}<mo stretchy="false">]</mo>',
    of_words="{0}" + _OPEN + "{1}" + _CLOSE,
    between=("<mo>,</mo>", "<mo>,</mo>"),
    above=_OPEN + "{}" + _CLOSE,
    prime="<mo>′</mo>",
    partial='<mfrac><mrow><mo form="prefix">∂</mo><mi mathvariant="normal">L</mi></mrow>'
    '<mrow><mo form="prefix">∂</mo>{}</mrow></mfrac>',
    via='<msub><mrow>{cell}<mo form="postfix">|</mo></mrow>{via}</msub>',
    forms={
        "exp": "<msup>" + _E + "<mrow>{cell}</mrow></msup>",
        "exp-max": "<msup>" + _E + "<mrow>{cell}<mo>−</mo><mi>max</mi></mrow></msup>",
        "sum-exp": '<munder><mo movablelimits="false">∑</mo>{below}</munder><msup>'
        + _E
        + "<mrow>{running}</mrow></msup>",
        "sum-exp-max": '<munder><mo movablelimits="false">∑</mo>{below}</munder><msup>'
        + _E
        + "<mrow>{running}<mo>−</mo><mi>max</mi></mrow></msup>",
        "max": '<munder><mo movablelimits="false">max</mo>{below}</munder>{running}',
    },
    running_sum='<munder><mo movablelimits="false">∑</mo>{below}</munder>{of}',
    running_max='<munder><mo movablelimits="false">max</mo>{below}</munder>{of}',
)

_SMALL_SUM = '<msub><mo largeop="false">∑</mo>{below}</msub>'
_SMALL_MAX = "<msub><mi>max</mi>{below}</msub>"

# The same on one line of its height: a browser breaks no line inside of <math>, so the page makes one <math> of each
# piece between the marks. What can be broken is therefore in no element.
MATHML_LINE = MATHML.changed(
    name="mathml, in line",
    tall=MATHML.bracket,
    separators={"; ": "<mo>;</mo>" + BREAK, ", ": "<mo>,</mo>" + BREAK},
    infix={
        **MATHML.infix,
        "add": Infix(BREAK + "<mo>+</mo>", SUM, ADDEND, SUM),
        "sub": Infix(BREAK + "<mo>−</mo>", SUM, ADDEND, SUM),
        "div": Infix(BREAK + "<mo>/</mo>", FACTOR, POWER, FRACTION),
    },
    shapes={
        **MATHML.shapes,
        "sqrt": Shape("<mo>√</mo>" + _OPEN + "{0}" + _CLOSE, (0,), ATOM, "<msqrt>{0}</msqrt>", breakable=True),
    },
    partial='<mo form="prefix">∂</mo><mi mathvariant="normal">L</mi><mo>/</mo><mo form="prefix">∂</mo>{}',
    forms={
        **MATHML.forms,
        "sum-exp": _SMALL_SUM + "<msup>" + _E + "<mrow>{running}</mrow></msup>",
        "sum-exp-max": _SMALL_SUM + "<msup>" + _E + "<mrow>{running}<mo>−</mo><mi>max</mi></mrow></msup>",
        "max": _SMALL_MAX + "{running}",
    },
    running_sum=_SMALL_SUM + "{of}",
    running_max=_SMALL_MAX + "{of}",
)


def _is_constant(expr: Expr) -> bool:
    """Whether an expression reads as one constant, whatever its cells hold."""
    if isinstance(expr, Apply) and expr.op == "argmax":
        return isinstance(_shared(expr), Num)
    return isinstance(expr, Num) or (isinstance(expr, Apply) and expr.op == "zero")


def _shared(expr: Apply) -> Expr:
    """What the largest of a row gets in the end: 1 / ties; the others 0."""
    cell, *row = [value(arg) for arg in expr.args]
    return div(Num(1), Num(row.count(cell))) if cell == max(row) else Num(0)


class Speller:
    """Spells the numbers, cells and expressions of one page in one notation."""

    def __init__(
        self,
        notation: Notation,
        locale: Locale,
        digits: int,
        full: bool = False,
        word: Callable[[str, int], str] = lambda label, i: label,
    ) -> None:
        """word: how a word of the vocabulary is spelled inside mathematics, by its label and its id."""
        self.notation = notation
        self.locale = locale
        self.digits = digits
        self.full = full
        self.word = word
        self.separator = notation.separators.get(locale.separator, locale.separator)
        self._numbers: dict[tuple[float, int], tuple[str, int]] = {}
        self._decimals: dict[int, tuple[Array, int]] = {}

    @classmethod
    def of(
        cls, document: Document, notation: Notation = TEXT, word: Callable[[str, int], str] = lambda label, i: label
    ) -> Speller:
        return cls(notation, document.locale, document.digits, document.full, word)

    # Numbers

    def ascii(self, shown: str) -> str:
        """A number from `rounding` ("-0.063", "1.25e+7", "-inf") with this page's marks."""
        return self._number(shown)[0]

    def _number(self, shown: str) -> tuple[str, int]:
        """The same, and how tightly it holds together."""
        notation = self.notation
        sign, bare = (notation.minus, shown[1:]) if shown[0] == "-" else ("", shown)
        if bare == "inf":
            return sign + notation.infinity, SUM if sign else ATOM
        mantissa, _, exponent = bare.partition("e")
        mark = self.locale.decimal
        text = notation.number.format(mantissa.replace(".", notation.marks.get(mark, mark)))
        if exponent:
            power = str(int(exponent))
            above = (
                "".join("⁻" if c == "-" else notation.digits_above[int(c)] for c in power)
                if notation.digits_above
                else ""
            )
            form = notation.power_of_ten if mantissa == "1" else notation.scientific
            text = form.format(mantissa=text, exponent=above, power=self._number(power)[0])
        return sign + text, SUM if sign else FACTOR if exponent else ATOM

    def count(self, number: int) -> str:
        """A whole number with all its digits, in groups of three where it has many."""
        sign, least = self.locale.grouping
        digits = str(abs(number))
        if len(digits) >= least:
            groups = re.findall(r"\d{1,3}(?=(?:\d{3})*$)", digits)
            digits = self.notation.groups.get(sign, sign).join(groups)
        return (self.notation.minus if number < 0 else "") + self.notation.number.format(digits)

    def number(self, value: float, decimals: int) -> str:
        """`value` rounded to `decimals`, with this page's marks."""
        return self._rounded(value, decimals)[0]

    def _rounded(self, value: float, decimals: int) -> tuple[str, int]:
        """The same, and how tightly it holds together. A page prints its numbers more than once."""
        found = self._numbers.get((value, decimals))
        if found is None:
            found = self._numbers[value, decimals] = self._number(rounding.shown(value, decimals))
        return found

    def decimals(self, array: Array) -> int:
        """How many decimals the cells of `array` print with. Found once: it may take a look at all its numbers."""
        found = self._decimals.get(id(array))
        if found is None:
            # The array is kept, so that no other can come to have its id.
            found = self._decimals[id(array)] = (array, array.decimals(self.digits))
        return found[1]

    def of_cell(self, ref: Ref) -> str:
        """The number of a cell, with its array's decimals; a difference that would print as 0 in scientific form."""
        return self._of_cell(ref)[0]

    def _of_cell(self, ref: Ref) -> tuple[str, int]:
        """The same, and how tightly it holds together."""
        if ref.array.whole:
            return self.count(int(ref.value)), ATOM
        if self.is_small(ref):
            return self._number(rounding.scientific(ref.value, 2))
        return self._rounded(ref.value, self.decimals(ref.array))

    def is_small(self, ref: Ref) -> bool:
        """Whether a number whose size is the point is too small for its array's decimals; 0 itself is."""
        return ref.array.sizes and (ref.value == 0 or self._vanishes(ref))

    def sized(self, ref: Ref) -> str:
        """The number of a cell that something is divided by: scientific where it would print as 0."""
        if self._vanishes(ref):
            return self.ascii(rounding.scientific(ref.value, 2))
        return self.of_cell(ref)

    def _vanishes(self, ref: Ref) -> bool:
        """Whether a number that is not 0 would print as 0."""
        number, decimals = ref.value, self.decimals(ref.array)
        return number != 0 and math.isfinite(number) and float(rounding.shown(number, decimals)) == 0

    def value(self, value: Value) -> str:
        """A number that is no cell, in its style."""
        if value.style == "integer":
            return self.ascii(str(int(value.value)))
        if value.style == "count":
            return self.count(int(value.value))
        if value.style == "exact":
            return self.ascii(rounding.exact(value.value))
        if value.style == "scientific":
            return self.ascii(rounding.scientific(value.value, 2))
        return self.number(value.value, self.digits)

    def vector(self, numbers: list[str]) -> str:
        """Numbers as one vector; a long one shows its ends."""
        if len(numbers) > MOST_COLUMNS and not self.full:
            numbers = [*numbers[:ENDS], self.notation.dots, *numbers[-ENDS:]]
        return self.notation.vector.format(self.separator.join(numbers))

    def one_hot(self, length: int, place: int) -> str:
        """The vector of `length` zeros with a 1 at `place`; a long one shows its ends and the neighbours of the 1."""
        shown: Sequence[int] = range(length)
        if length > MOST_COLUMNS and not self.full:
            near = {0, length - 1, place - 1, place, place + 1}
            shown = sorted(near & set(shown))
        entries: list[str] = []
        for before, i in zip([-1, *shown], shown, strict=False):
            if i > before + 1:
                entries.append(self.notation.dots)
            entries.append(self.ascii(str(int(i == place))))
        return self.notation.vector.format(self.separator.join(entries))

    def inline(self, part: Inline) -> str:
        """What stands in prose or in a cell; texts and tokens as they are."""
        if isinstance(part, Number):
            return self.of_cell(part.ref)
        if isinstance(part, str):
            return part
        if isinstance(part, Token):
            return part.text
        if isinstance(part, Value):
            return self.value(part)
        if isinstance(part, Vector):
            return self.vector([self.of_cell(ref) for ref in part.refs])
        if isinstance(part, Phrase):
            if self.notation is TEXT:
                return part.text
            from handcalc import phrase  # which text has no use for

            return self.symbols(phrase.read(part.text))
        assert isinstance(part, Math)
        return self.symbols(part.expr)

    def prose(self, text: Prose) -> str:
        """A whole sentence."""
        return "".join(map(self.inline, text))

    # Expressions

    def symbols(self, expr: Expr) -> str:
        """`expr` read as symbols."""
        return self._spell(expr, True)[0]

    def numbers(self, expr: Expr) -> str:
        """`expr` read with the numbers of its cells."""
        return self._spell(expr, False)[0]

    def equation(self, equation: Equation) -> tuple[str, list[str]]:
        """The left side, and what follows each relation; a side that only repeats is left out."""
        left, sides = self.kept(equation)
        return left, [text for _, text in sides]

    def kept(self, equation: Equation) -> tuple[str, list[tuple[Side, str]]]:
        """The left side, and the other sides but those that only repeat, each with its spelling."""
        left = "" if equation.left is None else self.symbols(equation.left)
        before, sides = left, []
        explains_itself = isinstance(equation.left, Ref) and equation.left.array.symbol.form.startswith("exp")
        for side in equation.sides:
            if side.reading == "symbols" and explains_itself:
                continue
            text = self.side(side)
            if text != before:
                sides.append((side, text))
            before = text
        if len(equation.sides) == 3 and _is_constant(equation.sides[0].expr):
            sides = sides[-1:]  # a work that is one constant: 0 = 0,000 says nothing
        return left, sides

    def side(self, side: Side) -> str:
        """One side of an equation as it is read."""
        if side.reading == "symbols":
            return self.symbols(side.expr)
        return self.numbers(side.expr) if side.reading == "numbers" else self.outcome(side.expr)

    def outcome(self, expr: Expr) -> str:
        """What a cell, or a row quoted whole, comes to."""
        if isinstance(expr, Whole):
            return self.vector([self.of_cell(cell) for cell in expr.cells()])
        assert isinstance(expr, Ref)
        return self.sized(expr) if expr.array.divisor else self.of_cell(expr)

    def _spell(self, expr: Expr, symbols: bool) -> tuple[str, int]:
        """The spelled expression and how tightly it holds together."""
        if isinstance(expr, Num):
            return self._constant(expr, symbols)
        if isinstance(expr, Ref):
            if symbols:
                return self._cell(expr.array, expr.at)
            return self._of_cell(expr)
        if isinstance(expr, Running | Whole):
            return self._cell(expr.array, expr.at)
        if isinstance(expr, Named):
            return self._spell(expr.of, symbols)
        return self._apply(expr, symbols)

    def _constant(self, num: Num, symbols: bool) -> tuple[str, int]:
        if num.letter and (symbols or num.letter == "π"):
            base, _, sub = num.letter.partition("_")
            return self._symbol(Symbol(base, sub)), ATOM
        return self._number(rounding.exact(num.value) if math.isfinite(num.value) else str(num.value))

    def _apply(self, expr: Apply, symbols: bool) -> tuple[str, int]:
        if expr.op in ("add", "max") and symbols and len(expr.args) > 2:
            found = pattern(expr.args)
            if found is not None:
                letter, form = found
                template = self.notation.running_sum if expr.op == "add" else self.notation.running_max
                spelled = self._bracketed(form, symbols, ADDEND)
                return template.format(below=self._below_sign(letter), of=spelled), SUM
        if expr.op == "max":
            operands = self.separator.join(self._ends([self._spell(arg, symbols)[0] for arg in expr.args]))
            return self._letter("max") + self.notation.bracket.format(operands), ATOM
        if expr.op == "pow":
            base, exponent = expr.args
            if isinstance(exponent, Num) and exponent.value in self.notation.powers:
                template = self.notation.powers[int(exponent.value)]
                return template.format(self._bracketed(base, symbols, ATOM).replace(BREAK, "")), POWER
            above = self._exponent(exponent, symbols)
            below = self._bracketed(base, symbols, ATOM).replace(BREAK, "")
            return self.notation.power_of.format(below, above), POWER
        if expr.op == "argmax":
            return self._spell(_shared(expr), symbols)
        if expr.op == "zero":
            return self._number("0")
        if expr.op == "one-hot":
            length, place = [int(arg.value) for arg in expr.args if isinstance(arg, Num)]
            return self.one_hot(length, place), ATOM
        if expr.op == "vector":
            return self.vector([self._spell(arg, symbols)[0] for arg in expr.args]), ATOM
        if expr.op == "over":
            spelled = self._bracketed(mul(*expr.args), symbols, ADDEND)
            return self.notation.running_sum.format(below=self._below_sign("j"), of=spelled), SUM
        rule = self.notation.infix.get(expr.op)
        if rule is not None and rule.own:
            parts = [
                self._operand(expr, i, symbols, rule.first if i == 0 else rule.others) for i in range(len(expr.args))
            ]
            return rule.joiner.join(self._ends(parts)), rule.own
        shape = self.notation.shapes[expr.op]
        if shape.simple:
            only, held = self._spell(expr.args[0], symbols)
            if held == ATOM:
                return shape.simple.format(only), shape.own
        parts = [self._operand(expr, i, symbols, need) for i, need in enumerate(shape.needs)]
        template = shape.template
        if self._is_tall(parts[0]):
            low, tall = [bracket.replace("{}", "{0}") for bracket in (self.notation.bracket, self.notation.tall)]
            template = template.replace(low, tall)
        text = template.format(*parts)
        return text if shape.breakable else text.replace(BREAK, ""), shape.own

    def _exponent(self, expr: Expr, symbols: bool) -> str:
        if isinstance(expr, Apply) and expr.op == "div" and self.notation.slash:
            return self.notation.slash.format(*[self._bracketed(arg, symbols, FACTOR) for arg in expr.args])
        return self._spell(expr, symbols)[0].replace(BREAK, "")

    def _operand(self, expr: Apply, i: int, symbols: bool, need: int) -> str:
        """Operand i, in brackets where its place asks for it."""
        if expr.op == "div" and i == 1 and not symbols:
            return self._divisor(expr.args[1], need)
        return self._bracketed(expr.args[i], symbols, need)

    def _divisor(self, expr: Expr, need: int) -> str:
        if isinstance(expr, Ref) and self._vanishes(expr):
            return self.notation.bracket.format(self.sized(expr)) if need else self.sized(expr)
        return self._bracketed(expr, False, need)

    def _bracketed(self, expr: Expr, symbols: bool, need: int) -> str:
        text, own = self._spell(expr, symbols)
        if own >= need:
            return text
        return (self.notation.tall if self._is_tall(text) else self.notation.bracket).format(text)

    def _is_tall(self, text: str) -> bool:
        return any([sign in text for sign in self.notation.tall_signs])

    def _ends(self, parts: list[str]) -> list[str]:
        if len(parts) <= MOST_COLUMNS or self.full:
            return parts
        return [*parts[:ENDS], self.notation.dots, *parts[-ENDS:]]

    # Symbols

    def _letter(self, name: str) -> str:
        """A letter, or a name of several."""
        found = self.notation.letters.get(name)
        if found is not None:
            return found
        return (self.notation.letter if len(name) == 1 else self.notation.upright).format(name)

    def _symbol(self, symbol: Symbol, index: str = "") -> str:
        """The letter with all that belongs to it; index: what stands small below it."""
        notation = self.notation
        text = self._letter(symbol.base)
        if symbol.sub:
            text = notation.sub.format(text, self._letter(symbol.sub))
        upper = notation.prime * symbol.primes
        if symbol.above:
            # After a constant, whose decimal mark may be a comma, the next index is set off like a number of a vector.
            constants = any([isinstance(i, Num) for i in symbol.above])
            joiner = self.separator.replace(BREAK, "") if constants else notation.between[0]
            upper += notation.above.format(joiner.join([self._above(i) for i in symbol.above]))
        if upper and index and notation.both:
            text = notation.both.format(text, index, upper)
        else:
            if upper:
                text = notation.raised.format(text, upper)
            if index:
                text = notation.below.format(text, index)
        return text

    def _cell(self, array: Array, at: Sequence[int | str]) -> tuple[str, int]:
        """A cell, a row or a whole array by its symbol: u₅,₁, W_Q[4, 1], z₅(␣telhado), e^s₅,₃, E."""
        symbol, axes = array.symbol, array.axes
        called = [
            i
            if isinstance(i, str) or not axes
            else _Word(self.word(axes[place].labels[i], i))
            if axes[place].kind == "word"
            else axes[place].called(i)
            for place, i in enumerate(at)
        ]
        own = FACTOR if symbol.partial else ATOM
        if not symbol.form:
            cell = self._indexed(symbol, called)
            if symbol.via is not None:
                cell = self.notation.via.format(cell=cell, via=self._symbol(symbol.via))
            return cell, own
        template = self.notation.forms[symbol.form]
        spelled = template.format(
            cell=self._indexed(symbol, called),
            running=self._indexed(symbol, [*called, symbol.over]) if symbol.over else "",
            below=self._below_sign(symbol.over) if symbol.over else "",
        )
        return spelled, POWER if symbol.form.startswith("exp") else SUM

    def _indexed(self, symbol: Symbol, called: Sequence[int | str]) -> str:
        """A symbol with its indices: small ones below it, words in brackets behind it."""
        notation = self.notation
        # A table of words is called by the word first, be it one of them or each in turn: E[␣no, 4], E[w, 4].
        if called and (symbol.sub or isinstance(called[0], _Word) or (called[0] == "w" and len(called) > 1)):
            inside = notation.between[1].join([self._beside(i) for i in called])
            text = notation.index.format(self._symbol(symbol), inside)
        else:
            words = [i for i in called if isinstance(i, _Word) or i == "w"]
            below = notation.between[0].join([self._below(i) for i in called if not (isinstance(i, _Word) or i == "w")])
            if below[:1].isascii() and below[:1].isalpha() and notation.digits_below:
                below = notation.below_sign.format(below)  # a letter that has no small form: γ_c, not γc
            text = self._symbol(symbol, below)
            if words:
                text = notation.of_words.format(text, notation.between[1].join([self._beside(i) for i in words]))
        return notation.partial.format(text) if symbol.partial else text

    def _beside(self, i: int | str) -> str:
        """An index in brackets: a word, a running letter or a number."""
        if isinstance(i, _Word):
            return i
        return self._letter(i) if isinstance(i, str) else self.notation.number.format(i)

    def _below(self, i: int | str) -> str:
        """A small index."""
        small = self.notation.digits_below
        if isinstance(i, int) and small:
            return "".join([small[int(c)] for c in str(i)])
        if isinstance(i, str):
            return self.notation.letters_below.get(i) or self._letter(i)
        return self.notation.number.format(i)

    def _above(self, i: int | str | Num) -> str:
        """A small upper index: a number, the name of a run, or a constant that a run has of its own (T = 0.5)."""
        if isinstance(i, Num):
            return self.symbols(Apply("equals", (i, Num(i.value))))
        if isinstance(i, str):
            return self._letter(i)
        small = self.notation.digits_above
        return "".join([small[int(c)] for c in str(i)]) if small else self.notation.number.format(i)

    def _below_sign(self, letter: str) -> str:
        """A running letter under the sign of a sum."""
        return self.notation.letters_below.get(letter) or self.notation.below_sign.format(self._letter(letter))


class _Word(str):
    """An index that is a word of the vocabulary."""

    __slots__ = ()
