"""Runs an export script as the child process of `plumbline hunt` (docs/hunting.md).

    plumbline hunt -- python3 tools/export/google_dp_accounting.py --live pld
"""

import contextlib
import json
import sys


def answer_of(method, question):
    """Returns the answer to a question of the hunt, in its format."""
    setting = question["fields"]
    if method.asks != "mechanism" or "compose" in setting:
        return {"unsupported": "asks one mechanism"}
    if question["relation"] != method.adjacency:
        return {"unsupported": "neighbours: " + method.adjacency}
    answer = method.answer(setting, question["quantity"], question["at"])
    if answer is None:
        return {"unsupported": "no answer to such a question"}
    answers = answer if isinstance(answer, dict) else {method.kind: answer}
    out = {kind: "%.17g" % float(value) for kind, value in answers.items()}
    options = method.options_at(question["at"])
    return dict(out, **{name: options[name] for name in ("eps_error", "delta_error")
                        if name in options})


def live(methods, name):
    """Answers questions until the input ends. `name` is the name of a method, with an index if several methods have
    the name: pld-connect-dots:1 is the second.
    """
    word, _, number = name.partition(":")
    named = [method for method in methods if method.name == word]
    if len(named) <= int(number or 0):
        sys.exit("no method %s; there are %s" % (name, ", ".join(m.name for m in methods)))
    method = named[int(number or 0)]
    for line in sys.stdin:
        question = {}
        try:
            question = json.loads(line)
            with contextlib.redirect_stdout(sys.stderr):  # the output of the tool is not an answer
                answer = answer_of(method, question)
        except Exception as error:  # is an answer
            answer = {"error": "%s: %s" % (type(error).__name__, error)}
        if "id" in question:  # so that each answer is assigned to its question
            answer["id"] = question["id"]
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
