#include "reference/api/mechanism.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <ostream>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/numbers/number.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/arithmetic/running/floating_point.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/registry.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/quantities/calibration/refined_calibration.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline::api {
namespace {

using Side = BoundingDouble::Side;

constexpr int kMostDigits = 10000, kSpareDigits = 4;

Effort effort_of(const Options& options) {
  if (options.digits < 1 || options.digits > kMostDigits) {
    throw std::invalid_argument("digits must be 1 to " + std::to_string(kMostDigits) + ", got " +
                                std::to_string(options.digits));
  }
  const auto stops = [stop = options.stop] {
    if (!stop) return false;
    const CallbackScope callers;
    return stop();
  };
  const auto poll = [stops] {
    if (stops()) throw Interrupted{};
  };
  return {options.digits, poll};
}

/// Returns the value as an answer, with the decimals that the program prints.
CertifiedAnswer answer_of(const Certified& value, int digits) {
  const auto [lower, upper] = printed_bounds(value, digits + kSpareDigits);
  return {lower,
          upper,
          {double_below(lower), Side::below},
          {double_above(upper), Side::above},
          value.reached(),
          value.engine()};
}

/// Returns the answer (-inf, inf), for work that was stopped before any bound was known.
CertifiedAnswer nothing() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {"-inf", "inf", {-kInfinity, Side::below}, {kInfinity, Side::above}, false, ""};
}

}  // namespace

struct Mechanism::State {
  Composition composition;
  std::map<std::string, PrivacyProfile> profiles{};  ///< forward profiles, by engine

  /// Returns the profile in the direction of `options`. All profiles that name the same engine share it.
  PrivacyProfile profile(const Options& options, bool forward_only) {
    auto known = profiles.find(options.engine);
    if (known == profiles.end()) {
      PrivacyProfile fresh(composition, Direction::forward, options.engine);
      known = profiles.emplace(options.engine, std::move(fresh)).first;
    }
    return known->second.in(forward_only ? Direction::forward : options.direction);
  }
};

Number::Number(double x) {
  if (!std::isfinite(x)) throw std::invalid_argument("not a number: nan or inf");
  text_ = hex_text(x);
}

std::string BoundingDouble::text() const {
  if (!std::isfinite(x_)) return x_ > 0 ? "inf" : "-inf";
  return side_ == Side::below ? decimal_below(x_) : decimal_above(x_);
}

std::ostream& operator<<(std::ostream& out, const BoundingDouble& x) { return out << x.text(); }

Mechanism::Mechanism(const std::string& expression) {
  const FloatingPointScope standard;
  state_ = std::make_shared<State>(State{Composition::parse(expression)});
}

std::string Mechanism::expression() const { return state_->composition.expression(); }

CertifiedAnswer Mechanism::ask(const std::string& quantity, const Number& at,
                               const Options& options) {
  const FloatingPointScope standard;
  const Quantity& entry = required_profile_quantity(quantity);
  if (entry.argument().empty() != at.text().empty()) {
    throw std::invalid_argument(entry.argument().empty()
                                    ? quantity + " has no argument, got " + at.text()
                                    : quantity + " needs a number, its " + entry.argument());
  }
  const Real where = at.text().empty() ? Real(Rational(0)) : read_number(at.text());
  const Effort effort = effort_of(options);
  PrivacyProfile profile = state_->profile(options, entry.forward_only());
  try {
    return answer_of(refined(entry, profile, where, effort).value(), options.digits);
  } catch (const Interrupted&) {
    return answer_of(certain_before(entry, options.engine), options.digits);
  }
}

std::optional<CertifiedAnswer> Mechanism::renyi(const Number& order, const Options& options) const {
  const FloatingPointScope standard;
  const Rational a = Rational::parse(order.text());
  const Effort effort = effort_of(options);
  try {
    const Extended value = refined(
        [&](const Effort& step) {
          return plumbline::renyi(state_->composition, a, options.direction, step);
        },
        effort);
    return value ? std::optional(answer_of(*value, options.digits)) : std::nullopt;
  } catch (const Interrupted&) {
    return answer_of(certain_renyi(), options.digits);
  }
}

DivergenceAnswer divergence(Mechanism& first, Mechanism& second, const Options& options) {
  const FloatingPointScope standard;
  const Effort effort = effort_of(options);
  PrivacyProfile M = first.state_->profile(options, false);
  PrivacyProfile other = second.state_->profile(options, false);
  try {
    const Divergence found = refined_divergence(M, other, nullptr, effort);
    return {answer_of(found.value, options.digits),
            answer_of(found.certified_prior(), options.digits)};
  } catch (const Interrupted&) {
    return {nothing(), nothing()};
  }
}

CalibrationAnswer calibrate(const std::string& expression,
                            const std::vector<std::pair<std::string, std::string>>& target,
                            const Options& options) {
  const FloatingPointScope standard;
  const Effort effort = effort_of(options);
  const Family family(expression, "");
  NamedReals numbers;
  for (const auto& [name, text] : target) numbers.emplace_back(name, read_number(text));
  const PrivacyTarget asked = target_of(numbers);
  const Direction direction =
      asked.kind == PrivacyTarget::Measure::reconstruction ? Direction::forward : options.direction;
  try {
    const Calibration found = refined_calibration(family, asked, direction, options.engine, effort);
    CalibrationAnswer out{answer_of(found.value, options.digits),
                          found.safe ? std::optional(found.safe->text()) : std::nullopt};
    if (found.safe_double) {
      const bool up = family.order().larger_is_more_private;
      out.safe_double.emplace(*found.safe_double, up ? Side::above : Side::below);
    }
    return out;
  } catch (const Interrupted&) {
    return {nothing(), std::nullopt};
  }
}

std::vector<NamedQuantity> quantity_names() {
  std::vector<NamedQuantity> out;
  for (const Quantity* entry : profile_quantities()) {
    out.push_back({entry->name, entry->argument(), entry->summary});
  }
  return out;
}

std::vector<std::string> engine_names() {
  std::vector<std::string> out;
  for (const EngineEntry& entry : engine_registry()) out.push_back(entry.name);
  return out;
}

std::vector<std::string> mechanism_names() {
  std::vector<std::string> out;
  for (const MechanismEntry& entry : mechanism_registry()) out.push_back(entry.name);
  return out;
}

}  // namespace plumbline::api
