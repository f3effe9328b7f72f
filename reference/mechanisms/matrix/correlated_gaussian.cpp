#include "reference/mechanisms/matrix/correlated_gaussian.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/matrix/matrix_words.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

// BOUND(MATRIX-PAIR)
// Statement.  Let A be a lower triangular T x T matrix with columns a_i, X a T x d matrix, and Z a matrix of
//             independent standard normals. Step t releases row t of A X + sigma Z. Two data sets differ in u_i =
//             x_i' - x_i, |u_i| <= 1, only at the steps i of an admissible pattern (every part of a pattern is a
//             pattern). x_i, u_i and whether i is in the pattern may be any functions of the rows released before,
//             the same for both data sets. Then gaussian(sigma, s) dominates the pair, where s^2 is the maximum of
//             |sum of a_i u_i^T|^2 (Frobenius) over patterns and |u_i| <= 1. Replaced records have |u_i| <= 2 and
//             sensitivity 2s. Fixed patterns and inputs that attain s have exactly this pair.
// Needs.      Row t has no entry of a step after the step at which it is released: Strategy guarantees this. s is
//             exact: checked in exact_square.
// Proof.      Given the past, the mean of row t changes by v_t = sum over i <= t of A_ti u_i, which the past
//             determines, and sum_t |v_t|^2 = |sum of a_i u_i^T|^2 <= s^2 for the realized pattern and u_i. Let W be
//             a Brownian motion under P, and a Brownian motion with drift 1 under Q. Given the past, the loss of row
//             t is the increment of W(x) - x/2 over a time of length |v_t|^2/sigma^2; the components of the row
//             orthogonal to v_t have the same law under P and Q. After the last row, also release a further increment
//             of W, up to the time mu^2 = s^2/sigma^2. The past determines the duration of each piece, so the pieces
//             together form one Brownian motion. The loss is therefore W(mu^2) - mu^2/2, the loss of the Gaussian
//             pair. Dropping the further increment is post-processing.
// Source.     Denisov and others 2202.08312, Theorem 2.1; the proof is this project's.
Mechanism make_correlated_gaussian(const Parameters& q) {
  const NoiseScale scale = noise_scale(q);
  const std::string word = matrix_word(q), which = relation(q, noise_relations());
  const Strategy strategy = Strategy::parse(word, matrix_whole(q, "steps"));
  const Rational known = exact_square(strategy, participation_of(q), word);
  const Rational square = which == "replace" ? known * Rational(4) : known;
  return std::make_shared<Gaussian>(
      square / scale.variance, "correlated_gaussian(" + scale.text + ",strategy=" + word +
                                   matrix_number(q, "steps") + matrix_number(q, "participations") +
                                   matrix_number(q, "gap") + matrix_number(q, "every") +
                                   relation_text(which, noise_relations()) + ")");
}

// PROOF(PARAMETER-ORDER) sigma and its square of correlated_gaussian
//             It is a Gaussian pair whose sensitivity does not depend on sigma.
std::optional<ParameterOrder> order_of_correlated_gaussian(const std::string& parameter,
                                                           const Parameters&) {
  if (parameter == "sigma" || parameter == "sigma2") return ParameterOrder::scale();
  return std::nullopt;
}

std::string draw_correlated_gaussian(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(0.5, 50);
  const int steps = draw.whole(2, 24), gap = draw.whole(1, 8);
  return "correlated_gaussian(sigma=" + sigma +
         ",strategy=" + (steps % 2 == 0 ? "sqrt" : "toeplitz([1,1/2,3/8])") +
         ",steps=" + std::to_string(steps) + ",participations=" + std::to_string(draw.whole(1, 4)) +
         ",gap=" + std::to_string(gap) + ")";
}

}  // namespace

Rational exact_square(const Strategy& strategy, const Participation& participation,
                      const std::string& word) {
  const MatrixSensitivity s = matrix_sensitivity(strategy, participation);
  if (!proved<"MATRIX-PAIR">(s.is_exact())) {
    const Bits p{64};
    throw std::invalid_argument(
        "the sensitivity is not known exactly; it is in [" +
        sqrt(Ball(s.least, p)).decimal_bounds(8).first + ", " +
        sqrt(Ball(s.most, p)).decimal_bounds(8).second +
        "]; write gaussian(sigma=,sensitivity=) with the upper end for an upper bound");
  }
  if (s.most.is_zero()) throw std::invalid_argument("strategy " + word + " releases nothing");
  return s.most;
}

Participation participation_of(const Parameters& q) {
  const bool every = q.count("every") > 0, gap = q.count("gap") > 0,
             count = q.count("participations") > 0;
  if (every && gap) throw std::invalid_argument("write every or gap, not both");
  if (every) {
    return Participation::every(
        matrix_whole(q, "every"),
        count ? std::optional(matrix_whole(q, "participations")) : std::nullopt);
  }
  if (gap != count) {
    throw std::invalid_argument(
        "write participations and gap together: the maximum number of steps and their minimum "
        "distance");
  }
  return count ? Participation::spaced(matrix_whole(q, "participations"), matrix_whole(q, "gap"))
               : Participation::once();
}

MechanismEntry correlated_gaussian_entry() {
  return {.name = "correlated_gaussian",
          .required = {"sigma", "strategy", "steps"},
          .optional = {"sigma2", "participations", "gap", "every", "relation"},
          .summary =
              "a matrix mechanism with strategy C and output C X + sigma Z; participations= and "
              "gap=, every=, or a single participation",
          .make = make_correlated_gaussian,
          .order = order_of_correlated_gaussian,
          .words = {"strategy", "relation"},
          .draw = draw_correlated_gaussian,
          .symmetric = always_symmetric,
          .whole = {"steps", "participations", "gap", "every"},
          .facts = with_public(
              PairFacts{.dominance = PairDominance::both,
                        .neighbours = "one record in the steps of a pattern, with rows of norm at "
                                      "most 1; with relation=replace, exchanged",
                        .because = "MATRIX-PAIR",
                        .relation = PairRelation::add_remove},
              {"steps"})};
}

}  // namespace plumbline
