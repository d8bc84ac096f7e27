"""What the engine is measured against: the same model in eager PyTorch, twice. Needs torch; imported by run.py alone.

`Module` is what a person would write today for this model: an nn.Module of nn.Embedding and nn.Linear without bias,
F.layer_norm, heads by view and transpose, masked_fill, softmax, F.gelu, F.cross_entropy. Every target is a ratio to it.
`Functional` is the leanest eager form of the same: no modules, the weights as plain tensors, one function. It is shown
for information: nobody trains a model in that style, but it is how little eager PyTorch can be made to do.

Both compute what the tape computes: the forward pass gives logits, the probabilities of every row and the loss of the
last one; the way back, the gradient of that loss by every weight. For the way back only the loss is asked for, since
cross_entropy needs no probabilities. What PyTorch keeps is what autograd saves; the tape keeps every array under its
name. Both know the rules of the two models measured here: pre-LN, a table of positions, a causal mask, GELU by tanh.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from handcalc.model import Model


def _linear(weight: object) -> nn.Linear:
    """A linear layer without bias; PyTorch keeps its weight transposed."""
    tensor = torch.tensor(weight).T.contiguous()
    layer = nn.Linear(tensor.shape[1], tensor.shape[0], bias=False, dtype=tensor.dtype)
    layer.weight = nn.Parameter(tensor)
    return layer


class Block(nn.Module):
    def __init__(self, model: Model, number: int) -> None:
        super().__init__()
        self.d, self.heads, self.d_k, self.eps = model.d, model.heads, model.d_k, model.norm_eps
        for name in ("W_Q", "W_K", "W_V", "W_O", "W_1", "W_2"):
            setattr(self, name, _linear(model.weights[f"block{number}.{name}"]))
        later = torch.ones(model.max_length, model.max_length, dtype=torch.bool).triu(1)
        self.register_buffer("later", later)

    def split(self, x: Tensor) -> Tensor:
        return x.view(len(x), self.heads, self.d_k).transpose(0, 1)

    def attention(self, x: Tensor) -> Tensor:
        n = len(x)
        q, k, v = self.split(self.W_Q(x)), self.split(self.W_K(x)), self.split(self.W_V(x))
        scores = q @ k.transpose(1, 2) / self.d_k**0.5
        masked = scores.masked_fill(self.later[:n, :n], float("-inf"))
        weights = torch.softmax(masked, dim=-1)
        return self.W_O((weights @ v).transpose(0, 1).reshape(n, self.d))

    def mlp(self, x: Tensor) -> Tensor:
        return self.W_2(F.gelu(self.W_1(x), approximate="tanh"))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(F.layer_norm(x, (self.d,), eps=self.eps))
        return x + self.mlp(F.layer_norm(x, (self.d,), eps=self.eps))


class Module(nn.Module):
    """The model as a person would write it, in the precision of its weights."""

    def __init__(self, model: Model, ids: Sequence[int], target: int) -> None:
        super().__init__()
        self.d, self.eps = model.d, model.norm_eps
        self.E = nn.Embedding.from_pretrained(torch.tensor(model.weights["E"]), freeze=False)
        self.P = nn.Embedding.from_pretrained(torch.tensor(model.weights["P"]), freeze=False)
        self.blocks = nn.ModuleList(Block(model, b) for b in range(1, model.blocks + 1))
        self.W_U = _linear(model.weights["W_U"])
        self.ids, self.places, self.target = torch.tensor(ids), torch.arange(len(ids)), torch.tensor([target])

    def forward(self, ids: Tensor) -> Tensor:
        x = self.E(ids) + self.P(self.places)
        for block in self.blocks:
            x = block(x)
        return self.W_U(F.layer_norm(x, (self.d,), eps=self.eps))

    def loss(self, logits: Tensor) -> Tensor:
        return F.cross_entropy(logits[-1:], self.target)

    def there(self) -> tuple[Tensor, Tensor]:
        """The forward pass: probabilities and loss."""
        with torch.no_grad():
            logits = self(self.ids)
            return torch.softmax(logits, dim=-1), self.loss(logits)

    def and_back(self) -> None:
        """Forward and backward, down to the gradient of every weight."""
        self.zero_grad(set_to_none=True)
        self.loss(self(self.ids)).backward()


class Functional:
    """The same without modules: the weights are tensors, the model is a function."""

    def __init__(self, model: Model, ids: Sequence[int], target: int) -> None:
        self.model = model
        self.weights = {name: torch.tensor(data).requires_grad_() for name, data in model.weights.items()}
        self.later = torch.ones(len(ids), len(ids), dtype=torch.bool).triu(1)
        self.ids, self.target = torch.tensor(ids), torch.tensor([target])

    def logits(self) -> Tensor:
        w, n, d, heads, d_k = self.weights, len(self.ids), self.model.d, self.model.heads, self.model.d_k
        shape, eps = (d,), self.model.norm_eps
        x = w["E"][self.ids] + w["P"][:n]
        for b in range(1, self.model.blocks + 1):
            u = F.layer_norm(x, shape, eps=eps)
            q, k, v = [
                (u @ w[f"block{b}.{name}"]).view(n, heads, d_k).transpose(0, 1) for name in ("W_Q", "W_K", "W_V")
            ]
            scores = (q @ k.transpose(1, 2) / d_k**0.5).masked_fill(self.later, float("-inf"))
            out = (torch.softmax(scores, dim=-1) @ v).transpose(0, 1).reshape(n, d)
            x = x + out @ w[f"block{b}.W_O"]
            hidden = F.layer_norm(x, shape, eps=eps) @ w[f"block{b}.W_1"]
            x = x + F.gelu(hidden, approximate="tanh") @ w[f"block{b}.W_2"]
        return F.layer_norm(x, shape, eps=eps) @ w["W_U"]

    def loss(self, logits: Tensor) -> Tensor:
        return F.cross_entropy(logits[-1:], self.target)

    def there(self) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            logits = self.logits()
            return torch.softmax(logits, dim=-1), self.loss(logits)

    def and_back(self) -> None:
        for weight in self.weights.values():
            weight.grad = None
        self.loss(self.logits()).backward()
