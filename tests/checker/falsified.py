"""Copies of certificates that state something false."""
import copy
import math
import pathlib
import re
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "checker"))
import plumbline_check as checker  # noqa: E402


def mended(item):
    item["digest"] = checker.digest_of(item)
    return item


def restated(item):
    """Returns the certificate with the hypotheses of its present mechanism, so that only its numbers are false."""
    try:
        return {**item, **checker.derived_hypotheses(item)} if item["version"] >= checker.STATES_HYPOTHESES else item
    except Exception:  # an expression that does not parse or is not covered
        return item


def false_statements(item):
    """Yields copies in which one member of the hypotheses differs from those of the expressions."""
    for name in ("hypotheses", "other_hypotheses"):
        if name not in item:
            continue
        stated = item[name]
        others = {
            "relation": [one for one in checker.RELATIONS if one != stated["relation"]],
            "group": ["2" if stated["group"] == "1" else "1"], "dominates": [not stated["dominates"]],
            "attained": [one for one in ("no", "pointwise", "every") if one != stated["attained"]],
            "public": [{**stated["public"], "n": "77"}, *([{}] if stated["public"] else [])],
            "proof": [stated.get("proof", "") + "; by definition"], "family": ["all data sets"] * ("family" in stated)}
        for member, values in others.items():
            for value in values:
                wrong = {**stated, member: value}
                if member == "attained":
                    wrong.pop("family", None)
                yield f"{name}/{member}: {value}", mended({**copy.deepcopy(item), name: wrong})


def false_copies(item):
    """Yields copies with a false statement: both ends moved beyond the other by a few widths or many; the safe value
    and the side exchanged; other hypotheses; each number of the question changed with the same ends. The last kind may
    be true by chance, if the value does not depend on the number."""
    lower, upper = checker.number(item["lower"]), checker.number(item["upper"])
    gap = upper - lower or abs(lower) / 10 ** 6 or Fraction(1, 10 ** 9)
    whole = item["quantity"] == "calibrate" and "?" in item["mechanism"].split("^")[-1]
    step = 1 if whole else gap

    def text(x):  # formats an end as a decimal
        places = 40 + (len(str(x.denominator)) if x.denominator > 1 else 0)
        scaled = x * 10 ** places
        return str(x) if x.denominator == 1 else f"{scaled.numerator // scaled.denominator}e-{places}"

    def plain(x):  # formats a number of the question as the program does
        for places in range(40):
            if (x * 10 ** places).denominator == 1:
                digits = f"{abs(x.numerator) * 10 ** places // x.denominator:0{places + 1}d}"
                return ("-" if x < 0 else "") + (digits[:-places] + "." + digits[-places:] if places else digits)
        return str(x)

    def copy_with(**changes):
        result = copy.deepcopy(item)
        for key, value in changes.items():
            result[key] = value
        a, b = checker.number(result["lower"]), checker.number(result["upper"])
        digits = checker.log_size(max(abs(a), abs(b))) - checker.log_size(b - a) if a != b else 0
        result["digits"] = "exact" if a == b else f"{math.floor(max(0.0, digits / math.log(10)) * 10) / 10:.1f}"
        return mended(restated(result))
    for change, wrong in false_statements(item):
        yield "statement of " + change, wrong
    for shift in (3, 1000, 10 ** 9):
        yield f"both above, {shift}", copy_with(lower=text(upper + shift * step), upper=text(upper + 2 * shift * step))
        yield f"both below, {shift}", copy_with(lower=text(lower - 2 * shift * step), upper=text(lower - shift * step))
    # For an attack without evidence the bound is 0 and a p-value is 1, also with another count.
    nothing = item["quantity"].startswith("audited") and lower in (0, 1)
    for name in () if nothing else ("mechanism", "other"):
        for match in re.finditer(r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?(?:/\d+)?", item.get(name, "")):
            value = checker.number(match.group())
            moved = plain(value + 1 if value.denominator == 1 else value * Fraction(1001, 1000))
            changed = item[name][:match.start()] + moved + item[name][match.end():]
            yield f"{name}: {changed}", copy_with(**{name: changed, "written": {**item["written"], name: changed}})
    for key, value in () if nothing else item["at"].items():
        if whole:  # the same number of steps meets neighbouring targets
            continue
        if item["quantity"] == "divergence":
            moved = checker.number(value) / 2
        else:
            moved = checker.number(value) * (Fraction(1001, 1000) if item["quantity"] != "renyi" else 2)
        if moved == checker.number(value):  # 0: the same statement
            continue
        written = dict(item["written"])
        written.update({name: plain(moved) for name in ("at", key) if name in written})
        yield f"at.{key}", copy_with(at={**item["at"], key: plain(moved)}, written=written)
    if "safe" in item.get("findings", {}):
        wrong = (lower if item["findings"]["private_side"] == "above" else upper)
        if not whole:
            yield "safe", copy_with(findings={**item["findings"], "safe": text(wrong)})
        other = {"above": "below", "below": "above"}[item["findings"]["private_side"]]
        yield "side", copy_with(findings={**item["findings"], "private_side": other})
