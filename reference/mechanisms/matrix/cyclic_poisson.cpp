#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/matrix/amplified.hpp"
#include "reference/mechanisms/matrix/matrix_words.hpp"
#include "reference/mechanisms/matrix/several_runs.hpp"
#include "reference/mechanisms/matrix/split_noise.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr Bits kNormBits{192};

std::vector<Rational> squared_norms(const Strategy& strategy) {
  std::vector<Rational> out;
  if (const std::vector<Rational>* c = strategy.toeplitz()) {
    std::vector<Rational> sums;  // prefix sums of the squared entries
    Rational sum(0);
    for (const Rational& x : *c) sums.push_back(sum = sum + x * x);
    for (long i = 0; i < strategy.steps(); ++i) {
      out.push_back(sums[static_cast<size_t>(
          std::min(static_cast<long>(sums.size()), strategy.steps() - i) - 1)]);
    }
    return out;
  }
  for (long i = 0; i < strategy.steps(); ++i) {
    Rational sum(0);
    for (const Rational& x : strategy.column(i).entries) sum = sum + x * x;
    out.push_back(sum);
  }
  return out;
}

std::vector<ColumnNorms> counted(const std::vector<Rational>& squares) {
  std::vector<ColumnNorms> out;
  for (const Rational& x : squares) {
    if (x.is_zero()) continue;
    if (out.empty() || !(out.back().square == x)) out.push_back({x, 0});
    ++out.back().count;
  }
  return out;
}

/// Returns the expression of one factor of the pair that bounds the mechanism from below. The sensitivity of the factor
/// is the norm, rounded down.
std::string member_run(const SampledMatrix& m, const ColumnNorms& norm) {
  const std::string sensitivity = root_end(Ball(norm.square, kNormBits), false).text();
  const std::string power = norm.count == 1 ? "" : "^" + std::to_string(norm.count);
  if (m.p == Rational(1)) {
    return "gaussian(sigma=" + m.sigma + ",sensitivity=" + sensitivity + ")" + power;
  }
  return "subsampled_gaussian(sigma=" + m.sigma + ",p=" + m.p.text() +
         ",sensitivity=" + sensitivity + ")" + power;
}

std::string member_of_cyclic(const WrittenFactor& factor) {
  const auto m = sampled_matrix(factor);
  if (!m) return "";
  std::string out;
  const std::vector<ColumnNorms> own = group_norms(m->strategy, m->every).own;
  // If sigma is unknown, the result must have a single factor.
  if (m->sigma == "?" && own.size() > 1) return "";
  for (const ColumnNorms& norm : own) out += (out.empty() ? "" : "*") + member_run(*m, norm);
  return "(" + out + ")";
}

}  // namespace

GroupNorms group_norms(const Strategy& strategy, long groups) {
  const std::vector<Rational> squares = squared_norms(strategy);
  std::vector<std::vector<Rational>> lists;
  std::vector<Rational> most;
  for (long group = 0; group < std::min(groups, strategy.steps()); ++group) {
    lists.emplace_back();
    for (long i = group; i < strategy.steps(); i += groups) {
      lists.back().push_back(squares[static_cast<size_t>(i)]);
    }
    std::sort(lists.back().begin(), lists.back().end(),
              [](const Rational& a, const Rational& b) { return b < a; });
    for (size_t i = 0; i < lists.back().size(); ++i) {
      if (i == most.size()) most.emplace_back(0);
      most[i] = std::max(most[i], lists.back()[i]);
    }
  }
  size_t best = 0;
  Rational largest(0);
  for (size_t group = 0; group < lists.size(); ++group) {
    Rational sum(0);
    for (const Rational& x : lists[group]) sum = sum + x;
    if (largest < sum) {
      largest = sum;
      best = group;
    }
  }
  return {counted(most), counted(lists[best]), lists[best] == most};
}

namespace {

// BOUND(MATRIX-CYCLIC)
// Statement.  Let A and X be as in MATRIX-PAIR, where A has at most b bands. Each record is in one of b groups,
//             chosen independently of the data. At step t each record of group t mod b is drawn with probability p by
//             an independent coin. Let n_1 >= n_2 >= ... be numbers such that, for every group, n_k is at least the
//             k-th largest norm of the group's columns. Then the product of subsampled_gaussian(sigma, p) with
//             sensitivities n_k dominates one record added or removed. A record in a group whose columns have these
//             norms attains the product if all other records contribute nothing.
// Needs.      At most b bands: checked here, exactly.
// Proof.      Reveal the group of the record. Its columns i, i + b, ... have no row in common, and u_i is known when
//             step i begins. Given what was released before, the contribution of the other records is a function of
//             the rows before. So the rows of column i differ, with probability p, by A_i u_i^T of norm at most
//             |A_i|, and a fresh coin decides. Hence subsampled_gaussian with that sensitivity dominates the pair of
//             that block (PARAMETER-ORDER). The product follows by adaptive composition; a larger sensitivity or a
//             further one makes it less private. With |u_i| = 1 and all else 0 the pair equals the product.
// Source.     Choquette-Choo and others 2306.08153; for different norms, this project's.
Mechanism make_cyclic_poisson(const Parameters& q) {
  const Rational sigma = positive(q, "sigma"), p = sampling_rate(q);
  const std::string word = matrix_word(q);
  const Strategy strategy = sampled_strategy(q);
  const long groups = q.count("groups") > 0 ? matrix_whole(q, "groups") : strategy.bands();
  if (!proved<"MATRIX-CYCLIC">(strategy.bands() <= groups)) {
    throw std::invalid_argument("groups must be at least the number of bands of the strategy, " +
                                std::to_string(strategy.bands()) + ", got " +
                                std::to_string(groups));
  }
  std::vector<SeveralRuns::Runs> runs;
  std::string identity = "product";
  for (const ColumnNorms& norm : group_norms(strategy, groups).most) {
    const Rational s = root_end(Ball(norm.square, kNormBits), true);
    const Mechanism one = p == Rational(1)
                              ? Mechanism(std::make_shared<Gaussian>(sigma, s))
                              : Mechanism(std::make_shared<SubsampledGaussian>(sigma, p, s));
    runs.push_back({one, Rational(norm.count)});
    identity += " " + one->identity() + " ^" + std::to_string(norm.count);
  }
  if (runs.empty()) throw std::invalid_argument("strategy " + word + " releases nothing");
  return std::make_shared<SeveralRuns>(std::move(runs),
                                       "cyclic_poisson(sigma=" + sigma.text() +
                                           ",strategy=" + word + matrix_number(q, "steps") +
                                           ",p=" + p.text() + matrix_number(q, "groups") + ")",
                                       identity);
}

// PROOF(PARAMETER-ORDER) sigma and p of cyclic_poisson
//             It is a product of subsampled_gaussian with sensitivities that depend neither on sigma nor on p.
std::optional<ParameterOrder> order_of_cyclic(const std::string& parameter, const Parameters&) {
  if (parameter == "sigma") return ParameterOrder::scale();
  if (parameter == "p") return ParameterOrder::share();
  return std::nullopt;
}

std::string draw_cyclic(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(0.8, 8);
  return "cyclic_poisson(sigma=" + sigma +
         ",strategy=toeplitz([1,1/2,3/8]),steps=" + std::to_string(3 * draw.whole(1, 8)) +
         ",p=" + draw.log_uniform(0.01, 0.5) + ")";
}

}  // namespace

MechanismEntry cyclic_poisson_entry() {
  return {.name = "cyclic_poisson",
          .required = {"sigma", "strategy", "steps", "p"},
          .optional = {"groups"},
          .summary =
              "a banded matrix mechanism with cyclic groups of records and Poisson sampling in "
              "each group",
          .make = make_cyclic_poisson,
          .order = order_of_cyclic,
          .words = {"strategy"},
          .draw = draw_cyclic,
          .subsampled = true,
          .whole = {"steps", "groups"},
          .facts = with_public(
              PairFacts{PairDominance::dominating,
                        "one record added or removed",
                        "MATRIX-CYCLIC; up to 25 digits of the norms it is the pair of one group's "
                        "records, if no group has the larger norms in part only",
                        {},
                        member_of_cyclic},
              {"steps", "groups"})};
}

}  // namespace plumbline
