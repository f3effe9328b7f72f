#include "reference/mechanisms/laplace/threshold_outcomes.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameter_draw.hpp"

namespace plumbline::sparse {
namespace {

/// The total probability of a set of outcomes for one list of answers, at any precision; cached.
class OutcomeMasses {
 public:
  OutcomeMasses(SparseVector run, std::vector<Rational> answers,
                std::vector<SparseOutcome> outcomes)
      : run_(std::move(run)), answers_(std::move(answers)), outcomes_(std::move(outcomes)) {}

  Ball operator()(Bits p) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = known_.find(p.n);
    if (known != known_.end()) return known->second;
    Bits wide = p;
    Ball sum = at(wide);
    // More bits are necessary if the sum cancels.
    while (sum.relative_digits() * 3.3 < static_cast<double>(p.n) - 4 && wide.n < 8 * p.n + 4096) {
      wide = Bits{2 * wide.n};
      sum = at(wide);
    }
    return known_.emplace(p.n, sum.at(p)).first->second;
  }

 private:
  Ball at(Bits p) const {
    Ball sum(p);
    for (const SparseOutcome& seen : outcomes_) {
      if (const auto one = outcome_probability(run_, answers_, seen, p)) sum += *one;
    }
    return sum;
  }

  SparseVector run_;
  std::vector<Rational> answers_;
  std::vector<SparseOutcome> outcomes_;
  mutable std::mutex mutex_;
  mutable std::map<long, Ball> known_;
};

Real mass_of(const SparseVector& run, const std::vector<Rational>& answers,
             const std::vector<SparseOutcome>& outcomes) {
  const auto masses = std::make_shared<OutcomeMasses>(run, answers, outcomes);
  return Real([masses](Bits p) { return (*masses)(p); });
}

/// Losses that differ by less than this number are treated as equal. Outcomes are merged if their losses do not
/// certainly differ by this number, because equality of such numbers cannot be decided; a loss that does not
/// certainly differ from 0 by this number is merged with the loss 0. Merging outcomes is a post-processing. So data
/// sets with these answers have at least the privacy loss of the pair, and a claim that is false for the pair is false
/// for them.
Ball close(Bits p) { return Ball(Rational::parse("1e-30"), p); }

/// Returns true if the loss of an outcome that is possible with both lists is certainly not 0.
bool is_apart(const SparseVector& run, const std::vector<Rational>& answers,
              const std::vector<Rational>& others, const SparseOutcome& seen) {
  const Bits p{256};
  const Ball loss =
      log(*outcome_probability(run, others, seen, p) / *outcome_probability(run, answers, seen, p));
  return certainly_less(close(p), abs(loss));
}

/// The outcomes that are possible with only one of the two lists, and the groups of outcomes that are possible with
/// both, in order of their loss.
struct Sorted {
  std::vector<SparseOutcome> P_only, Q_only;
  std::vector<std::vector<SparseOutcome>> both;
};

Sorted sorted(const SparseVector& run, const std::vector<Rational>& answers,
              const std::vector<Rational>& others, const std::vector<SparseOutcome>& outcomes) {
  const Bits p{256};
  Sorted out;
  std::vector<std::pair<Ball, const SparseOutcome*>> losses;
  for (const SparseOutcome& seen : outcomes) {
    const auto P = outcome_probability(run, answers, seen, p),
               Q = outcome_probability(run, others, seen, p);
    if (P && Q) losses.emplace_back(log(*Q / *P), &seen);
    if (P && !Q) out.P_only.push_back(seen);
    if (Q && !P) out.Q_only.push_back(seen);
  }
  std::sort(losses.begin(), losses.end(), [](const auto& a, const auto& b) {
    return certainly_less(a.first.midpoint(), b.first.midpoint());
  });
  for (size_t i = 0; i < losses.size(); ++i) {
    const bool apart = i == 0 || certainly_less(losses[i - 1].first + close(p), losses[i].first);
    if (apart) out.both.emplace_back();
    out.both.back().push_back(*losses[i].second);
  }
  return out;
}

/// Returns 1 minus the probability of the outcomes; the rational 1 if there is no outcome.
Real rest_of(const SparseVector& run, const std::vector<Rational>& answers,
             const std::vector<SparseOutcome>& outcomes) {
  return outcomes.empty() ? Real(kOne) : Real(kOne) - mass_of(run, answers, outcomes);
}

/// Returns the pair whose outcomes are groups of outcomes. `masses` has the probabilities of each group of finite loss
/// under P and under Q; `P_finite` and `Q_finite` are the sums of these probabilities.
Mechanism pair_of(const std::vector<std::pair<Real, Real>>& masses, const Real& P_finite,
                  const Real& Q_finite, const std::string& expression) {
  const bool whole = P_finite.is_known_as(kOne) && Q_finite.is_known_as(kOne);
  std::vector<LossAtom> atoms;
  for (const auto& [P, Q] : masses) {
    const Real mass = P / P_finite, other = Q / Q_finite;
    atoms.push_back({mass, Real([mass, other](Bits p) { return log(other(p) / mass(p)); })});
  }
  if (atoms.size() == 1) atoms.front() = {Real(kOne), Real(kZero)};
  Mechanism inner;
  if (!atoms.empty()) inner = std::make_shared<FinitePair>(atoms, expression, expression);
  if (inner != nullptr && whole) return inner;
  const Real none(kZero);
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{inner ? P_finite : none, inner ? Q_finite : none, inner}, expression,
      expression);
}

}  // namespace

Mechanism outcomes_together(const SparseVector& run, const std::vector<Rational>& answers,
                            const std::vector<Rational>& others,
                            const std::vector<SparseOutcome>& outcomes,
                            const std::string& expression) {
  const Sorted found = sorted(run, answers, others, outcomes);
  std::vector<std::pair<Real, Real>> masses;
  for (const std::vector<SparseOutcome>& alike : found.both) {
    masses.emplace_back(mass_of(run, answers, alike), mass_of(run, others, alike));
  }
  return pair_of(masses, rest_of(run, answers, found.P_only), rest_of(run, others, found.Q_only),
                 expression);
}

Mechanism one_outcome(const SparseVector& run, const std::vector<Rational>& answers,
                      const std::vector<Rational>& others, const SparseOutcome& seen,
                      const std::string& expression) {
  const Sorted found = sorted(run, answers, others, {seen});
  const Real one(kOne), p = one - rest_of(run, answers, {seen}),
                        q = one - rest_of(run, others, {seen});
  if (!found.P_only.empty()) return pair_of({{one - p, one}}, one - p, one, expression);
  if (!found.Q_only.empty()) return pair_of({{one, one - q}}, one, one - q, expression);
  std::vector<std::pair<Real, Real>> masses{{one, one}};
  if (!found.both.empty() && is_apart(run, answers, others, seen)) {
    masses = {{p, q}, {one - p, one - q}};
  }
  return pair_of(masses, one, one, expression);
}

}  // namespace plumbline::sparse
