#include "reference/certificates/consistency.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/stated_parts.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/registry.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {
namespace {

/// Returns the sum of the terms; empty if one is infinite. A term below the range of the parser counts as zero.
std::optional<Rational> sum(const NamedTexts& budget) {
  Rational out(0);
  for (const auto& [name, text] : budget) {
    const auto size = budget_term(text);
    if (!size) return std::nullopt;
    out = out + *size;
  }
  return out;
}

/// Returns a positive number as text with two digits, rounded up.
std::string digits_of(const Rational& x) { return UpperBound::of(Ball(x, Bits{64})).text(); }

/// Maximum ratio of an error budget to half the width. It exceeds 1 because terms and ends are rounded up and some
/// errors are one-sided.
constexpr long kMostOverstated = 4;

void compare_budget(const Certificate& c, const Interval& interval, std::vector<Objection>* out,
                    std::vector<std::string>* notes) {
  for (const auto& [name, text] : c.budget) {
    try {
      budget_term(text);
    } catch (const std::invalid_argument& e) {
      out->push_back({"error_budget." + name, text, e.what()});
      return;
    }
  }
  if (!form_of(c).budget_explains || !interval.is_finite()) return;
  const auto total = sum(c.budget);
  if (!total && c.reached) {
    out->push_back({"error_budget", "inf", "the interval is tighter than that: " + in_brackets(c)});
  }
  if (!total) return;
  // The unit of the last printed digit, at each end.
  const Rational unit =
      interval.magnitude() * power_of_ten(1 - std::stol(c.digits_asked) - kCertificateSpareDigits);
  const Rational half = interval.width() / Rational(2);
  if (half > *total + unit && !c.reached) {
    notes->push_back(
        "the digits requested were not reached, and the error budget does not explain the "
        "width");
  } else if (half > *total + unit) {
    out->push_back({"error_budget", "a total of " + digits_of(*total),
                    "the interval's half width is larger: " + digits_of(half)});
  }
  // Bounds that are known in advance may make the interval tighter than the budget, also if the computation was
  // stopped.
  if (*total > half * Rational(kMostOverstated) + unit) {
    notes->push_back("the interval is tighter than the error budget, a total of " +
                     digits_of(*total) + ": bounds that are known at once may have narrowed it");
  }
}

/// Returns true if the loss of a mechanism of the certificate is never finite: closed_form answers every question about
/// it.
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
  // If the quantity is computed by formulas, only the repeated run compares the engine.
  if (form.computed == Computed::by_formulas) return;
  size_t start = 0;
  for (;;) {  // a divergence may name two engines, "closed_form+fourier"
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

void compare_written_more(const Certificate& c, std::vector<Objection>* out) {
  const Quantity& entry = certified_quantity(c.quantity);
  for (const auto& [name, written] : c.written_more) {
    if (name == "vary") continue;  // compare_written() checks it together with the mechanism
    if (name == "role") continue;  // purpose of the number, not part of the question
    const std::string number = text_of(c.target, name), word = text_of(c.options, name);
    // Clang 14 cannot capture a structured binding directly.
    const auto stands = [&, &name_here = name, &text = written] {
      if (!number.empty()) return Rational::parse(text).text();
      const std::string stands_for = canonical_option(entry, name_here, text);
      return stands_for.empty() ? std::string("none") : stands_for;
    };
    try {
      if (stands() == (number.empty() ? word : number)) continue;
      out->push_back({"written." + name, written, "its canonical form is " + stands()});
    } catch (const std::invalid_argument& e) {
      out->push_back({"written." + name, written, e.what()});
    }
  }
}

/// Returns true if both products have equal factors and powers. Versions 1 and 2 merged factors of different
/// relations.
bool same_losses(const std::string& written, const std::string& canonical) {
  const Composition a = Composition::parse(written), b = Composition::parse(canonical);
  const auto same = [](const Factor& x, const Factor& y) {
    return x.mechanism->identity() == y.mechanism->identity() && x.count == y.count;
  };
  return std::equal(a.factors().begin(), a.factors().end(), b.factors().begin(), b.factors().end(),
                    same);
}

void compare_written(const Certificate& c, std::vector<Objection>* out) {
  const Quantity& entry = certified_quantity(c.quantity);
  const auto same = [&](const std::string& written, const std::string& canonical,
                        const std::string& field) {
    try {
      const bool mechanism = entry.of_attack() && field == "written.other";
      const bool product = mechanism || entry.subject == Subject::mechanism ||
                           entry.subject == Subject::two_mechanisms;
      const std::string stands =
          mechanism ? Composition::parse(written).expression()
                    : canonical_subject(entry, written, text_of(c.written_more, "vary"));
      if (stands == canonical) return;
      const bool before = product && c.version < kStatesHypotheses;
      if (before && same_losses(written, canonical)) return;
      out->push_back(
          {field, written,
           "its canonical form is " + stands + ", but the certificate is about " + canonical});
    } catch (const RefusedPair&) {
      throw;
    } catch (const std::invalid_argument& e) {
      out->push_back({field, written, e.what()});
    }
  };
  same(c.written_mechanism, c.mechanism, "written.mechanism");
  if (!c.other.empty()) same(c.written_other, c.other, "written.other");
  compare_written_more(c, out);
}

}  // namespace

Query request_of(const Certificate& c) {
  const Quantity& entry = certified_quantity(c.quantity);
  const std::string argument = argument_of(entry);
  if (argument != c.argument) {
    throw std::invalid_argument(c.quantity + " has the argument '" + argument + "', not at '" +
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

namespace {

/// Adds an objection if the stated digits, or `reached`, contradict the width of the interval.
void compare_digits(const Certificate& c, const Interval& interval, std::vector<Objection>* out) {
  const double digits = interval.digits();
  const std::string has = digits_text(digits);
  if (c.digits != has) {
    // Digits are rounded down to a tenth: close to a multiple of a tenth, a different logarithm may give the
    // neighbouring tenth.
    const double stated = c.digits == "exact" ? HUGE_VAL : parse_double(c.digits);
    const bool border = std::fabs(digits * 10 - std::round(digits * 10)) < 1e-6;
    if (!border || !(std::fabs(stated - digits) < 0.101)) {
      out->push_back({"digits", c.digits, in_brackets(c) + " has " + has});
    }
  }
  const double asked = parse_double(c.digits_asked);
  const bool at_zero =
      interval.is_finite() &&
      interval.magnitude() <= power_of_ten(-std::min(30L, std::stol(c.digits_asked)));
  const bool infinite = text_of(c.findings, "infinite") == "yes";
  const bool bounds = form_of(c).bounds;
  if (c.reached && digits < asked - 0.1 && !at_zero && !infinite && !bounds) {
    out->push_back({"reached", "true",
                    "the interval has " + has + " of the " + c.digits_asked + " digits requested"});
  }
  // The width alone determines if a single number is `reached`; clipping at a limit may have added a third of a
  // digit.
  if (!c.reached && c.values.empty() && c.findings.empty() && digits >= asked + 1) {
    out->push_back({"reached", "false",
                    "the interval has " + has + ", more than the " + c.digits_asked + " asked"});
  }
}

}  // namespace

void inconsistencies(const Certificate& c, const Interval& interval, CheckResult* result) {
  std::vector<Objection>& out = result->objections;
  if (!interval.ordered()) {
    out.push_back({"lower, upper", in_brackets(c), "lower is above upper"});
    return;
  }
  compare_digits(c, interval, &out);
  if (!c.argument.empty() && !finds_argument(certified_quantity(c.quantity)) &&
      Rational::parse(c.at).text() != c.at) {
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

std::vector<std::string> other_versions(const NamedTexts& stated) {
  std::vector<std::string> out;
  for (const auto& [name, value] : versions()) {
    const std::string there = text_of(stated, name);
    if (there != value) out.push_back(name + " " + there + ", here " + value);
  }
  return out;
}

}  // namespace plumbline
