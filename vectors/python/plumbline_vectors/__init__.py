"""Certified test vectors of differential-privacy accounting: the data and its loader, in pure Python.

>>> from plumbline_vectors import load
>>> v = next(v for v in load() if v.quantity == "epsilon" and v.tier == "easy")
>>> v.is_sound(v.upper_double, "upper")
True
"""

from .vectors import DATA, KINDS, Factor, Vector, load, unknown_word, worst

__all__ = ["DATA", "KINDS", "Factor", "Vector", "load", "unknown_word", "worst"]
