"""Parses expressions of mechanisms to trees, with a parser that is independent of the program."""

import re
from fractions import Fraction

TOKEN = re.compile(r"\s*([A-Za-z_]\w*|[()\[\],:=*^]|[^\s()\[\],:=*^]+)")


class Node:
    """One mechanism with its parameters.

    Attributes:
        name: the mechanism's name.
        values: its parameters, each a Fraction, a list of Fractions or a word.
        inside: couples (weight, Node) of the mechanisms inside.
        power: how often it is run.
    """

    def __init__(self, name, values=None, inside=(), power=1):
        self.name, self.values, self.inside, self.power = name, dict(values or {}), list(inside), power

    def number(self, key, default=None):
        """Returns a parameter as a double."""
        value = self.values.get(key, default)
        return None if value is None else float(value)

    def text(self):
        weighted = self.name == "choice"
        parts = [(f"{w}:" if weighted else "") + inner.text() for w, inner in self.inside]
        parts += [f"{key}={_shown(value)}" for key, value in self.values.items()]
        return f"{self.name}({','.join(parts)})" + (f"^{self.power}" if self.power != 1 else "")

    def all(self):
        """Yields the node and every one inside it."""
        yield self
        for _, inner in self.inside:
            yield from inner.all()


def text_of(factors):
    return " * ".join(node.text() for node in factors)


def _shown(value):
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(str(x) for x in value) + "]"
    return str(value)


def number_of(token):
    try:
        return Fraction(token)
    except ValueError:
        return None


class Reader:
    """Parses one product. Powers and parentheses inside other mechanisms are not part of the language."""

    def __init__(self, text):
        self.tokens, self.at = TOKEN.findall(text), 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if expected is not None and token != expected:
            raise ValueError(f"expected '{expected}', got '{token}' at word {self.at}")
        self.at += 1
        return token

    def product(self):
        out = [self.factor()]
        while self.peek() == "*":
            self.take()
            out.append(self.factor())
        if self.peek():
            raise ValueError(f"unexpected '{self.peek()}'")
        return out

    def factor(self):
        node = self.node()
        if self.peek() == "^":
            self.take()
            node.power = int(self.take())
        return node

    def node(self):
        node = Node(self.take())
        self.take("(")
        while self.peek() != ")":
            self.argument(node)
            if self.peek() == ",":
                self.take()
        self.take(")")
        return node

    def argument(self, node):
        weight = Fraction(1)
        if node.name == "choice":
            weight = Fraction(self.take())
            self.take(":")
        after = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else ""
        if after == "(":
            node.inside.append((weight, self.node()))
            return
        key = self.take()
        self.take("=")
        node.values[key] = self.value()

    def value(self):
        if self.peek() == "[":
            return self.list()
        token = self.take()
        number = number_of(token)
        if number is not None:
            return number
        if self.peek() != "(":
            return token
        self.take()  # a word with arguments: toeplitz([1,1/2])
        inside = []
        while self.peek() != ")":
            inside.append(self.take())
        self.take(")")
        return f"{token}({''.join(inside)})"

    def list(self):
        self.take("[")
        out = []
        while self.peek() != "]":
            out.append(Fraction(self.take()))
            if self.peek() == ",":
                self.take()
        self.take("]")
        return out


def parse(text):
    """Returns the factors of an expression, each a Node."""
    return Reader(text).product()
