"""A dictionary that can't be changed: records that are served again share it."""

from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")

__all__ = ["Fixed"]


class Fixed(dict[K, V]):
    """Hold keys and values that stay as they are; equal to a dictionary of the same.

    It is a `dict`, so that it is printed, compared and written as JSON like one. `dict(it)` gives
    a copy that can be changed.
    """

    __slots__ = ()

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("this mapping is shared and can't be changed: change dict(it) instead")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> "Fixed[K, V]":
        """Return itself: nobody can change it."""
        return self

    def __deepcopy__(self, memo: Any) -> "Fixed[K, V]":
        """Return itself: what it holds is fixed, too."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled as what it holds."""
        return Fixed, (dict(self),)
