"""Certificates forged by hand, each with its digest recomputed: `hand_forged.py PROGRAM`.

Every row names the honest certificate, the change and the expectation: "no" must not be confirmed by either checker
(exit codes 1, 2 or 3); "weaker" states less than the original and "equal" the same, so both may be confirmed, like
changes of the record only ("record"). Both checkers must agree as agreement.py defines it.
"""
import concurrent.futures
import copy
import functools
import json
import math
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from agreement import codes, made  # noqa: E402
from falsified import checker, mended, restated  # noqa: E402

COMPARED = ["compare", "gaussian(sigma=1)", "laplace(b=1)", "--digits", "8"]
HONEST = {  # the arguments of `certify`
    "delta": ["delta", "gaussian(sigma=2)^3", "--epsilon", "0.3", "--direction", "forward"],
    "delta asymmetric": ["delta", "subsampled_gaussian(sigma=1,p=0.1)^5", "--epsilon", "0.3", "--direction", "forward"],
    "epsilon": ["epsilon", "gaussian(sigma=2)^3", "--delta", "1e-5"],
    "tradeoff": ["tradeoff", "laplace(b=2)^3", "--alpha", "0.05", "--direction", "forward"],
    "tradeoff zero": ["tradeoff", "approximate_dp(epsilon=1,delta=0.1)", "--alpha", "0.95"],
    "power": ["power", "gaussian(sigma=1)", "--alpha", "0.01"],
    "tv": ["tv", "randomized_response(epsilon=1)"],
    "renyi": ["renyi", "laplace(b=2)^3", "--order", "10"],
    "renyi infinite": ["renyi", "approximate_dp(epsilon=1,delta=0.1)", "--order", "2"],
    "moments": ["moments", "laplace(b=2)", "--direction", "forward"],
    "moments many": ["moments", "laplace(b=2)^3", "--direction", "forward"],
    "theorem3": ["theorem3", "laplace(b=1)^10", "laplace(b=2)^20", "--target", "0.1"],
    "divergence": ["divergence", "gaussian(sigma=1)", "laplace(b=1)"],
    "compare": COMPARED,
    "compare order": ["compare", "gaussian(sigma=1)", "gaussian(sigma=2)", "--digits", "8"],
    "compare forward": ["compare", "gaussian(sigma=2)", "gaussian(sigma=1)", "--direction", "forward", "--digits", "6"],
    "compare equal": ["compare", "gaussian(sigma=1)^4", "gaussian(sigma=0.5)", "--digits", "6"],
    "compare masses": ["compare", "approximate_dp(epsilon=1,delta=0.01)", "randomized_response(epsilon=1.2)",
                       "--digits", "6"],
    # The difference is positive at 2, negative at 20 and positive at 70.
    "compare far": ["compare", "gaussian(sigma=1)", f"laplace(b=1)*finite(P=[{'0.' + '0' * 59 + '1'},{'0.' + '9' * 60}],"
                    f"Q=[{'0.' + '0' * 34 + '1'},{'0.' + '9' * 35}])", "--digits", "8"],
    "rr": ["calibrate", "randomized_response(epsilon=?)^5", "--advantage", "0.3"],
    "beta": ["calibrate", "gaussian(sigma=?)", "--alpha", "0.1", "--beta", "0.5"],
    "mu": ["calibrate", "laplace(b=?)^2", "--mu", "1", "--within", "0.01"],
    "epsilon masses": ["epsilon", "approximate_dp(epsilon=1,delta=0.1)", "--delta", "0.2"],
    "staircase": ["delta", "staircase(epsilon=1,gamma=0.5)^4", "--epsilon", "0.5"],
    "allocation": ["delta", "random_allocation(sigma=1,t=10)", "--epsilon", "1"],
    "exponential": ["delta", "exponential_mechanism(epsilon=0.5)^4", "--epsilon", "0.5"],
    "belief": ["posterior-belief", "laplace(b=1)", "--prior", "0.3"],
    "sigma": ["calibrate", "gaussian(sigma=?)", "--epsilon", "1", "--delta", "1e-5"],
    "N": ["calibrate", "gaussian(sigma=9)^?", "--epsilon", "1", "--delta", "1e-5"],
    "p": ["calibrate", "subsampled_gaussian(sigma=1,p=?)^10", "--epsilon", "1", "--delta", "1e-5"],
    "gdp": ["gdp", "laplace(b=2)^3", "--floor", "1e-3"],
    "selection": ["selection", "gaussian(sigma=4)", "--runs", "geometric(gamma=0.1)", "--epsilon", "1"],
    "choice": ["selection", "laplace(b=2)", "--outcomes", "4", "--epsilon", "0.5"],
    "bounded": ["bounded-range", "--range", "0.1", "--runs", "10", "--epsilon", "0.3"],
    "limit": ["tv-limit", "--steps", "16"],
}


def ends(item, lower, upper, **more):
    """Returns the certificate with these ends and their number of digits."""
    out = {**copy.deepcopy(item), **more, "lower": lower, "upper": upper}
    if lower == "-inf" or upper == "inf":
        return {**out, "digits": "0.0", "reached": False}
    a, b = checker.number(lower), checker.number(upper)
    size = max(abs(a), abs(b))
    digits = (checker.log_size(size) - checker.log_size(b - a)) / math.log(10) if a != b else 0
    out["digits"] = "exact" if a == b else f"{math.floor(max(0.0, digits) * 10) / 10:.1f}"
    return {**out, "reached": False}


def put(item, path, value):
    out = copy.deepcopy(item)
    place = out
    *way, last = path.split("/")
    for key in way:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return out


def another(item, mechanism, **more):
    out = {**copy.deepcopy(item), **more, "mechanism": mechanism}
    out["written"] = {**out["written"], "mechanism": mechanism}
    return out


def findings(item, **texts):
    return {**copy.deepcopy(item), "findings": {**item["findings"], **texts}}


def only(item, prefix, *new):
    """Returns the certificate with these ranges (or crossings) in place of its own."""
    out = copy.deepcopy(item)
    group = "findings" if prefix == "range_" else "values"
    kept = {k: v for k, v in out[group].items() if not k.startswith(prefix)}
    out[group] = {**kept, **{f"{prefix}{i + 1}": text for i, text in enumerate(new)}}
    return out


def interval(lower, upper):
    return {"lower": lower, "upper": upper}


def rows(honest):
    """Yields (kind, change, item or text, expectation)."""
    def row(kind, change, item, expected="no"):
        text = item if isinstance(item, str) else json.dumps(mended(restated(item)), ensure_ascii=False)
        return kind, change, text, expected
    item = {kind: made_of[0] for kind, made_of in honest.items()}
    d, c, o = item["delta"], item["compare"], item["compare order"]
    lower, upper = d["lower"], d["upper"]
    # ---- texts of numbers ----------------------------------------------------------------------
    for text in ("+" + lower, " " + lower, lower + " ", lower + "_0", "0x1p-5", "１e-1", "٠.1", "1e-1/1", "nan", "Infinity",
                 "inf", "-0x0", ".", "e5", "1e", "0.1e1.5", "1,5", "1e-99999999", "--0"):
        yield row("delta", f"lower: {text!r}", {**d, "lower": text})
    yield row("delta", "lower: 0", ends(d, "0", upper), "weaker")
    yield row("delta", "lower: -1e400", ends(d, "-1e400", upper), "weaker")
    yield row("delta", "upper: -inf", {**d, "upper": "-inf", "digits": "0.0", "reached": False})
    yield row("delta", "lower: inf, upper: inf", {**d, "lower": "inf", "upper": "inf", "digits": "exact"})
    yield row("delta", "half a statement: [-inf, too small]", ends(d, "-inf", "0.0001"))
    yield row("delta", "half a statement: [too large, inf]", ends(d, "0.9", "inf"))
    yield row("delta", "a point: the lower end", ends(d, lower, lower))
    yield row("delta", "a point: the upper end", ends(d, upper, upper))
    yield row("delta", "a point of 4000 digits", ends(d, lower + "1" * 10, lower + "1" * 10))
    # ---- the question --------------------------------------------------------------------------
    for at in ("-0.3", "0.30", "3/10", "3e-1", "log(1.3498588075760031)", "0.3 ", "+0.3", "0x0.4p0"):
        yield row("delta", f"at.epsilon: {at}", put(put(d, "at/epsilon", at), "written/at", at))
    yield row("delta", "at.epsilon twice, by an escape", json.dumps(mended(d)).replace('"at": {', '"at": {"\\u0065psilon": "9", '))
    yield row("delta", "another argument as well", put(d, "at/delta", "1e-5"))
    yield row("delta", "of 1 - delta", {**d, "quantity": "one_minus_delta"})
    yield row("delta", "as epsilon", {**d, "quantity": "epsilon", "at": {"delta": "0.3"}})
    yield row("delta", "with an other", {**d, "other": "gaussian(sigma=1)"})
    yield row("delta", "with options", {**d, "options": {"vary": "sigma"}})
    yield row("delta", "with findings", {**d, "findings": {"infinite": "yes"}})
    yield row("delta", "with values", {**d, "values": {"epsilon": interval("0", "1")}})
    a = item["delta asymmetric"]
    for direction in ("reverse", "worst", "Forward", "remove", "add"):
        # Forward is the worse direction here.
        yield row("delta asymmetric", "direction: " + direction, {**a, "direction": direction, "written": a["written"]},
                  "equal" if direction == "worst" else "no")
    for mechanism in ("gaussian(sigma=2)^3 ", "gaussian(sigma=2.0)^3", "gaussian(sigma=2)^03", "gaussian(sigma=2)**3",
                      "(gaussian(sigma=2))^3", "gaussian(sigma=2)^3*perfectly_private", "gaussian(sigma2=4)^3",
                      "gaussian(sigma=2)^2*gaussian(sigma=2)", "gaussian(sigma=2)\u00a0^3", "gaussian(sigma=2)^3#",
                      "@/etc/hostname", "gaussian(sigma=2,sigma=3)^3", "gaussian(sigma=2)^3*gaussian(sigma=1e9)"):
        yield row("delta", f"mechanism: {mechanism!r}", another(d, mechanism), "equal")
    yield row("delta", "written: a file", put(d, "written/mechanism", "@/etc/hostname"))
    yield row("delta", "written: with one step more", put(d, "written/mechanism", "gaussian(sigma=2)^4"))
    yield row("delta", "written.at: a range without it", put(d, "written/at", "0:1:3"))
    yield row("delta", "written.at: a list with more", put(d, "written/at", "0.3,"))
    # ---- the record ----------------------------------------------------------------------------
    for digits in ("0", "015", "1e1", "10001", "-5", "15.0", ""):
        yield row("delta", f"asked.digits: {digits!r}", put(d, "asked/digits", digits))
    for engine in ("nonsense", "auto+", "", "closed_form;rm"):
        yield row("delta", f"engine.name: {engine!r}", put(d, "engine/name", engine), "record")
        yield row("delta", f"asked.engine: {engine!r}", put(d, "asked/engine", engine), "record")
    yield row("renyi", "asked.engine: nonsense", put(item["renyi"], "asked/engine", "nonsense"), "record")
    yield row("moments", "asked.engine: nonsense", put(item["moments"], "asked/engine", "nonsense"), "record")
    yield row("delta", "budget: nan", put(d, "error_budget/rounding", "nan"), "record")
    yield row("delta", "budget: -1", put(d, "error_budget/rounding", "-1"), "record")
    yield row("delta", "version: 3.0", json.dumps(mended(d)).replace('"version": 3', '"version": 3.0'))
    yield row("delta", "version: true", {**d, "version": True})
    yield row("delta", "digits: 15", {**d, "digits": d["digits"].split(".")[0]}, "record")
    yield row("delta", "digits: 1e1", {**d, "digits": "1e1"}, "record")
    bundle = {"format": "plumbline-bundle", "version": 3, "certificates": [mended(d)]}
    yield row("delta", "a bundle of a bundle", {**bundle, "certificates": [mended(copy.deepcopy(bundle))]})
    yield row("delta", "an empty bundle", {**bundle, "certificates": []})
    yield row("delta", "a bundle with a member whose digest is another's",
              {**bundle, "certificates": [{**ends(d, "0.5", "0.6"), "digest": mended(copy.deepcopy(d))["digest"]}]})
    # ---- trade-off functions, epsilon, power ------------------------------------------------------
    t, e = item["tradeoff"], item["epsilon"]
    yield row("tradeoff", "witness: empty list", {**t, "witness": {"lower": [], "upper": ["0"]}})
    # The pair of laplace is symmetric; exchanging two different coins changes nothing.
    yield row("tradeoff", "as its inverse", {**t, "quantity": "tradeoff_inverse", "at": {"beta": "0.05"}}, "equal")
    yield row("tradeoff", "as power", {**t, "quantity": "power"})
    yield row("tradeoff", "above 1", ends(t, "1.2", "1.3"))
    yield row("tradeoff", "below 0", ends(t, "-0.2", "-0.1"))
    z = item["tradeoff zero"]
    yield row("tradeoff zero", "next to zero", ends(z, "1e-300", "2e-300"))
    yield row("epsilon", "one part in a million less", ends(e, str(float(e["lower"]) * (1 - 2e-6)), str(float(e["lower"]) * (1 - 1e-6))))
    yield row("epsilon", "witness that are the forged ends",
              {**ends(e, "1", "1.1"), "witness": {"lower": ["1"], "upper": ["1.1"]}})
    yield row("epsilon", "delta: 0", put(put(e, "at/delta", "0"), "written/at", "0"))
    yield row("epsilon", "delta: 1", put(put(e, "at/delta", "1"), "written/at", "1"))
    yield row("power", "as rero of the same", {**item["power"], "quantity": "rero", "at": {"kappa": "0.1"},
                                              "written": {**item["power"]["written"], "at": "0.1"}})
    yield row("tv", "of the square", another(item["tv"], "randomized_response(epsilon=1)^2"), "equal")
    # ---- Renyi, moments, theorem 3 -----------------------------------------------------------------
    r, infinite, m, many, th = (item[k] for k in ("renyi", "renyi infinite", "moments", "moments many", "theorem3"))
    for order in ("0", "-1", "1", "inf", "1e400"):
        yield row("renyi", "order: " + order, put(put(r, "at/order", order), "written/at", order))
    yield row("renyi", "infinite: yes, of what is finite", {**r, "lower": "-inf", "upper": "inf", "digits": "0.0",
                                                          "reached": True, "findings": {"infinite": "yes"}})
    yield row("renyi infinite", "as finite", {k: v for k, v in ends(infinite, "5", "6").items() if k != "findings"})
    yield row("renyi infinite", "infinite: no", put(infinite, "findings/infinite", "no"))
    yield row("renyi infinite", "at least 5", {k: v for k, v in ends(infinite, "5", "inf").items() if k != "findings"}, "weaker")
    yield row("moments", "v2 twice as large", put(m, "values/v2", interval(*(str(2 * float(m["values"]["v2"][k])) for k in ("lower", "upper")))))
    yield row("moments", "cumulants exchanged", put(put(m, "values/cumulant3", m["values"]["cumulant4"]), "values/cumulant4", m["values"]["cumulant3"]))
    yield row("moments", "sum_v3 for v3", {**m, "values": {("sum_v3" if k == "v3" else k): v for k, v in m["values"].items()}})
    yield row("moments many", "v3 for sum_v3", {**many, "values": {("v3" if k == "sum_v3" else k): v for k, v in many["values"].items()}})
    yield row("moments", "a negative variance", put(m, "values/v2", interval("-2", "-1")))
    yield row("moments", "the reverse direction's name", {**m, "direction": "worst"})
    yield row("theorem3", "the condition the other way",
              findings(th, condition={"holds": "fails"}.get(th["findings"]["condition"], "holds")))
    for name in ("N", "N_tilde", "N_alone", "N_tilde_alone", "N_tilde_most", "smallest_N_of_condition"):
        stated = th["findings"].get(name, "none")
        moved = str(int(stated) + 1) if stated.isdigit() else "7"
        yield row("theorem3", f"{name}: {moved} for {stated}", findings(th, **{name: moved}))
        yield row("theorem3", f"{name}: none", findings(th, **{name: "none"}), "weaker" if not stated.isdigit() else "no")
        yield row("theorem3", f"{name}: as a decimal", findings(th, **{name: stated + ".0"}))
    yield row("theorem3", "mechanisms exchanged", {**th, "mechanism": th["other"], "other": th["mechanism"],
                                                   "written": {"mechanism": th["other"], "other": th["mechanism"], **{
                                                       k: v for k, v in th["written"].items() if k not in ("mechanism", "other")}}})
    yield row("theorem3", "ratio: infinite ends", put(th, "values/ratio", interval("-inf", "inf")), "weaker")
    # ---- divergences and comparisons ------------------------------------------------------------------
    v = item["divergence"]
    yield row("divergence", "at another prior", put(v, "at/prior", "0.1"))
    yield row("divergence", "at prior 2", put(v, "at/prior", "2"))
    yield row("divergence", "mechanisms exchanged", {**v, "mechanism": v["other"], "other": v["mechanism"], "written": {
        **v["written"], "mechanism": v["other"], "other": v["mechanism"]}})
    yield row("divergence", "of itself", {**v, "other": v["mechanism"], "written": {**v["written"], "other": v["mechanism"]}})
    yield row("divergence", "a hyper-prior of its own", {**v, "options": {"hyperprior": "beta(1,1)"}})
    back = c["values"]["divergence_back"]
    yield row("compare", "divergences exchanged", {**c, "lower": back["lower"], "upper": back["upper"], "values": {
        **c["values"], "divergence_back": interval(c["lower"], c["upper"])}})
    yield row("compare", "mechanisms exchanged", {**c, "mechanism": c["other"], "other": c["mechanism"], "written": {
        **c["written"], "mechanism": c["other"], "other": c["mechanism"]}})
    yield row("compare", "verdict: first_more_private", findings(c, verdict="first_more_private"))
    yield row("compare", "verdict: first_more_private, up to a margin of 1e-9", findings(c, verdict="first_more_private", margin="1e-9"))
    yield row("compare", "verdict: equal, up to a margin of 0.05", findings(c, verdict="equal", margin="0.05"))
    yield row("compare order", "verdict: cross", findings(o, verdict="cross"))
    yield row("compare order", "verdict: the other", findings(o, verdict={"first_more_private": "second_more_private"}.get(
        o["findings"]["verdict"], "first_more_private")))
    start, end = c["findings"]["examined_from"], c["findings"]["examined_to"]
    for whole in ("first_larger", "second_larger", "equal"):
        yield row("compare", "one range: " + whole, only(only(c, "crossing_"), "range_", f"{whole} {start} {end}"))
    yield row("compare", "one undecided range of gap 0", only(only(c, "crossing_"), "range_", f"undecided {start} {end} 0"))
    yield row("compare", "one undecided range of gap -1", only(only(c, "crossing_"), "range_", f"undecided {start} {end} -1"))
    yield row("compare", "one undecided range, margin 0", only(only(c, "crossing_"), "range_", f"undecided {start} {end} 1"))
    yield row("compare", "nothing decided, margin infinite, verdict first_more_private", findings(
        only(only(c, "crossing_"), "range_", f"undecided {start} {end} inf"), margin="inf", verdict="first_more_private"), "weaker")
    yield row("compare", "ranges that contradict each other", only(only(c, "crossing_"), "range_",
              f"first_larger {start} {end}", f"second_larger {start} {end}"))
    yield row("compare", "a range of no length", findings(c, **{f"range_{1 + sum(k.startswith('range_') for k in c['findings'])}": "equal 1 1"}))
    yield row("compare", "a range backwards", findings(c, **{f"range_{1 + sum(k.startswith('range_') for k in c['findings'])}": "undecided 2 1 1"}))
    yield row("compare", "examined beyond what is covered", findings(c, examined_to="1e9"))
    yield row("compare", "examined backwards", findings(c, examined_from=end, examined_to=start))
    yield row("compare", "examined nothing", findings(c, examined_from=end, examined_to=end))
    # The sign at the end continues: beyond it no other sign is possible.
    yield row("compare", "beyond: 0", findings(c, beyond="0"), "equal")
    yield row("compare", "beyond: -0.1", findings(c, beyond="-0.1"))
    crossings = [k for k in c["values"] if k.startswith("crossing_")]
    if crossings:
        first = c["values"][crossings[0]]
        yield row("compare", "a crossing as a point", put(c, "values/" + crossings[0], interval(first["lower"], first["lower"])))
        yield row("compare", "a crossing without ends", put(c, "values/" + crossings[0], interval("-inf", "inf")))
        yield row("compare", "a crossing stated twice", put(c, f"values/crossing_{len(crossings) + 1}", first))
        yield row("compare", "a crossing far away", put(c, f"values/crossing_{len(crossings) + 1}", interval("20", "21")))
        yield row("compare", "a crossing in the place of all ranges", only(only(c, "crossing_", interval(start, end)), "range_"))
    # ---- calibrations ---------------------------------------------------------------------------------
    s, n, p = item["sigma"], item["N"], item["p"]
    yield row("sigma", "safe: a millionth less", findings(s, safe=str(float(s["findings"]["safe"]) * (1 - 1e-6)), safe_double=str(float(s["findings"]["safe"]) * (1 - 1e-6))))
    yield row("sigma", "safe: far on the wrong side", findings(s, safe="0.001"))
    yield row("sigma", "safe: negative", findings(s, safe="-5", safe_double="-5"))
    yield row("sigma", "safe_double: hexadecimal", findings(s, safe_double="0x1p3"), "weaker")
    yield row("sigma", "safe_double: inf", findings(s, safe_double="inf"))
    yield row("sigma", "safe_double: 1e309", findings(s, safe_double="1e309"))
    yield row("sigma", "safe_double: 1e-400", findings(s, safe_double="1e-400"))
    yield row("sigma", "safe_double: blanks", findings(s, safe_double=s["findings"]["safe_double"] + " "))
    yield row("sigma", "private_side: below", findings(s, private_side="below"))
    yield row("sigma", "private_side: right", findings(s, private_side="right"))
    yield row("sigma", "without findings", {k: w for k, w in s.items() if k != "findings"})
    yield row("sigma", "varied: N", put(s, "options/vary", "N"))
    yield row("sigma", "two places", another(s, "gaussian(sigma=?)^?"))
    yield row("sigma", "no place", another(s, "gaussian(sigma=2)"))
    yield row("sigma", "a target more", put(s, "at/advantage", "0.1"))
    yield row("sigma", "a target less", put(s, "at/delta", None))
    yield row("sigma", "[0, inf] of all values", {**ends(s, "0", "inf")}, "weaker")
    yield row("N", "one more", {**n, "lower": str(int(n["lower"]) + 1), "upper": str(int(n["upper"]) + 1)})
    yield row("N", "half a step", ends(n, n["lower"] + ".5", n["upper"] + ".5"))
    yield row("N", "a negative number", {**n, "lower": "-1", "upper": "-1"})
    yield row("N", "safe: half a step", findings(n, safe="0.5", safe_double="0.5"))
    yield row("N", "safe: 0", findings(n, safe="0", safe_double="0"))
    yield row("p", "beyond 1", ends(p, "1.1", "1.2"))
    yield row("p", "safe: 1", findings(p, safe="1", safe_double="1"))
    # ---- kinds with commands of their own ---------------------------------------------------------------
    g, sel, ch, b, li = (item[k] for k in ("gdp", "selection", "choice", "bounded", "limit"))
    for floor in ("0.6", "0.5", "-0.1", "1e-4", "0"):
        yield row("gdp", "floor: " + floor, put(put(g, "at/floor", floor), "written/floor", floor))
    yield row("gdp", "without its floor", {**g, "at": {}, "written": {"mechanism": g["written"]["mechanism"]}})
    yield row("gdp", "a floor and a width", put(put(g, "at/within", "0.1"), "written/within", "0.1"))
    yield row("selection", "one run", put(sel, "options/runs", "constant(k=1)"))
    yield row("selection", "other runs", put(sel, "options/runs", "geometric(gamma=0.2)"))
    yield row("selection", "no runs", {k: w for k, w in sel.items() if k != "options"})
    yield row("selection", "bounds exchanged", {**sel, "lower": sel["upper"], "upper": sel["lower"]})
    yield row("selection", "the attained as the bound", ends(sel, sel["lower"], sel["lower"]))
    for outcomes in ("1", "0", "-4", "3.5", "5", "1e9"):
        yield row("choice", "outcomes: " + outcomes, put(put(ch, "at/outcomes", outcomes), "written/outcomes", outcomes),
                  "equal" if outcomes in ("5", "1e9") else "no")  # delta is 0 for every number of outcomes
    yield row("bounded", "adaptive below", put(b, "values/adaptive", interval("0", "0")))
    yield row("bounded", "without adaptive", {k: w for k, w in b.items() if k != "values"})
    yield row("bounded", "one run more", another(b, "exponential_mechanism(epsilon=0.1)^11"))
    yield row("bounded", "another mechanism", another(b, "laplace(b=10)^10"))
    yield row("limit", "above and below exchanged", put(put(li, "values/above", li["values"]["below"]), "values/below", li["values"]["above"]))
    for steps in ("17", "0", "15.5", "-16"):
        yield row("limit", "steps: " + steps, put(put(li, "at/steps", steps), "written/steps", steps))


def beside(item, above):
    """Returns the certificate with ends slightly outside the enclosure."""
    lower, upper = checker.number(item["lower"]), checker.number(item["upper"])
    gap = upper - lower or max(abs(lower), abs(upper)) / 10 ** 12
    moved = (upper + gap, upper + 3 * gap) if above else (lower - 3 * gap, lower - gap)
    return ends(item, *(f"{x.numerator * 10 ** 60 // x.denominator}e-60" for x in moved))


def further_rows(honest):
    """Yields rows like rows(): comparisons that state a part as the whole, and ends close to the true ones."""
    item = {kind: made_of[0] for kind, made_of in honest.items()}

    def row(kind, change, forged):
        return kind, change, json.dumps(mended(restated(forged)), ensure_ascii=False), "no"

    def stated(kind, *ranges, **texts):
        return findings(only(only(item[kind], "crossing_"), "range_", *ranges), **texts)
    for gap in ("0.12", "0.1269"):  # larger than this at epsilon 1
        yield row("compare", f"one undecided range, gap {gap}, equal up to that",
                  stated("compare", f"undecided -12 12 {gap}", margin=gap, verdict="equal"))
    yield row("compare", "two undecided ranges", stated("compare", "undecided -12 0 0.126", "undecided 0 12 0.126",
                                                        margin="0.126", verdict="equal"))
    middle = {"examined_from": "-0.3", "examined_to": "0.3"}
    yield row("compare", "the middle alone, beyond 0.12", stated("compare", "second_larger -0.3 0.3", **middle, beyond="0.12",
                                                                margin="0.12", verdict="second_more_private"))
    yield row("compare", "the middle alone", stated("compare", "second_larger -0.3 0.3", **middle,
                                                   verdict="first_more_private"))
    for start in ("0.4", "11"):
        for verdict in ("open", "second_more_private"):
            yield row("compare", f"from {start} alone, {verdict}",
                      stated("compare", f"first_larger {start} 12", examined_from=start, verdict=verdict))
    yield row("compare", "the left alone", stated("compare", "first_larger -12 -0.4", examined_to="-0.4",
                                                 verdict="second_more_private"))
    for verdict, margin in (("second_more_private", "0.0104"), ("second_more_private", "0.0105"),
                            ("first_more_private", "0.126")):
        yield row("compare", f"{verdict} up to {margin}", findings(item["compare"], margin=margin, verdict=verdict))
    o = item["compare forward"]
    start, end = o["findings"]["examined_from"], o["findings"]["examined_to"]
    for tail in (f"equal 11 {end}", f"first_larger 11 {end}", f"undecided 11 {end} 1e-300"):
        yield row("compare forward", "at the end " + tail, only(o, "range_", f"second_larger {start} 11", tail))
    yield row("compare forward", "a crossing", put(o, "values/crossing_1", interval("5", "6")))
    yield row("compare forward", "cross", findings(o, verdict="cross"))
    yield row("compare forward", "the other way, margin 0.1", findings(o, verdict="second_more_private", margin="0.1"))
    yield row("compare equal", "a crossing", put(item["compare equal"], "values/crossing_1", interval("0", "1")))
    yield row("compare equal", "cross", findings(item["compare equal"], verdict="cross"))
    yield row("compare equal", "above", ends(item["compare equal"], "1e-9", "2e-9"))
    yield row("compare masses", "the middle alone", stated("compare masses", "second_larger -0.5 0.5", examined_from="-0.5",
                                                          examined_to="0.5", beyond="1e-3", margin="1e-3",
                                                          verdict="first_more_private"))
    far = item["compare far"]
    ranges = [text for name, text in far["findings"].items() if name.startswith("range_")]
    first, last = (far["values"][name] for name in ("crossing_1", "crossing_2"))
    for reach in ("30", "60", "70", "100"):
        yield row("compare far", "the last crossing to " + reach, findings(
            only(only(far, "crossing_", first, interval(last["lower"], reach)), "range_", *ranges[:2]), examined_to=reach))
    yield row("compare far", "the last range to 100", findings(
        only(far, "range_", *ranges[:2], f"first_larger {last['upper']} 100"), examined_to="100"))
    for size in ("0", "1e-40"):  # the sign at 20 is the opposite
        yield row("compare far", "beyond " + size, findings(far, beyond=size, margin=size))
    s, n, e = item["sigma"], item["N"], item["epsilon masses"]
    yield row("sigma", "safe: the lower end", findings(s, safe=s["lower"], safe_double=s["lower"]))
    yield row("sigma", "[0, the lower end]", ends(s, "0", s["lower"]))
    yield row("N", "none", ends(n, "0", "0"))
    yield row("N", "one less", ends(findings(n, safe="4", safe_double="4"), "4", "4"))
    yield row("N", "between two numbers", ends(n, "5.1", "5.9"))
    yield row("rr", "safe: above", findings(item["rr"], safe="0.9", safe_double="0.9"))
    less = put(put(e, "at/delta", "0.05"), "written/at", "0.05")  # smaller than the mass of infinite losses
    yield row("epsilon masses", "below the mass", less)
    yield row("epsilon masses", "below the mass, at most 1000", ends(less, "0", "1000"))
    for kind in ("rr", "beta", "mu", "staircase", "allocation", "exponential", "belief", "gdp", "limit"):
        for above in (True, False):
            yield row(kind, "above" if above else "below", beside(item[kind], above))


def judged(program, seconds, task):
    kind, change, text, expected = task
    first, second = codes(program, text, seconds)
    wrong = ""
    if 4 in (first, second):
        wrong = "a contradiction"
    elif expected == "no" and 0 in (first, second):
        wrong = "confirmed"
    elif first != second and second != 3:
        wrong = "the exit codes differ"
    return kind, change, expected, first, second, wrong


def run(program, seconds=30, kinds=None, jobs=None):
    """Returns rows (kind, change, expected, exit code of check, exit code of the second checker, fault)."""
    honest = {kind: made(program, words) for kind, words in HONEST.items()}
    tasks = [task for task in (*rows(honest), *further_rows(honest)) if not kinds or task[0] in kinds]
    with concurrent.futures.ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        return list(pool.map(functools.partial(judged, program, seconds), tasks))


def main():
    found = run(sys.argv[1], kinds=sys.argv[2:] or None)
    for kind, change, expected, first, second, wrong in found:
        print(f"{'WRONG' if wrong else 'fine'}: {kind}: {change} ({expected}): check {first}, second checker {second} {wrong}")
    wrong = sum(bool(row[-1]) for row in found)
    print(f"{len(found)} forged, {wrong} wrong")
    return 4 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
