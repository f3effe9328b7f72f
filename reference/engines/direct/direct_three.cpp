#include "reference/engines/direct/direct_three.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/integral.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/direct/direct_continued.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::direct {
namespace {

/// Returns the corners: all sums of an end point of one loss and an end point of the other. There, the answer of two
/// steps is not analytic.
std::vector<Real> corners(const Step& a, const Step& b) {
  std::vector<Real> out;
  for (const auto& x : {a.smallest, a.largest}) {
    for (const auto& y : {b.smallest, b.largest}) {
      if (x && y) out.push_back(difference(*x, -*y));
    }
  }
  return out;
}

/// Computes the answer of three steps by integration over the noise u of the first: BOUND(DIRECT-THREE)
/// (direct_continued.cpp). `t` is the threshold.
class Three {
 public:
  Three(const std::vector<Step>& steps, Question question, const Real& t, long tolerance, Bits p,
        const Poll& poll, std::optional<long> cut)
      : first_(steps[0]),
        second_(steps[1]),
        third_(steps[2]),
        law_(*first_.noise),
        question_(question),
        t_(t),
        at_(t(p)),
        tolerance_(tolerance),
        p_(p),
        poll_(poll),
        cut_(cut),
        // If the density is flat near an end point, the corner is a singularity, but the answer is continuous there.
        continuous_(second_.noise->flat_edge() || third_.noise->flat_edge()),
        last_(law_.last() ? std::optional<Ball>(Ball(*law_.last(), p)) : std::nullopt),
        total_(p) {}

  Ball run() {
    add_atoms();
    settle_above();
    if (done_ || !find_gaps()) return total_;
    Ball from = cut_reach();
    for (const Gap& gap : gaps_) {
      if (certainly_less(from, gap.from)) total_ += smooth(from, gap.from);
      if (certainly_less(from, gap.to)) {
        // Gaps may overlap, and no part is counted twice.
        const Ball left = max(from, gap.from).lower();
        if (certainly_less(left, gap.to)) total_ += around(left, gap.to);
        from = gap.to;
      }
    }
    return total_;
  }

 private:
  /// Exact points to the left and right of a corner (corners()). Between two gaps the integrand is analytic.
  struct Gap {
    Ball from, to;
  };

  Ball two_steps(const Real& threshold) const {
    return two(second_, third_, question_, threshold, p_, poll_);
  }
  /// Returns t minus the loss of the first step at u.
  Ball rest(const Ball& u) const { return at_ - law_.loss(ComplexBall(u), false).real(); }
  Ball of_measure(const NoiseMass& m) const { return under_Q(question_) ? m.Q : m.P; }

  void add_atoms() {
    for (const NoiseLaw::Atom& atom : law_.atoms()) {
      total_ += two_steps(difference(t_, atom.loss)) * of_measure(atom.mass(p_));
    }
  }

  Ball capped(const std::optional<Ball>& a, const std::optional<Ball>& b) const {
    const Ball most = cap(question_, law_.mass(a, b), at_).upper();
    return Ball::hull(Ball(p_), bound_number<"DIRECT-THREE">(most));
  }

  /// From some u on, s = t minus the loss of the first step is below the sum of the smallest values of the other two
  /// losses, so that the answer is known. The part that counts as known begins slightly before this u, with an error of
  /// P(L2 + L3 <= s) <= P(L2 <= s - smallest3) P(L3 <= s - smallest2).
  void settle_above() {
    if (!second_.smallest || !third_.smallest) return;
    const Real corner = difference(*second_.smallest, -*third_.smallest);
    const NoiseLaw::Position w = law_.position(difference(t_, corner)(p_));
    if (w.side > 0) return;
    if (w.side < 0) {
      total_ += settled(question_, law_.mass(std::nullopt, last_), at_, true);
      done_ = true;
      return;
    }
    if (!w.u.is_finite()) return give_up(w.u);
    Ball from_here = w.u.lower(), slack(p_);
    for (int j = 1; j <= p_.n; ++j) {
      from_here = (w.u.lower() - Ball::from_binary64(std::ldexp(1.0, -j), p_)).lower();
      if (law_.first()) from_here = max(from_here, Ball(*law_.first(), p_)).lower();
      const Ball s = rest(from_here);
      const LossTails two_tails = second_.tails(near(s - (*third_.smallest)(p_)), p_);
      const LossTails three_tails = third_.tails(near(s - (*second_.smallest)(p_)), p_);
      slack = unsettled(
          question_, law_.mass(from_here, w.u.upper()),
          {two_tails.P_below * three_tails.P_below, two_tails.Q_below * three_tails.Q_below}, at_,
          true);
      if (slack.magnitude().log_approximate() < -kLn2 * static_cast<double>(tolerance_)) break;
    }
    total_ += settled(question_, law_.mass(from_here, last_), at_, true) + slack;
    last_ = from_here;
    settled_above_ = true;
  }

  void give_up(const Ball& unknown) {
    total_ = unknown;
    done_ = true;
  }

  /// Integrates between two points, using that the answer of the other two steps is monotone.
  Ball around(const Ball& a, const Ball& b) const {
    if (!continuous_) return capped(a, b);
    return Ball::hull(two_steps(near(rest(a))), two_steps(near(rest(b)))) *
           of_measure(law_.mass(a, b));
  }

  /// Stores the gaps around the corners. Returns false if the position of a corner is unknown.
  bool find_gaps() {
    const Ball margin =
        continuous_
            ? Ball::from_binary64(std::ldexp(1.0, -static_cast<int>(tolerance_ / 2 + 3)), p_)
            : Ball(p_);
    for (const Real& corner : corners(second_, third_)) {
      const NoiseLaw::Position w = law_.position(difference(t_, corner)(p_));
      if (w.side != 0) continue;
      if (!w.u.is_finite()) {
        give_up(w.u);
        return false;
      }
      if (settled_above_ && certainly_at_most(*last_, w.u.lower())) continue;
      Ball left = (w.u - margin).lower(), right = (w.u + margin).upper();
      if (law_.first()) left = max(left, Ball(*law_.first(), p_)).lower();
      if (last_) right = min(right, *last_).upper();
      gaps_.push_back({left, right});
    }
    std::sort(gaps_.begin(), gaps_.end(),
              [](const Gap& a, const Gap& b) { return certainly_less(a.from, b.from); });
    return true;
  }

  /// Truncates the far parts. Returns the start of the integral, and stores its end as the last gap.
  Ball cut_reach() {
    const auto [low, high] = law_.reach(cut_.value_or(tolerance_ + 10));
    Ball from = law_.first() ? Ball(*law_.first(), p_) : Ball::from_binary64(low, p_);
    Ball to = last_ ? *last_ : Ball::from_binary64(high, p_);
    if (!law_.first() && !gaps_.empty()) from = min(from, gaps_.front().from - 1).lower();
    if (!last_ && !gaps_.empty()) to = max(to, gaps_.back().to + 1).upper();
    if (!law_.first()) total_ += capped(std::nullopt, from);
    if (!last_) total_ += capped(to, std::nullopt);
    if (!law_.first() && certainly_less(to, from)) from = to - 1;
    gaps_.push_back({to, to});
    return from;
  }

  /// Integrates between two gaps, where the integrand is analytic.
  Ball smooth(const Ball& from, const Ball& to) const {
    const Ball middle = ((from + to) / 2).midpoint();
    const ContinuedTwo inner(second_, third_, question_, rest(middle), p_, cut_);
    return integral(
        [&](const ComplexBall& u, bool analytic) {
          poll_();
          const ComplexBall s = ComplexBall(at_) - law_.loss(u, analytic);
          // If the ball of the argument is wide, the answer cannot be more accurate than the argument.
          const double width =
              std::max(s.real().radius().log_approximate(), s.imag().radius().log_approximate()) /
              kLn2;
          const auto goal =
              static_cast<long>(std::clamp(8 - width, 6.0, static_cast<double>(tolerance_) + 8));
          return inner.value(s, analytic, goal) * law_.density(under_Q(question_), u);
        },
        from, to, tolerance_, p_);
  }

  const Step &first_, &second_, &third_;
  const NoiseLaw& law_;
  Question question_;
  const Real& t_;
  Ball at_;
  long tolerance_;
  Bits p_;
  const Poll& poll_;
  std::optional<long> cut_;
  bool continuous_, settled_above_ = false, done_ = false;
  std::optional<Ball> last_;  ///< end of the integral over u; nothing if it is infinite
  Ball total_;
  std::vector<Gap> gaps_;
};

}  // namespace

Ball three(const std::vector<Step>& steps, Question question, const Real& t, long tolerance, Bits p,
           const Poll& poll, std::optional<long> cut) {
  return Three(steps, question, t, tolerance, p, poll, cut).run();
}

}  // namespace plumbline::direct
