#include "reference/engines/direct/direct_continued.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/integral.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/direct/settled.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::direct {
namespace {

constexpr long kEvaluations = 1000;  // maximum number of integrand values per integral

}  // namespace

ContinuedTwo::ContinuedTwo(const Step& outer, const Step& inner, Question question,
                           const Ball& inside, Bits p, std::optional<long> cut)
    : outer_(outer), inner_(inner), law_(*outer.noise), question_(question), p_(p), cut_(cut) {
  if (inner.largest) side_low_ = side_of(inside - (*inner.largest)(p));
  if (inner.smallest) side_high_ = side_of(inside - (*inner.smallest)(p));
  for (const NoiseLaw::Atom& atom : law_.atoms()) {
    const Ball s = inside - atom.loss(p);
    Settled known = Settled::open;
    if (inner.largest) {
      const Ball top = (*inner.largest)(p);
      if (certainly_less(top, s)) known = Settled::below;
      if (!certainly_less(top, s) && !certainly_less(s, top)) decided_ = false;
    }
    if (inner.smallest) {
      const Ball bottom = (*inner.smallest)(p);
      if (certainly_less(s, bottom)) known = Settled::above;
      if (!certainly_less(s, bottom) && !certainly_less(bottom, s)) decided_ = false;
    }
    const NoiseMass m = atom.mass(p);
    atoms_.push_back({atom.loss(p), {ComplexBall(m.P), ComplexBall(m.Q)}, known});
  }
}

// BOUND(DIRECT-THREE)
// Statement.  A(s), the answer of two steps, is analytic in s on an interval of thresholds that contains no sum of
//             end points of the two losses. Consider a rectangle of the s-plane that meets the interval. Each of the
//             following terms that applies is analytic in s on the rectangle, and their sum continues A:
//             (a) for each outer atom, its mass times the continued inner answer or, if the inner loss is surely on
//             one side, the settled contribution of its masses at s;
//             (b) the settled masses below w1 and above w2, where w1, w2 are the continued positions u at which l(u)
//             is s - largest and s - smallest inner loss, if on the interval they are inside the range of u;
//             (c) the integral of the continued inner answer along the segment from w1 (else the first u, else an
//             exact point) to w2 (else the last u, else an exact point);
//             (d) the cut parts beyond such an exact point c. Let m_P, m_Q be the outer masses there and tail a bound
//             of the inner tails at s - l(u) for all real u beyond c. These parts are at most
//                 tail m_P under P,   tail (m_Q + |e^s| m_P) under Q;
//             (e) if w1 lies far on the left, the integral from w1 to an exact point, which is at most the distance
//             times the largest integrand on a rectangle around the segment;
//             (f) if the inner lower tails are flat at the smallest loss, the part of the segment next to w2,
//             integrated over y = s - l(u) = smallest + length v, 0 <= v <= 1, du = -dy/l'(u). Its first part v <=
//             eta is counted as settled, with an error of at most
//                 eta |length| max |density/l'| (1 + |e^y|) EDGE       under Q (without 1 + |e^y|
//                 under P),
//             where EDGE is the bound of the lower tails by NOISE-COMPLEX. For three steps, the answer is integrated
//             over u of the first step. In a gap around a sum of end points, it lies between the two-step answers at
//             both sides, or between 0 and cap(). Beyond the reach, it lies between 0 and cap(). For u from which both
//             other losses exceed their smallest loss, surely or up to a small probability, the answer is settled with
//             an error of at most unsettled(), where
//                 P(S <= s) <= P(L2 <= s - smallest3) P(L3 <= s - smallest2)   and the same under
//                 Q.
// Needs.      (1) No corner lies in the interval: three() cuts at all corners, and side_of and decided_ check the
//             sides at a point of the interval. (2) Every integrand is analytic on the whole rectangle: each is
//             evaluated with `analytic`, which is indeterminate otherwise. In (d) this is checked by
//             analytic_rightwards (low end) and entire (high end), in (e) by analytic_at, and in (f) by Re(e^y dy/dv)
//             > 0. If a check fails, `beyond` is infinite and the answer indeterminate. (3) The bound in (d) holds
//             for all u beyond c: the range of losses, or a strip_bound if this range is infinite.
// Proof.      On the interval, for real s, the statement is DIRECT-TWO on a real path. Each term is analytic in s on
//             the rectangle, which is convex: (a) and (b) by evaluation; (c) and (f) as integrals over a fixed
//             interval of v of functions analytic in (s, v). For (d), the integrand is analytic in s for each real u
//             beyond c, and all integrands are bounded, locally uniformly in s, by tail times (density of Q + |e^s|
//             density of P). This function is integrable, with the integral tail (m_Q + |e^s| m_P): Morera's and
//             Fubini's theorems apply. Here |answer| <= |tail_Q| + |e^s| |tail_P| for each question, and e^{s - l} dQ
//             = e^s dP. For the low end u < c the arguments are s - l(c) + r, r >= 0. For the high end they are s -
//             l(c) - r; there is no such end if the inner step has a smallest loss. So the sum is the continuation of
//             A (identity theorem), and the points c may differ from rectangle to rectangle.
//
//             For (f), e^y - e^smallest = int_0^v e^y (dy/dv) dv has a positive real part. So the logarithm in the
//             tails is analytic, and each answer is settled plus at most the two lower tails there, the second times
//             e^y.
//
//             Answers are monotone in s, which gives the bounds in a gap. S <= s implies L2 <= s - smallest3 and L3
//             <= s - smallest2, which are independent events.
// Source.     This project's.
ComplexBall ContinuedTwo::value(const ComplexBall& s, bool analytic, long tolerance) const {
  if (!decided_) return indeterminate();
  OpenStretch part{of_atoms(s, analytic), end(law_.first()), end(law_.last())};
  settle_ends(s, analytic, &part);
  if (part.settled) return part.total;
  if (!cut_ends(s, tolerance, &part) || !part.beyond.is_finite()) return indeterminate();
  if (part.settled) return widen(part.total, bound<"DIRECT-THREE">(part.beyond));
  if (part.flat && !take_flat_edge(s, tolerance, &part)) return indeterminate();
  if (!part.beyond.is_finite()) return indeterminate();
  const ComplexBall start = *part.start, length = *part.stop - start;
  const ComplexBall middle = complex_integral(
      [&](const ComplexBall& v, bool) {
        // This u is analytic in v and in s.
        const ComplexBall u = start + length * v;
        return continued(*inner_.noise, question_, s - law_.loss(u, true), true) *
               law_.density(under_Q(question_), u) * length;
      },
      Ball(p_), Ball::integer(1, p_), tolerance, p_, kEvaluations);
  return widen(part.total + middle, bound<"DIRECT-THREE">(part.beyond));
}

ComplexBall ContinuedTwo::settled(Question question, const ComplexMass& m, const ComplexBall& t,
                                  bool all_above) {
  return settled_answer(question, m.first, m.second, exp(t), all_above);
}

ComplexBall ContinuedTwo::of_atoms(const ComplexBall& s, bool analytic) const {
  ComplexBall total(p_);
  for (const Atom& atom : atoms_) {
    const ComplexBall at = s - ComplexBall(atom.loss);
    const ComplexBall weight = under_Q(question_) ? atom.mass.second : atom.mass.first;
    total = total + (atom.known == Settled::open
                         ? weight * continued(*inner_.noise, question_, at, analytic)
                         : settled(question_, atom.mass, s, atom.known == Settled::above));
  }
  return total;
}

void ContinuedTwo::settle_ends(const ComplexBall& s, bool analytic, OpenStretch* part) const {
  const auto edge = [&](const Real& loss) {
    return law_.continued_position(s - ComplexBall(loss(p_)), analytic);
  };
  const auto settle = [&](const std::optional<ComplexBall>& from,
                          const std::optional<ComplexBall>& to, bool above) {
    part->total = part->total + settled(question_, law_.continued_mass(from, to), s, above);
  };
  if (inner_.largest && side_low_ >= 0) {
    part->settled = side_low_ > 0;
    if (part->settled) return settle(part->start, part->stop, false);
    const ComplexBall w = edge(*inner_.largest);
    settle(part->start, w, false);
    part->start = w;
  }
  if (inner_.smallest && side_high_ <= 0) {
    part->settled = side_high_ < 0;
    if (part->settled) return settle(part->start, part->stop, true);
    const ComplexBall w = edge(*inner_.smallest);
    settle(w, part->stop, true);
    part->stop = w;
    part->flat = inner_.noise->flat_edge();
  }
}

UpperBound ContinuedTwo::beyond_cut(const ComplexBall& s, const std::optional<ComplexBall>& a,
                                    const std::optional<ComplexBall>& b, const Ball& at) const {
  const ComplexMass m = law_.continued_mass(a, b);
  const UpperBound tail = tail_beyond(s, at, !a);
  const UpperBound P = m.first.magnitude() * tail, Q = m.second.magnitude() * tail;
  return under_Q(question_) ? Q + exp(s).magnitude() * P : P;
}

bool ContinuedTwo::cut_ends(const ComplexBall& s, long tolerance, OpenStretch* part) const {
  const auto [low, high] = law_.reach(cut_.value_or(tolerance + 20));
  const Ball reach = Ball::from_binary64(low, p_);
  std::optional<ComplexBall>&start = part->start, &stop = part->stop;
  // A start far to the left occurs if s is near the sum of the smallest outer and the largest inner loss. Integration
  // from there would be expensive, and the part of the integral there is negligible.
  if (start && certainly_less(start->real(), reach - 1)) {
    const bool all = stop && !certainly_less(reach, stop->real());
    if (all && !certainly_less(stop->real(), reach)) return false;
    part->settled = all;
    part->beyond = part->beyond + far_out(s, *start, all ? *stop : ComplexBall(reach));
    if (all) return true;
    start = ComplexBall(reach);
  }
  if (!start) {
    const double at = stop ? std::min(low, stop->real().approximate() - 1) : low;
    if (!std::isfinite(at)) return false;
    start = ComplexBall(Ball::from_binary64(at, p_));
    part->beyond = part->beyond + beyond_cut(s, std::nullopt, start, start->real());
  }
  if (!stop) {
    const double at = std::max(high, start->real().approximate() + 1);
    if (!std::isfinite(at)) return false;
    stop = ComplexBall(Ball::from_binary64(at, p_));
    part->beyond = part->beyond + beyond_cut(s, stop, std::nullopt, stop->real());
  }
  return true;
}

bool ContinuedTwo::take_flat_edge(const ComplexBall& s, long tolerance, OpenStretch* part) const {
  const Ball edge = (*inner_.smallest)(p_), y_range = s.real().midpoint() - edge;
  const Ball loss = outer_.smallest ? ((*outer_.smallest)(p_) + y_range) / 2 : y_range - 1;
  const NoiseLaw::Position split = law_.position(loss);
  if (split.side != 0 || !split.u.is_finite()) return false;
  const ComplexBall at(split.u.midpoint());
  part->total =
      part->total + near_edge(s, ComplexBall(edge), at, *part->stop, tolerance, part->beyond);
  part->stop = at;
  return true;
}

UpperBound ContinuedTwo::tail_beyond(const ComplexBall& s, const Ball& c, bool below) const {
  const Ball nearest = law_.loss(ComplexBall(c), false).real();
  const NoiseLaw& inner = *inner_.noise;
  const bool analytic =
      below ? inner.analytic_rightwards(s - ComplexBall(nearest)) : inner.entire();
  if (!analytic) return UpperBound::infinite();
  const std::optional<Real>& end = below ? outer_.smallest : outer_.largest;
  if (!end) return inner.strip_bound(s.imag());
  return inner.tail_bound(s - ComplexBall(Ball::hull(nearest, (*end)(p_))));
}

UpperBound ContinuedTwo::far_out(const ComplexBall& s, const ComplexBall& a,
                                 const ComplexBall& b) const {
  const Ball unit = Ball::hull(Ball(p_), Ball::integer(1, p_));
  const ComplexBall u = a + (b - a) * unit, y = s - law_.loss(u, true);
  if (!inner_.noise->analytic_at(y)) return UpperBound::infinite();
  const UpperBound tail = inner_.noise->tail_bound(y);
  const UpperBound value = under_Q(question_) ? tail + exp(y).magnitude() * tail : tail;
  return (b - a).magnitude() * value * law_.density(under_Q(question_), u).magnitude();
}

ComplexBall ContinuedTwo::near_edge(const ComplexBall& s, const ComplexBall& edge,
                                    const ComplexBall& at, const ComplexBall& stop, long tolerance,
                                    UpperBound& beyond) const {
  const Ball zero(p_), one = Ball::integer(1, p_);
  const ComplexBall length = s - law_.loss(at, true) - edge;
  const auto outer_at = [&](const ComplexBall& y) { return law_.continued_position(s - y, true); };
  Ball eta = one;
  UpperBound slack = UpperBound::infinite();
  for (int j = 1; j <= p_.n; ++j) {
    eta = Ball::from_binary64(std::ldexp(1.0, -j), p_);
    const ComplexBall y = edge + length * Ball::hull(zero, eta), u = outer_at(y);
    if (!certainly_positive((exp(y) * length).real())) continue;
    slack = length.magnitude() * UpperBound::of(eta) * inner_.noise->edge_bound(y) *
            (law_.density(under_Q(question_), u) / law_.slope(u)).magnitude();
    if (under_Q(question_)) slack = slack * (UpperBound::of(one) + exp(y).magnitude());
    if (slack.log_approximate() < -kLn2 * static_cast<double>(tolerance + 4)) break;
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

int ContinuedTwo::side_of(const Ball& x) {
  int side = 0;
  for (const auto& [end, sign] : {std::pair(outer_.smallest, -1), std::pair(outer_.largest, 1)}) {
    if (!end) continue;
    const Ball away = (x - (*end)(p_)) * sign;
    if (certainly_positive(away)) side = sign;
    if (!certainly_positive(away) && !certainly_negative(away)) decided_ = false;
  }
  return side;
}

}  // namespace plumbline::direct
