#include "reference/quantities/calibration/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/quantities/calibration/calibration_near.hpp"
#include "reference/quantities/calibration/calibration_sharpen.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

using namespace calibrating;

namespace {

std::string shown(const Rational& x) {
  const std::string text = x.text();
  return text.size() <= 24 ? text : Ball(x, Bits{128}).decimal_bounds(6).first;
}

/// Throws std::invalid_argument if the factors without the unknown parameter miss the target on their own. They are
/// more private than every member of the family, because they omit an output (PARAMETER-ORDER).
void check_others(const Family& family, TargetJudge judge, const Effort& effort) {
  const auto others = family.others();
  if (!others || !certainly_positive(judge.height(*others, 6, effort))) return;
  throw std::invalid_argument("no " + family.parameter() +
                              " meets the target: the other factors alone miss it");
}

/// Throws std::invalid_argument because no value meets the target: either the most private value certainly misses it
/// (`certain`), or the search found no value that meets it.
[[noreturn]] void unreachable(const Family& family, const Rational& missed, bool certain) {
  const std::string& name = family.parameter();
  const std::string where = "it is missed at " + name + "=" + shown(missed);
  throw std::invalid_argument(certain
                                  ? "no " + name + " meets the target: " + where + " already"
                                  : "no " + name + " was found that meets the target: " + where);
}

/// Throws std::invalid_argument because no value misses the target: either the least private value certainly meets it
/// (`certain`), or the search found no value that misses it.
[[noreturn]] void always_met(const Family& family, const Rational& met, bool certain) {
  const std::string& name = family.parameter();
  const std::string side = family.order().larger_is_more_private ? " above" : " below";
  throw std::invalid_argument((certain ? "every value meets the target"
                                       : "no " + name + " was found that misses the target") +
                              ": it is met at " + name + "=" + shown(met) +
                              " already, hence for all " + name + side);
}

/// Returns the most private end of the range if `private_end`, otherwise the least private end; nothing if the end is
/// not an admissible value.
std::optional<Rational> end_of(const ParameterOrder& order, bool private_end) {
  const bool upper = private_end == order.larger_is_more_private;
  if (upper) return order.most_belongs ? order.most : std::nullopt;
  return order.least_belongs ? order.least : std::nullopt;
}

/// Throws std::invalid_argument if all evaluated values missed the target, or all met it. Does not throw if a value is
/// undecided.
void check_sides(const Family& family, const Bracket& bracket) {
  if (bracket.complete() || bracket.undecided()) return;
  if (bracket.missed()) {
    unreachable(family, *bracket.missed(), bracket.missed() == end_of(family.order(), true));
  }
  if (bracket.met()) {
    always_met(family, *bracket.met(), bracket.met() == end_of(family.order(), false));
  }
}

/// Returns a short decimal that is at least as private as `met`. Because `met` meets the target, this decimal meets it,
/// too.
Rational safe_side(const Rational& met, const ParameterOrder& order, int digits) {
  if (order.integer || met.sign() <= 0) return met;
  const Decimal near = decimal(met, digits);
  const Rational rounded =
      near.below == met || !order.larger_is_more_private ? near.below : near.below + near.unit;
  const bool inside =
      !(order.least && rounded <= *order.least) && !(order.most && rounded >= *order.most);
  return inside ? rounded : met;
}

/// Returns the double next to the value that meets the target, in the more private direction, if it is decided that the
/// double meets the target, too; otherwise nothing.
std::optional<double> safe_double(Bracket& bracket, const ParameterOrder& order, int digits) {
  const Rational met = bracket.met().value();
  const double x = order.larger_is_more_private ? double_above(met) : double_below(met);
  if (!std::isfinite(x)) return std::nullopt;
  const Rational exact = Rational::from_binary64(x);
  if (exact == met) return x;
  if (exact.sign() <= 0 || (order.least && exact <= *order.least) ||
      (order.most && exact >= *order.most)) {
    return std::nullopt;
  }
  try {
    // The distance from the threshold is approximately the width of the bracket.
    const double width = bracket.complete() ? bracket.relative_width() : 0;
    const double seen = width > 0 ? std::ceil(0.8 - std::log10(width)) : digits + kMoreDigits;
    const int working = static_cast<int>(std::clamp(seen, 4.0, 1.0 * (digits + kMoreDigits)));
    const bool met_there = bracket.decide(exact, working) == TargetStanding::met;
    return met_there ? std::optional(x) : std::nullopt;
  } catch (
      const std::invalid_argument&) {  // not a value of the parameter, or undecided by the engine
    return std::nullopt;
  }
}

/// Evaluates the ends of the range that are admissible values.
void try_ends(Bracket& bracket, const ParameterOrder& order) {
  const auto most = end_of(order, true), least = end_of(order, false);
  if (!bracket.met() && most) bracket.decide(*most, 10);
  if (!bracket.missed() && least) bracket.decide(*least, 10);
}

/// Completes and narrows the bracket. The search starts at the value at which the standard deviation of the loss is
/// approximately `deviation`.
void search_far(const Family& family, const Range& range, double deviation, const Effort& effort,
                Bracket* bracket) {
  const ParameterOrder& order = family.order();
  RoughSearch rough(*bracket, range, order);
  const double place = start(family, range, deviation, effort);
  const HeightPair pair =
      bracket->expired() ? HeightPair{place, 0, place, 0} : rough.outward(place);
  if (!bracket->complete()) try_ends(*bracket, order);
  if (!bracket->expired()) check_sides(family, *bracket);
  if (order.integer) {
    integers(*bracket, range, rough);
  } else if (bracket->complete()) {
    if ((pair.fa > 0) != (pair.fb > 0)) {
      sharpen(*bracket, range, rough.narrow(pair), effort.digits);
    }
    halve(*bracket, range, effort.digits);
  }
}

/// Encloses the extreme integer that meets the target: the largest N (0 if none does), or the smallest value of a
/// parameter whose larger values are more private.
Certified enclosed_integer(const Bracket& bracket, const ParameterOrder& order,
                           const Certified& unknown, Bits p) {
  const auto &met = bracket.met(), &missed = bracket.missed();
  const bool up = order.larger_is_more_private;
  std::optional<Rational> least = up ? order.least : met.value_or(kZero);
  std::optional<Rational> most = up ? met : std::nullopt;
  if (missed) (up ? least : most) = up ? *missed + kOne : *missed - kOne;
  if (!least || !most) return limited(unknown, least, most);
  const Ball low(*least, p), high(*most, p);
  return Mint::value(*least == *most ? low : Ball::hull(low, high), unknown.engine(),
                     bracket.judge().budget(), met && least == most, least, most);
}

/// Returns a range with the one known end, if the time ended before values on both sides of the threshold were decided.
Certified one_sided(const Bracket& bracket, const ParameterOrder& order, const Certified& unknown) {
  const bool up = order.larger_is_more_private;
  const auto& below = up ? bracket.missed() : bracket.met();
  const auto& above = up ? bracket.met() : bracket.missed();
  return limited(unknown, below ? below : unknown.least(), above ? above : unknown.most());
}

}  // namespace

Calibration calibrate(const Family& family, const PrivacyTarget& target, Direction direction,
                      const std::string& engine, const Effort& effort) {
  target.check();
  const ParameterOrder& order = family.order();
  const Range range(order);
  const TargetJudge judge(target, direction, engine);
  std::optional<Bracket> bracket(std::in_place, family, judge, effort);
  check_others(family, judge, effort);
  const auto near = near_place(family, range, target, direction, effort);
  const bool found = near && search_near(*bracket, range, *near, effort.digits);
  if (!found && !effort.expired()) {
    bracket.emplace(family, judge, effort);
    search_far(family, range, gaussian_deviation(target, direction, effort), effort, &*bracket);
  }
  const Bits p = bits_for_digits(effort.digits + 10) + 64;
  Calibration out{Mint::value(Ball::indeterminate(p), bracket->judge().engine_used(),
                              bracket->judge().budget(), false),
                  std::nullopt};
  if (bracket->met()) {
    out.safe = safe_side(*bracket->met(), order, effort.digits + 2);
    out.safe_double = safe_double(*bracket, order, effort.digits);
  }
  if (order.integer) {
    out.value = enclosed_integer(*bracket, order, out.value, p);
  } else {
    if (bracket->complete()) {
      out.value = certified({Ball::hull(Ball(*bracket->met(), p), Ball(*bracket->missed(), p)),
                             bracket->judge().budget()},
                            bracket->judge().engine_used(), effort.digits);
    }
    if (order.exact_limits) out.value = limited(out.value, order.least, order.most);
    if (!bracket->complete()) out.value = one_sided(*bracket, order, out.value);
  }
  if (!out.value.reached()) out.undecided = bracket->undecided();
  return out;
}

}  // namespace plumbline
