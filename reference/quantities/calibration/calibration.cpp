#include "reference/quantities/calibration/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/quantities/calibration/calibration_target.hpp"
#include "reference/quantities/mint.hpp"

namespace plumbline {
namespace {

const Rational kZero(0), kOne(1);

/// The decimal of that many significant digits at or below x > 0, and its last place.
struct Decimal {
  Rational below, unit;
};
Decimal decimal(const Rational& x, int digits) {
  const double log10 = Ball(x, Bits{64}).log_approximate() / kLn10;
  const Rational unit = power_of_ten(static_cast<long>(std::floor(log10)) + 1 - digits);
  return {floor(x / unit) * unit, unit};
}

/// The middle of a ball as a rational of that many significant digits, three at least.
Rational rational_near(const Ball& x, int digits) { return decimal_near(x, std::max(digits, 3)); }

/// Values that may be tried, and a coordinate x in which they fill a line: log of the distance to a
/// finite end, the difference of the two where both are finite.
class Range {
 public:
  explicit Range(const ParameterOrder& order)
      : order_(order),
        least_(order.least ? order.least->approximate() : 0),
        most_(order.most ? order.most->approximate() : 0) {
    if (order.integer) least_ = 0;
  }
  double coordinate(double value) const {
    const double low = std::log(std::max(value - least_, 1e-300));
    return order_.most ? low - std::log(std::max(most_ - value, 1e-300)) : low;
  }
  double value(double x) const {
    if (!order_.most) return least_ + std::exp(x);
    const double share = 1 / (1 + std::exp(-x));
    return x < 0 ? least_ + (most_ - least_) * share : most_ - (most_ - least_) / (1 + std::exp(x));
  }
  /// A short rational there; the end itself where it rounds to that.
  Rational rational(double x) const {
    double v = value(x);
    if (order_.integer) return Rational::from_binary64(std::max(1.0, std::round(v)));
    if (order_.most && v >= most_) v = std::nextafter(most_, least_);
    if (v <= least_) v = std::nextafter(least_, least_ + 1);
    const Ball ball = Ball::from_binary64(v, Bits{64});
    for (int digits = 12; digits < 20; digits += 4) {
      const Rational r = rational_near(ball, digits);
      const bool inside =
          (!order_.least || r > *order_.least) && (!order_.most || r < *order_.most);
      if (inside) return r;
    }
    return Rational::from_binary64(v);
  }
  /// How far to look in x.
  double first() const { return order_.integer ? 0 : order_.most ? -60 : -35; }
  double last() const { return order_.integer ? 60 : order_.most ? 30 : 60; }

 private:
  ParameterOrder order_;
  double least_, most_;
};

/// Values known to meet the target and to miss it; by PARAMETER-ORDER the threshold is between.
class Bracket {
 public:
  Bracket(const Family& family, TargetJudge judge, const Effort& effort)
      : family_(family), judge_(std::move(judge)), effort_(effort) {}

  /// The height at a value; what it decides is kept.
  Ball height(const Rational& value, int digits) {
    const Ball h = judge_.height(family_.at(value), digits, effort_);
    keep(value, standing_of(h));
    return h;
  }
  /// Raises the digits until the sign is decided; fractions decide where the two are equal.
  TargetStanding decide(const Rational& value, int digits) {
    TargetStanding standing = TargetStanding::undecided;
    for (int i = 0; i < 4 && !effort_.expired(); ++i, digits = 3 * digits / 2 + 4) {
      standing = standing_of(height(value, digits));
      if (i == 0 && standing == TargetStanding::undecided)
        standing = judge_.exactly(family_.at(value));
      if (standing != TargetStanding::undecided) break;
    }
    keep(value, standing);
    return standing;
  }
  bool expired() const { return effort_.expired(); }

  const std::optional<Rational>& met() const { return met_; }
  const std::optional<Rational>& missed() const { return missed_; }
  const TargetJudge& judge() const { return judge_; }
  bool complete() const { return met_ && missed_; }
  /// Whether the value lies strictly between them (beyond the one that there is).
  bool between(const Rational& value) const {
    return !(met_ && !less_private(value, *met_)) && !(missed_ && !less_private(*missed_, value));
  }
  /// A value between them that was tried and not decided.
  std::optional<Rational> undecided() const {
    for (const Rational& value : undecided_) {
      if (between(value)) return value;
    }
    return std::nullopt;
  }

 private:
  bool less_private(const Rational& a, const Rational& b) const {
    return family_.order().larger_is_more_private ? a < b : a > b;
  }
  void keep(const Rational& value, TargetStanding standing) {
    switch (standing) {
      case TargetStanding::met:
        if (!met_ || less_private(value, *met_)) met_ = value;
        break;
      case TargetStanding::missed:
        if (!missed_ || less_private(*missed_, value)) missed_ = value;
        break;
      case TargetStanding::undecided:
        undecided_.push_back(value);
        break;
    }
    if (complete() && !less_private(*missed_, *met_)) {
      throw Contradiction(family_.expression() + " meets the target with " + family_.parameter() +
                          " = " + met_->text() + " and misses it with the more private " +
                          missed_->text());
    }
  }

  const Family& family_;
  TargetJudge judge_;
  Effort effort_;
  std::optional<Rational> met_, missed_;
  std::vector<Rational> undecided_;
};

/// The deviation of the loss of the Gaussian pair that just meets the target, roughly; 1 where
/// there is none.
double gaussian_deviation(const PrivacyTarget& target, Direction direction, const Effort& effort) {
  // A little off: the divergence of two pairs that nearly agree is the slowest of all.
  if (target.kind == PrivacyTarget::Kind::gaussian) return 1.02 * target.at.approximate();
  TargetJudge judge(target, direction, "auto");
  double low = std::log(1e-6), high = std::log(1e4);
  constexpr double kEnough = 0.02;
  while (high - low > kEnough) {
    const double x = (low + high) / 2;
    const Rational sigma = rational_near(Ball::from_binary64(std::exp(-x), Bits{64}), 8);
    const Composition gaussian = Composition::of("gaussian", {{"sigma", sigma}});
    const double h = judge.height(gaussian, 4, effort).approximate();
    (h > 0 ? high : low) = x;
  }
  return std::exp((low + high) / 2);
}

/// Where the loss of the family first has that deviation, coming from the private end (at small
/// noise rare losses may hide it again).
double start(const Family& family, const Range& range, double deviation) {
  const bool private_up = family.order().larger_is_more_private;
  const double from = private_up ? range.last() : range.first();
  const double step = private_up ? -0.5 : 0.5;
  const auto height = [&](double x) {
    const auto member = family.member(range.rational(x));
    if (!member) return -700.0;
    const double under_P = member->approximate_location(0).deviation;
    const double h = std::log(std::max(under_P, member->approximate_location(1).deviation));
    return std::isfinite(h) ? h - std::log(deviation) : -700.0;
  };
  double last = -700;
  const int most = static_cast<int>((range.last() - range.first()) / 0.5);
  for (int i = 0; i <= most; ++i) {
    const double x = from + i * step, h = height(x);
    if (h >= 0) return x - (last > -600 ? step * h / (h - last) : 0);
    last = h;
  }
  return private_up ? 0 : from / 10;
}

/// Two values on either side, or very close, with their heights: the search in doubles.
struct Pair {
  double a, fa, b, fb;
};

class Rough {
 public:
  Rough(Bracket& bracket, const Range& range, const ParameterOrder& order)
      : bracket_(bracket), range_(range), order_(order) {}

  double height(double x) {
    const double h = bracket_.height(range_.rational(x), kDigits).approximate();
    return std::isnan(h) ? 0 : std::clamp(h, -700.0, 700.0);
  }

  /// Outward from the start until the bracket is complete, or the range ends; the last two values
  /// on either side.
  Pair outward(double x) {
    const double to_private = order_.larger_is_more_private ? 1 : -1;
    const double height_here = try_at(x);
    const Pair here{x, height_here, x, height_here};
    Pair out = here;
    if (!bracket_.met()) out = walk(here, to_private, 3);
    if (bracket_.missed()) return out;
    // Towards less privacy with care: evaluations far off that way can be slow.
    const Pair other = walk(here, -to_private, 1.5);
    return (other.fa > 0) != (other.fb > 0) ? other : out;
  }

  /// Secant with safeguards until both ends are within about 10^-4 of the root.
  Pair narrow(Pair p) {
    constexpr int kMostSteps = 60;
    constexpr double kClose = 1e-4;
    double last = p.fb;
    for (int i = 0; i < kMostSteps && std::fabs(p.b - p.a) > kClose && !bracket_.expired(); ++i) {
      const double share = p.fa / (p.fa - p.fb);
      double x = p.a + (p.b - p.a) * (i % 3 == 2 || !std::isfinite(share) ? 0.5 : share);
      const double margin = 0.01 * kClose * (p.b > p.a ? 1 : -1);
      if (std::fabs(x - p.a) < std::fabs(margin)) x = p.a + margin;
      if (std::fabs(x - p.b) < std::fabs(margin)) x = p.b - margin;
      last = height(x);
      const bool replaces_a = (last > 0) == (p.fa > 0);
      // The new point and the nearer of the old ones make a good secant once f is nearly straight.
      if (std::fabs(last) < kClose * std::fabs(p.fb - p.fa) / std::fabs(p.b - p.a)) {
        const bool a_nearer = std::fabs(p.a - x) < std::fabs(p.b - x);
        return {a_nearer ? p.a : p.b, a_nearer ? p.fa : p.fb, x, last};
      }
      if (replaces_a) {
        p.a = x, p.fa = last;
      } else {
        p.b = x, p.fb = last;
      }
    }
    return p;
  }

 private:
  static constexpr int kDigits = 6;

  /// Of an N every single one counts: it is decided, if that is possible.
  double try_at(double x) {
    const double h = height(x);
    const Rational value = range_.rational(x);
    if (order_.integer && bracket_.between(value)) bracket_.decide(value, kDigits + 4);
    return h;
  }

  /// From a to ever larger steps, as long as the standing is what it is at the start.
  Pair walk(const Pair& start, double direction, double growth) {
    const bool to_private = (direction > 0) == order_.larger_is_more_private;
    Pair out{start.a, start.fa, start.a, start.fa};
    const auto found = [&] { return to_private ? bracket_.met() : bracket_.missed(); };
    for (double step = 0.1; !found() && !bracket_.expired(); step *= growth) {
      const double next = std::clamp(out.b + direction * step, range_.first(), range_.last());
      if (next == out.b) break;
      const double height_there = try_at(next);
      out = {out.b, out.fb, next, height_there};
    }
    return out;
  }

  Bracket& bracket_;
  const Range& range_;
  const ParameterOrder& order_;
};

/// Secant steps with as many digits as are known so far; then a decimal on either side.
void sharpen(Bracket& bracket, const Range& range, const Pair& pair, int digits) {
  const int most = digits + 8;
  const Bits p = bits_for_digits(2L * most) + 64;
  Rational a = range.rational(pair.a), b = range.rational(pair.b);
  if (a == b) return;
  Ball fa = bracket.height(a, 12).midpoint(), fb = bracket.height(b, 12).midpoint();
  double known = 3;
  for (int i = 0; i < 12 && !bracket.expired(); ++i) {
    const Ball step = fb * Ball(b - a, p) / (fb - fa);
    if (!step.is_finite()) return;
    const Ball next = (Ball(b, p) - step).midpoint();
    if (!certainly_positive(next)) return;
    const Rational x = rational_near(next, std::min(most, static_cast<int>(4 * known) + 8));
    if (bracket.complete() && !bracket.between(x)) break;
    const double moved = (next.log_approximate() - step.log_approximate()) / kLn10;
    if (x == b || moved > digits + 3) {
      b = x;
      break;
    }
    known = std::max(known, moved);
    const int working = std::min(most, static_cast<int>(2 * known) + 6);
    a = b, fa = fb;
    b = x, fb = bracket.height(x, working).midpoint();
    if (!fb.is_finite()) return;
    if (fb.is_exactly_zero() || fa.log_approximate() - fb.log_approximate() > kLn10 * digits) break;
  }
  const Decimal near = decimal(b, digits + 2);
  Rational low = near.below - near.unit, high = near.below + near.unit + near.unit;
  for (int i = 0; i < 3 && !bracket.expired(); ++i) {
    if (!bracket.complete() || bracket.between(low)) bracket.decide(low, digits + 4);
    if (!bracket.complete() || bracket.between(high)) bracket.decide(high, digits + 4);
    if (bracket.complete() && !bracket.between(low) && !bracket.between(high)) return;
    low = low - near.unit;
    high = high + near.unit;
  }
}

double relative_width(const Bracket& bracket) {
  const Bits p{64};
  const Ball gap(*bracket.met() - *bracket.missed(), p);
  return (abs(gap) / max(Ball(*bracket.met(), p), Ball(*bracket.missed(), p))).approximate();
}

/// Where secants are misled (steps and kinks), halving is not.
void halve(Bracket& bracket, const Range& range, int digits) {
  const double goal = std::exp(-digits * kLn10);
  while (bracket.complete() && relative_width(bracket) > goal && !bracket.expired()) {
    const Rational &met = *bracket.met(), &missed = *bracket.missed();
    const double width = relative_width(bracket);
    Rational middle = (met + missed) * Rational(1, 2);
    if (width > 0.5 && met.sign() > 0 && missed.sign() > 0) {
      middle = range.rational(
          (range.coordinate(met.approximate()) + range.coordinate(missed.approximate())) / 2);
    } else {
      const int places = static_cast<int>(-std::log10(width)) + 4;
      const Rational short_one = rational_near(Ball(middle, bits_for_digits(places) + 32), places);
      if (bracket.between(short_one)) middle = short_one;
    }
    if (!bracket.between(middle)) return;
    const int working = static_cast<int>(-std::log10(width)) + 8;
    // A value that just meets the target cannot be decided; one beside it can.
    if (bracket.decide(middle, working) == TargetStanding::undecided) {
      const Rational aside = middle + (met - middle) * Rational(1, 64);
      const Rational other = middle + (missed - middle) * Rational(1, 64);
      const TargetStanding one = bracket.decide(aside, working),
                           two = bracket.decide(other, working);
      if (one == TargetStanding::undecided && two == TargetStanding::undecided) return;
    }
  }
}

/// Decides an N between the two; where that fails, its neighbours. Whether to go on.
bool decided(Bracket& bracket, const Rational& N) {
  constexpr int kDigits = 10;
  if (!bracket.between(N) || bracket.decide(N, kDigits) != TargetStanding::undecided) return true;
  for (const Rational& beside : {N - kOne, N + kOne}) {
    if (bracket.between(beside)) bracket.decide(beside, kDigits);
  }
  return false;
}

/// N meets and N + 1 does not, or the other way round.
void integers(Bracket& bracket, const Range& range, Rough& rough) {
  while (bracket.complete() && !bracket.expired()) {
    const Rational &met = *bracket.met(), &missed = *bracket.missed();
    const Rational gap = missed - met;
    if (gap <= kOne) return;
    const double fa = rough.height(range.coordinate(met.approximate()));
    const double fb = rough.height(range.coordinate(missed.approximate()));
    const double share = fa / (fa - fb);
    Rational next = floor(met + gap * Rational(1, 2));
    if (std::isfinite(share) && share >= 0 && share <= 1) {
      const Rational guess = floor(met + gap * Rational::from_binary64(share));
      if (!decided(bracket, guess) || !decided(bracket, guess + kOne)) return;
      if (*bracket.missed() - *bracket.met() <= kOne) return;
      next = floor((*bracket.met() + *bracket.missed()) * Rational(1, 2));
    }
    if (!decided(bracket, next)) return;
  }
}

std::string shown(const Rational& x) {
  const std::string text = x.text();
  return text.size() <= 24 ? text : Ball(x, Bits{128}).decimal_bounds(6).first;
}

/// By PARAMETER-ORDER (leaving an output out), the other factors alone are more private than all.
void check_others(const Family& family, TargetJudge judge, const Effort& effort) {
  const auto others = family.others();
  if (!others || !certainly_positive(judge.height(*others, 6, effort))) return;
  throw std::invalid_argument("no " + family.parameter() +
                              " meets the target: the other factors alone miss it");
}

/// Nothing meets the target, as far as was found: certain where the most private value misses it.
[[noreturn]] void unreachable(const Family& family, const Rational& missed, bool certain) {
  const std::string& name = family.parameter();
  const std::string where = "it is missed at " + name + "=" + shown(missed);
  throw std::invalid_argument(certain
                                  ? "no " + name + " meets the target: " + where + " already"
                                  : "no " + name + " was found that meets the target: " + where);
}

/// Nothing misses it, likewise.
[[noreturn]] void always_met(const Family& family, const Rational& met, bool certain) {
  const std::string& name = family.parameter();
  const std::string side = family.order().larger_is_more_private ? " above" : " below";
  throw std::invalid_argument((certain ? "there is no threshold to find"
                                       : "no " + name + " was found that misses the target") +
                              ": it is met at " + name + "=" + shown(met) +
                              " already, hence for all " + name + side);
}

/// The limit of the range on that side, where it is a value itself.
std::optional<Rational> end_of(const ParameterOrder& order, bool private_end) {
  const bool upper = private_end == order.larger_is_more_private;
  if (upper) return order.most_belongs ? order.most : std::nullopt;
  return order.least_belongs ? order.least : std::nullopt;
}

/// Throws where one side of the bracket is not to be had. A value that was not decided says
/// nothing: while there is one on that side, nothing is thrown.
void check_sides(const Family& family, const Bracket& bracket) {
  if (bracket.complete() || bracket.undecided()) return;
  if (bracket.missed()) {
    unreachable(family, *bracket.missed(), bracket.missed() == end_of(family.order(), true));
  }
  if (bracket.met()) {
    always_met(family, *bracket.met(), bracket.met() == end_of(family.order(), false));
  }
}

/// A short decimal on the private side of a value that meets the target: it does as well.
Rational safe_side(const Rational& met, const ParameterOrder& order, int digits) {
  if (order.integer || met.sign() <= 0) return met;
  const Decimal near = decimal(met, digits);
  const Rational rounded =
      near.below == met || !order.larger_is_more_private ? near.below : near.below + near.unit;
  const bool inside =
      !(order.least && rounded <= *order.least) && !(order.most && rounded >= *order.most);
  return inside ? rounded : met;
}

/// The double next to a value that meets the target, on its private side, where it is decided that
/// it meets it too.
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
    return bracket.decide(exact, digits + 4) == TargetStanding::met ? std::optional(x)
                                                                    : std::nullopt;
  } catch (
      const std::invalid_argument&) {  // no value of the parameter, or out of the engine's reach
    return std::nullopt;
  }
}

/// The limits of the range that are values themselves.
void try_ends(Bracket& bracket, const ParameterOrder& order) {
  const auto most = end_of(order, true), least = end_of(order, false);
  if (!bracket.met() && most) bracket.decide(*most, 10);
  if (!bracket.missed() && least) bracket.decide(*least, 10);
}

/// What is known of the largest N that meets the target, 0 if none does.
Certified enclosed_integer(const Bracket& bracket, const Certified& unknown, Bits p) {
  const Rational least = bracket.met().value_or(kZero);
  if (!bracket.missed()) return limited(unknown, least);
  const Rational most = *bracket.missed() - kOne;
  const Ball low(least, p), high(most, p);
  return Mint::value(least == most ? low : Ball::hull(low, high), unknown.engine,
                     bracket.judge().budget(), bracket.met() && least == most, least, most);
}

}  // namespace

std::string safe_text(double safe, const ParameterOrder& order) {
  return order.larger_is_more_private ? decimal_above(safe) : decimal_below(safe);
}

Calibration calibrate(const Family& family, const PrivacyTarget& target, Direction direction,
                      const std::string& engine, const Effort& effort) {
  target.check();
  const ParameterOrder& order = family.order();
  const Range range(order);
  Bracket bracket(family, TargetJudge(target, direction, engine), effort);
  check_others(family, TargetJudge(target, direction, engine), effort);
  Rough rough(bracket, range, order);
  const double deviation = gaussian_deviation(target, direction, effort);
  const Pair pair = rough.outward(start(family, range, deviation));
  if (!bracket.complete()) try_ends(bracket, order);
  if (!bracket.expired()) check_sides(family, bracket);
  if (order.integer) {
    integers(bracket, range, rough);
  } else if (bracket.complete()) {
    if ((pair.fa > 0) != (pair.fb > 0)) {
      sharpen(bracket, range, rough.narrow(pair), effort.digits);
    }
    halve(bracket, range, effort.digits);
  }
  const Bits p = bits_for_digits(effort.digits + 10) + 64;
  Calibration out{Mint::value(Ball::indeterminate(p), bracket.judge().engine_used(),
                              bracket.judge().budget(), false),
                  std::nullopt};
  if (bracket.met()) {
    out.safe = safe_side(*bracket.met(), order, effort.digits + 2);
    out.safe_double = safe_double(bracket, order, effort.digits);
  }
  if (order.integer) {
    out.value = enclosed_integer(bracket, out.value, p);
  } else {
    if (bracket.complete()) {
      out.value = certified({Ball::hull(Ball(*bracket.met(), p), Ball(*bracket.missed(), p)),
                             bracket.judge().budget()},
                            bracket.judge().engine_used(), effort.digits);
    }
    if (order.exact_limits) out.value = limited(out.value, order.least, order.most);
  }
  if (!out.value.reached) out.undecided = bracket.undecided();
  return out;
}

}  // namespace plumbline
