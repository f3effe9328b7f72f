/// Pairs that are defined by the lists of their probabilities.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

std::string list_text(const std::vector<Rational>& values) {
  std::string out = "[";
  for (const Rational& x : values) out += (out.size() > 1 ? "," : "") + x.text();
  return out + "]";
}

void check_distribution(const std::string& name, const std::vector<Rational>& values) {
  Rational sum(0);
  for (const Rational& x : values) {
    if (x.sign() < 0) {
      throw std::invalid_argument(name + " has the negative probability " + x.text() +
                                  "; probabilities are at least 0");
    }
    sum = sum + x;
  }
  if (!(sum == kOne)) {
    throw std::invalid_argument(name + " sums to " + sum.text() +
                                ", not to 1; write exact numbers such as 1/3");
  }
}

/// The two distributions conditional on the outcomes with positive mass under P and Q, in increasing order of the
/// ratio Q/P. Masses with equal ratios are added.
struct FiniteLosses {
  Rational P_finite{0}, Q_finite{0};  ///< total masses of these outcomes
  std::vector<Rational> P, Q;
};

FiniteLosses finite_losses(const std::vector<Rational>& P, const std::vector<Rational>& Q) {
  FiniteLosses out;
  std::vector<std::pair<Rational, Rational>> merged;  // ratio Q/P, P-mass
  for (size_t i = 0; i < P.size(); ++i) {
    if (P[i].is_zero() || Q[i].is_zero()) continue;
    out.P_finite = out.P_finite + P[i];
    out.Q_finite = out.Q_finite + Q[i];
    merged.emplace_back(Q[i] / P[i], P[i]);
  }
  std::sort(merged.begin(), merged.end());
  Rational last(0);
  for (const auto& [ratio, mass] : merged) {
    const Rational under_P = mass / out.P_finite, under_Q = mass * ratio / out.Q_finite;
    if (!out.P.empty() && ratio == last) {
      out.P.back() = out.P.back() + under_P;
      out.Q.back() = out.Q.back() + under_Q;
    } else {
      out.P.push_back(under_P);
      out.Q.push_back(under_Q);
    }
    last = ratio;
  }
  return out;
}

Mechanism pair_of_atoms(const FiniteLosses& losses, const std::string& name,
                        const std::string& canonical) {
  std::vector<LossAtom> atoms;
  for (size_t i = 0; i < losses.P.size(); ++i) {
    const Rational ratio = losses.Q[i] / losses.P[i];
    atoms.push_back({Real(losses.P[i]), ratio == kOne
                                            ? LogLinear{kZero, {}}
                                            : LogLinear{kZero, {LogLinear::Term{ratio, kOne}}}});
  }
  return atoms.size() == 1 ? zero_loss(name) : std::make_shared<FinitePair>(atoms, name, canonical);
}

}  // namespace

Mechanism finite_pair(const std::vector<Rational>& P, const std::vector<Rational>& Q) {
  if (P.empty() || P.size() != Q.size()) {
    throw std::invalid_argument("P and Q need the same positive number of probabilities, got " +
                                std::to_string(P.size()) + " and " + std::to_string(Q.size()));
  }
  check_distribution("P", P);
  check_distribution("Q", Q);
  const std::string name = "finite(P=" + list_text(P) + ",Q=" + list_text(Q) + ")";
  const FiniteLosses found = finite_losses(P, Q);
  if (found.P_finite.is_zero()) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, name,
                                                "blatantly_non_private");
  }
  const bool whole = found.P_finite == kOne && found.Q_finite == kOne;
  const std::string canonical = "finite(P=" + list_text(found.P) + ",Q=" + list_text(found.Q) + ")";
  const Mechanism inner = pair_of_atoms(found, whole ? name : canonical, canonical);
  if (whole) return inner;
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{found.P_finite, found.Q_finite, inner}, name,
      inner->identity() + " finite=" + found.P_finite.text() + "," + found.Q_finite.text());
}

}  // namespace plumbline
