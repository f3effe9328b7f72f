#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "reference/quantities/curve.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/threshold.hpp"

namespace plumbline {
namespace {

constexpr double kLn10 = 2.302585092994046;

/// Three ways to write h(x) = 1 - delta - x alpha, x = e^eps, whose supremum over x > 0 is
/// f(alpha).
enum class Form {
  from_one_minus_delta,  ///< (1 - delta) - x alpha
  from_excess,           ///< x (1 - alpha) - excess
  gamma,                 ///< 1 - h = delta + x alpha, all terms positive; its infimum is 1 - f
};

/// h (or 1 - h) at x = e^t (1 + shift), for exact t and shift.
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
    return form == Form::gamma ? e.value + line : e.value - line;
  }
};

// BOUND(CONCAVE-MAXIMUM)
// Statement.  h is concave on x > 0. If h(x1) <= h(x2) >= h(x3) at x1, x3 = x2 (1 -+ eta), then
//             h(x2) <= sup h <= 2 h(x2) - min(h(x1), h(x3)).
// Proof.      h is affine minus delta, and delta(x) = E_P[(e^S - x)_+] + q_inf, or the maximum of
//             two such, is convex in x. Left of x1 and right of x3, h is at most
//             its value at x1, x3. On [x2, x3] it lies below the line through x1 and x2, which
//             rises by h(x2) - h(x1) over that distance; on [x1, x2] by symmetry.
// Source.     Elementary; f = sup_x [1 - delta - x alpha] is Dong, Roth, Su 2022, Proposition 2.13.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3) {
  if (!certainly_at_most(h1, h2) || !certainly_at_most(h3, h2)) return std::nullopt;
  const Ball top = h2 * 2 - min(h1, h3);
  return Ball::hull(h2.lower(), top.upper());
}

/// Sharpens an enclosure of sup h (inf of 1 - h for Form::gamma) around the threshold t.
class Sharpener {
 public:
  Sharpener(Evaluator evaluator, int digits) : at_(std::move(evaluator)), digits_(digits) {}

  Certified run(Ball t, double log_eta) {
    const double first_log_eta = log_eta;
    const Rational zero(0);
    int working = digits_ + 3;
    double known = 0, last_missing = std::numeric_limits<double>::infinity();
    Ball best = Ball::indeterminate(Bits{64});
    for (int attempt = 0; attempt < 20 && log_eta < -0.05; ++attempt) {
      const Rational eta = power_of_two(log_eta);
      const Ball left = signed_(at_(t, -eta, working)), right = signed_(at_(t, eta, working));
      const Ball middle = signed_(at_(t, zero, working));
      for (const Ball& height : {left, middle, right}) {
        if (height.is_finite() && (!line_ || certainly_less(*line_, height.lower()))) {
          line_ = height.lower();
        }
      }
      // Too much cancellation: the height is known to fewer digits than asked.
      const double missing = digits_ + 1 - middle.relative_digits();
      if (missing > 0) {
        known = middle.relative_digits();
        limited_ = !(missing < last_missing - 0.5);  // the engine does not get further
        if (limited_) break;
        last_missing = missing;
        working += static_cast<int>(std::min(missing, 1e4)) + 1;
      }
      if (const auto found = concave_maximum(left, middle, right)) {
        const Ball value = signed_(*found);
        if (!best.is_finite() || value.radius() <= best.radius()) best = value;
        const double lacking = digits_ - value.relative_digits();
        if (lacking <= 0) break;
        if (missing <= 0) {
          // On to the vertex of the parabola through the three, as far as that can be trusted.
          const double rise = (right - left).approximate();
          const double bend = (middle * 2 - left - right).approximate();
          const double v = bend > 0 ? std::clamp(rise / (2 * bend), -0.5, 0.5) : 0;
          const Bits p = t.precision() + 64;
          const Ball shift = Ball(eta, p) * Ball::from_binary64(std::isfinite(v) ? v : 0, p);
          t = (t.at(p) + log1p(shift)).midpoint();
          const double trusted = std::max(0.6, value.relative_digits() / 2 - 1);
          log_eta -= std::max(0.7, std::min((lacking + 0.3) / 2, trusted) * kLn10);
        }
      } else if (certainly_less(middle, left) || certainly_less(middle, right)) {
        // The maximum lies beyond the triple: move it there.
        const Bits p = t.precision() + 64;
        const Ball step = log1p(Ball(certainly_less(middle, right) ? eta : -eta, p));
        t = (t.at(p) + step).midpoint();
      } else if (missing <= 0) {
        // The three heights are not told apart: more digits, and at first a wider triple.
        if (attempt < 4) log_eta += 1.2;
        working += 2 + 2 * attempt;
      }
    }
    if (!best.is_finite() && known > 0) best = coarse(t, known, first_log_eta);
    if (!best.is_finite() && line_) {
      // Any height is a lower bound of the supremum; f <= 1 - alpha.
      const Rational most = at_.form == Form::gamma ? -at_.alpha : Rational(1) - at_.alpha;
      const Ball top(most, line_->precision());
      if (certainly_at_most(*line_, top)) best = signed_(Ball::hull(*line_, top));
    }
    return certified({best, at_.budget}, at_.profile.engine_name(), digits_);
  }

  /// Whether the engine, not the triple, kept the last run from the digits.
  bool limited() const { return limited_; }

 private:
  /// What can be said with heights known to a few digits only: ever wider triples around t.
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

  /// Works on concave functions: 1 - gamma is concave, so -gamma is.
  Ball signed_(const Ball& x) const { return at_.form == Form::gamma ? -x : x; }

  static Rational power_of_two(double log_eta) {
    const long k = std::max(1L, static_cast<long>(std::lround(-log_eta / std::log(2.0))));
    Rational r(1), half(1, 2);
    for (long i = 0; i < k; ++i) r = r * half;
    return r;
  }

  Evaluator at_;
  int digits_;
  bool limited_ = false;
  std::optional<Ball> line_;  ///< the largest height seen
};

/// The points that both contain; `a` where they do not meet (which does not happen).
Ball common(const Ball& a, const Ball& b) {
  if (!b.is_finite() || !overlaps(a, b)) return a;
  if (!a.is_finite()) return b;
  return Ball::hull(max(a.lower(), b.lower()), min(a.upper(), b.upper()));
}

/// The form in which the supremum is least lost to cancellation near alpha.
Form form_for(const Rational& alpha, bool gamma) {
  if (gamma) return Form::gamma;
  return alpha > Rational(1, 2) ? Form::from_excess : Form::from_one_minus_delta;
}

/// Where P(S > t) = alpha, to a tenth of the scale on which it changes, from difference quotients
/// of the profile: for engines whose tails are hard where their profile is not.
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
    const int digits = 3 + static_cast<int>(std::clamp((size - rise) / kLn10, 0.0, 100.0));
    const Ball next = (t + Ball::from_binary64(eta, t.precision())).midpoint();
    const Ball difference = value(t, digits) - value(next, digits);
    const double change = (high ? -difference : difference).midpoint().approximate();
    ThresholdBracket::Height out;
    out.value = change > 0 ? (std::log(change) - rise) * (high ? -1 : 1) : (high ? 50 : -50);
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

/// sup h (or its complement) from heights of h around the threshold.
Certified by_heights(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                     bool gamma, const Ball& start) {
  Certified best{Ball::indeterminate(Bits{64}), profile.engine_name(), {}, false};
  const Form form = form_for(alpha, gamma);
  double scale = 1;
  const Ball t = threshold_by_slopes(profile, alpha, effort, start, std::log(0.1), &scale);
  for (const bool kink : {false, true}) {
    const Ball at = kink ? threshold(profile, alpha, effort.digits + 4, effort) : t;
    const double log_eta =
        kink ? -(effort.digits + 1) * kLn10 : std::log(0.1 * std::min(scale, 1.0));
    Sharpener sharpener(Evaluator{profile, alpha, effort, form}, effort.digits);
    const Certified found = sharpener.run(at, log_eta);
    if (found.value.is_finite()) {
      const Ball meet = common(found.value, best.value);
      best = certified({meet, found.budget}, found.engine, effort.digits);
    }
    if (best.reached || sharpener.limited() || effort.expired()) break;
  }
  return best;
}

/// The line of h at t: f(alpha) >= h, so an upper bound of gamma, from the profile alone.
Ball line_bound(PrivacyProfile& profile, const Rational& alpha, const Effort& effort, bool gamma,
                const Ball& t, const Ball& value) {
  Evaluator evaluator{profile, alpha, effort, form_for(alpha, gamma)};
  const Bits p{128};
  const Rational small = alpha > Rational(1, 2) ? Rational(1) - alpha : alpha;
  const double lost =
      gamma
          ? 0
          : (t.approximate() + Ball(small, p).log_approximate() - value.log_approximate()) / kLn10;
  const int digits = effort.digits + 2 + (lost > 0 ? static_cast<int>(std::min(lost, 1e4)) : 0);
  return evaluator(t, Rational(0), digits);
}

/// +1 if the forward profile is certainly the larger at t, -1 if the reverse, 0 if not decided.
int larger_profile(PrivacyProfile& profile, const Ball& t, const Effort& effort) {
  Effort rough = effort;
  rough.digits = 4;
  // Left of 0 only delta - 1 + e^t tells the two apart; it is e^t times the other at -t.
  const bool left = certainly_negative(t);
  const Real at = Real::exactly(left ? -t : t);
  const Ball a = profile.engine().answer(Question::delta, at, rough).value;
  const Bits p = wider(a.precision(), Bits{64});
  const Ball b =
      profile.engine().answer(Question::excess, -at, rough).value * exp((left ? -t : t).at(p));
  const int sign = certainly_less(b, a) ? 1 : certainly_less(a, b) ? -1 : 0;
  return left ? -sign : sign;
}

// BOUND(WORST-CURVE)
// Statement.  The trade-off function of the larger profile, f_w, satisfies f_w <= f of either
//             direction, and f_w(alpha) >= the line 1 - delta(t) - e^t alpha of the direction
//             whose profile is the larger one at t. Between a = P(S > 0) and
//             b = Q(S <= 0), in either order, f_w(alpha) = 1 - delta(0) - alpha.
// Proof.      f_w = sup_t 1 - max(delta, delta_rev) - e^t alpha; each direction's supremum is over
//             larger numbers, and the line of f_w at such a t is the direction's own, which
//             BOUND(TEST-BRACKET) encloses together with f. The direction's curve
//             passes through (a, b), the reversed one's through (b, a), both on the line
//             f + alpha = a + b = 1 - delta(0), which bounds f_w from below (t = 0); f_w is convex,
//             hence below the chord.
// Source.     Elementary; the symmetrised curve is that of Dong, Roth, Su 2022, Section 2.
Certified at_worst(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                   bool gamma) {
  Effort rough = effort;
  rough.digits = 10;
  const Real zero{Rational(0)};
  const Ball a = profile.engine().answer(Question::P_above, zero, rough).value;
  const Ball b = profile.engine().answer(Question::Q_below, zero, rough).value;
  const Bits p = bits_for_digits(effort.digits) + 96;
  const Ball goal(alpha, p);
  if (certainly_at_most(min(a, b), goal) && certainly_at_most(goal, max(a, b))) {
    Effort sharper = effort;
    for (int attempt = 0;; ++attempt) {
      sharper.digits += 2;
      const Enclosure e =
          gamma ? profile.delta(zero, sharper) : profile.one_minus_delta(zero, sharper);
      const Ball level(alpha, wider(p, bits_for_digits(2L * sharper.digits) + 32));
      const Ball value = gamma ? e.value + level : e.value - level;
      const Certified out = certified({value, e.budget}, profile.engine_name(), effort.digits);
      if (out.reached || attempt > 2) return out;
      sharper.digits +=
          static_cast<int>(std::clamp(effort.digits - value.relative_digits(), 0.0, 1e4)) + 10;
    }
  }
  // Left of the kink the forward profile is usually the larger one.
  const bool first_reverse = certainly_less(a, goal);
  Certified best{Ball::indeterminate(p), profile.engine_name(), {}, false};
  Ball t(p);
  for (const bool reverse : {first_reverse, !first_reverse}) {
    Curve curve(profile, reverse);
    const CurvePoint point = curve_point(curve, alpha, gamma, effort.digits, effort);
    t = point.threshold;
    const int larger = larger_profile(profile, t, effort);
    Ball value = point.value;
    if (larger != (reverse ? -1 : 1)) {
      // Not certainly this direction's: from above by its curve, from below by the line at t.
      const Ball line = line_bound(profile, alpha, effort, gamma, t, value);
      value =
          gamma ? Ball::hull(value.lower(), line.upper()) : Ball::hull(line.lower(), value.upper());
    }
    best =
        certified({common(value, best.value), point.budget}, profile.engine_name(), effort.digits);
    if (best.reached || larger == (reverse ? -1 : 1) || effort.expired()) break;
  }
  if (best.reached || effort.expired()) return best;
  const Certified other = by_heights(profile, alpha, effort, gamma, t);
  return certified({common(other.value, best.value), other.budget}, profile.engine_name(),
                   effort.digits);
}

Certified in_direction(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                       bool gamma) {
  Curve curve(profile, profile.direction() == Direction::reverse);
  const CurvePoint point = curve_point(curve, alpha, gamma, effort.digits, effort);
  const Certified found =
      certified({point.value, point.budget}, profile.engine_name(), effort.digits);
  if (found.reached || effort.expired()) return found;
  const Certified other = by_heights(profile, alpha, effort, gamma, point.threshold);
  return certified({common(other.value, found.value), other.budget}, profile.engine_name(),
                   effort.digits);
}

void check_unit(const char* name, const Rational& x) {
  if (x.sign() < 0 || x > Rational(1)) {
    throw std::invalid_argument(std::string(name) + " must be in [0, 1], got " + x.text());
  }
}

Certified exact_value(PrivacyProfile& profile, long value, const Effort& effort) {
  return certified({Ball::integer(value, bits_for_digits(effort.digits) + 8), {}},
                   profile.engine_name(), effort.digits);
}

/// Whether f(alpha) = 0.
bool is_certain(const PrivacyProfile& profile, const Rational& alpha) {
  const Bits p{4096};
  if (const auto level = profile.exact_certain_level()) return alpha >= *level;
  return certainly_at_most(profile.certain_level(p), Ball(alpha, p));
}

/// f(0) or gamma(0) = 1 - f(0), the mass of infinite loss.
Certified at_zero(PrivacyProfile& profile, const Effort& effort, bool gamma) {
  const Bits p = bits_for_digits(effort.digits) + 96;
  const Ball value = gamma ? profile.infinite_mass(p) : profile.finite_mass(p);
  return within(certified({value, {}}, profile.engine_name(), effort.digits), Rational(0),
                Rational(1));
}

/// f(alpha), or 1 - f(alpha) if `gamma`: 0 <= f <= 1 - alpha whatever the mechanism.
Certified level(PrivacyProfile& profile, const Rational& alpha, const Effort& effort, bool gamma) {
  if (is_certain(profile, alpha)) return exact_value(profile, gamma ? 1 : 0, effort);
  if (alpha.is_zero()) return at_zero(profile, effort, gamma);
  const Certified found = profile.direction() == Direction::worst
                              ? at_worst(profile, alpha, effort, gamma)
                              : in_direction(profile, alpha, effort, gamma);
  const Rational least = gamma ? alpha : Rational(0);
  const Rational most = gamma ? Rational(1) : Rational(1) - alpha;
  const Bits p = bits_for_digits(effort.digits) + 96;
  const Ball trivial = Ball::hull(Ball(least, p), Ball(most, p));
  // What is printed is clipped to the trivial bounds; a ball that says less than these is what both
  // leave.
  const bool coarse = !found.value.is_finite() ||
                      UpperBound::of(trivial - trivial.midpoint()) <= found.value.radius();
  const Certified value =
      coarse ? certified({common(trivial, found.value), found.budget}, found.engine, effort.digits)
             : found;
  return within(value, least, most);
}

}  // namespace

// f(0) = 1 - Q(S = +inf), and f(alpha) = 0 from 1 - P(S = -inf) on.
Certified tradeoff(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  check_unit("alpha", alpha);
  return level(profile, alpha, effort, false);
}

Certified reconstruction(PrivacyProfile& profile, const Rational& kappa, const Effort& effort) {
  check_unit("kappa", kappa);
  return level(profile, kappa, effort, true);
}

}  // namespace plumbline
