"""The layout of text: nothing cut, nothing out of line, whatever the tokens and the window."""

import re

import pytest

import handcalc
import pages
from handcalc import formats
from handcalc.doc import (
    Bar,
    Curve,
    Document,
    Equation,
    Formula,
    Gap,
    Heatmap,
    Math,
    Number,
    Paragraph,
    Side,
    Table,
    Token,
    Value,
    Vector,
)
from handcalc.expr import Num, Ref, Symbol, Whole, add
from handcalc.formats import text
from handcalc.formats.characters import width

ENCODINGS = ("ascii", "latin-1", "cp1250", "cp1252", "cp850")
STRANGE = [
    "[/x]",
    "[red]",
    ":smile:",
    "<eot>",
    "|",
    "\x1b[31m",
    "a|b",
    "**x**",
    "日本",
    "e\u0301",
    "🙂",
    "\t",
    "x" * 50,
]


def numbers(page: str) -> list[str]:
    """All decimal numbers of a page, sorted; those that are only written for readers of a split table left out."""
    return sorted(re.findall(r"(?<![_\d])[−-]?\d+,\d+(?:[·*]10[\^⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?", page))


def table_lines(page: str) -> list[list[str]]:
    """The lines of each table: from the header above the first rule to the empty line."""
    groups = [group.strip("\n").split("\n") for group in page.split("\n\n")]
    return [
        lines for lines in groups if len(lines) > 1 and set(lines[1].strip()) in ({"─"}, {"-"}) and lines[0][:2] == "  "
    ]


def one(block: Table, **rest: object) -> list[str]:
    """The lines of a page with this table alone, piped."""
    return text.write(pages.page(block, **rest)).split("\n")[3:-1]


# The whole page


def test_a_page_reads_like_the_sample() -> None:
    page = text.write(pages.sample())
    assert page.startswith(
        "Passo 4 · LayerNorm\n"
        "═══════════════════\n"
        "Cada linha de X é normalizada sozinha: menos a sua média μ, dividida pelo seu desvio padrão σ\n"
        "(variância com divisor d = 4; ε = 1,00·10⁻⁵ dentro da raiz). Seguimos a linha 5, ␣no.\n"
        "\n"
        "  μ₅   = "
    )
    assert (
        "  j       k_j                q₅·k_j      s₅ⱼ      e^s     a₅ⱼ\n"
        "  ───────────────────────────────────────────────────────────\n"
        "  o       [−0,816;  1,633]   −2,357   −1,667    0,189   0,011\n"
        "  ␣gato   [−0,577; −0,577]   −0,667   −0,471    0,624   0,035\n"
        "  ␣sub    [ 1,604; −1,069]    3,395    2,400   11,027   0,622\n"
        "  iu      [ 1,414;  0,000]    2,449    1,732    5,652   0,319\n"
        "  ␣no     [−0,577;  1,732]   −2,000   −1,414    0,243   0,014\n"
        "  ───────────────────────────────────────────────────────────\n"
        "  soma                                         17,735   1,000\n"
    ) in page
    assert "\n▸ ␣no     −0,577   −0,577   −0,577    1,732\n" in page
    assert (
        "\n  ␣telhado    2,491   12,069   0,395   ████████████\n  ␣muro       1,463    4,318   0,141   ████        \n"
        in page
    )


@pytest.mark.parametrize("window", [20, 21, 33, 40, 57, 80, 200])
def test_no_line_is_longer_than_the_window_and_no_number_is_cut(window: int) -> None:
    page = text.write(pages.sample(), width=window)
    assert max(map(width, page.split("\n"))) <= window
    assert numbers(page) == numbers(text.write(pages.sample()))


@pytest.mark.parametrize("window", [-1, 0, 1, 5, 19])
def test_absurd_windows_are_survived(window: int) -> None:
    assert numbers(text.write(pages.sample(), width=window)) == numbers(text.write(pages.sample()))


@pytest.mark.parametrize("encoding", [None, *ENCODINGS])
def test_every_line_of_a_table_is_as_wide_as_its_header(encoding: str | None) -> None:
    page = text.write(pages.sample(), encoding=encoding)
    tables = table_lines(page)
    assert len(tables) == 4
    for lines in tables:
        assert {width(line) for line in lines} == {width(lines[0])}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_can_show_the_page(encoding: str) -> None:
    page = text.write(pages.sample(), encoding=encoding)
    page.encode(encoding)
    assert "\\" not in page
    assert len(numbers(page)) == len(numbers(text.write(pages.sample())))
    assert max(map(width, text.write(pages.sample(), width=40, encoding=encoding).split("\n"))) <= 40


def test_the_title_in_ascii_is_no_product() -> None:
    assert text.write(pages.sample(), encoding="ascii").startswith("Passo 4 - LayerNorm\n===================\n")


def test_notes_come_first_and_the_document_is_unchanged() -> None:
    document = pages.sample().changed(notes=(Paragraph(("Antes de tudo.",)),))
    before = repr(document.steps)
    assert text.write(document).startswith("Antes de tudo.\n\nPasso 4")
    assert repr(document.steps) == before


# Tokens are arbitrary


@pytest.mark.parametrize("encoding", [None, *ENCODINGS])
@pytest.mark.parametrize("window", [None, 30, 80])
def test_strange_tokens_stay_in_their_cells(encoding: str | None, window: int | None) -> None:
    array = pages.grid([[0.5 * i, -1.25] for i in range(len(STRANGE))], STRANGE)
    page = text.write(
        pages.page(Paragraph(tuple(map(Token, STRANGE))), pages.matrix(array)), width=window, encoding=encoding
    )
    assert all(line.isprintable() or "\u0301" in line for line in page.split("\n"))
    for token in ("[/x]", "[red]", ":smile:", "<eot>", "a|b", "**x**", "\\x1b[31m", "\\t"):
        assert page.count(token) >= 2, token
    if window is None:
        (table,) = table_lines(page)
        assert {width(line) for line in table} == {width(table[0])}
    else:
        assert max(map(width, page.split("\n"))) <= window


def test_a_token_with_spaces_is_not_broken_where_it_fits() -> None:
    page = text.write(pages.page(Paragraph(("um dois três quatro ", Token("a b c d e"), " fim"))), width=26)
    assert "\num dois três quatro\n“a b c d e” fim\n" in page


# Tables


def test_numbers_align_on_the_mark() -> None:
    values = [
        Value(0.5, "exact"),
        Value(-12.25, "exact"),
        Value(3, "integer"),
        Value(12500000.0),
        Value(float("-inf")),
    ]
    table = Table(("v", "x"), tuple((f"r{i}", value) for i, value in enumerate(values)))
    assert one(table)[2:] == [
        "  r0     0,5      ",
        "  r1   −12,25     ",
        "  r2     3        ",
        "  r3     1,250·10⁷",
        "  r4            −∞",
    ]


def test_given_numbers_have_fewer_decimals() -> None:
    given = pages.grid([[0.5, -1.0], [10.0, 0.25]], given=True, name="E")
    assert one(pages.matrix(given))[2:] == ["  t0       0,50   −1,00", "  t1      10,00    0,25"]


def test_the_decimal_mark_is_the_languages() -> None:
    english = pages.locale(".", ", ")
    array = pages.grid([[0.5, -1.0]])
    refs = (Ref(array, (0, 0)), Ref(array, (0, 1)))
    lines = one(Table(("t", "v", "x"), (("a", Vector(refs), Number(refs[1])),)), locale=english)
    assert lines[2] == "  a   [0.500, −1.000]   −1.000"


def test_vectors_align_entry_by_entry() -> None:
    array = pages.grid([[-10.5, 0.25], [1.0, -100.0]])
    rows = tuple(("t", Vector((Ref(array, (i, 0)), Ref(array, (i, 1))))) for i in range(2))
    assert one(Table(("", "v"), rows))[2:] == [
        "  t   [−10,500;    0,250]",
        "  t   [  1,000; −100,000]",
    ]


def test_a_long_vector_shows_its_ends_and_the_whole_page_all() -> None:
    array = pages.grid([[float(i) for i in range(30)]])
    vector = Vector(tuple(Ref(array, (0, i)) for i in range(30)))
    page = pages.page(Paragraph(("v = ", vector)))
    assert "v = [0,000; 1,000; 2,000; …; 27,000; 28,000; 29,000]" in text.write(page)
    whole = text.write(pages.page(Paragraph(("v = ", vector)), full=True), width=40)
    assert numbers(whole) == sorted(f"{i},000" for i in range(30))
    assert not any(line.endswith((",", "−")) for line in whole.split("\n"))


def test_a_total_stands_under_a_rule() -> None:
    table = Table(("t", "p"), (("a", Value(0.25)), ("b", Value(0.75))), total=("soma", Value(1.0)))
    assert one(table) == [
        "  t          p",
        "  ────────────",
        "  a      0,250",
        "  b      0,750",
        "  ────────────",
        "  soma   1,000",
    ]


def test_followed_rows_are_marked_by_their_place_among_all_rows() -> None:
    table = Table(("t", "p"), (("a", Value(1.0)), Gap(3, "row"), ("b", Value(2.0))), marked=frozenset({2}))
    lines = one(table)
    assert [line[:3] for line in lines] == ["  t", "  ─", "  a", "  ⋮", "▸ b"]
    assert lines[3].rstrip() == "  ⋮ (3 linhas omitidas)"
    assert len(set(map(width, lines))) == 1


@pytest.mark.parametrize("name", ["m", "κ_f", "long_name"])
@pytest.mark.parametrize("digits", [3, 12, 15])
@pytest.mark.parametrize("window", [28, 30, 40])
def test_a_left_side_leaves_room_for_the_longest_number(name: str, digits: int, window: int) -> None:
    array = pages.grid([[-14.800073474201096, 10.04491149146078, -6.871781947318113]], name=name)
    array.symbol = Symbol(name)
    cells = [Ref(array, (0, c)) for c in range(3)]
    row = Equation(cells[0], (Side("symbols", add(*cells)), Side("numbers", add(*cells)), Side("value", cells[0])))
    whole = Equation(Whole(array, (0,)), (Side("value", Whole(array, (0,))),))
    lines = text.write(pages.page(Formula((row, whole)), digits=digits), width=window).splitlines()
    assert max(map(width, lines)) <= window
    assert "".join(lines).count(f"{10.04491149146078:.{digits}f}".replace(".", ",")) == 2


def test_columns_left_out_are_counted_in_words() -> None:
    table = Table(
        ("t", "1", Gap(1, "column"), "3"),
        (("a", Value(1.0), None, Value(3.0)), ("b", Value(1.0), Gap(1, "column"), Value(-3.0))),
    )
    lines = one(table)
    assert lines[0].split() == ["t", "1", "⋯", "3"]
    assert lines[2].split() == ["a", "1,000", "⋯", "3,000"]
    assert lines[-1].rstrip() == "  ⋯ (1 coluna omitida)"
    assert len(set(map(width, lines))) == 1


def test_columns_left_out_at_several_places_are_counted_together() -> None:
    table = Table(("t", Gap(2, "column"), "3", Gap(5, "column")), (("a", None, Value(3.0), None),))
    lines = one(table)
    assert lines[0].split() == ["t", "⋯", "3", "⋯"]
    assert lines[-1].rstrip() == "  ⋯ (7 colunas omitidas)"


def test_a_wide_table_is_split_into_blocks_that_repeat_the_labels() -> None:
    array = pages.grid([[i + c / 8 for c in range(12)] for i in range(3)], ["um", "dois", "três"])
    page = text.write(pages.page(pages.matrix(array, marked=frozenset({1}))), width=40)
    blocks = re.findall(r"  colunas (\d+) a (\d+) de 12\n", page)
    assert blocks == [("1", "4"), ("5", "8"), ("9", "12")]
    assert page.count("▸ dois ") == 3 and page.count("  token ") == 3
    assert numbers(page) == numbers(text.write(pages.page(pages.matrix(array))))
    assert "colunas" not in text.write(pages.page(pages.matrix(array)))


def test_a_vector_wider_than_the_window_breaks_after_its_separators() -> None:
    array = pages.grid([[(-1) ** c * c / 3 for c in range(8)]])
    table = Table(("t", "v"), (("a", Vector(tuple(Ref(array, (0, c)) for c in range(8)))),))
    page = text.write(pages.page(table), width=30)
    assert [line.rstrip() for line in page.split("\n")[5:-1]] == [
        "  a  [0,000; −0,333; 0,667;",
        "      −1,000; 1,333; −1,667;",
        "      2,000; −2,333]",
    ]
    assert max(map(width, page.split("\n"))) <= 30
    assert numbers(page) == numbers(text.write(pages.page(table)))


def test_bars_are_scaled_and_stay_in_the_window() -> None:
    table = Table(("t", "p", ""), tuple((f"t{i}", Value(share), Bar(share)) for i, share in enumerate((1.0, 0.5, 0.0))))
    assert [line.count("█") for line in one(table)] == [0, 0, 12, 6, 0]
    narrow = text.write(pages.page(table), width=20)
    assert [line.count("█") for line in narrow.split("\n")[5:8]] == [7, 4, 0]


def test_a_long_label_gives_way_to_the_numbers() -> None:
    array = pages.grid([[1 / 3, -2 / 3]], ["uma frase comprida que não cabe na janela"])
    page = text.write(pages.page(pages.matrix(array), digits=12), width=40)
    assert "0,333333333333" in page and "−0,666666666667" in page
    assert max(map(width, page.split("\n"))) <= 40


def test_tables_of_nothing_are_no_accident() -> None:
    for window in (None, 20):
        text.write(
            pages.page(Table(("t", "x"), ()), Table((), ()), Table(("uma palavra longa", "b"), ())), width=window
        )


# Formulas


def worked(expr: object, left: object = None) -> Document:
    return pages.page(Formula((Equation(left, (Side("symbols", expr), Side("numbers", expr))),)))  # type: ignore[arg-type]


def test_formulas_align_at_their_first_relation() -> None:
    lines = [line for line in text.write(pages.sample()).split("\n") if re.match(r"  [μσu]₅", line)]
    assert len(lines) == 3 and {line.index("=") for line in lines} == {7}


def test_a_long_sum_breaks_before_plus_and_outside_of_brackets() -> None:
    page = text.write(pages.sample(), width=60)
    start = page.index("  σ₅")
    work = page[start : page.index("  u₅")].rstrip("\n").split("\n")
    assert len(work) >= 4
    for line in work[1:]:
        assert re.match(r" {7}[=+−] ", line), line
    assert all(line.count("(−0,5 − 0,000)²") == line.count("(−0,5") for line in work)


def test_an_arrow_stands_where_a_number_is_replaced() -> None:
    array = pages.grid([[1.0]])
    cell = Ref(array, (0, 0))
    row = Equation(cell, (Side("symbols", add(cell, Num(2))), Side("value", cell)), "←")
    assert "  m₁,₁ ← m₁,₁ + 2 = 1,000\n" in text.write(pages.page(Formula((row,))))


def test_an_equation_without_a_left_side_begins_with_its_first() -> None:
    cell = Ref(pages.grid([[1.5]]), (0, 0))
    assert "\n  m₁,₁ + 2 = 1,500 + 2\n" in text.write(worked(add(cell, Num(2))))


@pytest.mark.parametrize("window", [20, 40])
def test_a_long_left_side_has_a_line_of_its_own(window: int) -> None:
    array = pages.grid([[0.25] * 4])
    cells = [Ref(array, (0, c)) for c in range(4)]
    page = text.write(
        pages.page(Formula((Equation(add(*cells[:2], Num(3), *cells[2:]), (Side("numbers", add(*cells)),)),))),
        width=window,
    )
    assert max(map(width, page.split("\n"))) <= window
    assert numbers(page) == ["0,250"] * 4


# Pictures


def test_a_small_heatmap_names_its_rows_and_columns() -> None:
    lines = text.write(pages.page(Heatmap([[0.0, 1.0], [0.5, 0.25]], 0.0, 1.0, ("um", "dois"), ("a", "b")))).split(
        "\n"
    )[3:]
    assert lines == ["        a    b", "  um         @@@@@", "  dois  +++++:::::", "  0,0 [ .:-=+*#%@] 1,0", ""]


def test_a_signed_heatmap_shows_the_sign() -> None:
    page = text.write(pages.page(Heatmap([[-2.0, -0.5, 0.0, 0.5, 1.0]], -2.0, 1.0, "linha", "coluna")))
    assert "  1 @@..  --++\n" in page
    assert "  −2,0 [@Oo. -+*#] 2,0\n" in page
    assert "média" not in page


@pytest.mark.parametrize(("window", "cell"), [(40, 16), (80, 8), (200, 4), (None, 8)])
def test_a_large_heatmap_is_averaged_and_says_so(window: int | None, cell: int) -> None:
    # 512 columns into 34, 74, 194 or 94: at least 16, 7, 3 or 6 make a cell, and more of them where that is even.
    data = [[(-1.0) ** (c // 64) for c in range(512)] for _ in range(128)]
    page = text.write(pages.page(Heatmap(data, -1.0, 1.0, "posição", "canal", first=(0, 1))), width=window)
    lines = page.split("\n")[3:-1]
    assert max(map(width, lines)) <= (window or 100)
    assert f"média: uma célula vale 2 x {cell} números" in " ".join(" ".join(lines).split())
    drawn = [line for line in lines if "#" in line and "@" in line and "[" not in line]
    assert len(drawn) == 64 and lines[0] == "  posição"
    assert drawn[0].startswith("    0 ") and drawn[-1].startswith("  127 ")
    ruler = next(line for line in lines if "canal" in line)
    assert ruler.split() == ["1", "canal", "512"]


@pytest.mark.parametrize("longest", [3, 20, 70])
@pytest.mark.parametrize("window", [20, 40, 80])
def test_names_of_rows_give_way_to_the_map(longest: int, window: int) -> None:
    names = tuple("x" * longest + str(i) for i in range(30))
    data = [[float(r == c) for c in range(30)] for r in range(30)]
    page = text.write(pages.page(Heatmap(data, 0.0, 1.0, names, names)), width=window)
    assert max(map(width, page.split("\n"))) <= window
    assert page.count("xxx") == (32 if longest < window // 4 - 1 else 0)


def test_averages_are_the_means_of_blocks() -> None:
    run = pages.gato()
    data = run.tape["block1.head1.weights"].data
    from handcalc.formats.pictures import averaged

    mean = averaged(data, 2, 3, 5, 5)
    assert mean[0][0] == pytest.approx(data[:2, :3].mean()) and mean[2][1] == pytest.approx(data[4:, 3:].mean())
    assert averaged(data.tolist(), 2, 3, 5, 5)[1] == pytest.approx(mean[1])


def test_a_curve_is_drawn_between_its_axes() -> None:
    x = tuple(map(float, range(-20, 21)))
    page = text.write(pages.page(Curve(x, tuple(t * t - 100 for t in x), "distância", "produto")))
    lines = page.split("\n")[3:-1]
    assert lines[0] == "  produto"
    assert lines[1].startswith("   300 ┤•") and lines[15].startswith("  −100 ┤")
    assert [re.match(r" *(\S+) ┤", line)[1] for line in lines if "┤" in line] == ["300", "200", "100", "0", "−100"]
    assert lines[16].split() == ["−20", "−10", "0", "10", "20"] and lines[17].split() == ["distância"]
    # Each number stands below the points of its column.
    assert lines[16].index("−20") + 1 == lines[1].index("•") and lines[16].rindex("20") == lines[1].rindex("•")
    assert lines[15].count("•") > 1 and any("────" in line for line in lines)
    assert max(map(width, text.write(pages.page(Curve(x, x, "x", "y")), width=40).split("\n"))) <= 40


# Formats by name


def test_formats_are_found_by_name_and_by_ending() -> None:
    assert {"text", "terminal", "json"} <= set(formats.names())
    assert not {"layout", "characters"} & set(formats.names())
    for name in formats.names():
        assert isinstance(formats.load(name).write, object) and isinstance(formats.load(name).ENDINGS, tuple)
    assert formats.by_ending("page.txt") == "text" and formats.by_ending("x/y.JSON") == "json"
    assert formats.by_ending("page.nothing") is None and formats.by_ending("page") is None
    for name in ("layout", "../text", "nothing"):
        with pytest.raises(ValueError, match="no format"):
            formats.load(name)


def test_every_format_takes_every_option() -> None:
    for name in formats.names():
        page = formats.load(name).write(pages.sample(), width=80, encoding="ascii", color=False, standalone=True)
        assert page


def test_mathematics_in_prose_holds_together() -> None:
    array = pages.grid([[1.0, 2.0]])
    total = Math(add(Ref(array, (0, 0)), Ref(array, (0, 1))))
    assert "\numa frase em que\nm₁,₁ + m₁,₂ é pouco\n" in text.write(
        pages.page(Paragraph(("uma frase em que ", total, " é pouco"))), width=26
    )


@pytest.mark.parametrize("width", [10, 20, 24, 40])
def test_two_columns_of_labels_stay_beside_every_part(width) -> None:
    text = str(handcalc.compare(language="en", starts=0).step(2).to("text", width=width))
    assert "of 9" in text
    assert "10 of 9" not in text
    for part in text.split("of 9")[1:]:
        assert re.search(r"\bA\b", part) and re.search(r"\bB\b", part)
