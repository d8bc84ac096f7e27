"""Portuguese, as spoken in Brazil: English sentences and what a lecturer says instead. Data only."""

from __future__ import annotations

NAME = "português"
DECIMAL = ","
GROUPING = (".", 4)  # 1.024
SEPARATOR = "; "
QUOTES = ("“", "”")
TIED = ""


def plural(n: int) -> int:
    """Which form goes with `n`: 0 is the singular, 1 the plural (0 linhas, 1 linha, 2 linhas)."""
    return int(n != 1)


SENTENCES: dict[str, str] = {
    # lessons/block.py, exercise.py, pieces.py
    "The model {model} has no MLP: it gives no {key} for one.": "O modelo {model} não tem MLP: falta nele {key}.",
    ("The output of the block is {letter}."): ("A saída do bloco é {letter}."),
    "Sentence A is {a}, sentence B is {b}.": "A frase A é {a}, a frase B é {b}.",
    "The input ended before the block was complete.": "A entrada terminou antes de o bloco ficar pronto.",
    ("This block is post-LN, as in the original Transformer: each sum is followed by a LayerNorm."): (
        "Este bloco é post-LN, como no primeiro Transformer: cada soma é normalizada depois de feita."
    ),
    (
        "This block is pre-LN, as in GPT-2: what goes into attention and into the MLP is normalized, and the sums "
        "are left as they are."
    ): (
        "Este bloco é pre-LN, como no GPT-2: é normalizado o que entra na atenção e na MLP, e as somas ficam como "
        "estão."
    ),
    "All six pieces are in their places.": "As seis peças estão nos seus lugares.",
    (
        "To put the block together yourself, type {command} on a terminal, or give the pieces in their order: "
        "{example}."
    ): "Para montar o bloco você mesmo, digite {command} num terminal ou dê as peças em ordem: {example}.",
    "What fits there: {name}.": ("Nesse lugar cabe: {name}."),
    "Your block": "O seu bloco",
    "piece": "peça",
    "reads": "lê",
    "gives": "dá",
    "The block is not complete: after piece {count} something is missing.": (
        "O bloco não está completo: falta algo depois da peça {count}."
    ),
    "Piece {place}, {name}, does not belong there.": ("A peça {place}, {name}, não cabe nesse lugar."),
    "A block begins with attention (post-LN) or with LayerNorm (pre-LN).": (
        "Um bloco começa com a atenção (post-LN) ou com a LayerNorm (pre-LN)."
    ),
    "The block": "O bloco",
    "It has no pieces: what goes in comes out.": "Ele não tem peças: o que entra é o que sai.",
    "Both sentences through the block": "As duas frases pelo bloco",
    "Input": "Entrada",
    "Blocks 2 to {last}": "Blocos 2 a {last}",
    "What is right so far:": "O que está certo até aqui:",
    ("In the second, the names begin with {second}."): ("No segundo os nomes começam com {second}."),
    "Piece {number}:": "Peça {number}:",
    "There is no piece {number}; the last one is {last}.": "Não há peça {number}; a última é a {last}.",
    "Type a piece's number or its name; {q} gives up.": (
        "Digite o número de uma peça ou o seu nome; {q} para desistir."
    ),
    "One piece at a time.": "Uma peça de cada vez.",
    "The block is complete, without a wrong choice.": "O bloco está completo, sem nenhum erro.",
    (
        "Put a Transformer block together: pick its pieces in the order in which it computes them, from its input "
        "to its output. Six of these eight pieces make a block; the other two are traps."
    ): (
        "Monte um bloco do Transformer: escolha as peças na ordem em que ele as calcula, da entrada à saída. Seis "
        "destas oito peças formam um bloco; as outras duas são armadilhas."
    ),
    ("The block is unfinished; {command} draws a complete one."): (
        "O bloco ficou incompleto. Para ver um bloco completo, use {command}."
    ),
    "Piece {number} is in the block already.": "A peça {number} já está no bloco.",
    "{name} does not fit here.": "{name} não cabe aqui.",
    "The pieces from top to bottom, and what each of them reads": "As peças de cima para baixo e o que cada uma lê",
    ("The block is complete after six pieces; what follows is no part of it."): (
        "Com seis peças o bloco está completo; o que vem depois já não faz parte dele."
    ),
    (
        "There is nothing to add yet: the sum adds what attention or the MLP has computed to the vector that was "
        "led around it."
    ): ("Ainda não há o que somar: a soma junta o que a atenção ou a MLP calculou ao vetor que passou por fora dela."),
    "Since the last sum there has only been a LayerNorm: there is no new result to add yet.": (
        "Desde a última soma houve só uma LayerNorm: ainda não há um resultado novo para somar."
    ),
    "This result has been added already; adding once more would count it twice.": (
        "Esse resultado já foi somado; outra soma o contaria duas vezes."
    ),
    "This block has its attention already; another one belongs to the next block.": (
        "Este bloco já tem a sua atenção; outra já seria do próximo bloco."
    ),
    "This block has its MLP already; another one belongs to the next block.": (
        "Este bloco já tem a sua MLP; outra já seria do próximo bloco."
    ),
    "The MLP works on each word by itself; before that, attention must let the words see one another.": (
        "A MLP trabalha em cada palavra separadamente; antes disso a atenção precisa deixar as palavras se verem "
        "umas às outras."
    ),
    ("The MLP would get the result of attention alone, and the vector that came into the block would be lost."): (
        "A MLP receberia só o resultado da atenção, e o vetor que entrou no bloco se perderia."
    ),
    "The sum has not been normalized yet: in this block the MLP reads vectors of mean 0 and variance 1.": (
        "A soma ainda não foi normalizada: neste bloco a MLP lê vetores de média 0 e variância 1."
    ),
    "The vector has just been normalized: its mean is 0 and its variance 1 already.": (
        "O vetor acabou de ser normalizado: já tem média 0 e variância 1."
    ),
    "attention": "atenção",
    "convolution": "convolução",
    "recurrence": "recorrência",
    "max-pooling": "max-pooling",
    "batch normalization": ("normalização em lote (BatchNorm)"),
    "embedding": "embedding",
    "add": "soma",
    "norm": "norm",
    "mlp": "mlp",
    (
        "A convolution mixes neighbours with weights that are the same for every sentence; here attention brings the "
        "words together, with weights that it computes from the words themselves."
    ): (
        "Uma convolução mistura vizinhos com pesos iguais para todas as frases; aqui quem junta as palavras é a "
        "atenção, com pesos que ela calcula a partir das próprias palavras."
    ),
    (
        "A recurrent network reads the words one after another and carries a state along; a Transformer has no such "
        "state, and all words go through the block at once."
    ): (
        "Uma rede recorrente lê as palavras uma após a outra e leva consigo um estado; um Transformer não tem esse "
        "estado, e todas as palavras passam pelo bloco de uma vez."
    ),
    (
        "Max-pooling keeps the largest numbers and drops the rest; a Transformer block gives back a whole vector for "
        "every word that went in."
    ): (
        "O max-pooling guarda os maiores números e descarta o resto; um bloco do Transformer devolve um vetor "
        "inteiro para cada palavra que entrou."
    ),
    (
        "Batch normalization takes mean and variance over many examples; a Transformer block normalizes each word by "
        "itself."
    ): (
        "A normalização em lote usa a média e a variância de muitos exemplos; um bloco do Transformer normaliza cada "
        "palavra sozinha."
    ),
    (
        "The embedding turns ids into vectors, once, before the first block; whatever reaches a block is a vector "
        "already."
    ): ("O embedding transforma ids em vetores uma única vez, antes do primeiro bloco; ao bloco já chegam vetores."),
    (
        "Your block began with attention, so it normalizes after each sum (post-LN); a LayerNorm here would see the "
        "result of attention alone."
    ): (
        "O seu bloco começou com a atenção, então ele normaliza depois de cada soma (post-LN); aqui uma LayerNorm "
        "veria só o resultado da atenção."
    ),
    "Your block normalizes after each sum (post-LN); a LayerNorm here would see the result of the MLP alone.": (
        "O seu bloco normaliza depois de cada soma (post-LN); aqui uma LayerNorm veria só o resultado da MLP."
    ),
    (
        "Your block began with LayerNorm, so it normalizes what goes into attention (pre-LN); what comes out is "
        "added as it is."
    ): (
        "O seu bloco começou com a LayerNorm, então ele normaliza o que entra na atenção (pre-LN); o que sai dela é "
        "somado como está."
    ),
    "Your block normalizes what goes into the MLP (pre-LN); what comes out is added as it is.": (
        "O seu bloco normaliza o que entra na MLP (pre-LN); o que sai dela é somado como está."
    ),
    "There is no piece “{piece}”; possible: {pieces}.": ("Não há peça “{piece}”; peças possíveis: {pieces}."),
    "The answer names no piece; possible: {pieces}.": (
        "A resposta não contém nenhuma peça; peças possíveis: {pieces}."
    ),
    "{option} and {answer} both say which block it is; give one of them.": (
        "Tanto {option} quanto {answer} dizem qual é o bloco; dê só um deles."
    ),
    "A second sentence is computed only where a block is put together: give {answer}, or leave it out.": (
        "Uma segunda frase só é calculada quando se monta um bloco: dê {answer} ou deixe-a de fora."
    ),
    (
        "The text has {count} tokens, too many for this model: attention alone would comp"
        "ute {scores} scores; handcalc computes at most {most}."
    ): (
        "O texto tem {count} tokens, um número grande demais para este modelo: só a atenção exigiria {scores} "
        "scores; o handcalc calcula no máximo {most}."
    ),
    "{option} is {found}, expected a text.": "{option} é {found}; esperado: um texto.",
    # cli.py
    "The command line cannot be read: {reason}": "Não foi possível entender a linha de comando: {reason}",
    "The option {option} must stand after a command, as in {example}.": (
        "A opção {option} deve vir depois de um comando, como em {example}."
    ),
    "There is no option {option}; --help lists those there are.": (
        "Não existe a opção {option}; --help lista as que existem."
    ),
    "The option {option} needs a value after it.": "A opção {option} precisa de um valor depois dela.",
    "There is not enough memory for this run.": "Não há memória suficiente para esta execução.",
    "The calculation is nested too deeply to be written down.": (
        "A conta tem níveis demais, um dentro do outro, para ser escrita."
    ),
    "handcalc made a mistake of its own: {kind}, {reason}. Please report it; python -X dev shows where.": (
        "O erro é do próprio handcalc: {kind}, {reason}. Por favor, avise os autores; python -X dev mostra onde "
        "ele aconteceu."
    ),
    "There is no option {option}; close to it: {near}.": "Não existe a opção {option}; opções parecidas: {near}.",
    "The option {option} takes no value.": "A opção {option} não recebe valor.",
    "{command} has no place for {argument}; a text of several words goes in quotes.": (
        "O comando {command} não tem lugar para {argument}; um texto de várias palavras deve vir entre aspas."
    ),
    "There is no command {command}; possible: {commands}.": (
        "Não existe o comando {command}; comandos possíveis: {commands}."
    ),
    "training step": "passo de treino",
    "There is no command {command}; the closest one is {near}.": (
        "Não existe o comando {command}; talvez você procure {near}."
    ),
    "The shell is not one that Typer can complete for.": "O Typer não sabe completar comandos neste shell.",
    # formula.py
    "The block has no formula; x + attention(norm(x)) would be one.": (
        "O bloco não tem fórmula; x + attention(norm(x)) seria uma."
    ),
    "The block's formula “{line}” cannot be read at “{found}”; expected: {expected}.": (
        "Na fórmula do bloco, “{line}”, não faz sentido “{found}”; esperado: {expected}."
    ),
    "A block has at most one {piece}; this one has {count}.": (
        "Um bloco tem no máximo uma peça {piece}; este tem {count}."
    ),
    "A line of the block's formula is empty; x + attention(norm(x)) would be one.": (
        "Uma linha da fórmula do bloco está vazia; x + attention(norm(x)) seria uma fórmula."
    ),
    "The block's formula nests more than {most} pieces.": (
        "A fórmula do bloco tem mais de {most} peças, uma dentro da outra."
    ),
    "The block's formula “{line}” ends too early; expected: {expected}.": (
        "A fórmula do bloco, “{line}”, termina cedo demais; esperado: {expected}."
    ),
    # lang/__init__.py
    " and ": " e ",
    # formats/xlsx.py
    "The format xlsx needs the package XlsxWriter; {command} installs it.": (
        "O formato xlsx precisa do pacote XlsxWriter; {command} o instala."
    ),
    "This page does not fit into a workbook: a sheet has at most {rows} rows and {columns} columns.": (
        "Esta página não cabe numa pasta de trabalho: uma planilha tem no máximo {rows} linhas e {columns} colunas."
    ),
    # lessons/backward.py
    "Each head contributes to its own columns and 0 to the others; the sum is the whole gradient:": (
        "Cada cabeça contribui para as suas próprias colunas e com 0 para as outras; a soma é o gradiente inteiro:"
    ),
    "What was passed on unchanged on the way forward has the same gradient:": (
        "O que na ida passou adiante sem mudança tem o mesmo gradiente:"
    ),
    "Back through the last LayerNorm": "A volta pela última LayerNorm",
    (
        "The derivative of the loss with respect to a number that goes into the last softmax is `p − t`, where `t` "
        "is 1 at the target and 0 elsewhere. Here only the last row has a target, so only it counts for the loss; in "
        "the other rows the derivative is 0."
    ): (
        "A derivada da perda em relação a um número que entra no último softmax é `p − t`, em que `t` é 1 no alvo e "
        "0 nos outros tokens. Aqui só a última linha tem alvo, portanto só ela conta para a perda; nas outras linhas "
        "a derivada é 0."
    ),
    "What was divided by a constant on the way forward has its gradient divided by the same constant.": (
        "O que na ida foi dividido por uma constante tem, na volta, o gradiente dividido pela mesma constante."
    ),
    (
        "Back through a product: the gradient of each factor is the gradient of the result times the other "
        "factor, transposed where the shapes ask for it."
    ): (
        "Na volta por um produto, o gradiente de cada fator é o gradiente do resultado vezes o outro fator, "
        "transposto quando as formas pedem."
    ),
    (
        "LayerNorm subtracts the mean and divides by `σ`. On the way back two terms are subtracted from the "
        "gradient: `κ`, its mean, and the normalized row times `ρ`, the mean of the gradient times the "
        "normalized row; the result is divided by the same `σ`."
    ): (
        "A LayerNorm subtrai a média e divide por `σ`. Na volta se subtraem do gradiente dois termos: `κ`, que "
        "é a média dele, e a linha normalizada vezes `ρ`, a média dos produtos do gradiente pela linha "
        "normalizada; o resultado é dividido pelo mesmo `σ`."
    ),
    "Each number's gradient is multiplied by the slope of GELU at that number.": (
        "O gradiente de cada número é multiplicado pela inclinação da GELU nesse número."
    ),
    "ReLU lets the gradient of a positive number pass and turns the others into 0.": (
        "A ReLU deixa passar o gradiente dos números positivos e troca os outros por 0."
    ),
    (
        "In a softmax every score moves every weight of its row. All of that comes together in one sum per row, `τ = "
        "Σ a·∂L/∂a`, and the gradient of a score is `a·(∂L/∂a − τ)`."
    ): (
        "Num softmax cada score altera todos os pesos da sua linha. Tudo isso se reúne em uma soma por linha, `τ = Σ "
        "a·∂L/∂a`, e o gradiente de um score é `a·(∂L/∂a − τ)`."
    ),
    ("A score that the mask hid had no influence: its gradient is 0. The gradients of the others pass unchanged."): (
        "Um score escondido pela máscara não teve influência: o seu gradiente é 0. Os outros gradientes passam "
        "sem mudança."
    ),
    "Side by side on the way forward, apart again on the way back: each head gets its own columns.": (
        "Na ida as cabeças foram postas lado a lado; na volta elas se separam, e cada uma recebe as suas próprias"
        " colunas."
    ),
    "The gradients of the heads go back to the columns that the heads had read.": (
        "Os gradientes das cabeças voltam às colunas que elas tinham usado."
    ),
    "A sum passes its gradient to each of its terms unchanged:": (
        "Uma soma passa o seu gradiente, sem mudança, a cada uma das parcelas:"
    ),
    "Here gradients meet. What is used several times gets a gradient from each use, and these are added.": (
        "Aqui se encontram gradientes. O que é usado mais de uma vez recebe um gradiente de cada uso, e eles são "
        "somados."
    ),
    (
        "Each row of the table gets the gradients of the places where it was read, added up; a row that was not "
        "read gets 0."
    ): (
        "Cada linha da tabela recebe a soma dos gradientes dos lugares em que foi lida; uma linha que não foi "
        "lida recebe 0."
    ),
    "Back through LayerNorm": "A volta pela LayerNorm",
    "Back through the first LayerNorm": "A volta pela primeira LayerNorm",
    "Back through the second LayerNorm": "A volta pela segunda LayerNorm",
    "Back through the third LayerNorm": "A volta pela terceira LayerNorm",
    "Back through the sum": "A volta pela soma",
    "Back through the first sum": "A volta pela primeira soma",
    "Back through the second sum": "A volta pela segunda soma",
    "Back through the third sum": "A volta pela terceira soma",
    "Back through the MLP": "A volta pela MLP",
    "Back through `W_O`": "A volta por `W_O`",
    "Back to the heads": "A volta até as cabeças",
    "Back through the attention of each head": "A volta pela atenção de cada cabeça",
    "Back through the attention": "A volta pela atenção",
    "Back through query, key and value": "A volta por query, key e value",
    "Back to `P` and `E`": "A volta até `P` e `E`",
    "Back to `E`": "A volta até `E`",
    (
        "`∂L/∂w` says how fast the loss `L` grows when the number `w` grows. The steps of the walk come in reverse "
        "order; each turns the gradient of its result into the gradients of its inputs. Where an array was used more "
        "than once, a bar names the use: `∂L/∂h|y` is the part of `∂L/∂h` that comes back through `y`."
    ): (
        "`∂L/∂w` diz com que rapidez a perda `L` cresce quando o número `w` cresce. Os passos da ida vêm na ordem "
        "inversa; cada um transforma o gradiente do seu resultado nos gradientes das suas entradas. Quando uma "
        "matriz foi usada mais de uma vez, uma barra indica o uso: `∂L/∂h|y` é a parte de `∂L/∂h` que volta por `y`."
    ),
    (
        "The symbols are those of the walk, which prints their values. Of each table the entry that is largest in"
        " absolute value is worked out."
    ): (
        "Os símbolos são os do comando walk, que imprime os valores deles. De cada tabela se calcula por extenso "
        "o número de maior valor absoluto."
    ),
    (
        "The symbols are those of the walk, which prints their values. Of each table of tokens the entry that is "
        "largest in absolute value in each followed row is worked out, of each table of weights the largest of "
        "all."
    ): (
        "Os símbolos são os do comando walk, que imprime os valores deles. De cada tabela se calcula por extenso "
        "o número de maior valor absoluto: nas tabelas de tokens, o de cada linha que seguimos; nas tabelas de "
        "pesos, o da tabela inteira."
    ),
    "Each weight has its derivative now. Of each table, the derivative that is largest in absolute value:": (
        "Agora cada peso tem a sua derivada. De cada tabela, a derivada de maior valor absoluto:"
    ),
    "Block {number} · {title}": "Bloco {number} · {title}",
    "Gradients are often small numbers; --digits 5 prints more of each.": (
        "Os gradientes costumam ser números pequenos; com --digits 5 aparecem mais casas decimais."
    ),
    "All weights": "Todos os pesos",
    "This run does not use these weights of the model, so their derivatives are 0: {names}.": (
        "Esta conta não usa estes pesos do modelo, e por isso as suas derivadas são 0: {names}."
    ),
    "The loss and the logits": "A perda e os logits",
    "Back through `W_U`": "A volta por `W_U`",
    "weights": "pesos",
    "shape": "forma",
    "cell": "célula",
    "derivative": "derivada",
    # lessons/compare.py
    ("A number in the superscript is that of the block."): "Um número no índice superior é o do bloco.",
    "The differences of the starts come from other weights; in this file they are fixed.": (
        "As diferenças dos sorteios vêm de outros pesos; neste arquivo são fixas."
    ),
    "How far two rows lie apart: the root of the sum of the squares of their differences.": (
        "A distância entre duas linhas: a raiz da soma dos quadrados das diferenças."
    ),
    "Sentence {name}: {reason}": "Frase {name}: {reason}",
    "The model {model} has no random weights, so every start would be the same; leave {option} out.": (
        "O modelo {model} não tem pesos sorteados, então todo sorteio daria o mesmo; deixe {option} de fora."
    ),
    "The two sentences": "As duas frases",
    (
        "Both sentences go through the same weights, sentence A as one run and sentence B as another. The "
        "superscript of a letter names the sentence: {a} are the rows of sentence A, {b} those of sentence B."
    ): (
        "As duas frases passam pelos mesmos pesos, a frase A em uma execução e a frase B em outra. O índice "
        "superior de uma letra diz de qual frase se trata: {a} são as linhas da frase A e {b}, as da frase B."
    ),
    ("Here a word is one of the model's tokens."): ("Aqui, “palavra” quer dizer um token do modelo."),
    "word": "palavra",
    "stage": "etapa",
    "seed": "semente",
    "smallest": "menor",
    "largest": "maior",
    "{token} ({a} in A, {b} in B)": "{token} ({a} em A, {b} em B)",
    "A and B are the same sentence.": "A e B são a mesma frase.",
    "B has the words of A in reverse order.": "B tem as palavras de A na ordem inversa.",
    "B has the words of A in another order.": "B tem as palavras de A em outra ordem.",
    "Each word is compared with itself, wherever it stands.": (
        "Cada palavra é comparada consigo mesma, onde quer que esteja."
    ),
    "Both sentences have: {words}.": "Nas duas frases: {words}.",
    "The sentences have no word in common.": "As frases não têm nenhuma palavra em comum.",
    "Only in {name}: {words}.": "Só em {name}: {words}.",
    "More often in {name}: {words}.": "Mais vezes em {name}: {words}.",
    ("Rows of different words are compared where they have the same number."): (
        "Linhas de palavras diferentes são comparadas quando têm o mesmo número."
    ),
    ("A row without a partner is not compared."): ("Uma linha sem par não é comparada com nenhuma outra."),
    (
        "Where a word stands several times, its first place in A goes with its first in B, its second with its "
        "second, and so on."
    ): (
        "Quando uma palavra aparece várias vezes, a primeira vez em A é comparada com a primeira em B, a segunda "
        "com a segunda e assim por diante."
    ),
    (
        "The difference of two rows {a} and {b} is one number, the length of what is left when one is subtracted "
        "from the other: {rule}."
    ): (
        "A diferença entre duas linhas {a} e {b} é um só número, o comprimento do que sobra quando se subtrai "
        "uma da outra: {rule}."
    ),
    "It is 0 exactly where the two rows are the same.": "Ela só é 0 quando as duas linhas são iguais.",
    "Positions are off: nothing tells the block where a word stands.": (
        "As posições estão desligadas: nada diz ao bloco onde está cada palavra."
    ),
    "Positions are on: the sinusoidal code of its position is added to each word.": (
        "As posições estão ligadas: a cada palavra se soma a codificação senoidal da sua posição."
    ),
    "Positions are on: a row of the table `P`, that of its position, is added to each word.": (
        "As posições estão ligadas: a cada palavra se soma a linha da tabela `P` da sua posição."
    ),
    "The mask is on: a word sees only itself and the words before it.": (
        "A máscara está ligada: uma palavra vê apenas a si mesma e as anteriores."
    ),
    "There is no mask: every word sees all words of its sentence.": (
        "Não há máscara: cada palavra vê todas as palavras da sua frase."
    ),
    "The block has no attention: no word sees another.": "O bloco não tem atenção: nenhuma palavra vê outra.",
    "The random weights were drawn with the seed {seed}.": ("Os pesos foram sorteados com a semente {seed}."),
    "The random weights were drawn with the seeds that the model's file gives.": (
        "Os pesos foram sorteados com as sementes dadas no arquivo do modelo."
    ),
    "A row of `x` depends on its word alone: the word has the same row wherever it stands.": (
        "Uma linha de `x` depende só da sua palavra: onde quer que a palavra esteja, a linha é a mesma."
    ),
    (
        "A row of `x` depends on its word and on its position, whose code was added: a word has the same row in "
        "both sentences only where it stands in the same place."
    ): (
        "Uma linha de `x` depende da palavra e da posição, cuja codificação foi somada: uma palavra só tem a "
        "mesma linha nas duas frases quando está no mesmo lugar."
    ),
    (
        "A row of `x` depends on its word and on its position, whose row of `P` was added: a word has the same "
        "row in both sentences only where it stands in the same place."
    ): (
        "Uma linha de `x` depende da palavra e da posição, cuja linha de `P` foi somada: uma palavra só tem a "
        "mesma linha nas duas frases quando está no mesmo lugar."
    ),
    "The rows of {letter} in both sentences, and the difference of each pair:": (
        "As linhas da matriz {letter} nas duas frases e a diferença de cada par:"
    ),
    "The rows without a partner:": "As linhas sem par:",
    "The difference of {word}, row {a} of A and row {b} of B, written out:": (
        "A diferença de {word}, linha {a} da frase A e linha {b} da frase B, por extenso:"
    ),
    "The difference of {word}, both in row {a}, written out:": (
        "A diferença de {word}, na linha {a} das duas frases, por extenso:"
    ),
    (
        "Only in the attention do words meet: each takes the mean of the values of the words it sees, weighted "
        "by its attention weights. The result has the letter {letter}, so {a} is that of sentence A and {b} that "
        "of sentence B."
    ): (
        "Só na atenção as palavras se encontram: cada uma recebe a média dos values das palavras que vê, "
        "ponderada pelos seus pesos de atenção. O resultado tem a letra {letter}: {a} é o da frase A e {b}, o da "
        "frase B."
    ),
    "{rule}, each row on its own: no word sees another here.": (
        "{rule}, cada linha separadamente: aqui nenhuma palavra vê outra."
    ),
    "After the attention": "Depois da atenção",
    "After the MLP": "Depois da MLP",
    "After LayerNorm": "Depois da LayerNorm",
    "After the first LayerNorm": "Depois da primeira LayerNorm",
    "After the second LayerNorm": "Depois da segunda LayerNorm",
    "After the third LayerNorm": "Depois da terceira LayerNorm",
    "After the residual sum": "Depois da soma residual",
    "After the first sum": "Depois da primeira soma",
    "After the second sum": "Depois da segunda soma",
    "After the third sum": "Depois da terceira soma",
    "After the sum and LayerNorm": "Depois da soma e da LayerNorm",
    "After the first sum and LayerNorm": "Depois da primeira soma e da LayerNorm",
    "After the second sum and LayerNorm": "Depois da segunda soma e da LayerNorm",
    "After the third sum and LayerNorm": "Depois da terceira soma e da LayerNorm",
    "After LayerNorm {number}": "Depois da LayerNorm {number}",
    "After sum {number}": "Depois da soma {number}",
    "After sum {number} and LayerNorm": "Depois da soma {number} e da LayerNorm",
    "After the last LayerNorm": "Depois da última LayerNorm",
    "{title}: the output of the block": "{title}: a saída do bloco",
    "The two rows are the same.": "As duas linhas são iguais.",
    ("The two rows are the same, up to rounding."): ("As duas linhas são iguais, a não ser pelo arredondamento."),
    (
        "Every shared word has the same row in both sentences."
    ): "Toda palavra em comum tem a mesma linha nas duas frases.",
    ("Every shared word has the same row in both sentences, up to rounding: the largest difference is {high}."): (
        "Toda palavra em comum tem a mesma linha nas duas frases, a não ser pelo arredondamento: a maior "
        "diferença é {high}."
    ),
    ("With the same row in both: {equal}. With different rows: {apart}."): (
        "A mesma linha nas duas frases: {equal}. Linhas diferentes: {apart}."
    ),
    ("No shared word has the same row in both sentences: the smallest difference is {low}, the largest {high}."): (
        "Nenhuma palavra em comum tem a mesma linha nas duas frases: a menor diferença é {low} e a maior, {high}."
    ),
    "The differences at a glance": "Todas as diferenças juntas",
    "A and B are the same sentence, so nothing can differ.": "A e B são a mesma frase, então nada pode diferir.",
    ("The rows of sentence B are those of sentence A in reverse."): (
        "As linhas da frase B são as da frase A, na ordem inversa."
    ),
    ("The rows of sentence B are those of sentence A, each where its word stands."): (
        "As linhas da frase B são as da frase A, cada uma onde está a sua palavra."
    ),
    (
        "The block does not see the order of the words: the rows have changed places along with the words, and "
        "that is all."
    ): ("O bloco não vê a ordem das palavras: as linhas mudaram de lugar junto com elas, e nada mais."),
    "Without attention no word sees another, so their order cannot matter.": (
        "Sem atenção nenhuma palavra vê outra, então a ordem delas não pode importar."
    ),
    ("B has the words of A in another order, and no word comes out of the last stage with the same row."): (
        "B tem as palavras de A em outra ordem, e nenhuma palavra chega ao fim com a mesma linha."
    ),
    "The sentences have no word in common, so each difference is one between two different words.": (
        "As frases não têm palavras em comum, então cada diferença é entre duas palavras diferentes."
    ),
    ("In the end every shared word has the same row in both sentences."): (
        "No fim, toda palavra em comum tem a mesma linha nas duas frases."
    ),
    "Without attention no word sees another.": "Sem atenção nenhuma palavra vê outra.",
    ("Each of them sees the same in both sentences."): ("O que cada uma vê é igual nas duas frases."),
    (
        "There are neither positions nor a mask, so the order of the words plays no part: the block tells the "
        "sentences apart because their words are not the same."
    ): (
        "Não há posições nem máscara, então a ordem das palavras não conta: o bloco distingue as frases porque "
        "as palavras não são as mesmas."
    ),
    (
        "The sentences do not have the same words equally often, so this is not the effect of their order alone; "
        "only two sentences of the same words would show that."
    ): (
        "As frases não têm as mesmas palavras o mesmo número de vezes; por isso, as diferenças não se devem só à "
        "ordem. O efeito da ordem aparece sozinho em duas frases com as mesmas palavras."
    ),
    "The block sees the order, through the positions and through the mask.": (
        "O bloco vê a ordem, pelas posições e pela máscara."
    ),
    "The block sees the order, through the positions.": "O bloco vê a ordem, pelas posições.",
    "The block sees the order, through the mask.": "O bloco vê a ordem, pela máscara.",
    ("The rows of {word} differ from the start, in `x`."): ("As linhas de {word} diferem desde o começo, em `x`."),
    (
        "{word} has the same row of `x` in both sentences; the difference arises in the attention, where the word "
        "looks at the others."
    ): (
        "{word} tem a mesma linha de `x` nas duas frases; a diferença surge na atenção, onde a palavra olha para "
        "as outras."
    ),
    (
        "A difference of at most {bound} counts as rounding here: it comes from the last digits that the "
        "computer carries, which depend on the order of its additions."
    ): (
        "Uma diferença de até {bound} conta aqui como arredondamento: ela vem dos últimos dígitos que o "
        "computador guarda, e estes dependem da ordem das somas."
    ),
    (
        "Does this depend on the weights that were drawn? Here they are drawn anew with the seeds 1 to {last}. "
        "The differences at the stage “{stage}”:"
    ): (
        "Isso depende dos pesos sorteados? Aqui eles são sorteados de novo, com as sementes de 1 a {last}. As "
        "diferenças na etapa “{stage}”:"
    ),
    ("For every seed all of these differences are exactly 0."): (
        "Em todos os sorteios, cada uma destas diferenças é exatamente 0."
    ),
    ("For every seed all of these differences are 0, up to rounding: all are below {bound}."): (
        "Em todos os sorteios, cada uma destas diferenças é 0, a não ser pelo arredondamento: todas são menores "
        "que {bound}."
    ),
    ("So this is not due to one particular draw: the block does not see the order of the words."): (
        "Portanto, isso não se deve a um sorteio em particular: o bloco não vê a ordem das palavras."
    ),
    ("So this is not due to one particular draw: the order of the words matters."): (
        "Portanto, isso não se deve a um sorteio em particular: a ordem das palavras importa."
    ),
    ("So this is not due to one particular draw: the other words of the sentence matter."): (
        "Portanto, isso não se deve a um sorteio em particular: as outras palavras da frase importam."
    ),
    ("For every seed all of these differences are above 0: the smallest is {low}, the largest {high}."): (
        "Em todos os sorteios, cada uma destas diferenças é maior que 0: a menor é {low} e a maior, {high}."
    ),
    ("0, up to rounding, for every seed: {words}."): (
        "Diferença 0, a não ser pelo arredondamento, em todos os sorteios: {words}."
    ),
    ("Above 0 for every seed: {words}."): "Diferença maior que 0 em todos os sorteios: {words}.",
    ("Above 0 for some seeds only: {words}."): "Diferença maior que 0 só em alguns sorteios: {words}.",
    # lessons/generate.py
    "Which tokens are candidates, and which one comes next, is fixed in this file: a change moves the numbers alone.": (
        "Neste arquivo são fixos os candidatos e cada token escolhido: uma mudança só altera os números."
    ),
    (
        "Nothing can be generated: the text fills all positions of the model {model} (max_length = {most}). A "
        "shorter text leaves room for new tokens."
    ): (
        "Não é possível gerar nada: o texto já ocupa todas as posições do modelo {model} (max_length = {most}). Um "
        "texto mais curto deixa lugar para tokens novos."
    ),
    (
        "For up to {count} new tokens this model would compute {numbers} scores and logits; handcalc computes at "
        "most {most}. Ask for fewer tokens, with {option}."
    ): (
        "Para gerar até {count} tokens novos, este modelo calcularia {numbers} scores e logits; o handcalc calcula "
        "no máximo {most}. Peça menos tokens, com {option}."
    ),
    "New token {number}": "Token novo {number}",
    "New token {number} (position {position})": "Token novo {number} (posição {position})",
    (
        "The model runs on all of it, as the command walk shows; row {row}, that of {token}, gives a logit `z` for "
        "each token of the vocabulary."
    ): (
        "O modelo processa o texto inteiro, como mostra o comando walk; a linha {row}, a de {token}, dá um logit `z` "
        "para cada token do vocabulário."
    ),
    "The model runs on all of it again; row {row}, that of {token}, gives the logits of the next token.": (
        "O modelo processa de novo o texto inteiro; a linha {row}, a de {token}, dá os logits do próximo token."
    ),
    "At `T = 0` nothing is left to chance: the token with the largest logit comes next.": (
        "Com `T = 0` nada depende do acaso: o próximo token é o de maior logit."
    ),
    "top-k and top-p change nothing here: they always keep the most likely token.": (
        "Aqui top-k e top-p não mudam nada: o token mais provável sempre é mantido."
    ),
    "The probabilities of the candidates are divided by their sum `S`, so that they sum to 1 again: `q = p / S`.": (
        "As probabilidades dos candidatos são divididas pela sua soma `S`, para que voltem a somar 1: `q = p / S`."
    ),
    "The row of {token}, worked out:": "A linha de {token}, calculada por extenso:",
    (
        "The temperature `T` = {T} divides each logit, `z′ = z / T`, and softmax turns the results into "
        "probabilities `p`."
    ): (
        "A temperatura `T` = {T} divide cada logit, `z′ = z / T`, e o softmax transforma os resultados em "
        "probabilidades `p`."
    ),
    "Softmax turns the logits into probabilities `p`.": "O softmax transforma os logits em probabilidades `p`.",
    "top-k = {k} cuts nothing: the vocabulary is no larger than that.": (
        "top-k = {k} não corta nada: o vocabulário não tem mais tokens do que isso."
    ),
    "top-p = 1 cuts nothing.": "top-p = 1 não corta nada.",
    "{kept} and {cut} are equally likely; the one that stands first in the vocabulary is kept.": (
        "{kept} e {cut} são igualmente prováveis; fica o que vem primeiro no vocabulário."
    ),
    "top-p = {P} cuts nothing: because of rounding, all tokens together only have {sum}.": (
        "top-p = {P} não corta nada: por causa do arredondamento, todos os tokens juntos têm só {sum}."
    ),
    (
        "Together they have the probability {whole}. top-p = {P} asks for {P} of that, {need}, and keeps the "
        "fewest of the most likely that reach it: {together}."
    ): (
        "Juntos eles somam {whole}. Desses, top-p = {P} mantém os mais prováveis, só tantos quantos forem "
        "necessários para somar {P} desse total, isto é, {need}: {together}."
    ),
    (
        "top-p = {P} keeps the smallest set of tokens, starting from the most likely, whose total reaches {P}: "
        "{together}."
    ): ("top-p = {P} mantém os tokens mais prováveis, só tantos quantos forem necessários para somar {P}: {together}."),
    "Without {token} it would be only {sum}.": "Sem {token}, seria só {sum}.",
    "{token} is the only candidate, so nothing is left to chance.": (
        "{token} é o único candidato: nada depende do acaso."
    ),
    (
        "Now `r` = {r}. Because of rounding not even the last sum, {sum}, is above it: the last candidate, {token}, "
        "comes next."
    ): (
        "Agora `r` = {r}. Por causa do arredondamento, nem a última soma, {sum}, passa de `r`: o próximo token é o "
        "último candidato, {token}."
    ),
    "Now `r` = {r}. The first sum, {sum}, is above it: {token} comes next.": (
        "Agora `r` = {r}. A primeira soma, {sum}, já passa de `r`: o próximo token é {token}."
    ),
    "Now `r` = {r}. The sum {less} of {other} is not above it, the sum {sum} of {token} is: {token} comes next.": (
        "Agora `r` = {r}. A soma {less} de {other} não passa de `r`; a soma {sum} de {token} passa: o próximo token "
        "é {token}."
    ),
    (
        "Chance decides: NumPy's default_rng with the seed {seed} draws a number `r` between 0 and 1, and the first "
        "token in the table whose sum `c` is above `r` comes next."
    ): (
        "Quem decide é o acaso: o default_rng do NumPy, com a semente {seed}, sorteia um número `r` entre 0 e 1, e o "
        "próximo token é o primeiro da tabela cuja soma `c` passa de `r`."
    ),
    "The digits shown do not tell which is larger. With more digits, {numbers}.": (
        "As casas mostradas não dizem qual é maior. Com mais casas, {numbers}."
    ),
    "The tokens, the largest logit first:": ("Os tokens, em ordem decrescente de logit:"),
    "The tokens, the most likely first:": ("Os tokens, do mais provável ao menos provável:"),
    ("The tokens, the most likely first; `c` is the running sum of `q`:"): (
        "Os tokens, do mais provável ao menos provável; `c` vai somando `q` linha a linha:"
    ),
    ("The tokens, the most likely first; `c` is the running sum of `p`:"): (
        "Os tokens, do mais provável ao menos provável; `c` vai somando `p` linha a linha:"
    ),
    "The continuation": "A continuação",
    "new token": "token novo",
    ("{before} continues: {after}"): ("{before} continua assim: {after}"),
    ("{token} stands for the end of the text: generation stops here."): (
        "{token} marca o fim do texto: a geração para aqui."
    ),
    "{option} is {found}, expected a number above 0 and at most 1.": (
        "{option} é {found}; esperado: um número maior que 0 e no máximo 1."
    ),
    "The probabilities that were kept, divided by their sum; 0 for the others.": (
        "As probabilidades mantidas, divididas pela sua soma; 0 para as outras."
    ),
    "The probabilities added up, the most likely token first.": (
        "As probabilidades somadas uma a uma, a partir do token mais provável."
    ),
    # lessons/page.py
    "token": "token",
    "position": "posição",
    "row": "linha",
    "The sentence has no token “{token}”; its tokens: {tokens}.": (
        "O texto não tem o token “{token}”; os tokens dele: {tokens}."
    ),
    "“{token}” stands in rows {rows}; give the row's number.": (
        "O token “{token}” aparece nas linhas {rows}; indique o número da linha."
    ),
    "The model {model} has no output (no W_U), so it has no logits and no loss.": (
        "O modelo {model} não tem saída (falta W_U) e por isso não tem logits nem perda."
    ),
    "At T = 0 the loss has no derivative; give a temperature above 0.": (
        "Com T = 0 a perda não tem derivada; indique uma temperatura maior que 0."
    ),
    "The model {model} names no target; give one, with --target on the command line.": (
        "O modelo {model} não define um alvo; indique um (na linha de comando, com --target)."
    ),
    "There is no row {row}; the last row is {count}.": "Não existe a linha {row}; a última é a linha {count}.",
    "The text uses every row of `E`, so none is exactly 0 for lack of a token.": (
        "O texto usa todas as linhas de `E`, portanto nenhuma tem derivada exatamente 0 por falta do seu token."
    ),
    "columns {first} to {last} of {count}": "colunas {first} a {last} de {count}",
    "column {first} of {count}": "coluna {first} de {count}",
    "Heatmap; the scale goes from {low} to {high}": "Mapa de calor; a escala vai de {low} a {high}",
    "Curve: {y} by {x}": "Curva: {y} por {x}",
    "The way through the page": "O caminho pela página",
    "Each part of the picture opens its step.": "Cada parte da figura abre o seu passo.",
    "A number with dots below it opens its work.": "Um número com pontos embaixo abre a sua conta.",
    "There are too many for all: the first {count} do.": "Como há números demais, só os primeiros {count} abrem.",
    "table {number}": "tabela {number}",
    "marked row": "linha marcada",
    "given": "dado",
    "Close": "Fechar",
    "averaged: one cell stands for {rows} × {columns} numbers": "cada célula é a média de {rows} × {columns} números",
    "Step": "Passo",
    "Inputs": "Entradas",
    (
        "The cells filled in yellow on this sheet are inputs: change one, and every number that depends on it "
        "is computed anew. The sentences and the work written out keep the numbers of this run."
    ): (
        "As células amarelas desta planilha são entradas: quando uma delas muda, são recalculados todos os "
        "números que dependem dela. As frases e as contas por extenso não mudam: mostram os valores originais."
    ),
    "temperature": "temperatura",
    "learning rate": "taxa de aprendizado",
    "added to the variance inside the root": "somado à variância dentro da raiz",
    "The other numbers of this step; those computed are formulas": (
        "Os outros números deste passo; os calculados são fórmulas"
    ),
    "T = 0 is fixed in this file: the largest logit takes all the probability.": (
        "T = 0 é fixo neste arquivo: o maior logit fica com toda a probabilidade."
    ),
    (
        "The formulas follow the first training step. What is called after... belongs to the run after the "
        "last step, whose weights are plain numbers here, as is what the page shows of the steps between."
    ): (
        "As fórmulas acompanham o primeiro passo de treino. O que se chama after... pertence à conta depois do "
        "último passo, cujos pesos são aqui simples números, assim como o que a página mostra dos passos "
        "intermediários."
    ),
    (
        "This model has {count} numbers. Here only those that the page shows have a cell of their own; formulas quote "
        "the others as plain numbers, which do not follow a change. With --full every number is live."
    ): (
        "Este modelo tem {count} números. Aqui só os que a página mostra têm célula própria; as fórmulas citam os "
        "outros como simples números, que não acompanham uma mudança. Com --full, todos são recalculados."
    ),
    # lessons/path.py
    "Text": "Texto",
    "Embedding": "Embedding",
    "Positions": "Posições",
    "Block {number}": "Bloco {number}",
    "Head {head}": "Cabeça {head}",
    "Logits": "Logits",
    # lessons/posenc.py
    "d = {d} is odd; sine and cosine come in pairs, so d must be even.": (
        "d = {d} é ímpar; seno e cosseno vêm em pares, portanto d precisa ser par."
    ),
    (
        "The dot product of the codes of two positions says how alike they are. For position {at} and the one at "
        "distance {k}:"
    ): (
        "O produto escalar das codificações de duas posições diz o quanto elas se parecem. Para a posição {at} e "
        "a que está à distância {k}:"
    ),
    (
        "Each pair of dimensions gives `sin·sin + cos·cos`, which is the cosine of the difference of the two "
        "angles. So the product is a sum of cosines, and the position itself cancels:"
    ): (
        "Cada par de dimensões dá `sin·sin + cos·cos`, que é o cosseno da diferença dos dois ângulos. O produto é, "
        "portanto, uma soma de cossenos, e a posição em si desapareceu da conta:"
    ),
    (
        "From position {other}, taken for comparison, the products are the same: they differ by less than "
        "{bound}, which is the rounding of the computer."
    ): (
        "A partir da posição {other}, tomada para comparação, os produtos são os mesmos: a diferença, menor que "
        "{bound}, é só o arredondamento do computador."
    ),
    "At distance 0 every cosine is 1 and the sum reaches its maximum, `d/2` = {half}.": (
        "Na distância 0 todos os cossenos valem 1, e a soma chega ao seu máximo, `d/2` = {half}."
    ),
    "The code": "A codificação posicional",
    "Position `t` gets a row of 2 numbers, `t` counted from 0: `sin(t)` and `cos(t)`.": (
        "A posição `t`, contada a partir de 0, recebe uma linha de 2 números: `sin(t)` e `cos(t)`."
    ),
    (
        "Position `t` gets a row of `d` = {d} numbers, `t` counted from 0: the dimensions `2i + 1` and `2i + 2` "
        "hold `sin(t·ω)` and `cos(t·ω)` with `ω = 1/10000^(2i/d)`, for the pairs `i` from 0 to {last}. The first "
        "pair turns fastest, each following one more slowly."
    ): (
        "A posição `t`, contada a partir de 0, recebe uma linha de `d` = {d} números: nas dimensões `2i + 1` e `2i + "
        "2` ficam `sin(t·ω)` e `cos(t·ω)`, com `ω = 1/10000^(2i/d)`, em que `i` numera os pares de seno e cosseno, "
        "de 0 a {last}. O primeiro par é o que gira mais depressa; cada par seguinte gira mais devagar."
    ),
    "The map": "O mapa",
    "Each row is a position, each column a dimension.": "Cada linha é uma posição e cada coluna, uma dimensão.",
    (
        "Each row is a position, each column a dimension; the waves grow longer from left to right. Sine and cosine "
        "take turns, which makes the stripes."
    ): (
        "Cada linha é uma posição e cada coluna, uma dimensão; da esquerda para a direita, as ondas ficam mais "
        "longas. Seno e cosseno se alternam, e daí vêm as listras."
    ),
    "Dot products by distance": "Produtos escalares por distância",
    "distance `k`": "distância `k`",
    "from position {t}": "da posição {t}",
    "dimension": "dimensão",
    "distance": "distância",
    "dot product": "produto escalar",
    "The dot product by distance:": "O produto escalar em função da distância:",
    # lessons/show.py
    "Row `t` is the row of the table that was read for position `t`.": (
        "A linha `t` é a linha da tabela lida para a posição `t`."
    ),
    "Each row of the table adds up the gradients of the places that read it; a row that was not read gets 0.": (
        "Cada linha da tabela soma os gradientes dos lugares em que foi lida; a que não foi lida recebe 0."
    ),
    "The sinusoidal code: `sin(t·ω)` in the odd dimensions, `cos(t·ω)` in the even ones, `t` from 0.": (
        "A codificação senoidal: `sin(t·ω)` nas dimensões ímpares e `cos(t·ω)` nas pares, com `t` a partir de 0."
    ),
    "The dot product of two rows of the sinusoidal code, by their distance alone.": (
        "O produto escalar de duas linhas da codificação senoidal, calculado só pela distância entre elas."
    ),
    "A sum, number by number.": "Uma soma, número a número.",
    "The same numbers, passed on unchanged.": "Os mesmos números, passados adiante sem mudança.",
    "LayerNorm: minus the mean of the row, divided by its standard deviation.": (
        "LayerNorm: menos a média da linha, dividido pelo desvio padrão dela."
    ),
    "Back through LayerNorm: `(g − κ − u·ρ) / σ`, with `g` the gradient of `u`, `κ` the mean of `g` and `ρ` the mean "
    "of `g·u`.": (
        "A volta pela LayerNorm: `(g − κ − u·ρ) / σ`, em que `g` é o gradiente de `u`, `κ` a média de `g` e `ρ` a "
        "média de `g·u`."
    ),
    "A matrix product: a row of the first matrix times a column of the second.": (
        "Um produto de matrizes: uma linha da primeira vezes uma coluna da segunda."
    ),
    "Some of the columns: the part of one head.": "Algumas das colunas: a parte de uma cabeça.",
    "The gradients of one head, back in the columns that it had read; 0 in the others.": (
        "Os gradientes de uma cabeça, de volta nas colunas que ela tinha usado; nas outras, 0."
    ),
    "The heads side by side.": "As cabeças lado a lado.",
    "A division by a constant.": "Uma divisão por uma constante.",
    "The causal mask: later tokens get `−∞`, the others keep their score.": (
        "A máscara causal: os tokens posteriores recebem `−∞`, os outros mantêm o seu score."
    ),
    "Back through the mask: 0 where it hid a score, unchanged elsewhere.": (
        "A volta pela máscara: 0 onde ela escondeu um score, sem mudança no resto."
    ),
    "Softmax: `e` to the power of each number, divided by the sum of these over the row.": (
        "Softmax: `e` elevado a cada número, dividido pela soma dessas potências na linha."
    ),
    "Back through softmax: `a·(∂L/∂a − τ)`, `τ` the sum of `a·∂L/∂a` over the row.": (
        "A volta pelo softmax: `a·(∂L/∂a − τ)`, em que `τ` é a soma de `a·∂L/∂a` na linha."
    ),
    "The limit of softmax at `T = 0`: 1 for the largest, shared by ties.": (
        "O limite do softmax em `T = 0`: 1 para o maior, dividido por igual em caso de empate."
    ),
    "GELU of each number.": "A GELU de cada número.",
    "Back through GELU: the gradient times the slope at that number.": (
        "A volta pela GELU: o gradiente vezes a inclinação nesse número."
    ),
    "ReLU: the number where it is positive, else 0.": "ReLU: o próprio número onde ele é positivo, 0 no resto.",
    "Back through ReLU: the gradient where the number was positive, else 0.": (
        "A volta pela ReLU: o gradiente onde o número era positivo, 0 no resto."
    ),
    "The loss: minus the logarithm of the target's probability.": (
        "A perda: menos o logaritmo da probabilidade do alvo."
    ),
    (
        "The derivative of the loss with respect to a number that goes into the last softmax: `p − t`, `t` being 1 "
        "at the target; 0 in the other rows."
    ): (
        "A derivada da perda em relação a um número que entra no último softmax: `p − t`, em que `t` é 1 no alvo e 0 "
        "nos outros tokens; nas outras linhas, 0."
    ),
    "One step of gradient descent: the weight minus `η` times its derivative.": (
        "Um passo de gradiente descendente: o peso menos `η` vezes a sua derivada."
    ),
    "the mean of the row": "a média da linha",
    "the standard deviation of the row": "o desvio padrão da linha",
    "the exponential": "a exponencial",
    "the sum over the row": "a soma da linha",
    "the largest number of the row": "o maior número da linha",
    "the mean of the gradient times the normalized row": "a média dos produtos do gradiente pela linha normalizada",
    "To show one, give its name and, in brackets, its indices; a token may stand for its position. For example:": (
        "Para mostrar um deles, dê o nome e, entre colchetes, os índices; em vez da posição, pode-se dar o token."
        " Por exemplo:"
    ),
    "There is no number named “{name}”; show alone lists all names.": (
        "Não existe número com o nome “{name}”; o comando show, sozinho, lista todos os nomes."
    ),
    "“{index}” is not on this axis; expected a number from {first} to {last}.": (
        "O índice “{index}” está fora deste eixo; esperado: um número de {first} a {last}."
    ),
    "The names of all numbers": "Os nomes de todos os números",
    "More numbers are left out here; --full prints them all.": (
        "Outros números foram omitidos aqui; com --full aparecem todos."
    ),
    "This number is given: nothing was calculated to get it.": "Este número é dado: não há conta por trás dele.",
    "With that, everything is worked out from given numbers.": (
        "Com isso, tudo está calculado a partir de números dados."
    ),
    "A table of given numbers: {shape}.": "Uma tabela de números dados: {shape}.",
    "{part}, a sub-result of {line}.": "{part}, resultado intermediário de {line}.",
    "“{cell}” has no closing bracket; expected: name[index, index].": (
        "Em “{cell}” falta fechar o colchete; esperado: nome[índice, índice]."
    ),
    "“{cell}” has an open quote; expected: name[index, index].": (
        "Em “{cell}” há aspas que não se fecham; esperado: nome[índice, índice]."
    ),
    "There is no number named “{name}”; close to it: {near}.": (
        "Não existe número com o nome “{name}”; nomes parecidos: {near}."
    ),
    "{name} takes another number of indices: {wanted}, not {found}, as in {example}.": (
        "{name} pede outro número de índices: {wanted}, e não {found}, como em {example}."
    ),
    "“{name}” may be several numbers: {found}.": "“{name}” pode ser mais de um número: {found}.",
    "name": "nome",
    "symbol": "símbolo",
    "What it was computed from, level {level}": "De onde vem o resultado, nível {level}",
    # lessons/train_step.py
    (
        "After {text} the next token should be {target}. The loss `L` is small when the model gives it a high "
        "probability:"
    ): (
        "Depois de {text} deveria vir o token {target}. A perda `L` é pequena quando o modelo dá a ele uma "
        "probabilidade alta:"
    ),
    "The derivative of `L` with respect to a number of `E` says how fast `L` grows when that number grows.": (
        "A derivada de `L` em relação a um número de `E` diz com que rapidez `L` cresce quando esse número cresce."
    ),
    "Each number moves against its derivative, by the learning rate `η` = {eta} times the derivative:": (
        "Cada número é corrigido no sentido contrário ao da sua derivada; dele se subtrai a derivada "
        "multiplicada pela taxa de aprendizado `η` = {eta}:"
    ),
    "The step repeated": "O passo repetido",
    "The loss went from {first} down to {last}.": "A perda caiu de {first} para {last}.",
    "Training went out of bounds at step {step}; a smaller learning rate η would help. {reason}": (
        "O treino divergiu no passo {step}; uma taxa de aprendizado η menor ajudaria. {reason}"
    ),
    "The loss": "A perda",
    "The gradient of `L` with respect to `E`": "O gradiente de `L` em relação a `E`",
    "The update": "A atualização",
    "The row of {token} (id {id}), number by number:": "A linha do token {token} (id {id}), número a número:",
    "{W} after the step:": "Os valores de {W} depois do passo:",
    "After the step": "Depois do passo",
    "The forward pass again, with all the new weights:": "A ida outra vez, agora com todos os pesos novos:",
    "The forward pass again, with the new `E` and all other weights as they were:": (
        "A ida outra vez, com a nova tabela `E` e os outros pesos como estavam:"
    ),
    "`p` before": "`p` antes",
    "`p` after": "`p` depois",
    "The loss went up, from {first} to {last}: these steps are too long. A smaller `η` makes shorter ones.": (
        "A perda subiu de {first} para {last}: os passos são longos demais. Um `η` menor dá passos mais curtos."
    ),
    (
        "The other weights get their derivatives in the same way. Of each table one number is written out, the "
        "one whose derivative is largest in absolute value."
    ): (
        "Os outros pesos recebem as suas derivadas da mesma maneira. De cada tabela se calcula por extenso um só "
        "número, o que tem a derivada de maior valor absoluto."
    ),
    "step": "passo",
    # lessons/training.py
    (
        "The exponentials are taken after the largest is subtracted, because `e` to the full power would be too "
        "large or too small for a table; that changes no probability."
    ): (
        "As exponenciais são calculadas depois de se subtrair o maior número, porque `e` elevado ao número "
        "inteiro seria grande demais ou pequeno demais para uma tabela; nenhuma probabilidade muda com isso."
    ),
    ("The gradient of `L` with respect to each row of `E` that the text uses (the command backward works it out):"): (
        "O gradiente de `L` em relação a cada linha de `E` que o texto usa (o comando backward mostra a conta):"
    ),
    "After this one step {p_target} goes from {p} to {p_new} and the loss from {loss} to {loss_new}.": (
        "Com este único passo, {p_target} passa de {p} para {p_new} e a perda, de {loss} para {loss_new}."
    ),
    (
        "The logits are divided by `T` = {T} before the softmax (`z′ = z / T`), so this loss depends on `T`; "
        "training normally uses `T = 1`."
    ): (
        "Os logits são divididos por `T` = {T} antes do softmax (`z′ = z / T`), portanto esta perda depende de `T`; "
        "o treino normalmente usa `T = 1`."
    ),
    "This one step leaves {p_target} = {p} and the loss {loss} as they were.": (
        "Este único passo deixa {p_target} = {p} e a perda {loss} como estavam."
    ),
    "After this one step the loss goes from {loss} to {loss_new}; in these digits {p_target} stays {p_new}.": (
        "Com este único passo, a perda passa de {loss} para {loss_new}; nas casas decimais mostradas, {p_target} "
        "continua igual a {p_new}."
    ),
    "After this one step {p_target} is {p_new} and the loss {loss_new}; the loss has changed by {change}.": (
        "Com este único passo, {p_target} passa a ser {p_new} e a perda, {loss_new}; a variação da perda é de {change}."
    ),
    "id": "id",
    # lessons/verify.py
    "How far the numbers of two arrays are apart.": "A distância entre os números de duas tabelas, um a um.",
    "A constant added to each number.": "Uma constante somada a cada número.",
    "The mean of the rows that the token sees, each counted alike.": (
        "A média das linhas que o token vê, todas com o mesmo peso."
    ),
    "Back through such a mean: each row that saw this one hands on its share.": (
        "De volta por essa média: cada linha que via esta lhe devolve a sua parte."
    ),
    "verify compares numbers to 10⁻¹², and {option} rounds each of them to a few decimals first; leave it out.": (
        "O verify compara números até 10⁻¹², e {option} arredondaria antes cada um deles em poucas casas; rode sem "
        "essa opção."
    ),
    "equal keys make the output the mean of the values": "com keys iguais, a saída é a média dos values",
    "without attention no token knows its neighbours": "sem atenção, nenhum token conhece os vizinhos",
    "the temperature keeps the order of the tokens": "a temperatura mantém a ordem dos tokens",
    "10 added to all logits changes no probability": "somar 10 a todos os logits não muda nenhuma probabilidade",
    "holds": "vale",
    "fails": "não vale",
    "does not apply": "não se aplica",
    "Summary": "Resumo",
    ("This is within the tolerance, {most}, so claim {claim} holds."): (
        "Isso está dentro da tolerância, {most}; portanto, a afirmação {claim} vale."
    ),
    ("This is above the tolerance, {most}, so claim {claim} fails."): (
        "Isso passa da tolerância, {most}; portanto, a afirmação {claim} não vale."
    ),
    (
        "In all rows of all heads, in both runs, the weights differ from 1 divided by the number of visible tokens, "
        "and the outputs from the mean of the visible values, by at most {difference}."
    ): (
        "Em todas as linhas de todas as cabeças, nas duas execuções, os pesos diferem de 1 dividido pelo número de "
        "tokens visíveis, e as saídas, da média dos values visíveis, em no máximo {difference}."
    ),
    "With equal weights the output is the plain mean of the values:": (
        "Com pesos iguais, a saída é a média simples dos values:"
    ),
    "Block {block}, head {head}": "Bloco {block}, cabeça {head}",
    (
        "The outputs of the heads for {token} beside the mean of the visible values. The last column has the largest "
        "difference between an output and the mean:"
    ): (
        "As saídas das cabeças para {token}, ao lado da média dos values visíveis. A última coluna traz a maior "
        "diferença entre uma saída e a média:"
    ),
    "With attention the two texts differ here by up to {difference}: what stands around a token changes its row.": (
        "Com atenção, os números dos dois textos diferem aqui em até {difference}: o que está em volta de um "
        "token muda a sua linha."
    ),
    (
        "Even with attention the two texts differ here by no more than {difference}: what it brings to the row is "
        "the same in both, so the check that follows cannot fail."
    ): (
        "Mesmo com atenção, os dois textos diferem aqui em no máximo {difference}: o que ela traz para a linha é "
        "igual nos dois, e por isso a verificação a seguir não tem como falhar."
    ),
    "Without attention the two texts differ here by at most {difference}.": (
        "Sem atenção, os números dos dois textos diferem aqui em no máximo {difference}."
    ),
    "Now the attention is taken out of every block:": "Agora a atenção é tirada de todos os blocos:",
    ("The most likely next token is {token} in both, with the probabilities {p} and {q}."): (
        "O próximo token mais provável é {token} nos dois, com probabilidades {p} e {q}."
    ),
    (
        "The most likely next token is {token} in the text, with the probability {p}, and {other} in the other "
        "one, with {q}."
    ): ("O próximo token mais provável é {token} no texto ({p}) e, no outro, {other} ({q})."),
    ("The logits are divided by {temperatures}, each time before the softmax. The superscript says which."): (
        "Os logits são divididos por {temperatures}, sempre antes do softmax. O índice superior diz qual das "
        "temperaturas foi usada."
    ),
    ("The order stays the same and the probability moves: {token} has {low} at {coldest} and {high} at {hottest}."): (
        "A ordem se mantém e a massa de probabilidade se desloca: {token} tem {low} com {coldest} e {high} com "
        "{hottest}."
    ),
    (
        "The order stays the same. Here not even the probability moves: {token} has {low} at {coldest} and {high} "
        "at {hottest}."
    ): (
        "A ordem se mantém. Aqui nem a massa de probabilidade se desloca: {token} tem {low} com {coldest} e "
        "{high} com {hottest}."
    ),
    "The power of a sum is a product, so `e^10` is a factor of the numerator and of the whole sum, and cancels:": (
        "A exponencial de uma soma é o produto das exponenciais; por isso `e^10` é um fator do numerador e de "
        "toda a soma do denominador, e se cancela:"
    ),
    ("`Δ` is the difference between the two probabilities. In all rows it is at most {difference}."): (
        "`Δ` é a diferença entre as duas probabilidades. Em todas as linhas ela é no máximo {difference}."
    ),
    "Claim {claim}: {title}": "Afirmação {claim}: {title}",
    "The block of this model has no attention.": "O bloco deste modelo não tem atenção.",
    "The text has a single token, which has no neighbours.": "O texto tem um único token, que não tem vizinhos.",
    "The vocabulary has a single token, so there is no other text of this length.": (
        "O vocabulário tem um único token; não existe outro texto deste comprimento."
    ),
    "Under the causal mask row 1 sees itself alone, with attention or without it.": (
        "Com a máscara causal, a linha 1 vê apenas a si mesma, com atenção ou sem ela."
    ),
    (
        "The attention of this model makes rows of {values} numbers out of rows of `d` = {d}; without it, what "
        "follows has no rows of that length to read."
    ): (
        "A atenção deste modelo transforma linhas de `d` = {d} números em linhas de {values}; sem ela, o que vem "
        "depois não tem linhas desse comprimento para ler."
    ),
    (
        "Run B also has different queries: the numbers of its `W_Q` are drawn from `N`(0, {variance}), with the "
        "seed {seed}."
    ): (
        "A execução B tem, além disso, outras queries: os números da sua `W_Q` são sorteados de `N`(0; {variance}), "
        "com a semente {seed}."
    ),
    "head": "cabeça",
    "output in A": "saída em A",
    "mean of the values": "média dos values",
    "output in B": "saída em B",
    ("A line with nothing left just passes `x` on."): (
        "Quando não sobra nada de uma linha da fórmula, ela devolve o próprio `x`."
    ),
    "text": "texto",
    "other text": "outro texto",
    (
        "At `T = 0` nothing is divided. It is the limit, in which the first token of this order takes all the "
        "probability; the claim is about temperatures above 0."
    ): (
        "Com `T = 0` não há divisão: é o caso-limite, em que o primeiro token desta ordem fica com toda a "
        "probabilidade; a afirmação trata de temperaturas acima de 0."
    ),
    "In no row does a token change its place, so claim 3 holds.": (
        "Em nenhuma linha um token muda de lugar; portanto, a afirmação 3 vale."
    ),
    "the input `x`": "a entrada `x`",
    "claim": "afirmação",
    "largest difference": "maior diferença",
    "result": "resultado",
    "Claim {claim} does not apply here.": "A afirmação {claim} não se aplica aqui.",
    "This model has no output matrix `W_U`, so it has no logits.": (
        "Este modelo não tem matriz de saída `W_U` e, portanto, não tem logits."
    ),
    "The vocabulary has a single token, whose probability is always 1.": (
        "O vocabulário tem um único token, cuja probabilidade é sempre 1."
    ),
    "Numbers as large as these are rounded more coarsely.": (
        "Números tão grandes quanto estes são arredondados de forma mais grosseira."
    ),
    "In run A every number of `W_K` is 0, so every key is the bias `b_K`: all keys are equal.": (
        "Na execução A, todos os números de `W_K` são 0; cada key é então o viés `b_K`, e todas as keys são iguais."
    ),
    "In run A every number of `W_K` is 0, so every key is 0: all keys are equal.": (
        "Na execução A, todos os números de `W_K` são 0; cada key é então um vetor de zeros, e todas as keys são "
        "iguais."
    ),
    "place": "lugar",
    "the logits": "os logits",
    "The text, and another one with the same token in row {row}:": (
        "O texto e um outro, com o mesmo token na linha {row}:"
    ),
    "The text, and another one with the same tokens in the marked rows:": (
        "O texto e um outro, com os mesmos tokens nas linhas marcadas:"
    ),
    "with attention": "com atenção",
    "without attention": "sem atenção",
    "after the last LayerNorm": "depois da última LayerNorm",
    "after the block": "depois do bloco",
    "after block {number}": "depois do bloco {number}",
    # lessons/walk.py
    "GELU is taken in its tanh form; the exact form, with erf, differs by less than 0.0005.": (
        "A GELU é calculada na forma com tanh; a forma exata, com erf, difere em menos de 0,0005."
    ),
    "GELU is taken in its exact form, with erf; the tanh form differs by less than 0.0005.": (
        "A GELU é calculada na forma exata, com erf; a forma com tanh difere em menos de 0,0005."
    ),
    "ReLU keeps what is positive and turns the rest into 0.": ("A ReLU mantém o que é positivo e troca o resto por 0."),
    "LayerNorm": "LayerNorm",
    "MLP": "MLP",
    "residual sum": "soma residual",
    "first sum": "primeira soma",
    "second sum": "segunda soma",
    "third sum": "terceira soma",
    "Query, key, value": "Query, key, value",
    "The attention of each head": "A atenção de cada cabeça",
    "The attention": "A atenção",
    "Mixing the values and joining the heads": "A mistura dos values e a junção das cabeças",
    "Mixing the values": "A mistura dos values",
    "{token} (row {row})": "{token} (linha {row})",
    (
        "`E` holds one row for each token of the vocabulary and one column for each dimension: `V × d` = {V} × {d}. "
        "It is part of the model and does not depend on the text."
    ): (
        "A tabela `E` guarda uma linha para cada token do vocabulário e uma coluna para cada dimensão: `V × d` = {V} "
        "× {d}. Ela faz parte do modelo e não depende do texto."
    ),
    (
        "a. The start: random numbers. GPT-2 draws each number of a new table from `N`(0, {variance}). A row drawn "
        "that way, with the seed {seed}, is"
    ): (
        "a. Sorteio: a tabela começa com números ao acaso. O GPT-2 sorteia cada número de uma tabela nova da "
        "distribuição `N`(0; {variance}). Uma linha sorteada assim, com a semente {seed}:"
    ),
    "It means nothing yet: before training, every row is as good as any other.": (
        "Esses números ainda não dizem nada: antes do treino, uma linha vale tanto quanto qualquer outra."
    ),
    "Reading: to read a row is to multiply a vector of zeros, with a 1 at the id, by `E`. For {token}, id {id}:": (
        "Leitura: ler uma linha é multiplicar um vetor de zeros, com um único 1 na posição do id, pela tabela "
        "`E`. Para o token {token}, id {id}:"
    ),
    "The rows that were read, one for each token, form the matrix `E[ids]`:": (
        "As linhas lidas, uma para cada token, formam a matriz `E[ids]`:"
    ),
    (
        "One training step, worked out. After these tokens the next one should be {target}, so the loss, whose `p` "
        "comes from the last step of this page, is"
    ): (
        "Vejamos um passo de treino com números. Depois destes tokens o próximo deveria ser {target}. A perda, cujo "
        "`p` vem do último passo desta página, é"
    ),
    "One training step, worked out. After these tokens the next one should be {target}, so the loss is": (
        "Vejamos um passo de treino com números. Depois destes tokens o próximo deveria ser {target}, portanto "
        "a perda é"
    ),
    "With the learning rate `η` = {eta}, the row of {token} (id {id}) becomes": (
        "Com a taxa de aprendizado `η` = {eta}, a linha do token {token} (id {id}) passa a ser"
    ),
    "Each row of `E` that the text uses moves this way; nothing else changes.": (
        "Cada linha de `E` que o texto usa é corrigida assim; nada mais muda."
    ),
    "The rest of this page uses the table above, without the step.": (
        "Daqui em diante as contas usam a tabela original, sem este passo."
    ),
    "We follow row {row}, {token}.": "Seguimos a linha {row}, do token {token}.",
    "Three weight matrices multiply {u}, without biases: {q} asks, {k} answers, {v} is what a token hands over.": (
        "De {u} saem três produtos, cada um com a sua matriz de pesos e sem viés: {q} pergunta, {k} responde e "
        "{v} é o que um token tem a entregar."
    ),
    (
        "The causal mask lets a token see only itself and the tokens before it: every later score becomes `−∞`, and "
        "`e^(−∞) = 0`."
    ): (
        "Com a máscara causal, um token vê apenas a si mesmo e os tokens anteriores: todo score de um token "
        "posterior passa a ser `−∞` (`e^(−∞) = 0`)."
    ),
    "Here {token} looks most at itself, with the weight {weight}.": (
        "Aqui o token {token} olha mais para si mesmo, com peso {weight}."
    ),
    "Here {token} looks most at {other}, with the weight {weight}.": (
        "Aqui o token {token} olha mais para o token {other}, com peso {weight}."
    ),
    "The residual sum adds {terms}, number by number:": "Na soma residual somam-se {terms}, número a número:",
    (
        "The MLP works on each row alone: {first} takes it from {d} to {width} numbers, {bend} bends each of "
        "them, and {second} brings it back to {d}."
    ): (
        "A MLP trabalha em cada linha separadamente: {first} leva a linha de {d} para {width} números, a ativação"
        " {bend} age em cada um deles e {second} traz a linha de volta a {d}."
    ),
    "The product with `W_U` gives one number, the logit `z`, for each token of the vocabulary.": (
        "O produto por `W_U` dá a cada token do vocabulário um número, o logit `z`."
    ),
    "The largest logit, that of {token}:": "O maior logit, o do token {token}:",
    "From text to ids": "Do texto aos ids",
    "The text is cut at white space. Each word is a token of {size} and becomes its id.": (
        "O texto é cortado nos espaços. Cada palavra é um token de {size} e é trocada pelo seu id."
    ),
    (
        "The tokenizer cuts the text into tokens of {size}, each time the longest that fits, and each token becomes "
        "its id, the number of its row in the table `E`, counted from 0. The sign ␣ stands for a space."
    ): (
        "O tokenizador divide o texto em tokens de {size}, escolhendo a cada vez o mais longo que couber, e troca "
        "cada token pelo seu id, o número da linha dele na tabela `E`, contado a partir de 0. O sinal ␣ representa "
        "um espaço."
    ),
    "The table `E`: where its numbers come from": "A tabela `E`: de onde vêm os seus números",
    "b. Training: each number moves against its derivative (`i`: row, `c`: column, `η`: learning rate).": (
        "b. Treino: cada número é corrigido no sentido contrário ao da sua derivada (`i`: linha, `c`: coluna, `η`: "
        "taxa de aprendizado)."
    ),
    "The table that this model works with, as if already trained (the rows of this text are marked):": (
        "A tabela que este modelo usa, como se já tivesse sido treinada (as linhas deste texto estão marcadas):"
    ),
    "The table that this model works with (the rows of this text are marked):": (
        "A tabela que este modelo usa (as linhas deste texto estão marcadas):"
    ),
    "This model adds no positions: the rows that were read are `x`, and `x` is all that the block gets.": (
        "Este modelo não soma posições: as linhas lidas já formam `x`, e `x` é tudo o que o bloco recebe."
    ),
    "The positions `P` and the input `x`": "As posições `P` e a entrada `x`",
    (
        "`E` does not say where a token stands. Each position has a row of the table `P`, weights like those of `E`. "
        "The sum of the two rows is a row of `x`, and `x` is all that the block gets."
    ): (
        "A tabela `E` não sabe em que lugar do texto um token aparece. Para isso há a tabela `P`, também feita de "
        "pesos, com uma linha para cada posição. A linha de `E` mais a linha de `P` dá uma linha de `x`, e o bloco "
        "não recebe nada além de `x`."
    ),
    (
        "`E` does not say where a token stands. Each position has a row of sines and cosines: `sin(t·ω)` in the odd "
        "dimensions and `cos(t·ω)` in the even ones, with `ω = 1/10000^(2i/d)` for the pairs `i` from 0 to {last}; "
        "`t` counts from 0, so row 1 has `t = 0`. The sum of the two rows is a row of `x`, and `x` is all that the "
        "block gets."
    ): (
        "A tabela `E` não sabe em que lugar do texto um token aparece. Para isso cada posição tem uma linha de senos "
        "e cossenos: `sin(t·ω)` nas dimensões ímpares e `cos(t·ω)` nas pares, com `ω = 1/10000^(2i/d)`, em que `i` "
        "numera os pares de seno e cosseno, de 0 a {last}; `t` é contado a partir de 0, de modo que, na linha 1, `t "
        "= 0`. A linha de `E` mais a linha da posição dá uma linha de `x`, e o bloco não recebe nada além de `x`."
    ),
    "LayerNorm of {x}, as before (divisor `d` = {d}, `ε` = {eps} inside the root):": (
        "LayerNorm de {x}, como antes (divisor `d` = {d}, `ε` = {eps} dentro da raiz):"
    ),
    "We follow every row.": "Seguimos todas as linhas.",
    "Here the matrices only choose columns, some with the sign changed: {choices}.": (
        "Aqui as matrizes apenas selecionam colunas, algumas com o sinal trocado: {choices}."
    ),
    "Here the matrices only choose columns: {choices}.": "Aqui as matrizes apenas selecionam colunas: {choices}.",
    "Head {head} uses column {first} of each.": "A cabeça {head} usa a coluna {first} de cada produto.",
    "Head {head} uses columns {first} and {last} of each.": (
        "A cabeça {head} usa as colunas {first} e {last} de cada produto."
    ),
    "Head {head} uses columns {first} to {last} of each.": (
        "A cabeça {head} usa as colunas de {first} a {last} de cada produto."
    ),
    "Softmax turns each row of scores into weights `a` that sum to 1.": (
        "O softmax transforma cada linha de scores nos pesos `a`, cuja soma é 1."
    ),
    "All weights of head {head} (row: who looks; column: at whom):": (
        "Todos os pesos da cabeça {head} (linha: quem olha; coluna: para quem):"
    ),
    "All weights (row: who looks; column: at whom):": "Todos os pesos (linha: quem olha; coluna: para quem):",
    "The same weights as a picture:": "Os mesmos pesos numa figura:",
    "There is no mask: each token sees all of them, the later ones too.": (
        "Não há máscara: cada token vê todos, inclusive os que vêm depois dele."
    ),
    (
        "The exponentials are `e^(s − max)` here, because `e^s` itself would be too large or too small for a "
        "table; the largest score of the row is taken off first, which changes no weight."
    ): (
        "Aqui as exponenciais são `e^(s − max)`, para que os números não fiquem grandes ou pequenos demais na "
        "tabela: antes se subtrai o maior score da linha, o que não muda nenhum peso."
    ),
    "Here {token} looks at itself alone, with the weight 1.": (
        "Aqui o token {token} olha só para si mesmo, com peso 1."
    ),
    "Here {token} looks at {other} alone, with the weight 1.": (
        "Aqui o token {token} olha só para o token {other}, com peso 1."
    ),
    "Here {token} looks equally at {others}, with the weight {weight} each.": (
        "Aqui o token {token} olha igualmente para {others}, com peso {weight} para cada um."
    ),
    (
        "Each head takes the mean of the values, weighted by its row of weights, and the results of the heads are"
        " put side by side."
    ): (
        "Cada cabeça calcula a média dos values, ponderada pela sua linha de pesos, e os resultados das cabeças "
        "são postos lado a lado."
    ),
    "The head takes the mean of the values, weighted by its row of weights.": (
        "A cabeça calcula a média dos values, ponderada pela sua linha de pesos."
    ),
    "There is no `W_O` here: what the heads give is the result {A}.": (
        "Aqui não há `W_O`: o que sai das cabeças já é o resultado {A}."
    ),
    "The result is {product}. Here {W_O} is the identity, so {A} = {o}:": (
        "O resultado é {product}. Aqui {W_O} é a identidade, portanto {A} = {o}:"
    ),
    "The result is {product}.": "O resultado é {product}.",
    "Here {first} only chooses columns: {hidden} = {columns}.": (
        "Aqui {first} apenas seleciona colunas: {hidden} = {columns}."
    ),
    "The last LayerNorm comes before the output.": "Antes da saída vem a última LayerNorm.",
    "This model has no output matrix `W_U` and ends here, with {state}:": (
        "Este modelo não tem matriz de saída `W_U` e termina aqui, com {state}:"
    ),
    "Row {row}, {token}:": "Linha {row}, do token {token}:",
    "At `T = 0` the largest logit takes all the probability: this is the limit of `e^(z/T) / Σ e^(z/T)`.": (
        "Com `T = 0` o maior logit fica com toda a probabilidade: é o limite de `e^(z/T) / Σ e^(z/T)` quando `T` "
        "tende a 0."
    ),
    "Softmax turns the logits into probabilities:": "O softmax transforma os logits em probabilidades:",
    "sum": "soma",
    "Equally likely are {count} tokens, with {p} each.": (
        "Há empate entre os {count} tokens mais prováveis, cada um com probabilidade {p}."
    ),
    "For the target {target} the loss is {loss}, the `L` of step 2.": (
        "Para o alvo {target} a perda é {loss}, o `L` do passo 2."
    ),
    "An upper index names the block; where there are two, the block and the head.": (
        "O índice superior indica o bloco; onde há dois, eles indicam o bloco e a cabeça."
    ),
    "The input `x`": "A entrada `x`",
    "LayerNorm of {x}, as before (divisor `d` = {d}, no `ε`):": (
        "LayerNorm de {x}, como antes (divisor `d` = {d}, sem `ε`):"
    ),
    "Head `h` uses the columns `(h − 1)`·{d_k} + 1 to `h`·{d_k} of each.": (
        "A cabeça `h` usa as colunas de `(h − 1)`·{d_k} + 1 a `h`·{d_k} de cada produto."
    ),
    "Every query meets the key of every token.": "Cada query encontra as keys de todos os tokens.",
    "The query of {token} meets the key of every token.": (
        "A query do token {token} encontra as keys de todos os tokens."
    ),
    "The dot products are the scores `s`; this model does not scale them.": (
        "Os produtos escalares já são os scores `s`: este modelo não os divide por nada."
    ),
    (
        "Each dot product is divided by `√d_k` = {root}, `d_k` being the number of columns of query and key in a "
        "head; this gives the scores `s`."
    ): (
        "Cada produto escalar é dividido por `√d_k` = {root}, em que `d_k` é o número de colunas de query e key "
        "em cada cabeça; o resultado é o score `s`."
    ),
    "Head {head}, {query}:": "Cabeça {head}, {query}:",
    "The query is {query}:": "A query é {query}:",
    "All rows:": "Todas as linhas:",
    "All rows of {u}:": "Todas as linhas de {u}:",
    "The next token": "O próximo token",
    "The last state": "O último estado",
    (
        "The temperature `T` = {T} divides every logit before the softmax: `z′ = z / T`. Their order stays the same; "
        "`T` below 1 makes the differences larger, `T` above 1 smaller."
    ): (
        "A temperatura `T` = {T} divide todos os logits antes do softmax: `z′ = z / T`. A ordem deles não muda; `T` "
        "menor que 1 aumenta as diferenças, `T` maior que 1 as diminui."
    ),
    "Equally likely are {tokens}, with {p} each.": (
        "Há empate entre os tokens mais prováveis: {tokens}, cada um com probabilidade {p}."
    ),
    "Each row of {x} is normalized on its own: minus its mean `μ`, divided by its standard deviation `σ`.": (
        "A normalização é feita linha a linha: de cada linha de {x} se subtrai a média `μ`, e o resultado é dividido "
        "pelo desvio padrão `σ`."
    ),
    "The variance has the divisor `d` = {d} (not `d − 1`), and `ε` = {eps} stands inside the root.": (
        "A variância tem divisor `d` = {d} (e não `d − 1`), e `ε` = {eps} fica dentro da raiz."
    ),
    "The variance has the divisor `d` = {d} (not `d − 1`); there is no `ε`.": (
        "A variância tem divisor `d` = {d} (e não `d − 1`); não há `ε`."
    ),
    "In other models a learned gain `γ` and bias `β` follow; here there are none.": (
        "Em outros modelos vêm em seguida um ganho `γ` e um viés `β` aprendidos; aqui não há nenhum dos dois."
    ),
    "In the last row it hides nothing; above the diagonal of the tables it makes every weight 0.": (
        "Na última linha ela não esconde nada; nas tabelas, todos os pesos acima da diagonal são 0 por causa dela."
    ),
    (
        "The most likely token in row {row} is {token}, with {p}. This predicts nothing: without a mask the row "
        "has seen the tokens after it."
    ): (
        "Na linha {row} o token mais provável é {token}, com probabilidade {p}. Isso não prevê nada: sem máscara,"
        " a linha já viu os tokens que vêm depois dela."
    ),
    "The most likely token is {token}, with {p}: the text would go on as {text}.": (
        "O token mais provável é {token}, com probabilidade {p}, e o texto continuaria assim: {text}."
    ),
    # lessons/whatif.py, and the lists of values in request.py
    "{option} was read as {count} values; from 1 to {most} can stand side by side.": (
        "Em {option} foram lidos {count} valores; lado a lado cabem de 1 a {most}."
    ),
    "{option} was read as the values {values}; {twice} stands there twice.": (
        "Em {option} foram lidos os valores {values}; {twice} aparece duas vezes."
    ),
    "{option} was read as the values {values}; {wrong} is no finite number, 0 or more.": (
        "Em {option} foram lidos os valores {values}; {wrong} não é um número finito, maior ou igual a 0."
    ),
    "{option} was read as the values {values}; {wrong} is no whole number from {least} to {most}.": (
        "Em {option} foram lidos os valores {values}; {wrong} não é um número inteiro de {least} a {most}."
    ),
    "{option} was read as the values {values}; {command} takes one value, {comparing} compares several.": (
        "Em {option} foram lidos os valores {values}; o comando {command} recebe um valor só, e {comparing} compara "
        "vários."
    ),
    "{option} is {found}, which can be read in several ways; between values put semicolons, as in {example}.": (
        "{option} é {found}, o que se pode ler de várias maneiras; entre os valores ponha ponto e vírgula, como em "
        "{example}."
    ),
    "The values make {count} pairs; at most {most} can stand side by side.": (
        "Os valores formam {count} pares; lado a lado cabem no máximo {most}."
    ),
    (
        "The end of the last step compares several temperatures: {values}. Everything else on this page is for "
        "{chosen}."
    ): ("O fim do último passo compara várias temperaturas: {values}. Todo o resto desta página usa {chosen}."),
    (
        "The end of the last step compares several numbers of heads `h`: {values}. Everything else on this page is "
        "for {chosen}."
    ): (
        "O fim do último passo compara vários números de cabeças `h`: {values}. Todo o resto desta página usa {chosen}."
    ),
    (
        "What if the number of heads `h` were different? The tokens in the order of the table above, with `z` and "
        "`p` for each `h`:"
    ): ("E se o número de cabeças `h` fosse outro? Os tokens na ordem da tabela acima, com `z` e `p` para cada `h`:"),
    (
        "What if the temperature `T` were different? The tokens in the order of the table above, with `p` for each `T`:"
    ): ("E se a temperatura `T` fosse outra? Os tokens na ordem da tabela acima, com `p` para cada `T`:"),
    "All logits of this row are equal, so `T` changes nothing.": (
        "Todos os logits desta linha são iguais, portanto `T` não muda nada."
    ),
    (
        "All columns have the same order, since dividing all logits by one positive number keeps it. What moves "
        "is the probability mass: {token} has {values}."
    ): (
        "Todas as colunas têm a mesma ordem, porque dividir todos os logits por um mesmo número positivo não a "
        "muda. O que se desloca é a massa de probabilidade: {token} tem {values}."
    ),
    "`p` = {p} at {setting}": "`p` = {p} para {setting}",
    ("The lower `T` is, the more of it goes to the most likely tokens."): "Quanto menor `T`, mais massa fica no topo.",
    "The block has no attention, so `h` changes nothing.": "O bloco não tem atenção, portanto `h` não muda nada.",
    "A token that sees itself alone has the weight 1 in every head, so `h` changes nothing.": (
        "Um token que só vê a si mesmo tem peso 1 em qualquer cabeça, portanto `h` não muda nada."
    ),
    "In this row `h` changes nothing.": "Nesta linha `h` não muda nada.",
    (
        "With another `h` each head reads other columns of `q`, `k` and `v`, so the attention weights, `z` and `p` "
        "change."
    ): (
        "Com outro `h`, cada cabeça lê outras colunas de `q`, `k` e `v`; por isso mudam os pesos de atenção, `z` e `p`."
    ),
    "{token} with `p` = {p} at {setting}": "{token} com `p` = {p} para {setting}",
    (
        "What if the number of heads `h` and the temperature `T` were different? A table for each `h`, the tokens "
        "in the order of the table above, with `z` and with `p` for each `T`:"
    ): (
        "E se o número de cabeças `h` e a temperatura `T` fossem outros? Uma tabela para cada `h`, com os tokens "
        "na ordem da tabela acima, com `z` e com um `p` para cada `T`:"
    ),
    (
        "In each table the columns of `p` have the same order, since dividing all logits by one positive number "
        "keeps it. What moves is the probability mass: for {heads} {token} has {values}."
    ): (
        "Em cada tabela as colunas de `p` têm a mesma ordem, porque dividir todos os logits por um mesmo número "
        "positivo não a muda. O que se desloca é a massa de probabilidade: com {heads}, {token} tem {values}."
    ),
    "The most likely token changes; for {T}: {values}.": "O token mais provável muda; com {T}: {values}.",
    "The most likely token stays {token}; for {T}: {values}.": (
        "O token mais provável continua sendo {token}; com {T}: {values}."
    ),
    "The most likely token changes: {values}.": "O token mais provável muda: {values}.",
    "The most likely token stays {token}: {values}.": "O token mais provável continua sendo {token}: {values}.",
    # model.py
    "{file}: {key} lists {found} numbers, expected {most}.": (
        "{file}: {key} lista {found} números; esperavam-se {most}."
    ),
    "The model {model} has no token for “{piece}”; its tokens: {known}.": (
        "O modelo {model} não tem token para “{piece}”; os tokens dele: {known}."
    ),
    "{heads} heads do not divide d = {d}; possible numbers of heads: {divisors}.": (
        "O número de cabeças, {heads}, não divide d = {d}; números de cabeças possíveis: {divisors}."
    ),
    "“{name}” fits several tokens: {fits}.": "“{name}” pode ser mais de um token: {fits}.",
    "{file}: {key} is {found}, expected {expected}.": "{file}: {key} é {found}; esperado: {expected}.",
    "{file}: {key}: {reason}": "{file}: {key}: {reason}",
    "{file}: {key} has shape {found}, expected {words} = {shape}.": (
        "{file}: {key} tem forma {found}; esperado: {words} = {shape}."
    ),
    "The text is empty; it needs at least one token of the vocabulary.": (
        "O texto está vazio; é preciso ao menos um token do vocabulário."
    ),
    "The text has {count} tokens; the model {model} has room for {most}.": (
        "O texto tem {count} tokens; no modelo {model} cabem {most}."
    ),
    "The model {model} has no token for “{piece}”, only for “{token}”: a space must stand before it.": (
        "O modelo {model} não tem token para “{piece}”, só para “{token}”: é preciso um espaço antes."
    ),
    "The model {model} has no token for “{piece}”; close to it: {near}.": (
        "O modelo {model} não tem token para “{piece}”; tokens parecidos: {near}."
    ),
    "There is no model {name}: neither a file nor one of the built-in models ({known}).": (
        "Não existe o modelo {name}: não é um arquivo nem um dos modelos embutidos ({known})."
    ),
    "{file} is a directory; expected a TOML file.": "{file} é um diretório; esperado: um arquivo TOML.",
    "{file} cannot be read: permission denied.": "Não foi possível ler {file}: permissão negada.",
    "{file} cannot be read: {reason}.": "Não foi possível ler {file}: {reason}.",
    "{file} is not a possible file name.": "{file} não pode ser nome de arquivo.",
    "{file} is not UTF-8 text.": "{file} não é um texto em UTF-8.",
    "{file} is not a TOML file.": "{file} não é um arquivo TOML.",
    "a table": "uma tabela",
    "{file}: {key} is missing.": "{file}: falta {key}.",
    "{file}: {key} is {found}, expected a whole number from 1 to {most}.": (
        "{file}: {key} é {found}; esperado: um número inteiro de 1 a {most}."
    ),
    "a finite number, 0 or more": "um número finito maior ou igual a 0",
    "{file}: {key} is {found}, expected one of {allowed}.": "{file}: {key} é {found}; valores possíveis: {allowed}.",
    "a text": "um texto",
    "true or false": "true ou false",
    "a list of formulas, one text a line": "uma lista de fórmulas, um texto para cada linha",
    "a whole number, 0 or more": "um número inteiro maior ou igual a 0",
    "at least one token": "pelo menos um token",
    "{file}: sizes ask for more than {most} weights.": "{file}: os tamanhos em sizes pedem mais de {most} pesos.",
    "a list of whole numbers": "uma lista de números inteiros",
    "{key} is {found}; possible: {allowed}.": "{key} é {found}; valores possíveis: {allowed}.",
    "The model {model} has no weights {name} (shape {shape}), which its rules need.": (
        "O modelo {model} não tem os pesos {name} (forma {shape}), de que as suas regras precisam."
    ),
    "{file} is larger than {most} MB.": "{file} tem mais de {most} MB.",
    "{file} is not a TOML file: it cannot be read at line {line}, column {column}.": (
        "{file} não é um arquivo TOML: a leitura falha na linha {line}, coluna {column}."
    ),
    "{file}: {key} is not a key that handcalc knows; possible: {known}.": (
        "{file}: o handcalc não conhece a chave {key}; chaves possíveis: {known}."
    ),
    "a token without white space; write ␣ for a space": "um token sem espaços em branco; para um espaço, escreva ␣",
    "{file}: the token “{token}” stands twice.": "{file}: o token “{token}” aparece duas vezes.",
    "{file}: weights.{name} is missing; expected {words} = {shape}.": (
        "{file}: falta weights.{name}; esperado: {words} = {shape}."
    ),
    "{file}: {key} cannot be the identity: its shape is {words} = {shape}.": (
        "{file}: {key} não pode ser a identidade, porque tem forma {words} = {shape}."
    ),
    "{file}: {key} names {found}, expected whole numbers from 1 to {most}, or their negatives.": (
        "{file}: em {key} há {found}; esperado: números inteiros de 1 a {most} ou os seus negativos."
    ),
    "{file}: {key} is not a key that handcalc knows; the closest one is {near}.": (
        "{file}: o handcalc não conhece a chave {key}; talvez você procure {near}."
    ),
    "a finite number": "um número finito",
    # output.py
    "There is no standard output to write to.": "Não há saída padrão em que escrever.",
    "{file} is a directory; expected the name of a file.": "{file} é um diretório; esperado: o nome de um arquivo.",
    "{file} cannot be written: there is no directory {directory}.": (
        "Não foi possível gravar {file}: o diretório {directory} não existe."
    ),
    "{file} cannot be written: permission denied.": "Não foi possível gravar {file}: permissão negada.",
    "{file} cannot be written: {reason}.": "Não foi possível gravar {file}: {reason}.",
    "The output cannot be written: {reason}.": "Não foi possível escrever a saída: {reason}.",
    "{file} was not written: the disk is full.": "O arquivo {file} não foi gravado: o disco está cheio.",
    "The output is not complete: the disk is full.": "A saída ficou incompleta: o disco está cheio.",
    # plot.py
    "A figure needs the package matplotlib; {command} installs it.": (
        "Uma figura precisa do pacote matplotlib; {command} o instala."
    ),
    "The name {file} tells no kind of figure; its ending can be {endings}.": (
        "O nome {file} não indica nenhum tipo de figura; extensões possíveis: {endings}."
    ),
    "This page has no picture to draw.": "Esta página não tem imagem para desenhar.",
    "This page has {count} pictures; at most {most} fit into one figure.": (
        "Esta página tem {count} imagens; numa figura cabem no máximo {most}."
    ),
    # request.py
    "{option} is {found}, expected a finite number, 0 or more.": (
        "{option} é {found}; esperado: um número finito maior ou igual a 0."
    ),
    "{option} is {found}, expected a whole number from {least} to {most}.": (
        "{option} é {found}; esperado: um número inteiro de {least} a {most}."
    ),
    "{option} is {found}; possible: {allowed}.": "{option} é {found}; valores possíveis: {allowed}.",
    "{count} distances were given; at most {most} fit.": "Foram dadas {count} distâncias; cabem no máximo {most}.",
    "{rows} positions of {d} numbers each are {cells} numbers; handcalc computes at most {most}.": (
        "{rows} posições de {d} números cada uma são {cells} números; o handcalc calcula no máximo {most}."
    ),
    "{option} is {found}, expected numbers of steps such as 6 or 4-6,9.": (
        "{option} é {found}; esperado: números de passos, como 6 ou 4-6,9."
    ),
    "{option} has {first}-{last}, which runs backwards; {last}-{first} would be right.": (
        "{option} tem {first}-{last}, de trás para a frente; o certo seria {last}-{first}."
    ),
    "{option} is {found}; handcalc speaks {known}.": ("{option} é {found}; línguas possíveis: {known}."),
    "There is no step {step}; {command} has the steps {existing}.": (
        "Não existe o passo {step}; {command} tem os passos {existing}."
    ),
    # result.py
    "The titles of the format {format} have no levels; {option} works in {formats}.": (
        "Os títulos do formato {format} não têm níveis; {option} funciona em {formats}."
    ),
    "The name {file} tells no format; name one of {formats}, or use one of the endings {endings}.": (
        "O nome {file} não indica nenhum formato; indique um deles ({formats}) ou use uma destas extensões: {endings}."
    ),
    # transformer.py
    "The numbers grow beyond all bounds at {name}: a weight or η is too large, or T too small.": (
        "Os números crescem além de qualquer limite em {name}: um peso ou η é grande demais, ou T é pequeno demais."
    ),
    # Models of the reader's own
    (
        "A gain multiplied its column in every row, so its gradient is a sum over the rows: the gradient of the "
        "result times the normalized number."
    ): (
        "Um ganho multiplicou a sua coluna em todas as linhas; por isso o gradiente dele é uma soma sobre as "
        "linhas: o gradiente do resultado vezes o número normalizado."
    ),
    ("A bias was added to its column in every row, so its gradient is the sum of the gradients of that column."): (
        "Um viés foi somado à sua coluna em todas as linhas; por isso o gradiente dele é a soma dos gradientes "
        "dessa coluna."
    ),
    "Back through `E`, the output matrix": "A volta por `E`, a matriz de saída",
    ("The other rows of `E` have a gradient too: as the output matrix, `E` takes part in every logit."): (
        "As outras linhas de `E` também têm gradiente: como matriz de saída, `E` entra em todos os logits."
    ),
    "column": "coluna",
    "The input rows": "As linhas de entrada",
    ("The gradient of a gain: over the rows, the sum of gradient times normalized number."): (
        "O gradiente de um ganho: a soma, sobre as linhas, do gradiente vezes o número normalizado."
    ),
    ("The gradient of a bias: over the rows, the sum of the gradient."): (
        "O gradiente de um viés: a soma do gradiente sobre as linhas."
    ),
    "the normalized number, before gain and bias": "o número normalizado, antes do ganho e do viés",
    ("This model has no vocabulary. It begins with rows of `d` = {d} numbers, each under its label."): (
        "Este modelo não tem vocabulário. Ele parte de linhas de `d` = {d} números, cada uma com o seu rótulo."
    ),
    (
        "This model has no vocabulary. It begins with rows of `d` = {d} numbers, each under its label. They are "
        "`x`, all that the block gets."
    ): (
        "Este modelo não tem vocabulário. Ele parte de linhas de `d` = {d} números, cada uma com o seu rótulo. "
        "Elas são `x`, tudo o que o bloco recebe."
    ),
    "Each row of `E` moves this way; nothing else changes.": (
        "Todas as linhas de `E` são corrigidas assim; nada mais muda."
    ),
    (
        "The result is called {n}. Each of its columns is then multiplied by its learned gain {gain}, and its "
        "learned bias {bias} is added:"
    ): (
        "O resultado se chama {n}. Cada uma das suas colunas é então multiplicada pelo ganho aprendido {gain}, e "
        "soma-se o viés aprendido {bias}:"
    ),
    ("The result is called {n}. Each of its columns is then multiplied by its learned gain {gain}:"): (
        "O resultado se chama {n}. Cada uma das suas colunas é então multiplicada pelo ganho aprendido {gain}:"
    ),
    ("The result is called {n}. To each of its columns the learned bias {bias} is then added:"): (
        "O resultado se chama {n}. A cada uma das suas colunas soma-se então o viés aprendido {bias}:"
    ),
    (
        "Three weight matrices multiply {u}, and biases are added: {q} asks, {k} answers, {v} is what a token "
        "hands over."
    ): (
        "De {u} saem três produtos, cada um com a sua matriz de pesos e o seu viés: {q} pergunta, {k} responde e "
        "{v} é o que um token tem a entregar."
    ),
    ("In this model it is used once more, in the last step: there it turns the last state into logits."): (
        "Neste modelo ela é usada mais uma vez, no último passo: ali ela transforma o último estado em logits."
    ),
    (
        "Each dot product is divided by `d_k` = {d_k}, the number of columns of query and key in a head; this "
        "gives the scores `s`."
    ): (
        "Cada produto escalar é dividido por `d_k` = {d_k}, o número de colunas de query e key em cada cabeça; o "
        "resultado é o score `s`."
    ),
    (
        "Each dot product is divided by `√d` = {root}, `d` being the number of columns of the model; this gives "
        "the scores `s`."
    ): (
        "Cada produto escalar é dividido por `√d` = {root}, em que `d` é o número de colunas do modelo; o "
        "resultado é o score `s`."
    ),
    "After each of the two products a bias is added:": "Depois de cada um dos dois produtos soma-se um viés:",
    (
        "The output matrix is `E` itself: the product of the state with each row of `E` gives one number, the "
        "logit `z`, for each token of the vocabulary."
    ): (
        "A matriz de saída é a própria `E`: o produto do estado por cada linha de `E` dá a cada token do "
        "vocabulário um número, o logit `z`."
    ),
    "A bias is added to each:": "A cada um soma-se um viés:",
    (
        "The rows do not say where they stand. Each position has a row of the table `P`, which is made of "
        "weights. The sum of the two rows is a row of `x`, and `x` is all that the block gets."
    ): (
        "As linhas não dizem em que lugar estão. Para isso há a tabela `P`, feita de pesos, com uma linha para "
        "cada posição. A soma das duas linhas é uma linha de `x`, e o bloco não recebe nada além de `x`."
    ),
    (
        "The rows do not say where they stand. Each position has a row of sines and cosines: `sin(t·ω)` in the "
        "odd dimensions and `cos(t·ω)` in the even ones, with `ω = 1/10000^(2i/d)` for the pairs `i` from 0 to "
        "{last}; `t` counts from 0, so row 1 has `t = 0`. The sum of the two rows is a row of `x`, and `x` is "
        "all that the block gets."
    ): (
        "As linhas não dizem em que lugar estão. Para isso cada posição tem uma linha de senos e cossenos: "
        "`sin(t·ω)` nas dimensões ímpares e `cos(t·ω)` nas pares, com `ω = 1/10000^(2i/d)`, em que `i` numera os "
        "pares de seno e cosseno, de 0 a {last}; `t` é contado a partir de 0, de modo que, na linha 1, `t = 0`. "
        "A soma das duas linhas é uma linha de `x`, e o bloco não recebe nada além de `x`."
    ),
    (
        "Head `h` uses the columns `(h − 1)`·{d_k} + 1 to `h`·{d_k} of query and key, and the columns `(h − "
        "1)`·{d_v} + 1 to `h`·{d_v} of the values."
    ): (
        "A cabeça `h` usa as colunas de `(h − 1)`·{d_k} + 1 a `h`·{d_k} de query e key e as colunas de `(h − "
        "1)`·{d_v} + 1 a `h`·{d_v} dos values."
    ),
    ("{file}: rules.tied needs a vocabulary; this model has labelled rows instead."): (
        "{file}: rules.tied precisa de um vocabulário; este modelo tem linhas com rótulos no lugar dele."
    ),
    "a list of texts, or how many there are": "uma lista de textos, ou quantos são",
    ("{file}: tokens has a vocabulary and rows; a model has one or the other."): (
        "{file}: tokens tem vocabulary e rows; um modelo tem um ou outro."
    ),
    "a table of labelled rows such as x1 = [0.5, 1.0]": "uma tabela de linhas com rótulos, como x1 = [0.5, 1.0]",
    ("{file}: rules.tied is true, so E is the output matrix too and weights.W_U has no place."): (
        "{file}: rules.tied é true, então E é também a matriz de saída e não há lugar para weights.W_U."
    ),
    (
        'rows of numbers, "identity", "zeros", "ones", or a table with columns, with rows, with normal and seed, '
        "or with file"
    ): (
        'linhas de números, "identity", "zeros", "ones" ou uma tabela com columns, com rows, com normal e seed '
        "ou com file"
    ),
    ('a list of numbers, "zeros", "ones", or a table with normal and seed, or with file'): (
        'uma lista de números, "zeros", "ones" ou uma tabela com normal e seed ou com file'
    ),
    "the name of a .npz file": "o nome de um arquivo .npz",
    "the name of a .npz file, as numpy.savez writes it": "o nome de um arquivo .npz, como os que numpy.savez escreve",
    ("{file}: {key}: {archive} has no array {name}; it has {known}."): (
        "{file}: {key}: {archive} não tem a matriz {name}; tem {known}."
    ),
    ("{file}: {key}: the array {name} of {archive} holds {kind}, expected plain numbers."): (
        "{file}: {key}: a matriz {name} de {archive} contém {kind}; esperado: números simples."
    ),
    ("{file}: {key}: the array {name} of {archive} cannot be read."): (
        "{file}: {key}: não é possível ler a matriz {name} de {archive}."
    ),
    (
        "{file}: with {blocks} blocks, {key} belongs in weights.block1, weights.block2 ..., or in "
        "weights.blocks, which speaks of all of them."
    ): (
        "{file}: com {blocks} blocos, o lugar de {key} é em weights.block1, weights.block2, ..., ou em "
        "weights.blocks, que vale para todos."
    ),
    "{file}: {key}: there is no file {path}.": "{file}: {key}: o arquivo {path} não existe.",
    (
        "{heads} heads cannot share the {keys} columns of W_Q and W_K and the {values} columns of W_V equally; "
        "possible numbers of heads: {divisors}."
    ): (
        "{heads} cabeças não podem dividir por igual as {keys} colunas de W_Q e W_K e as {values} colunas de "
        "W_V; números de cabeças possíveis: {divisors}."
    ),
    ("The last rows have {found} numbers; an output tied to E needs d = {d}."): (
        "As últimas linhas têm {found} números; uma saída amarrada a E precisa de d = {d}."
    ),
    (
        "Block {block} ends with {found} numbers a row and the next one needs d = {d}; W_O brings the columns of "
        "the heads back to d."
    ): (
        "O bloco {block} termina com {found} números por linha e o seguinte precisa de d = {d}; é W_O que leva "
        "as colunas das cabeças de volta a d."
    ),
    ("The block adds rows of different lengths ({lengths}); W_O brings the columns of the heads back to d = {d}."): (
        "O bloco soma linhas de comprimentos diferentes ({lengths}); é W_O que leva as colunas das cabeças de "
        "volta a d = {d}."
    ),
    # Weights changed for a run
    "For this run {cell} is {new} instead of {old}.": "Nesta conta, {cell} vale {new} em vez de {old}.",
    "“{cell}” names no single weight; expected: {example}.": (
        "“{cell}” não indica um peso só; um exemplo que serve: {example}."
    ),
    "The model {model} has no weights “{name}”; it has {known}.": (
        "O modelo {model} não tem pesos “{name}”; ele tem {known}."
    ),
    (
        "The model {model} has no weights “{name}”; close to it: {near}."
    ): "O modelo {model} não tem pesos “{name}”; parecidos: {near}.",
    "{cell} cannot be {found}; expected: a finite number.": "{cell} não pode ser {found}; esperado: um número finito.",
    ("{option} is {found}, expected a weight and its number, as in {example}."): (
        "{option} é {found}; esperado: um peso e o seu número, como em {example}."
    ),
    # Pieces of which a block has many
    "first LayerNorm": "primeira LayerNorm",
    "second LayerNorm": "segunda LayerNorm",
    "third LayerNorm": "terceira LayerNorm",
    "LayerNorm {number}": "LayerNorm {number}",
    "sum {number}": "soma {number}",
    "Back through LayerNorm {number}": "A volta pela LayerNorm {number}",
    "Back through sum {number}": "A volta pela soma {number}",
    # LayerNorm with a gain and a bias
    ("Here each gradient is multiplied by the gain of its column first."): (
        "Aqui cada gradiente é antes multiplicado pelo ganho da sua coluna."
    ),
    ("Then the learned gain multiplies each column, and the learned bias is added, as far as there are any."): (
        "Em seguida cada coluna é multiplicada pelo ganho aprendido e soma-se o viés aprendido, se houver."
    ),
    (
        "LayerNorm of {x}, as before, with learned numbers of its own (divisor `d` = {d}, `ε` = {eps} inside the root):"
    ): (
        "LayerNorm de {x}, como antes, com os seus próprios números aprendidos (divisor `d` = {d}, `ε` = {eps} "
        "dentro da raiz):"
    ),
    ("LayerNorm of {x}, as before, with learned numbers of its own (divisor `d` = {d}, no `ε`):"): (
        "LayerNorm de {x}, como antes, com os seus próprios números aprendidos (divisor `d` = {d}, sem `ε`):"
    ),
    # lessons/params.py and lessons/models.py
    "The option {option} has no place here: handcalc models {model} prints a file as it is.": (
        "A opção {option} não tem lugar aqui: handcalc models {model} imprime um arquivo como ele é."
    ),
    "There is no built-in model {model}; possible: {known}.": (
        "Não existe o modelo embutido {model}; modelos possíveis: {known}."
    ),
    "There is no built-in model {model}; the closest one is {near}.": (
        "Não existe o modelo embutido {model}; talvez você procure {near}."
    ),
    "The built-in models": "Os modelos embutidos",
    "what it is": "o que é",
    "`V` counts the tokens in the vocabulary, `d` the numbers in a token's row, `h` the heads, `B` the blocks.": (
        "`V` conta os tokens do vocabulário; `d`, os números da linha de um token; `h`, as cabeças; e `B`, os blocos."
    ),
    ("handcalc models NAME prints the file of a model, as a start for your own."): (
        "handcalc models NOME imprime o arquivo de um modelo, um ponto de partida para o seu."
    ),
    "attention alone, with identity matrices, over three words": (
        "só a atenção, com matrizes identidade, sobre três palavras"
    ),
    "a toy Transformer with weights chosen by hand, from a sentence to its next token": (
        "um Transformer de brinquedo com pesos escolhidos à mão, da frase ao próximo token"
    ),
    "the shape of GPT-2 small, 12 blocks, with random weights": (
        "a forma do GPT-2 small, 12 blocos, com pesos sorteados"
    ),
    "a block of the first Transformer with random weights, for comparing two sentences": (
        "um bloco do primeiro Transformer com pesos sorteados, para comparar duas frases"
    ),
    "The sizes": "Os tamanhos",
    "Weights stand in tables, and a table has a shape: rows × columns. The shapes are made of these sizes:": (
        "Os pesos ficam em tabelas, e cada tabela tem uma forma: linhas × colunas. As formas se escrevem com "
        "estes tamanhos:"
    ),
    "letter": "letra",
    "what it counts": "o que conta",
    "tokens in the vocabulary": "tokens do vocabulário",
    "numbers in a token's row": "números na linha de um token",
    "heads": "cabeças",
    "columns of query and key in a head": "colunas de query e key em cada cabeça",
    "columns of the values in a head": "colunas de value em cada cabeça",
    "width of the MLP": "largura da MLP",
    "positions": "posições",
    "blocks": "blocos",
    "Where the weights are": "Onde estão os pesos",
    "A table has as many weights as its rows times its columns.": (
        "O número de pesos de uma tabela é o de linhas vezes o de colunas."
    ),
    ("Whatever is in each of the `B` blocks counts `B` times."): (
        "O que está em cada um dos `B` blocos conta `B` vezes."
    ),
    ("The same in per cent of the total, rounded:"): ("O mesmo em porcentagem do total, arredondado:"),
    "total": "total",
    "total without biases and LayerNorms": "total sem vieses e LayerNorms",
    "about": "cerca de",
    "{n} thousand": "{n} mil",
    " or ": " ou ",
    "embedding table `E`": "tabela de embeddings `E`",
    "position table `P`": "tabela de posições `P`",
    "output `W_U`": "saída `W_U`",
    "biases `b`": "vieses `b`",
    "LayerNorm: gain `γ`, bias `β`": "LayerNorm: ganho `γ`, viés `β`",
    "tied to E": "amarrada a E",
    "sinusoidal": "senoidal",
    "given rows": "linhas dadas",
    "Sinusoidal positions come from a formula and have no weights.": (
        "A codificação senoidal das posições vem de uma fórmula e não tem pesos."
    ),
    ("The given rows are the input of the model, not weights."): (
        "As linhas dadas são a entrada do modelo e não contam como pesos."
    ),
    ("The number of heads does not change any count: the heads share the `d` columns of {Q}, {K} and {V}."): (
        "O número de cabeças não muda nenhuma dessas contas: as cabeças repartem as `d` colunas de {Q}, {K} e {V}."
    ),
    "The blocks of {model} are not alike in {pieces}: the shape there is that of all blocks together.": (
        "Os blocos de {model} não são iguais em {pieces}: nessa peça, a coluna “forma” soma os blocos um a um."
    ),
    "The counts of {model}": "As contas de {model}",
    ("`N` with a part's name counts that part's weights; `N` alone counts them all."): (
        "`N` com o nome de uma parte conta os pesos dessa parte; `N` sozinho conta todos."
    ),
    "`N_W` leaves biases and LayerNorms out.": "`N_W` deixa de fora os vieses e as LayerNorms.",
    "A sum of products, such as the number of weights in tables: rows times columns.": (
        "Uma soma de produtos, como o número de pesos em tabelas: linhas vezes colunas."
    ),
    "How many hundredths of another number it is.": "Quantos centésimos de outro número ele é.",
    # What readers of the pages asked for
    ("Here the weights are drawn with the seed {last}. The differences at the stage “{stage}”:"): (
        "Aqui os pesos são sorteados com a semente {last}. As diferenças na etapa “{stage}”:"
    ),
    ("Exactly 0 for every seed: {words}."): "Diferença exatamente 0 em todos os sorteios: {words}.",
    (
        "Every shared word has the same row of `x` in both sentences; the differences arise in the attention, "
        "where a word looks at the others."
    ): (
        "Toda palavra em comum tem a mesma linha de `x` nas duas frases; as diferenças surgem na atenção, onde "
        "uma palavra olha para as outras."
    ),
    ("The superscript of a symbol names its run."): (
        "A letra no índice superior de um símbolo diz a qual execução ele pertence."
    ),
    ("`max` is the largest score of the row; taking it off first changes no weight."): (
        "`max` é o maior score da linha; subtraí-lo antes não muda nenhum peso."
    ),
    (
        "In all rows of all heads, in both runs, the weights are exactly 1 divided by the number of visible "
        "tokens, and the outputs exactly the mean of the visible values."
    ): (
        "Em todas as linhas de todas as cabeças, nas duas execuções, os pesos são exatamente 1 dividido pelo "
        "número de tokens visíveis, e as saídas, exatamente a média dos values visíveis."
    ),
    "Without attention the two texts do not differ here at all.": (
        "Sem atenção, os dois textos dão aqui exatamente os mesmos números."
    ),
    "part of the model": "parte do modelo",
    ("There is no `W_O` here: what the head gives is the result {A}."): (
        "Aqui não há `W_O`: o que sai da cabeça já é o resultado {A}."
    ),
    (
        "Head {head}: {keys} of query and key, {values} of the values."
    ): "Cabeça {head}: {keys} de query e key, {values} dos values.",
    "column {first}": "coluna {first}",
    "columns {first} to {last}": "colunas de {first} a {last}",
    (
        "The table that this model works with was drawn too, but from `N`(0, {variance}); it has not been trained "
        "(the rows of this text are marked):"
    ): (
        "A tabela deste modelo também foi sorteada, mas de `N`(0; {variance}), e não foi treinada (as linhas "
        "deste texto estão marcadas):"
    ),
    ("At `T = 0` nothing is divided: the largest logit takes all the probability, shared equally by ties."): (
        "Com `T = 0` não há divisão: o maior logit fica com toda a probabilidade, repartida por igual em caso de "
        "empate."
    ),
    "last LayerNorm": "última LayerNorm",
    ("{file}: the rows of {key} differ in length ({lengths}); expected {words} = {shape}."): (
        "{file}: as linhas de {key} não têm todas o mesmo comprimento ({lengths}); esperado: {words} = {shape}."
    ),
    "The model ends with one more LayerNorm.": "O modelo termina com mais uma LayerNorm.",
    ("Here all three are the identity, so {q}, {k} and {v} are all {u} itself."): (
        "Aqui as três são a identidade: {q}, {k} e {v} são a própria {u}."
    ),
    (
        "All columns with `T` above 0 have the same order, since dividing all logits by one positive number "
        "keeps it. What moves is the probability mass: {token} has {values}."
    ): (
        "Todas as colunas com `T` acima de 0 têm a mesma ordem, porque dividir todos os logits por um mesmo "
        "número positivo não a muda. O que se desloca é a massa de probabilidade: {token} tem {values}."
    ),
    ("{file} is not a TOML file: it ends where something is still open, such as a bracket or a quote."): (
        "{file} não é um arquivo TOML: ele acaba com algo ainda aberto, como um colchete ou aspas."
    ),
    # What hostile files showed
    ("The numbers are so large that rounding alone could make any difference; nothing can be checked."): (
        "Os números são tão grandes que só o arredondamento já poderia causar qualquer diferença; não há o que "
        "verificar."
    ),
    "{file}: {key} stands twice, once as {other}.": "{file}: {key} aparece duas vezes, uma delas como {other}.",
    "a list of numbers": "uma lista de números",
    ("This run does not use {name}, so changing it would have no effect."): (
        "Esta conta não usa {name}; mudar esse peso não teria efeito."
    ),
    "no.": "n.º",
    ("{file}: the array {name} of {archive} is not a weight that handcalc knows; close to it: {known}."): (
        "{file}: a matriz {name} de {archive} não é um peso que o handcalc conheça; parecidos: {known}."
    ),
    ("With --positions none the same sentences go through the block without positions."): (
        "Com --positions none, as mesmas frases passam pelo bloco sem posições."
    ),
    ("Here {first} only chooses columns, some with the sign changed: {hidden} = {columns}."): (
        "Aqui {first} apenas seleciona colunas, algumas com o sinal trocado: {hidden} = {columns}."
    ),
    ("The most likely next token is {token} in both, each time with the probability {p}."): (
        "O próximo token mais provável é {token} nos dois, com probabilidade {p} em ambos."
    ),
}

COUNTS: dict[str, tuple[str, ...]] = {
    # lessons/block.py, exercise.py, pieces.py
    ("The formula: {lines}."): (
        "A fórmula: {lines}.",
        "A fórmula, linha por linha: {lines}; em cada linha a partir da segunda, `x` é o resultado da linha anterior.",
    ),
    "The model has {n} such block.": (
        "O modelo tem {n} bloco assim.",
        "O modelo tem {n} blocos assim, um depois do outro.",
    ),
    "The block is complete, after {n} wrong choice.": (
        "O bloco está completo, depois de {n} erro.",
        "O bloco está completo, depois de {n} erros.",
    ),
    "{n} word": ("{n} palavra", "{n} palavras"),
    "{n} start": ("{n} sorteio", "{n} sorteios"),
    # lessons/generate.py
    "The text so far, {text}, has {n} token.": (
        "O texto até aqui, {text}, tem um só token.",
        "O texto até aqui, {text}, tem {n} tokens.",
    ),
    "{token} has the largest logit, so it comes next:": (
        "{token} tem o maior logit e é o próximo token:",
        "{n} tokens têm o maior logit. O próximo token é o primeiro deles no vocabulário, {token}:",
    ),
    "top-k = {n} keeps the most likely token alone.": (
        "top-k = {n} mantém só o token mais provável.",
        "top-k = {n} mantém os {n} tokens mais prováveis.",
    ),
    "the first one alone has {sum}": (
        "o primeiro sozinho já tem {sum}",
        "os {n} primeiros somam {sum}",
    ),
    "The generation stops here: --tokens allows no more than {n} new token.": (
        "A geração para aqui: --tokens permite um só token novo.",
        "A geração para aqui: --tokens permite no máximo {n} tokens novos.",
    ),
    "The generation stops here: the model has only {n} position, and it is taken.": (
        "A geração para aqui: o modelo tem uma só posição, e ela está ocupada.",
        "A geração para aqui: o modelo tem só {n} posições, e todas estão ocupadas.",
    ),
    "{count} row left out": ("{count} linha omitida", "{count} linhas omitidas"),
    "{count} column left out": ("{count} coluna omitida", "{count} colunas omitidas"),
    (
        "Numbers are printed with {n} decimal but carried with all their digits. If you redo a calculation from "
        "the printed numbers, about one result in five will differ in its last digit, and an exponential by more; "
        "--pencil rounds at every step instead."
    ): (
        (
            "Os números são impressos com uma casa decimal, mas as contas usam todos os dígitos. Quando se refazem "
            "as contas com os números impressos, cerca de um resultado em cada cinco sai com o último dígito "
            "diferente, e uma exponencial pode diferir ainda mais; com --pencil, o arredondamento é feito a cada "
            "conta."
        ),
        (
            "Os números são impressos com {n} casas decimais, mas as contas usam todos os dígitos. Quando se refazem "
            "as contas com os números impressos, cerca de um resultado em cada cinco sai com o último dígito "
            "diferente, e uma exponencial pode diferir ainda mais; com --pencil, o arredondamento é feito a cada "
            "conta."
        ),
    ),
    (
        "Pencil mode: every result is rounded to {n} decimal before it is used again, so each digit can be worked "
        "again from printed ones. Rows of weights may therefore sum to a little more or less than 1."
    ): (
        (
            "Modo lápis: cada resultado é arredondado em uma casa decimal antes de ser usado de novo, de modo que todo "
            "dígito pode ser recalculado a partir dos números impressos. Por isso uma linha de pesos pode somar um "
            "pouco mais ou um pouco menos que 1."
        ),
        (
            "Modo lápis: cada resultado é arredondado em {n} casas decimais antes de ser usado de novo, de modo que "
            "todo dígito pode ser recalculado a partir dos números impressos. Por isso uma linha de pesos pode somar "
            "um pouco mais ou um pouco menos que 1."
        ),
    ),
    "a vocabulary of {n} token": ("um vocabulário de um só token", "um vocabulário de {n} tokens"),
    (
        "The other row has a derivative of exactly 0: its token is not in the text, so nothing in the loss "
        "depends on it."
    ): (
        (
            "Na linha que resta a derivada é exatamente 0: o token dela não aparece no texto, e a perda não depende "
            "dele."
        ),
        (
            "Nas outras {n} linhas a derivada é exatamente 0: os tokens delas não aparecem no texto, e a perda não "
            "depende deles."
        ),
    ),
    "In row {row} it hides {n} score.": (
        "Na linha {row} ela esconde um score.",
        "Na linha {row} ela esconde {n} scores.",
    ),
    "{n} token has the largest logit.": (
        "Um só token tem o maior logit.",
        "{n} tokens têm o maior logit e dividem a probabilidade em partes iguais.",
    ),
    "All numbers of row {rows} are equal: its standard deviation is 0, and so is its row of {u} by definition.": (
        (
            "Todos os números da linha {rows} são iguais: o desvio padrão é 0 e, por definição, essa linha de {u} "
            "também é 0."
        ),
        (
            "Em cada uma das linhas {rows} todos os números são iguais: o desvio padrão é 0 e, por definição, essas "
            "linhas de {u} também são 0."
        ),
    ),
    "The standard deviation of row {rows} of {x} is 0, so row {rows} of {u} is 0 by definition.": (
        "O desvio padrão da linha {rows} de {x} é 0; por definição, a mesma linha de {u} é 0.",
        "O desvio padrão das linhas {rows} de {x} é 0; por definição, as mesmas linhas de {u} são 0.",
    ),
    (
        "In head {heads} the exponentials are `e^(s − max)`, because `e^s` itself would be too large or too small "
        "for a table; the largest score of the row is taken off first, which changes no weight."
    ): (
        "Na cabeça {heads} as exponenciais são `e^(s − max)`, para que os números não fiquem grandes ou pequenos "
        "demais na tabela: antes se subtrai o maior score da linha, o que não muda nenhum peso.",
        "Nas cabeças {heads} as exponenciais são `e^(s − max)`, para que os números não fiquem grandes ou "
        "pequenos demais na tabela: antes se subtrai o maior score da linha, o que não muda nenhum peso.",
    ),
    "{n} such step:": ("Um passo assim:", "{n} passos assim, com o gradiente recalculado antes de cada um:"),
    # lessons/verify.py
    "Numbers are printed with {n} decimal; the differences are those of the numbers with all their digits.": (
        "Os números são impressos com uma casa decimal; as diferenças são as dos números com todos os dígitos.",
        "Os números são impressos com {n} casas decimais; as diferenças são as dos números com todos os dígitos.",
    ),
    "{token} sees itself alone, so its weight is 1:": (
        "{token} vê apenas a si mesmo; o peso é 1:",
        "{token} vê {n} tokens. Os scores são iguais, e o softmax dá a cada um o peso 1/{n}:",
    ),
    ("With attention, as the model is, the row of this token comes out so."): (
        "Com atenção, como no modelo original, a linha desse token fica assim.",
        "Com atenção, como no modelo original, as linhas desses tokens ficam assim.",
    ),
    "In all rows together, a token stands up to {n} place from where its logit puts it, so claim 3 fails.": (
        "No conjunto das linhas, há um token a até {n} lugar da posição que o seu logit lhe dá; portanto, a "
        "afirmação 3 não vale.",
        "No conjunto das linhas, há um token a até {n} lugares da posição que o seu logit lhe dá; portanto, a "
        "afirmação 3 não vale.",
    ),
    "{n} place": (
        "{n} lugar",
        "{n} lugares",
    ),
    # lessons/params.py
    "{x} million": (
        "{x} milhão",
        "{x} milhões",
    ),
    (
        "In the model {models} the output is tied to `E`: the same table, transposed, gives the logits, and "
        "its weights count once."
    ): (
        (
            "No modelo {models} a saída é amarrada a `E`: a mesma tabela, transposta, dá os logits, e os seus "
            "pesos contam uma vez só."
        ),
        (
            "Nos modelos {models} a saída é amarrada a `E`: a mesma tabela, transposta, dá os logits, e os seus "
            "pesos contam uma vez só."
        ),
    ),
    # Heads and mask of a drawn block
    "The attention has {n} head and a causal mask.": (
        "A atenção tem {n} cabeça e uma máscara causal.",
        "A atenção tem {n} cabeças e uma máscara causal.",
    ),
    "The attention has {n} head and no mask.": (
        "A atenção tem {n} cabeça e nenhuma máscara.",
        "A atenção tem {n} cabeças e nenhuma máscara.",
    ),
}
