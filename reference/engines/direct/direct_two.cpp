#include "reference/engines/direct/direct_two.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/integral.hpp"
#include "reference/engines/direct/settled.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline::direct {
namespace {

// BOUND(DIRECT-TWO)
// Statement.  Let u carry the continuous part of the outer step, with the loss l(u), and let s = t - l(u). The answer
//             for both steps is the sum over the outer atoms of their mass times the inner answer, plus the integral
//             of the inner answer over u. The masses of the atoms and the integral are those under Q for delta, 1 -
//             delta, excess and the Q-tails, and those under P for the P-tails.
//             (a) Let the inner loss surely exceed s for u > w (or surely be at most s for u < w). Let U be a set
//             that ends at w, with outer masses m_P, m_Q, such that for u in U the inner P- and Q-masses on the other
//             side of s are at most r_P, r_Q. Then the integral over U is that of a loss surely above s (surely not
//             above s), settled(), up to
//                 e^t m_P r_P    for delta, 1 - delta, excess, above,
//                 m_Q r_Q        for these, below,
//                 m_P r_P or m_Q r_Q   for the tails.
//             This error has one sign: it is positive for delta and excess, and negative for 1 - delta. For the upper
//             tails it is negative above and positive below; for the lower tails the reverse holds.
//             (b) Over a set of outer masses m_P, m_Q the integral is between 0 and
//                 min(m_Q, e^t m_P)  for 1 - delta,   e^t m_P  for excess,
//                 m_Q or m_P  for delta and the tails.
//             (c) Between these sets, the inner answer is analytic in u: integral() encloses its integral.
// Needs.      The position w at which s is the largest or smallest inner loss: checked (if it is indeterminate, so is
//             the answer). u is monotone in the loss: the caller, by NoiseLaw.
// Proof.      E_P[g(S)] = E_outer E_inner under P, and e^S = e^l e^L. With (x)_+,
//                 delta     = E_P(e^L - e^s)_+,   settled above: Q - e^s P, below: 0,
//                 excess    = E_P(e^s - e^L)_+,   settled above: 0, below: e^s P - Q,
//                 1 - delta = E_P min(e^L, e^s),  settled above: e^s P, below: Q.
//             Above, all three differ from the settled answer by E(e^s - e^L)_+ <= e^s P(L <= s), because (x)_+ = x +
//             (-x)_+. Below, they differ by E(e^L - e^s)_+ <= Q(L > s). Moreover int e^{t-l} dQ_outer = e^t P_outer.
//             The masses on the other side of s are monotone in s, so their values at the end of U bound them on U.
//             For (b), 0 <= delta, 1 - delta, tails <= 1, and 1 - delta, excess <= e^s.
// Source.     Elementary; the integral is that of arithmetic/integral.hpp.
class Continuous {
 public:
  Continuous(const Step& outer, const Step& inner, Question question, const Real& t, Bits p,
             const Poll& poll, long cut)
      : inner_(inner),
        law_(*outer.noise),
        question_(question),
        t_(t(p)),
        real_t_(t),
        p_(p),
        cut_(cut),
        poll_(poll) {}

  Ball value() {
    Ball total(p_);
    // The ends of the part that remains to be integrated. A missing end is infinite.
    std::optional<Ball> start, end;
    if (law_.first()) start = Ball(*law_.first(), p_).lower();
    if (law_.last()) end = Ball(*law_.last(), p_).upper();
    if (inner_.largest) {
      const NoiseLaw::Position w = law_.position(difference(real_t_, *inner_.largest)(p_));
      if (w.side > 0) return settled(question_, law_.mass(start, end), t_, false);
      if (w.side == 0) {
        if (!w.u.is_finite()) return w.u;
        total += low_part(w.u, start);
      }
    }
    if (inner_.smallest) {
      const NoiseLaw::Position w = law_.position(difference(real_t_, *inner_.smallest)(p_));
      if (w.side < 0) return settled(question_, law_.mass(start, end), t_, true);
      if (w.side == 0) {
        if (!w.u.is_finite()) return w.u;
        total += high_part(w.u, start, end);
      }
    }
    return total + middle(start, end);
  }

 private:
  Real inner_threshold(const Ball& u) const {
    return near(t_ - law_.loss(ComplexBall(u), false).real());
  }

  /// Returns the contribution of all u below a cut, where the inner loss is at most its threshold. Stores the cut in
  /// `start`.
  Ball low_part(const Ball& w, std::optional<Ball>& start) {
    const Ball cut = w.upper();
    const LossTails tails = inner_.tails(inner_threshold(cut), p_);
    const Ball out =
        settled(question_, law_.mass(start, cut), t_, false) +
        unsettled(question_, law_.mass(w.lower(), cut), {tails.P_above, tails.Q_above}, t_, false);
    start = cut;
    return out;
  }

  /// Returns the contribution of all u above a cut, where the inner loss exceeds its threshold with probability almost
  /// 1; the result includes this error. Stores the cut in `end`. The inner tails may have an essential singularity at
  /// the smallest loss, with hardly any mass just above it. Therefore the cut is chosen below w; its distance from w
  /// affects only the cost.
  Ball high_part(const Ball& w, const std::optional<Ball>& start, std::optional<Ball>& end) {
    Ball cut = w.lower(), slack(p_);
    for (long j = 2; j <= p_.n; j += 2) {
      const Ball gap = power_of_two(j);
      Ball at = (w.lower() - gap).lower();
      if (start && certainly_less(at, *start)) at = *start;
      const LossTails tails = inner_.tails(inner_threshold(at), p_);
      const NoiseMass rest{tails.P_below, tails.Q_below};
      slack = unsettled(question_, law_.mass(at, w.upper()), rest, t_, true);
      cut = at;
      if (slack.magnitude().log_approximate() < -0.6931 * static_cast<double>(cut_)) break;
    }
    const Ball out = settled(question_, law_.mass(cut, end), t_, true) + slack;
    end = cut;
    return out;
  }

  Ball power_of_two(long j) const {
    return Ball::from_binary64(std::ldexp(1.0, -static_cast<int>(std::min(j, 1000L))), p_);
  }

  Ball middle(std::optional<Ball> start, std::optional<Ball> end) {
    Ball total(p_);
    const auto [low, high] = law_.reach(cut_);
    const auto remainder = [&](const std::optional<Ball>& a, const std::optional<Ball>& b) {
      const Ball most = cap(question_, law_.mass(a, b), t_).upper();
      return Ball::hull(Ball(p_), bound_number<"DIRECT-TWO">(most));
    };
    const Ball first = Ball::from_binary64(low, p_), last = Ball::from_binary64(high, p_);
    if (start && end && !certainly_less(*start, *end)) {
      return certainly_less(*end, *start) ? Ball::indeterminate(p_) : total;
    }
    const bool nothing =
        (end && !certainly_less(first, *end)) || (start && !certainly_less(*start, last));
    if (nothing) return remainder(start, end);
    if (!start || certainly_less(*start, first)) {
      total += remainder(start, first);
      start = first;
    }
    if (!end || certainly_less(last, *end)) {
      total += remainder(last, end);
      end = last;
    }
    const bool of_Q = under_Q(question_);
    const ComplexBall t{t_};
    return total +
           integral(
               [&](const ComplexBall& u, bool analytic) {
                 poll_();
                 const ComplexBall s = t - law_.loss(u, analytic);
                 return continued(*inner_.noise, question_, s, analytic) * law_.density(of_Q, u);
               },
               *start, *end, p_.n, p_);
  }

  const Step& inner_;
  const NoiseLaw& law_;
  Question question_;
  Ball t_;
  const Real& real_t_;
  Bits p_;
  long cut_;
  const Poll& poll_;
};

}  // namespace

ComplexBall continued(const NoiseLaw& law, Question question, const ComplexBall& s, bool analytic) {
  const auto tail = [&](Tail which) { return law.tail(which, s, analytic); };
  switch (question) {
    case Question::delta:
      return tail(Tail::Q_above) - exp(s) * tail(Tail::P_above);
    case Question::one_minus_delta:
      return tail(Tail::Q_below) + exp(s) * tail(Tail::P_above);
    case Question::excess:
      return exp(s) * tail(Tail::P_below) - tail(Tail::Q_below);
    case Question::P_above:
      return tail(Tail::P_above);
    case Question::P_below:
      return tail(Tail::P_below);
    case Question::Q_above:
      return tail(Tail::Q_above);
    case Question::Q_below:
      return tail(Tail::Q_below);
  }
  return ComplexBall(Ball::indeterminate(s.precision()));
}

Ball settled(Question question, const NoiseMass& m, const Ball& t, bool all_above) {
  return settled_answer(question, m.P, m.Q, exp(t), all_above);
}

Ball unsettled(Question question, const NoiseMass& m, const NoiseMass& rest, const Ball& t,
               bool all_above) {
  const Ball zero(t.precision());
  Ball size(t.precision());
  bool positive = true;
  switch (question) {
    case Question::delta:
    case Question::excess:
    case Question::one_minus_delta:
      // E(e^s - e^L)_+ <= e^s P(L <= s), and E(e^L - e^s)_+ <= Q(L > s)
      size = all_above ? exp(t) * m.P * rest.P : m.Q * rest.Q;
      positive = question != Question::one_minus_delta;
      break;
    case Question::P_above:
    case Question::P_below:
      size = m.P * rest.P;
      positive = (question == Question::P_below) == all_above;
      break;
    case Question::Q_above:
    case Question::Q_below:
      size = m.Q * rest.Q;
      positive = (question == Question::Q_below) == all_above;
      break;
  }
  const Ball top = bound_number<"DIRECT-TWO">(size.upper());
  return positive ? Ball::hull(zero, top) : Ball::hull(-top, zero);
}

Real near(const Ball& x) {
  return Real([x](Bits) { return x; });
}

bool under_Q(Question question) {
  return question != Question::P_above && question != Question::P_below;
}

Ball cap(Question question, const NoiseMass& mass, const Ball& t) {
  switch (question) {
    case Question::one_minus_delta:
      return min(mass.Q, exp(t) * mass.P);
    case Question::excess:
      return exp(t) * mass.P;
    default:
      return under_Q(question) ? mass.Q : mass.P;
  }
}

Real difference(const Real& t, const Real& a) {
  if (t.rational() && a.rational()) return Real(*t.rational() - *a.rational());
  return Real([t, a](Bits p) { return t(p) - a(p); });
}

Ball one(const Step& step, Question question, const Real& t, Bits p) {
  return from_tails(question, step.tails(t, p), t(p));
}

Ball two(const Step& outer, const Step& inner, Question question, const Real& t, Bits p,
         const Poll& poll, std::optional<long> cut) {
  Ball total = Continuous(outer, inner, question, t, p, poll, cut.value_or(p.n)).value();
  for (const NoiseLaw::Atom& atom : outer.noise->atoms()) {
    const NoiseMass m = atom.mass(p);
    total += one(inner, question, difference(t, atom.loss), p) * (under_Q(question) ? m.Q : m.P);
  }
  return total;
}

}  // namespace plumbline::direct
