"""Spaces with the names and behaviour of Gymnasium's, so that neither it nor anything else is
needed. Not here: more of it than these environments use."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Optional

import numpy as np


class Space:
    """Values of one kind: `contains(value)`, `value in space`, `sample()`, `seed(seed)`."""

    def __init__(self, shape: Optional[tuple[int, ...]], dtype: Any, seed: Optional[int] = None):
        self._shape = shape
        self.dtype: Any = None if dtype is None else np.dtype(dtype)
        self.np_random = np.random.default_rng(seed)

    @property
    def shape(self) -> Optional[tuple[int, ...]]:
        return self._shape

    def seed(self, seed: Optional[int] = None) -> list[int]:
        self.np_random = np.random.default_rng(seed)
        return [] if seed is None else [seed]

    def sample(self, mask: Any = None) -> Any:
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class Discrete(Space):
    """The numbers start..start + n - 1."""

    def __init__(self, n: int, seed: Optional[int] = None, start: int = 0) -> None:
        super().__init__((), np.int64, seed)
        self.n = int(n)
        self.start = int(start)

    def sample(self, mask: Optional[np.ndarray] = None) -> np.int64:
        """One of the numbers, all equally likely; with `mask`, shape (n,), of those where it is 1
        (`start` where it is 0 everywhere)."""
        if mask is None:
            return np.int64(self.start + self.np_random.integers(self.n))
        legal = np.flatnonzero(np.asarray(mask) == 1)
        if len(legal) == 0:
            return np.int64(self.start)
        return np.int64(self.start + self.np_random.choice(legal))

    def contains(self, x: Any) -> bool:
        if isinstance(x, bool) or not isinstance(x, (int, np.integer, np.ndarray)):
            return False
        if isinstance(x, np.ndarray) and (x.shape != () or x.dtype.kind not in "iu"):
            return False
        return self.start <= int(x) < self.start + self.n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class MultiDiscrete(Space):
    """Arrays of numbers, each 0..nvec[i] - 1."""

    def __init__(self, nvec: Any, dtype: Any = np.int64, seed: Optional[int] = None) -> None:
        self.nvec = np.array(nvec, dtype=dtype)
        super().__init__(self.nvec.shape, dtype, seed)

    def sample(self, mask: Any = None) -> np.ndarray:
        return self.np_random.integers(self.nvec).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        x = np.asarray(x)
        return (x.shape == self.shape and x.dtype.kind in "iu"
                and bool(np.all((x >= 0) & (x < self.nvec))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MultiDiscrete) and np.array_equal(self.nvec, other.nvec)

    def __repr__(self) -> str:
        return f"MultiDiscrete(shape={self.shape})"


class Box(Space):
    """Arrays of one shape with each value of low..high, both included."""

    def __init__(self, low: Any, high: Any, shape: Optional[tuple[int, ...]] = None,
                 dtype: Any = np.float32, seed: Optional[int] = None) -> None:
        shape = np.shape(low) if shape is None else tuple(shape)
        super().__init__(shape, dtype, seed)
        self.low = np.broadcast_to(np.asarray(low, dtype=dtype), shape)
        self.high = np.broadcast_to(np.asarray(high, dtype=dtype), shape)

    def sample(self, mask: Any = None) -> np.ndarray:
        if self.dtype.kind in "iu":
            return self.np_random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)
        return self.np_random.uniform(self.low, self.high).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and np.can_cast(x.dtype, self.dtype)
                and x.shape == self.shape
                and bool(np.all(x >= self.low) and np.all(x <= self.high)))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Box) and self.dtype == other.dtype
                and np.array_equal(self.low, other.low) and np.array_equal(self.high, other.high))

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class Dict(Space, Mapping):
    """Dictionaries with a space for each name."""

    def __init__(self, spaces: dict[str, Space], seed: Optional[int] = None) -> None:
        super().__init__(None, None, seed)
        self.spaces = dict(spaces)

    def seed(self, seed: Optional[int] = None) -> list[int]:
        for i, space in enumerate(self.spaces.values()):
            space.seed(None if seed is None else seed + i)
        return [] if seed is None else [seed]

    def sample(self, mask: Any = None) -> dict[str, Any]:
        return {name: space.sample(None if mask is None else mask.get(name))
                for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return (isinstance(x, Mapping) and set(x) == set(self.spaces)
                and all(space.contains(x[name]) for name, space in self.spaces.items()))

    def __getitem__(self, name: str) -> Space:
        return self.spaces[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces

    def __repr__(self) -> str:
        return "Dict(" + ", ".join(f"{name}: {space}" for name, space in self.items()) + ")"
