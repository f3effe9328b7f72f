#include "reference/quantities/tradeoff/curve_crossing.hpp"

#include <array>
#include <optional>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr int kDigits = 4;
constexpr int kMostDoublings = 40, kHalvings = 40;
constexpr double kNarrow = 0.02;

/// The values 1 - delta(t) and alpha e^t.
struct Heights {
  Ball missed, line;

  bool crossed() const { return missed.is_finite() && certainly_at_most(missed, line); }
  bool above() const { return certainly_less(line, missed); }
};

class Crossing {
 public:
  Crossing(PrivacyProfile& profile, const Rational& alpha, const Effort& effort)
      : profile_(profile), alpha_(alpha), effort_(effort) {
    effort_.digits = kDigits;
  }

  Heights at(double t) {
    const Bits p{192};
    const Ball exact_t = exact(t, p);
    const Ball missed = profile_.one_minus_delta(Real::exactly(exact_t), effort_).value;
    return {missed, exp(exact_t) * Ball(alpha_, p)};
  }

  /// Searches downwards from `from` for an argument at which `holds` is true, and returns approximately the largest
  /// one; nothing if the search finds none.
  template <class Holds>
  std::optional<double> first_below(double from, const Holds& holds) {
    double high = from, step = 1;
    for (int i = 0; i < kMostDoublings && !effort_.expired(); ++i, step *= 2) {
      const double low = high - step;
      if (holds(at(low))) return halve(low, high, holds);
      high = low;
    }
    return std::nullopt;
  }

 private:
  /// Bisects between `low`, at which `holds` is true, and `high`, at which it is false.
  template <class Holds>
  double halve(double low, double high, const Holds& holds) {
    for (int i = 0; i < kHalvings && high - low > kNarrow && !effort_.expired(); ++i) {
      const double middle = low + (high - low) / 2;
      (holds(at(middle)) ? low : high) = middle;
    }
    return low;
  }

  PrivacyProfile& profile_;
  Rational alpha_;
  Effort effort_;
};

// BOUND(CROSSING-HEIGHT)
// Statement.  Let m(t) = 1 - delta(t). Then f(alpha) >= m(s) - alpha e^s for every s, and f(alpha) <= m(t) for every
//             t with m(t) <= alpha e^t.
// Needs.      The second hypothesis, m(t) <= alpha e^t: Heights::crossed(), in balls.
// Proof.      f = sup h with h(x) = m - alpha x, x = e^t > 0. m = E_P[min(e^S, x)], or the smaller of two such
//             functions, is concave in x, increases, and tends to 0 with x. Hence h is concave with the limit 0 at 0.
//             Let h(x) <= 0. Right of x, h is not positive, because it is below the line through its limit at 0 and
//             its value at x. Left of x, h is at most m, which is at most m(x). Moreover 0 <= m(x), because m >= 0.
//             Hence f = sup h <= m(x).
// Source.     Elementary; f = sup h is Dong, Roth, Su 2022, Proposition 2.13.
Ball between_heights(const Ball& least, const Ball& most) {
  return bound<"CROSSING-HEIGHT">(Ball::hull(least, most));
}

}  // namespace

Ball by_crossing(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f) {
  Crossing crossing(profile, alpha, effort);
  const double from = 1 - Ball(alpha, Bits{64}).log_approximate();
  const auto not_crossed = [](const Heights& h) { return !h.crossed(); };
  const auto last = crossing.first_below(from, not_crossed);
  if (!last) return Ball::indeterminate(Bits{64});
  Heights there = crossing.at(*last + kNarrow);
  if (!there.crossed()) there = crossing.at(from);
  if (!there.crossed()) return Ball::indeterminate(Bits{64});
  const Ball most = there.missed.upper();
  Ball least(most.precision());
  const auto above =
      crossing.first_below(*last + kNarrow, [](const Heights& h) { return h.above(); });
  for (const double below : above ? std::array{0.1, 0.4, 1.0, 3.0} : std::array<double, 4>{}) {
    if (!above) break;
    const Heights h = crossing.at(*above - below);
    const Ball height = h.missed - h.line;
    if (height.is_finite()) least = max(least, height.lower()).lower();
  }
  const Ball f = between_heights(least, most);
  return one_minus_f ? Ball::integer(1, f.precision()) - f : f;
}

}  // namespace plumbline
