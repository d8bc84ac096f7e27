"""What an encoding lacks has a readable stand-in; what would move the cursor is shown as an escape."""

import pytest

from handcalc.formats.characters import STAND_INS, Charset, width

ENCODINGS = ("ascii", "latin-1", "cp1250", "cp1252", "cp850")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("x₅,₄ − μ₅", "x_5,4 - mu_5"),
        ("a₅,ⱼ", "a_5,j"),
        ("1,25·10⁷", "1,25*10^7"),
        ("1·10⁻¹²", "1*10^-12"),
        ("q⁽¹⁾₅,₁", "q^(1)_5,1"),
        ("q⁽¹,²⁾", "q^(1,2)"),
        ("Wᵀ", "W^T"),
        ("√2 √d_k √(σ² + ε)", "sqrt(2) sqrt(d_k) sqrt(sigma^2 + eps)"),
        ("Σⱼ e^s₅,ⱼ", "sum_j e^s_5,j"),
        ("η·∂L/∂E ← −∞", "eta*dL/dE <- -inf"),
        ("μ′₅", "mu'_5"),
        ("źdźbło „już” sofá", 'zdzblo "juz" sofa'),
        ("▸ ␣no ─ ═ █ ⋮ …", "> _no - = # : ..."),
        ("日", "\\u65e5"),
        ("🙂", "\\U0001f642"),
    ],
)
def test_ascii_reads_like_the_page(text: str, plain: str) -> None:
    assert Charset("ascii")(text) == plain


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_whatever_comes_it_encodes(encoding: str) -> None:
    charset = Charset(encoding)
    everything = "".join(map(chr, range(0x3100))) + "日本語🙂\ud800\U000e0001"
    charset(everything).encode(encoding)
    for sign in STAND_INS:
        assert "\\" not in charset(sign), sign


def test_an_encoding_keeps_what_it_has() -> None:
    assert Charset("latin-1")("sofá · x² ½ ␣") == "sofá · x² ½ _"
    assert Charset("cp1250")("źdźbło „a” …") == "źdźbło „a” …"
    assert Charset("cp850")("─ ═ █ −") == "─ ═ █ -"
    assert Charset("latin-1")("10⁻² 10²") == "10^-2 10²"
    assert Charset()("x₅,₄ ␣ √ 日 🙂 e\u0301") == "x₅,₄ ␣ √ 日 🙂 e\u0301"
    assert Charset("no such encoding")("−") == "-"


@pytest.mark.parametrize("encoding", [None, *ENCODINGS])
@pytest.mark.parametrize(
    "text",
    ["\x1b[31m", "\r", "\n", "\t", "\x00", "\x7f", "\x85", "\x9b", "\u200d", "\u202e", "\u2028", "\ud800", "\ufeff"],
)
def test_what_moves_the_cursor_is_shown(text: str, encoding: str | None) -> None:
    shown = Charset(encoding)(text)
    assert shown.isascii() and shown.isprintable() and shown.startswith("\\")


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("abc", 3),
        ("␣gato − x₅,₄ⱼ ᵀ ⁽¹⁾", 19),
        ("日本", 4),
        ("e\u0301a", 2),
        ("🙂", 2),
        ("ｆ", 2),
        ("⋮⋯▸█▀─═", 7),
    ],
)
def test_width_counts_columns(text: str, columns: int) -> None:
    assert width(text) == columns
