#include "reference/certificates/consistency.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/certificates/request.hpp"
#include "reference/engines/registry.hpp"

namespace plumbline {
namespace {

/// A term of the budget; empty for "inf".
std::optional<Rational> term(const std::string& text) {
  if (text == "inf") return std::nullopt;
  const Rational out = Rational::parse(text);
  if (out.sign() < 0) throw std::invalid_argument("'" + text + "' is negative");
  return out;
}

/// The sum of the terms; empty when one is infinite. A term too small to be read counts as zero.
std::optional<Rational> sum(const NamedTexts& budget) {
  Rational out(0);
  for (const auto& [name, text] : budget) {
    const auto size = term(text);
    if (!size) return std::nullopt;
    out = out + *size;
  }
  return out;
}

const CertificateEntry& form_of(const Certificate& c) {
  return *certified_quantity(c.quantity).certificate;
}

std::string in_brackets(const Certificate& c) { return "[" + c.lower + ", " + c.upper + "]"; }

/// Two digits of a positive number.
std::string digits_of(const Rational& x) { return UpperBound::of(Ball(x, Bits{64})).text(); }

/// Both terms and ends are rounded up, and some errors are one-sided: how much a budget may exceed
/// the half width.
constexpr long kMostOverstated = 4;

void compare_budget(const Certificate& c, const Interval& interval, std::vector<Objection>* out,
                    std::vector<std::string>* notes) {
  for (const auto& [name, text] : c.budget) {
    try {
      term(text);
    } catch (const std::invalid_argument& e) {
      out->push_back({"error_budget." + name, text, e.what()});
      return;
    }
  }
  if (!form_of(c).budget_explains || !interval.is_finite()) return;
  const auto total = sum(c.budget);
  if (!total && c.reached) {
    out->push_back({"error_budget", "inf", "the interval is sharper than that: " + in_brackets(c)});
  }
  if (!total) return;
  // Printing: a unit in the last of the digits printed, at either end.
  const Rational unit =
      interval.magnitude() * power_of_ten(1 - std::stol(c.digits_asked) - kCertificateSpareDigits);
  const Rational half = interval.width() / Rational(2);
  if (half > *total + unit && !c.reached) {
    notes->push_back(
        "the digits asked were not reached, and the error budget does not explain the "
        "width");
  } else if (half > *total + unit) {
    out->push_back({"error_budget", "a total of " + digits_of(*total),
                    "the interval's half width is larger: " + digits_of(half)});
  }
  if (*total > half * Rational(kMostOverstated) + unit) {
    out->push_back({"error_budget", "a total of " + digits_of(*total),
                    "the interval is sharper than that: half width " + digits_of(half)});
  }
}

/// Whether a loss is never finite: then closed_form answers, whatever is asked.
bool needs_no_engine(const Certificate& c) {
  if (certified_quantity(c.quantity).subject == Subject::open_mechanism) return false;
  const auto never_finite = [](const std::string& mechanism) {
    return !mechanism.empty() && !finite_losses(Composition::parse(mechanism)).conditional;
  };
  return never_finite(c.mechanism) || never_finite(c.other);
}

void compare_engine(const Certificate& c, std::vector<Objection>* out) {
  const CertificateEntry& form = form_of(c);
  if (form.computed == Computed::by_transform) {
    if (c.engine != "transform") out->push_back({"engine.name", c.engine, "it is transform"});
    return;
  }
  if (form.computed == Computed::by_formulas) return;  // run again, it comes out or does not
  size_t start = 0;
  for (;;) {  // a divergence may name two, "closed_form+fourier"
    const size_t end = std::min(c.engine.find('+', start), c.engine.size());
    const std::string name = c.engine.substr(start, end - start);
    if (engine_named(name) == nullptr) {
      out->push_back({"engine.name", c.engine, "no such engine"});
      return;
    }
    const bool other = c.engine_asked != "auto" && name != c.engine_asked;
    if (other && !(name == kClosedForm && needs_no_engine(c))) {
      out->push_back({"engine.name", c.engine, "asked.engine is " + c.engine_asked});
      return;
    }
    if (end == c.engine.size()) return;
    start = end + 1;
  }
}

void compare_written(const Certificate& c, std::vector<Objection>* out) {
  const Quantity& entry = certified_quantity(c.quantity);
  const auto same = [&](const std::string& written, const std::string& canonical,
                        const std::string& field) {
    try {
      const bool mechanism = entry.of_attack() && field == "written.other";
      const std::string stands =
          mechanism ? Composition::parse(written).expression()
                    : canonical_subject(entry, written, text_of(c.written_more, "vary"));
      if (stands == canonical) return;
      out->push_back(
          {field, written, "it stands for " + stands + ", the certificate is about " + canonical});
    } catch (const std::invalid_argument& e) {
      out->push_back({field, written, e.what()});
    }
  };
  same(c.written_mechanism, c.mechanism, "written.mechanism");
  if (!c.other.empty()) same(c.written_other, c.other, "written.other");
  for (const auto& [name, written] : c.written_more) {
    if (name == "vary") continue;  // said already: with it, the mechanism is the same
    const std::string number = text_of(c.target, name), word = text_of(c.options, name);
    const auto stands = [&, &name_here = name,
                         &text = written] {  // Clang 14 captures no binding by itself
      if (!number.empty()) return Rational::parse(text).text();
      const std::string stands_for = canonical_option(entry, name_here, text);
      return stands_for.empty() ? std::string("none") : stands_for;
    };
    try {
      if (stands() == (number.empty() ? word : number)) continue;
      out->push_back({"written." + name, written, "it stands for " + stands()});
    } catch (const std::invalid_argument& e) {
      out->push_back({"written." + name, written, e.what()});
    }
  }
}

}  // namespace

Query request_of(const Certificate& c) {
  const Quantity& entry = certified_quantity(c.quantity);
  const std::string argument = argument_of(entry);
  if (argument != c.argument) {
    throw std::invalid_argument(c.quantity + " is taken at '" + argument + "', not at '" +
                                c.argument + "'");
  }
  const auto require = [](const std::string& text, const std::string& canonical) {
    if (canonical == text) return;
    throw std::invalid_argument("the mechanism is not in canonical form, which is " + canonical);
  };
  require(c.mechanism, canonical_subject(entry, c.mechanism));
  if (!c.other.empty()) require(c.other, Composition::parse(c.other).expression());
  Query out = query_in(c);
  out.direction = parse_direction(c.direction);
  out.digits = std::stoi(c.digits_asked);
  out.engine = c.engine_asked;
  for (const auto& [name, text] : c.target) {
    if (Rational::parse(text).text() == text) continue;
    throw std::invalid_argument(name + " = " + text + " is not in canonical form");
  }
  check_question(out);
  return out;
}

void inconsistencies(const Certificate& c, const Interval& interval, CheckResult* result) {
  std::vector<Objection>& out = result->objections;
  if (!interval.ordered()) {
    out.push_back({"lower, upper", in_brackets(c), "lower is above upper"});
    return;
  }
  const double digits = interval.digits();
  const std::string has = digits_text(digits);
  if (c.digits != has) {
    // Rounded down to a tenth: at a border, a different logarithm may give the neighbour.
    const double stated = c.digits == "exact" ? HUGE_VAL : std::strtod(c.digits.c_str(), nullptr);
    const bool border = std::fabs(digits * 10 - std::round(digits * 10)) < 1e-6;
    if (!border || !(std::fabs(stated - digits) < 0.101)) {
      out.push_back({"digits", c.digits, in_brackets(c) + " has " + has});
    }
  }
  const double asked = std::strtod(c.digits_asked.c_str(), nullptr);
  const bool at_zero =
      interval.is_finite() &&
      interval.magnitude() <= power_of_ten(-std::min(30L, std::stol(c.digits_asked)));
  const bool infinite = text_of(c.findings, "infinite") == "yes";
  const Quantity& entry = certified_quantity(c.quantity);
  const bool bounds = entry.certificate->bounds;
  if (c.reached && digits < asked - 0.1 && !at_zero && !infinite && !bounds) {
    out.push_back({"reached", "true",
                   "the interval has " + has + " of the " + c.digits_asked + " digits asked"});
  }
  // One number is reached by its width alone; clipping at a limit may have added a third of a
  // digit.
  if (!c.reached && c.values.empty() && c.findings.empty() && digits >= asked + 1) {
    out.push_back({"reached", "false",
                   "the interval has " + has + ", more than the " + c.digits_asked + " asked"});
  }
  if (!c.argument.empty() && !finds_argument(entry) && Rational::parse(c.at).text() != c.at) {
    out.push_back({"at." + c.argument, c.at, "not in canonical form"});
  }
  for (const NamedInterval& value : c.values) {
    if (Interval::read(value.lower, value.upper).ordered()) continue;
    out.push_back({"values." + value.name, "[" + value.lower + ", " + value.upper + "]",
                   "lower is above upper"});
  }
  compare_engine(c, &result->record);
  compare_budget(c, interval, &out, &result->notes);
  compare_written(c, &out);
}

namespace {

/// Further values and findings: the same names in the same order, findings to the letter.
void compare_named(const Certificate& stated, const Certificate& again,
                   std::vector<Objection>* out) {
  const std::string run = "run again, this program ";
  for (const NamedInterval& value : stated.values) {
    const std::string field = "values." + value.name;
    const std::string text = "[" + value.lower + ", " + value.upper + "]";
    const NamedInterval* here = find_value(again.values, value.name);
    if (here == nullptr) {
      out->push_back({field, text, run + "has no such value"});
    } else if (!inside(Interval::read(here->lower, here->upper),
                       Interval::read(value.lower, value.upper))) {
      out->push_back({field, text, run + "gives [" + here->lower + ", " + here->upper + "]"});
    }
  }
  for (const NamedInterval& value : again.values) {
    if (find_value(stated.values, value.name) != nullptr) continue;
    out->push_back({"values." + value.name, "nothing",
                    run + "gives [" + value.lower + ", " + value.upper + "]"});
  }
  for (const auto& [name, text] : stated.findings) {
    const std::string here = text_of(again.findings, name);
    if (here == text) continue;
    out->push_back({"findings." + name, text,
                    here.empty() ? run + "has no such finding" : run + "finds " + here});
  }
  for (const auto& [name, text] : again.findings) {
    // Certificates were written before there was a safe double: stating none is stating less.
    if (!text_of(stated.findings, name).empty() || name == "safe_double") continue;
    out->push_back({"findings." + name, "nothing", run + "finds " + text});
  }
}

}  // namespace

const NamedInterval* find_value(const std::vector<NamedInterval>& values, const std::string& name) {
  for (const NamedInterval& value : values) {
    if (value.name == name) return &value;
  }
  return nullptr;
}

std::vector<Objection> differences(const Certificate& stated, const Certificate& again) {
  std::vector<Objection> out;
  const std::string run = "run again, this program ";
  const Interval a = Interval::read(stated.lower, stated.upper);
  const Interval b = Interval::read(again.lower, again.upper);
  const bool same = stated.lower == again.lower && stated.upper == again.upper;
  // Where no engine's parameters tell how it was computed, the ends do.
  const bool wider = !same && inside(b, a) && form_of(stated).computed != Computed::by_transform;
  if (!same && !wider) {
    out.push_back({"lower, upper", in_brackets(stated), run + "gives " + in_brackets(again)});
  }
  compare_named(stated, again, &out);
  // Where the ends differ, or time ran out before they were found, they may be others.
  if (same && !stated.witness.empty() && !again.witness.empty() &&
      stated.witness != again.witness) {
    out.push_back({"witness", "thresholds", run + "takes others"});
  }
  if (stated.engine != again.engine) {
    out.push_back({"engine.name", stated.engine, run + "takes " + again.engine});
    return out;
  }
  for (const auto& [name, value] : stated.parameters) {
    const std::string here = text_of(again.parameters, name);
    if (here == value) continue;
    out.push_back({"engine.parameters." + name, value,
                   here.empty() ? run + "has no such parameter" : run + "takes " + here});
  }
  for (const auto& [name, value] : again.parameters) {
    if (text_of(stated.parameters, name).empty()) {
      out.push_back({"engine.parameters." + name, "nothing", run + "takes " + value});
    }
  }
  for (const auto& [name, value] : stated.budget) {
    const std::string here = text_of(again.budget, name);
    if (here == value) continue;
    // A wider interval may account for more, never for less.
    const auto more = term(value), less = term(here);
    if (wider && less && (!more || *less < *more)) continue;
    out.push_back({"error_budget." + name, value, run + "gives " + here});
  }
  if (finds_argument(certified_quantity(stated.quantity)) && stated.at != again.at) {
    out.push_back({"at." + stated.argument, stated.at, run + "gives " + again.at});
  }
  if (!wider && stated.reached != again.reached) {
    out.push_back({"reached", stated.reached ? "true" : "false",
                   run + (again.reached ? "reaches" : "does not reach") + " the digits"});
  }
  return out;
}

std::vector<std::string> other_versions(const NamedTexts& stated) {
  std::vector<std::string> out;
  for (const auto& [name, value] : versions()) {
    const std::string there = text_of(stated, name);
    if (there != value) out.push_back(name + " " + there + ", here " + value);
  }
  return out;
}

}  // namespace plumbline
