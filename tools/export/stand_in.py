"""Stand-ins for large packages that a library imports and that its promises do not need.

    from stand_in import stand_in
    stand_in("pyspark", "tensorflow")

Modules of these names and their submodules have every attribute: a class that can be a base class, a decorator or a
function. Results computed with a stand-in are meaningless; scripts only use parts of a library that do not depend on
them.
"""

import importlib.abc
import importlib.machinery
import sys
import types


class Anything(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return made(name)


def made(name):
    """Returns a class; as a decorator, with or without arguments, it returns the decorated object."""
    def __new__(cls, *arguments, **named):
        return arguments[0] if is_decorated(arguments, named) else object.__new__(cls)

    def __call__(self, *arguments, **named):
        return arguments[0] if is_decorated(arguments, named) else made(name)()
    body = {"__new__": __new__, "__init__": lambda self, *arguments, **named: None, "__call__": __call__,
            "__getattr__": lambda self, name: made(name)}
    return Anything(name, (), body)


def is_decorated(arguments, named):
    return len(arguments) == 1 and not named and isinstance(arguments[0], (types.FunctionType, type))


class Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = made(name)
        setattr(self, name, value)
        return value


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in self.names:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Module(spec.name)

    def exec_module(self, module):
        pass


def stand_in(*names):
    sys.meta_path.insert(0, Finder(names))
