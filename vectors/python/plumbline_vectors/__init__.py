"""Certified test vectors of differential-privacy accounting: the data and its loader, in pure Python.

>>> from plumbline_vectors import load
>>> v = next(v for v in load() if v.quantity == "epsilon" and v.tier == "easy")
>>> v.is_sound(v.upper_double, "upper")
True
"""

from .vectors import DATA, Factor, Vector, load, worst

__all__ = ["DATA", "Factor", "Vector", "load", "worst"]
