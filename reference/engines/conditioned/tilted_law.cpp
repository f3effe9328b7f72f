#include "reference/engines/conditioned/tilted_law.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/conditioned/atom_keys.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline::conditioned {
namespace {

constexpr double kMostWork = 2e6;   // products of masses: one or two seconds
constexpr long kMostCount = 1000;   // maximum multiplicity of one kind of step
constexpr double kMostPower = 1e5;  // maximum power of e^S

bool of_P(Question question) {
  return question == Question::P_above || question == Question::P_below;
}

/// Returns the range of the powers c for which e^{cS} bounds a question: BOUND(CONDITIONED-TILT).
std::pair<double, double> range_of(Question question) {
  switch (question) {
    case Question::delta:
    case Question::Q_above:
      return {1, kMostPower};
    case Question::excess:
    case Question::P_below:
      return {-kMostPower, 0};
    case Question::one_minus_delta:
      return {0, 1};
    case Question::P_above:
      return {0, kMostPower};
    case Question::Q_below:
      return {-kMostPower, 1};
  }
  return {0, 1};
}

struct Atom {
  Key key;
  Ball P, Q, weight;  ///< weight is e^{cL} P
};
using Points = std::map<Key, Atom>;

double log_of(const Ball& weight) { return UpperBound::of(weight).log_approximate(); }

/// Returns atoms of one step that contain all but approximately 2^-depth of K = E_P[e^{cL}]; empty if no such atoms
/// are found.
std::vector<LossAtom> atoms_that_weigh(const DominatingPair& step, double c, const Ball& K,
                                       double depth, size_t most, const Poll& poll) {
  constexpr double kDeepest = 30000;
  const Bits p{64 + static_cast<long>(depth)};
  for (double own = depth; own < kDeepest; own *= 2) {
    const std::vector<LossAtom> atoms = heavy_atoms(step, own, most);
    if (atoms.empty() || step.atoms() != nullptr) return atoms;
    Ball weighs(p);
    for (const LossAtom& x : atoms) {
      poll();
      weighs += x.mass(p) * exp(x.loss(p) * exact(c, p));
    }
    const double missing = log_of(max(Ball(p), K - weighs)) - K.log_approximate();
    if (missing < -depth * kLn2) return atoms;
  }
  return {};
}

/// Returns the points with one more step. Rare points are omitted, and equal losses are merged.
Points with_step(const Points& points, const std::vector<Atom>& step, const AtomKeys& keys,
                 double log_least, const Poll& poll) {
  Points out;
  for (const auto& [key, point] : points) {
    poll();
    for (const Atom& atom : step) {
      const Ball weight = point.weight * atom.weight;
      if (log_of(weight) < log_least) continue;
      const Ball P = point.P * atom.P, Q = point.Q * atom.Q;
      Key at = keys.sum(key, atom.key);
      const auto found = out.find(at);
      if (found == out.end()) {
        out.emplace(at, Atom{at, P, Q, weight});
      } else {
        found->second.P += P;
        found->second.Q += Q;
        found->second.weight += weight;
      }
    }
  }
  return out;
}

// BOUND(CONDITIONED-TILT)
// Statement.  Let S be a sum of steps with countably many losses. Let d be disjoint events of one loss each, with the
//             masses P(d) and Q(d), and let r = E_P[e^{cS}] - sum_d P(d)^{1-c} Q(d)^c. For each question A and each c
//             in its range
//
//                 0 <= A(t) - sum_d A_d(t) <= e^{(b-c)t} r,
//
//             where A_d is    max(0, Q - e^t P) for delta,     c >= 1,        b = 1,
//                             max(0, e^t P - Q) for excess,    c <= 0,        b = 1,
//                             min(Q, e^t P) for 1 - delta,     0 <= c <= 1,   b = 1,
//                             P where Q > e^t P for P(S > t),  c >= 0,        b = 0,
//                             P where Q <= e^t P for P(S <= t),  c <= 0,      b = 0,
//                             Q where Q > e^t P for Q(S > t),  c >= 1,        b = 1,
//                             Q where Q <= e^t P for Q(S <= t),  c <= 1,      b = 1.
// Needs.      (a) The events are disjoint: with_step multiplies and adds masses of disjoint events and uses each pair
//             at most once; heavy_atoms(). (b) There are no infinite losses: plan(). (c) c is in the range:
//             tilt_of().
// Proof.      A(t) = E_P[a(S)], where a is the function of the loss with A_d = P(d) a(log Q(d)/P(d)). In every line 0
//             <= a(S) <= e^{cS + (b-c)t} = e^{bt} e^{c(S-t)}. For S > t, the right side is at least e^S, which bounds
//             delta and Q(S > t), if c >= b = 1, and at least 1 if c >= b = 0. For S <= t, it is at least e^t, which
//             bounds excess, if c <= 0 and b = 1; it is at least e^S if c <= b = 1, and at least 1 if c <= b = 0.
//             min(e^S, e^t) is at most any weighted geometric mean of e^S and e^t. A(t) - sum_d A_d(t) is the integral
//             of a(S) dP over the outcomes outside the events d, and the integral of e^{cS} dP over these outcomes is
//             r.
// Source.     Chernoff; this project's.
Ball left_over(const Ball& all, const Ball& points, Bits p) {
  const Ball r = all - points;
  if (certainly_negative(r))
    throw Contradiction("disjoint events have more mass than the whole law tilted by e^(cS)");
  return Ball::zero_to(UpperBound::of(max(Ball(p), r)), p);
}

}  // namespace

std::optional<Ball> part_of(Question question, const Ball& P, const Ball& Q, const Ball& k) {
  const Ball zero(P.precision()), line = k * P;
  const bool above = question == Question::P_above || question == Question::Q_above;
  const Ball& mass = of_P(question) ? P : Q;
  switch (question) {
    case Question::delta:
      return max(zero, Q - line);
    case Question::excess:
      return max(zero, line - Q);
    case Question::one_minus_delta:
      return min(Q, line);
    default:
      break;
  }
  if (certainly_less(line, Q)) return above ? mass : zero;
  if (certainly_less(Q, line)) return above ? zero : mass;
  return std::nullopt;
}

std::optional<TiltedLaw> weight_alone(const std::vector<Factor>& steps, double c, Bits p) {
  Ball all = Ball::integer(1, p);
  for (const Factor& f : steps) {
    all = all * power(measure_of(*f.mechanism).transform(c, p), f.count);
  }
  if (!all.is_finite()) return std::nullopt;
  return TiltedLaw{c, {}, left_over(all, Ball(p), p)};
}

std::optional<Tilt> tilt_of(const std::vector<Factor>& steps, Question question, double t) {
  for (const Factor& f : steps) {
    if (f.mechanism->measure() == nullptr) return std::nullopt;
  }
  const double b = of_P(question) ? 0 : 1;
  const auto height = [&](double c) {
    double sum = (b - c) * t;
    for (const Factor& f : steps) {
      sum += f.count.approximate() * measure_of(*f.mechanism).log_transform(c);
    }
    return std::isfinite(sum) ? sum : HUGE_VAL;
  };
  auto [low, high] = range_of(question);
  // Searches outwards from the end of the range that is 0 or 1, with doubling steps, until the bound increases.
  const bool upwards = high > 1;
  if (upwards || low < 0) {
    const double end = upwards ? low : high;
    double step = upwards ? 0.5 : -0.5, last = height(end);
    while (std::fabs(step) < kMostPower) {
      const double next = height(end + step);
      if (!(next < last)) break;
      last = next;
      step *= 2;
    }
    (upwards ? high : low) = std::clamp(end + step, low, high);
  }
  const double found = fourier::golden(low, high, 24, height);
  // The grid is coarse, so that similar questions share a distribution.
  const double spacing = std::exp2(std::floor(std::log2(std::max(0.25, std::fabs(found)))) - 4);
  const double c = std::clamp(spacing * std::round(found / spacing), low, high);
  return Tilt{c, height(c)};
}

std::optional<TiltedLaw> tilted_law(const std::vector<Factor>& steps, double c, double depth,
                                    Bits p, size_t most, const Poll& poll) {
  std::vector<std::vector<LossAtom>> atoms;
  std::vector<Ball> transforms;
  const Ball one = Ball::integer(1, p), power_of = exact(c, p);
  for (const Factor& f : steps) {
    if (f.count > Rational(kMostCount)) return std::nullopt;
    transforms.push_back(measure_of(*f.mechanism).transform(c, p));
    if (!certainly_positive(transforms.back())) return std::nullopt;
    atoms.push_back(atoms_that_weigh(*f.mechanism, c, transforms.back(), depth, most, poll));
    if (atoms.back().empty()) return std::nullopt;
    poll();
  }
  const AtomKeys keys(atoms);
  Points points;
  points.emplace(keys.none(), Atom{keys.none(), one, one, one});
  double work = 0, log_all = 0;
  Ball all = one;
  for (size_t i = 0; i < steps.size(); ++i) {
    std::vector<Atom> step;
    for (size_t j = 0; j < atoms[i].size(); ++j) {
      const Ball P = atoms[i][j].mass(p), loss = atoms[i][j].loss(p);
      step.push_back({keys.of(i, j), P, P * exp(loss), P * exp(loss * power_of)});
      poll();
    }
    for (Rational n(0); n < steps[i].count; n = n + Rational(1)) {
      work += static_cast<double>(points.size()) * static_cast<double>(step.size());
      if (work > kMostWork) return std::nullopt;
      all = all * transforms[i];
      log_all += transforms[i].log_approximate();
      points = with_step(points, step, keys, log_all - depth * kLn2, poll);
      if (points.size() > most) return std::nullopt;
    }
  }
  TiltedLaw out{c, {}, Ball(p)};
  Ball sum(p);
  for (auto& entry : points) {
    sum += entry.second.weight;
    out.points.push_back({std::move(entry.second.P), std::move(entry.second.Q)});
  }
  out.rest = left_over(all, sum, p);
  return out;
}

Enclosure answer_by_tilt(const TiltedLaw& law, Question question, const Real& t, Bits p) {
  const Ball at = t(p), k = exp(at);
  const Ball shift =
      of_P(question) ? exp(-(at * exact(law.c, p))) : exp(at * (-exact(law.c, p) + 1));
  const UpperBound rest = bound<"CONDITIONED-TILT">(UpperBound::of(law.rest * shift));
  Ball sum = Ball::zero_to(rest, p);
  for (const auto& [P, Q] : law.points) {
    const auto part = part_of(question, P, Q, k);
    sum += part ? *part : Ball::zero_to(UpperBound::of(of_P(question) ? P : Q), p);
  }
  return {sum, {{}, rest, {}, {}}};
}

}  // namespace plumbline::conditioned
