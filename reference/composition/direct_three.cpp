#include "reference/composition/direct_three.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/integral.hpp"

namespace plumbline::direct {
namespace {

using ComplexMass = std::pair<ComplexBall, ComplexBall>;  // P, Q

/// As in two steps: the answer where the inner loss surely exceeds its threshold, or surely not.
ComplexBall settled(Question question, const ComplexMass& m, const ComplexBall& t, bool all_above) {
  const ComplexBall x = exp(t), zero(t.precision());
  switch (question) {
    case Question::delta:
      return all_above ? m.second - x * m.first : zero;
    case Question::one_minus_delta:
      return all_above ? x * m.first : m.second;
    case Question::excess:
      return all_above ? zero : x * m.first - m.second;
    case Question::P_above:
      return all_above ? m.first : zero;
    case Question::Q_above:
      return all_above ? m.second : zero;
    case Question::P_below:
      return all_above ? zero : m.first;
    case Question::Q_below:
      return all_above ? zero : m.second;
  }
  return ComplexBall(Ball::indeterminate(t.precision()));
}

enum class Side { settled_above, settled_below, between };

// BOUND(DIRECT-THREE)
// Statement.  On an interval of thresholds s that contains no sum of end points of the two losses,
//             the answer of two steps is analytic in s, and its continuation is, with w1 and w2 the
//             continued positions of s - largest and s - smallest (where inside the range of u):
//             settled masses below w1 and above w2, the outer atoms, and the integral of the
//             continued inner answer along the segment from w1 (or the first u) to w2 (or the
//             last). Infinite ends are cut: |answer| <= |tail_Q| + |e^s||tail_P| there, by
//             NOISE-COMPLEX. Where the inner lower tail is flat, the part of the segment next to w2
//             is integrated over y = s - l(u), du = -dy/l'(u), from the smallest inner loss on, and
//             the first part of that, settled, is off by at most that bound of the two lower tails,
//             provided that Re(e^y dy/dv) > 0 on it, so that e^y - e^smallest stays in the right
//             half plane and the tail is analytic. Around a sum of end points, every answer is
//             monotone in s: the answers at both sides bound it there.
// Proof.      For real s this is DIRECT-TWO; every term is analytic where the ball evaluation says
//             so, and identities between analytic functions continue. e^y - e^smallest = int_0^v
//             e^y (dy/dv) dv.
// Source.     This project's.
class Two {
 public:
  Two(const Step& outer, const Step& inner, Question question, const Ball& inside, Bits p)
      : outer_(outer), inner_(inner), law_(*outer.noise), question_(question), p_(p) {
    if (inner.largest) side_low_ = side_of(inside - (*inner.largest)(p));
    if (inner.smallest) side_high_ = side_of(inside - (*inner.smallest)(p));
    for (const NoiseLaw::Atom& atom : law_.atoms()) {
      const Ball s = inside - atom.loss(p);
      Side side = Side::between;
      if (inner.largest) {
        const Ball top = (*inner.largest)(p);
        if (certainly_less(top, s)) side = Side::settled_below;
        if (!certainly_less(top, s) && !certainly_less(s, top)) decided_ = false;
      }
      if (inner.smallest) {
        const Ball bottom = (*inner.smallest)(p);
        if (certainly_less(s, bottom)) side = Side::settled_above;
        if (!certainly_less(s, bottom) && !certainly_less(bottom, s)) decided_ = false;
      }
      const NoiseMass m = atom.mass(p);
      atoms_.push_back({atom.loss(p), {ComplexBall(m.P), ComplexBall(m.Q)}, side});
    }
  }

  ComplexBall value(const ComplexBall& s, bool analytic, long tolerance) const {
    if (!decided_) return indeterminate();
    const ComplexBall e = exp(s);
    ComplexBall total(p_);
    for (const Atom& atom : atoms_) {
      const ComplexBall at = s - ComplexBall(atom.loss);
      const ComplexBall weight = under_Q(question_) ? atom.mass.second : atom.mass.first;
      total = total + (atom.side == Side::between
                           ? weight * continued(*inner_.noise, question_, at, analytic)
                           : settled(question_, atom.mass, s, atom.side == Side::settled_above));
    }
    const auto end = [&](const std::optional<Rational>& u) {
      return u ? std::optional<ComplexBall>(ComplexBall(Ball(*u, p_))) : std::nullopt;
    };
    std::optional<ComplexBall> start = end(law_.first()), stop = end(law_.last());
    if (inner_.largest && side_low_ >= 0) {
      if (side_low_ > 0)
        return total + settled(question_, law_.continued_mass(start, stop), s, false);
      const ComplexBall w =
          law_.continued_position(s - ComplexBall((*inner_.largest)(p_)), analytic);
      total = total + settled(question_, law_.continued_mass(start, w), s, false);
      start = w;
    }
    bool flat = false;
    if (inner_.smallest && side_high_ <= 0) {
      if (side_high_ < 0) {
        return total + settled(question_, law_.continued_mass(start, stop), s, true);
      }
      const ComplexBall w =
          law_.continued_position(s - ComplexBall((*inner_.smallest)(p_)), analytic);
      total = total + settled(question_, law_.continued_mass(w, stop), s, true);
      stop = w;
      flat = inner_.noise->flat_edge();
    }
    const auto [low, high] = law_.reach(tolerance + 20);
    UpperBound beyond;
    const auto cut = [&](const std::optional<ComplexBall>& a, const std::optional<ComplexBall>& b,
                         const Ball& at) {
      const ComplexMass m = law_.continued_mass(a, b);
      const Ball near = law_.loss(ComplexBall(at), false).real();
      const Ball far = outer_.smallest ? (*outer_.smallest)(p_) : near;
      const UpperBound tail = inner_.noise->tail_bound(s - ComplexBall(Ball::hull(near, far)));
      const UpperBound P = m.first.magnitude() * tail, Q = m.second.magnitude() * tail;
      beyond = beyond + (under_Q(question_) ? Q + e.magnitude() * P : P);
    };
    // A start far out on the left (s near the sum of the largest and the smallest loss) would cost
    // much and give nothing.
    const Ball reach = Ball::from_binary64(low, p_);
    if (start && certainly_less(start->real(), reach - 1)) {
      if (stop && !certainly_less(reach, stop->real())) {
        if (!certainly_less(stop->real(), reach)) return indeterminate();
        beyond = beyond + far_out(s, *start, *stop);
        return widen(total, beyond);
      }
      beyond = beyond + far_out(s, *start, ComplexBall(reach));
      start = ComplexBall(reach);
    }
    if (!start) {
      double at = low;
      if (stop) at = std::min(at, stop->real().approximate() - 1);
      if (!std::isfinite(at)) return indeterminate();
      start = ComplexBall(Ball::from_binary64(at, p_));
      cut(std::nullopt, start, start->real());
    }
    if (!stop) {
      double at = high;
      at = std::max(at, start->real().approximate() + 1);
      if (!std::isfinite(at)) return indeterminate();
      stop = ComplexBall(Ball::from_binary64(at, p_));
      cut(stop, std::nullopt, stop->real());
    }
    if (flat) {
      // The upper part of the segment is integrated in y = s - l(u) instead, from the inner edge
      // on: there the distance to the edge keeps its relative accuracy.
      const Ball edge = (*inner_.smallest)(p_), y_range = s.real().midpoint() - edge;
      const Ball loss = outer_.smallest ? ((*outer_.smallest)(p_) + y_range) / 2 : y_range - 1;
      const NoiseLaw::Position split = law_.position(loss);
      if (split.side != 0 || !split.u.is_finite()) return indeterminate();
      const ComplexBall at(split.u.midpoint());
      total = total + near_edge(s, ComplexBall(edge), at, *stop, tolerance, beyond);
      stop = at;
    }
    const ComplexBall length = *stop - *start;
    if (!beyond.is_finite()) return indeterminate();
    const ComplexBall middle = complex_integral(
        [&](const ComplexBall& v, bool) {
          // Analytic in v and in s alike.
          const ComplexBall u = *start + length * v;
          return continued(*inner_.noise, question_, s - law_.loss(u, true), true) *
                 law_.density(under_Q(question_), u) * length;
        },
        Ball(p_), Ball::integer(1, p_), tolerance, p_, kEvaluations);
    return widen(total + middle, beyond);
  }

 private:
  static constexpr long kEvaluations = 1000;
  struct Atom {
    Ball loss;
    ComplexMass mass;
    Side side;
  };

  /// A bound of the integral from a to b, by the largest value near the segment.
  UpperBound far_out(const ComplexBall& s, const ComplexBall& a, const ComplexBall& b) const {
    const Ball unit = Ball::hull(Ball(p_), Ball::integer(1, p_));
    const ComplexBall u = a + (b - a) * unit, y = s - law_.loss(u, true);
    const UpperBound tail = inner_.noise->tail_bound(y);
    const UpperBound value = under_Q(question_) ? tail + exp(y).magnitude() * tail : tail;
    return (b - a).magnitude() * value * law_.density(under_Q(question_), u).magnitude();
  }

  /// The part of the integral from u = at to the inner edge at u = stop.
  ComplexBall near_edge(const ComplexBall& s, const ComplexBall& edge, const ComplexBall& at,
                        const ComplexBall& stop, long tolerance, UpperBound& beyond) const {
    const Ball zero(p_), one = Ball::integer(1, p_);
    const ComplexBall length = s - law_.loss(at, true) - edge;
    const auto outer_at = [&](const ComplexBall& y) {
      return law_.continued_position(s - y, true);
    };
    Ball eta = one;
    UpperBound slack = UpperBound::infinite();
    for (int j = 1; j <= p_.n; ++j) {
      eta = Ball::from_binary64(std::ldexp(1.0, -j), p_);
      const ComplexBall y = edge + length * Ball::hull(zero, eta), u = outer_at(y);
      if (!certainly_positive((exp(y) * length).real())) continue;
      slack = length.magnitude() * UpperBound::of(eta) * inner_.noise->edge_bound(y) *
              (law_.density(under_Q(question_), u) / law_.slope(u)).magnitude();
      if (under_Q(question_)) slack = slack * (UpperBound::of(one) + exp(y).magnitude());
      if (slack.log_approximate() < -0.6931 * static_cast<double>(tolerance + 4)) break;
    }
    beyond = beyond + slack;
    const ComplexBall settled_from = outer_at(edge + length * eta);
    return settled(question_, law_.continued_mass(settled_from, stop), s, true) +
           complex_integral(
               [&](const ComplexBall& v, bool) {
                 const ComplexBall y = edge + length * v, u = outer_at(y);
                 return continued(*inner_.noise, question_, y, true) *
                        law_.density(under_Q(question_), u) / law_.slope(u) * length;
               },
               eta, one, tolerance, p_, kEvaluations);
  }

  /// Where the outer loss x lies: below its range (-1), inside, or above (+1).
  int side_of(const Ball& x) {
    int side = 0;
    for (const auto& [end, sign] : {std::pair(outer_.smallest, -1), std::pair(outer_.largest, 1)}) {
      if (!end) continue;
      const Ball away = (x - (*end)(p_)) * sign;
      if (certainly_positive(away)) side = sign;
      if (!certainly_positive(away) && !certainly_negative(away)) decided_ = false;
    }
    return side;
  }

  ComplexBall indeterminate() const { return ComplexBall(Ball::indeterminate(p_)); }

  const Step& outer_;
  const Step& inner_;
  const NoiseLaw& law_;
  Question question_;
  Bits p_;
  int side_low_ = -1, side_high_ = +1;
  bool decided_ = true;
  std::vector<Atom> atoms_;
};

/// All sums of one end of each loss: where the answer of two steps is not analytic.
std::vector<Real> corners(const Step& a, const Step& b) {
  std::vector<Real> out;
  for (const auto& x : {a.smallest, a.largest}) {
    for (const auto& y : {b.smallest, b.largest}) {
      if (x && y) out.push_back(difference(*x, -*y));
    }
  }
  return out;
}

}  // namespace

Ball three(const std::vector<Step>& steps, Question question, const Real& t, long tolerance, Bits p,
           const Poll& poll) {
  const Step &first = steps[0], &second = steps[1], &third = steps[2];
  const NoiseLaw& law = *first.noise;
  const Ball at = t(p);
  Ball total(p);
  for (const NoiseLaw::Atom& atom : law.atoms()) {
    const NoiseMass m = atom.mass(p);
    total += two(second, third, question, difference(t, atom.loss), p, poll) *
             (under_Q(question) ? m.Q : m.P);
  }
  const auto capped = [&](const std::optional<Ball>& a, const std::optional<Ball>& b) {
    return Ball::hull(Ball(p), cap(question, law.mass(a, b), at).upper());
  };
  // Both others surely exceed their smallest losses: from a little before that on, the answer is
  // settled up to P(S <= s) <= P(L2 <= s - smallest3) P(L3 <= s - smallest2).
  std::optional<Ball> last = law.last() ? std::optional<Ball>(Ball(*law.last(), p)) : std::nullopt;
  bool settled_above = false;
  if (second.smallest && third.smallest) {
    const Real corner = difference(*second.smallest, -*third.smallest);
    const NoiseLaw::Position w = law.position(difference(t, corner)(p));
    if (w.side < 0) return total + settled(question, law.mass(std::nullopt, last), at, true);
    if (w.side == 0) {
      if (!w.u.is_finite()) return w.u;
      Ball cut = w.u.lower(), slack(p);
      for (int j = 1; j <= p.n; ++j) {
        cut = (w.u.lower() - Ball::from_binary64(std::ldexp(1.0, -j), p)).lower();
        if (law.first()) cut = max(cut, Ball(*law.first(), p)).lower();
        const Ball s = at - law.loss(ComplexBall(cut), false).real();
        const LossTails two_tails = second.tails(near(s - (*third.smallest)(p)), p);
        const LossTails three_tails = third.tails(near(s - (*second.smallest)(p)), p);
        slack = unsettled(
            question, law.mass(cut, w.u.upper()),
            {two_tails.P_below * three_tails.P_below, two_tails.Q_below * three_tails.Q_below}, at,
            true);
        if (slack.magnitude().log_approximate() < -0.6931 * static_cast<double>(tolerance)) break;
      }
      total += settled(question, law.mass(cut, last), at, true) + slack;
      last = cut;
      settled_above = true;
    }
  }
  // A corner made by a flat edge is singular, but the answer is continuous there.
  const bool continuous = second.noise->flat_edge() || third.noise->flat_edge();
  // Between two points, by the monotone answer of the other two steps at both.
  const auto around = [&](const Ball& a, const Ball& b) {
    const auto answer = [&](const Ball& u) {
      return two(second, third, question, near(at - law.loss(ComplexBall(u), false).real()), p,
                 poll);
    };
    const NoiseMass m = law.mass(a, b);
    if (!continuous) return capped(a, b);
    return Ball::hull(answer(a), answer(b)) * (under_Q(question) ? m.Q : m.P);
  };
  // Exact points around each corner; between them the integrand is analytic.
  struct Gap {
    Ball from, to;
  };
  std::vector<Gap> gaps;
  const Ball margin =
      continuous ? Ball::from_binary64(std::ldexp(1.0, -static_cast<int>(tolerance / 2 + 3)), p)
                 : Ball(p);
  for (const Real& corner : corners(second, third)) {
    const NoiseLaw::Position w = law.position(difference(t, corner)(p));
    if (w.side != 0) continue;
    if (!w.u.is_finite()) return w.u;
    if (settled_above && certainly_at_most(*last, w.u.lower())) continue;
    Ball left = (w.u - margin).lower(), right = (w.u + margin).upper();
    if (law.first()) left = max(left, Ball(*law.first(), p)).lower();
    if (last) right = min(right, *last).upper();
    gaps.push_back({left, right});
  }
  std::sort(gaps.begin(), gaps.end(),
            [](const Gap& a, const Gap& b) { return certainly_less(a.from, b.from); });
  const auto [low, high] = law.reach(tolerance + 10);
  Ball from = law.first() ? Ball(*law.first(), p) : Ball::from_binary64(low, p);
  Ball to = last ? *last : Ball::from_binary64(high, p);
  if (!law.first() && !gaps.empty()) from = min(from, gaps.front().from - 1).lower();
  if (!last && !gaps.empty()) to = max(to, gaps.back().to + 1).upper();
  if (!law.first()) total += capped(std::nullopt, from);
  if (!last) total += capped(to, std::nullopt);
  if (!law.first() && certainly_less(to, from)) from = to - 1;
  gaps.push_back({to, to});
  for (const Gap& gap : gaps) {
    if (certainly_less(from, gap.from)) {
      const Ball middle = ((from + gap.from) / 2).midpoint();
      const Ball inside = at - law.loss(ComplexBall(middle), false).real();
      const Two inner(second, third, question, inside, p);
      total += integral(
          [&](const ComplexBall& u, bool analytic) {
            poll();
            const ComplexBall s = ComplexBall(at) - law.loss(u, analytic);
            // A wide argument deserves no more accuracy than it has.
            const double width =
                std::max(s.real().radius().log_approximate(), s.imag().radius().log_approximate()) /
                0.6931;
            const auto goal =
                static_cast<long>(std::clamp(8 - width, 6.0, static_cast<double>(tolerance) + 8));
            return inner.value(s, analytic, goal) * law.density(under_Q(question), u);
          },
          from, gap.from, tolerance, p);
    }
    if (certainly_less(from, gap.to)) {
      // No part twice: gaps may overlap.
      const Ball left = max(from, gap.from).lower();
      if (certainly_less(left, gap.to)) total += around(left, gap.to);
      from = gap.to;
    }
  }
  return total;
}

}  // namespace plumbline::direct
