#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/matrix/amplified.hpp"
#include "reference/mechanisms/matrix/amplified_sides.hpp"
#include "reference/mechanisms/matrix/correlated_gaussian.hpp"
#include "reference/mechanisms/matrix/matrix_words.hpp"
#include "reference/mechanisms/matrix/several_runs.hpp"
#include "reference/mechanisms/matrix/split_noise.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr Bits kApartBits{192};

bool starts_cold(const Parameters& q) {
  const auto at = q.words.find("start");
  if (at == q.words.end() || at->second == "warm") return false;
  if (at->second == "cold") return true;
  throw std::invalid_argument("start must be warm or cold, got " + at->second);
}

/// Returns the message that refuses p = 1 with a warm start. If the separation is at most the number of steps, the
/// message names balls_in_bins, which describes this case.
std::string warm_and_certain(const Parameters& q, long n, long apart) {
  const std::string below = "p must be below 1 with a warm start";
  if (apart > n) return below;
  return below + "; with p = 1 each record is in the steps of one bin: write balls_in_bins(sigma=" +
         q.at("sigma").text() + ",strategy=" + matrix_word(q) + ",steps=" + std::to_string(n) +
         ",bins=" + std::to_string(apart) + ")";
}

/// Returns the squared sensitivity for p = 1 and a cold start. Each record is then drawn only at the steps 0, b, 2b,
/// ..., so MATRIX-PAIR holds with this pattern alone, and some neighbours attain the pair.
Rational certain_square(const Strategy& strategy, long apart, const std::string& word) {
  Pattern drawn;
  for (long i = 0; i < strategy.steps(); i += apart) drawn.push_back(i);
  return exact_square(strategy, Participation::listed({drawn}, strategy.steps()), word);
}

// BOUND(MATRIX-SEPARATED)
// Statement.  Let A and X be as in MATRIX-PAIR, with n steps. At each step, each record that was drawn at none of the
//             previous b - 1 steps is drawn with probability p, by an independent coin. At the start a record may
//             have to wait for a random time. Let kappa be as in MATRIX-SPLIT with stride 1. Then
//             subsampled_gaussian(sigma, p)^n with sensitivity kappa dominates one record added or removed.
// Needs.      0 < p < 1: the caller guarantees this; for p = 1 see certain_square.
// Proof.      Let S be the set of all steps. The observations are y_i = u_i + (sigma/kappa) Z_i, where u_i = 0 if the
//             record is not drawn. Given the earlier observations and the earlier draws, the record is drawn with
//             probability p or 0, by an independent coin. Given only the earlier observations, it is drawn with a
//             probability that is at most p and that these observations determine. So
//             subsampled_gaussian(sigma/kappa, p) dominates y_i given the past (PARAMETER-ORDER), and the product
//             dominates the n observations together.
// Source.     This project's.
Mechanism make_b_min_sep(const Parameters& q) {
  const Rational sigma = positive(q, "sigma"), p = sampling_rate(q);
  const std::string word = matrix_word(q);
  const long n = matrix_whole(q, "steps"), apart = matrix_whole(q, "separation");
  const bool cold = starts_cold(q);
  if (p == kOne && !cold) throw std::invalid_argument(warm_and_certain(q, n, apart));
  const std::string expression = "b_min_sep(sigma=" + sigma.text() + ",strategy=" + word +
                                 matrix_number(q, "steps") + ",p=" + p.text() +
                                 matrix_number(q, "separation") + (cold ? ",start=cold)" : ")");
  const Strategy strategy = sampled_strategy(q);
  if (p == kOne) {
    return std::make_shared<Gaussian>(certain_square(strategy, apart, word) / (sigma * sigma),
                                      expression);
  }
  const Mechanism one = std::make_shared<SubsampledGaussian>(sigma, p, apart_sensitivity(strategy));
  return std::make_shared<SeveralRuns>(std::vector<SeveralRuns::Runs>{{one, Rational(n)}},
                                       expression,
                                       "product " + one->identity() + " ^" + std::to_string(n));
}

// PROOF(PARAMETER-ORDER) sigma and p of b_min_sep
//             For p below 1 it is subsampled_gaussian^n with a sensitivity that depends neither on sigma nor on p.
//             For p = 1 it is a Gaussian whose sensitivity does not depend on sigma.
std::optional<ParameterOrder> order_of_b_min_sep(const std::string& parameter, const Parameters&) {
  if (parameter == "sigma") return ParameterOrder::scale();
  if (parameter == "p") return ParameterOrder{false, Rational(0), kOne};
  return std::nullopt;
}

std::string draw_b_min_sep(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(1, 10);
  return "b_min_sep(sigma=" + sigma +
         ",strategy=toeplitz([1,1/2]),steps=" + std::to_string(draw.whole(4, 60)) +
         ",p=" + draw.log_uniform(0.01, 0.3) + ",separation=" + std::to_string(draw.whole(1, 6)) +
         ")";
}

/// Returns true if the steps at which each record is drawn are known.
bool is_certain(const WrittenFactor& factor) {
  const auto p = factor.parameters.find("p");
  return p != factor.parameters.end() && p->second == kOne && starts_cold(factor.parameters);
}

PairDominance dominance_of_b_min_sep(const WrittenFactor& factor) {
  return is_certain(factor) ? PairDominance::both : PairDominance::dominating;
}

std::string member_of_b_min_sep(const WrittenFactor& factor) {
  if (is_certain(factor)) return "";
  const auto m = sampled_matrix(factor);
  return m ? likely_best(apart_below(*m)) : "";
}

}  // namespace

Rational apart_sensitivity(const Strategy& strategy) {
  return root_end(bound_number<"MATRIX-SEPARATED">(split_square(overlaps(strategy, kApartBits), 1)),
                  true);
}

MechanismEntry b_min_sep_entry() {
  return {
      .name = "b_min_sep",
      .required = {"sigma", "strategy", "steps", "p", "separation"},
      .optional = {"start"},
      .summary =
          "a matrix mechanism, records sampled at rate p with a minimum separation: an upper bound",
      .make = make_b_min_sep,
      .order = order_of_b_min_sep,
      .words = {"strategy", "start"},
      .draw = draw_b_min_sep,
      .subsampled = true,
      .whole = {"steps", "separation"},
      .facts = with_public(
          PairFacts{.dominance = PairDominance::dominating,
                    .neighbours = "one record added or removed",
                    .because = "MATRIX-SEPARATED; of nonnegative strategies MATRIX-SUM bounds it "
                               "from below; with p = 1 and start=cold MATRIX-PAIR, and attained",
                    .member = member_of_b_min_sep,
                    .dominance_of = dominance_of_b_min_sep},
          {"steps", "separation"})};
}

}  // namespace plumbline
