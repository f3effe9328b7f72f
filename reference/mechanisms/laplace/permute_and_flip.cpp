#include "reference/mechanisms/laplace/permute_and_flip.hpp"

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/laplace/flip_runs.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

// Permute-and-flip returns the candidate with the largest sum of its score, in units of 2/epsilon, and an exponential
// variable of rate 1 (Ding, Kifer, Steinke and others 2021). Let A be the largest sum of a set E of candidates and B
// the largest sum of all others. The output is in E with probability P(A > B). The record changes each score by at
// most epsilon/2, so it increases this probability to at most P(A - B > -epsilon).
//
// For x above all scores of E, the density of A at x is the sum over i of e_i prod_{j != i} (1 - e_j), e_i = e^-(x -
// s_i); for other x it is 0. This is the probability that exactly one of independent events of probabilities e_i
// occurs. P(A > x) is the probability that one or more of them occur. So A has a hazard rate of at most 1, and so has
// B. Let g be the density of A - B and G its distribution function. Then g(w) = E g_A(B + w) <= P(A - B > w) = 1 -
// G(w), and g(w) <= G(w) by exchange of A and B. The Laplace law with scale 1 has F' = min(F, 1 - F), so F^-1(G(w))
// has a slope of at most 1, and
//
//     P(A - B > -epsilon) <= F(epsilon + F^-1(P(A - B > 0))).
//
// So no test of the two output laws has more power than the best test of the same level of laplace(b=1/epsilon). Two
// candidates attain the power F(x + epsilon) at the level F(x), for every x (FLIP-PAIR).
Mechanism make_permute_and_flip(const Parameters& q) {
  const Rational epsilon = positive(q, "epsilon");
  return std::make_shared<Laplace>(Rational(1) / epsilon, Rational(1),
                                   "permute_and_flip(epsilon=" + epsilon.text() + ")");
}

// PROOF(PARAMETER-ORDER) epsilon of permute_and_flip
//             The pair is the pair of laplace with the scale 1/epsilon, which is ordered by its scale.
std::optional<ParameterOrder> order_of_permute_and_flip(const std::string&, const Parameters&) {
  return ParameterOrder::size();  // epsilon is the only parameter
}

std::string draw_permute_and_flip(ParameterDraw& draw) {
  return "permute_and_flip(epsilon=" + draw.log_uniform(0.01, 3) + ")";
}

std::string flips_at(const WrittenFactor& factor, double place) {
  const auto epsilon = factor.parameters.find("epsilon");
  if (epsilon == factor.parameters.end() || epsilon->second.sign() <= 0) return "";
  return flip_member_at({epsilon->second, Rational(1)}, place);
}

/// Returns the expression of the pair of two candidates whose probabilities the record exchanges.
std::string exchanged_candidates(const WrittenFactor& factor) { return flips_at(factor, 0.5); }

PairFacts flip_facts() {
  PairFacts out{PairDominance::each_point,
                "any that change the score of each candidate by at most 1",
                "the best score of a set of candidates above all others has a density of at most "
                "its tails; two candidates reach each point (FLIP-PAIR)",
                {},
                exchanged_candidates};
  out.member_at = flips_at;
  return out;
}

}  // namespace

MechanismEntry permute_and_flip_entry() {
  return {.name = "permute_and_flip",
          .required = {"epsilon"},
          .optional = {},
          .summary =
              "permute-and-flip, or report noisy max with exponential noise of rate epsilon/2: "
              "tight for one run, an upper bound for several",
          .make = make_permute_and_flip,
          .order = order_of_permute_and_flip,
          .draw = draw_permute_and_flip,
          .symmetric = always_symmetric,
          .facts = flip_facts()};
}

}  // namespace plumbline
