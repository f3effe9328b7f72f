#!/usr/bin/env python3
"""Answers questions (JSON, one per line) by libplumbline.so, as web/native does, for comparison with the answers of
the browser. The library is $PLUMBLINE_LIBRARY, or that of ./dev build.
"""

import ctypes as c
import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = os.environ.get("PLUMBLINE_LIBRARY", str(ROOT / "build" / "capi" / "libplumbline.so"))


class Options(c.Structure):
    _fields_ = [
        ("direction", c.c_char_p),
        ("engine", c.c_char_p),
        ("digits", c.c_int),
        ("stop", c.c_void_p),
        ("context", c.c_void_p),
    ]


class Named(c.Structure):
    _fields_ = [("name", c.c_char_p), ("text", c.c_char_p)]


class Request(c.Structure):
    _fields_ = [
        *((name, c.c_char_p) for name in ("quantity", "mechanism", "other", "at")),
        *(("numbers", c.POINTER(Named)), ("number_count", c.c_size_t)),
        *(("words", c.POINTER(Named)), ("word_count", c.c_size_t)),
    ]


lib = c.CDLL(LIBRARY)
for text in ("error", "lower", "upper", "digits", "engine_used", "value_name", "value_lower", "value_upper",
             "hypotheses", "other_hypotheses", "warning"):
    getattr(lib, f"plumbline_{text}").restype = c.c_char_p
for text in ("finding", "finding_name"):
    getattr(lib, f"plumbline_{text}").restype = c.c_char_p
for count in ("value_count", "finding_count"):
    getattr(lib, f"plumbline_{count}").restype = c.c_size_t
PLACE = c.c_size_t


def coded(text):
    return None if text in (None, "") else str(text).encode()


def named(pairs):
    return (Named * max(1, len(pairs)))(*(Named(k.encode(), v.encode()) for k, v in pairs.items()))


def read(answer, certificate):
    count = lib.plumbline_value_count(answer)
    out = {
        "lower": lib.plumbline_lower(answer).decode(),
        "upper": lib.plumbline_upper(answer).decode(),
        "digits": lib.plumbline_digits(answer).decode(),
        "engine": lib.plumbline_engine_used(answer).decode(),
        "values": [
            {k: getattr(lib, f"plumbline_value_{k}")(answer, PLACE(i)).decode() for k in ("name", "lower", "upper")}
            for i in range(count)
        ],
        "findings": {},
        "warning": lib.plumbline_warning(answer).decode(),
    }
    for name in ("hypotheses", "other_hypotheses"):
        text = getattr(lib, f"plumbline_{name}")(answer)
        out[name] = json.loads(text) if text else None
    for i in range(lib.plumbline_finding_count(answer)):
        name = lib.plumbline_finding_name(answer, PLACE(i))
        out["findings"][name.decode()] = lib.plumbline_finding(answer, name).decode()
    if certificate:
        text = c.c_char_p()
        if lib.plumbline_certificate(answer, c.byref(text)) == 0:
            out["certificate"] = text.value.decode()
    lib.plumbline_free(answer)
    return out


def answered(question):
    options = Options(coded(question.get("direction")), None, question.get("digits", 10), None, None)
    answer, mechanism = c.c_void_p(), c.c_void_p()
    if question["call"] == "derive":
        numbers, words = question.get("numbers", {}), question.get("words", {})
        request = Request(
            *(coded(question.get(name)) for name in ("quantity", "mechanism", "other", "at")),
            *(named(numbers), len(numbers), named(words), len(words)),
        )
        status = lib.plumbline_derive(c.byref(request), c.byref(options), c.byref(answer))
    else:
        status = lib.plumbline_open(coded(question["expression"]), c.byref(mechanism))
        if status == 0:
            status = lib.plumbline_ask(
                mechanism, coded(question["quantity"]), coded(question.get("at")), c.byref(options), c.byref(answer)
            )
    out = {"error": lib.plumbline_error().decode()} if status else read(answer, question.get("certificate"))
    lib.plumbline_close(mechanism)
    return out


for line in sys.stdin:
    print(json.dumps(answered(json.loads(line))), flush=True)
