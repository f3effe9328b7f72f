"""The calculator of the site, if it was built, and links that open it at a value."""

import shlex
from urllib.parse import quote, urlencode

from .files import read_text
from .site_folder import SiteFolder
from .site_options import SiteOptions

PLACE = "calculator.html"

_ARGUMENTS = {"epsilon": "delta", "delta": "epsilon", "tradeoff": "alpha", "tradeoff_inverse": "beta", "power": "alpha",
              "tpr": "fpr", "rero": "kappa", "bayes": "prior", "posterior": "prior", "posterior_belief": "prior",
              "advantage": "", "tv": "", "minimax": ""}
"""A quantity that the page offers for one mechanism, and its argument."""

_DIRECTIONS = {"": "worst", "worst": "worst", "forward": "forward", "reverse": "reverse", "add_remove": "worst",
               "remove": "forward", "add": "reverse"}


def _options(words: list[str]) -> dict[str, str] | None:
    """Returns options such as "--delta", "1e-5" and "--epsilon=-1" by name; None if a word is not an option with a
    value.
    """
    out: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        name, equals, text = word.partition("=")
        value = text if equals else next(rest, "")
        if not name.startswith("--") or not value:
            return None
        out[name[2:]] = value
    return out


def calculator_state(command: str) -> str:
    """Returns the state "#compare?..." that shows the value of "plumbline delta 'M' --epsilon 1"; empty if the page
    has none.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    if len(words) < 3 or words[0] != "plumbline" or words[2].startswith("-"):
        return ""
    quantity, options = words[1].replace("-", "_"), _options(words[3:])
    if quantity not in _ARGUMENTS or options is None:
        return ""
    argument, direction = _ARGUMENTS[quantity], options.pop("direction", "")
    digits, at = options.pop("digits", "10"), options.pop(argument, "") if argument else ""
    if options or direction not in _DIRECTIONS or (argument and not at):
        return ""
    state = {"first": words[2], "second": "", "quantity": "power" if quantity == "tpr" else quantity, "at": at,
             "direction": _DIRECTIONS[direction], "digits": digits}
    return "#compare?" + urlencode(state, quote_via=quote)


def take_calculator(options: SiteOptions, site: SiteFolder) -> None:
    """Copies the page of the calculator, if there is one, with a mark that it is part of a site."""
    if options.calculator is None or not options.calculator.is_file():
        return
    site.file(PLACE, read_text(options.calculator).replace("<html lang", "<html data-site lang", 1))
    site.places.append((PLACE, "Calculator"))
