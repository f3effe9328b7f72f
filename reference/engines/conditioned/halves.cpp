#include "reference/engines/conditioned/halves.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline::conditioned {
SplitSteps split_steps(const std::vector<Factor>& factors) {
  SplitSteps out;
  bool more = true;  // alternates which half receives one more step
  for (const Factor& f : factors) {
    const Rational half = floor(f.count / Rational(2)), rest = f.count - half;
    const Rational &a = more ? rest : half, &b = more ? half : rest;
    if (a.sign() > 0) out.first.push_back({f.mechanism, a});
    if (b.sign() > 0) out.second.push_back({f.mechanism, b});
    if (!(half == rest)) more = !more;
  }
  return out;
}

Halves::Halves(DiscreteLaw first, DiscreteLaw second, Bits p, const Poll& poll)
    : first_{std::move(first), {}, {}}, second_{std::move(second), {}, {}}, p_(p) {
  for (Side* side : {&first_, &second_}) {
    for (const DiscreteLaw::Point& x : side->law.points) {
      if (side->places.size() % 1024 == 0) poll();
      const Ball loss = x.loss(p_);
      side->places.push_back(loss.approximate());
      far_ = std::max(far_, std::fabs(side->places.back()));
      error_ = max(error_, abs(loss - exact(side->places.back(), p_)).upper());
    }
  }
}

/// Returns one of the two distributions under P or under Q, sorted by the loss if `upwards`, otherwise by minus the
/// loss.
const SortedLaw& Halves::sorted(Side* side, bool under_P, bool upwards, const Poll& poll) {
  std::optional<SortedLaw>& out = side->sorted[(under_P ? 2 : 0) + (upwards ? 1 : 0)];
  if (out) return *out;
  std::vector<SortedLaw::Point> points;
  for (size_t i = 0; i < side->places.size(); ++i) {
    if (i % 4096 == 0) poll();
    const DiscreteLaw::Point& x = side->law.points[i];
    points.push_back({upwards ? side->places[i] : -side->places[i], i, under_P ? x.P : x.Q});
  }
  SortedLaw made(std::move(points), p_, poll);
  return out.emplace(std::move(made));
}

/// Returns a verified bound of the rounding errors of the losses and of t as doubles. Negative if an error is too
/// large.
double Halves::slack(const Ball& t) const {
  const double at = t.approximate(), e = (std::fabs(at) + far_ + 1) * 0x1p-44;
  if (!std::isfinite(e)) return -1;
  const Ball most = exact(e, p_);
  const bool near =
      certainly_at_most(error_, most) && certainly_at_most(abs(t - exact(at, p_)), most);
  return near ? e : -1;
}

Halves::Sums Halves::sums(const Real& t, bool above, const Poll& poll) {
  const Ball level = t(p_), x = exp(level);
  const double e = slack(level), at = level.approximate();
  Sums out{Ball(p_), Ball(p_), Ball(p_), Ball(p_), Ball(p_)};
  // Undecided pairs are not counted; their sums are stored separately.
  const auto decide = [&](size_t a, size_t b) -> std::optional<bool> {
    const DiscreteLaw::Point &one = first_.law.points[a], &two = second_.law.points[b];
    const Real gap = one.loss + two.loss - t;
    if (const auto sign = known_sign(gap)) return above ? *sign > 0 : *sign <= 0;
    const Ball difference = gap(p_);
    if (certainly_positive(difference)) return above;
    if (certainly_negative(difference)) return !above;
    const Ball P = one.P * two.P, Q = one.Q * two.Q;
    out.P_open += P;
    out.Q_open += Q;
    out.gain += abs(Q - x * P);
    return false;
  };
  const auto plain = [&](size_t a, size_t b) -> std::optional<bool> {
    const Real gap = first_.law.points[a].loss + second_.law.points[b].loss - t;
    if (const auto sign = known_sign(gap)) return above ? *sign > 0 : *sign <= 0;
    const Ball difference = gap(p_);
    return above ? certainly_positive(difference) : certainly_negative(difference);
  };
  const double place = above ? at : -at;
  out.P = mass_above(sorted(&first_, true, above, poll), sorted(&second_, true, above, poll), place,
                     e, decide, p_, poll);
  out.Q = mass_above(sorted(&first_, false, above, poll), sorted(&second_, false, above, poll),
                     place, e, plain, p_, poll);
  return out;
}

// BOUND(HALVES)
// Statement.  Let the pairs of points of two laws that are decided to be above t (or not above t) have the total
//             masses P and Q. Let the undecided pairs have the total masses P' and Q', and let G = sum |Q_i - e^t
//             P_i| over them. Let all pairs together have the mass Q_all, and let the events that belong to no pair
//             have masses of at most p and q. Then the tails exceed the sums by at most P' + p and Q' + q. For pairs
//             above t, delta - (Q - e^t P) lies between -G and G + q, and so does (1 - delta) - (Q_all - (Q - e^t
//             P)). For pairs not above t, the excess minus (e^t P - Q) lies between -G and G + e^t p.
// Needs.      p <= p_1 + p_2 for laws with masses p_i in no point: CONDITIONED-REST.
// Proof.      A decided pair counts fully or not at all. An undecided pair contributes 0 or Q_i - e^t P_i to delta,
//             Q_i or e^t P_i to its complement, and 0 or e^t P_i - Q_i to the excess. Other events with masses p_o,
//             q_o contribute at most q_o, q_o and e^t p_o, and no negative amount. An event outside the points of
//             either law belongs to no pair, and such events have at most the sum of both masses.
// Source.     Elementary.
Ball Halves::answer(Question question, const Real& t, const Poll& poll) {
  const Ball x = exp(t(p_));
  const Ball p = (first_.law.P_rest + second_.law.P_rest).upper();
  const Ball q = (first_.law.Q_rest + second_.law.Q_rest).upper();
  const auto up_to = [&](const Ball& most) {
    return bound<"HALVES">(Ball::zero_to(UpperBound::of(most.upper()), p_));
  };
  const bool upper = question == Question::delta || question == Question::one_minus_delta ||
                     question == Question::P_above || question == Question::Q_above;
  const Sums s = sums(t, upper, poll);
  if (question == Question::P_above || question == Question::P_below) {
    return s.P + up_to(s.P_open + p);
  }
  if (question == Question::Q_above || question == Question::Q_below) {
    return s.Q + up_to(s.Q_open + q);
  }
  const Ball gain = up_to(s.gain), open = Ball::hull(-gain, gain);
  if (question == Question::excess) return x * s.P - s.Q + open + up_to(x * p);
  const Ball delta = s.Q - x * s.P + open;
  if (question == Question::delta) return delta + up_to(q);
  return sorted(&first_, false, true, poll).total() * sorted(&second_, false, true, poll).total() -
         delta + up_to(q);
}

}  // namespace plumbline::conditioned
