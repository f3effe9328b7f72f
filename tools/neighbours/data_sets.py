"""Small data sets, and the neighbouring relations between them.

A record is a letter: a and b are records with different values, z is the special record that adds nothing. A data set
is a text of records, such as "aab". The changing records come first.
"""

import itertools

RELATIONS = ("add_remove", "replace_one", "replace_special", "zero_out")


class Setting:
    """The relation of neighbouring data sets, the records of one user that change, and how many others there are.

    Attributes:
        relation: one of RELATIONS.
        group: the number of records that change.
        records: the number of records of a data set (with the user, where one is added), if it is public.
        epsilons: the points at which profiles are compared.
        rising: whether the pair is stated for records that do not lower a value with Poisson noise alone.
    """

    def __init__(self, relation, group=1, records=None, epsilons=(0.5,), rising=False):
        self.relation, self.group, self.records = relation, group, records
        self.rising = rising
        self.epsilons = tuple(epsilons)
        self._data_sets = None

    @property
    def letters(self):
        return "ab" if self.relation in ("add_remove", "replace_one") else "abz"

    def neighbours(self):
        """Yields (without, with); for an exchange, the data set after and before the exchange."""
        for others in self._others():
            for changed in _multisets("ab", self.group):
                if self.relation == "add_remove":
                    yield others, changed + others
                elif self.relation == "replace_one":
                    yield from _exchanges(changed, others, self.group)
                else:
                    yield "z" * self.group + others, changed + others

    def data_sets(self):
        """Returns all data sets of the neighbours, and their subsets."""
        if self._data_sets is None:
            whole = {x for both in self.neighbours() for x in both}
            self._data_sets = sorted({part(x, kept) for x in whole for kept in subsets(x)})
        return self._data_sets

    def _others(self):
        if self.records is None:
            return [x for size in range(3) for x in _multisets("ab", size)]
        return _multisets("ab", self.records - self.group)


def _exchanges(changed, others, group):
    for into in _multisets("ab", group):
        if into < changed:
            yield into + others, changed + others
            yield changed + others, into + others


def _multisets(letters, size):
    return ["".join(x) for x in itertools.combinations_with_replacement(letters, size)]


def subsets(records):
    """Yields every subset of a data set, as a mask of its records."""
    return itertools.product((False, True), repeat=len(records))


def part(records, kept):
    return "".join(x for x, keep in zip(records, kept) if keep)
