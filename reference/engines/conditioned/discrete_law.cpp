#include "reference/engines/conditioned/discrete_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/conditioned/atom_keys.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline::conditioned {
namespace {

constexpr double kMostWork = 3e6;  // products of masses: one or two seconds
constexpr long kMostCount = 1000;  // maximum multiplicity of one kind of step

struct Atom {
  Key key;
  Ball P, Q;
  Real loss;
};

using Points = std::map<Key, DiscreteLaw::Point>;

/// Returns x + y, in which each logarithm occurs once.
Real sum(const Real& x, const Real& y) {
  const auto a = x.log_linear(), b = y.log_linear();
  if (!a || !b) return x + y;
  LogLinear out{a->offset + b->offset, a->logs};
  for (const LogLinear::Term& term : b->logs) {
    const auto same = std::find_if(out.logs.begin(), out.logs.end(),
                                   [&](const LogLinear::Term& t) { return t.q == term.q; });
    if (same == out.logs.end()) {
      out.logs.push_back(term);
    } else {
      same->n = same->n + term.n;
    }
  }
  return Real(out);
}

bool negligible(const Ball& mass, double log_least) {
  return UpperBound::of(mass).log_approximate() < log_least;
}

/// Returns the points with one more step. Equal losses are merged into one point.
Points with_step(const Points& points, const std::vector<Atom>& step, const AtomKeys& keys,
                 double log_least, const Poll& poll) {
  Points out;
  for (const auto& [key, point] : points) {
    poll();
    for (const Atom& atom : step) {
      const Ball P = point.P * atom.P, Q = point.Q * atom.Q;
      if (negligible(P, log_least) && negligible(Q, log_least)) continue;
      Key at = keys.sum(key, atom.key);
      const auto found = out.find(at);
      if (found == out.end()) {
        out.emplace(std::move(at), DiscreteLaw::Point{P, Q, sum(point.loss, atom.loss)});
      } else {
        found->second.P += P;
        found->second.Q += Q;
      }
    }
  }
  return out;
}

// BOUND(CONDITIONED-REST)
// Statement.  The events that belong to no point have the mass 1 - sum of P over the points under P, and 1 - sum of Q
//             over the points under Q.
// Needs.      (a) The points are disjoint events: with_step multiplies and adds masses of disjoint events and uses
//             each pair (point, atom) at most once. (b) The atoms of a step are disjoint events with masses P and P
//             e^loss: heavy_atoms(), atoms(). (c) There are no infinite losses: plan().
// Proof.      By (c), both measures are probability measures.
// Source.     Elementary.
Ball rest(const Ball& sum, Bits p) {
  const Ball all = Ball::integer(1, p) - sum;
  if (certainly_negative(all)) throw Contradiction("disjoint events have a mass of more than 1");
  const Ball left = max(Ball(p), all);
  return Ball::zero_to(bound<"CONDITIONED-REST">(UpperBound::of(left)), p);
}

}  // namespace

bool is_discrete(const DominatingPair& pair) {
  return pair.atoms() != nullptr || pair.countable() || pair.lattice().has_value();
}

double rough_size(const std::vector<Factor>& factors, double depth, size_t most) {
  double out = 1;
  for (const Factor& f : factors) {
    const auto a = static_cast<double>(heavy_count(*f.mechanism, depth, most));
    const double n = f.count.approximate();
    if (a == 0 || f.count > Rational(kMostCount)) return std::numeric_limits<double>::infinity();
    const bool even = f.mechanism->lattice() || a <= 2;
    // The standard deviation of a sum of n equally spaced losses is proportional to sqrt(n). For other losses, the
    // estimate is the number of multisets of n of the a atoms.
    out *= even ? std::min(n * (a - 1) + 1, 2 * a * std::sqrt(n) + 40 * std::sqrt(n))
                : std::exp(log_gamma(n + a) - log_gamma(n + 1) - log_gamma(a));
  }
  return out;
}

/// Returns the approximate entropy of the type (the vector of the multiplicities of the losses). A multiplicity of mean
/// m has approximately the entropy of a Poisson distribution. The sum of all multiplicities is n, which reduces the
/// entropy.
double log_common_types(const std::vector<Factor>& factors, size_t most) {
  constexpr double kDepth = 40, kNormal = 12, kRare = 1e-12, kTwoPiE = 17.0794684453471;
  const auto entropy = [](double m) {
    if (m < kRare) return 0.0;
    if (m > kNormal) return std::log(kTwoPiE * m) / 2;
    double sum = 0, log_p = -m;
    for (int k = 0; k < 60; log_p += std::log(m / ++k)) sum -= std::exp(log_p) * log_p;
    return sum;
  };
  double out = 0;
  for (const Factor& f : factors) {
    const double n = f.count.approximate();
    if (f.count > Rational(kMostCount)) return std::numeric_limits<double>::infinity();
    for (const LossAtom& a : heavy_atoms(*f.mechanism, kDepth, most)) {
      out += entropy(n * a.mass(Bits{64}).approximate());
    }
    out -= std::log(kTwoPiE * n) / 2;
  }
  return out;
}

std::optional<DiscreteLaw> discrete_law(const std::vector<Factor>& factors, double depth, Bits p,
                                        size_t most, const Poll& poll) {
  std::vector<std::vector<LossAtom>> atoms;
  for (const Factor& f : factors) {
    if (f.count > Rational(kMostCount)) return std::nullopt;
    poll();
    atoms.push_back(heavy_atoms(*f.mechanism, depth, most));
    if (atoms.back().empty()) return std::nullopt;
  }
  poll();
  const AtomKeys keys(atoms);
  poll();
  const double log_least = -depth * kLn2;
  const Ball one = Ball::integer(1, p);
  Points points;
  points.emplace(keys.none(), DiscreteLaw::Point{one, one, Real(Rational(0))});
  double work = 0;
  for (size_t i = 0; i < factors.size(); ++i) {
    std::vector<Atom> step;
    for (size_t j = 0; j < atoms[i].size(); ++j) {
      poll();
      const LossAtom& x = atoms[i][j];
      const Ball P = x.mass(p);
      step.push_back({keys.of(i, j), P, P * exponential(x.loss, p), x.loss});
    }
    for (Rational n(0); n < factors[i].count; n = n + Rational(1)) {
      work += static_cast<double>(points.size()) * static_cast<double>(step.size());
      if (work > kMostWork) return std::nullopt;
      points = with_step(points, step, keys, log_least, poll);
      if (points.size() > most) return std::nullopt;
    }
  }
  DiscreteLaw out{{}, Ball(p), Ball(p)};
  Ball P(p), Q(p);
  for (auto& entry : points) {
    constexpr size_t kBetweenPolls = 4096;
    if (out.points.size() % kBetweenPolls == 0) poll();
    P += entry.second.P;
    Q += entry.second.Q;
    out.points.push_back(std::move(entry.second));
  }
  out.P_rest = rest(P, p);
  out.Q_rest = rest(Q, p);
  return out;
}

}  // namespace plumbline::conditioned
