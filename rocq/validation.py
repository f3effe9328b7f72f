"""Validates a certificate before a file for the kernel is written. The theorem is about numbers and words of the
certificate. A certificate that the second checker rejects has no file, and no other text of the certificate is copied
to the file.
"""

import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "checker"))
import plumbline_check as reader  # noqa: E402

NOISE = ("sigma", "sigma2", "b")  # larger values are more private; for every other parameter smaller values are
PROBABILITIES = ("delta", "prior", "alpha", "kappa", "advantage", "gamma", "bayes", "beta")


def require_sound(item):
    """Raises reader.Refused or reader.Refuted if the certificate is not sound, reader.Withdrawn if a mechanism of the
    certificate is rejected, and reader.NotCovered or reader.TooHard if validation is impossible or an end is not
    finite.
    """
    error = reader.form_of(item)
    if isinstance(error, (reader.Refused, reader.Refuted, reader.Withdrawn, reader.NotCovered, reader.TooHard)):
        raise error
    if error is not None:
        raise reader.NotCovered(f"an error of the second checker: {type(error).__name__}: {error}")
    if item["lower"] == "-inf" or item["upper"] == "inf":
        raise reader.NotCovered("an end that is infinite")
    if item["quantity"] in reader.AUDITED or item["quantity"] in reader.WHOLE:
        raise reader.NotCovered(f"quantity {item['quantity']}")
    require_arguments(item)
    if item["quantity"] == "calibrate":
        require_calibration(item)
    for name in ("mechanism", "other"):
        for factor in reader.expression(item[name]) if name in item else ():
            for end in ("lower", "upper"):
                require_parameters(factor, reader.number(item[end]))


def require_arguments(item):
    """Checks the ranges of the arguments, and the direction."""
    at = {key: reader.number(text, f"at/{key}") for key, text in item["at"].items()}
    for key, value in at.items():
        if key in PROBABILITIES and not 0 <= value <= 1:
            raise reader.Refuted(f"at/{key}: a probability outside [0, 1]")
        if item["quantity"] == "calibrate" and key in PROBABILITIES and value in (0, 1):
            raise reader.NotCovered(f"a calibration to {key} {value}")
    if ("kappa" in at or item["quantity"] == "rero") and item["direction"] != "forward":
        raise reader.Refuted("direction: ReRo is of the forward pair")


def require_calibration(item):
    """Checks that there is one unknown parameter, its name in the options, and its private side."""
    factors = reader.expression(item["mechanism"])
    varied = [(key, reader.multiple_of(value)) for _, given, _ in factors for key, value in given.items() if value == "?"]
    varied += [("N", Fraction(1)) for _, _, steps in factors if steps == "?"]
    if len({key for key, _ in varied}) != 1:
        raise reader.Refused("mechanism: '?' for one parameter is needed")
    key, side = varied[0][0], "above" if varied[0][0] in NOISE else "below"
    if item["options"]["vary"] != ("factor of " if any(multiple != 1 for _, multiple in varied) else "") + key:
        raise reader.Refuted("options/vary is not the parameter that is open")
    if not item.get("findings"):
        raise reader.NotCovered("a calibration that states no safe value")
    if item["findings"]["private_side"] != side:
        raise reader.Refuted(f"findings/private_side: {key} is more private {side}")


def require_parameters(factor, value):
    """Checks the ranges of the parameters of a factor, with `value` for an unknown parameter."""
    name, given, _ = factor
    given = {key: filled(one, value) for key, one in given.items()}
    try:
        reader.Pair([(name, given, 1)])
    except reader.Refused:
        if "?" not in factor[1].values():
            raise
        raise reader.NotCovered("a calibration with an end outside of the parameter's range") from None


def filled(parameter, value):
    """Returns a parameter; for an unknown parameter, its multiple of `value`."""
    return value * reader.multiple_of(parameter) if parameter == "?" else parameter


def whole(x):
    """Returns x as an integer. Raises reader.Refused if it is not one."""
    if x.denominator != 1:
        raise reader.Refused("mechanism: a whole number is expected")
    return x.numerator


def hypotheses_of(item):
    """Returns the hypotheses of the expressions as text."""
    words = "; ".join(reader.hypotheses_text(record) for record in reader.derived_hypotheses(item).values())
    return words + (" (derived, not stated)" if item["version"] < reader.STATES_HYPOTHESES else "")


def in_comment(text):
    """Returns a text for a comment of Rocq. Raises reader.Refused if the text could end the comment, or begin another
    comment or a string.
    """
    if not text.isascii() or not text.isprintable() or "(*" in text or "*)" in text or '"' in text or "'" in text:
        raise reader.Refused(f"text that is not copied into a file: {ascii(text[:80])}")
    return text
