"""Record: a frozen class whose annotated fields are its settings, as in a dataclass. Standard library only.

(A dataclass compiles its methods anew for every class. With some thirty of them that took a twentieth of a
command's time; these share theirs.)
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True, eq_default=False)
class Record:
    """Base of classes that are made once and never changed. Errors: TypeError for arguments that do not fit.

    fields: the names a subclass annotates, in order (what it declares a ClassVar is none). required: those of
    them without a default. Two records are equal if they are of one class and their values are equal.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    required: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = tuple(name for name, kind in cls.__annotations__.items() if not kind.startswith("ClassVar"))
        cls.fields = (*cls.fields, *own)
        cls.required = (*cls.required, *[name for name in own if name not in vars(cls)])

    def __init__(self, *given: Any, **named: Any) -> None:
        own = vars(self)
        if len(given) == len(self.fields) and not named:
            own.update(zip(self.fields, given, strict=True))
        else:
            self._fill(own, given, named)
        self.check()

    def _fill(self, own: dict[str, Any], given: tuple[Any, ...], named: dict[str, Any]) -> None:
        """Set the values that are not simply all given in order; a default stays with the class."""
        for i, value in enumerate(given[: len(self.fields)]):
            own[self.fields[i]] = value
        for name in named:
            if name in self.fields:
                own[name] = named[name]
        if len(own) != len(given) + len(named) or [name for name in self.required if name not in own]:
            raise TypeError(f"{type(self).__name__} takes {', '.join(self.fields)}")

    def check(self) -> None:
        """Refuse values that cannot be; called when all are set."""

    def contents(self) -> tuple[Any, ...]:
        """The values of the fields, in order."""
        return tuple([getattr(self, name) for name in self.fields])

    def changed(self, **values: Any) -> Self:
        """The same record with other values of some fields; checked again."""
        return type(self)(**dict(zip(self.fields, self.contents(), strict=True)) | values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(other) is type(self) and other.contents() == self.contents()

    def __hash__(self) -> int:
        return hash((type(self), *self.contents()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.contents()))})"
