#include "reference/mechanisms/laplace/above_threshold.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostOutcomes = 1024, kMostQueries = 64;

/// The masses of some outcomes together, with either list, at any precision; kept once computed.
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
    // What cancels takes more bits.
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

/// Outcomes are one outcome where their losses are not certainly apart by this, and so are all where a loss is not
/// certainly so far from 0: no equality of such numbers can be decided. To see outcomes together is
/// post-processing, so the pair is what data sets with these answers have of what is seen; it is attained, and
/// what it refutes is refuted.
Ball close(Bits p) { return Ball(Rational::parse("1e-30"), p); }

/// Whether the outcome, which is possible with both, has a loss.
bool is_apart(const SparseVector& run, const std::vector<Rational>& answers,
              const std::vector<Rational>& others, const SparseOutcome& seen) {
  const Bits p{256};
  const Ball loss =
      log(*outcome_probability(run, others, seen, p) / *outcome_probability(run, answers, seen, p));
  return certainly_less(close(p), abs(loss));
}

/// Outcomes that are possible with one list alone, or with both and sorted by their loss.
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

/// One minus the mass, the rational 1 where there is none.
Real rest_of(const SparseVector& run, const std::vector<Rational>& answers,
             const std::vector<SparseOutcome>& outcomes) {
  return outcomes.empty() ? Real(kOne) : Real(kOne) - mass_of(run, answers, outcomes);
}

/// A pair from the masses of its outcomes and the masses that are of finite loss.
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

/// One outcome and all others together.
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

std::string list_text(const std::vector<Rational>& values) {
  std::string out = "[";
  for (const Rational& x : values) out += (out.size() > 1 ? "," : "") + x.text();
  return out + "]";
}

std::string expression_of(const SparseVector& run, const std::vector<Rational>& answers,
                          const std::vector<Rational>& others, const SparseOutcome& seen) {
  const std::vector<Rational> shown(seen.begin(), seen.end());
  return "above_threshold(b_threshold=" + run.b_threshold.text() +
         ",b_queries=" + run.b_queries.text() + ",answers=" + list_text(answers) +
         ",others=" + list_text(others) +
         (run.threshold.is_zero() ? "" : ",threshold=" + run.threshold.text()) +
         (run.cutoff ? ",cutoff=" + std::to_string(*run.cutoff) : "") +
         (run.redraw ? ",redraw=true" : "") +
         (run.edges.empty() ? "" : ",edges=" + list_text(run.edges)) +
         (seen.empty() ? "" : ",seen=" + list_text(shown)) + ")";
}

void check(const SparseVector& run, const std::vector<Rational>& answers,
           const std::vector<Rational>& others, const SparseOutcome& seen) {
  if (run.b_queries.sign() < 0) {
    throw std::invalid_argument("b_queries must be at least 0, got " + run.b_queries.text());
  }
  if (answers.empty() || answers.size() > kMostQueries || others.size() != answers.size()) {
    throw std::invalid_argument(
        "answers and others must have the same length, from 1 to " + std::to_string(kMostQueries) +
        ", got " + std::to_string(answers.size()) + " and " + std::to_string(others.size()));
  }
  for (size_t i = 0; i + 1 < run.edges.size(); ++i) {
    if (!(run.edges[i] < run.edges[i + 1])) {
      throw std::invalid_argument("edges must increase, got " + list_text(run.edges));
    }
  }
  if (!seen.empty() && !is_whole_outcome(run, answers.size(), seen)) {
    throw std::invalid_argument(
        "seen must say what is seen of each query until it stops: 0 for below, for above 1 or, "
        "with "
        "edges, which of their intervals from 1");
  }
}

long whole_number(const Rational& x, const std::string& name, long least) {
  static const Rational most(1000);
  if (!x.is_integer() || x < Rational(least) || x > most) {
    throw std::invalid_argument(name + " must be a whole number from " + std::to_string(least) +
                                " to 1000, got " + x.text());
  }
  return std::stol(x.text());
}

bool is_redrawn(const Parameters& q) {
  const auto given = q.words.find("redraw");
  if (given == q.words.end() || given->second == "false") return false;
  if (given->second == "true") return true;
  throw std::invalid_argument("redraw must be true or false, got '" + given->second + "'");
}

std::vector<Rational> list_or_none(const Parameters& q, const std::string& name) {
  const auto given = q.lists.find(name);
  return given == q.lists.end() ? std::vector<Rational>{} : given->second;
}

Mechanism make_above_threshold(const Parameters& q) {
  SparseVector run{positive(q, "b_threshold"), q.at("b_queries"),
                   q.count("threshold") > 0 ? q.at("threshold") : kZero};
  if (q.count("cutoff") > 0) run.cutoff = whole_number(q.at("cutoff"), "cutoff", 1);
  run.redraw = is_redrawn(q);
  run.edges = list_or_none(q, "edges");
  SparseOutcome seen;
  for (const Rational& x : list_or_none(q, "seen")) seen.push_back(whole_number(x, "seen", 0));
  return above_threshold(run, q.lists.at("answers"), q.lists.at("others"), seen);
}

std::string draw_above_threshold(ParameterDraw& draw) {
  return "above_threshold(b_threshold=" + draw.log_uniform(0.5, 5) +
         ",b_queries=" + draw.log_uniform(0.5, 5) + ",answers=[0,0,1],others=[1,1,0],cutoff=1)";
}

}  // namespace

Mechanism above_threshold(const SparseVector& run, const std::vector<Rational>& answers,
                          const std::vector<Rational>& others, const SparseOutcome& seen) {
  check(run, answers, others, seen);
  const std::string expression = expression_of(run, answers, others, seen);
  if (answers == others) {
    return std::make_shared<FinitePair>(std::vector<LossAtom>{{Real(kOne), Real(kZero)}},
                                        expression, "perfectly_private");
  }
  if (!seen.empty()) return one_outcome(run, answers, others, seen, expression);
  const auto outcomes = sparse_outcomes(run, answers.size(), kMostOutcomes);
  if (!outcomes) {
    throw std::invalid_argument("there are more than " + std::to_string(kMostOutcomes) +
                                " outcomes; give the one that is looked at as seen=[0,1,...]");
  }
  const Sorted found = sorted(run, answers, others, *outcomes);
  std::vector<std::pair<Real, Real>> masses;
  for (const std::vector<SparseOutcome>& alike : found.both) {
    masses.emplace_back(mass_of(run, answers, alike), mass_of(run, others, alike));
  }
  return pair_of(masses, rest_of(run, answers, found.P_only), rest_of(run, others, found.Q_only),
                 expression);
}

MechanismEntry above_threshold_entry() {
  return {
      .name = "above_threshold",
      .required = {"b_threshold", "b_queries", "answers", "others"},
      .optional = {"threshold", "cutoff", "redraw", "edges", "seen"},
      .summary = "sparse vector on two lists of answers: what is seen of each query",
      .make = make_above_threshold,
      .lists = {"answers", "others", "edges", "seen"},
      .words = {"redraw"},
      .draw = draw_above_threshold,
      .whole = {"cutoff"},
      .standing = {PairSide::attained,
                   "two data sets with these answers; losses that differ by less than 1e-30 are "
                   "seen as one",
                   "by these answers; which are the worst is not known here"}};
}

}  // namespace plumbline
