#!/usr/bin/env python3
"""Determines the basis of an answer: the entry of cases/accountants/promises.toml that its line names.

    python3 promises.py FILE...    writes `rests_on` at the end of each line that has none; every other
                                   byte stays
"""

import json
import sys


def kinds_of(claim):
    """Returns the kinds of the mechanisms of a claim; none for a claim about an event."""
    mechanism = claim.get("mechanism", {})
    return {part["kind"] for part in mechanism.get("compose", [mechanism]) if "kind" in part}


def events_in(event):
    """Returns the class names of an event and of its parts."""
    names = set()
    if isinstance(event, list):
        names.update(*map(events_in, event))
    elif isinstance(event, dict) and "class_name" in event:
        names.add(event["class_name"])
        names.update(*map(events_in, event.values()))
    return names


# Events with a separate entry instead of the general promise about events.
PARTICULAR_EVENTS = {"RepeatAndSelectDpEvent": "google-selection", "ZCDpEvent": "google-events-zcdp",
                     "ExponentialMechanismDpEvent": "google-events-exponential",
                     "PermuteAndFlipDpEvent": "google-events-permute-and-flip",
                     "EpsilonDeltaDpEvent": "google-events-epsilon-delta",
                     "DiscreteGaussianDpEvent": "google-events-discrete-gaussian"}
REPLACED_EVENTS = {"SampledWithoutReplacementDpEvent": "batches", "LaplaceDpEvent": "laplace",
                   "GaussianDpEvent": "gaussian"}


def of_google_event(claim):
    names = events_in(claim["event"])
    particular = [promise for name, promise in PARTICULAR_EVENTS.items() if name in names]
    if particular:
        return particular[0]
    if claim["method"] == "pld-accountant":
        return "google-events-pld"
    if claim["adjacency"] == "replace_one":
        for name, word in REPLACED_EVENTS.items():
            if name in names:
                return "google-events-rdp-replaced-" + word
    return "google-events-rdp"


def is_about_cut_noise(claim):
    """Returns true if it is a delta that the noise the library cuts off, at most 1e-30 in each step, may reach."""
    value = claim.get("value")
    most = 1e-29 * claim["mechanism"].get("steps", 1)
    return claim["quantity"] == "delta" and value is not None and abs(float(value)) < most


def of_google_distribution(claim):
    kinds, options = kinds_of(claim), claim.get("options", {})
    if any("discrete_gaussian" in kind for kind in kinds) and is_about_cut_noise(claim):
        return "google-pld-discrete-gaussian"
    if not options.get("pessimistic", True):
        return "google-pld-buckets-optimistic" + (
            "-truncated" if options["tail_mass_truncation"] else "")
    if claim["adjacency"] in ("add", "remove"):
        return "google-pld-one-direction"
    if claim["method"] == "pld-randomized-response":
        return "google-pld-randomized-response"
    if claim["adjacency"] in ("replace", "zero_out"):
        return "google-pld-replaced"
    if "mixture_of_gaussians" in kinds:
        return "google-pld-mixture-of-gaussians"
    return "google-" + claim["method"].replace("pld-privacy-buckets", "pld-buckets")


def of_google(claim):
    if "event" in claim:
        return of_google_event(claim)
    named = {"rdp": "google-rdp", "pld-connect-dots-tpr": "google-pld-tpr",
             "analytic-gaussian": "google-analytic-gaussian", "calibrate-pld": "google-calibrate",
             "pld": "google-events-pld"}
    return named.get(claim["method"]) or of_google_distribution(claim)


def of_jax(claim):
    event = claim["method"].split("_event")[0]
    return "jax-" + {"truncated_dpsgd": "truncated", "fixed_dpsgd": "fixed",
                     "amplified_bandmf": "amplified-bandmf"}.get(event, event)


def of_prv(claim):
    if claim["method"] == "find_noise_multiplier":
        return "prv-noise-multiplier"
    kinds = kinds_of(claim)
    if kinds & {"pure_dp", "approx_dp"}:
        return "prv-pure-dp"
    return "prv-bounds" if "subsampled_gaussian" in kinds else "prv-bounds-symmetric"


def of_opacus(claim):
    if claim["method"].startswith("get_noise_multiplier"):
        return "opacus-noise-multiplier"
    return "opacus-" + claim["method"]


def of_autodp(claim):
    named = {"exact-gaussian": "autodp-exact-gaussian", "rdp-rr": "autodp-randomized-response"}
    return named.get(claim["method"],
                     "autodp-afa" if claim["method"].startswith("afa") else "autodp-rdp")


def of_riskcal(claim):
    named = {"advantage": "riskcal-advantage", "get_beta": "riskcal-beta", "ctd": "riskcal-ctd",
             "noise_for_advantage": "riskcal-noise"}
    return named.get(claim["method"], "riskcal-conversions")


def of_koskela(claim):
    if claim["method"] == "experimental-bounds":
        return "koskela-experimental"
    if claim["method"].startswith("fft-old"):
        return "koskela-old"
    if claim["quantity"] == "delta":
        return "koskela-delta-bounds" + ("" if claim["adjacency"] == "remove" else "-substituted")
    near = claim["at"]["delta"] < 10 * claim["options"]["tol"]
    return "koskela-epsilon-bounds" + ("-near-tolerance" if near else "")


def of_saddlepoint(claim):
    method = claim["method"]
    if method.startswith("golden") or method == "truth-accountant":
        return "saddlepoint-pickles"
    named = {"spa-clt": "saddlepoint-clt", "moments": "saddlepoint-moments"}
    return named.get(method, "saddlepoint-msd")


def of_edgeworth(claim):
    return "edgeworth-pickles" if claim["method"].startswith("golden") else "edgeworth"


def of_gdpnum(claim):
    return "gdpnum-ctd" if claim["method"] == "ctd" else "gdpnum-mu"


def of_opendp(claim):
    return "opendp-pure" if claim["method"] == "pure" else "opendp-zcdp"


def of_opake(claim):
    named = {"bnb_mc": "opake-bins-sampled", "bandmf_b_min_sep_warm_mc": "opake-separate-sampled",
             "random_allocation_gaussian": "opake-allocation", "truncated_poisson_gaussian": "opake-truncated"}
    return named.get(claim["method"], "opake")


def of_pld_accounting(claim):
    named = {"subsample_pld": "sampled", "general_allocation": "general"}
    return "pld-accounting-" + named.get(claim["method"], "allocation")


def of_random_allocation(claim):
    return "random-allocation-" + ("lower" if claim["kind"] == "lower" else "upper")


def of_pfl(claim):
    laplace = "laplace" in kinds_of(claim) and claim["method"].startswith("PRV")
    return "pfl-" + claim["method"][:3].lower() + ("-laplace" if laplace else "")


def of_manager(claim):
    return "manager-" + claim["method"]


def of_conversion(claim):
    return claim["tool"] + ("-classic" if "classic" in claim["method"] else "")


TOOLS = {"google-dp-accounting": of_google, "jax-privacy-accounting": of_jax,
         "microsoft-prv-accountant": of_prv, "opacus": of_opacus, "autodp": of_autodp,
         "riskcal": of_riskcal, "gdpnum": of_gdpnum, "koskela-fourier-accountant": of_koskela,
         "saddlepoint-accountant": of_saddlepoint, "gdp-edgeworth": of_edgeworth,
         "opendp": of_opendp, "woodyx218-gdp-clt": lambda claim: "gdp-clt",
         "diffprivlib": lambda claim: "diffprivlib-budget",
         "opake-accounting": of_opake, "pld-accounting": of_pld_accounting,
         "random-allocation": of_random_allocation, "pfl": of_pfl, "fastdp": of_manager,
         "private-transformers": of_manager, "dp-accelerator": lambda claim: "dp-accelerator",
         "pytorch-dp": lambda claim: "pytorch-dp", "deepee": lambda claim: "deepee-rdp",
         "tensorflow-privacy": lambda claim: "tensorflow-privacy",
         "ml-shuffling-amplification": lambda claim: "clones-" + claim["method"],
         "PrivacyAmplification": lambda claim: "variation-ratio-" + claim["mechanism"].split("(")[0],
         "smartnoise-sql": lambda claim: "smartnoise-" + claim["method"].lower()}


def promise_of(claim):
    """Returns the entry for a claim of a known tool; None for other tools, whose lines state it."""
    if "source" in claim:  # copied from a test or an example
        return "expected-by-tests"
    if claim["tool"].endswith("-conversions"):
        return of_conversion(claim)
    of_tool = TOOLS.get(claim["tool"])
    return of_tool(claim) if of_tool else None


def with_promise(line):
    claim = json.loads(line)
    promise = promise_of(claim)
    if "rests_on" in claim or promise is None:
        return line
    separators = ('": ', ", ") if '": ' in line else ('":', ",")
    body = line.rstrip()
    ending = '%s"rests_on%s"%s"}' % (separators[1], separators[0], promise)
    return body[:-1] + ending + line[len(body):]


def main():
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", newline="") as lines:
            text = "".join(with_promise(line) if line.strip() else line for line in lines)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)


if __name__ == "__main__":
    main()
