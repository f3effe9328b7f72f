#include "reference/mechanisms/laplace/above_threshold.hpp"

#include <memory>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/laplace/threshold_outcomes.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostOutcomes = 1024, kMostQueries = 64;

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
        "seen must list the output of each query until the stop: 0 for below and 1 for above or, "
        "with edges, the number of the interval, from 1");
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
  if (!seen.empty()) return sparse::one_outcome(run, answers, others, seen, expression);
  const auto outcomes = sparse_outcomes(run, answers.size(), kMostOutcomes);
  if (!outcomes) {
    throw std::invalid_argument("there are more than " + std::to_string(kMostOutcomes) +
                                " outcomes; write a single outcome as seen=[0,1,...]");
  }
  return sparse::outcomes_together(run, answers, others, *outcomes, expression);
}

MechanismEntry above_threshold_entry() {
  return {
      .name = "above_threshold",
      .required = {"b_threshold", "b_queries", "answers", "others"},
      .optional = {"threshold", "cutoff", "redraw", "edges", "seen"},
      .summary = "sparse vector technique on two lists of answers, with the output of each query",
      .make = make_above_threshold,
      .lists = {"answers", "others", "edges", "seen"},
      .words = {"redraw"},
      .draw = draw_above_threshold,
      .whole = {"cutoff"},
      .facts = PairFacts{
          PairDominance::attained,
          "two data sets with these answers; losses that differ by less than 1e-30 are merged",
          "by these answers; which are the worst is not known here"}};
}

}  // namespace plumbline
