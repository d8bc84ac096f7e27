"""How arithmetic is spelled: notations as tables of data, and one speller that reads a tree by them.

A tree is read as symbols (q₅,₁·k₃,₁) or as numbers (1,732·1,604). Knows expressions, pages and rounding.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

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
    Prose,
    Token,
    Value,
    Vector,
)
from handcalc.expr import Apply, Array, Axis, Expr, Named, Num, Ref, Running, Symbol, Whole, mul, pattern
from handcalc.record import Record

# How tightly a spelled expression holds together. An operand that holds less than its place needs gets brackets.
SUM, ADDEND, FRACTION, FACTOR, POWER, ATOM = 10, 15, 18, 20, 30, 40


class Infix(Record):
    """`a joiner b joiner c`; what the first and the other operands need, and how tightly the whole holds."""

    joiner: str
    first: int
    others: int
    own: int


class Shape(Record):
    """A template with one place an operand, what each operand needs, and how tightly the whole holds.

    simple: the template where the only operand is an atom and needs no brackets.
    """

    template: str
    needs: tuple[int, ...]
    own: int
    simple: str = ""


class Notation(Record):
    """One way to spell arithmetic, as data. `cell` has the places {symbol}, {below} and {words}."""

    name: str
    minus: str
    infinity: str
    dots: str
    bracket: str
    vector: str
    scientific: str
    power_of_ten: str
    infix: Mapping[str, Infix]
    shapes: Mapping[str, Shape]
    powers: Mapping[int, str]
    power_of: str
    digits_above: str
    digits_below: str
    letters_below: Mapping[str, str]
    above: str
    prime: str
    partial: str
    via: str
    forms: Mapping[str, str]
    running_sum: str
    running_max: str


TEXT = Notation(
    name="text",
    minus="−",
    infinity="∞",
    dots="…",
    bracket="({})",
    vector="[{}]",
    scientific="{mantissa}·10{exponent}",
    power_of_ten="10{exponent}",
    infix={
        "add": Infix(" + ", SUM, ADDEND, SUM),
        "sub": Infix(" − ", SUM, ADDEND, SUM),
        "mul": Infix("·", FACTOR, FACTOR, FACTOR),
        "div": Infix(" / ", FACTOR, POWER, FRACTION),
    },
    shapes={
        "neg": Shape("−{0}", (FACTOR,), SUM),
        "sqrt": Shape("√({0})", (0,), ATOM, "√{0}"),
        "exp": Shape("e^({0})", (0,), POWER, "e^{0}"),
        "ln": Shape("ln({0})", (0,), FACTOR, "ln {0}"),
        "sin": Shape("sin({0})", (0,), ATOM),
        "cos": Shape("cos({0})", (0,), ATOM),
        "tanh": Shape("tanh({0})", (0,), ATOM),
        "erf": Shape("erf({0})", (0,), ATOM),
        "positive": Shape("[{0} > 0]", (ADDEND,), ATOM),
        "transpose": Shape("{0}ᵀ", (ATOM,), ATOM),
        "softmax": Shape("softmax({0})", (0,), ATOM),
        "LN": Shape("LN({0})", (0,), ATOM),
        "GELU": Shape("GELU({0})", (0,), ATOM),
        "ReLU": Shape("ReLU({0})", (0,), ATOM),
    },
    powers={2: "{0}²", 3: "{0}³"},
    power_of="{0}^({1})",
    digits_above="⁰¹²³⁴⁵⁶⁷⁸⁹",
    digits_below="₀₁₂₃₄₅₆₇₈₉",
    letters_below={"j": "ⱼ", "k": "ₖ", "t": "ₜ", "i": "ᵢ"},
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


def _is_constant(expr: Expr) -> bool:
    """Whether an expression reads as one constant, whatever its cells hold."""
    return isinstance(expr, Num) or (isinstance(expr, Apply) and expr.op == "zero")


class Speller:
    """Spells the numbers, cells and expressions of one page in one notation."""

    def __init__(self, notation: Notation, locale: Locale, digits: int, full: bool = False) -> None:
        self.notation = notation
        self.locale = locale
        self.digits = digits
        self.full = full
        self._numbers: dict[tuple[float, int], str] = {}
        self._decimals: dict[int, tuple[Array, int]] = {}

    @classmethod
    def of(cls, document: Document, notation: Notation = TEXT) -> Speller:
        return cls(notation, document.locale, document.digits, document.full)

    # Numbers

    def ascii(self, shown: str) -> str:
        """A number from `rounding` ("-0.063", "1.25e+7", "-inf") with this page's marks."""
        if shown.endswith("inf"):
            return shown.replace("inf", self.notation.infinity).replace("-", self.notation.minus)
        mantissa, _, exponent = shown.partition("e")
        text = mantissa.replace(".", self.locale.decimal)
        if exponent:
            power = str(int(exponent))
            above = "".join("⁻" if c == "-" else self.notation.digits_above[int(c)] for c in power)
            form = self.notation.power_of_ten if text == "1" else self.notation.scientific
            text = form.format(mantissa=text, exponent=above, power=power)
        return text.replace("-", self.notation.minus)

    def number(self, value: float, decimals: int) -> str:
        """`value` rounded to `decimals`, with this page's marks. A page prints its numbers more than once."""
        found = self._numbers.get((value, decimals))
        if found is None:
            found = self._numbers[value, decimals] = self.ascii(rounding.shown(value, decimals))
        return found

    def decimals(self, array: Array) -> int:
        """How many decimals the cells of `array` print with. Found once: it may take a look at all its numbers."""
        found = self._decimals.get(id(array))
        if found is None:
            # The array is kept, so that no other can come to have its id.
            found = self._decimals[id(array)] = (array, array.decimals(self.digits))
        return found[1]

    def of_cell(self, ref: Ref) -> str:
        """The number of a cell, with its array's decimals."""
        return self.number(ref.value, self.decimals(ref.array))

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
        if value.style == "exact":
            return self.ascii(rounding.exact(value.value))
        if value.style == "scientific":
            return self.ascii(rounding.scientific(value.value, 2))
        return self.number(value.value, self.digits)

    def vector(self, numbers: list[str]) -> str:
        """Numbers as one vector; a long one shows its ends."""
        if len(numbers) > MOST_COLUMNS and not self.full:
            numbers = [*numbers[:ENDS], self.notation.dots, *numbers[-ENDS:]]
        return self.notation.vector.format(self.locale.separator.join(numbers))

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
            entries.append(str(int(i == place)))
        return self.notation.vector.format(self.locale.separator.join(entries))

    def inline(self, part: Inline) -> str:
        """What stands in prose or in a cell, as text; tokens as they are."""
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
        left = "" if equation.left is None else self.symbols(equation.left)
        before, sides = left, []
        explains_itself = isinstance(equation.left, Ref) and equation.left.array.symbol.form.startswith("exp")
        for side in equation.sides:
            if side.reading == "symbols" and explains_itself:
                continue
            if side.reading == "symbols":
                text = self.symbols(side.expr)
            elif side.reading == "numbers":
                text = self.numbers(side.expr)
            else:
                text = self.outcome(side.expr)
            if text != before:
                sides.append(text)
            before = text
        if len(equation.sides) == 3 and _is_constant(equation.sides[0].expr):
            sides = sides[-1:]  # a work that is one constant: 0 = 0,000 says nothing
        return left, sides

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
                called = [axis.called(i) for axis, i in zip(expr.array.axes, expr.at, strict=True)]
                return self._cell(expr.array, called)
            return self._held(self.of_cell(expr))
        if isinstance(expr, Running):
            axes: Sequence[Axis | None] = expr.array.axes or [None] * len(expr.at)  # a bare symbol has no axes
            called = [
                axis.called(i) if isinstance(i, int) and axis is not None else i
                for axis, i in zip(axes, expr.at, strict=False)
            ]
            letters = {i for i in expr.at if isinstance(i, str)}
            return self._cell(expr.array, called, letters)
        if isinstance(expr, Whole):
            called = [axis.called(i) for axis, i in zip(expr.array.axes, expr.at, strict=False)]
            return self._cell(expr.array, called)
        if isinstance(expr, Named):
            return self._spell(expr.of, symbols)
        return self._apply(expr, symbols)

    def _held(self, number: str) -> tuple[str, int]:
        if number.startswith(self.notation.minus):
            return number, SUM
        scientific = not number.replace(self.locale.decimal, "").isdecimal() and number != self.notation.infinity
        return number, FACTOR if scientific else ATOM

    def _constant(self, num: Num, symbols: bool) -> tuple[str, int]:
        if num.letter and (symbols or num.letter == "π"):
            base, _, sub = num.letter.partition("_")
            return self._symbol(Symbol(base, sub)), ATOM
        return self._held(self.ascii(rounding.exact(num.value) if math.isfinite(num.value) else str(num.value)))

    def _apply(self, expr: Apply, symbols: bool) -> tuple[str, int]:
        if expr.op in ("add", "max") and symbols and len(expr.args) > 2:
            found = pattern(expr.args)
            if found is not None:
                letter, form = found
                template = self.notation.running_sum if expr.op == "add" else self.notation.running_max
                spelled = self._bracketed(form, symbols, ADDEND)
                return template.format(below=self._below_sign(letter), of=spelled), SUM
        if expr.op == "max":
            return (
                f"max({self.locale.separator.join(self._ends([self._spell(a, symbols)[0] for a in expr.args]))})",
                ATOM,
            )
        if expr.op == "pow":
            base, exponent = expr.args
            if isinstance(exponent, Num) and exponent.value in self.notation.powers:
                template = self.notation.powers[int(exponent.value)]
                return template.format(self._bracketed(base, symbols, ATOM)), POWER
            return self.notation.power_of.format(
                self._bracketed(base, symbols, ATOM), self._spell(exponent, symbols)[0]
            ), POWER
        if expr.op == "zero":
            return "0", ATOM
        if expr.op == "one-hot":
            length, place = [int(arg.value) for arg in expr.args if isinstance(arg, Num)]
            return self.one_hot(length, place), ATOM
        if expr.op == "vector":
            return self.vector([self._spell(arg, symbols)[0] for arg in expr.args]), ATOM
        if expr.op == "over":
            spelled = self._bracketed(mul(*expr.args), symbols, ADDEND)
            return self.notation.running_sum.format(below=self._below_sign("j"), of=spelled), SUM
        if expr.op in self.notation.infix:
            rule = self.notation.infix[expr.op]
            parts = [
                self._divisor(arg, rule.others)
                if expr.op == "div" and i == 1 and not symbols
                else self._bracketed(arg, symbols, rule.first if i == 0 else rule.others)
                for i, arg in enumerate(expr.args)
            ]
            return rule.joiner.join(self._ends(parts)), rule.own
        shape = self.notation.shapes[expr.op]
        if shape.simple:
            only, held = self._spell(expr.args[0], symbols)
            if held == ATOM:
                return shape.simple.format(only), shape.own
        parts = [self._bracketed(arg, symbols, need) for arg, need in zip(expr.args, shape.needs, strict=True)]
        return shape.template.format(*parts), shape.own

    def _divisor(self, expr: Expr, need: int) -> str:
        if isinstance(expr, Ref) and self._vanishes(expr):
            return self.notation.bracket.format(self.sized(expr))
        return self._bracketed(expr, False, need)

    def _bracketed(self, expr: Expr, symbols: bool, need: int) -> str:
        text, own = self._spell(expr, symbols)
        return self.notation.bracket.format(text) if own < need else text

    def _ends(self, parts: list[str]) -> list[str]:
        if len(parts) <= MOST_COLUMNS or self.full:
            return parts
        return [*parts[:ENDS], self.notation.dots, *parts[-ENDS:]]

    # Symbols

    def _symbol(self, symbol: Symbol) -> str:
        """The letter with all that belongs to it, without indices."""
        text = symbol.base
        if symbol.sub:
            text += "_" + symbol.sub
        text += self.notation.prime * symbol.primes
        if symbol.above:
            above = ",".join("".join(self.notation.digits_above[int(c)] for c in str(i)) for i in symbol.above)
            text += self.notation.above.format(above)
        return self.notation.partial.format(text) if symbol.partial else text

    def _cell(self, array: Array, called: list[int | str], letters: set[str] = frozenset()) -> tuple[str, int]:  # type: ignore[assignment]
        """A cell by its symbol: u₅,₁, W_Q[4, 1], z₅(␣telhado), e^s₅,₃."""
        symbol = array.symbol
        own = FACTOR if symbol.partial else ATOM
        bare = self._symbol(symbol)
        if not symbol.form:
            cell = self._indexed(bare, called, letters, bool(symbol.sub))
            if symbol.via is not None:
                cell = self.notation.via.format(cell=cell, via=self._symbol(symbol.via))
            return cell, own
        template = self.notation.forms[symbol.form]
        running = self._indexed(bare, [*called, symbol.over], letters | {symbol.over}, bool(symbol.sub))
        cell = self._indexed(bare, called, letters, bool(symbol.sub))
        below = self._below_sign(symbol.over)
        return template.format(cell=cell, running=running, below=below), POWER if symbol.form.startswith("exp") else SUM

    def _indexed(self, symbol: str, called: list[int | str], letters: set[str], bracket: bool) -> str:
        if not called:
            return symbol
        if bracket or (isinstance(called[0], str) and called[0] not in letters):
            return f"{symbol}[{', '.join(map(str, called))}]"
        words = [str(i) for i in called if isinstance(i, str) and (i not in letters or i == "w")]
        below = [i for i in called if not (isinstance(i, str) and (i not in letters or i == "w"))]
        text = symbol + ",".join(self._below(i) for i in below)
        return f"{text}({', '.join(words)})" if words else text

    def _below(self, i: int | str) -> str:
        if isinstance(i, int):
            return "".join(self.notation.digits_below[int(c)] for c in str(i))
        return self.notation.letters_below.get(i, i)

    def _below_sign(self, letter: str) -> str:
        """A running letter under the sign of a sum."""
        return self.notation.letters_below.get(letter, "_" + letter)
