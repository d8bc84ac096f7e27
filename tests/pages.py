"""Small pages for the tests of the formats: arrays made by hand, and some steps of the built-in example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from handcalc import model, rounding
from handcalc.doc import (
    Bar,
    Block,
    Document,
    Equation,
    Formula,
    Heatmap,
    Locale,
    Math,
    Number,
    Paragraph,
    Side,
    Step,
    Table,
    Token,
    Value,
    Vector,
    worked,
)
from handcalc.expr import At, Axis, Expr, Ref, Running, Symbol, Whole
from handcalc.transformer import Run, forward


@dataclass
class Grid:
    """A matrix with a name, as the formats see an array."""

    name: str
    data: Sequence[Sequence[float]]
    axes: tuple[Axis, ...]
    symbol: Symbol
    given: bool = False
    divisor: bool = False
    sizes: bool = False
    whole: bool = False
    part: str = ""

    def number(self, at: At) -> float:
        return self.data[at[0]][at[1]]

    def work(self, at: At) -> Expr | None:
        return None

    def decimals(self, most: int) -> int:
        return rounding.decimals([x for row in self.data for x in row], most) if self.given else most


def grid(data: Sequence[Sequence[float]], labels: Sequence[str] = (), given: bool = False, name: str = "m") -> Grid:
    """A matrix with words for rows and numbered columns."""
    words = tuple(labels) or tuple(f"t{i}" for i in range(len(data)))
    channels = Axis("channel", tuple(map(str, range(1, len(data[0]) + 1))))
    return Grid(name, data, (Axis("token", words), channels), Symbol("m"), given)


def locale(decimal: str = ",", separator: str = "; ", words: Mapping[str, str] | None = None) -> Locale:
    spoken = {
        "columns": "colunas {first} a {last} de {count}",
        "averaged": "média: uma célula vale {rows} x {columns} números",
        "heatmap": "mapa de {low} a {high}",
        "curve": "{y} por {x}",
        "path": "o caminho",
        "parts open": "cada parte abre o seu passo",
        "numbers open": "um número abre a sua conta",
        "some open": "só os primeiros {count}",
        "table": "tabela {number}",
        "followed": "linha seguida",
        "given": "dado",
        "close": "fechar",
    }
    left_out = {
        "row": ("({count} linha omitida)", "({count} linhas omitidas)"),
        "column": ("({count} coluna omitida)", "({count} colunas omitidas)"),
    }
    return Locale("pt", decimal, separator, ("“", "”"), "", words or spoken, left_out, lambda n: int(n != 1))


def page(*blocks: Block, title: str = "Título", digits: int = 3, full: bool = False, **rest: Any) -> Document:
    """A page of one step."""
    settings = {"digits": digits, "full": full}
    step = Step(1, (title,), blocks)
    rest = {"locale": locale(), **rest}
    return Document("walk", "1.2.3", "gato", "pt", settings=settings, steps=(step,), step_word="Passo", **rest)


def matrix(array: Grid, **rest: Any) -> Table:
    """A matrix as a table of numbers, its rows labelled with tokens."""
    down, across = array.axes
    header = ("token", *across.labels)
    rows = tuple(
        (Token(label), *(Number(Ref(array, (i, j))) for j in range(len(across.labels))))
        for i, label in enumerate(down.labels)
    )
    return Table(header, rows, **rest)


def gato() -> Run:
    example = model.load("gato")
    return forward(example, (0, 2, 4, 5, 1), target=6)


def sample() -> Document:
    """Three steps of the built-in example, as the sample page shows them."""
    run = gato()
    tape = run.tape
    tokens = run.tokens
    u, mean, std = (tape[f"block1.norm1{part}"] for part in ("", ".mean", ".std"))
    norm = (
        Paragraph(
            (
                "Cada linha de X é normalizada sozinha: menos a sua média μ, dividida pelo seu desvio padrão σ ",
                "(variância com divisor d = 4; ε = ",
                Value(1e-5, "scientific"),
                " dentro da raiz). Seguimos a linha 5, ",
                Token("␣no"),
                ".",
            )
        ),
        Formula((worked(Ref(mean, (4,))), worked(Ref(std, (4,))), worked(Ref(u, (4, 3))))),
        Table(
            ("token", *(Math(Running(u, ("t", c))) for c in range(4))),
            tuple((Token(token), *(Number(Ref(u, (t, c))) for c in range(4))) for t, token in enumerate(tokens)),
            marked=frozenset({4}),
        ),
    )
    head = {part: tape[f"block1.head1.{part}"] for part in ("q", "k", "dots", "masked", "weights", "weights.exp")}
    weights = head["weights"]
    attention = (
        Paragraph(("A query de ", Token("␣no"), " encontra a key de cada token.")),
        Table(
            ("j", "k_j", "q₅·k_j", "s₅ⱼ", "e^s", "a₅ⱼ"),
            tuple(
                (
                    Token(token),
                    Vector((Ref(head["k"], (j, 0)), Ref(head["k"], (j, 1)))),
                    *(Number(Ref(head[part], (4, j))) for part in ("dots", "masked", "weights.exp", "weights")),
                )
                for j, token in enumerate(tokens)
            ),
            caption=("Cabeça 1, q₅ = ", Vector((Ref(head["q"], (4, 0)), Ref(head["q"], (4, 1))))),
            strong=frozenset({(2, 5)}),
            total=("soma", None, None, None, Number(Ref(tape["block1.head1.weights.sum"], (4,))), Value(1.0)),
        ),
        Formula((worked(Ref(weights, (4, 2))),)),
        Table(
            ("", *map(Token, tokens)),
            tuple(
                (Token(token), *(Number(Ref(head["masked"], (t, c))) for c in range(5)))
                for t, token in enumerate(tokens)
            ),
            marked=frozenset({4}),
        ),
        Heatmap(weights.data, 0.0, 1.0, tuple(tokens), tuple(tokens)),
    )
    z, exp, p = (tape[name] for name in ("logits", "probabilities.exp", "probabilities"))
    words = z.axes[1].labels
    order = sorted(range(12), key=lambda w: -z.number((4, w)))
    best = order[0]
    prediction = (
        Formula(
            (
                worked(Ref(z, (4, best))),
                Equation(Whole(tape["norm"], (4,)), (Side("value", Whole(tape["norm"], (4,))),)),
            )
        ),
        Table(
            ("token", "z", "e^z", "p", ""),
            tuple(
                (
                    Token(words[w]),
                    *(Number(Ref(array, (4, w))) for array in (z, exp, p)),
                    Bar(p.number((4, w)) / p.number((4, best))),
                )
                for w in order
            ),
            strong=frozenset({(0, 0), (0, 3)}),
        ),
    )
    return Document(
        command="walk",
        version="1.2.3",
        model="gato",
        language="pt",
        locale=locale(),
        settings={"digits": 3, "full": False},
        steps=(
            Step(4, "LayerNorm", norm),
            Step(6, "A atenção de cada cabeça", attention),
            Step(9, "O próximo token", prediction),
        ),
        step_word="Passo",
        tokens=tuple(tokens),
        ids=run.ids,
        values=dict(tape.vars),
    )
