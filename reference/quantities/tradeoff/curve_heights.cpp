#include "reference/quantities/tradeoff/curve_heights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/tradeoff/threshold.hpp"
#include "reference/quantities/tradeoff/threshold_bracket.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

// BOUND(CONCAVE-MAXIMUM)
// Statement.  Let h be concave on x > 0. If h(x1) <= h(x2) >= h(x3) at x1, x3 = x2 (1 -+ eta), then h(x2) <= sup h <=
//             2 h(x2) - min(h(x1), h(x3)).
// Needs.      x2 in the middle of x1 and x3, 0 < x1: the caller (Sharpener, where e^t is neither 0 nor infinite). The
//             order of heights: checked here, in balls.
// Proof.      h is affine minus delta. delta(x) = E_P[(e^S - x)_+] + q_inf, or the maximum of two such functions, is
//             convex in x. Left of x1 and right of x3, h is at most its value at x1, x3. On [x2, x3] it lies below
//             the line through x1 and x2, which increases by h(x2) - h(x1) over that distance. On [x1, x2] the
//             argument is symmetric.
// Source.     Elementary; f = sup_x [1 - delta - x alpha] is Dong, Roth, Su 2022, Proposition 2.13.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3) {
  if (!certainly_at_most(h1, h2) || !certainly_at_most(h3, h2)) return std::nullopt;
  const Ball top = h2 * 2 - min(h1, h3);
  return bound<"CONCAVE-MAXIMUM">(enclosed_between(h2, top, "the largest height of a line"));
}

// BOUND(CONCAVE-SIDE)
// Statement.  Let h be concave on x > 0, and let x1, x2, x3, x4 be equidistant and monotone, upwards or downwards. If
//             h(x1) <= h(x2) >= h(x3), then
//             h(x2) <= sup h <= max(2 h(x2) - h(x3), 2 h(x3) - h(x4)).
// Needs.      All four in x > 0, at equal distances: the caller (from_shallow_side). The order of heights: checked
//             here, in balls.
// Proof.      As for CONCAVE-MAXIMUM, h is at most h(x2) outside [x1, x3]. Between x1 and x2 it lies below the line
//             through x2 and x3, which is 2 h(x2) - h(x3) at x1 and decreases from there to h(x2). Between x2 and x3
//             it lies below the line through x3 and x4. This line decreases as well, because h is concave and h(x3) -
//             h(x4) >= h(x2) - h(x3) >= 0. So h is there at most the value 2 h(x3) - h(x4) of the line at x2.
// Source.     Elementary. If h has a kink that is steep on one side only, this bound is the tighter one.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3,
                                    const Ball& h4) {
  if (!certainly_at_most(h1, h2) || !certainly_at_most(h3, h2)) return std::nullopt;
  const Ball top = max(h2 * 2 - h3, h3 * 2 - h4);
  return bound<"CONCAVE-SIDE">(enclosed_between(h2, top, "the largest height of a line"));
}

namespace {

/// Three forms of h(x) = 1 - delta - x alpha, x = e^eps, whose supremum over x > 0 is f(alpha).
enum class Form {
  from_one_minus_delta,  ///< (1 - delta) - x alpha
  from_excess,           ///< x (1 - alpha) - excess, excess = delta - 1 + x
  one_minus_f,           ///< 1 - h = delta + x alpha, all terms positive; its infimum is 1 - f
};

/// Computes h (or 1 - h) at x = e^t (1 + shift), where t and shift are exact.
struct Evaluator {
  PrivacyProfile& profile;
  Rational alpha;
  Effort effort;
  Form form;
  ErrorBudget budget{};

  Ball operator()(const Ball& t, const Rational& shift, int digits) {
    Effort sharper = effort;
    sharper.digits = digits;
    const Rational factor = Rational(1) + shift;
    const Real eps([&t, factor](Bits p) {
      const Ball exact = t.at(wider(p, t.precision()));
      return factor == Rational(1) ? exact : exact + log(Ball(factor, wider(p, t.precision())));
    });
    const Enclosure e = form == Form::from_one_minus_delta ? profile.one_minus_delta(eps, sharper)
                        : form == Form::from_excess        ? profile.excess(eps, sharper)
                                                           : profile.delta(eps, sharper);
    budget = e.budget;
    const Bits p = wider(e.value.precision(), bits_for_digits(digits) + 32);
    const Ball x = exp(t.at(wider(p, t.precision()))) * Ball(factor, p);
    if (form == Form::from_excess) return x * Ball(Rational(1) - alpha, p) - e.value;
    const Ball line = x * Ball(alpha, p);
    return form == Form::one_minus_f ? e.value + line : e.value - line;
  }
};

/// Tightens an enclosure of sup h (inf of 1 - h for Form::one_minus_f) around the threshold t.
class Sharpener {
 public:
  Sharpener(Evaluator evaluator, int digits) : at_(std::move(evaluator)), digits_(digits) {}

  Certified run(Ball t, double log_eta) {
    if (!t.is_finite()) return nothing_known(at_.profile.engine_name());
    const double first_log_eta = log_eta;
    const Rational zero(0);
    int working = digits_ + 3;
    double known = 0, last_missing = std::numeric_limits<double>::infinity();
    Ball best = Ball::indeterminate(Bits{64});
    for (int attempt = 0; attempt < 20 && log_eta < -0.05; ++attempt) {
      const Rational eta = power_of_two(log_eta);
      const Ball left = signed_(at_(t, -eta, working)), right = signed_(at_(t, eta, working));
      const Ball middle = signed_(at_(t, zero, working));
      for (const Ball& height : {left, middle, right}) raise_line(height);
      // Because of cancellation, the height has fewer digits than requested.
      const double missing = digits_ + 1 - middle.relative_digits();
      if (missing > 0) {
        known = middle.relative_digits();
        limited_ = !(missing < last_missing - 0.5);  // the engine reaches no more digits
        if (limited_) break;
        last_missing = missing;
        working += static_cast<int>(std::min(missing, 1e4)) + 1;
      }
      if (const auto found = concave_maximum(left, middle, right)) {
        Ball value = signed_(*found);
        if (value.relative_digits() < digits_) {
          const Ball sharper = signed_(from_shallow_side(t, eta, working, left, middle, right));
          value = common(value, sharper, "a trade-off function by its lines");
        }
        best = common(best, value, "a trade-off function by its lines");
        const double lacking = digits_ - value.relative_digits();
        if (lacking <= 0) break;
        if (missing <= 0) {
          t = vertex(t, eta, left, middle, right);
          const double trusted = std::max(0.6, value.relative_digits() / 2 - 1);
          log_eta -= std::max(0.7, std::min((lacking + 0.3) / 2, trusted) * kLn10);
        }
      } else if (certainly_less(middle, left) || certainly_less(middle, right)) {
        // The maximum lies outside the three points, so they are moved towards it.
        const Bits p = t.precision() + 64;
        const Ball step = log1p(Ball(certainly_less(middle, right) ? eta : -eta, p));
        t = (t.at(p) + step).midpoint();
      } else if (missing <= 0) {
        // The enclosures of the three heights overlap: retries with more digits, and at first with points further
        // apart.
        if (attempt < 4) log_eta += 1.2;
        working += 2 + 2 * attempt;
      }
    }
    if (!best.is_finite() && known > 0) best = coarse(t, known, first_log_eta);
    if (!best.is_finite() && line_) best = above_line();
    return certified({best, at_.budget}, at_.profile.engine_name(), digits_);
  }

  /// Returns true if the digits of the engine, not the choice of the three points, limited the last run.
  bool limited() const { return limited_; }

 private:
  /// Raises the lower bound line_ to the height if the height is larger. Every height is a lower bound of the supremum.
  void raise_line(const Ball& height) {
    if (height.is_finite() && (!line_ || certainly_less(*line_, height.lower()))) {
      line_ = height.lower();
    }
  }
  /// Returns the enclosure of f between the lower bound line_ and the trivial upper bound 1 - alpha.
  Ball above_line() const {
    const Rational most = at_.form == Form::one_minus_f ? -at_.alpha : Rational(1) - at_.alpha;
    const Ball top(most, line_->precision());
    return signed_(enclosed_between(*line_, top, "a trade-off function by its lines"));
  }
  /// Returns the vertex of the parabola through the three points, within the range where it is reliable.
  static Ball vertex(const Ball& t, const Rational& eta, const Ball& left, const Ball& middle,
                     const Ball& right) {
    const double rise = (right - left).approximate();
    const double bend = (middle * 2 - left - right).approximate();
    const double v = bend > 0 ? std::clamp(rise / (2 * bend), -0.5, 0.5) : 0;
    const Bits p = t.precision() + 64;
    const Ball shift = Ball(eta, p) * Ball::from_binary64(std::isfinite(v) ? v : 0, p);
    return (t.at(p) + log1p(shift)).midpoint();
  }
  /// Returns the bound CONCAVE-SIDE from four points. The fourth point is on the side on which the heights decrease
  /// more slowly.
  Ball from_shallow_side(const Ball& t, const Rational& eta, int working, const Ball& left,
                         const Ball& middle, const Ball& right) {
    const bool upwards = midpoint_less(left, right);
    const Rational twice = eta * Rational(2);
    // A fourth point on the left must lie in x > 0, where h is concave.
    if (!upwards && !(twice < Rational(1))) return Ball::indeterminate(Bits{64});
    const Ball next = signed_(at_(t, upwards ? twice : -twice, working));
    const auto found = upwards ? concave_maximum(left, middle, right, next)
                               : concave_maximum(right, middle, left, next);
    return found ? *found : Ball::indeterminate(Bits{64});
  }

  /// Returns a bound from heights with few digits at three points around t; tries points that are increasingly far
  /// apart.
  Ball coarse(const Ball& t, double known, double log_eta) {
    const int working = std::max(2, static_cast<int>(known));
    const Ball middle = signed_(at_(t, Rational(0), working));
    const double narrowest = std::max(known / 2 + 0.5, -log_eta / kLn10);
    for (double digits = narrowest; digits > 0.3; digits -= 0.5) {
      const Rational eta = power_of_two(-digits * kLn10);
      const auto found =
          concave_maximum(signed_(at_(t, -eta, working)), middle, signed_(at_(t, eta, working)));
      if (found) return signed_(*found);
    }
    return Ball::indeterminate(Bits{64});
  }

  /// Changes the sign so that the function is concave: -(1 - h) is concave where 1 - h is convex.
  Ball signed_(const Ball& x) const { return at_.form == Form::one_minus_f ? -x : x; }

  static Rational power_of_two(double log_eta) {
    const long k = std::max(1L, static_cast<long>(std::lround(-log_eta / std::log(2.0))));
    Rational r(1), half(1, 2);
    for (long i = 0; i < k; ++i) r = r * half;
    return r;
  }

  Evaluator at_;
  int digits_;
  bool limited_ = false;
  std::optional<Ball> line_;  ///< the largest height so far
};

/// Returns the form with the least cancellation in the supremum near alpha.
Form form_for(const Rational& alpha, bool one_minus_f) {
  if (one_minus_f) return Form::one_minus_f;
  return alpha > Rational(1, 2) ? Form::from_excess : Form::from_one_minus_delta;
}

/// Approximates the t with P(S > t) = alpha by difference quotients of the profile. The error is about a tenth of the
/// distance in t over which P(S > t) changes substantially. This function is used for engines whose tails are expensive
/// and whose profile is cheap.
Ball threshold_by_slopes(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                         const Ball& start, double log_eta, double* scale) {
  const bool high = alpha > Rational(1, 2);
  const double log_goal = Ball(high ? Rational(1) - alpha : alpha, Bits{128}).log_approximate();
  const double deviation = profile.approximate_location().deviation;
  ThresholdBracket* current = nullptr;
  const auto height = [&](const Ball& t, int) {
    double eta = 1e-3 * deviation;
    if (current->lo() && current->hi()) eta = (*current->hi() - *current->lo()).approximate() / 40;
    const auto value = [&](const Ball& at, int digits) {
      Effort rough = effort;
      rough.digits = digits;
      const Real eps = Real::exactly(at);
      return (high ? profile.excess(eps, rough) : profile.delta(eps, rough)).value;
    };
    const double rise = log_goal + t.approximate() + std::log(std::fabs(eta));
    const double size = value(t, 3).log_approximate();
    const double lost = (size - rise) / kLn10;  // NaN or negative: no additional digits
    const int digits = 3 + (lost > 0 ? static_cast<int>(std::min(lost, 100.0)) : 0);
    const Ball next = (t + Ball::from_binary64(eta, t.precision())).midpoint();
    const Ball difference = value(t, digits) - value(next, digits);
    const double change = (high ? -difference : difference).midpoint().approximate();
    ThresholdBracket::Height out;
    out.value = change > 0 ? (std::log(change) - rise) * (high ? -1 : 1) : (high ? 50 : -50);
    // The sign is an estimate, so only best() and scale() of the bracket are used.
    out.sign = out.value > 0 ? 1 : -1;
    return out;
  };
  ThresholdBracket bracket(height, start.approximate(), 0.05 * deviation, start.precision() + 64,
                           effort, nullptr);
  current = &bracket;
  bracket.narrow(log_eta, 4);
  *scale = bracket.scale();
  return bracket.best();
}

}  // namespace

Certified by_heights(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                     bool one_minus_f, const Ball& start) {
  Certified best = nothing_known(profile.engine_name());
  const Form form = form_for(alpha, one_minus_f);
  double scale = 1;
  const Ball t = threshold_by_slopes(profile, alpha, effort, start, std::log(0.1), &scale);
  for (const bool kink : {false, true}) {
    const Ball at = kink ? threshold(profile, alpha, effort.digits + 4, effort) : t;
    const double log_eta =
        kink ? -(effort.digits + 1) * kLn10 : std::log(0.1 * std::min(scale, 1.0));
    Sharpener sharpener(Evaluator{profile, alpha, effort, form}, effort.digits);
    const Certified found = sharpener.run(at, log_eta);
    if (found.value().is_finite()) {
      const Ball meet = common(found.value(), best.value(), "a trade-off function by its lines");
      best = certified({meet, found.budget()}, found.engine(), effort.digits);
    }
    if (best.reached() || sharpener.limited() || effort.expired()) break;
  }
  return best;
}

Ball line_height(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f, const Ball& t, const Ball& value) {
  Evaluator evaluator{profile, alpha, effort, form_for(alpha, one_minus_f)};
  const Bits p{128};
  const Rational small = alpha > Rational(1, 2) ? Rational(1) - alpha : alpha;
  const double lost =
      one_minus_f
          ? 0
          : (t.approximate() + Ball(small, p).log_approximate() - value.log_approximate()) / kLn10;
  const int digits = effort.digits + 2 + (lost > 0 ? static_cast<int>(std::min(lost, 1e4)) : 0);
  return evaluator(t, Rational(0), digits);
}

}  // namespace plumbline
