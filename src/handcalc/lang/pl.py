"""Polish: data for `lang`, the English sentences and counted phrases with what a Polish lecturer says instead."""

NAME = "polski"
DECIMAL = ","
GROUPING = ("\u00a0", 5)  # 1024, but 12 288
SEPARATOR = "; "
QUOTES = ("„", "”")
TIED = "aiouwzAIOUWZ"


def plural(n: int) -> int:
    """1 waga, 2 wagi, 5 wag."""
    if n == 1:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


SENTENCES: dict[str, str] = {
    # lessons/block.py, exercise.py, pieces.py
    "The model {model} has no MLP: it gives no {key} for one.": "Model {model} nie ma MLP: brakuje w nim {key}.",
    ("The output of the block is {letter}."): ("Wyjście bloku to {letter}."),
    "Sentence A is {a}, sentence B is {b}.": "Zdanie A to {a}, zdanie B to {b}.",
    "The input ended before the block was complete.": "Wejście się skończyło, zanim blok był gotowy.",
    ("This block is post-LN, as in the original Transformer: each sum is followed by a LayerNorm."): (
        "To blok post-LN, jak w pierwszym transformerze: po każdym skrócie stoi normalizacja."
    ),
    (
        "This block is pre-LN, as in GPT-2: what goes into attention and into the MLP is normalized, and the sums "
        "are left as they are."
    ): (
        "To blok pre-LN, jak w GPT-2: normalizowane jest to, co wchodzi do uwagi i do MLP, a wyniki skrótów zostają "
        "bez zmian."
    ),
    "All six pieces are in their places.": "Wszystkie sześć klocków stoi na swoich miejscach.",
    (
        "To put the block together yourself, type {command} on a terminal, or give the pieces in their order: "
        "{example}."
    ): "Aby ułożyć blok samodzielnie, wpisz w terminalu {command} albo podaj klocki po kolei: {example}.",
    "What fits there: {name}.": ("Pasuje tu: {name}."),
    "Your block": "Twój blok",
    "piece": "klocek",
    "reads": "czyta",
    "gives": "daje",
    "The block is not complete: after piece {count} something is missing.": (
        "Blok nie jest gotowy: po klocku {count} czegoś brakuje."
    ),
    "Piece {place}, {name}, does not belong there.": ("Klocek {place}, {name}, nie pasuje do tego miejsca."),
    "A block begins with attention (post-LN) or with LayerNorm (pre-LN).": (
        "Blok zaczyna się od uwagi (post-LN) albo od normalizacji warstwy (pre-LN)."
    ),
    "The block": "Blok",
    "It has no pieces: what goes in comes out.": "Nie ma w nim żadnych klocków: wychodzi to, co weszło.",
    "Both sentences through the block": "Oba zdania przez blok",
    "Input": "Wejście",
    "Blocks 2 to {last}": "Bloki od 2 do {last}",
    "What is right so far:": "Dobrze ułożona część:",
    ("In the second, the names begin with {second}."): ("W drugim nazwy zaczynają się od {second}."),
    "Piece {number}:": "Klocek {number}:",
    "There is no piece {number}; the last one is {last}.": "Nie ma klocka {number}; ostatni ma numer {last}.",
    "Type a piece's number or its name; {q} gives up.": "Wpisz numer klocka albo jego nazwę; {q} kończy.",
    "One piece at a time.": "Tylko po jednym klocku.",
    "The block is complete, without a wrong choice.": "Blok jest gotowy, bez ani jednego błędu.",
    (
        "Put a Transformer block together: pick its pieces in the order in which it computes them, from its input "
        "to its output. Six of these eight pieces make a block; the other two are traps."
    ): (
        "Ułóż blok transformera: wybieraj klocki w kolejności obliczeń, od wejścia do wyjścia. Z sześciu z tych "
        "ośmiu klocków powstaje blok; dwa pozostałe to pułapki."
    ),
    ("The block is unfinished; {command} draws a complete one."): (
        "Blok pozostał nieukończony. Cały blok rysuje {command}."
    ),
    "Piece {number} is in the block already.": "Klocek {number} jest już w bloku.",
    "{name} does not fit here.": "{name} tu nie pasuje.",
    "The pieces from top to bottom, and what each of them reads": (
        "Klocki od góry do dołu i to, co każdy z nich czyta"
    ),
    ("The block is complete after six pieces; what follows is no part of it."): (
        "Blok ma sześć klocków i jest już gotowy; kolejne do niego nie należą."
    ),
    (
        "There is nothing to add yet: the sum adds what attention or the MLP has computed to the vector that was "
        "led around it."
    ): ("Nie ma jeszcze czego dodać: skrót dodaje wynik uwagi albo MLP do wektora, który je ominął."),
    "Since the last sum there has only been a LayerNorm: there is no new result to add yet.": (
        "Od ostatniego skrótu była tylko normalizacja warstwy: nie ma jeszcze nowego wyniku do dodania."
    ),
    "This result has been added already; adding once more would count it twice.": (
        "Ten wynik jest już dodany; drugi skrót policzyłby go podwójnie."
    ),
    "This block has its attention already; another one belongs to the next block.": (
        "Ten blok ma już uwagę; kolejna należy do następnego bloku."
    ),
    "This block has its MLP already; another one belongs to the next block.": (
        "Ten blok ma już MLP; na kolejne jest miejsce w następnym bloku."
    ),
    "The MLP works on each word by itself; before that, attention must let the words see one another.": (
        "MLP działa na każdy wiersz z osobna; najpierw słowa muszą zobaczyć się nawzajem, a to zapewnia uwaga."
    ),
    ("The MLP would get the result of attention alone, and the vector that came into the block would be lost."): (
        "Do MLP wszedłby sam wynik uwagi, a wektor, który wszedł do bloku, by przepadł."
    ),
    "The sum has not been normalized yet: in this block the MLP reads vectors of mean 0 and variance 1.": (
        "Suma nie jest jeszcze znormalizowana: w tym bloku MLP czyta wektory o średniej 0 i wariancji 1."
    ),
    "The vector has just been normalized: its mean is 0 and its variance 1 already.": (
        "Wektor został przed chwilą znormalizowany: ma już średnią 0 i wariancję 1."
    ),
    "attention": "uwaga",
    "convolution": "splot",
    "recurrence": ("warstwa rekurencyjna"),
    "max-pooling": "max-pooling",
    "batch normalization": "normalizacja wsadowa",
    "embedding": "osadzenie",
    "add": "skrót",
    "norm": "norm",
    "mlp": "mlp",
    (
        "A convolution mixes neighbours with weights that are the same for every sentence; here attention brings the "
        "words together, with weights that it computes from the words themselves."
    ): (
        "Splot miesza sąsiadów wagami takimi samymi dla każdego zdania; tutaj słowa łączy uwaga, która swoje wagi "
        "liczy z samych słów."
    ),
    (
        "A recurrent network reads the words one after another and carries a state along; a Transformer has no such "
        "state, and all words go through the block at once."
    ): (
        "Sieć rekurencyjna czyta słowa po kolei i niesie ze sobą stan; transformer takiego stanu nie ma, a wszystkie "
        "słowa przechodzą przez blok naraz."
    ),
    (
        "Max-pooling keeps the largest numbers and drops the rest; a Transformer block gives back a whole vector for "
        "every word that went in."
    ): (
        "Max-pooling zostawia największe liczby, a resztę odrzuca; blok transformera oddaje cały wektor dla każdego "
        "słowa, które do niego weszło."
    ),
    (
        "Batch normalization takes mean and variance over many examples; a Transformer block normalizes each word by "
        "itself."
    ): (
        "Normalizacja wsadowa bierze średnią i wariancję z wielu przykładów; blok transformera normalizuje każde "
        "słowo osobno."
    ),
    (
        "The embedding turns ids into vectors, once, before the first block; whatever reaches a block is a vector "
        "already."
    ): "Osadzenie zamienia id na wektory tylko raz, przed pierwszym blokiem; do bloku wchodzą już wektory.",
    (
        "Your block began with attention, so it normalizes after each sum (post-LN); a LayerNorm here would see the "
        "result of attention alone."
    ): (
        "Twój blok zaczął się od uwagi, więc normalizacja stoi w nim po każdym skrócie (post-LN); tutaj dostałaby "
        "sam wynik uwagi."
    ),
    "Your block normalizes after each sum (post-LN); a LayerNorm here would see the result of the MLP alone.": (
        "W twoim bloku normalizacja stoi po każdym skrócie (post-LN); tutaj dostałaby sam wynik MLP."
    ),
    (
        "Your block began with LayerNorm, so it normalizes what goes into attention (pre-LN); what comes out is "
        "added as it is."
    ): (
        "Twój blok zaczął się od normalizacji, więc normalizowane jest to, co wchodzi do uwagi (pre-LN); wynik uwagi "
        "dodaje się bez zmian."
    ),
    "Your block normalizes what goes into the MLP (pre-LN); what comes out is added as it is.": (
        "W twoim bloku normalizowane jest to, co wchodzi do MLP (pre-LN); wynik MLP dodaje się bez zmian."
    ),
    "There is no piece “{piece}”; possible: {pieces}.": "Nie ma klocka „{piece}”; możliwe: {pieces}.",
    "The answer names no piece; possible: {pieces}.": "Odpowiedź nie wymienia żadnego klocka; możliwe: {pieces}.",
    "{option} and {answer} both say which block it is; give one of them.": (
        "Zarówno {option}, jak i {answer} określa blok; podaj jedno z nich."
    ),
    "A second sentence is computed only where a block is put together: give {answer}, or leave it out.": (
        "Drugie zdanie liczymy tylko wtedy, gdy blok jest układany: podaj {answer} albo je pomiń."
    ),
    (
        "The text has {count} tokens, too many for this model: attention alone would comp"
        "ute {scores} scores; handcalc computes at most {most}."
    ): (
        "Tekst jest za długi dla tego modelu (liczba tokenów: {count}): sama uwaga dałaby {scores} "
        "wyników, a handcalc liczy najwyżej {most}."
    ),
    "{option} is {found}, expected a text.": "Wartość {option} to {found}, a powinien to być tekst.",
    # cli.py
    "The command line cannot be read: {reason}": "Nie można odczytać wiersza poleceń: {reason}",
    "The option {option} must stand after a command, as in {example}.": (
        "Opcję {option} trzeba podać po nazwie polecenia, na przykład: {example}."
    ),
    "There is no option {option}; --help lists those there are.": (
        "Nie ma opcji {option}; --help wypisuje wszystkie dostępne."
    ),
    "The option {option} needs a value after it.": "Po opcji {option} musi stać wartość.",
    "There is not enough memory for this run.": "Za mało pamięci na ten rachunek.",
    "The calculation is nested too deeply to be written down.": (
        "Rachunek jest zagnieżdżony zbyt głęboko, żeby go wypisać."
    ),
    "handcalc made a mistake of its own: {kind}, {reason}. Please report it; python -X dev shows where.": (
        "To błąd samego programu handcalc: {kind}, {reason}. Prosimy o zgłoszenie; python -X dev pokaże miejsce błędu."
    ),
    "There is no option {option}; close to it: {near}.": "Nie ma opcji {option}; podobne: {near}.",
    "The option {option} takes no value.": "Opcja {option} nie przyjmuje wartości.",
    "{command} has no place for {argument}; a text of several words goes in quotes.": (
        "W poleceniu {command} nie ma miejsca na {argument}; tekst złożony z kilku słów trzeba wziąć w cudzysłów."
    ),
    "There is no command {command}; possible: {commands}.": "Nie ma polecenia {command}; możliwe: {commands}.",
    "training step": "krok uczenia",
    "There is no command {command}; the closest one is {near}.": "Nie ma polecenia {command}; najbliższe to {near}.",
    "The shell is not one that Typer can complete for.": "W tej powłoce Typer nie umie podpowiadać.",
    # formula.py
    "The block has no formula; x + attention(norm(x)) would be one.": (
        "Blok nie ma wzoru; mógłby nim być na przykład x + attention(norm(x))."
    ),
    "The block's formula “{line}” cannot be read at “{found}”; expected: {expected}.": (
        "Wzoru bloku „{line}” nie da się odczytać przy „{found}”; oczekiwano: {expected}."
    ),
    "A block has at most one {piece}; this one has {count}.": (
        "W bloku może być najwyżej jeden klocek {piece}; liczba tych klocków tutaj: {count}."
    ),
    "A line of the block's formula is empty; x + attention(norm(x)) would be one.": (
        "Jeden z wierszy wzoru bloku jest pusty; mógłby nim być na przykład x + attention(norm(x))."
    ),
    "The block's formula nests more than {most} pieces.": (
        "We wzorze bloku zagnieżdżenie jest za głębokie; największa dozwolona liczba klocków jeden w drugim: {most}."
    ),
    "The block's formula “{line}” ends too early; expected: {expected}.": (
        "Wzór bloku „{line}” kończy się za wcześnie; oczekiwano: {expected}."
    ),
    # lang/__init__.py
    " and ": " i ",
    # formats/xlsx.py
    "The format xlsx needs the package XlsxWriter; {command} installs it.": (
        "Format xlsx wymaga pakietu XlsxWriter; instaluje go {command}."
    ),
    "This page does not fit into a workbook: a sheet has at most {rows} rows and {columns} columns.": (
        "Ta strona nie mieści się w skoroszycie: arkusz ma najwyżej {rows} wierszy i {columns} kolumn."
    ),
    # lessons/backward.py
    "Each head contributes to its own columns and 0 to the others; the sum is the whole gradient:": (
        "Każda głowa wnosi swój gradient do własnych kolumn, a do pozostałych 0; suma po głowach to cały gradient:"
    ),
    "What was passed on unchanged on the way forward has the same gradient:": (
        "To, co w przód przeszło bez zmian, ma ten sam gradient:"
    ),
    "Back through the last LayerNorm": "Wstecz przez końcową normalizację warstwy",
    (
        "The derivative of the loss with respect to a number that goes into the last softmax is `p − t`, where `t` "
        "is 1 at the target and 0 elsewhere. Here only the last row has a target, so only it counts for the loss; in "
        "the other rows the derivative is 0."
    ): (
        "Pochodna straty względem liczby, która wchodzi do ostatniego softmaksu, to `p − t`, gdzie `t = 1` "
        "przy celu, a wszędzie indziej `t = 0`. Tutaj tylko ostatni wiersz ma cel, więc tylko on wchodzi do "
        "straty; w pozostałych wierszach pochodna jest równa 0."
    ),
    "What was divided by a constant on the way forward has its gradient divided by the same constant.": (
        "To, co w przód podzieliliśmy przez stałą, ma wstecz gradient podzielony przez tę samą stałą."
    ),
    (
        "Back through a product: the gradient of each factor is the gradient of the result times the other "
        "factor, transposed where the shapes ask for it."
    ): (
        "Wstecz przez iloczyn: gradient każdego czynnika to gradient iloczynu razy drugi czynnik, transponowany "
        "tam, gdzie wymagają tego kształty."
    ),
    (
        "LayerNorm subtracts the mean and divides by `σ`. On the way back two terms are subtracted from the "
        "gradient: `κ`, its mean, and the normalized row times `ρ`, the mean of the gradient times the "
        "normalized row; the result is divided by the same `σ`."
    ): (
        "Normalizacja warstwy odejmuje średnią i dzieli przez `σ`. Wstecz odejmujemy od gradientu dwa składniki: "
        "`κ`, czyli jego średnią, oraz znormalizowany wiersz razy `ρ`, gdzie `ρ` to średnia iloczynów gradientu i "
        "tego wiersza; to, co zostanie, dzielimy przez to samo `σ`."
    ),
    "Each number's gradient is multiplied by the slope of GELU at that number.": (
        "Gradient każdej liczby mnożymy przez pochodną GELU w punkcie równym tej liczbie."
    ),
    "ReLU lets the gradient of a positive number pass and turns the others into 0.": (
        "ReLU przepuszcza gradient liczby dodatniej, a pozostałe zamienia na 0."
    ),
    (
        "In a softmax every score moves every weight of its row. All of that comes together in one sum per row, `τ = "
        "Σ a·∂L/∂a`, and the gradient of a score is `a·(∂L/∂a − τ)`."
    ): (
        "W softmaksie każdy wynik wpływa na każdą wagę uwagi w swoim wierszu. Wszystkie te wpływy zbiera jedna suma "
        "na wiersz, `τ = Σ a·∂L/∂a`, a gradient wyniku to `a·(∂L/∂a − τ)`."
    ),
    ("A score that the mask hid had no influence: its gradient is 0. The gradients of the others pass unchanged."): (
        "Wynik, który maska zasłoniła, na nic nie wpłynął: jego gradient jest równy 0. Gradienty pozostałych "
        "wyników przechodzą bez zmian."
    ),
    "Side by side on the way forward, apart again on the way back: each head gets its own columns.": (
        "W przód głowy stanęły obok siebie, wstecz znów się rozchodzą: każda dostaje swoje kolumny."
    ),
    "The gradients of the heads go back to the columns that the heads had read.": (
        "Gradienty głów wracają do tych kolumn, które głowy czytały."
    ),
    "A sum passes its gradient to each of its terms unchanged:": (
        "Suma przekazuje swój gradient bez zmian każdemu ze składników:"
    ),
    "Here gradients meet. What is used several times gets a gradient from each use, and these are added.": (
        "Tu spotykają się gradienty. To, co było użyte kilka razy, dostaje gradient z każdego użycia, a te "
        "gradienty dodajemy."
    ),
    (
        "Each row of the table gets the gradients of the places where it was read, added up; a row that was not "
        "read gets 0."
    ): (
        "Każdy wiersz tablicy dostaje sumę gradientów z miejsc, w których go odczytano; wiersz, którego nie "
        "odczytano, dostaje 0."
    ),
    "Back through LayerNorm": "Wstecz przez normalizację warstwy",
    "Back through the first LayerNorm": "Wstecz przez pierwszą normalizację warstwy",
    "Back through the second LayerNorm": "Wstecz przez drugą normalizację warstwy",
    "Back through the third LayerNorm": "Wstecz przez trzecią normalizację warstwy",
    "Back through the sum": "Wstecz przez skrót",
    "Back through the first sum": "Wstecz przez pierwszy skrót",
    "Back through the second sum": "Wstecz przez drugi skrót",
    "Back through the third sum": "Wstecz przez trzeci skrót",
    "Back through the MLP": "Wstecz przez MLP",
    "Back through `W_O`": "Wstecz przez `W_O`",
    "Back to the heads": "Wstecz do głów",
    "Back through the attention of each head": "Wstecz przez uwagę każdej głowy",
    "Back through the attention": "Wstecz przez uwagę",
    "Back through query, key and value": "Wstecz przez zapytanie, klucz i wartość",
    "Back to `P` and `E`": "Wstecz do `P` i `E`",
    "Back to `E`": "Wstecz do `E`",
    (
        "`∂L/∂w` says how fast the loss `L` grows when the number `w` grows. The steps of the walk come in reverse "
        "order; each turns the gradient of its result into the gradients of its inputs. Where an array was used more "
        "than once, a bar names the use: `∂L/∂h|y` is the part of `∂L/∂h` that comes back through `y`."
    ): (
        "`∂L/∂w` mówi, jak szybko rośnie strata `L`, gdy rośnie liczba `w`. Kroki z polecenia walk idą tu w "
        "odwrotnej kolejności; każdy zamienia gradient tego, co obliczył, na gradienty tego, co do niego weszło. Gdy "
        "coś było użyte kilka razy, po pionowej kresce stoi, o które użycie chodzi: `∂L/∂h|y` to ta część `∂L/∂h`, "
        "która wraca przez `y`."
    ),
    (
        "The symbols are those of the walk, which prints their values. Of each table the entry that is largest in"
        " absolute value is worked out."
    ): (
        "Symbole są takie jak w poleceniu walk, które wypisuje ich wartości. Z każdej tablicy liczymy krok po "
        "kroku jedną liczbę: tę o największej wartości bezwzględnej."
    ),
    (
        "The symbols are those of the walk, which prints their values. Of each table of tokens the entry that is "
        "largest in absolute value in each followed row is worked out, of each table of weights the largest of "
        "all."
    ): (
        "Symbole są takie jak w poleceniu walk, które wypisuje ich wartości. Krok po kroku liczymy liczby o "
        "największej wartości bezwzględnej: z każdej tablicy tokenów po jednej na śledzony wiersz, z każdej "
        "tablicy wag jedną na całą tablicę."
    ),
    "Each weight has its derivative now. Of each table, the derivative that is largest in absolute value:": (
        "Każda waga ma już swoją pochodną. Z każdej tablicy wag wypisujemy pochodną o największej wartości "
        "bezwzględnej:"
    ),
    "Block {number} · {title}": "Blok {number} · {title}",
    "Gradients are often small numbers; --digits 5 prints more of each.": (
        "Gradienty są często małymi liczbami; opcja --digits 5 wypisuje więcej miejsc po przecinku."
    ),
    "All weights": "Wszystkie wagi",
    "This run does not use these weights of the model, so their derivatives are 0: {names}.": (
        "Z tych wag modelu ten rachunek nie korzysta, więc ich pochodne są równe 0: {names}."
    ),
    "The loss and the logits": "Strata i logity",
    "Back through `W_U`": "Wstecz przez `W_U`",
    "weights": "wagi",
    "shape": "kształt",
    "cell": "komórka",
    "derivative": "pochodna",
    # lessons/compare.py
    ("A number in the superscript is that of the block."): "Liczba w górnym indeksie to numer bloku.",
    "The differences of the starts come from other weights; in this file they are fixed.": (
        "Różnice na poszczególnych startach pochodzą z innych wag; w tym pliku są ustalone."
    ),
    "How far two rows lie apart: the root of the sum of the squares of their differences.": (
        "Odległość dwóch wierszy: pierwiastek z sumy kwadratów ich różnic."
    ),
    "Sentence {name}: {reason}": "Zdanie {name}: {reason}",
    "The model {model} has no random weights, so every start would be the same; leave {option} out.": (
        "Model {model} nie ma losowych wag, więc każdy start byłby taki sam; opcję {option} trzeba pominąć."
    ),
    "The two sentences": "Dwa zdania",
    (
        "Both sentences go through the same weights, sentence A as one run and sentence B as another. The "
        "superscript of a letter names the sentence: {a} are the rows of sentence A, {b} those of sentence B."
    ): (
        "Oba zdania przechodzą przez te same wagi, zdanie A w jednym przebiegu, a zdanie B w drugim. Górny "
        "indeks litery mówi, o które zdanie chodzi: {a} to wiersze zdania A, a {b} to wiersze zdania B."
    ),
    ("Here a word is one of the model's tokens."): ("„Słowo” oznacza tutaj token modelu."),
    "word": "słowo",
    "stage": "etap",
    "seed": "ziarno",
    "smallest": "najmniejsza",
    "largest": "największa",
    "{token} ({a} in A, {b} in B)": "{token} ({a} w A, {b} w B)",
    "A and B are the same sentence.": "A i B to to samo zdanie.",
    "B has the words of A in reverse order.": ("B ma te same słowa co A, ale w odwrotnej kolejności."),
    "B has the words of A in another order.": ("B ma te same słowa co A, ale w innej kolejności."),
    "Each word is compared with itself, wherever it stands.": "Każde słowo porównujemy z nim samym, gdziekolwiek stoi.",
    "Both sentences have: {words}.": "W obu zdaniach: {words}.",
    "The sentences have no word in common.": "Zdania nie mają ani jednego wspólnego słowa.",
    "Only in {name}: {words}.": "Tylko w {name}: {words}.",
    "More often in {name}: {words}.": "Częściej w {name}: {words}.",
    ("Rows of different words are compared where they have the same number."): (
        "Wiersze różnych słów porównujemy wtedy, gdy mają ten sam numer."
    ),
    ("A row without a partner is not compared."): "Wiersza bez pary nie porównujemy z niczym.",
    (
        "Where a word stands several times, its first place in A goes with its first in B, its second with its "
        "second, and so on."
    ): (
        "Gdy słowo występuje w zdaniu kilka razy, jego pierwsze wystąpienie w A porównujemy z pierwszym w B, "
        "drugie z drugim i tak dalej."
    ),
    (
        "The difference of two rows {a} and {b} is one number, the length of what is left when one is subtracted "
        "from the other: {rule}."
    ): (
        "Różnicę dwóch wierszy {a} i {b} mierzymy jedną liczbą, długością wektora, który zostaje po odjęciu "
        "jednego od drugiego: {rule}."
    ),
    "It is 0 exactly where the two rows are the same.": (
        "Jest równa 0 wtedy i tylko wtedy, gdy oba wiersze są takie same."
    ),
    "Positions are off: nothing tells the block where a word stands.": (
        "Kodowanie pozycji jest wyłączone: nic nie mówi blokowi, gdzie stoi słowo."
    ),
    "Positions are on: the sinusoidal code of its position is added to each word.": (
        "Kodowanie pozycji jest włączone: do każdego słowa dodajemy sinusoidalny kod jego pozycji."
    ),
    "Positions are on: a row of the table `P`, that of its position, is added to each word.": (
        "Pozycje są włączone: do każdego słowa dodajemy wiersz tablicy `P` dla jego pozycji."
    ),
    "The mask is on: a word sees only itself and the words before it.": (
        "Maska jest włączona: słowo widzi tylko siebie i słowa przed sobą."
    ),
    "There is no mask: every word sees all words of its sentence.": (
        "Maski nie ma: każde słowo widzi wszystkie słowa swojego zdania."
    ),
    "The block has no attention: no word sees another.": "Blok nie ma uwagi: żadne słowo nie widzi innych.",
    "The random weights were drawn with the seed {seed}.": ("Wagi wylosowano z ziarnem {seed}."),
    "The random weights were drawn with the seeds that the model's file gives.": (
        "Wagi wylosowano z ziarnami podanymi w pliku modelu."
    ),
    "A row of `x` depends on its word alone: the word has the same row wherever it stands.": (
        "Wiersz `x` zależy tylko od słowa: gdziekolwiek słowo stoi, ma ten sam wiersz."
    ),
    (
        "A row of `x` depends on its word and on its position, whose code was added: a word has the same row in "
        "both sentences only where it stands in the same place."
    ): (
        "Wiersz `x` zależy od słowa i od pozycji, której kod został dodany: słowo ma w obu zdaniach ten sam "
        "wiersz tylko wtedy, gdy stoi w tym samym miejscu."
    ),
    (
        "A row of `x` depends on its word and on its position, whose row of `P` was added: a word has the same "
        "row in both sentences only where it stands in the same place."
    ): (
        "Wiersz `x` zależy od słowa i od pozycji, której wiersz z tablicy `P` został dodany: słowo ma w obu "
        "zdaniach ten sam wiersz tylko wtedy, gdy stoi w tym samym miejscu."
    ),
    "The rows of {letter} in both sentences, and the difference of each pair:": (
        "Wiersze macierzy {letter} w obu zdaniach i różnica każdej pary:"
    ),
    "The rows without a partner:": "Wiersze bez pary:",
    "The difference of {word}, row {a} of A and row {b} of B, written out:": (
        "Różnica dla {word} (wiersz {a} w A, wiersz {b} w B), rachunek krok po kroku:"
    ),
    "The difference of {word}, both in row {a}, written out:": (
        "Różnica dla {word} (w obu zdaniach wiersz {a}), rachunek krok po kroku:"
    ),
    (
        "Only in the attention do words meet: each takes the mean of the values of the words it sees, weighted "
        "by its attention weights. The result has the letter {letter}, so {a} is that of sentence A and {b} that "
        "of sentence B."
    ): (
        "Tylko w uwadze słowa się spotykają: każde bierze średnią wartości słów, które widzi, ważoną swoimi "
        "wagami uwagi. Wynik oznaczamy literą {letter}, więc {a} to wynik dla zdania A, a {b} dla zdania B."
    ),
    "{rule}, each row on its own: no word sees another here.": (
        "{rule}, każdy wiersz osobno: tutaj żadne słowo nie widzi innych."
    ),
    "After the attention": "Po uwadze",
    "After the MLP": "Po MLP",
    "After LayerNorm": "Po normalizacji warstwy",
    "After the first LayerNorm": "Po pierwszej normalizacji warstwy",
    "After the second LayerNorm": "Po drugiej normalizacji warstwy",
    "After the third LayerNorm": "Po trzeciej normalizacji warstwy",
    "After the residual sum": "Po skrócie",
    "After the first sum": "Po pierwszym skrócie",
    "After the second sum": "Po drugim skrócie",
    "After the third sum": "Po trzecim skrócie",
    "After the sum and LayerNorm": "Po skrócie i normalizacji warstwy",
    "After the first sum and LayerNorm": "Po pierwszym skrócie i normalizacji warstwy",
    "After the second sum and LayerNorm": "Po drugim skrócie i normalizacji warstwy",
    "After the third sum and LayerNorm": "Po trzecim skrócie i normalizacji warstwy",
    "After LayerNorm {number}": "Po normalizacji warstwy nr {number}",
    "After sum {number}": "Po skrócie nr {number}",
    "After sum {number} and LayerNorm": "Po skrócie nr {number} i normalizacji warstwy",
    "After the last LayerNorm": "Po końcowej normalizacji warstwy",
    "{title}: the output of the block": "{title}: wyjście bloku",
    "The two rows are the same.": "Oba wiersze są takie same.",
    ("The two rows are the same, up to rounding."): "Oba wiersze są takie same z dokładnością do zaokrągleń.",
    ("Every shared word has the same row in both sentences."): "Każde wspólne słowo ma w obu zdaniach ten sam wiersz.",
    ("Every shared word has the same row in both sentences, up to rounding: the largest difference is {high}."): (
        "Każde wspólne słowo ma w obu zdaniach ten sam wiersz z dokładnością do zaokrągleń: największa różnica "
        "to {high}."
    ),
    ("With the same row in both: {equal}. With different rows: {apart}."): (
        "Ten sam wiersz w obu zdaniach: {equal}. Różne wiersze: {apart}."
    ),
    ("No shared word has the same row in both sentences: the smallest difference is {low}, the largest {high}."): (
        "Żadne wspólne słowo nie ma w obu zdaniach tego samego wiersza: najmniejsza różnica to {low}, największa "
        "{high}."
    ),
    "The differences at a glance": "Wszystkie różnice razem",
    "A and B are the same sentence, so nothing can differ.": "A i B to to samo zdanie, więc nic nie może się różnić.",
    ("The rows of sentence B are those of sentence A in reverse."): (
        "Wiersze zdania B to wiersze zdania A w odwrotnej kolejności."
    ),
    ("The rows of sentence B are those of sentence A, each where its word stands."): (
        "Wiersze zdania B to wiersze zdania A, każdy tam, gdzie stoi jego słowo."
    ),
    (
        "The block does not see the order of the words: the rows have changed places along with the words, and "
        "that is all."
    ): ("Blok nie widzi kolejności słów: razem ze słowami przestawiły się wiersze i nic więcej."),
    "Without attention no word sees another, so their order cannot matter.": (
        "Bez uwagi żadne słowo nie widzi innych, więc ich kolejność nie może mieć znaczenia."
    ),
    ("B has the words of A in another order, and no word comes out of the last stage with the same row."): (
        "B ma te same słowa co A, ale w innej kolejności, i na końcu żadne słowo nie ma w obu zdaniach tego "
        "samego wiersza."
    ),
    "The sentences have no word in common, so each difference is one between two different words.": (
        "Zdania nie mają wspólnych słów, więc każda różnica dotyczy dwóch różnych słów."
    ),
    ("In the end every shared word has the same row in both sentences."): (
        "Na końcu każde wspólne słowo ma w obu zdaniach ten sam wiersz."
    ),
    "Without attention no word sees another.": "Bez uwagi żadne słowo nie widzi innych.",
    ("Each of them sees the same in both sentences."): ("To, co każde z nich widzi, jest w obu zdaniach takie samo."),
    (
        "There are neither positions nor a mask, so the order of the words plays no part: the block tells the "
        "sentences apart because their words are not the same."
    ): (
        "Nie ma ani pozycji, ani maski, więc kolejność słów nie gra roli: blok rozróżnia te zdania, bo nie "
        "składają się z tych samych słów."
    ),
    (
        "The sentences do not have the same words equally often, so this is not the effect of their order alone; "
        "only two sentences of the same words would show that."
    ): (
        "Nie każde słowo występuje w obu zdaniach tyle samo razy, więc te różnice nie są skutkiem samej "
        "kolejności; taki skutek pokazałyby dopiero dwa zdania złożone z tych samych słów."
    ),
    "The block sees the order, through the positions and through the mask.": (
        "Blok widzi kolejność dzięki pozycjom i dzięki masce."
    ),
    "The block sees the order, through the positions.": "Blok widzi kolejność dzięki pozycjom.",
    "The block sees the order, through the mask.": "Blok widzi kolejność dzięki masce.",
    ("The rows of {word} differ from the start, in `x`."): ("Wiersze słowa {word} różnią się już w `x`."),
    (
        "{word} has the same row of `x` in both sentences; the difference arises in the attention, where the word "
        "looks at the others."
    ): (
        "Słowo {word} ma w obu zdaniach ten sam wiersz `x`; różnica bierze się z uwagi, w której słowo korzysta z "
        "innych słów."
    ),
    (
        "A difference of at most {bound} counts as rounding here: it comes from the last digits that the "
        "computer carries, which depend on the order of its additions."
    ): (
        "Różnicę nie większą niż {bound} uznajemy tu za błąd zaokrągleń: bierze się z ostatnich cyfr, jakie "
        "przechowuje komputer, a te zależą od kolejności dodawania."
    ),
    (
        "Does this depend on the weights that were drawn? Here they are drawn anew with the seeds 1 to {last}. "
        "The differences at the stage “{stage}”:"
    ): (
        "Czy to zależy od wylosowanych wag? Tutaj losujemy je od nowa, z ziarnami od 1 do {last}. Różnice na "
        "etapie „{stage}”:"
    ),
    ("For every seed all of these differences are exactly 0."): (
        "Przy każdym starcie każda z tych różnic jest równa dokładnie 0."
    ),
    ("For every seed all of these differences are 0, up to rounding: all are below {bound}."): (
        "Przy każdym starcie każda z tych różnic to zero z dokładnością do zaokrągleń: wszystkie są mniejsze niż "
        "{bound}."
    ),
    ("So this is not due to one particular draw: the block does not see the order of the words."): (
        "Nie jest to więc skutek jednego losowania: blok nie widzi kolejności słów."
    ),
    ("So this is not due to one particular draw: the order of the words matters."): (
        "Nie jest to więc skutek jednego losowania: kolejność słów ma znaczenie."
    ),
    ("So this is not due to one particular draw: the other words of the sentence matter."): (
        "Nie jest to więc skutek jednego losowania: znaczenie mają pozostałe słowa zdania."
    ),
    ("For every seed all of these differences are above 0: the smallest is {low}, the largest {high}."): (
        "Przy każdym starcie każda z tych różnic jest większa od 0: najmniejsza to {low}, największa {high}."
    ),
    ("0, up to rounding, for every seed: {words}."): (
        "Zero z dokładnością do zaokrągleń przy każdym starcie: {words}."
    ),
    ("Above 0 for every seed: {words}."): ("Różnica większa od 0 przy każdym starcie: {words}."),
    ("Above 0 for some seeds only: {words}."): ("Różnica większa od 0 tylko przy niektórych startach: {words}."),
    # lessons/generate.py
    "Which tokens are candidates, and which one comes next, is fixed in this file: a change moves the numbers alone.": (
        "Kandydaci i wybrane tokeny są w tym pliku ustalone: po zmianie danych przeliczają się tylko liczby."
    ),
    (
        "Nothing can be generated: the text fills all positions of the model {model} (max_length = {most}). A "
        "shorter text leaves room for new tokens."
    ): (
        "Niczego nie można wygenerować: tekst zajmuje już wszystkie pozycje modelu {model} (max_length = {most}). "
        "Krótszy tekst zostawi miejsce na nowe tokeny."
    ),
    (
        "For up to {count} new tokens this model would compute {numbers} scores and logits; handcalc computes at "
        "most {most}. Ask for fewer tokens, with {option}."
    ): (
        "Nowych tokenów byłoby za dużo ({count}): ten model musiałby policzyć {numbers} wyników i logitów, a "
        "handcalc liczy ich najwyżej {most}. Mniejszą liczbę tokenów ustawia opcja {option}."
    ),
    "New token {number}": "Nowy token {number}",
    "New token {number} (position {position})": "Nowy token {number} (pozycja {position})",
    (
        "The model runs on all of it, as the command walk shows; row {row}, that of {token}, gives a logit `z` for "
        "each token of the vocabulary."
    ): (
        "Cały tekst przechodzi przez model, tak jak w poleceniu walk; wiersz {row}, czyli wiersz tokenu {token}, "
        "daje każdemu tokenowi słownika logit `z`."
    ),
    "The model runs on all of it again; row {row}, that of {token}, gives the logits of the next token.": (
        "Cały tekst jeszcze raz przechodzi przez model; wiersz {row}, czyli wiersz tokenu {token}, daje logity "
        "następnego tokenu."
    ),
    "At `T = 0` nothing is left to chance: the token with the largest logit comes next.": (
        "Przy `T = 0` nie ma losowania: następny jest token o największym logicie."
    ),
    "top-k and top-p change nothing here: they always keep the most likely token.": (
        "top-k i top-p niczego tu nie zmieniają: najbardziej prawdopodobny token zawsze zostaje."
    ),
    "The probabilities of the candidates are divided by their sum `S`, so that they sum to 1 again: `q = p / S`.": (
        "Prawdopodobieństwa pozostawionych tokenów dzielimy przez ich sumę `S`, żeby znów dawały w sumie 1: `q = "
        "p / S`."
    ),
    "The row of {token}, worked out:": "Wiersz tokenu {token} krok po kroku:",
    (
        "The temperature `T` = {T} divides each logit, `z′ = z / T`, and softmax turns the results into "
        "probabilities `p`."
    ): (
        "Każdy logit dzielimy przez temperaturę `T` = {T}, `z′ = z / T`, a softmax zamienia te ilorazy w "
        "prawdopodobieństwa `p`."
    ),
    "Softmax turns the logits into probabilities `p`.": "Softmax zamienia logity w prawdopodobieństwa `p`.",
    "top-k = {k} cuts nothing: the vocabulary is no larger than that.": (
        "top-k = {k} niczego nie odcina: słownik nie ma więcej tokenów."
    ),
    "top-p = 1 cuts nothing.": "top-p = 1 niczego nie odcina.",
    "{kept} and {cut} are equally likely; the one that stands first in the vocabulary is kept.": (
        "{kept} i {cut} są jednakowo prawdopodobne; zostaje ten token, który stoi wcześniej w słowniku."
    ),
    "top-p = {P} cuts nothing: because of rounding, all tokens together only have {sum}.": (
        "top-p = {P} niczego nie odcina: przez zaokrąglenia wszystkie tokeny mają razem tylko {sum}."
    ),
    (
        "Together they have the probability {whole}. top-p = {P} asks for {P} of that, {need}, and keeps the "
        "fewest of the most likely that reach it: {together}."
    ): (
        "Razem mają {whole}. Z nich top-p = {P} zostawia, począwszy od najbardziej prawdopodobnego, tylko tyle, ile "
        "trzeba, żeby razem osiągnęły {P} tej sumy, czyli {need}: {together}."
    ),
    (
        "top-p = {P} keeps the smallest set of tokens, starting from the most likely, whose total reaches {P}: "
        "{together}."
    ): (
        "top-p = {P} zostawia, począwszy od najbardziej prawdopodobnego, tylko tyle tokenów, ile trzeba, żeby razem "
        "osiągnęły {P}: {together}."
    ),
    "Without {token} it would be only {sum}.": "Bez tokenu {token} byłoby tylko {sum}.",
    "{token} is the only candidate, so nothing is left to chance.": (
        "{token} jest jedynym kandydatem, więc nie ma czego losować."
    ),
    (
        "Now `r` = {r}. Because of rounding not even the last sum, {sum}, is above it: the last candidate, {token}, "
        "comes next."
    ): (
        "Teraz `r` = {r}. Przez zaokrąglenia nawet ostatnia suma, {sum}, nie jest większa: następny jest ostatni "
        "kandydat, {token}."
    ),
    "Now `r` = {r}. The first sum, {sum}, is above it: {token} comes next.": (
        "Teraz `r` = {r}. Już pierwsza suma, {sum}, jest większa: następny jest token {token}."
    ),
    "Now `r` = {r}. The sum {less} of {other} is not above it, the sum {sum} of {token} is: {token} comes next.": (
        "Teraz `r` = {r}. Suma {less} przy tokenie {other} nie jest większa, a suma {sum} przy tokenie {token} już "
        "tak: następny jest token {token}."
    ),
    (
        "Chance decides: NumPy's default_rng with the seed {seed} draws a number `r` between 0 and 1, and the first "
        "token in the table whose sum `c` is above `r` comes next."
    ): (
        "Decyduje los: generator default_rng z biblioteki NumPy, z ziarnem {seed}, losuje liczbę `r` między 0 a 1, a "
        "następny jest pierwszy token tabeli, którego suma `c` jest większa od `r`."
    ),
    "The digits shown do not tell which is larger. With more digits, {numbers}.": (
        "Wypisane cyfry nie mówią, która liczba jest większa. Dokładniej: {numbers}."
    ),
    "The tokens, the largest logit first:": "Tokeny od największego logitu:",
    "The tokens, the most likely first:": "Tokeny od najbardziej prawdopodobnego:",
    ("The tokens, the most likely first; `c` is the running sum of `q`:"): (
        "Tokeny od najbardziej prawdopodobnego; `c` sumuje `q` wiersz po wierszu:"
    ),
    ("The tokens, the most likely first; `c` is the running sum of `p`:"): (
        "Tokeny od najbardziej prawdopodobnego; `c` sumuje `p` wiersz po wierszu:"
    ),
    "The continuation": "Ciąg dalszy",
    "new token": "nowy token",
    ("{before} continues: {after}"): ("Tekst {before} po dopisaniu nowych tokenów brzmi: {after}"),
    ("{token} stands for the end of the text: generation stops here."): (
        "{token} oznacza koniec tekstu: generowanie kończy się tutaj."
    ),
    "{option} is {found}, expected a number above 0 and at most 1.": (
        "Wartość {option} to {found}, a powinna to być liczba większa od 0 i nie większa niż 1."
    ),
    "The probabilities that were kept, divided by their sum; 0 for the others.": (
        "Zostawione prawdopodobieństwa, podzielone przez ich sumę; dla pozostałych 0."
    ),
    "The probabilities added up, the most likely token first.": (
        "Prawdopodobieństwa dodawane po kolei, począwszy od najbardziej prawdopodobnego tokenu."
    ),
    # lessons/page.py
    "token": "token",
    "position": "pozycja",
    "row": "wiersz",
    "The sentence has no token “{token}”; its tokens: {tokens}.": (
        "W tekście nie ma tokenu „{token}”; jego tokeny: {tokens}."
    ),
    "“{token}” stands in rows {rows}; give the row's number.": (
        "Token „{token}” stoi w wierszach {rows}; podaj numer wiersza."
    ),
    "The model {model} has no output (no W_U), so it has no logits and no loss.": (
        "Model {model} nie ma wyjścia (brak W_U), więc nie ma też logitów ani straty."
    ),
    "At T = 0 the loss has no derivative; give a temperature above 0.": (
        "Przy T = 0 strata nie ma pochodnej; podaj temperaturę większą od 0."
    ),
    "The model {model} names no target; give one, with --target on the command line.": (
        "Model {model} nie ma ustalonego celu; trzeba go podać (w wierszu poleceń opcją --target)."
    ),
    "There is no row {row}; the last row is {count}.": "Nie ma wiersza {row}; ostatni wiersz ma numer {count}.",
    "The text uses every row of `E`, so none is exactly 0 for lack of a token.": (
        "Tekst korzysta z każdego wiersza `E`, więc w żadnym wierszu pochodna nie jest zerem z powodu braku tokenu."
    ),
    "columns {first} to {last} of {count}": "kolumny od {first} do {last} z {count}",
    "column {first} of {count}": "kolumna {first} z {count}",
    "Heatmap; the scale goes from {low} to {high}": "Mapa ciepła; skala od {low} do {high}",
    "Curve: {y} by {x}": "Krzywa: {y} w zależności od: {x}",
    "The way through the page": "Droga przez stronę",
    "Each part of the picture opens its step.": "Kliknięcie części rysunku otwiera odpowiadający jej krok.",
    "A number with dots below it opens its work.": (
        "Kliknięcie liczby podkreślonej kropkami pokazuje, jak ją obliczono."
    ),
    "There are too many for all: the first {count} do.": (
        "Jest ich za dużo, żeby opisać wszystkie: dotyczy to pierwszych {count}."
    ),
    "table {number}": "tabela {number}",
    "marked row": "zaznaczony wiersz",
    "given": "dana",
    "Close": "Zamknij",
    "averaged: one cell stands for {rows} × {columns} numbers": "jedna komórka to średnia z {rows} × {columns} liczb",
    "Step": "Krok",
    "Inputs": "Dane",
    (
        "The cells filled in yellow on this sheet are inputs: change one, and every number that depends on it "
        "is computed anew. The sentences and the work written out keep the numbers of this run."
    ): (
        "Żółte komórki tego arkusza to dane wejściowe: po zmianie jednej z nich przeliczają się wszystkie "
        "liczby, które od niej zależą. Zdania i rozpisane rachunki się nie zmieniają: pokazują dane początkowe."
    ),
    "temperature": "temperatura",
    "learning rate": "współczynnik uczenia",
    "added to the variance inside the root": "dodawane do wariancji pod pierwiastkiem",
    "The other numbers of this step; those computed are formulas": (
        "Pozostałe liczby tego kroku; obliczone są formułami"
    ),
    "T = 0 is fixed in this file: the largest logit takes all the probability.": (
        "T = 0 jest w tym pliku ustalone: największy logit dostaje całe prawdopodobieństwo."
    ),
    (
        "The formulas follow the first training step. What is called after... belongs to the run after the "
        "last step, whose weights are plain numbers here, as is what the page shows of the steps between."
    ): (
        "Formuły opisują pierwszy krok uczenia. To, co nazywa się after..., należy do rachunku po ostatnim "
        "kroku; jego wagi są tu zwykłymi liczbami, tak samo jak to, co strona pokazuje z kroków pośrednich."
    ),
    (
        "This model has {count} numbers. Here only those that the page shows have a cell of their own; formulas quote "
        "the others as plain numbers, which do not follow a change. With --full every number is live."
    ): (
        "Liczb w tym modelu jest {count}. Własną komórkę mają tu tylko te, które pokazuje strona; pozostałe stoją w "
        "formułach jako zwykłe liczby, które nie nadążają za zmianami. Z opcją --full przelicza się każda liczba."
    ),
    # lessons/path.py
    "Text": "Tekst",
    "Embedding": "Osadzenie",
    "Positions": "Pozycje",
    "Block {number}": "Blok {number}",
    "Head {head}": "Głowa {head}",
    "Logits": "Logity",
    # lessons/posenc.py
    "d = {d} is odd; sine and cosine come in pairs, so d must be even.": (
        "d = {d} jest nieparzyste; sinus i cosinus występują parami, więc d musi być parzyste."
    ),
    (
        "The dot product of the codes of two positions says how alike they are. For position {at} and the one at "
        "distance {k}:"
    ): (
        "Iloczyn skalarny kodów dwóch pozycji mówi, jak bardzo te kody są podobne. Dla pozycji {at} i pozycji "
        "odległej o {k}:"
    ),
    (
        "Each pair of dimensions gives `sin·sin + cos·cos`, which is the cosine of the difference of the two "
        "angles. So the product is a sum of cosines, and the position itself cancels:"
    ): (
        "Każda para wymiarów daje `sin·sin + cos·cos`, czyli cosinus różnicy obu kątów. Iloczyn jest więc sumą "
        "cosinusów, a sama pozycja z niego znika:"
    ),
    (
        "From position {other}, taken for comparison, the products are the same: they differ by less than "
        "{bound}, which is the rounding of the computer."
    ): (
        "Od pozycji {other}, wziętej dla porównania, iloczyny wychodzą takie same: różnią się o mniej niż "
        "{bound}, a to tylko błąd zaokrągleń komputera."
    ),
    "At distance 0 every cosine is 1 and the sum reaches its maximum, `d/2` = {half}.": (
        "Przy odległości 0 każdy cosinus jest równy 1, a suma osiąga maksimum, `d/2` = {half}."
    ),
    "The code": "Kodowanie pozycji",
    "Position `t` gets a row of 2 numbers, `t` counted from 0: `sin(t)` and `cos(t)`.": (
        "Pozycja `t` (liczona od 0) dostaje wiersz dwóch liczb: `sin(t)` i `cos(t)`."
    ),
    (
        "Position `t` gets a row of `d` = {d} numbers, `t` counted from 0: the dimensions `2i + 1` and `2i + 2` "
        "hold `sin(t·ω)` and `cos(t·ω)` with `ω = 1/10000^(2i/d)`, for the pairs `i` from 0 to {last}. The first "
        "pair turns fastest, each following one more slowly."
    ): (
        "Pozycja `t` dostaje wiersz o długości `d` = {d}; `t` liczymy od 0. W wymiarach o numerach `2i + 1` oraz "
        "`2i + 2` stoją `sin(t·ω)` i `cos(t·ω)`, gdzie `ω = 1/10000^(2i/d)`, a numer pary `i` biegnie od 0 do "
        "{last}. Pierwsza para obraca się najszybciej, każda następna wolniej."
    ),
    "The map": "Mapa",
    "Each row is a position, each column a dimension.": "Każdy wiersz to pozycja, a każda kolumna to wymiar.",
    (
        "Each row is a position, each column a dimension; the waves grow longer from left to right. Sine and cosine "
        "take turns, which makes the stripes."
    ): (
        "Każdy wiersz to pozycja, a każda kolumna to wymiar; od lewej do prawej fale są coraz dłuższe. Sinus i "
        "cosinus stoją na przemian, stąd paski."
    ),
    "Dot products by distance": "Iloczyny skalarne a odległość",
    "distance `k`": "odległość `k`",
    "from position {t}": "od pozycji {t}",
    "dimension": "wymiar",
    "distance": "odległość",
    "dot product": "iloczyn skalarny",
    "The dot product by distance:": "Iloczyn skalarny w zależności od odległości:",
    # lessons/show.py
    "Row `t` is the row of the table that was read for position `t`.": (
        "Wiersz `t` to ten wiersz tablicy, który odczytano dla pozycji `t`."
    ),
    "Each row of the table adds up the gradients of the places that read it; a row that was not read gets 0.": (
        "Każdy wiersz tablicy jest sumą gradientów z miejsc, w których go odczytano; wiersz, którego nie "
        "odczytano, dostaje 0."
    ),
    "The sinusoidal code: `sin(t·ω)` in the odd dimensions, `cos(t·ω)` in the even ones, `t` from 0.": (
        "Kodowanie sinusoidalne: `sin(t·ω)` w wymiarach nieparzystych, `cos(t·ω)` w parzystych, `t` od 0."
    ),
    "The dot product of two rows of the sinusoidal code, by their distance alone.": (
        "Iloczyn skalarny dwóch wierszy kodowania sinusoidalnego, policzony z samej ich odległości."
    ),
    "A sum, number by number.": "Suma, liczba po liczbie.",
    "The same numbers, passed on unchanged.": "Te same liczby, przekazane bez zmian.",
    "LayerNorm: minus the mean of the row, divided by its standard deviation.": (
        "Normalizacja warstwy: od liczby odejmujemy średnią jej wiersza i różnicę dzielimy przez odchylenie "
        "standardowe tego wiersza."
    ),
    "Back through LayerNorm: `(g − κ − u·ρ) / σ`, with `g` the gradient of `u`, `κ` the mean of `g` and `ρ` the mean "
    "of `g·u`.": (
        "Wstecz przez normalizację warstwy: `(g − κ − u·ρ) / σ`, gdzie `g` to gradient `u`, `κ` to średnia z `g`, a "
        "`ρ` to średnia z `g·u`."
    ),
    "A matrix product: a row of the first matrix times a column of the second.": (
        "Iloczyn macierzy: wiersz pierwszej macierzy razy kolumna drugiej."
    ),
    "Some of the columns: the part of one head.": "Część kolumn: te, które należą do jednej głowy.",
    "The gradients of one head, back in the columns that it had read; 0 in the others.": (
        "Gradienty jednej głowy z powrotem w kolumnach, które czytała; w pozostałych 0."
    ),
    "The heads side by side.": "Głowy obok siebie.",
    "A division by a constant.": "Dzielenie przez stałą.",
    "The causal mask: later tokens get `−∞`, the others keep their score.": (
        "Maska przyczynowa: późniejsze tokeny dostają `−∞`, pozostałe zachowują swój wynik."
    ),
    "Back through the mask: 0 where it hid a score, unchanged elsewhere.": (
        "Wstecz przez maskę: 0 tam, gdzie zasłoniła wynik, w pozostałych miejscach bez zmian."
    ),
    "Softmax: `e` to the power of each number, divided by the sum of these over the row.": (
        "Softmax: `e` do potęgi każdej z liczb, podzielone przez sumę tych potęg w wierszu."
    ),
    "Back through softmax: `a·(∂L/∂a − τ)`, `τ` the sum of `a·∂L/∂a` over the row.": (
        "Wstecz przez softmax: `a·(∂L/∂a − τ)`, gdzie `τ` to suma `a·∂L/∂a` po wierszu."
    ),
    "The limit of softmax at `T = 0`: 1 for the largest, shared by ties.": (
        "Granica softmaksu przy `T = 0`: 1 dla największej liczby, przy remisie podzielone po równo."
    ),
    "GELU of each number.": "GELU z każdej liczby.",
    "Back through GELU: the gradient times the slope at that number.": (
        "Wstecz przez GELU: gradient razy pochodna GELU w punkcie równym danej liczbie."
    ),
    "ReLU: the number where it is positive, else 0.": ("ReLU: sama liczba, jeśli jest dodatnia, w przeciwnym razie 0."),
    "Back through ReLU: the gradient where the number was positive, else 0.": (
        "Wstecz przez ReLU: gradient, jeśli liczba była dodatnia, w przeciwnym razie 0."
    ),
    "The loss: minus the logarithm of the target's probability.": "Strata: minus logarytm prawdopodobieństwa celu.",
    (
        "The derivative of the loss with respect to a number that goes into the last softmax: `p − t`, `t` being 1 "
        "at the target; 0 in the other rows."
    ): (
        "Pochodna straty względem liczby, która wchodzi do ostatniego softmaksu: `p − t`, gdzie `t = 1` przy "
        "celu, a wszędzie indziej `t = 0`; w pozostałych wierszach pochodna jest równa 0."
    ),
    "One step of gradient descent: the weight minus `η` times its derivative.": (
        "Jeden krok metody gradientu prostego: waga minus `η` razy jej pochodna."
    ),
    "the mean of the row": "średnia wiersza",
    "the standard deviation of the row": "odchylenie standardowe wiersza",
    "the exponential": "potęga liczby e",
    "the sum over the row": "suma po wierszu",
    "the largest number of the row": "największa liczba w wierszu",
    "the mean of the gradient times the normalized row": "średnia iloczynów gradientu i znormalizowanego wiersza",
    "To show one, give its name and, in brackets, its indices; a token may stand for its position. For example:": (
        "Żeby zobaczyć jedną z tych liczb, podaj jej nazwę, a w nawiasie kwadratowym jej indeksy; zamiast pozycji"
        " może tam stać token. Na przykład:"
    ),
    "There is no number named “{name}”; show alone lists all names.": (
        "Nie ma liczby o nazwie „{name}”; samo show wypisuje wszystkie nazwy."
    ),
    "“{index}” is not on this axis; expected a number from {first} to {last}.": (
        "Indeksu „{index}” na tej osi nie ma; powinna to być liczba od {first} do {last}."
    ),
    "The names of all numbers": "Nazwy wszystkich liczb",
    "More numbers are left out here; --full prints them all.": (
        "Pominięto tu dalsze liczby; opcja --full wypisuje wszystkie."
    ),
    "This number is given: nothing was calculated to get it.": (
        "Ta liczba jest dana: nie powstała z żadnego rachunku."
    ),
    "With that, everything is worked out from given numbers.": (
        "W ten sposób cały rachunek sprowadza się do liczb danych z góry."
    ),
    "A table of given numbers: {shape}.": "Tablica liczb danych z góry: {shape}.",
    "{part}, a sub-result of {line}.": "{part}: liczba pośrednia w rachunku {line}.",
    "“{cell}” has no closing bracket; expected: name[index, index].": (
        "W „{cell}” brakuje nawiasu zamykającego; powinno być: nazwa[indeks, indeks]."
    ),
    "“{cell}” has an open quote; expected: name[index, index].": (
        "W „{cell}” cudzysłów nie jest zamknięty; powinno być: nazwa[indeks, indeks]."
    ),
    "There is no number named “{name}”; close to it: {near}.": (
        "Nie ma liczby o nazwie „{name}”; podobne nazwy: {near}."
    ),
    "{name} takes another number of indices: {wanted}, not {found}, as in {example}.": (
        "Liczba indeksów przy {name} powinna wynosić {wanted}, a wynosi {found}; przykład: {example}."
    ),
    "“{name}” may be several numbers: {found}.": "Nazwa „{name}” pasuje do kilku liczb: {found}.",
    "name": "nazwa",
    "symbol": "symbol",
    "What it was computed from, level {level}": "Z czego obliczono tę liczbę, poziom {level}",
    # lessons/train_step.py
    (
        "After {text} the next token should be {target}. The loss `L` is small when the model gives it a high "
        "probability:"
    ): (
        "Po {text} następnym tokenem powinien być {target}. Strata `L` jest mała, gdy model daje mu duże "
        "prawdopodobieństwo:"
    ),
    "The derivative of `L` with respect to a number of `E` says how fast `L` grows when that number grows.": (
        "Pochodna `L` względem liczby z `E` mówi, jak szybko rośnie `L`, gdy ta liczba rośnie."
    ),
    "Each number moves against its derivative, by the learning rate `η` = {eta} times the derivative:": (
        "Od każdej liczby odejmujemy jej pochodną pomnożoną przez współczynnik uczenia `η` = {eta}:"
    ),
    "The step repeated": "Powtarzanie kroku uczenia",
    "The loss went from {first} down to {last}.": "Strata spadła z {first} do {last}.",
    "Training went out of bounds at step {step}; a smaller learning rate η would help. {reason}": (
        "Uczenie rozbiegło się w kroku {step}; pomógłby mniejszy współczynnik uczenia η. {reason}"
    ),
    "The loss": "Strata",
    "The gradient of `L` with respect to `E`": "Gradient `L` względem `E`",
    "The update": "Zmiana wag",
    "The row of {token} (id {id}), number by number:": "Wiersz tokenu {token} (id {id}), liczba po liczbie:",
    "{W} after the step:": "{W} po tym kroku:",
    "After the step": "Po kroku uczenia",
    "The forward pass again, with all the new weights:": "Jeszcze raz w przód, już ze wszystkimi nowymi wagami:",
    "The forward pass again, with the new `E` and all other weights as they were:": (
        "Jeszcze raz w przód, z nową tablicą `E` i pozostałymi wagami takimi jak przedtem:"
    ),
    "`p` before": "`p` przed krokiem",
    "`p` after": "`p` po kroku",
    "The loss went up, from {first} to {last}: these steps are too long. A smaller `η` makes shorter ones.": (
        "Strata wzrosła z {first} do {last}: te kroki są za długie. Przy mniejszym `η` będą krótsze."
    ),
    (
        "The other weights get their derivatives in the same way. Of each table one number is written out, the "
        "one whose derivative is largest in absolute value."
    ): (
        "Pozostałe wagi dostają swoje pochodne w ten sam sposób. Z każdej tablicy wag liczymy krok po kroku jedną"
        " liczbę: tę, której pochodna ma największą wartość bezwzględną."
    ),
    "step": "krok",
    # lessons/training.py
    (
        "The exponentials are taken after the largest is subtracted, because `e` to the full power would be too "
        "large or too small for a table; that changes no probability."
    ): (
        "Przed potęgowaniem odejmujemy największą liczbę, bo pełna potęga liczby `e` byłaby za duża albo za mała "
        "na tabelę; nie zmienia to żadnego prawdopodobieństwa."
    ),
    ("The gradient of `L` with respect to each row of `E` that the text uses (the command backward works it out):"): (
        "Gradient `L` względem każdego wiersza `E`, z którego korzysta tekst (krok po kroku liczy go polecenie "
        "backward):"
    ),
    "After this one step {p_target} goes from {p} to {p_new} and the loss from {loss} to {loss_new}.": (
        "Po tym jednym kroku {p_target} zmienia się z {p} na {p_new}, a strata z {loss} na {loss_new}."
    ),
    (
        "The logits are divided by `T` = {T} before the softmax (`z′ = z / T`), so this loss depends on `T`; "
        "training normally uses `T = 1`."
    ): (
        "Przed softmaksem dzielimy logity przez `T` = {T} (`z′ = z / T`), więc ta strata zależy od `T`; podczas "
        "uczenia zwykle `T = 1`."
    ),
    "This one step leaves {p_target} = {p} and the loss {loss} as they were.": (
        "Ten jeden krok niczego tu nie zmienia: nadal {p_target} = {p}, a strata wynosi {loss}."
    ),
    "After this one step the loss goes from {loss} to {loss_new}; in these digits {p_target} stays {p_new}.": (
        "Po tym jednym kroku strata zmienia się z {loss} na {loss_new}; przy tylu miejscach po przecinku nadal "
        "{p_target} = {p_new}."
    ),
    "After this one step {p_target} is {p_new} and the loss {loss_new}; the loss has changed by {change}.": (
        "Po tym jednym kroku {p_target} = {p_new}, a strata wynosi {loss_new}; strata zmieniła się o {change}."
    ),
    "id": "id",
    # lessons/verify.py
    "How far the numbers of two arrays are apart.": "O ile różnią się liczby z dwóch tablic.",
    "A constant added to each number.": "Stała dodana do każdej liczby.",
    "The mean of the rows that the token sees, each counted alike.": (
        "Średnia wierszy, które token widzi; każdy liczy się tak samo."
    ),
    "Back through such a mean: each row that saw this one hands on its share.": (
        "Wstecz przez taką średnią: każdy wiersz, który widział ten, przekazuje mu swoją część."
    ),
    "verify compares numbers to 10⁻¹², and {option} rounds each of them to a few decimals first; leave it out.": (
        "Polecenie verify porównuje liczby z dokładnością do 10⁻¹², a opcja {option} najpierw zaokrągla każdą z nich "
        "do kilku miejsc; trzeba ją pominąć."
    ),
    "equal keys make the output the mean of the values": "przy równych kluczach wynikiem jest średnia wartości",
    "without attention no token knows its neighbours": "bez uwagi żaden token nie zna swoich sąsiadów",
    "the temperature keeps the order of the tokens": "temperatura nie zmienia kolejności tokenów",
    "10 added to all logits changes no probability": ("dodanie 10 do wszystkich logitów nie zmienia prawdopodobieństw"),
    "holds": "zachodzi",
    "fails": "nie zachodzi",
    "does not apply": "nie dotyczy",
    "Summary": "Podsumowanie",
    ("This is within the tolerance, {most}, so claim {claim} holds."): (
        "To mieści się w tolerancji {most}, więc twierdzenie {claim} zachodzi."
    ),
    ("This is above the tolerance, {most}, so claim {claim} fails."): (
        "To przekracza tolerancję {most}, więc twierdzenie {claim} nie zachodzi."
    ),
    (
        "In all rows of all heads, in both runs, the weights differ from 1 divided by the number of visible tokens, "
        "and the outputs from the mean of the visible values, by at most {difference}."
    ): (
        "We wszystkich wierszach wszystkich głów, w obu przebiegach, wagi różnią się od 1 podzielonego przez liczbę "
        "widocznych tokenów, a wyniki głów od średniej widocznych wartości, najwyżej o {difference}."
    ),
    "With equal weights the output is the plain mean of the values:": (
        "Przy równych wagach wynikiem głowy jest zwykła średnia wartości:"
    ),
    "Block {block}, head {head}": "Blok {block}, głowa {head}",
    (
        "The outputs of the heads for {token} beside the mean of the visible values. The last column has the largest "
        "difference between an output and the mean:"
    ): (
        "Wyniki głów dla tokenu {token} obok średniej widocznych wartości. W ostatniej kolumnie stoi największa "
        "różnica między wynikiem a średnią:"
    ),
    "With attention the two texts differ here by up to {difference}: what stands around a token changes its row.": (
        "Z uwagą oba teksty różnią się tu nawet o {difference}: to, co stoi wokół tokenu, zmienia jego wiersz."
    ),
    (
        "Even with attention the two texts differ here by no more than {difference}: what it brings to the row is "
        "the same in both, so the check that follows cannot fail."
    ): (
        "Nawet z uwagą oba teksty różnią się tu najwyżej o {difference}: to, co uwaga wnosi do wiersza, jest w "
        "obu takie samo, więc następne sprawdzenie musi się udać."
    ),
    "Without attention the two texts differ here by at most {difference}.": (
        "Bez uwagi oba teksty różnią się tu najwyżej o {difference}."
    ),
    "Now the attention is taken out of every block:": "Teraz z każdego bloku usuwamy uwagę:",
    ("The most likely next token is {token} in both, with the probabilities {p} and {q}."): (
        "W obu tekstach najbardziej prawdopodobny następny token to {token}, z prawdopodobieństwami {p} i {q}."
    ),
    (
        "The most likely next token is {token} in the text, with the probability {p}, and {other} in the other "
        "one, with {q}."
    ): (
        "W tekście najbardziej prawdopodobny następny token to {token}, z prawdopodobieństwem {p}, a w drugim "
        "{other}, z prawdopodobieństwem {q}."
    ),
    ("The logits are divided by {temperatures}, each time before the softmax. The superscript says which."): (
        "Logity dzielimy przez temperaturę, za każdym razem przed softmaksem: {temperatures}. Górny indeks mówi, "
        "przez którą."
    ),
    ("The order stays the same and the probability moves: {token} has {low} at {coldest} and {high} at {hottest}."): (
        "Kolejność zostaje ta sama, a masa prawdopodobieństwa się przesuwa: {token} ma {low} przy {coldest} i "
        "{high} przy {hottest}."
    ),
    (
        "The order stays the same. Here not even the probability moves: {token} has {low} at {coldest} and {high} "
        "at {hottest}."
    ): (
        "Kolejność zostaje ta sama. Tutaj nie przesuwa się nawet masa prawdopodobieństwa: {token} ma {low} przy "
        "{coldest} i {high} przy {hottest}."
    ),
    "The power of a sum is a product, so `e^10` is a factor of the numerator and of the whole sum, and cancels:": (
        "Potęga o wykładniku będącym sumą to iloczyn potęg, więc `e^10` można wyłączyć przed nawias w liczniku i "
        "w mianowniku, a potem skrócić:"
    ),
    ("`Δ` is the difference between the two probabilities. In all rows it is at most {difference}."): (
        "`Δ` to różnica między oboma prawdopodobieństwami. We wszystkich wierszach wynosi ona najwyżej {difference}."
    ),
    "Claim {claim}: {title}": "Twierdzenie {claim}: {title}",
    "The block of this model has no attention.": "W bloku tego modelu nie ma uwagi.",
    "The text has a single token, which has no neighbours.": "Tekst ma tylko jeden token, który nie ma sąsiadów.",
    "The vocabulary has a single token, so there is no other text of this length.": (
        "Słownik ma tylko jeden token, więc nie ma innego tekstu tej długości."
    ),
    "Under the causal mask row 1 sees itself alone, with attention or without it.": (
        "Pod maską przyczynową wiersz 1 widzi tylko siebie, z uwagą czy bez niej."
    ),
    (
        "The attention of this model makes rows of {values} numbers out of rows of `d` = {d}; without it, what "
        "follows has no rows of that length to read."
    ): (
        "Uwaga w tym modelu z wierszy o długości `d` = {d} robi wiersze o długości {values}; bez niej to, co "
        "następuje dalej, nie ma wierszy tej długości."
    ),
    (
        "Run B also has different queries: the numbers of its `W_Q` are drawn from `N`(0, {variance}), with the "
        "seed {seed}."
    ): (
        "Przebieg B ma ponadto inne zapytania: liczby jego `W_Q` są wylosowane z rozkładu `N`(0; {variance}), z "
        "ziarnem {seed}."
    ),
    "head": "głowa",
    "output in A": "wynik w A",
    "mean of the values": "średnia wartości",
    "output in B": "wynik w B",
    ("A line with nothing left just passes `x` on."): (
        "Wiersz wzoru, z którego nic nie zostało, przekazuje `x` bez zmian."
    ),
    "text": "tekst",
    "other text": ("drugi tekst"),
    (
        "At `T = 0` nothing is divided. It is the limit, in which the first token of this order takes all the "
        "probability; the claim is about temperatures above 0."
    ): (
        "Przy `T = 0` niczego nie dzielimy. To przypadek graniczny: pierwszy token w tej kolejności dostaje całe "
        "prawdopodobieństwo; twierdzenie mówi o temperaturach większych od 0."
    ),
    "In no row does a token change its place, so claim 3 holds.": (
        "W żadnym wierszu żaden token nie zmienia miejsca, więc twierdzenie 3 zachodzi."
    ),
    "the input `x`": "wejście `x`",
    "claim": "twierdzenie",
    "largest difference": "największa różnica",
    "result": "rezultat",
    "Claim {claim} does not apply here.": "Twierdzenie {claim} nie ma tu zastosowania.",
    "This model has no output matrix `W_U`, so it has no logits.": (
        "Ten model nie ma macierzy wyjściowej `W_U`, więc nie ma logitów."
    ),
    "The vocabulary has a single token, whose probability is always 1.": (
        "Słownik ma tylko jeden token i jego prawdopodobieństwo to zawsze 1."
    ),
    "Numbers as large as these are rounded more coarsely.": "Tak duże liczby są zaokrąglane mniej dokładnie.",
    "In run A every number of `W_K` is 0, so every key is the bias `b_K`: all keys are equal.": (
        "W przebiegu A wszystkie liczby w `W_K` to 0, więc każdy klucz jest równy `b_K`: wszystkie klucze są jednakowe."
    ),
    "In run A every number of `W_K` is 0, so every key is 0: all keys are equal.": (
        "W przebiegu A wszystkie liczby w `W_K` to 0, więc każdy klucz jest wektorem zerowym: wszystkie klucze są "
        "jednakowe."
    ),
    "place": "miejsce",
    "the logits": "logity",
    "The text, and another one with the same token in row {row}:": (
        "Tekst i drugi tekst z tym samym tokenem w wierszu {row}:"
    ),
    "The text, and another one with the same tokens in the marked rows:": (
        "Tekst i drugi tekst z tymi samymi tokenami w zaznaczonych wierszach:"
    ),
    "with attention": "z uwagą",
    "without attention": "bez uwagi",
    "after the last LayerNorm": "po końcowej normalizacji warstwy",
    "after the block": "po bloku",
    "after block {number}": "po bloku {number}",
    # lessons/walk.py
    "GELU is taken in its tanh form; the exact form, with erf, differs by less than 0.0005.": (
        "GELU liczymy w wersji z tanh; wersja dokładna, z erf, różni się od niej o mniej niż 0,0005."
    ),
    "GELU is taken in its exact form, with erf; the tanh form differs by less than 0.0005.": (
        "GELU liczymy w wersji dokładnej, z erf; wersja z tanh różni się od niej o mniej niż 0,0005."
    ),
    "ReLU keeps what is positive and turns the rest into 0.": (
        "ReLU zostawia liczby dodatnie, a resztę zamienia na 0."
    ),
    "LayerNorm": "normalizacja warstwy",
    "MLP": "MLP",
    "residual sum": "skrót",
    "first sum": "pierwszy skrót",
    "second sum": "drugi skrót",
    "third sum": "trzeci skrót",
    "Query, key, value": "Zapytanie, klucz, wartość",
    "The attention of each head": "Uwaga każdej głowy",
    "The attention": "Uwaga",
    "Mixing the values and joining the heads": "Mieszanie wartości i łączenie głów",
    "Mixing the values": "Mieszanie wartości",
    "{token} (row {row})": "{token} (wiersz {row})",
    (
        "`E` holds one row for each token of the vocabulary and one column for each dimension: `V × d` = {V} × {d}. "
        "It is part of the model and does not depend on the text."
    ): (
        "Tablica osadzeń `E` ma po jednym wierszu na każdy token słownika i po jednej kolumnie na każdy wymiar: `V × "
        "d` = {V} × {d}. Jest częścią modelu i nie zależy od tekstu."
    ),
    (
        "a. The start: random numbers. GPT-2 draws each number of a new table from `N`(0, {variance}). A row drawn "
        "that way, with the seed {seed}, is"
    ): (
        "a. Start: liczby losowe. GPT-2 losuje każdą liczbę nowej tablicy z rozkładu `N`(0; {variance}). Wiersz "
        "wylosowany w ten sposób, z ziarnem {seed}:"
    ),
    "It means nothing yet: before training, every row is as good as any other.": (
        "Na razie nic nie znaczy: przed uczeniem każdy wiersz jest tak samo dobry jak każdy inny."
    ),
    "Reading: to read a row is to multiply a vector of zeros, with a 1 at the id, by `E`. For {token}, id {id}:": (
        "Odczyt: odczytać wiersz to tyle, co wziąć wektor zer z jedynką na miejscu id i pomnożyć go przez `E`. Dla "
        "tokenu {token}, o id {id}:"
    ),
    "The rows that were read, one for each token, form the matrix `E[ids]`:": (
        "Odczytane wiersze, po jednym na każdy token, tworzą macierz `E[ids]`:"
    ),
    (
        "One training step, worked out. After these tokens the next one should be {target}, so the loss, whose `p` "
        "comes from the last step of this page, is"
    ): (
        "Jeden krok uczenia, na liczbach. Po tych tokenach następnym powinien być {target}, więc "
        "strata, w której `p` pochodzi z ostatniego kroku tej strony, wynosi:"
    ),
    "One training step, worked out. After these tokens the next one should be {target}, so the loss is": (
        "Jeden krok uczenia, na liczbach. Po tych tokenach następnym powinien być {target}, więc strata wynosi:"
    ),
    "With the learning rate `η` = {eta}, the row of {token} (id {id}) becomes": (
        "Przy współczynniku uczenia `η` = {eta} wiersz tokenu {token}, o id {id}, zmienia się tak:"
    ),
    "Each row of `E` that the text uses moves this way; nothing else changes.": (
        "Tak samo zmienia się każdy wiersz `E`, z którego korzysta tekst; poza tym nic się nie zmienia."
    ),
    "The rest of this page uses the table above, without the step.": (
        "Dalej na tej stronie używamy tablicy wypisanej wyżej, sprzed tego kroku."
    ),
    "We follow row {row}, {token}.": "Śledzimy wiersz {row}, token {token}.",
    "Three weight matrices multiply {u}, without biases: {q} asks, {k} answers, {v} is what a token hands over.": (
        "Macierz {u} mnożymy przez trzy macierze wag, bez wyrazów wolnych (bias): {q} pyta, {k} odpowiada, a {v} "
        "to wartości, które token przekazuje dalej."
    ),
    (
        "The causal mask lets a token see only itself and the tokens before it: every later score becomes `−∞`, and "
        "`e^(−∞) = 0`."
    ): (
        "Maska przyczynowa pozwala tokenowi widzieć tylko siebie i tokeny przed nim: każdy dalszy wynik w wierszu "
        "zamienia na `−∞`, a `e^(−∞) = 0`."
    ),
    "Here {token} looks most at itself, with the weight {weight}.": (
        "Tutaj {token} patrzy najmocniej na siebie, z wagą {weight}."
    ),
    "Here {token} looks most at {other}, with the weight {weight}.": (
        "Tutaj {token} patrzy najmocniej na {other}, z wagą {weight}."
    ),
    "The residual sum adds {terms}, number by number:": "Skrót dodaje {terms}, liczba po liczbie:",
    (
        "The MLP works on each row alone: {first} takes it from {d} to {width} numbers, {bend} bends each of "
        "them, and {second} brings it back to {d}."
    ): (
        "MLP przekształca każdy wiersz osobno: {first} prowadzi z szerokości {d} do {width}, {bend} działa "
        "nieliniowo na każdą liczbę z osobna, a {second} wraca do szerokości {d}."
    ),
    "The product with `W_U` gives one number, the logit `z`, for each token of the vocabulary.": (
        "Mnożenie przez `W_U` daje każdemu tokenowi słownika jedną liczbę, jego logit `z`."
    ),
    "The largest logit, that of {token}:": "Największy logit ma token {token}:",
    "From text to ids": "Od tekstu do id",
    "The text is cut at white space. Each word is a token of {size} and becomes its id.": (
        "Tekst dzielimy na słowa w miejscach odstępów. Każde słowo jest tokenem ze {size} i zamienia się w swoje id."
    ),
    (
        "The tokenizer cuts the text into tokens of {size}, each time the longest that fits, and each token becomes "
        "its id, the number of its row in the table `E`, counted from 0. The sign ␣ stands for a space."
    ): (
        "Tokenizator dzieli tekst na tokeny ze {size}: za każdym razem bierze najdłuższy, który pasuje. Każdy token "
        "zamienia się w swoje id, czyli numer swojego wiersza w tablicy `E`, liczony od 0. Znak ␣ oznacza spację."
    ),
    "The table `E`: where its numbers come from": "Tablica `E`: skąd biorą się jej liczby",
    "b. Training: each number moves against its derivative (`i`: row, `c`: column, `η`: learning rate).": (
        "b. Uczenie: każda liczba przesuwa się przeciwnie do swojej pochodnej (`i`: wiersz, `c`: kolumna, `η`: "
        "współczynnik uczenia)."
    ),
    "The table that this model works with, as if already trained (the rows of this text are marked):": (
        "Tablica, na której pracuje ten model, tak jakby była już wyuczona (wiersze tego tekstu są zaznaczone):"
    ),
    "The table that this model works with (the rows of this text are marked):": (
        "Tablica, na której pracuje ten model (wiersze tego tekstu są zaznaczone):"
    ),
    "This model adds no positions: the rows that were read are `x`, and `x` is all that the block gets.": (
        "Ten model nie dodaje pozycji: odczytane wiersze tworzą macierz `x` i to jest wszystko, co dostaje blok."
    ),
    "The positions `P` and the input `x`": "Pozycje `P` i wejście `x`",
    (
        "`E` does not say where a token stands. Each position has a row of the table `P`, weights like those of `E`. "
        "The sum of the two rows is a row of `x`, and `x` is all that the block gets."
    ): (
        "Z `E` nie wynika, gdzie stoi token. Każda pozycja ma swój wiersz w tablicy `P`, a jej liczby są wagami, tak "
        "jak w `E`. Suma obu wierszy jest wierszem macierzy `x`, a `x` to wszystko, co dostaje blok."
    ),
    (
        "`E` does not say where a token stands. Each position has a row of sines and cosines: `sin(t·ω)` in the odd "
        "dimensions and `cos(t·ω)` in the even ones, with `ω = 1/10000^(2i/d)` for the pairs `i` from 0 to {last}; "
        "`t` counts from 0, so row 1 has `t = 0`. The sum of the two rows is a row of `x`, and `x` is all that the "
        "block gets."
    ): (
        "Z `E` nie wynika, gdzie stoi token. Każda pozycja ma swój wiersz sinusów i cosinusów: `sin(t·ω)` w "
        "wymiarach nieparzystych i `cos(t·ω)` w parzystych, gdzie `ω = 1/10000^(2i/d)`, a numer pary `i` "
        "biegnie od 0 do {last}; "
        "`t` liczymy od 0, więc w wierszu 1 mamy `t = 0`. Suma obu wierszy jest wierszem macierzy `x`, a `x` to "
        "wszystko, co dostaje blok."
    ),
    "LayerNorm of {x}, as before (divisor `d` = {d}, `ε` = {eps} inside the root):": (
        "Normalizacja warstwy dla {x}, tak jak poprzednio (dzielnik `d` = {d}, `ε` = {eps} pod pierwiastkiem):"
    ),
    "We follow every row.": "Śledzimy wszystkie wiersze.",
    "Here the matrices only choose columns, some with the sign changed: {choices}.": (
        "Tutaj te macierze tylko wybierają kolumny, niektóre ze zmienionym znakiem: {choices}."
    ),
    "Here the matrices only choose columns: {choices}.": "Tutaj te macierze tylko wybierają kolumny: {choices}.",
    "Head {head} uses column {first} of each.": "Głowa {head} czyta kolumnę {first} macierzy `q`, `k` i `v`.",
    "Head {head} uses columns {first} and {last} of each.": (
        "Głowa {head} czyta kolumny {first} i {last} macierzy `q`, `k` i `v`."
    ),
    "Head {head} uses columns {first} to {last} of each.": (
        "Głowa {head} czyta kolumny od {first} do {last} macierzy `q`, `k` i `v`."
    ),
    "Softmax turns each row of scores into weights `a` that sum to 1.": (
        "Softmax zamienia każdy wiersz wyników w wagi uwagi `a` o sumie 1."
    ),
    "All weights of head {head} (row: who looks; column: at whom):": (
        "Wszystkie wagi uwagi głowy {head} (wiersz: kto patrzy; kolumna: na kogo):"
    ),
    "All weights (row: who looks; column: at whom):": "Wszystkie wagi uwagi (wiersz: kto patrzy; kolumna: na kogo):",
    "The same weights as a picture:": "Te same wagi na rysunku:",
    "There is no mask: each token sees all of them, the later ones too.": (
        "Maski nie ma: każdy token widzi wszystkie tokeny, także późniejsze."
    ),
    (
        "The exponentials are `e^(s − max)` here, because `e^s` itself would be too large or too small for a "
        "table; the largest score of the row is taken off first, which changes no weight."
    ): (
        "Liczymy tu `e^(s − max)`, bo samo `e^s` byłoby za duże albo za małe na tabelę: od każdego wyniku "
        "odejmujemy najpierw największy wynik w wierszu, co nie zmienia żadnej wagi uwagi."
    ),
    "Here {token} looks at itself alone, with the weight 1.": "Tutaj {token} patrzy tylko na siebie, z wagą 1.",
    "Here {token} looks at {other} alone, with the weight 1.": "Tutaj {token} patrzy tylko na {other}, z wagą 1.",
    "Here {token} looks equally at {others}, with the weight {weight} each.": (
        "Tutaj {token} patrzy jednakowo na {others}, na każdy z wagą {weight}."
    ),
    (
        "Each head takes the mean of the values, weighted by its row of weights, and the results of the heads are"
        " put side by side."
    ): (
        "Każda głowa liczy w każdym wierszu średnią ważoną wartości, z wagami uwagi z tego wiersza, a średnie "
        "wszystkich głów stawiamy obok siebie."
    ),
    "The head takes the mean of the values, weighted by its row of weights.": (
        "Głowa liczy w każdym wierszu średnią ważoną wartości, z wagami uwagi z tego wiersza."
    ),
    "There is no `W_O` here: what the heads give is the result {A}.": (
        "Macierzy `W_O` tu nie ma, więc to już jest wyjście uwagi {A}."
    ),
    "The result is {product}. Here {W_O} is the identity, so {A} = {o}:": (
        "Wyjście uwagi to {product}. Tutaj {W_O} jest macierzą jednostkową, więc {A} = {o}:"
    ),
    "The result is {product}.": "Wyjście uwagi to {product}.",
    "Here {first} only chooses columns: {hidden} = {columns}.": (
        "Tutaj {first} tylko wybiera kolumny: {hidden} = {columns}."
    ),
    "The last LayerNorm comes before the output.": "Przed wyjściem jest jeszcze końcowa normalizacja warstwy.",
    "This model has no output matrix `W_U` and ends here, with {state}:": (
        "Ten model nie ma macierzy wyjściowej `W_U` i kończy się tutaj, na macierzy {state}:"
    ),
    "Row {row}, {token}:": "Wiersz {row}, token {token}:",
    "At `T = 0` the largest logit takes all the probability: this is the limit of `e^(z/T) / Σ e^(z/T)`.": (
        "Przy `T = 0` całe prawdopodobieństwo bierze największy logit: to granica `e^(z/T) / Σ e^(z/T)`, gdy `T` "
        "maleje do 0."
    ),
    "Softmax turns the logits into probabilities:": "Softmax zamienia logity w prawdopodobieństwa:",
    "sum": "suma",
    "Equally likely are {count} tokens, with {p} each.": (
        "Remis: najbardziej prawdopodobnych tokenów jest {count}, każdy z prawdopodobieństwem {p}."
    ),
    "For the target {target} the loss is {loss}, the `L` of step 2.": (
        "Dla celu {target} strata wynosi {loss}: to jest `L` z kroku 2."
    ),
    "An upper index names the block; where there are two, the block and the head.": (
        "Górny indeks podaje numer bloku; gdy są dwa górne indeksy, to kolejno numer bloku i numer głowy."
    ),
    "The input `x`": "Wejście `x`",
    "LayerNorm of {x}, as before (divisor `d` = {d}, no `ε`):": (
        "Normalizacja warstwy dla {x}, tak jak poprzednio (dzielnik `d` = {d}, bez `ε`):"
    ),
    "Head `h` uses the columns `(h − 1)`·{d_k} + 1 to `h`·{d_k} of each.": (
        "Głowa `h` czyta kolumny od `(h − 1)`·{d_k} + 1 do `h`·{d_k} macierzy `q`, `k` i `v`."
    ),
    "Every query meets the key of every token.": "Każde zapytanie spotyka się z kluczem każdego tokenu.",
    "The query of {token} meets the key of every token.": (
        "Pyta token {token}: jego zapytanie spotyka się z kluczem każdego tokenu."
    ),
    "The dot products are the scores `s`; this model does not scale them.": (
        "Iloczyny skalarne są od razu wynikami (score) `s`: ten model niczym ich nie dzieli."
    ),
    (
        "Each dot product is divided by `√d_k` = {root}, `d_k` being the number of columns of query and key in a "
        "head; this gives the scores `s`."
    ): (
        "Każdy iloczyn skalarny dzielimy przez `√d_k` = {root}, gdzie `d_k` to liczba kolumn zapytania i klucza w "
        "jednej głowie; tak powstają wyniki (score) `s`."
    ),
    "Head {head}, {query}:": "Głowa {head}, zapytanie {query}:",
    "The query is {query}:": "Zapytanie to {query}:",
    "All rows:": "Wszystkie wiersze:",
    "All rows of {u}:": "Wszystkie wiersze macierzy {u}:",
    "The next token": "Następny token",
    "The last state": "Ostatni stan",
    (
        "The temperature `T` = {T} divides every logit before the softmax: `z′ = z / T`. Their order stays the same; "
        "`T` below 1 makes the differences larger, `T` above 1 smaller."
    ): (
        "Przed softmaksem każdy logit dzielimy przez temperaturę `T` = {T}: `z′ = z / T`. Kolejność logitów zostaje "
        "ta sama; `T` mniejsze od 1 zwiększa różnice między nimi, a `T` większe od 1 je zmniejsza."
    ),
    "Equally likely are {tokens}, with {p} each.": (
        "Remis: najbardziej prawdopodobne są tokeny {tokens}, każdy z prawdopodobieństwem {p}."
    ),
    "Each row of {x} is normalized on its own: minus its mean `μ`, divided by its standard deviation `σ`.": (
        "Normalizacja warstwy (LayerNorm, LN) działa na każdy wiersz macierzy {x} osobno: od każdej liczby odejmuje "
        "średnią wiersza `μ`, a różnicę dzieli przez odchylenie standardowe wiersza `σ`."
    ),
    "The variance has the divisor `d` = {d} (not `d − 1`), and `ε` = {eps} stands inside the root.": (
        "W wariancji dzielimy przez `d` = {d} (nie przez `d − 1`), a `ε` = {eps} stoi pod pierwiastkiem."
    ),
    "The variance has the divisor `d` = {d} (not `d − 1`); there is no `ε`.": (
        "W wariancji dzielimy przez `d` = {d} (nie przez `d − 1`); `ε` tu nie ma."
    ),
    "In other models a learned gain `γ` and bias `β` follow; here there are none.": (
        "W innych modelach dochodzą jeszcze wyuczone wagi `γ` i `β`; tutaj ich nie ma."
    ),
    "In the last row it hides nothing; above the diagonal of the tables it makes every weight 0.": (
        "W ostatnim wierszu maska niczego nie zasłania; w tablicach wag uwagi zeruje każdą wagę nad przekątną."
    ),
    (
        "The most likely token in row {row} is {token}, with {p}. This predicts nothing: without a mask the row "
        "has seen the tokens after it."
    ): (
        "W wierszu {row} najbardziej prawdopodobny jest token {token}, z prawdopodobieństwem {p}. To niczego nie "
        "przewiduje: bez maski ten wiersz widział już tokeny, które stoją po nim."
    ),
    "The most likely token is {token}, with {p}: the text would go on as {text}.": (
        "Najbardziej prawdopodobny jest token {token}, z prawdopodobieństwem {p}; z tym tokenem tekst "
        "brzmiałby tak: {text}."
    ),
    # lessons/whatif.py, and the lists of values in request.py
    "{option} was read as {count} values; from 1 to {most} can stand side by side.": (
        "Liczba wartości odczytanych w {option}: {count}; obok siebie zmieści się od 1 do {most}."
    ),
    "{option} was read as the values {values}; {twice} stands there twice.": (
        "W {option} odczytano wartości {values}; {twice} się powtarza."
    ),
    "{option} was read as the values {values}; {wrong} is no finite number, 0 or more.": (
        "W {option} odczytano wartości {values}; {wrong} nie jest skończoną liczbą nieujemną."
    ),
    "{option} was read as the values {values}; {wrong} is no whole number from {least} to {most}.": (
        "W {option} odczytano wartości {values}; {wrong} nie jest liczbą całkowitą od {least} do {most}."
    ),
    "{option} was read as the values {values}; {command} takes one value, {comparing} compares several.": (
        "W {option} odczytano wartości {values}; polecenie {command} przyjmuje jedną wartość, a kilka porównuje "
        "polecenie {comparing}."
    ),
    "{option} is {found}, which can be read in several ways; between values put semicolons, as in {example}.": (
        "Wartość {option} to {found}, a to można odczytać na kilka sposobów; między wartościami postaw średniki, na "
        "przykład {example}."
    ),
    "The values make {count} pairs; at most {most} can stand side by side.": (
        "Liczba par tych wartości: {count}; obok siebie zmieści się najwyżej {most}."
    ),
    (
        "The end of the last step compares several temperatures: {values}. Everything else on this page is for "
        "{chosen}."
    ): (
        "Na końcu ostatniego kroku porównujemy kilka temperatur: {values}. Wszystko inne na tej stronie jest "
        "policzone dla {chosen}."
    ),
    (
        "The end of the last step compares several numbers of heads `h`: {values}. Everything else on this page is "
        "for {chosen}."
    ): (
        "Na końcu ostatniego kroku porównujemy kilka liczb głów `h`: {values}. Wszystko inne na tej stronie jest "
        "policzone dla {chosen}."
    ),
    (
        "What if the number of heads `h` were different? The tokens in the order of the table above, with `z` and "
        "`p` for each `h`:"
    ): (
        "A gdyby liczba głów `h` była inna? Tokeny stoją w kolejności z tabeli powyżej, a przy nich logit `z` i "
        "prawdopodobieństwo `p` dla każdego `h`:"
    ),
    (
        "What if the temperature `T` were different? The tokens in the order of the table above, with `p` for each `T`:"
    ): (
        "A gdyby temperatura `T` była inna? Tokeny stoją w kolejności z tabeli powyżej, a przy nich `p` dla każdego "
        "`T`:"
    ),
    "All logits of this row are equal, so `T` changes nothing.": (
        "Wszystkie logity w tym wierszu są równe, więc `T` niczego nie zmienia."
    ),
    (
        "All columns have the same order, since dividing all logits by one positive number keeps it. What moves "
        "is the probability mass: {token} has {values}."
    ): (
        "We wszystkich kolumnach kolejność jest ta sama, bo dzielenie wszystkich logitów przez jedną liczbę "
        "dodatnią jej nie zmienia. Przesuwa się masa prawdopodobieństwa: {token} ma {values}."
    ),
    "`p` = {p} at {setting}": "`p` = {p} przy {setting}",
    (
        "The lower `T` is, the more of it goes to the most likely tokens."
    ): "Im mniejsze `T`, tym więcej masy skupia się na górze tabeli.",
    "The block has no attention, so `h` changes nothing.": "W bloku nie ma uwagi, więc `h` niczego nie zmienia.",
    "A token that sees itself alone has the weight 1 in every head, so `h` changes nothing.": (
        "Token, który widzi tylko siebie, ma w każdej głowie wagę uwagi 1, więc `h` niczego nie zmienia."
    ),
    "In this row `h` changes nothing.": "W tym wierszu `h` niczego nie zmienia.",
    (
        "With another `h` each head reads other columns of `q`, `k` and `v`, so the attention weights, `z` and `p` "
        "change."
    ): (
        "Przy innym `h` każda głowa czyta inne kolumny macierzy `q`, `k` i `v`, więc zmieniają się wagi uwagi, "
        "logity `z` i prawdopodobieństwa `p`."
    ),
    "{token} with `p` = {p} at {setting}": "{token} z `p` = {p} przy {setting}",
    (
        "What if the number of heads `h` and the temperature `T` were different? A table for each `h`, the tokens "
        "in the order of the table above, with `z` and with `p` for each `T`:"
    ): (
        "A gdyby liczba głów `h` i temperatura `T` były inne? Dla każdego `h` jedna tabela: tokeny w kolejności z "
        "tabeli powyżej, a przy nich logit `z` oraz prawdopodobieństwo `p` dla każdego `T`:"
    ),
    (
        "In each table the columns of `p` have the same order, since dividing all logits by one positive number "
        "keeps it. What moves is the probability mass: for {heads} {token} has {values}."
    ): (
        "W każdej z tych tabel kolejność w kolumnach `p` jest ta sama, bo dzielenie wszystkich logitów przez "
        "jedną liczbę dodatnią jej nie zmienia. Przesuwa się masa prawdopodobieństwa: przy {heads} token {token} "
        "ma {values}."
    ),
    "The most likely token changes; for {T}: {values}.": (
        "Zmienia się najbardziej prawdopodobny token; przy {T}: {values}."
    ),
    "The most likely token stays {token}; for {T}: {values}.": (
        "Najbardziej prawdopodobny pozostaje token {token}; przy {T}: {values}."
    ),
    "The most likely token changes: {values}.": "Zmienia się najbardziej prawdopodobny token: {values}.",
    "The most likely token stays {token}: {values}.": "Najbardziej prawdopodobny pozostaje token {token}: {values}.",
    # model.py
    "{file}: {key} lists {found} numbers, expected {most}.": (
        "{file}: lista {key} ma długość {found}, a oczekiwano {most}."
    ),
    "The model {model} has no token for “{piece}”; its tokens: {known}.": (
        "Model {model} nie ma tokenu dla „{piece}”; jego tokeny: {known}."
    ),
    "{heads} heads do not divide d = {d}; possible numbers of heads: {divisors}.": (
        "Liczba głów {heads} nie dzieli d = {d}; możliwe liczby głów: {divisors}."
    ),
    "“{name}” fits several tokens: {fits}.": "Do „{name}” pasuje kilka tokenów: {fits}.",
    "{file}: {key} is {found}, expected {expected}.": "{file}: {key} to {found}; powinno być: {expected}.",
    "{file}: {key}: {reason}": "{file}: {key}: {reason}",
    "{file}: {key} has shape {found}, expected {words} = {shape}.": (
        "{file}: {key} ma kształt {found}, a potrzebny jest kształt {words} = {shape}."
    ),
    "The text is empty; it needs at least one token of the vocabulary.": (
        "Tekst jest pusty; potrzebny jest co najmniej jeden token ze słownika."
    ),
    "The text has {count} tokens; the model {model} has room for {most}.": (
        "Liczba tokenów w tekście: {count}; model {model} mieści najwyżej {most}."
    ),
    "The model {model} has no token for “{piece}”, only for “{token}”: a space must stand before it.": (
        "Model {model} nie ma tokenu dla „{piece}”, tylko dla „{token}”: na początku musi stać spacja."
    ),
    "The model {model} has no token for “{piece}”; close to it: {near}.": (
        "Model {model} nie ma tokenu dla „{piece}”; najbliższe: {near}."
    ),
    "There is no model {name}: neither a file nor one of the built-in models ({known}).": (
        "Nie ma modelu {name}: nie jest to ani plik, ani żaden z modeli wbudowanych ({known})."
    ),
    "{file} is a directory; expected a TOML file.": "{file} to katalog; potrzebny jest plik TOML.",
    "{file} cannot be read: permission denied.": "Nie można odczytać {file}: brak uprawnień.",
    "{file} cannot be read: {reason}.": "Nie można odczytać {file}: {reason}.",
    "{file} is not a possible file name.": "{file} nie może być nazwą pliku.",
    "{file} is not UTF-8 text.": "{file} nie jest tekstem w UTF-8.",
    "{file} is not a TOML file.": "{file} nie jest plikiem TOML.",
    "a table": "tabela",
    "{file}: {key} is missing.": "{file}: brakuje {key}.",
    "{file}: {key} is {found}, expected a whole number from 1 to {most}.": (
        "{file}: {key} to {found}, a powinna to być liczba całkowita od 1 do {most}."
    ),
    "a finite number, 0 or more": "skończona liczba nieujemna",
    "{file}: {key} is {found}, expected one of {allowed}.": "{file}: {key} to {found}; możliwe: {allowed}.",
    "a text": "tekst",
    "true or false": "true albo false",
    "a list of formulas, one text a line": ("lista wzorów, po jednym tekście na wiersz"),
    "a whole number, 0 or more": "liczba całkowita nieujemna",
    "at least one token": "co najmniej jeden token",
    "{file}: sizes ask for more than {most} weights.": (
        "{file}: przy tych rozmiarach (sizes) wag byłoby więcej niż {most}."
    ),
    "a list of whole numbers": "lista liczb całkowitych",
    "{key} is {found}; possible: {allowed}.": "{key} to {found}; możliwe: {allowed}.",
    "The model {model} has no weights {name} (shape {shape}), which its rules need.": (
        "Model {model} nie ma wag {name} (kształt {shape}), a jego reguły ich wymagają."
    ),
    "{file} is larger than {most} MB.": "{file} jest większy niż {most} MB.",
    "{file} is not a TOML file: it cannot be read at line {line}, column {column}.": (
        "{file} nie jest plikiem TOML: nie można go odczytać w wierszu {line}, w kolumnie {column}."
    ),
    "{file}: {key} is not a key that handcalc knows; possible: {known}.": (
        "{file}: handcalc nie zna klucza {key}; możliwe: {known}."
    ),
    "a token without white space; write ␣ for a space": "token bez odstępów; spację zapisuje się jako ␣",
    "{file}: the token “{token}” stands twice.": "{file}: token „{token}” występuje dwa razy.",
    "{file}: weights.{name} is missing; expected {words} = {shape}.": (
        "{file}: brakuje weights.{name}; potrzebny kształt: {words} = {shape}."
    ),
    "{file}: {key} cannot be the identity: its shape is {words} = {shape}.": (
        "{file}: {key} nie może być macierzą jednostkową, bo ma kształt {words} = {shape}."
    ),
    "{file}: {key} names {found}, expected whole numbers from 1 to {most}, or their negatives.": (
        "{file}: w {key} stoi {found}, a powinny to być liczby całkowite od 1 do {most} albo liczby do nich przeciwne."
    ),
    "{file}: {key} is not a key that handcalc knows; the closest one is {near}.": (
        "{file}: handcalc nie zna klucza {key}; najbliższy to {near}."
    ),
    "a finite number": "liczba skończona",
    # output.py
    "There is no standard output to write to.": "Nie ma standardowego wyjścia, na które można by pisać.",
    "{file} is a directory; expected the name of a file.": "{file} to katalog; potrzebna jest nazwa pliku.",
    "{file} cannot be written: there is no directory {directory}.": (
        "Nie można zapisać {file}: nie ma katalogu {directory}."
    ),
    "{file} cannot be written: permission denied.": "Nie można zapisać {file}: brak uprawnień.",
    "{file} cannot be written: {reason}.": "Nie można zapisać {file}: {reason}.",
    "The output cannot be written: {reason}.": "Nie można pisać na standardowe wyjście: {reason}.",
    "{file} was not written: the disk is full.": "Nie zapisano {file}: dysk jest pełny.",
    "The output is not complete: the disk is full.": "Strona nie została zapisana do końca: dysk jest pełny.",
    # plot.py
    "A figure needs the package matplotlib; {command} installs it.": (
        "Rysunek wymaga pakietu matplotlib; instaluje go {command}."
    ),
    "The name {file} tells no kind of figure; its ending can be {endings}.": (
        "Nazwa {file} nie wskazuje żadnego rodzaju rysunku; możliwe rozszerzenia: {endings}."
    ),
    "This page has no picture to draw.": "Na tej stronie nie ma obrazka do narysowania.",
    "This page has {count} pictures; at most {most} fit into one figure.": (
        "Liczba obrazków na tej stronie: {count}; na jednym rysunku zmieści się najwyżej {most}."
    ),
    # request.py
    "{option} is {found}, expected a finite number, 0 or more.": (
        "Wartość {option} to {found}, a powinna to być skończona liczba nieujemna."
    ),
    "{option} is {found}, expected a whole number from {least} to {most}.": (
        "Wartość {option} to {found}, a powinna to być liczba całkowita od {least} do {most}."
    ),
    "{option} is {found}; possible: {allowed}.": "Wartość {option} to {found}; możliwe: {allowed}.",
    "{count} distances were given; at most {most} fit.": (
        "Liczba podanych odległości: {count}; zmieści się najwyżej {most}."
    ),
    "{rows} positions of {d} numbers each are {cells} numbers; handcalc computes at most {most}.": (
        "Liczba pozycji {rows} razy liczba wymiarów {d} daje {cells}; handcalc liczy najwyżej {most} liczb naraz."
    ),
    "{option} is {found}, expected numbers of steps such as 6 or 4-6,9.": (
        "Wartość {option} to {found}, a powinny to być numery kroków, na przykład 6 albo 4-6,9."
    ),
    "{option} has {first}-{last}, which runs backwards; {last}-{first} would be right.": (
        "Zakres {first}-{last} w {option} jest odwrócony; powinno być {last}-{first}."
    ),
    "{option} is {found}; handcalc speaks {known}.": "Wartość {option} to {found}; handcalc zna języki: {known}.",
    "There is no step {step}; {command} has the steps {existing}.": (
        "Nie ma kroku {step}; kroki polecenia {command}: {existing}."
    ),
    # result.py
    "The titles of the format {format} have no levels; {option} works in {formats}.": (
        "Tytuły w formacie {format} nie mają poziomów; opcja {option} działa w formatach: {formats}."
    ),
    "The name {file} tells no format; name one of {formats}, or use one of the endings {endings}.": (
        "Nazwa {file} nie wskazuje żadnego formatu; podaj format ({formats}) albo użyj jednego z rozszerzeń: {endings}."
    ),
    # transformer.py
    "The numbers grow beyond all bounds at {name}: a weight or η is too large, or T too small.": (
        "Liczby w {name} rosną bez ograniczeń: za duża jest któraś z wag lub wartość η albo za mała jest wartość T."
    ),
    # Models of the reader's own
    (
        "A gain multiplied its column in every row, so its gradient is a sum over the rows: the gradient of the "
        "result times the normalized number."
    ): (
        "Waga γ mnożyła swoją kolumnę w każdym wierszu, dlatego jej gradient jest sumą po wierszach: gradient "
        "wyniku razy liczba znormalizowana."
    ),
    ("A bias was added to its column in every row, so its gradient is the sum of the gradients of that column."): (
        "Tę wagę dodawaliśmy do jej kolumny w każdym wierszu, dlatego jej gradient jest sumą gradientów tej kolumny."
    ),
    "Back through `E`, the output matrix": "Wstecz przez `E` jako macierz wyjściową",
    ("The other rows of `E` have a gradient too: as the output matrix, `E` takes part in every logit."): (
        "Pozostałe wiersze `E` też mają gradient: jako macierz wyjściowa `E` bierze udział w każdym logicie."
    ),
    "column": "kolumna",
    "The input rows": "Wiersze wejściowe",
    ("The gradient of a gain: over the rows, the sum of gradient times normalized number."): (
        "Gradient wagi γ: suma po wierszach iloczynów gradientu i liczby znormalizowanej."
    ),
    ("The gradient of a bias: over the rows, the sum of the gradient."): (
        "Gradient wagi dodawanej do kolumny: suma gradientu po wierszach."
    ),
    "the normalized number, before gain and bias": "liczba znormalizowana, przed wagami γ i β",
    ("This model has no vocabulary. It begins with rows of `d` = {d} numbers, each under its label."): (
        "Ten model nie ma słownika. Zaczyna od wierszy o długości `d` = {d}, a każdy wiersz ma swoją etykietę."
    ),
    (
        "This model has no vocabulary. It begins with rows of `d` = {d} numbers, each under its label. They are "
        "`x`, all that the block gets."
    ): (
        "Ten model nie ma słownika. Zaczyna od wierszy o długości `d` = {d}, a każdy wiersz ma swoją etykietę. Te "
        "wiersze tworzą macierz `x`: to wszystko, co dostaje blok."
    ),
    "Each row of `E` moves this way; nothing else changes.": (
        "Tak samo zmienia się każdy wiersz `E`; poza tym nic się nie zmienia."
    ),
    (
        "The result is called {n}. Each of its columns is then multiplied by its learned gain {gain}, and its "
        "learned bias {bias} is added:"
    ): (
        "Wynik oznaczamy {n}. Każdą jego kolumnę mnożymy następnie przez jej wyuczoną wagę {gain} i dodajemy "
        "wyuczoną wagę {bias}:"
    ),
    ("The result is called {n}. Each of its columns is then multiplied by its learned gain {gain}:"): (
        "Wynik oznaczamy {n}. Każdą jego kolumnę mnożymy następnie przez jej wyuczoną wagę {gain}:"
    ),
    ("The result is called {n}. To each of its columns the learned bias {bias} is then added:"): (
        "Wynik oznaczamy {n}. Do każdej jego kolumny dodajemy następnie wyuczoną wagę {bias}:"
    ),
    (
        "Three weight matrices multiply {u}, and biases are added: {q} asks, {k} answers, {v} is what a token "
        "hands over."
    ): (
        "Macierz {u} mnożymy przez trzy macierze wag i dodajemy wyrazy wolne (bias): {q} pyta, {k} odpowiada, a "
        "{v} to wartości, które token przekazuje dalej."
    ),
    ("In this model it is used once more, in the last step: there it turns the last state into logits."): (
        "W tym modelu jest użyta jeszcze raz, w ostatnim kroku: zamienia tam ostatni stan na logity."
    ),
    (
        "Each dot product is divided by `d_k` = {d_k}, the number of columns of query and key in a head; this "
        "gives the scores `s`."
    ): (
        "Każdy iloczyn skalarny dzielimy przez `d_k` = {d_k}, czyli liczbę kolumn zapytania i klucza w jednej "
        "głowie; tak powstają wyniki (score) `s`."
    ),
    (
        "Each dot product is divided by `√d` = {root}, `d` being the number of columns of the model; this gives "
        "the scores `s`."
    ): (
        "Każdy iloczyn skalarny dzielimy przez `√d` = {root}, gdzie `d` to liczba kolumn modelu; tak powstają "
        "wyniki (score) `s`."
    ),
    "After each of the two products a bias is added:": "Po każdym z dwóch mnożeń dodajemy wyrazy wolne (bias):",
    (
        "The output matrix is `E` itself: the product of the state with each row of `E` gives one number, the "
        "logit `z`, for each token of the vocabulary."
    ): (
        "Macierzą wyjściową jest samo `E`: iloczyn skalarny stanu i wiersza `E` danego tokenu daje każdemu "
        "tokenowi słownika jedną liczbę, jego logit `z`."
    ),
    "A bias is added to each:": "Do każdego dodajemy wyraz wolny (bias):",
    (
        "The rows do not say where they stand. Each position has a row of the table `P`, which is made of "
        "weights. The sum of the two rows is a row of `x`, and `x` is all that the block gets."
    ): (
        "Z samych wierszy nie wynika, gdzie stoją. Każda pozycja ma swój wiersz w tablicy `P`, a jej liczby są "
        "wagami. Suma obu wierszy jest wierszem macierzy `x`, a `x` to wszystko, co dostaje blok."
    ),
    (
        "The rows do not say where they stand. Each position has a row of sines and cosines: `sin(t·ω)` in the "
        "odd dimensions and `cos(t·ω)` in the even ones, with `ω = 1/10000^(2i/d)` for the pairs `i` from 0 to "
        "{last}; `t` counts from 0, so row 1 has `t = 0`. The sum of the two rows is a row of `x`, and `x` is "
        "all that the block gets."
    ): (
        "Z samych wierszy nie wynika, gdzie stoją. Każda pozycja ma swój wiersz sinusów i cosinusów: `sin(t·ω)` "
        "w wymiarach nieparzystych i `cos(t·ω)` w parzystych, gdzie `ω = 1/10000^(2i/d)`, a numer pary `i` "
        "biegnie od 0 do "
        "{last}; `t` liczymy od 0, więc w wierszu 1 mamy `t = 0`. Suma obu wierszy jest wierszem macierzy `x`, a "
        "`x` to wszystko, co dostaje blok."
    ),
    (
        "Head `h` uses the columns `(h − 1)`·{d_k} + 1 to `h`·{d_k} of query and key, and the columns `(h − "
        "1)`·{d_v} + 1 to `h`·{d_v} of the values."
    ): (
        "Głowa `h` czyta kolumny od `(h − 1)`·{d_k} + 1 do `h`·{d_k} macierzy `q` i `k` oraz kolumny od `(h − "
        "1)`·{d_v} + 1 do `h`·{d_v} macierzy `v`."
    ),
    ("{file}: rules.tied needs a vocabulary; this model has labelled rows instead."): (
        "{file}: rules.tied wymaga słownika, a ten model ma zamiast niego wiersze z etykietami."
    ),
    "a list of texts, or how many there are": "lista tekstów albo ich liczba",
    ("{file}: tokens has a vocabulary and rows; a model has one or the other."): (
        "{file}: w tokens są i vocabulary, i rows; model ma jedno albo drugie."
    ),
    "a table of labelled rows such as x1 = [0.5, 1.0]": "tabela wierszy z etykietami, na przykład x1 = [0.5, 1.0]",
    ("{file}: rules.tied is true, so E is the output matrix too and weights.W_U has no place."): (
        "{file}: rules.tied ma wartość true, więc macierzą wyjściową jest E i dla weights.W_U nie ma miejsca."
    ),
    (
        'rows of numbers, "identity", "zeros", "ones", or a table with columns, with rows, with normal and seed, '
        "or with file"
    ): (
        'wiersze liczb, "identity", "zeros", "ones" albo tabela z kluczem columns, z kluczem rows, z kluczami '
        "normal i seed lub z kluczem file"
    ),
    ('a list of numbers, "zeros", "ones", or a table with normal and seed, or with file'): (
        'lista liczb, "zeros", "ones" albo tabela z kluczami normal i seed lub z kluczem file'
    ),
    "the name of a .npz file": "nazwa pliku .npz",
    "the name of a .npz file, as numpy.savez writes it": "nazwa pliku .npz takiego, jaki zapisuje numpy.savez",
    ("{file}: {key}: {archive} has no array {name}; it has {known}."): (
        "{file}: {key}: w {archive} nie ma tablicy {name}; są: {known}."
    ),
    ("{file}: {key}: the array {name} of {archive} holds {kind}, expected plain numbers."): (
        "{file}: {key}: tablica {name} z {archive} zawiera {kind}, a potrzebne są zwykłe liczby."
    ),
    ("{file}: {key}: the array {name} of {archive} cannot be read."): (
        "{file}: {key}: nie można odczytać tablicy {name} z {archive}."
    ),
    (
        "{file}: with {blocks} blocks, {key} belongs in weights.block1, weights.block2 ..., or in "
        "weights.blocks, which speaks of all of them."
    ): (
        "{file}: gdy liczba bloków to {blocks}, {key} trzeba podać w weights.block1, weights.block2 itd. albo w "
        "weights.blocks, które dotyczy wszystkich."
    ),
    "{file}: {key}: there is no file {path}.": "{file}: {key}: nie ma pliku {path}.",
    (
        "{heads} heads cannot share the {keys} columns of W_Q and W_K and the {values} columns of W_V equally; "
        "possible numbers of heads: {divisors}."
    ): (
        "Liczba głów {heads} nie dzieli bez reszty kolumn W_Q i W_K ({keys}) oraz kolumn W_V ({values}); możliwe "
        "liczby głów: {divisors}."
    ),
    ("The last rows have {found} numbers; an output tied to E needs d = {d}."): (
        "Ostatnie wiersze mają długość {found}, a wyjście związane z E wymaga d = {d}."
    ),
    (
        "Block {block} ends with {found} numbers a row and the next one needs d = {d}; W_O brings the columns of "
        "the heads back to d."
    ): (
        "Blok {block} kończy się wierszami o długości {found}, a następny potrzebuje d = {d}; z kolumn głów do d "
        "wraca się przez W_O."
    ),
    ("The block adds rows of different lengths ({lengths}); W_O brings the columns of the heads back to d = {d}."): (
        "Blok dodaje wiersze o różnych długościach ({lengths}); z kolumn głów do d = {d} wraca się przez W_O."
    ),
    # Weights changed for a run
    "For this run {cell} is {new} instead of {old}.": "W tym przebiegu {cell} ma wartość {new} zamiast {old}.",
    "“{cell}” names no single weight; expected: {example}.": (
        "„{cell}” nie wskazuje jednej wagi; poprawny przykład to {example}."
    ),
    "The model {model} has no weights “{name}”; it has {known}.": "Model {model} nie ma wag „{name}”; ma {known}.",
    (
        "The model {model} has no weights “{name}”; close to it: {near}."
    ): "Model {model} nie ma wag „{name}”; podobne: {near}.",
    "{cell} cannot be {found}; expected: a finite number.": (
        "{cell} nie może mieć wartości {found}; powinna to być liczba skończona."
    ),
    ("{option} is {found}, expected a weight and its number, as in {example}."): (
        "Wartość {option} to {found}, a powinna to być waga i jej liczba, na przykład {example}."
    ),
    # Pieces of which a block has many
    "first LayerNorm": "pierwsza normalizacja warstwy",
    "second LayerNorm": "druga normalizacja warstwy",
    "third LayerNorm": "trzecia normalizacja warstwy",
    "LayerNorm {number}": "normalizacja warstwy nr {number}",
    "sum {number}": "skrót nr {number}",
    "Back through LayerNorm {number}": "Wstecz przez normalizację warstwy nr {number}",
    "Back through sum {number}": "Wstecz przez skrót nr {number}",
    # LayerNorm with a gain and a bias
    ("Here each gradient is multiplied by the gain of its column first."): (
        "Tutaj każdy gradient mnożymy najpierw przez wagę γ jego kolumny."
    ),
    ("Then the learned gain multiplies each column, and the learned bias is added, as far as there are any."): (
        "Następnie każdą kolumnę mnożymy przez wyuczoną wagę γ i dodajemy wyuczoną wagę β, o ile model je ma."
    ),
    (
        "LayerNorm of {x}, as before, with learned numbers of its own (divisor `d` = {d}, `ε` = {eps} inside the root):"
    ): (
        "Normalizacja warstwy dla {x}, tak jak poprzednio, z własnymi wyuczonymi wagami (dzielnik `d` = {d}, `ε` "
        "= {eps} pod pierwiastkiem):"
    ),
    ("LayerNorm of {x}, as before, with learned numbers of its own (divisor `d` = {d}, no `ε`):"): (
        "Normalizacja warstwy dla {x}, tak jak poprzednio, z własnymi wyuczonymi wagami (dzielnik `d` = {d}, bez `ε`):"
    ),
    # lessons/params.py and lessons/models.py
    "The option {option} has no place here: handcalc models {model} prints a file as it is.": (
        "Opcja {option} nie ma tu zastosowania: handcalc models {model} wypisuje plik bez zmian."
    ),
    "There is no built-in model {model}; possible: {known}.": ("Nie ma wbudowanego modelu {model}; możliwe: {known}."),
    "There is no built-in model {model}; the closest one is {near}.": (
        "Nie ma wbudowanego modelu {model}; najbliższy to {near}."
    ),
    "The built-in models": "Wbudowane modele",
    "what it is": "co to jest",
    "`V` counts the tokens in the vocabulary, `d` the numbers in a token's row, `h` the heads, `B` the blocks.": (
        "`V` to liczba tokenów w słowniku, `d` – długość wiersza tokenu, `h` – liczba głów, `B` – liczba bloków."
    ),
    ("handcalc models NAME prints the file of a model, as a start for your own."): (
        "handcalc models NAZWA wypisuje plik modelu; to dobry punkt wyjścia do własnego."
    ),
    "attention alone, with identity matrices, over three words": (
        "sama uwaga z macierzami jednostkowymi, dla trzech słów"
    ),
    "a toy Transformer with weights chosen by hand, from a sentence to its next token": (
        "mały transformer z wagami dobranymi ręcznie, od zdania do następnego tokenu"
    ),
    "the shape of GPT-2 small, 12 blocks, with random weights": (
        "model o kształcie GPT-2 small: 12 bloków, wagi losowe"
    ),
    "a block of the first Transformer with random weights, for comparing two sentences": (
        "blok pierwszego transformera z losowymi wagami, do porównania dwóch zdań"
    ),
    "The sizes": "Rozmiary",
    "Weights stand in tables, and a table has a shape: rows × columns. The shapes are made of these sizes:": (
        "Wagi stoją w tablicach, a każda tablica ma kształt: wiersze × kolumny. Kształty składają się z tych rozmiarów:"
    ),
    "letter": "litera",
    "what it counts": "co oznacza",
    "tokens in the vocabulary": "liczba tokenów w słowniku",
    "numbers in a token's row": "długość wiersza tokenu",
    "heads": "liczba głów",
    "columns of query and key in a head": "liczba kolumn zapytania i klucza w głowie",
    "columns of the values in a head": "liczba kolumn wartości w głowie",
    "width of the MLP": "szerokość MLP",
    "positions": "liczba pozycji",
    "blocks": "liczba bloków",
    "Where the weights are": "Gdzie są wagi",
    "A table has as many weights as its rows times its columns.": (
        "Liczba wag w tablicy to liczba jej wierszy razy liczba kolumn."
    ),
    ("Whatever is in each of the `B` blocks counts `B` times."): (
        "To, co stoi w każdym z `B` bloków, liczy się `B` razy."
    ),
    ("The same in per cent of the total, rounded:"): ("To samo w procentach sumy, w zaokrągleniu:"),
    "total": "razem",
    "total without biases and LayerNorms": "razem bez wyrazów wolnych i normalizacji",
    "about": "około",
    "{n} thousand": "{n} tys.",
    " or ": " albo ",
    "embedding table `E`": "tablica osadzeń `E`",
    "position table `P`": "tablica pozycji `P`",
    "output `W_U`": "wyjście `W_U`",
    "biases `b`": "wyrazy wolne (bias) `b`",
    "LayerNorm: gain `γ`, bias `β`": "normalizacja: wagi `γ`, `β`",
    "tied to E": "związane z E",
    "sinusoidal": "sinusoidalne",
    "given rows": ("wiersze z pliku"),
    "Sinusoidal positions come from a formula and have no weights.": (
        "Sinusoidalne kodowanie pozycji bierze się ze wzoru i nie ma wag."
    ),
    ("The given rows are the input of the model, not weights."): (
        "Wiersze podane w pliku są wejściem modelu, więc nie liczą się jako wagi."
    ),
    ("The number of heads does not change any count: the heads share the `d` columns of {Q}, {K} and {V}."): (
        "Od liczby głów nic tu nie zależy: głowy dzielą między siebie `d` kolumn macierzy {Q}, {K} i {V}."
    ),
    "The blocks of {model} are not alike in {pieces}: the shape there is that of all blocks together.": (
        "Bloki modelu {model} nie są jednakowe ({pieces}): kształt dotyczy tam wszystkich bloków razem."
    ),
    "The counts of {model}": "Rachunki modelu {model}",
    ("`N` with a part's name counts that part's weights; `N` alone counts them all."): (
        "`N` z indeksem to liczba wag danej części modelu, a samo `N` to liczba wszystkich wag."
    ),
    "`N_W` leaves biases and LayerNorms out.": ("`N_W` to liczba wag bez wyrazów wolnych i bez wag normalizacji."),
    "A sum of products, such as the number of weights in tables: rows times columns.": (
        "Suma iloczynów, na przykład liczba wag w tablicach: wiersze razy kolumny."
    ),
    "How many hundredths of another number it is.": "Ile setnych części innej liczby stanowi.",
    # What readers of the pages asked for
    ("Here the weights are drawn with the seed {last}. The differences at the stage “{stage}”:"): (
        "Tutaj wagi losujemy z ziarnem {last}. Różnice na etapie „{stage}”:"
    ),
    ("Exactly 0 for every seed: {words}."): ("Dokładnie zero przy każdym starcie: {words}."),
    (
        "Every shared word has the same row of `x` in both sentences; the differences arise in the attention, "
        "where a word looks at the others."
    ): (
        "Wszystkie wspólne słowa mają w obu zdaniach ten sam wiersz `x`; różnice biorą się z uwagi, bo w niej "
        "każde słowo korzysta z innych słów."
    ),
    ("The superscript of a symbol names its run."): (
        "Litera w górnym indeksie mówi, z którego przebiegu pochodzi liczba."
    ),
    ("`max` is the largest score of the row; taking it off first changes no weight."): (
        "`max` to największy wynik w wierszu; odjęcie go na początku nie zmienia żadnej wagi."
    ),
    (
        "In all rows of all heads, in both runs, the weights are exactly 1 divided by the number of visible "
        "tokens, and the outputs exactly the mean of the visible values."
    ): (
        "We wszystkich wierszach wszystkich głów, w obu przebiegach, wagi są równe dokładnie 1 podzielonemu "
        "przez liczbę widocznych tokenów, a wyniki głów dokładnie średniej widocznych wartości."
    ),
    "Without attention the two texts do not differ here at all.": "Bez uwagi oba teksty wcale się tu nie różnią.",
    "part of the model": "część modelu",
    ("There is no `W_O` here: what the head gives is the result {A}."): (
        "Tutaj nie ma `W_O`: to, co daje głowa, jest już wynikiem {A}."
    ),
    ("Head {head}: {keys} of query and key, {values} of the values."): (
        "Głowa {head}: {keys} macierzy `q` i `k`, {values} macierzy `v`."
    ),
    "column {first}": "kolumna {first}",
    "columns {first} to {last}": "kolumny od {first} do {last}",
    (
        "The table that this model works with was drawn too, but from `N`(0, {variance}); it has not been trained "
        "(the rows of this text are marked):"
    ): (
        "Tablica tego modelu też jest wylosowana, ale z rozkładu `N`(0; {variance}), i nie była uczona (wiersze "
        "tego tekstu są zaznaczone):"
    ),
    ("At `T = 0` nothing is divided: the largest logit takes all the probability, shared equally by ties."): (
        "Przy `T = 0` niczego nie dzielimy: całe prawdopodobieństwo dostaje największy logit, a gdy jest ich "
        "kilka, dzielą się nim po równo."
    ),
    "last LayerNorm": "końcowa normalizacja warstwy",
    ("{file}: the rows of {key} differ in length ({lengths}); expected {words} = {shape}."): (
        "{file}: wiersze {key} mają różne długości ({lengths}), a potrzebny jest kształt {words} = {shape}."
    ),
    "The model ends with one more LayerNorm.": "Na końcu modelu jest jeszcze jedna normalizacja warstwy.",
    ("Here all three are the identity, so {q}, {k} and {v} are all {u} itself."): (
        "Tutaj wszystkie trzy są macierzami jednostkowymi, więc {q}, {k} i {v} to po prostu {u}."
    ),
    (
        "All columns with `T` above 0 have the same order, since dividing all logits by one positive number "
        "keeps it. What moves is the probability mass: {token} has {values}."
    ): (
        "We wszystkich kolumnach z `T` większym od 0 kolejność jest ta sama, bo dzielenie wszystkich logitów "
        "przez jedną liczbę dodatnią jej nie zmienia. Przesuwa się masa prawdopodobieństwa: {token} ma {values}."
    ),
    ("{file} is not a TOML file: it ends where something is still open, such as a bracket or a quote."): (
        "{file} nie jest plikiem TOML: kończy się, gdy coś jest jeszcze otwarte, na przykład nawias albo cudzysłów."
    ),
    # What hostile files showed
    ("The numbers are so large that rounding alone could make any difference; nothing can be checked."): (
        "Liczby są tak duże, że samo zaokrąglanie mogłoby dać dowolną różnicę; niczego nie da się sprawdzić."
    ),
    "{file}: {key} stands twice, once as {other}.": "{file}: {key} występuje dwa razy, raz jako {other}.",
    "a list of numbers": "lista liczb",
    ("This run does not use {name}, so changing it would have no effect."): (
        "Ten przebieg nie używa {name}, więc zmiana tych wag nic by nie dała."
    ),
    "no.": "nr",
    ("{file}: the array {name} of {archive} is not a weight that handcalc knows; close to it: {known}."): (
        "{file}: tablica {name} z {archive} nie jest wagą znaną programowi handcalc; podobne: {known}."
    ),
    ("With --positions none the same sentences go through the block without positions."): (
        "Z opcją --positions none te same zdania przechodzą przez blok bez kodowania pozycji."
    ),
    ("Here {first} only chooses columns, some with the sign changed: {hidden} = {columns}."): (
        "Tutaj {first} tylko wybiera kolumny, niektóre ze zmienionym znakiem: {hidden} = {columns}."
    ),
    ("The most likely next token is {token} in both, each time with the probability {p}."): (
        "W obu tekstach najbardziej prawdopodobny następny token to {token}, za każdym razem z prawdopodobieństwem {p}."
    ),
}

COUNTS: dict[str, tuple[str, ...]] = {
    # lessons/block.py, exercise.py, pieces.py
    ("The formula: {lines}."): (
        "Wzór bloku: {lines}.",
        "Wzór bloku, wiersz po wierszu: {lines}; w każdym wierszu poza pierwszym `x` to wynik wiersza poprzedniego.",
        "Wzór bloku, wiersz po wierszu: {lines}; w każdym wierszu poza pierwszym `x` to wynik wiersza poprzedniego.",
    ),
    "The model has {n} such block.": (
        "Model ma {n} taki blok.",
        "Model ma {n} takie bloki, jeden po drugim.",
        "Model ma {n} takich bloków, jeden po drugim.",
    ),
    "The block is complete, after {n} wrong choice.": (
        "Blok jest gotowy, po {n} błędzie.",
        "Blok jest gotowy, po {n} błędach.",
        "Blok jest gotowy, po {n} błędach.",
    ),
    "{n} word": ("{n} słowo", "{n} słowa", "{n} słów"),
    "{n} start": ("{n} start", "{n} starty", "{n} startów"),
    # lessons/generate.py
    "The text so far, {text}, has {n} token.": (
        "Dotychczasowy tekst, {text}, ma {n} token.",
        "Dotychczasowy tekst, {text}, ma {n} tokeny.",
        "Dotychczasowy tekst, {text}, ma {n} tokenów.",
    ),
    "{token} has the largest logit, so it comes next:": (
        "Największy logit ma {token}, więc to on jest następny:",
        "Największy logit mają {n} tokeny. Następny jest ten z nich, który stoi pierwszy w słowniku, {token}:",
        "Największy logit ma {n} tokenów. Następny jest ten z nich, który stoi pierwszy w słowniku, {token}:",
    ),
    "top-k = {n} keeps the most likely token alone.": (
        "top-k = {n} zostawia tylko najbardziej prawdopodobny token.",
        "top-k = {n} zostawia {n} najbardziej prawdopodobne tokeny.",
        "top-k = {n} zostawia {n} najbardziej prawdopodobnych tokenów.",
    ),
    "the first one alone has {sum}": (
        "sam pierwszy ma {sum}",
        "{n} pierwsze mają {sum}",
        "{n} pierwszych ma {sum}",
    ),
    "The generation stops here: --tokens allows no more than {n} new token.": (
        "Generowanie kończy się tutaj: --tokens pozwala najwyżej na {n} nowy token.",
        "Generowanie kończy się tutaj: --tokens pozwala najwyżej na {n} nowe tokeny.",
        "Generowanie kończy się tutaj: --tokens pozwala najwyżej na {n} nowych tokenów.",
    ),
    "The generation stops here: the model has only {n} position, and it is taken.": (
        "Generowanie kończy się tutaj: model ma tylko {n} pozycję, a ta jest zajęta.",
        "Generowanie kończy się tutaj: model ma tylko {n} pozycje, a wszystkie są zajęte.",
        "Generowanie kończy się tutaj: model ma tylko {n} pozycji, a wszystkie są zajęte.",
    ),
    (
        "Numbers are printed with {n} decimal but carried with all their digits. If you redo a calculation from "
        "the printed numbers, about one result in five will differ in its last digit, and an exponential by more; "
        "--pencil rounds at every step instead."
    ): (
        "Liczby wypisujemy zaokrąglone do {n} miejsca po przecinku, ale w rachunkach używamy wszystkich ich "
        "cyfr. Kto powtórzy rachunek na liczbach wypisanych, dostanie inną ostatnią cyfrę mniej więcej w "
        "jednym wyniku na pięć, a w potęgach liczby `e` różnica bywa większa; opcja --pencil zaokrągla każdy "
        "wynik, zanim użyje go dalej.",
        "Liczby wypisujemy zaokrąglone do {n} miejsc po przecinku, ale w rachunkach używamy wszystkich ich "
        "cyfr. Kto powtórzy rachunek na liczbach wypisanych, dostanie inną ostatnią cyfrę mniej więcej w "
        "jednym wyniku na pięć, a w potęgach liczby `e` różnica bywa większa; opcja --pencil zaokrągla każdy "
        "wynik, zanim użyje go dalej.",
        "Liczby wypisujemy zaokrąglone do {n} miejsc po przecinku, ale w rachunkach używamy wszystkich ich "
        "cyfr. Kto powtórzy rachunek na liczbach wypisanych, dostanie inną ostatnią cyfrę mniej więcej w "
        "jednym wyniku na pięć, a w potęgach liczby `e` różnica bywa większa; opcja --pencil zaokrągla każdy "
        "wynik, zanim użyje go dalej.",
    ),
    "Pencil mode: every result is rounded to {n} decimal before it is used again, so each digit can be worked again "
    "from printed ones. Rows of weights may therefore sum to a little more or less than 1.": (
        "Tryb ołówka: każdą obliczoną liczbę zaokrąglamy do {n} miejsca po przecinku, zanim użyjemy jej dalej, więc "
        "każdą cyfrę można odtworzyć z cyfr wypisanych. Dlatego wagi uwagi w wierszu mogą dać w sumie trochę więcej "
        "albo trochę mniej niż 1.",
        "Tryb ołówka: każdą obliczoną liczbę zaokrąglamy do {n} miejsc po przecinku, zanim użyjemy jej dalej, więc "
        "każdą cyfrę można odtworzyć z cyfr wypisanych. Dlatego wagi uwagi w wierszu mogą dać w sumie trochę więcej "
        "albo trochę mniej niż 1.",
        "Tryb ołówka: każdą obliczoną liczbę zaokrąglamy do {n} miejsc po przecinku, zanim użyjemy jej dalej, więc "
        "każdą cyfrę można odtworzyć z cyfr wypisanych. Dlatego wagi uwagi w wierszu mogą dać w sumie trochę więcej "
        "albo trochę mniej niż 1.",
    ),
    "a vocabulary of {n} token": (
        "słownika z jednym tokenem",
        "słownika złożonego z {n} tokenów",
        "słownika złożonego z {n} tokenów",
    ),
    (
        "The other row has a derivative of exactly 0: its token is not in the text, so nothing in the loss "
        "depends on it."
    ): (
        ("Pozostały wiersz ma pochodną dokładnie 0: jego tokenu w tekście nie ma i strata od tego wiersza nie zależy."),
        (
            "Pozostałe {n} wiersze mają pochodną dokładnie 0: ich tokenów w tekście nie ma i strata od tych "
            "wierszy nie zależy."
        ),
        (
            "Pozostałych {n} wierszy ma pochodną dokładnie 0: ich tokenów w tekście nie ma i strata od tych "
            "wierszy nie zależy."
        ),
    ),
    "All numbers of row {rows} are equal: its standard deviation is 0, and so is its row of {u} by definition.": (
        "W wierszu {rows} wszystkie liczby są równe: odchylenie standardowe wynosi tam 0, a ten sam wiersz macierzy "
        "{u} jest z definicji zerowy.",
        "W każdym z wierszy {rows} wszystkie liczby są równe: odchylenie standardowe wynosi tam 0, a te same wiersze "
        "macierzy {u} są z definicji zerowe.",
        "W każdym z wierszy {rows} wszystkie liczby są równe: odchylenie standardowe wynosi tam 0, a te same wiersze "
        "macierzy {u} są z definicji zerowe.",
    ),
    "The standard deviation of row {rows} of {x} is 0, so row {rows} of {u} is 0 by definition.": (
        "Odchylenie standardowe wiersza {rows} macierzy {x} wynosi 0, więc wiersz {rows} macierzy {u} jest z definicji "
        "zerowy.",
        "Odchylenie standardowe wierszy {rows} macierzy {x} wynosi 0, więc te same wiersze macierzy {u} są z definicji "
        "zerowe.",
        "Odchylenie standardowe wierszy {rows} macierzy {x} wynosi 0, więc te same wiersze macierzy {u} są z definicji "
        "zerowe.",
    ),
    (
        "In head {heads} the exponentials are `e^(s − max)`, because `e^s` itself would be too large or too small "
        "for a table; the largest score of the row is taken off first, which changes no weight."
    ): (
        "W głowie {heads} liczymy `e^(s − max)`, bo samo `e^s` byłoby za duże albo za małe na tabelę: od każdego "
        "wyniku odejmujemy najpierw największy wynik w wierszu, co nie zmienia żadnej wagi uwagi.",
        "W głowach {heads} liczymy `e^(s − max)`, bo samo `e^s` byłoby za duże albo za małe na tabelę: od każdego "
        "wyniku odejmujemy najpierw największy wynik w wierszu, co nie zmienia żadnej wagi uwagi.",
        "W głowach {heads} liczymy `e^(s − max)`, bo samo `e^s` byłoby za duże albo za małe na tabelę: od każdego "
        "wyniku odejmujemy najpierw największy wynik w wierszu, co nie zmienia żadnej wagi uwagi.",
    ),
    "In row {row} it hides {n} score.": (
        "W wierszu {row} maska zasłania {n} wynik.",
        "W wierszu {row} maska zasłania {n} wyniki.",
        "W wierszu {row} maska zasłania {n} wyników.",
    ),
    "{n} token has the largest logit.": (
        "Największy logit ma {n} token.",
        "Największy logit mają {n} tokeny; dzielą się prawdopodobieństwem po równo.",
        "Największy logit ma {n} tokenów; dzielą się prawdopodobieństwem po równo.",
    ),
    "{n} such step:": (
        "{n} taki krok:",
        "{n} takie kroki, przed każdym gradient liczony od nowa:",
        "{n} takich kroków, przed każdym gradient liczony od nowa:",
    ),
    "{count} row left out": (
        "pominięto {count} wiersz",
        "pominięto {count} wiersze",
        "pominięto {count} wierszy",
    ),
    "{count} column left out": (
        "pominięto {count} kolumnę",
        "pominięto {count} kolumny",
        "pominięto {count} kolumn",
    ),
    # lessons/verify.py
    "Numbers are printed with {n} decimal; the differences are those of the numbers with all their digits.": (
        "Liczby wypisujemy zaokrąglone do {n} miejsca po przecinku; różnice liczymy z liczb niezaokrąglonych.",
        "Liczby wypisujemy zaokrąglone do {n} miejsc po przecinku; różnice liczymy z liczb niezaokrąglonych.",
        "Liczby wypisujemy zaokrąglone do {n} miejsc po przecinku; różnice liczymy z liczb niezaokrąglonych.",
    ),
    "{token} sees itself alone, so its weight is 1:": (
        "Token {token} widzi tylko siebie, więc waga to 1:",
        "Token {token} widzi {n} tokeny. Ich wyniki (score) są równe, więc softmax daje każdemu wagę 1/{n}:",
        "Token {token} widzi {n} tokenów. Ich wyniki (score) są równe, więc softmax daje każdemu wagę 1/{n}:",
    ),
    ("With attention, as the model is, the row of this token comes out so."): (
        "Z uwagą, czyli w modelu takim, jaki jest, wiersz tego tokenu wychodzi tak.",
        "Z uwagą, czyli w modelu takim, jaki jest, wiersze tych tokenów wychodzą tak.",
        "Z uwagą, czyli w modelu takim, jaki jest, wiersze tych tokenów wychodzą tak.",
    ),
    "In all rows together, a token stands up to {n} place from where its logit puts it, so claim 3 fails.": (
        "W którymś wierszu token stoi o {n} miejsce od tego, które wyznacza mu logit, więc twierdzenie 3 nie zachodzi.",
        "W którymś wierszu token stoi o {n} miejsca od tego, które wyznacza mu logit, więc twierdzenie 3 nie zachodzi.",
        "W którymś wierszu token stoi o {n} miejsc od tego, które wyznacza mu logit, więc twierdzenie 3 nie zachodzi.",
    ),
    "{n} place": (
        "{n} miejsce",
        "{n} miejsca",
        "{n} miejsc",
    ),
    # lessons/params.py
    "{x} million": (
        "{x} mln",
        "{x} mln",
        "{x} mln",
    ),
    (
        "In the model {models} the output is tied to `E`: the same table, transposed, gives the logits, and "
        "its weights count once."
    ): (
        (
            "W modelu {models} wyjście jest związane z `E`: ta sama tablica, po transpozycji, daje logity, a jej "
            "wagi liczą się raz."
        ),
        (
            "W modelach {models} wyjście jest związane z `E`: ta sama tablica, po transpozycji, daje logity, a jej"
            " wagi liczą się raz."
        ),
        (
            "W modelach {models} wyjście jest związane z `E`: ta sama tablica, po transpozycji, daje logity, a jej"
            " wagi liczą się raz."
        ),
    ),
    # Heads and mask of a drawn block
    "The attention has {n} head and a causal mask.": (
        "Uwaga ma {n} głowę i maskę przyczynową.",
        "Uwaga ma {n} głowy i maskę przyczynową.",
        "Uwaga ma {n} głów i maskę przyczynową.",
    ),
    "The attention has {n} head and no mask.": (
        "Uwaga ma {n} głowę i nie ma maski.",
        "Uwaga ma {n} głowy i nie ma maski.",
        "Uwaga ma {n} głów i nie ma maski.",
    ),
}
