#include "reference/mechanisms/integer/cut_noise.hpp"

#include <stdexcept>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/irrational_parameters.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr long kMostCutAtoms = 10000;

void check_cut(bool fine, const std::string& name, const std::string& range,
               const Rational& value) {
  if (!fine) throw std::invalid_argument(name + " must be " + range + ", got " + value.text());
}

/// Returns q^x, q = e^(-1/b).
Ball geometric_power(const Real& b, const Rational& x, Bits p) { return exp(-(Ball(x, p) / b(p))); }

/// Returns the sum of q^x for first <= x <= last, 0 <= first, multiplied by 1 - q.
Ball geometric_stretch(const Real& b, const Rational& first, const Rational& last, Bits p) {
  return geometric_power(b, first, p) * -expm1(-(Ball(last - first + kOne, p) / b(p)));
}

/// Returns the sum of q^|x| for |x| <= bound, multiplied by 1 - q.
Ball geometric_whole(const Real& b, const Rational& bound, Bits p) {
  return geometric_stretch(b, kZero, bound, p) + geometric_stretch(b, kOne, bound, p);
}

/// A part of the overlap, which is the set of the outputs that are possible under both P and Q. The loss is constant on
/// the part. The weight of the part is multiplied by 1 - q and not yet normalised.
struct CutPart {
  std::function<Ball(Bits)> weight;
  Real loss;
};

/// Returns the parts of the overlap [D - B, B], where B is the bound of the noise and D the sensitivity. The parts are:
/// the integers up to 0, each integer between 0 and D, and the integers from D on.
std::vector<CutPart> cut_parts(const Real& b, const Rational& B, const Rational& D) {
  std::vector<CutPart> out;
  const Real m = Real(D) / b;
  const Rational first = D - B;
  if (first.sign() <= 0) {
    out.push_back({[=](Bits p) { return geometric_stretch(b, kZero, -first, p); }, -m});
  }
  const long from = first.sign() > 0 ? static_cast<long>(first.approximate()) : 1;
  const Rational end = B < D ? B : D - kOne;
  const auto to = static_cast<long>(end.approximate());
  for (long x = from; x <= to; ++x) {
    const Rational at(x);
    out.push_back({[=](Bits p) { return geometric_stretch(b, at, at, p); }, Real(at + at - D) / b});
  }
  if (B >= D) out.push_back({[=](Bits p) { return geometric_stretch(b, D, B, p); }, m});
  return out;
}

// BOUND(CUT-GAUSSIAN-TAILS)
// Statement.  Let P and Q be N(0,1) and N(m,1) conditioned on x in [m - R, R]. The loss is m x - m^2/2, so L > t
//             means x > X = t/m + m/2. Clamp X to [m - R, R]. Then P(L > t) = (Phi(R) - Phi(X))/M and Q(L > t) =
//             (Phi(R - m) - Phi(X - m))/M, where M = Phi(R) - Phi(m - R).
// Needs.      0 < m < 2R.
// Proof.      The ratio of the densities is e^{m x - m^2/2}. The map x -> m - x exchanges the two laws and preserves
//             the interval, so both laws have the mass M there.
// Source.     Elementary.

/// The pair of N(0, 1) and N(shift, 1), both conditioned on the overlap [low, high]. The loss is linear in x, and
/// both laws have equal mass there.
class CutGaussian final : public DominatingPair {
 public:
  /// Parameters in units of sigma: |x| <= bound, 0 < shift < 2 bound.
  CutGaussian(Real bound, Real shift, std::string expression)
      : bound_(std::move(bound)), shift_(std::move(shift)), expression_(std::move(expression)) {}

  std::string expression() const override { return expression_; }
  std::string identity() const override {
    if (!bound_.rational() || !shift_.rational()) return "cut_gaussian of " + expression_;
    return "cut_gaussian bound=" + bound_.text() + " shift=" + shift_.text();
  }
  std::optional<Real> largest_loss() const override { return end(); }
  std::optional<Real> smallest_loss() const override { return -end(); }
  bool ends_known() const override { return true; }

  /// CUT-GAUSSIAN-TAILS
  LossTails tails(const Real& t, Bits p) const override {
    const Bits wide = p + 64;
    const Ball m = shift_(wide), low = (shift_ - bound_)(wide), high = bound_(wide);
    const Ball X = max(min(t(wide) / m + m / 2, high), low);
    const Ball M = mass(low, high);
    const auto share = [&](const Ball& from, const Ball& to) {
      return bound<"CUT-GAUSSIAN-TAILS">((mass(from, to) / M).at(p));
    };
    return {share(X, high), share(low, X), share(X - m, high - m), share(low - m, X - m)};
  }

 private:
  Real end() const { return shift_ * bound_ - shift_ * shift_ / Real(Rational(2)); }
  /// Returns Phi(b) - Phi(a) >= 0, computed from the tails that do not cancel.
  static Ball mass(const Ball& a, const Ball& b) {
    const Ball found = certainly_positive(a) ? normal_survival(a) - normal_survival(b)
                                             : normal_cdf(b) - normal_cdf(a);
    return max(found, Ball(found.precision()));
  }

  Real bound_, shift_;
  std::string expression_;
};

Ball gaussian_mass(const Real& from, const Real& to, Bits p) {
  const Bits wide = p + 64;
  const Ball a = from(wide), b = to(wide);
  return (certainly_positive(a) ? normal_survival(a) - normal_survival(b)
                                : normal_cdf(b) - normal_cdf(a))
      .at(p);
}

/// The probabilities pi(0) = 0, pi(1), ..., pi(N) = 1 of partition selection, each as a function of the precision.
class KeepingProbabilities {
 public:
  KeepingProbabilities(const Real& epsilon, const Rational& delta)
      : epsilon_(epsilon), delta_(delta) {
    constexpr long kMostBits = 1L << 14;
    for (Bits p{256}; p.n <= kMostBits; p = Bits{2 * p.n}) {
      if (decide(p)) return;
    }
    throw std::invalid_argument(
        "the number of users from which a partition is certainly released is undecided for epsilon "
        "= " +
        epsilon.text() + ", delta = " + delta.text());
  }

  size_t steps() const { return doubled_.size(); }

  /// Returns the indices j = 0 .. N - 2 as ranges [first, last) with equal ratios m_{j+1}/m_j, where m_j = pi(j+1) -
  /// pi(j). The ratio is e^epsilon if the function up() yields both pi(j+1) and pi(j+2), and e^-epsilon if down()
  /// yields both. The ratio has other values at the change from up() to down(), and at j = N - 2.
  std::vector<std::pair<size_t, size_t>> stretches() const {
    std::vector<std::pair<size_t, size_t>> out;
    const auto kind = [&](size_t j) {
      if (j + 2 == steps()) return 3;
      if (doubled_[j] != doubled_[j + 1]) return 2;
      return doubled_[j] ? 0 : 1;
    };
    for (size_t j = 0; j + 1 < steps(); ++j) {
      if (j == 0 || kind(j) != kind(j - 1)) out.emplace_back(j, j);
      out.back().second = j + 1;
    }
    return out;
  }

  /// Returns pi(0), ..., pi(N).
  std::vector<Ball> at(Bits p) const {
    const Bits wide = p + 64 + 2 * static_cast<long>(steps());
    std::vector<Ball> out{Ball(wide)};
    for (size_t n = 0; n < steps(); ++n) {
      out.push_back(n + 1 == steps() ? Ball::integer(1, wide)
                    : doubled_[n]    ? up(out.back())
                                     : down(out.back()));
    }
    return out;
  }

 private:
  /// The two bounds of the next probability: e^epsilon pi + delta, and 1 - e^-epsilon (1 - pi - delta).
  Ball up(const Ball& x) const {
    return exp(epsilon_(x.precision())) * x + Ball(delta_, x.precision());
  }
  Ball down(const Ball& x) const {
    const Bits p = x.precision();
    return Ball::integer(1, p) - exp(-epsilon_(p)) * (Ball(kOne - delta_, p) - x);
  }
  /// Decides which bound is smaller at each step, and at which step 1 is reached; returns false if the precision is
  /// too low.
  bool decide(Bits p) {
    doubled_.clear();
    const Ball one = Ball::integer(1, p);
    for (Ball x(p); doubled_.size() <= static_cast<size_t>(kMostCutAtoms);) {
      const Ball a = up(x), b = down(x), next = min(a, b);
      const bool first = certainly_at_most(a, b);
      if (!first && !certainly_less(b, a)) return false;
      doubled_.push_back(first);
      if (certainly_at_most(one, next)) return true;
      if (!certainly_less(next, one)) return false;
      x = next;
    }
    throw std::invalid_argument("epsilon is so small that a partition needs more than " +
                                std::to_string(kMostCutAtoms) + " users, got " + epsilon_.text());
  }

  Real epsilon_;
  Rational delta_;
  std::vector<bool> doubled_;  ///< doubled_[n]: up() gives the smaller bound of pi(n+1)
};

}  // namespace

Mechanism truncated_discrete_laplace(const Real& b, const Rational& bound,
                                     const Rational& sensitivity) {
  const std::string name = "truncated_discrete_laplace(b=" + b.text() + ",bound=" + bound.text() +
                           sensitivity_text(sensitivity) + ")";
  const Rational overlap = bound + bound - sensitivity;
  if (overlap.sign() < 0) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, name,
                                                "blatantly_non_private");
  }
  const std::vector<CutPart> parts = cut_parts(b, bound, sensitivity);
  const auto sum = [parts](Bits p) {
    Ball out(p);
    for (const CutPart& part : parts) out += part.weight(p);
    return out;
  };
  const std::string identity = "truncated_discrete_laplace b=" + b.text() +
                               " bound=" + bound.text() + " sensitivity=" + sensitivity.text();
  std::vector<LossAtom> atoms;
  for (const CutPart& part : parts) {
    atoms.push_back({Real([part, sum](Bits p) {
                       const Bits wide = p + 64;
                       return (part.weight(wide) / sum(wide)).at(p);
                     }),
                     part.loss});
  }
  const Real finite([sum, b, bound](Bits p) {
    const Bits wide = p + 64;
    return (sum(wide) / geometric_whole(b, bound, wide)).at(p);
  });
  const Mechanism inner =
      atoms.size() == 1 ? zero_loss(name) : std::make_shared<FinitePair>(atoms, name, identity);
  return std::make_shared<PairWithInfinities>(InfiniteLosses{finite, finite, inner, true}, name,
                                              identity + " infinite");
}

Mechanism truncated_gaussian(const Real& sigma, const Rational& bound,
                             const Rational& sensitivity) {
  const std::string name = "truncated_gaussian(sigma=" + sigma.text() + ",bound=" + bound.text() +
                           sensitivity_text(sensitivity) + ")";
  const Real R = Real(bound) / sigma, m = Real(sensitivity) / sigma;
  if (sensitivity >= bound + bound) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, name,
                                                "blatantly_non_private");
  }
  const auto inner = std::make_shared<CutGaussian>(R, m, name);
  const Real finite(
      [R, m](Bits p) { return gaussian_mass(m - R, R, p) / gaussian_mass(-R, R, p); });
  return std::make_shared<PairWithInfinities>(InfiniteLosses{finite, finite, inner, true}, name,
                                              inner->identity() + " infinite");
}

// Proof. Let pi(n) be the probability of keeping a partition of n users, and m_j = pi(j+1) - pi(j), 0 <= j < N.
// Keeping a partition of n users is a test with type I error pi(n) and power pi(n+1). Consider the pair with P = m_j
// and Q = m_{j+1} at j = -1, ..., N-1 (m_{-1} = m_N = 0). Its trade-off function consists of the points (pi(n), 1 -
// pi(n+1)) and the line segments between them, because the ratios m_{j+1}/m_j do not increase: e^epsilon, one step
// between, then e^-epsilon. For every n there is one test, and the pair has at least its privacy loss. So the pair
// dominates, and one n attains each corner of its curve. A user in several partitions corresponds to several such
// pairs.
Mechanism truncated_geometric_partition(const Real& epsilon, const Rational& delta) {
  const std::string name =
      "truncated_geometric_partition(epsilon=" + epsilon.text() + ",delta=" + delta.text() + ")";
  const auto keeping = std::make_shared<const KeepingProbabilities>(epsilon, delta);
  const size_t N = keeping->steps();
  if (N < 2) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, name,
                                                "blatantly_non_private");
  }
  const auto between = [keeping](size_t from, size_t to, Bits p) {
    const std::vector<Ball> pi = keeping->at(p + 64);
    return pi[to] - pi[from];
  };
  const Real P_finite([between, N](Bits p) { return between(0, N - 1, p).at(p); });
  const Real Q_finite(kOne - delta);
  std::vector<LossAtom> atoms;
  for (const auto& [first, last] : keeping->stretches()) {
    // The loss of the conditional pair is log(m_{j+1}/m_j) - log(Q_finite/P_finite).
    const Real mass([between, P_finite, first = first, last = last](Bits p) {
      return (between(first, last, p) / P_finite(p + 64)).at(p);
    });
    const Real loss([between, P_finite, Q_finite, first = first](Bits p) {
      const Ball ratio = between(first + 1, first + 2, p) / between(first, first + 1, p);
      return log(ratio * P_finite(p + 64) / Q_finite(p + 64)).at(p);
    });
    atoms.push_back({mass, loss});
  }
  const std::string identity = name;
  const Mechanism inner =
      atoms.size() == 1 ? zero_loss(name) : std::make_shared<FinitePair>(atoms, name, identity);
  return std::make_shared<PairWithInfinities>(InfiniteLosses{P_finite, Q_finite, inner}, name,
                                              identity + " infinite");
}

namespace {

Mechanism cut_discrete_laplace(const Real& b, const Parameters& q) {
  const Rational bound = positive(q, "bound"), s = sensitivity(q);
  check_cut(bound.is_integer(), "bound", "an integer", bound);
  check_cut(s.is_integer() && s <= Rational(kMostCutAtoms), "sensitivity",
            "an integer in [1, " + std::to_string(kMostCutAtoms) + "]", s);
  return truncated_discrete_laplace(b, bound, s);
}

Mechanism cut_gaussian(const Real& sigma, const Parameters& q) {
  return truncated_gaussian(sigma, positive(q, "bound"), sensitivity(q));
}

Mechanism partition(const Real& epsilon, const Parameters& q) {
  const Rational delta = q.at("delta");
  check_cut(delta.sign() > 0 && delta < kOne, "delta", "in (0, 1)", delta);
  return truncated_geometric_partition(epsilon, delta);
}

/// A mechanism, the parameter that may be irrational, and the function that creates the pair.
struct RealParameter {
  const char *mechanism, *name;
  Mechanism (*make)(const Real&, const Parameters&);
};

constexpr RealParameter kRealParameters[] = {
    {"truncated_discrete_laplace", "b", cut_discrete_laplace},
    {"truncated_gaussian", "sigma", cut_gaussian},
    {"truncated_geometric_partition", "epsilon", partition}};

}  // namespace

Mechanism cut_noise_with(const std::string& mechanism, const std::string& name, const Real& value,
                         const Parameters& others) {
  for (const RealParameter& one : kRealParameters) {
    if (mechanism != one.mechanism || name != one.name) continue;
    if (known_sign(value) != 1) {
      throw std::invalid_argument(name + " must be greater than 0, got " + value.text());
    }
    return one.make(value, others);
  }
  return nullptr;
}

std::vector<MechanismEntry> cut_noise_entries() {
  return {
      {.name = "truncated_discrete_laplace",
       .required = {"b", "bound"},
       .optional = {"sensitivity"},
       .summary = "geometric noise on the integers, truncated to [-bound,bound], against its shift",
       .make = [](const Parameters& q) { return cut_discrete_laplace(positive(q, "b"), q); },
       .symmetric = always_symmetric,
       .whole = {"bound", "sensitivity"},
       .facts = log_concave_facts(kShiftedIntegers)},
      {.name = "truncated_gaussian",
       .required = {"sigma", "bound"},
       .optional = {"sensitivity"},
       .summary = "Gaussian noise truncated to [-bound,bound] against its shift",
       .make = [](const Parameters& q) { return cut_gaussian(positive(q, "sigma"), q); },
       .symmetric = always_symmetric,
       .facts = log_concave_facts(kShiftedValues)},
      {.name = "truncated_geometric_partition",
       .required = {"epsilon", "delta"},
       .optional = {},
       .summary =
           "partition selection with the largest probabilities, one more user in a partition",
       .make = [](const Parameters& q) { return partition(positive(q, "epsilon"), q); },
       .facts = PairFacts{
           PairDominance::each_point, "partitions of n and of n + 1 users, at the worst n",
           "each corner is the test of one n; Desfontaines, Voss, Gipson, Mandayam 2022"}}};
}

}  // namespace plumbline
