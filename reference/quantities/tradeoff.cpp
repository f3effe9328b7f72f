#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

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
    const Rational zero(0);
    int working = digits_ + 3;
    double known = 0, last_missing = std::numeric_limits<double>::infinity();
    Ball best = Ball::indeterminate(Bits{64});
    for (int attempt = 0; attempt < 20 && log_eta < -0.05; ++attempt) {
      const Rational eta = power_of_two(log_eta);
      const Ball left = signed_(at_(t, -eta, working)), right = signed_(at_(t, eta, working));
      const Ball middle = signed_(at_(t, zero, working));
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
        if (missing <= 0) log_eta -= std::max(0.7, (lacking + 0.3) * kLn10 / 2);
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
    if (!best.is_finite() && known > 0) best = coarse(t, known);
    return certified({best, at_.budget}, at_.profile.engine_name(), digits_);
  }

  /// Whether the engine, not the triple, kept the last run from the digits.
  bool limited() const { return limited_; }

 private:
  /// What can be said with heights known to a few digits only: ever wider triples around t.
  Ball coarse(const Ball& t, double known) {
    const int working = std::max(2, static_cast<int>(known));
    const Ball middle = signed_(at_(t, Rational(0), working));
    for (double digits = known / 2 + 0.5; digits > 0.3; digits -= 0.5) {
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
};

/// Picks the form that cancels least at t: gamma where f is above 1/2 (its own form then shows
/// nothing of 1 - f, which is what varies), otherwise the sharper of the two for f. The digits are
/// only a guide.
Form choose_form(PrivacyProfile& profile, const Rational& alpha, const Ball& t,
                 const Effort& effort) {
  Effort rough = effort;
  rough.digits = 4;
  const Real eps = Real::exactly(t);
  const double line = t.approximate() + Ball(alpha, Bits{64}).log_approximate();
  const double delta = profile.delta(eps, rough).value.log_approximate();
  if (std::exp(delta) + std::exp(line) < 0.5) return Form::gamma;
  const double excess = profile.excess(eps, rough).value.log_approximate();
  return excess < line ? Form::from_excess : Form::from_one_minus_delta;
}

/// f(alpha), or 1 - f(alpha) if `gamma`.
Certified at_threshold(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                       bool gamma) {
  // sup h is flat to second order, so half the digits suffice for the threshold; a kink of the
  // profile needs them all.
  Certified best{Ball::zero_to(UpperBound::of(Ball::integer(1, Bits{64})), Bits{64}),
                 profile.engine_name(),
                 {},
                 false};  // 0 <= f <= 1
  for (const bool kink : {false, true}) {
    const int threshold_digits = kink ? effort.digits + 4 : effort.digits / 2 + 3;
    const Ball t = threshold(profile, alpha, threshold_digits, effort);
    const Form form = choose_form(profile, alpha, t, effort);
    const double log_eta =
        kink ? -(effort.digits + 1) * kLn10 : -(effort.digits / 2.0 + 0.5) * kLn10;
    Sharpener sharpener(Evaluator{profile, alpha, effort, form}, effort.digits);
    Certified found = sharpener.run(t, log_eta);
    if (!found.value.is_finite()) {
      if (sharpener.limited()) break;
      continue;
    }
    if ((form == Form::gamma) != gamma) {
      const Ball one =
          Ball::integer(1, wider(found.value.precision(), bits_for_digits(effort.digits) + 16));
      found = certified({one - found.value, found.budget}, found.engine, effort.digits);
    }
    if (found.reached || sharpener.limited()) return found;
    if (found.value.radius() <= best.value.radius()) best = found;
  }
  return best;
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

/// gamma(0) = 1 - f(0), the mass of infinite loss.
Certified at_zero(PrivacyProfile& profile, const Effort& effort, bool gamma) {
  const Bits p = bits_for_digits(effort.digits) + 96;
  const Ball value = gamma ? profile.infinite_mass(p) : profile.finite_mass(p);
  return within(certified({value, {}}, profile.engine_name(), effort.digits), Rational(0),
                Rational(1));
}

// BOUND(BESIDE-KINK)
// Statement.  f(alpha + h) <= f(alpha) <= f(alpha - h), and gamma the other way round.
// Proof.      f does not increase; gamma = 1 - f.
// Needed.     Where P(S > t) jumps to alpha exactly, h(x) has a flat top and no order of its values
//             can be decided; a little beside, it has a vertex.
Certified at_threshold_or_beside(PrivacyProfile& profile, const Rational& alpha,
                                 const Effort& effort, bool gamma) {
  const Certified at = at_threshold(profile, alpha, effort, gamma);
  constexpr double kSomething = 0.5;
  if (at.reached || at.value.relative_digits() > kSomething || effort.expired()) return at;
  const Rational rest = Rational(1) - alpha;
  const Rational h =
      (alpha < rest ? alpha : rest) * Rational::parse("1e-" + std::to_string(effort.digits + 4));
  Effort sharper = effort;
  sharper.digits += 2;
  const Certified left = at_threshold(profile, alpha - h, sharper, gamma);
  const Certified right = at_threshold(profile, alpha + h, sharper, gamma);
  const Ball both = Ball::hull(left.value, right.value);
  if (!both.is_finite() || !(both.radius() <= at.value.radius())) return at;
  return certified({both, left.budget}, profile.engine_name(), effort.digits);
}

}  // namespace

// f(0) = 1 - Q(S = +inf), and f(alpha) = 0 from 1 - P(S = -inf) on.
Certified tradeoff(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  check_unit("alpha", alpha);
  if (is_certain(profile, alpha)) return exact_value(profile, 0, effort);
  if (alpha.is_zero()) return at_zero(profile, effort, false);
  return within(at_threshold_or_beside(profile, alpha, effort, false), Rational(0), Rational(1));
}

Certified reconstruction(PrivacyProfile& profile, const Rational& kappa, const Effort& effort) {
  check_unit("kappa", kappa);
  if (is_certain(profile, kappa)) return exact_value(profile, 1, effort);
  if (kappa.is_zero()) return at_zero(profile, effort, true);
  return within(at_threshold_or_beside(profile, kappa, effort, true), Rational(0), Rational(1));
}

}  // namespace plumbline
