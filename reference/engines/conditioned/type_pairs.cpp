#include "reference/engines/conditioned/type_pairs.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {
namespace {

/// Partial sums of the masses of a list's points at one index: over the i-th point and all points above it, and over
/// all points below it.
struct SideSums {
  std::vector<MachineMass> P_from, Q_from, P_before, Q_before;
};

template <class Get>
std::vector<MachineMass> sums_from_top(const std::vector<TypePoint>& points, Get get) {
  std::vector<MachineMass> out(points.size() + 1, 0);
  MachineSum total;
  for (size_t i = points.size(); i-- > 0;) {
    total.add(get(points[i]));
    out[i] = total.value();
  }
  return out;
}

template <class Get>
std::vector<MachineMass> sums_from_below(const std::vector<TypePoint>& points, Get get) {
  std::vector<MachineMass> out(points.size() + 1, 0);
  MachineSum total;
  for (size_t i = 0; i < points.size(); ++i) {
    total.add(get(points[i]));
    out[i + 1] = total.value();
  }
  return out;
}

MachineMass mass_P(const TypePoint& x) { return x.P; }
MachineMass mass_Q(const TypePoint& x) { return x.Q; }

/// The sums that a question needs.
struct Needed {
  bool P_above, Q_above, P_below, Q_below;
};

Needed needed(Question question) {
  switch (question) {
    case Question::delta:
      return {true, true, false, false};
    case Question::excess:
      return {false, false, true, true};
    case Question::one_minus_delta:
      return {true, false, false, true};
    case Question::P_above:
      return {true, false, false, false};
    case Question::P_below:
      return {false, false, true, false};
    case Question::Q_above:
      return {false, true, false, false};
    case Question::Q_below:
      return {false, false, false, true};
  }
  return {true, true, true, true};
}

struct PairTotals {
  MachineSum P_above, Q_above, P_below, Q_below, P_open, Q_open;
};

void add_pairs_at(const std::vector<TypePoint>& first, const std::vector<TypePoint>& second,
                  std::int64_t level, std::int64_t slack, const Needed& want, PairTotals* out) {
  SideSums s;
  if (want.P_above) s.P_from = sums_from_top(second, mass_P);
  if (want.Q_above) s.Q_from = sums_from_top(second, mass_Q);
  if (want.P_below) s.P_before = sums_from_below(second, mass_P);
  if (want.Q_below) s.Q_before = sums_from_below(second, mass_Q);
  // `above` and `near` decrease as the loss in the first list increases.
  size_t above = second.size(), near = second.size();
  for (const TypePoint& x : first) {
    const std::int64_t z = level - x.place;
    while (above > 0 && second[above - 1].place > z + slack) --above;
    while (near > 0 && second[near - 1].place >= z - slack) --near;
    if (want.P_above) out->P_above.add(x.P * s.P_from[above]);
    if (want.Q_above) out->Q_above.add(x.Q * s.Q_from[above]);
    if (want.P_below) out->P_below.add(x.P * s.P_before[near]);
    if (want.Q_below) out->Q_below.add(x.Q * s.Q_before[near]);
    for (size_t j = near; j < above; ++j) {
      out->P_open.add(x.P * second[j].P);
      out->Q_open.add(x.Q * second[j].Q);
    }
  }
}

/// Returns t as a multiple of 2^-unit, with an error of at most 1 such unit; nothing if it is too large.
std::optional<std::int64_t> level_of(const Real& t, long unit) {
  const Bits p{192};
  const Ball units = t(p) * exact(std::ldexp(1.0, static_cast<int>(unit)), p);
  const double high = units.approximate();
  if (!(std::fabs(high) < 0x1p61)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(high);
  const Ball rest = units - exact(high, p) + exact(high - static_cast<double>(whole), p);
  const double more = std::round(rest.approximate());
  if (!certainly_at_most(abs(rest - exact(more, p)), Ball::integer(1, p))) return std::nullopt;
  return whole + static_cast<std::int64_t>(more);
}

}  // namespace

bool tilt_will_do(Question question, double theta) {
  switch (question) {
    case Question::delta:
    case Question::Q_above:
      return theta >= 1;
    case Question::excess:
    case Question::P_below:
      return theta <= 0;
    case Question::one_minus_delta:
      return theta >= 0 && theta <= 1;
    case Question::P_above:
      return theta >= 0;
    case Question::Q_below:
      return theta <= 1;
  }
  return false;
}

namespace {

/// The sum over the pairs of types that are certainly above or below t, and the maximum contribution of the other
/// pairs, which are near t.
struct AnswerOfSums {
  Ball sum, open;
};
AnswerOfSums answer_of_sums(Question question, const PairTotals& sums, const Ball& x,
                            const Ball& gap, const std::function<Ball(const MachineSum&)>& number) {
  switch (question) {
    case Question::delta:
      return {number(sums.Q_above) - x * number(sums.P_above),
              x * number(sums.P_open) * expm1(gap)};
    case Question::excess:
      return {x * number(sums.P_below) - number(sums.Q_below),
              x * number(sums.P_open) * expm1(gap)};
    case Question::one_minus_delta:
      return {x * number(sums.P_above) + number(sums.Q_below), x * number(sums.P_open)};
    case Question::P_above:
      return {number(sums.P_above), number(sums.P_open)};
    case Question::P_below:
      return {number(sums.P_below), number(sums.P_open)};
    case Question::Q_above:
      return {number(sums.Q_above), number(sums.Q_open)};
    case Question::Q_below:
      return {number(sums.Q_below), number(sums.Q_open)};
  }
  throw std::logic_error("no such question");
}

}  // namespace

// BOUND(TYPE-PAIRS)
// Statement.  Let each pair of types have a loss above t, a loss below t, or be open, which means that its loss is
//             within g of t. Let P>, Q>, P<, Q<, Po, Qo be the total masses of these three classes. Let tilt_will_do
//             hold, let w bound the tilted probability of all events in no pair, and let H = E_P[e^{theta S}]. Then
//             each answer lies between the sum in the second column and this sum plus the third column:
//
//                 delta               Q> - e^t P>    e^t Po (e^g - 1) + e^{(1-theta) t} H w,
//                 excess              e^t P< - Q<    the same,
//                 one_minus_delta     e^t P> + Q<    e^t Po + e^{(1-theta) t} H w,
//                 P_above, P_below    P>, P<         Po + e^{-theta t} H w,
//                 Q_above, Q_below    Q>, Q<         Qo + e^{(1-theta) t} H w.
//
//             Let x, y, l be the places of the types and of t, with errors of at most e1, e2 and 1 units, and let E =
//             e1 + e2 + 1. Then pairs with x + y > l + E are above t, pairs with x + y < l - E are below t, and the
//             other pairs are within 2E of t. Every computed sum has a relative error of at most (r1 + r2 + 8)
//             kMassShare, apart from kLeastMass, where r_i is the number of roundings of the masses of a list.
// Needs.      (a) w: TYPE-LIST. (b) x, y have errors of at most e_i = steps + spread: each place of an atom has an
//             error of at most one unit, and merging moves a place by at most `spread`. (c) Each step of an atom
//             causes 6 roundings of a mass (the four of the atom's mass, the product with the previous power, and the
//             quotient by n). Each product of powers and each sum of merged masses causes one: roundings(). (d) A list
//             has at most kMostSummands points: kMostListed. A sum over pairs has at most as many terms: checked here.
//             Masses in lists are at least kLeastMass: TypeList::add. (e) rounds_to_nearest(): checked here and by
//             type_atoms.
// Proof.      A pair above or below t contributes exactly its term. An open pair has |S - t| <= g. So it contributes
//             at most P (e^S - e^t)_+ <= P e^t (e^g - 1) to delta, P (e^t - e^S)_+ with the same bound to the excess,
//             P min(e^S, e^t) to 1 - delta, and zero or its mass to a tail.
//
//             For events in no pair, (e^s - e^t)_+ and e^s 1{s > t} are at most e^{theta s} e^{(1-theta) t} for theta
//             >= 1. The same bound holds for (e^t - e^s)_+ if theta <= 0, for e^s 1{s <= t} if theta <= 1, and for
//             min(e^s, e^t) if theta is in [0, 1]. 1{s > t} and 1{s <= t} are at most e^{theta (s-t)} for theta >= 0
//             and theta <= 0, respectively. Take the mean under P: the mean of e^{theta S} over these events is H
//             times their tilted probability.
//
//             A MachineSum has a relative error of 2 kMassShare, and so has a sum from the top. The product of such a
//             sum with a mass adds kMassShare, and the sum over all pairs adds 2 kMassShare: (r1 + r2 + 5) kMassShare
//             together. The remaining 3 kMassShare cover the products of these errors. A product below kLeastMass has
//             an error of at most 2^-128 of kLeastMass, and there are at most 2^62 products.
// Source.     Elementary; sums by MachineSum.
Enclosure answer_by_types(const TypePairs& pairs, Question question, const Real& t, Bits p,
                          const Poll& poll) {
  const TypeAtoms& all = pairs.atoms;
  const auto level = level_of(t, all.unit);
  if (!level || !tilt_will_do(question, all.theta) || !rounds_to_nearest()) {
    return {Ball::indeterminate(p), {}};
  }
  const long steps = all.steps();
  const std::int64_t slack = 2 * steps + pairs.first.spread() + pairs.second.spread() + 1;
  PairTotals sums;
  const Needed want = needed(question);
  for (size_t i = 0; i < all.indices; ++i) {
    const auto& first = pairs.first.at(i);
    const auto& second = pairs.second.at(all.indices - 1 - i);
    if (first.empty() || second.empty()) continue;
    poll();
    add_pairs_at(first, second, *level, slack, want, &sums);
  }
  const long roundings = pairs.first.roundings() + pairs.second.roundings() + 6 * steps + 8;
  const Ball share = exact_mass(kMassShare, p) * roundings;
  const Ball zero(p), off = Ball::hull(-share, share);
  const Ball least = Ball::zero_to(UpperBound::of(exact_mass(kLeastMass, p)), p);
  // The error of each sum is relative to its value, also for the sums over the pairs near t.
  const auto number = [&](const MachineSum& total) {
    if (!total.is_sharp() || !std::isfinite(total.value())) return Ball::indeterminate(p);
    const Ball x = exact_mass(total.value(), p);
    return (x + bound<"TYPE-PAIRS">(x * off * exact(1 + 0x1p-20, p)) + least - least) * all.orders;
  };
  const Ball at = t(p), x = exp(at), tilt = exact(all.theta, p), one = Ball::integer(1, p);
  const Ball gap =
      exact(std::ldexp(2.0 * static_cast<double>(slack), -static_cast<int>(all.unit)), p);
  Ball lost = exact((pairs.first.dropped() + pairs.second.dropped()) * (1 + 0x1p-50), p);
  for (const TypeFactor& f : all.factors) lost += f.outside.upper() * f.count;
  const bool under_P = question == Question::P_above || question == Question::P_below;
  const Ball none = exp(all.log_height + (under_P ? -tilt : one - tilt) * at) *
                    bound_number<"TYPE-LIST">(lost.upper());
  const auto [sum, open] = answer_of_sums(question, sums, x, gap, number);
  Enclosure out{sum, {}};
  out.budget.rounding = sum.radius();
  const auto up_to = [&](const Ball& most) { return Ball::zero_to(UpperBound::of(most), p); };
  out.value = sum + bound<"TYPE-PAIRS">(up_to(open)) + up_to(none);
  out.budget.truncation = UpperBound::of(none) + UpperBound::of(open);
  return out;
}

}  // namespace plumbline::conditioned
