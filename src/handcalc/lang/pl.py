"""Polish: data for `lang`, the English sentences and counted phrases with what a Polish lecturer says instead."""

NAME = "polski"
DECIMAL = ","
SEPARATOR = "; "
QUOTES = ("„", "”")
TIED = "aiouwzAIOUWZ"


def plural(n: int) -> int:
    """1 waga, 2 wagi, 5 wag."""
    if n == 1:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


SENTENCES: dict[str, str] = {
    # Pages of every command
    "Step": "Krok",
    " and ": " i ",
    "token": "token",
    "position": "pozycja",
    "row": "wiersz",
    "sum": "suma",
    "id": "id",
    "name": "nazwa",
    "symbol": "symbol",
    "shape": "kształt",
    "cell": "komórka",
    "weights": "wagi",
    "derivative": "pochodna",
    "step": "krok",
    "training step": "krok uczenia",
    "columns {first} to {last} of {count}": "kolumny od {first} do {last} z {count}",
    "column {first} of {count}": "kolumna {first} z {count}",
    "averaged: one cell stands for {rows} × {columns} numbers": (
        "uśrednione: jedno pole to średnia z {rows} × {columns} liczb"
    ),
    # walk, 1 and 2: the text and the table E
    "From text to ids": "Od tekstu do id",
    "The text is cut at white space. Each word is a token of {size} and becomes its id.": (
        "Tekst dzielimy na słowa w miejscach odstępów. Każde słowo jest tokenem ze {size} i zamienia się w swoje id."
    ),
    "The tokenizer cuts the text into tokens of {size}, each time the longest that fits, and each token becomes its "
    "id, the number of its row in the table E. The sign ␣ stands for a space.": (
        "Tokenizator dzieli tekst na tokeny ze {size}: za każdym razem bierze najdłuższy, który pasuje. Każdy token "
        "zamienia się w swoje id, czyli numer swojego wiersza w tablicy E. Znak ␣ oznacza spację."
    ),
    "The table E: where its numbers come from": "Tablica E: skąd biorą się jej liczby",
    "E holds one row for each token of the vocabulary and one column for each dimension: V × d = {V} × {d}. It is "
    "there before any sentence and before the attention.": (
        "Tablica osadzeń E ma po jednym wierszu na każdy token słownika i po jednej kolumnie na każdy wymiar: V × d = "
        "{V} × {d}. Istnieje, zanim pojawi się jakiekolwiek zdanie i zanim zadziała uwaga."
    ),
    "a. The start: random numbers. GPT-2 draws each number of a new table from N(0, {spread}²). A row drawn that way, "
    "with the seed {seed}, is": (
        "a. Start: liczby losowe. GPT-2 losuje każdą liczbę nowej tablicy z rozkładu N(0; {spread}²). Wiersz "
        "wylosowany w ten sposób, z ziarnem {seed}:"
    ),
    "It means nothing yet: before training, every row is as good as any other.": (
        "Na razie nic on nie znaczy: przed uczeniem każdy wiersz jest tak samo dobry jak każdy inny."
    ),
    "b. Training: each number moves against its derivative.": (
        "b. Uczenie: każda liczba przesuwa się przeciwnie do swojej pochodnej."
    ),
    "The table that this model works with, as if already trained (the rows of this sentence are marked):": (
        "Tablica, na której pracuje ten model, jakby była już wyuczona (wiersze tego zdania są zaznaczone):"
    ),
    "The table that this model works with (the rows of this sentence are marked):": (
        "Tablica, na której pracuje ten model (wiersze tego zdania są zaznaczone):"
    ),
    "One training step, to see it worked. After these tokens the next one should be {target}, so the loss is": (
        "Jeden krok uczenia, policzony od początku do końca. Po tych tokenach następnym powinien być {target}, więc "
        "strata wynosi:"
    ),
    "The derivative of L by each row of E that the sentence reads:": (
        "Pochodne L po tych wierszach E, które odczytuje zdanie:"
    ),
    "The sentence reads every row of E, so none is exactly 0 for lack of a token.": (
        "Zdanie odczytuje każdy wiersz E, więc żaden nie ma pochodnej 0 z tego powodu, że brakuje jego tokenu."
    ),
    "With the learning rate η = {eta}, the row of {token} (id {id}) becomes": (
        "Przy współczynniku uczenia η = {eta} wiersz tokenu {token}, o id {id}, zmienia się tak:"
    ),
    "After this one step {p_target} goes from {p} to {p_new} and the loss from {loss} to {loss_new}, a change of "
    "{change}.": (
        "Po tym jednym kroku {p_target} zmienia się z {p} na {p_new}, a strata z {loss} na {loss_new} (zmiana o "
        "{change})."
    ),
    "The rest of this page uses the table above, without the step.": (
        "Dalej na tej stronie używamy tablicy wypisanej wyżej, sprzed tego kroku."
    ),
    "Reading: to read a row is to multiply E by a vector of zeros with a 1 at the id. For {token}, id {id}:": (
        "Odczyt: odczytać wiersz to tyle, co pomnożyć przez E wektor zer z jedynką na miejscu id. Dla tokenu {token}, "
        "o id {id}:"
    ),
    # walk, 3: positions
    "The input x": "Wejście x",
    "The positions P and the input x": "Pozycje P i wejście x",
    "This model adds no positions: the rows that were read are x, and x is all that the block gets.": (
        "Ten model nie dodaje pozycji: odczytane wiersze tworzą macierz x i to jest wszystko, co dostaje blok."
    ),
    "E does not say where a token stands. Each position has a row of the table P, weights like those of E. The sum of "
    "the two rows is a row of x, and x is all that the block gets.": (
        "Z E nie wynika, gdzie stoi token. Każda pozycja ma swój wiersz w tablicy P, a jej liczby są wagami, tak jak "
        "w E. Suma obu wierszy jest wierszem macierzy x, a x to wszystko, co dostaje blok."
    ),
    "E does not say where a token stands. Each position has a row of sines and cosines: sin(t·w) in the odd "
    "dimensions and cos(t·w) in the even ones, with w = 1/10000^(2i/d) for the pairs i from 0 to {last}; t counts "
    "from 0, so row 1 has t = 0. The sum of the two rows is a row of x, and x is all that the block gets.": (
        "Z E nie wynika, gdzie stoi token. Każda pozycja ma swój wiersz sinusów i cosinusów: sin(t·w) w wymiarach "
        "nieparzystych i cos(t·w) w parzystych, gdzie w = 1/10000^(2i/d) dla par i od 0 do {last}; t liczymy od 0, "
        "więc w wierszu 1 mamy t = 0. Suma obu wierszy jest wierszem macierzy x, a x to wszystko, co dostaje blok."
    ),
    # walk, 4 to 8: titles
    "LayerNorm": "normalizacja warstwy",
    "MLP": "MLP",
    "first sum": "pierwszy skrót",
    "second sum": "drugi skrót",
    "third sum": "trzeci skrót",
    "Query, key, value": "Zapytanie, klucz, wartość",
    "The attention of each head": "Uwaga każdej głowy",
    "The attention": "Uwaga",
    "Mixing the values and joining the heads": "Mieszanie wartości i łączenie głów",
    "Mixing the values": "Mieszanie wartości",
    "Block {number} · {title}": "Blok {number} · {title}",
    "An upper index names the block; where there are two, the block and the head.": (
        "Górny indeks podaje numer bloku; gdy są dwa górne indeksy, to kolejno numer bloku i numer głowy."
    ),
    # walk, 4: LayerNorm
    "Each row of {x} is normalized on its own: minus its mean μ, divided by its standard deviation σ.": (
        "Normalizacja warstwy (LayerNorm, LN) działa na każdy wiersz macierzy {x} osobno: od każdej liczby odejmuje "
        "średnią wiersza μ, a różnicę dzieli przez odchylenie standardowe wiersza σ."
    ),
    "The variance has the divisor d = {d} (not d − 1), and ε = {eps} stands inside the root.": (
        "W wariancji dzielimy przez d = {d} (nie przez d − 1), a ε = {eps} stoi pod pierwiastkiem."
    ),
    "The variance has the divisor d = {d} (not d − 1); there is no ε.": (
        "W wariancji dzielimy przez d = {d} (nie przez d − 1); ε tu nie ma."
    ),
    "LayerNorm of {x}, as before (divisor d = {d}, ε = {eps} inside the root):": (
        "Normalizacja warstwy dla {x}, tak jak poprzednio (dzielnik d = {d}, ε = {eps} pod pierwiastkiem):"
    ),
    "LayerNorm of {x}, as before (divisor d = {d}, no ε):": (
        "Normalizacja warstwy dla {x}, tak jak poprzednio (dzielnik d = {d}, bez ε):"
    ),
    "We follow row {row}, {token}.": "Śledzimy wiersz {row}, token {token}.",
    "We follow every row.": "Śledzimy wszystkie wiersze.",
    "All rows:": "Wszystkie wiersze:",
    "All rows of {u}:": "Wszystkie wiersze macierzy {u}:",
    # walk, 5: query, key, value
    "Three weight matrices multiply {u}: {q} asks, {k} answers, {v} is what a token hands over.": (
        "Macierz {u} mnożymy przez trzy macierze wag: {q} pyta, {k} odpowiada, a {v} to wartości, które token "
        "przekazuje dalej."
    ),
    "Here the matrices only choose columns: {choices}.": "Tutaj te macierze tylko wybierają kolumny: {choices}.",
    "Here the matrices only choose columns, some with the sign changed: {choices}.": (
        "Tutaj te macierze tylko wybierają kolumny, niektóre ze zmienionym znakiem: {choices}."
    ),
    "Head {head} reads column {first}.": "Głowa {head} czyta kolumnę {first}.",
    "Head {head} reads columns {first} and {last}.": "Głowa {head} czyta kolumny {first} i {last}.",
    "Head {head} reads columns {first} to {last}.": "Głowa {head} czyta kolumny od {first} do {last}.",
    "Head h reads the columns (h − 1)·{d_k} + 1 to h·{d_k}.": "Głowa h czyta kolumny od (h − 1)·{d_k} + 1 do h·{d_k}.",
    # walk, 6: the attention
    "Every query meets the key of every token.": "Każde zapytanie spotyka się z kluczem każdego tokenu.",
    "The query of {token} meets the key of every token.": (
        "Pyta token {token}: jego zapytanie spotyka się z kluczem każdego tokenu."
    ),
    "The products are divided by √d_k = √{d_k}.": (
        "Iloczyny skalarne dzielimy przez √d_k = √{d_k}; tak powstają wyniki (score)."
    ),
    "The products are not scaled in this model.": (
        "Iloczynów skalarnych ten model niczym nie dzieli: są one od razu wynikami (score)."
    ),
    "Softmax turns the row into weights that sum to 1.": "Softmax zamienia wiersz wyników w wagi o sumie 1.",
    "There is no mask: each token sees all of them, the later ones too.": (
        "Maski nie ma: każdy token widzi wszystkie tokeny, także późniejsze."
    ),
    "The causal mask writes −∞ over the scores of later tokens: e^(−∞) = 0, so no token looks ahead.": (
        "Maska przyczynowa wpisuje −∞ w miejsce wyników późniejszych tokenów: e^(−∞) = 0, więc żaden token nie patrzy "
        "naprzód."
    ),
    "This is the last row, so the causal mask erases nothing here.": (
        "To ostatni wiersz, więc maska przyczynowa niczego tu nie zasłania."
    ),
    "Head {head}, {query}:": "Głowa {head}, zapytanie {query}:",
    "The query is {query}:": "Zapytanie to {query}:",
    "The exponentials are e^(s − max) here, because e^s itself would be too large or too small; the largest score of "
    "the row is taken off first, which changes no weight.": (
        "Liczymy tu e^(s − max), bo samo e^s byłoby za duże albo za małe: od każdego wyniku odejmujemy najpierw "
        "największy wynik w wierszu, co nie zmienia żadnej wagi."
    ),
    "Here {token} looks most at {other}, with the weight {weight}.": (
        "Tutaj {token} patrzy najmocniej na {other}, z wagą {weight}."
    ),
    "Here {token} looks equally at {others}, with the weight {weight} each.": (
        "Tutaj {token} patrzy jednakowo na {others}, na każdy z wagą {weight}."
    ),
    "All weights of head {head} (row: who looks; column: at whom):": (
        "Wszystkie wagi głowy {head} (wiersz: kto patrzy; kolumna: na kogo):"
    ),
    "All weights (row: who looks; column: at whom):": "Wszystkie wagi uwagi (wiersz: kto patrzy; kolumna: na kogo):",
    # walk, 7: values
    "Each head takes the mean of the values, weighted by its row of weights, and the results of the heads are put "
    "side by side.": (
        "Każda głowa liczy w każdym wierszu średnią ważoną wartości, z wagami uwagi z tego wiersza, a średnie "
        "wszystkich głów stawiamy obok siebie."
    ),
    "The head takes the mean of the values, weighted by its row of weights.": (
        "Głowa liczy w każdym wierszu średnią ważoną wartości, z wagami uwagi z tego wiersza."
    ),
    "There is no W_O here: what the heads give is the result {A}.": (
        "Macierzy W_O tu nie ma, więc to już jest wyjście uwagi {A}."
    ),
    "The result is {product}. Here W_O is the identity, which leaves them as they are:": (
        "Wyjście uwagi to {product}. Tutaj W_O jest macierzą jednostkową, więc nic się nie zmienia:"
    ),
    "The result is {product}.": "Wyjście uwagi to {product}.",
    # walk, 8: sums and the MLP
    "The residual sum adds {terms}, number by number:": "Skrót dodaje {terms}, liczba po liczbie:",
    "The MLP works on each row alone: {first} takes it from {d} to {width} numbers, {bend} bends each of them, and "
    "{second} brings it back to {d}.": (
        "MLP przekształca każdy wiersz osobno: {first} prowadzi z szerokości {d} do {width}, {bend} działa nieliniowo "
        "na każdą liczbę z osobna, a {second} wraca do szerokości {d}."
    ),
    "GELU is taken in its tanh form; the exact form with erf differs in the third or fourth decimal.": (
        "GELU liczymy w wersji z tanh; wersja dokładna, z erf, różni się na trzecim lub czwartym miejscu po przecinku."
    ),
    "GELU is taken in its exact form, with erf; the tanh form differs in the third or fourth decimal.": (
        "GELU liczymy w wersji dokładnej, z erf; wersja z tanh różni się na trzecim lub czwartym miejscu po przecinku."
    ),
    "ReLU keeps what is positive and turns the rest into 0.": "ReLU zostawia liczby dodatnie, a resztę zamienia na 0.",
    "Here {first} only chooses columns: {hidden} = {columns}.": (
        "Tutaj {first} tylko wybiera kolumny: {hidden} = {columns}."
    ),
    # walk, 9: the next token
    "The next token": "Następny token",
    "The last state": "Ostatni stan",
    "The last LayerNorm comes before the output.": "Przed wyjściem jest jeszcze końcowa normalizacja warstwy.",
    "This model has no output matrix W_U and ends here, with {state}:": (
        "Ten model nie ma macierzy wyjściowej W_U i kończy się tutaj, na macierzy {state}:"
    ),
    "The product with W_U gives one number, the logit z, for each token of the vocabulary.": (
        "Mnożenie przez W_U daje każdemu tokenowi słownika jedną liczbę, jego logit z."
    ),
    "Row {row}, {token}:": "Wiersz {row}, token {token}:",
    "For {token}:": "Dla tokenu {token}:",
    "At T = 0 the largest logit takes all the probability: this is the limit of e^(z/T) / Σ e^(z/T).": (
        "Przy T = 0 całe prawdopodobieństwo bierze największy logit: to granica e^(z/T) / Σ e^(z/T), gdy T maleje do 0."
    ),
    "The temperature T = {T} divides every logit before the softmax: their order stays, the differences change.": (
        "Przed softmaksem każdy logit dzielimy przez temperaturę T = {T}: kolejność logitów zostaje, a różnice między "
        "nimi się zmieniają."
    ),
    "The exponentials are taken after the largest is subtracted, because e to the full power would be too large or "
    "too small; that changes no probability.": (
        "Od wykładników odejmujemy najpierw największy z nich, bo inaczej potęgi liczby e byłyby za duże albo za "
        "małe; nie zmienia to żadnego prawdopodobieństwa."
    ),
    "Softmax turns the logits into probabilities:": "Softmax zamienia logity w prawdopodobieństwa:",
    "The most likely token is {token}, with {p}: the text would go on as {text}.": (
        "Najbardziej prawdopodobny jest token {token}, z prawdopodobieństwem {p}: z nim tekst brzmiałby {text}."
    ),
    "Equally likely are {tokens}, with {p} each.": (
        "Jednakowo najbardziej prawdopodobne są tokeny {tokens}, każdy z prawdopodobieństwem {p}."
    ),
    "The loss of {target}, {loss}, is the L that step 2 trained on.": (
        "Strata dla tokenu {target} wynosi {loss}: to jest właśnie L z kroku uczenia pokazanego w kroku 2."
    ),
    # backward: titles
    "The loss and the logits": "Strata i logity",
    "Back through W_U": "Wstecz przez W_U",
    "Back through the last LayerNorm": "Wstecz przez końcową normalizację warstwy",
    "Back through LayerNorm": "Wstecz przez normalizację warstwy",
    "Back through the first LayerNorm": "Wstecz przez pierwszą normalizację warstwy",
    "Back through the second LayerNorm": "Wstecz przez drugą normalizację warstwy",
    "Back through the third LayerNorm": "Wstecz przez trzecią normalizację warstwy",
    "Back through the first sum": "Wstecz przez pierwszy skrót",
    "Back through the second sum": "Wstecz przez drugi skrót",
    "Back through the third sum": "Wstecz przez trzeci skrót",
    "Back through the MLP": "Wstecz przez MLP",
    "Back through W_O": "Wstecz przez W_O",
    "Back to the heads": "Wstecz do głów",
    "Back through the attention of each head": "Wstecz przez uwagę każdej głowy",
    "Back through the attention": "Wstecz przez uwagę",
    "Back through query, key and value": "Wstecz przez zapytanie, klucz i wartość",
    "Back to P and E": "Wstecz do P i E",
    "Back to E": "Wstecz do E",
    "All weights": "Wszystkie wagi",
    # backward: rules
    "∂L/∂x says how fast the loss L grows when the number x grows. The way back takes the steps of the walk in "
    "reverse order: from the gradient of its result, each step makes the gradients of what went into it. Where a "
    "number is used several times, ∂L/∂x|y is the part that comes back through y.": (
        "∂L/∂x mówi, jak szybko rośnie strata L, gdy rośnie liczba x. Wstecz idziemy przez te same kroki w odwrotnej "
        "kolejności: z gradientu tego, co krok obliczył, powstają gradienty tego, co do niego weszło. Gdy liczba była "
        "użyta kilka razy, ∂L/∂x|y oznacza tę część, która wraca przez y."
    ),
    "The derivative of the loss by a number that goes into the last softmax is p − t: the probability minus 1 at the "
    "target, the probability alone everywhere else. Only the last row counts for the loss; in the other rows the "
    "derivative is 0.": (
        "Pochodna straty po liczbie, która wchodzi do ostatniego softmaksu, to p − t: przy celu prawdopodobieństwo "
        "minus 1, wszędzie indziej samo prawdopodobieństwo. Do straty wchodzi tylko ostatni wiersz; w pozostałych "
        "wierszach pochodna jest równa 0."
    ),
    "What was divided by a constant on the way forward has its gradient divided by the same constant.": (
        "To, co w przód podzieliliśmy przez stałą, ma wstecz gradient podzielony przez tę samą stałą."
    ),
    "Back through a product: the gradient of each factor is the gradient of the result times the other factor, "
    "transposed where the shapes ask for it.": (
        "Wstecz przez iloczyn: gradient każdego czynnika to gradient iloczynu razy drugi czynnik, transponowany tam, "
        "gdzie wymagają tego kształty."
    ),
    "LayerNorm takes off the mean and divides by σ. On the way back two things are taken off: κ, the mean of the "
    "gradient, and the normalized row times ρ, the mean of gradient times normalized row; then the same σ divides.": (
        "Normalizacja warstwy odejmuje średnią i dzieli przez σ. Wstecz odejmujemy od gradientu dwie rzeczy: κ, czyli "
        "jego średnią, oraz znormalizowany wiersz razy ρ, gdzie ρ to średnia iloczynów gradientu i tego wiersza; "
        "potem dzielimy przez to samo σ."
    ),
    "Each number's gradient is multiplied by the slope of GELU at that number.": (
        "Gradient każdej liczby mnożymy przez pochodną GELU w punkcie równym tej liczbie."
    ),
    "ReLU lets the gradient of a positive number pass and turns the others into 0.": (
        "ReLU przepuszcza gradient liczby dodatniej, a pozostałe zamienia na 0."
    ),
    "In a softmax every score moves every weight of its row. All of that comes together in one sum a row, τ = Σ "
    "a·∂L/∂a, and the gradient of a score is a·(∂L/∂a − τ).": (
        "W softmaksie każdy wynik wpływa na każdą wagę swojego wiersza. Wszystkie te wpływy zbiera jedna suma na "
        "wiersz, τ = Σ a·∂L/∂a, a gradient wyniku to a·(∂L/∂a − τ)."
    ),
    "A score that the mask erased had no influence: its gradient is 0. The others pass unchanged.": (
        "Wynik, który maska zasłoniła, na nic nie wpłynął: jego gradient jest równy 0. Pozostałe przechodzą bez zmian."
    ),
    "Side by side on the way forward, apart again on the way back: each head gets its own columns.": (
        "W przód głowy stanęły obok siebie, wstecz znów się rozchodzą: każda dostaje swoje kolumny."
    ),
    "The gradients of the heads go back to the columns that the heads had read.": (
        "Gradienty głów wracają do tych kolumn, które głowy czytały."
    ),
    "Put together, the columns of the heads make up the whole gradient:": (
        "Kolumny wszystkich głów, złożone razem, tworzą cały gradient:"
    ),
    "A sum passes its gradient to each of its terms unchanged:": (
        "Suma przekazuje swój gradient bez zmian każdemu ze składników:"
    ),
    "What was passed on unchanged on the way forward has the same gradient:": (
        "To, co w przód przeszło bez zmian, ma ten sam gradient:"
    ),
    "Here gradients meet. What is used several times gets a gradient from each use, and these are added.": (
        "Tu spotykają się gradienty. To, co było użyte kilka razy, dostaje gradient z każdego użycia, a te gradienty "
        "dodajemy."
    ),
    "Each row of the table gets the gradients of the places where it was read, added up; a row that was not read gets "
    "0.": (
        "Każdy wiersz tablicy dostaje sumę gradientów z miejsc, w których go odczytano; wiersz, którego nie "
        "odczytano, dostaje 0."
    ),
    "Each weight has its derivative now. In each table, the derivative that is largest in size:": (
        "Każda waga ma już swoją pochodną. Z każdej tablicy wag wypisujemy pochodną o największej wartości "
        "bezwzględnej:"
    ),
    "Not used in this run, so with the derivative 0: {names}.": (
        "Wagi, których ten rachunek nie używa, mają pochodną 0: {names}."
    ),
    # train-step
    "The loss": "Strata",
    "After {text} the next token should be {target}. The loss L is small when the model gives it a high probability:": (
        "Po {text} następnym tokenem powinien być {target}. Strata L jest mała, gdy model daje mu duże "
        "prawdopodobieństwo:"
    ),
    "The gradient: the derivative of L by each number of E": "Gradient: pochodna L po każdej liczbie z E",
    "The derivative says how fast L grows when a number of E grows. The command backward writes out how it is found, "
    "from the loss back to E.": (
        "Pochodna mówi, jak szybko rośnie L, gdy rośnie dana liczba z E. Polecenie backward pokazuje krok po kroku, "
        "jak się ją liczy, od straty wstecz aż do E."
    ),
    "The update": "Zmiana wag",
    "Each number moves against its derivative, by the learning rate η = {eta} times as much:": (
        "Od każdej liczby odejmujemy jej pochodną pomnożoną przez współczynnik uczenia η = {eta}:"
    ),
    "The row of {token} (id {id}), number by number:": "Wiersz tokenu {token} (id {id}), liczba po liczbie:",
    "{W} after the step:": "{W} po tym kroku:",
    "After the step": "Po kroku uczenia",
    "The forward pass again, with all the new weights:": "Jeszcze raz w przód, już ze wszystkimi nowymi wagami:",
    "The forward pass again, with the new E and all other weights as they were:": (
        "Jeszcze raz w przód, z nową tablicą E i pozostałymi wagami takimi jak przedtem:"
    ),
    "p before": "p przed",
    "p after": "p po",
    "The step repeated": "Powtarzanie kroku uczenia",
    "The loss went from {first} down to {last}.": "Strata spadła z {first} do {last}.",
    "The loss went up, from {first} to {last}: these steps are too long. A smaller η makes shorter ones.": (
        "Strata wzrosła z {first} do {last}: te kroki są za długie. Przy mniejszym η będą krótsze."
    ),
    "Training went out of bounds at step {step}; a smaller learning rate η would help. {reason}": (
        "Uczenie rozbiega się w kroku {step}; pomógłby mniejszy współczynnik uczenia η. {reason}"
    ),
    # posenc
    "The code": "Kod",
    "The map": "Mapa",
    "Dot products by distance": "Iloczyny skalarne a odległość",
    "dimension": "wymiar",
    "distance": "odległość",
    "distance k": "odległość k",
    "dot product": "iloczyn skalarny",
    "from position {t}": "od pozycji {t}",
    "d = {d} is odd; sine and cosine come in pairs, so d must be even.": (
        "d = {d} jest nieparzyste; sinus i cosinus występują parami, więc d musi być parzyste."
    ),
    "Position t gets a row of d = {d} numbers, t counted from 0: in the dimensions 2i + 1 and 2i + 2 stand sin(t·w) "
    "and cos(t·w) with w = 1/10000^(2i/d), for the pairs i from 0 to {last}. The first pair turns fastest, each "
    "following one more slowly.": (
        "Pozycja t (liczona od 0) dostaje wiersz o długości d = {d}: w wymiarach 2i + 1 i 2i + 2 stoją sin(t·w) i "
        "cos(t·w), gdzie w = 1/10000^(2i/d), dla par i od 0 do {last}. Pierwsza para obraca się najszybciej, każda "
        "następna wolniej."
    ),
    "Each row is a position, each column a dimension; the waves grow longer from left to right.": (
        "Wiersz to pozycja, kolumna to wymiar; od lewej do prawej fale są coraz dłuższe."
    ),
    "The dot product of the codes of two positions says how alike they are. For position {at} and the one at distance "
    "{k}:": (
        "Iloczyn skalarny kodów dwóch pozycji mówi, jak bardzo te kody są podobne. Dla pozycji {at} i pozycji "
        "odległej o {k}:"
    ),
    "Each pair of dimensions gives sin·sin + cos·cos, which is the cosine of the difference of the two angles. So the "
    "product is a sum of cosines, and the position itself has dropped out:": (
        "Każda para wymiarów daje sin·sin + cos·cos, czyli cosinus różnicy obu kątów. Iloczyn jest więc sumą "
        "cosinusów, a sama pozycja z niego znika:"
    ),
    "From both positions the products are the same: they differ by less than {bound}, which is rounding.": (
        "Od obu pozycji iloczyny wychodzą takie same: różnią się o mniej niż {bound}, a to tylko błąd zaokrągleń."
    ),
    "At distance 0 every cosine is 1 and the sum reaches its maximum, d/2 = {half}.": (
        "Przy odległości 0 każdy cosinus jest równy 1, a suma osiąga maksimum, d/2 = {half}."
    ),
    "The dot product by distance:": "Iloczyn skalarny w zależności od odległości:",
    # show
    "The names of all numbers": "Nazwy wszystkich liczb",
    "Any of them can be shown, as in {example}: its name and, in brackets, which number. A token may stand for its "
    "position.": (
        "Każdą z tych liczb można pokazać, na przykład tak: {example}. Po nazwie podajemy w nawiasie kwadratowym, o "
        "którą liczbę chodzi. Zamiast pozycji może tam stać token."
    ),
    "This number is given: nothing was calculated to get it.": "Ta liczba jest dana: nie powstała z żadnego rachunku.",
    "A table of given numbers: {shape}.": "Tablica liczb danych z góry: {shape}.",
    "{part}, a sub-result of {line}.": "{part}: liczba pośrednia w rachunku {line}.",
    "the mean of the row": "średnia wiersza",
    "the standard deviation of the row": "odchylenie standardowe wiersza",
    "the exponential": "potęga liczby e",
    "the sum over the row": "suma po wierszu",
    "the largest number of the row": "największa liczba w wierszu",
    "the mean of the gradient times the normalized row": "średnia iloczynów gradientu i znormalizowanego wiersza",
    "With that, everything is worked out from given numbers.": (
        "W ten sposób cały rachunek sprowadza się do liczb danych z góry."
    ),
    "What it was made from, level {level}": "Z czego powstała ta liczba, poziom {level}",
    "Of {count} numbers the first {most} are shown.": "Pokazano tylko początek: {most} z {count} liczb.",
    "There is no number named {name}; show alone lists all names.": (
        "Nie ma liczby o nazwie „{name}”; samo show wypisuje wszystkie nazwy."
    ),
    "There is no number named {name}; the closest names: {near}.": (
        "Nie ma liczby o nazwie „{name}”; najbliższe nazwy: {near}."
    ),
    "{index} is not on this axis; expected a number from {first} to {last}.": (
        "Indeksu „{index}” tu nie ma; powinna to być liczba od {first} do {last}."
    ),
    "{cell} has no closing bracket; expected: name[index, index].": (
        "W „{cell}” brakuje nawiasu zamykającego; powinno być: nazwa[indeks, indeks]."
    ),
    "{cell} has an open quote; expected: name[index, index].": (
        "W „{cell}” cudzysłów nie jest zamknięty; powinno być: nazwa[indeks, indeks]."
    ),
    "{name} needs another number of indices: {wanted} instead of {found}, as in {example}.": (
        "Liczba indeksów przy {name} powinna wynosić {wanted}, a wynosi {found}; przykład: {example}."
    ),
    # show: what kind of line it is
    "Row t is the row of the table that the id of token t names.": (
        "Wiersz t to ten wiersz tablicy, który odczytano dla pozycji t."
    ),
    "Each row of the table adds up the gradients of the places that read it.": (
        "Każdy wiersz tablicy jest sumą gradientów z miejsc, w których go odczytano."
    ),
    "The sinusoidal code: sin(t·w) in the odd dimensions, cos(t·w) in the even ones, t from 0.": (
        "Kod sinusoidalny: sin(t·w) w wymiarach nieparzystych, cos(t·w) w parzystych, t od 0."
    ),
    "The dot product of two rows of the sinusoidal code, by their distance alone.": (
        "Iloczyn skalarny dwóch wierszy kodu sinusoidalnego, policzony z samej ich odległości."
    ),
    "A sum, number by number.": "Suma, liczba po liczbie.",
    "The same numbers, passed on unchanged.": "Te same liczby, przekazane bez zmian.",
    "LayerNorm: minus the mean of the row, divided by its standard deviation.": (
        "Normalizacja warstwy: od liczby odejmujemy średnią jej wiersza i różnicę dzielimy przez odchylenie "
        "standardowe tego wiersza."
    ),
    "Back through LayerNorm: (g − mean of g − u · mean of g·u) / σ, with g the gradient of u.": (
        "Wstecz przez normalizację warstwy: (g − średnia z g − u · średnia z g·u) / σ, gdzie g to gradient u."
    ),
    "A matrix product: a row of the one times a column of the other.": (
        "Iloczyn macierzy: wiersz pierwszej razy kolumna drugiej."
    ),
    "Some of the columns: the part of one head.": "Część kolumn: te, które należą do jednej głowy.",
    "The gradients of one head, back in the columns that it had read; 0 in the others.": (
        "Gradienty jednej głowy z powrotem w kolumnach, które czytała; w pozostałych 0."
    ),
    "The heads side by side.": "Głowy obok siebie.",
    "A division by a constant.": "Dzielenie przez stałą.",
    "The causal mask: later tokens get −∞, the others keep their score.": (
        "Maska przyczynowa: późniejsze tokeny dostają −∞, pozostałe zachowują swój wynik."
    ),
    "Back through the mask: 0 where it erased, unchanged elsewhere.": (
        "Wstecz przez maskę: 0 tam, gdzie zasłaniała, w pozostałych miejscach bez zmian."
    ),
    "Softmax: e to the power of each number, divided by the sum of these over the row.": (
        "Softmax: e do potęgi każdej z liczb, podzielone przez sumę tych potęg w wierszu."
    ),
    "Back through softmax: a·(∂L/∂a − τ), τ the sum of a·∂L/∂a over the row.": (
        "Wstecz przez softmax: a·(∂L/∂a − τ), gdzie τ to suma a·∂L/∂a po wierszu."
    ),
    "The limit of softmax at T = 0: 1 for the largest, shared by ties.": (
        "Granica softmaksu przy T = 0: 1 dla największej liczby, przy remisie podzielone po równo."
    ),
    "GELU of each number.": "GELU z każdej liczby.",
    "Back through GELU: the gradient times the slope at that number.": (
        "Wstecz przez GELU: gradient razy pochodna GELU w punkcie równym danej liczbie."
    ),
    "ReLU: the number where it is positive, else 0.": "ReLU: sama liczba, jeśli jest dodatnia, w przeciwnym razie 0.",
    "Back through ReLU: the gradient where the number was positive, else 0.": (
        "Wstecz przez ReLU: gradient, jeśli liczba była dodatnia, w przeciwnym razie 0."
    ),
    "The loss: minus the logarithm of the target's probability.": "Strata: minus logarytm prawdopodobieństwa celu.",
    "The derivative of the loss by a logit: p − t, t being 1 at the target; 0 in the other rows.": (
        "Pochodna straty po logicie: p − t, gdzie t = 1 przy celu, a wszędzie indziej 0; w pozostałych wierszach "
        "pochodna jest równa 0."
    ),
    "One step of gradient descent: the weight minus η times its derivative.": (
        "Jeden krok metody spadku gradientu: waga minus η razy jej pochodna."
    ),
    # Errors: the command line
    "The command line cannot be read: {reason}": "Nie można odczytać wiersza poleceń: {reason}",
    "There is no option {option}; --help lists those there are.": (
        "Nie ma opcji {option}; --help wypisuje wszystkie dostępne."
    ),
    "There is no option {option}; the closest ones: {near}.": "Nie ma opcji {option}; najbliższe: {near}.",
    "The option {option} needs a value behind it.": "Po opcji {option} musi stać wartość.",
    "The option {option} takes no value.": "Opcja {option} nie przyjmuje wartości.",
    "The option {option} must stand behind a command, as in {example}.": (
        "Opcję {option} trzeba podać po nazwie polecenia, na przykład: {example}."
    ),
    "There is no command {command}; possible: {commands}.": "Nie ma polecenia {command}; możliwe: {commands}.",
    "There is no command {command}; the closest one is {near}.": "Nie ma polecenia {command}; najbliższe to {near}.",
    "{command} has no place for {argument}; a text of several words goes in quotes.": (
        "W poleceniu {command} nie ma miejsca na {argument}; tekst z kilku słów trzeba wziąć w cudzysłów."
    ),
    "The shell is not one that Typer can complete for.": "W tej powłoce Typer nie umie podpowiadać.",
    "There is not enough memory for this run.": "Za mało pamięci na ten rachunek.",
    "The calculation is nested too deeply to be written down.": (
        "Rachunek jest zagnieżdżony zbyt głęboko, żeby go wypisać."
    ),
    "handcalc made a mistake of its own: {kind}, {reason}. Please report it; python -X dev shows where.": (
        "To błąd samego programu handcalc: {kind}, {reason}. Prosimy o zgłoszenie; python -X dev pokaże miejsce błędu."
    ),
    "{option} is {found}, expected a finite number, 0 or more.": (
        "Wartość {option} to {found}, a powinna to być skończona liczba nieujemna."
    ),
    "{option} is {found}, expected a whole number from {least} to {most}.": (
        "Wartość {option} to {found}, a powinna to być liczba całkowita od {least} do {most}."
    ),
    "{option} is {found}; possible: {allowed}.": "Wartość {option} to {found}; możliwe: {allowed}.",
    "{option} is {found}; handcalc speaks {known}.": "Wartość {option} to {found}; handcalc zna języki: {known}.",
    "{option} is {found}, expected numbers of steps such as 6 or 4-6,9.": (
        "Wartość {option} to {found}, a powinny to być numery kroków, na przykład 6 albo 4-6,9."
    ),
    "{option} has {first}-{last}, which runs backwards; {last}-{first} would be right.": (
        "Zakres {first}-{last} w {option} biegnie wstecz; powinno być {last}-{first}."
    ),
    "There is no step {step}; {command} has the steps {existing}.": (
        "Nie ma kroku {step}; kroki polecenia {command}: {existing}."
    ),
    "{rows} positions of {d} numbers each are {cells} numbers; handcalc computes at most {most}.": (
        "Liczba pozycji {rows} razy liczba wymiarów {d} daje {cells}; handcalc liczy najwyżej {most} liczb naraz."
    ),
    "{count} distances were given; at most {most} fit.": (
        "Liczba podanych odległości: {count}; zmieści się najwyżej {most}."
    ),
    # Errors: the text and the model
    "The text is empty; it needs at least one token of the vocabulary.": (
        "Tekst jest pusty; potrzebny jest co najmniej jeden token ze słownika."
    ),
    "The text has {count} tokens; the model {model} has room for {most}.": (
        "Liczba tokenów w tekście: {count}; model {model} mieści najwyżej {most}."
    ),
    "The model {model} has no token for {piece}; its tokens: {known}.": (
        "Model {model} nie ma tokenu dla „{piece}”; jego tokeny: {known}."
    ),
    "The model {model} has no token for {piece}; the closest ones: {near}.": (
        "Model {model} nie ma tokenu dla „{piece}”; najbliższe tokeny: {near}."
    ),
    "{name} fits several tokens: {fits}.": "Do „{name}” pasuje kilka tokenów: {fits}.",
    "The sentence has no token {token}; its tokens: {tokens}.": (
        "W zdaniu nie ma tokenu „{token}”; jego tokeny: {tokens}."
    ),
    "{token} stands in rows {rows}; give the row's number.": (
        "Token „{token}” stoi w wierszach {rows}; podaj numer wiersza."
    ),
    "There is no row {row}; the sentence has rows 1 to {count}.": (
        "Nie ma wiersza {row}; numery wierszy tego zdania: od 1 do {count}."
    ),
    "The model {model} has no output (no W_U), so it has no logits and no loss.": (
        "Model {model} nie ma wyjścia (brak W_U), więc nie ma też logitów ani straty."
    ),
    "The model {model} names no target; give one, with --target on the command line.": (
        "Model {model} nie ma ustalonego celu; trzeba go podać, w wierszu poleceń opcją --target."
    ),
    "At T = 0 the loss has no derivative; give a temperature above 0.": (
        "Przy T = 0 strata nie ma pochodnej; podaj temperaturę większą od 0."
    ),
    "The numbers grow beyond all bounds at {name}; the weights are too large.": (
        "Liczby w {name} rosną bez ograniczeń; wagi są za duże."
    ),
    "{heads} heads do not divide d = {d}; possible numbers of heads: {divisors}.": (
        "Liczba głów {heads} nie dzieli d = {d}; możliwe liczby głów: {divisors}."
    ),
    "{key} is {found}; possible: {allowed}.": "{key} to {found}; możliwe: {allowed}.",
    "The model {model} has no weights {name} (shape {shape}), which its rules need.": (
        "Model {model} nie ma wag {name} (kształt {shape}), a jego reguły ich wymagają."
    ),
    "There is no model {name}: neither a file nor one of the built-in models ({known}).": (
        "Nie ma modelu {name}: nie jest to ani plik, ani żaden z modeli wbudowanych ({known})."
    ),
    # Errors: the block's formula
    "The block has no formula; x + attention(norm(x)) would be one.": (
        "Blok nie ma wzoru; mógłby nim być na przykład x + attention(norm(x))."
    ),
    "A line of the block's formula is empty; x + attention(norm(x)) would be one.": (
        "Jedna z linii wzoru bloku jest pusta; mogłaby nią być na przykład x + attention(norm(x))."
    ),
    "The block's formula {line} cannot be read at {found}; expected: {expected}": (
        "Wzoru bloku „{line}” nie da się odczytać przy „{found}”; oczekiwano: {expected}"
    ),
    "The block's formula {line} ends too early; expected: {expected}": (
        "Wzór bloku „{line}” kończy się za wcześnie; oczekiwano: {expected}"
    ),
    "The block's formula nests more than {most} pieces.": (
        "We wzorze bloku zagnieżdżenie jest za głębokie; największa dozwolona liczba klocków jeden w drugim: {most}."
    ),
    "A block has at most one {piece}; this one has {count}.": (
        "W bloku może być najwyżej jeden klocek {piece}; liczba tych klocków tutaj: {count}."
    ),
    # Errors: a model file
    "{file} cannot be read: {reason}.": "Nie można odczytać {file}: {reason}.",
    "{file} cannot be read: permission denied.": "Nie można odczytać {file}: brak uprawnień.",
    "{file} is a directory; expected a TOML file.": "{file} to katalog; potrzebny jest plik TOML.",
    "{file} is not a possible file name.": "{file} nie może być nazwą pliku.",
    "{file} is not UTF-8 text.": "{file} nie jest tekstem w UTF-8.",
    "{file} is not a TOML file.": "{file} nie jest plikiem TOML.",
    "{file} is not a TOML file: it cannot be read at line {line}, column {column}.": (
        "{file} nie jest plikiem TOML: nie można go odczytać w linii {line}, w kolumnie {column}."
    ),
    "{file} is larger than {most} MB.": "{file} jest większy niż {most} MB.",
    "{file}: {key} is missing.": "{file}: brakuje {key}.",
    "{file}: {key} is {found}, expected {expected}.": "{file}: {key} to {found}; powinno być: {expected}.",
    "{file}: {key} is {found}, expected a whole number from 1 to {most}.": (
        "{file}: {key} to {found}, a powinna to być liczba całkowita od 1 do {most}."
    ),
    "{file}: {key} is {found}, expected one of {allowed}.": "{file}: {key} to {found}; możliwe: {allowed}.",
    "{file}: {key} is not a key that handcalc knows; possible: {known}.": (
        "{file}: handcalc nie zna klucza {key}; możliwe: {known}."
    ),
    "{file}: {key} is not a key that handcalc knows; the closest one is {near}.": (
        "{file}: handcalc nie zna klucza {key}; najbliższy to {near}."
    ),
    "{file}: {key} has shape {found}, expected {words} = {shape}.": (
        "{file}: {key} ma kształt {found}, a potrzebny jest kształt {words} = {shape}."
    ),
    "{file}: {key} names {found}, expected whole numbers from 1 to {most}, or their negatives.": (
        "{file}: w {key} stoi {found}, a powinny to być liczby całkowite od 1 do {most} albo liczby do nich przeciwne."
    ),
    "{file}: sizes ask for more than {most} weights.": (
        "{file}: przy tych rozmiarach (sizes) wag byłoby więcej niż {most}."
    ),
    "{file}: {key}: {reason}": "{file}: {key}: {reason}",
    "{file}: the token {token} stands twice.": "{file}: token {token} występuje dwa razy.",
    "{file}: weights.{name} is missing; expected {words} = {shape}.": (
        "{file}: brakuje weights.{name}; potrzebny kształt: {words} = {shape}."
    ),
    "{file}: with {blocks} blocks, {key} belongs in weights.block1, weights.block2 ...": (
        "{file}: gdy liczba bloków to {blocks}, {key} trzeba podać w weights.block1, weights.block2 itd."
    ),
    "a table": "tabela",
    "a text": "tekst",
    "true or false": "true albo false",
    "a finite number": "liczba skończona",
    "a finite number, 0 or more": "skończona liczba nieujemna",
    "a whole number, 0 or more": "liczba całkowita nieujemna",
    "a list of texts": "lista tekstów",
    "a list of whole numbers": "lista liczb całkowitych",
    "a list of formulas, one text a line": "lista wzorów, po jednym tekście na linię",
    "at least one token": "co najmniej jeden token",
    "a token without white space; write ␣ for a space": "token bez odstępów; spację zapisuje się jako ␣",
    'rows of numbers, "identity", or a table with columns, with rows, or with normal and seed': (
        'wiersze liczb, "identity" albo tabela z kluczem columns, z kluczem rows lub z kluczami normal i seed'
    ),
    # Errors: files to write
    "There is no standard output to write to.": "Nie ma standardowego wyjścia, na które można by pisać.",
    "The output cannot be written: {reason}.": "Nie można pisać na standardowe wyjście: {reason}.",
    "The output is not complete: the disk is full.": "Strona nie została zapisana do końca: dysk jest pełny.",
    "{file} is a directory; expected the name of a file.": "{file} to katalog; potrzebna jest nazwa pliku.",
    "{file} cannot be written: there is no directory {directory}.": (
        "Nie można zapisać {file}: nie ma katalogu {directory}."
    ),
    "{file} cannot be written: permission denied.": "Nie można zapisać {file}: brak uprawnień.",
    "{file} cannot be written: {reason}.": "Nie można zapisać {file}: {reason}.",
    "{file} was not written: the disk is full.": "Nie zapisano {file}: dysk jest pełny.",
    "The ending of {file} belongs to no format; name one of {formats}, or use one of the endings {endings}.": (
        "Rozszerzenie pliku {file} nie należy do żadnego formatu; podaj format ({formats}) albo użyj jednego z "
        "rozszerzeń: {endings}."
    ),
}

COUNTS: dict[str, tuple[str, ...]] = {
    "Numbers are printed with {n} decimal but carried with all their digits. Worked again from the printed numbers, "
    "about one result in five differs in its last digit, and an exponential by more; --pencil rounds at every step "
    "instead.": (
        "Liczby wypisujemy zaokrąglone do {n} miejsca po przecinku, ale w rachunkach używamy wszystkich ich cyfr. Kto "
        "powtórzy rachunek na liczbach wypisanych, dostanie inną ostatnią cyfrę mniej więcej w jednym wyniku na pięć, "
        "a w potęgach liczby e różnica bywa większa; opcja --pencil zaokrągla po każdym działaniu.",
        "Liczby wypisujemy zaokrąglone do {n} miejsc po przecinku, ale w rachunkach używamy wszystkich ich cyfr. Kto "
        "powtórzy rachunek na liczbach wypisanych, dostanie inną ostatnią cyfrę mniej więcej w jednym wyniku na pięć, "
        "a w potęgach liczby e różnica bywa większa; opcja --pencil zaokrągla po każdym działaniu.",
        "Liczby wypisujemy zaokrąglone do {n} miejsc po przecinku, ale w rachunkach używamy wszystkich ich cyfr. Kto "
        "powtórzy rachunek na liczbach wypisanych, dostanie inną ostatnią cyfrę mniej więcej w jednym wyniku na pięć, "
        "a w potęgach liczby e różnica bywa większa; opcja --pencil zaokrągla po każdym działaniu.",
    ),
    "Pencil mode: every result is rounded to {n} decimal before it is used again, so each digit follows from the "
    "digits printed before it. Rows of weights may therefore sum to a little more or less than 1.": (
        "Tryb ołówka: każdą obliczoną liczbę zaokrąglamy do {n} miejsca po przecinku, zanim użyjemy jej dalej, więc "
        "każda cyfra wynika z cyfr wypisanych przed nią. Dlatego wagi uwagi w wierszu mogą dać w sumie trochę więcej "
        "albo trochę mniej niż 1.",
        "Tryb ołówka: każdą obliczoną liczbę zaokrąglamy do {n} miejsc po przecinku, zanim użyjemy jej dalej, więc "
        "każda cyfra wynika z cyfr wypisanych przed nią. Dlatego wagi uwagi w wierszu mogą dać w sumie trochę więcej "
        "albo trochę mniej niż 1.",
        "Tryb ołówka: każdą obliczoną liczbę zaokrąglamy do {n} miejsc po przecinku, zanim użyjemy jej dalej, więc "
        "każda cyfra wynika z cyfr wypisanych przed nią. Dlatego wagi uwagi w wierszu mogą dać w sumie trochę więcej "
        "albo trochę mniej niż 1.",
    ),
    "a vocabulary of {n} token": (
        "słownika z jednym tokenem",
        "słownika złożonego z {n} tokenów",
        "słownika złożonego z {n} tokenów",
    ),
    "The {n} reading is the matrix E[ids]:": (
        "Ten jeden odczyt to macierz E[ids]:",
        "Razem {n} odczyty, po jednym na każdy token, tworzą macierz E[ids]:",
        "Razem {n} odczytów, po jednym na każdy token, tworzy macierz E[ids]:",
    ),
    "The other row has the derivative exactly 0: its token is not in the sentence, so nothing in the loss depends on "
    "it.": (
        "Pozostały wiersz ma pochodną dokładnie 0: jego tokenu nie ma w zdaniu, więc strata od niego nie zależy.",
        "Pozostałe {n} wiersze mają pochodną dokładnie 0: ich tokenów nie ma w zdaniu, więc strata od nich nie zależy.",
        "Pozostałych {n} wierszy ma pochodną dokładnie 0: ich tokenów nie ma w zdaniu, więc strata od nich nie zależy.",
    ),
    "All numbers of row {rows} are equal: its standard deviation is 0, and so is its row of {u} by definition.": (
        "W wierszu {rows} wszystkie liczby są równe: odchylenie standardowe wynosi tam 0, a ten sam wiersz macierzy "
        "{u} jest z definicji zerowy.",
        "W każdym z wierszy {rows} wszystkie liczby są równe: odchylenie standardowe wynosi tam 0, a te same wiersze "
        "macierzy {u} są z definicji zerowe.",
        "W każdym z wierszy {rows} wszystkie liczby są równe: odchylenie standardowe wynosi tam 0, a te same wiersze "
        "macierzy {u} są z definicji zerowe.",
    ),
    "The causal mask writes −∞ over {n} score, that of the token after row {row}: e^(−∞) = 0.": (
        "Maska przyczynowa wpisuje −∞ w miejsce jednego wyniku, dla tokenu po wierszu {row}: e^(−∞) = 0.",
        "Maska przyczynowa wpisuje −∞ w miejsce {n} wyników, dla tokenów po wierszu {row}: e^(−∞) = 0.",
        "Maska przyczynowa wpisuje −∞ w miejsce {n} wyników, dla tokenów po wierszu {row}: e^(−∞) = 0.",
    ),
    "{n} token has the largest logit.": (
        "Największy logit ma {n} token.",
        "Największy logit mają {n} tokeny i dzielą się prawdopodobieństwem po równo.",
        "Największy logit ma {n} tokenów i dzieli się prawdopodobieństwem po równo.",
    ),
    "After {n} step, each with the gradient of the weights as they then are:": (
        "{n} krok uczenia, za każdym razem z gradientem policzonym dla bieżących wag:",
        "{n} kroki uczenia, za każdym razem z gradientem policzonym dla bieżących wag:",
        "{n} kroków uczenia, za każdym razem z gradientem policzonym dla bieżących wag:",
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
}
