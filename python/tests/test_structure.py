"""Checks which modules start programs, write files and read texts by regular expressions."""

import ast
import inspect
from pathlib import Path

import plumbline
from plumbline import how

MODULES = sorted(Path(plumbline.__file__).parent.glob("*.py"))

#: The modules that may use regular expressions, with the texts that they parse. Messages are not parsed in this way.
READ_BY_EXPRESSIONS = {
    "decimals.py": "formats of numbers",
    "mechanism.py": "expressions of mechanisms",
    "numbers.py": "doubles in expressions",
    "training.py": "the expression of a run",
}
#: Modules that may write temporary files, for example scores of audits or distributions that the program reads.
WRITE_TEMPORARY_FILES = {"audit.py", "dp_accounting.py", "hunting.py", "profile.py", "samplers.py", "training.py"}


def imports(path):
    """Returns the names of the modules that a file imports."""
    out = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            out |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            out.add(node.module)
    return out


def importers(module):
    return {path.name for path in MODULES if module in imports(path)}


def test_two_modules_start_the_program():
    assert importers("subprocess") == {"command.py", "hunting.py"}


def test_regular_expressions_read_no_message():
    assert importers("re") == set(READ_BY_EXPRESSIONS)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            words = {name.id for part in node.args for name in ast.walk(part) if isinstance(name, ast.Name)}
            assert not (of_re and words & {"error", "message", "said", "str"}), (path.name, node.lineno)


def test_no_module_writes_a_table_for_the_program():
    assert importers("tempfile") <= WRITE_TEMPORARY_FILES
    assert [path.name for path in MODULES if ".csv" in path.read_text()] == []
    assert importers("csv") == set()


def public_functions():
    """Yields the public functions and methods with their names."""
    owners = [plumbline, plumbline.audit, plumbline.plot, plumbline.profile, plumbline.strategies]
    names = {owner: getattr(owner, "__all__", ("settings",)) for owner in owners}
    for owner in owners:
        for name in names[owner]:
            value = getattr(owner, name)
            if inspect.isfunction(value):
                yield name, value
            elif inspect.isclass(value):
                for base in value.__mro__:
                    if base.__module__.startswith("plumbline"):
                        yield from methods(base)


def methods(kind):
    for name, value in vars(kind).items():
        if inspect.isfunction(value) and not name.startswith("_"):
            yield f"{kind.__name__}.{name}", value


def test_public_functions_say_arguments_results_errors_and_source():
    described = dict(public_functions())
    assert len(described) > 55
    for name, function in described.items():
        doc, signature = inspect.getdoc(function), inspect.signature(function)
        assert "Source:" in doc, name
        for parameter in signature.parameters.values():
            written = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "") + parameter.name
            if parameter.name not in ("self", *how.DEFAULTS) or "**how" not in doc:
                assert parameter.name == "self" or f"    {written}: " in doc, (name, written)
        if signature.return_annotation not in ("None", None):
            assert "Returns:" in doc, name
