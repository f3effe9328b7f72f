"""What can go wrong. Bad input is a ValueError with one line that says what to write instead."""


class Stopped(Exception):
    """The progress callback ended the work before anything was known."""


class Contradiction(AssertionError):
    """Enclosures of one number that do not meet: a bound of the library is false. Nothing is
    certified; please report the command."""


class Uncertain(TypeError):
    """An enclosure was used as if it were one number, and it is not."""
