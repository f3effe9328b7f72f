"""Mechanisms whose output is a random vector plus noise in each coordinate."""

import itertools

CELLS = {1: 240, 2: 36, 3: 18}
MOST_DIMENSIONS = 3


class Instance:
    """A mechanism with chosen queries: a function from a data set to the distribution of the output.

    Attributes:
        label: a text about the chosen queries.
    """

    def __init__(self, label, law):
        self.label, self._law, self._laws = label, law, {}

    def law(self, records):
        """Returns the masses of the outcomes. All data sets have the same outcomes."""
        if records not in self._laws:
            self._laws[records] = self._law(records)
        return self._laws[records]


class Field:
    """The sum of a random vector, which depends on the data, and independent noise in each coordinate."""

    def __init__(self, noise, means, data_sets):
        """Sorts outputs into cells.

        Args:
            noise: a Noise.
            means: a function from a data set to couples (probability, vector).
            data_sets: all data sets that will be asked for.
        """
        self.noise, self.means = noise, means
        vectors = [v for records in data_sets for _, v in means(records)]
        self.dimensions = len(vectors[0])
        self.edges = [
            noise.edges({v[i] for v in vectors}, CELLS[self.dimensions]) for i in range(self.dimensions)
        ]
        self.masses = [{} for _ in range(self.dimensions)]

    def _masses(self, i, mean):
        if mean not in self.masses[i]:
            self.masses[i][mean] = self.noise.masses(mean, self.edges[i])
        return self.masses[i][mean]

    def law(self, records):
        out = None
        for weight, vector in merged(self.means(records)):
            masses = [weight]
            for i, x in enumerate(vector):
                masses = [m * c for m in masses for c in self._masses(i, x)]
            out = masses if out is None else [a + b for a, b in zip(out, masses)]
        return out


def merged(couples):
    """Returns the pairs (probability, vector) with equal vectors merged."""
    weights = {}
    for weight, vector in couples:
        key = tuple(round(x, 12) for x in vector)
        weights[key] = weights.get(key, 0.0) + weight
    return [(weight, vector) for vector, weight in weights.items()]


def field_instance(label, noise, means, setting):
    return Instance(label, Field(noise, means, setting.data_sets()).law)


def total(vectors, dimensions):
    return tuple(sum(v[i] for v in vectors) for i in range(dimensions))


def sums_of(choices, dimensions):
    """Returns couples (probability, sum) of independent random vectors, each a list of couples."""
    out = []
    for combination in itertools.product(*choices):
        weight = 1.0
        for w, _ in combination:
            weight *= w
        out.append((weight, total([v for _, v in combination], dimensions)))
    return merged(out)
