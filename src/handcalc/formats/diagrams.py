"""Diagrams: which ways around the boxes share a lane, and how far out it is. Knows pages; draws nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handcalc.doc import Stage


class Way(NamedTuple):
    """A lane beside the boxes, from the results of its sources, which stand above, to what reads them below.

    level: how far out it is, 1 for the nearest to the boxes. sources, targets: places of stages, in order.
    """

    level: int
    sources: tuple[int, ...]
    targets: tuple[int, ...]

    @property
    def first(self) -> int:
        """The stage below which it begins."""
        return self.sources[0]

    @property
    def last(self) -> int:
        """The stage beside which it ends."""
        return self.targets[-1]


def follows(stages: Sequence[Stage], i: int) -> bool:
    """Whether stage `i` reads the result of the stage above it, so that a straight line joins the two."""
    return 0 < i < len(stages) and i - 1 in stages[i].reads


def around(stages: Sequence[Stage]) -> list[tuple[int, int]]:
    """Which results go around stages to which others; also one that the next stage reads a second time."""
    pairs = []
    for b, stage in enumerate(stages):
        for a in sorted(set(stage.reads)):
            if a != b - 1 or stage.reads.count(a) > 1:
                pairs.append((a, b))
    return pairs


def ways(stages: Sequence[Stage]) -> list[Way]:
    """The lanes of a diagram. What one result goes to shares a lane, and so does what else meets in one sum."""
    pairs = around(stages)
    fans = {a for a, _ in pairs if sum(source == a for source, _ in pairs) > 1}
    groups: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for a, b in pairs:
        groups.setdefault(("from", a) if a in fans else ("to", b), []).append((a, b))
    found: list[Way] = []
    for group in sorted(groups.values(), key=lambda group: max(b for _, b in group) - min(a for a, _ in group)):
        sources, targets = (tuple(sorted(set(side))) for side in zip(*group, strict=True))
        taken = {way.level for way in found if way.first < targets[-1] and sources[0] < way.last}
        level = next(level for level in range(1, len(taken) + 2) if level not in taken)
        found.append(Way(level, sources, targets))
    return found
