#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/allocation/random_allocation.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/matrix/amplified.hpp"
#include "reference/mechanisms/matrix/amplified_sides.hpp"
#include "reference/mechanisms/matrix/matrix_words.hpp"
#include "reference/mechanisms/matrix/several_runs.hpp"
#include "reference/mechanisms/matrix/split_noise.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr Bits kBinBits{192};

// BOUND(MATRIX-BINS)
// Statement.  Let A and X be as in MATRIX-PAIR, with n steps. Each record is in one of b bins, which is drawn
//             uniformly and independently of all else. It takes part in the steps i, i + b, i + 2b, ... of its bin i,
//             which are at most K = ceil(n/b) steps. Let 1 <= s <= b, q = floor(b/s), and let kappa be as in
//             MATRIX-SPLIT. Then random_allocation(sigma, t = q) with sensitivity kappa sqrt(K) dominates one record
//             added or removed.
// Needs.      s <= b: checked here.
// Proof.      Draw rho uniformly on 0 .. b-1, and then the bin uniformly among the q bins rho, rho + s, ..., rho +
//             (q-1) s mod b. The bin is then uniform on all bins. Reveal rho. In order, the steps of these q bins are
//             s apart or, after the last of the q bins, b - (q-1) s >= s apart. So MATRIX-SPLIT gives observations
//             y_i = u_i + (sigma/kappa) Z_i, one step after the other. u_i is nonzero only for the steps of the
//             record's bin and is a function of the earlier releases. Given the past, consider the loss of y_i
//             between "the bin is a" and "no record". For i in bin a it is the increment of W_a(x) - x/2 over a time
//             |u_i|^2 kappa^2/sigma^2, which the past determines; for other i it is 0. Here the W_a are Brownian
//             motions, each advanced at the steps of its own bin. They are independent under P; under "the bin is a"
//             only W_a has drift 1. At the end advance each W_a to the time K kappa^2/sigma^2, as in MATRIX-PAIR. The
//             mean over a of the q likelihood ratios then has the law of random_allocation. Dropping rho and the
//             further increments is post-processing.
// Source.     The pair: Choquette-Choo and others 2410.06266. The bound is this project's.
Mechanism make_balls_in_bins(const Parameters& q) {
  const Rational sigma = positive(q, "sigma");
  const std::string word = matrix_word(q);
  const long n = matrix_whole(q, "steps"), bins = matrix_whole(q, "bins");
  const Strategy strategy = sampled_strategy(q);
  if (bins > n) {
    throw std::invalid_argument("bins must be at most the steps, " + std::to_string(n) + ", got " +
                                std::to_string(bins));
  }
  const long stride =
      q.count("stride") > 0 ? matrix_whole(q, "stride") : std::min(strategy.bands(), bins);
  if (stride > bins) {
    throw std::invalid_argument("stride must be at most the bins, " + std::to_string(bins));
  }
  const Rational s = bins_sensitivity(strategy, bins, stride);
  const Rational t(bins / stride);
  const Mechanism one = t == Rational(1)
                            ? Mechanism(std::make_shared<Gaussian>(sigma, s))
                            : Mechanism(std::make_shared<RandomAllocation>(sigma, t, s));
  return std::make_shared<SeveralRuns>(std::vector<SeveralRuns::Runs>{{one, Rational(1)}},
                                       "balls_in_bins(sigma=" + sigma.text() + ",strategy=" + word +
                                           matrix_number(q, "steps") + matrix_number(q, "bins") +
                                           matrix_number(q, "stride") + ")",
                                       "product " + one->identity());
}

// PROOF(PARAMETER-ORDER) sigma of balls_in_bins
//             It is random_allocation or gaussian, with a sensitivity that does not depend on sigma.
std::optional<ParameterOrder> order_of_bins(const std::string& parameter, const Parameters&) {
  if (parameter == "sigma") return ParameterOrder::scale();
  return std::nullopt;
}

std::string draw_balls_in_bins(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(0.8, 8);
  const int bins = draw.whole(4, 40);
  return "balls_in_bins(sigma=" + sigma +
         ",strategy=toeplitz([1,1/2]),steps=" + std::to_string(bins * draw.whole(1, 4)) +
         ",bins=" + std::to_string(bins) + ")";
}

std::string member_of_bins(const WrittenFactor& factor) {
  const auto m = sampled_matrix(factor);
  return m ? likely_best(bins_below(*m)) : "";
}

}  // namespace

Rational bins_sensitivity(const Strategy& strategy, long bins, long stride) {
  const long rounds = (strategy.steps() + bins - 1) / bins;
  const Ball square = split_square(overlaps(strategy, kBinBits), stride) * rounds;
  return root_end(bound_number<"MATRIX-BINS">(square), true);
}

MechanismEntry balls_in_bins_entry() {
  return {
      .name = "balls_in_bins",
      .required = {"sigma", "strategy", "steps", "bins"},
      .optional = {"stride"},
      .summary = "a matrix mechanism, each record in the steps of one bin: an upper bound",
      .make = make_balls_in_bins,
      .order = order_of_bins,
      .words = {"strategy"},
      .draw = draw_balls_in_bins,
      .subsampled = true,
      .whole = {"steps", "bins", "stride"},
      .facts = with_public(
          PairFacts{PairDominance::dominating,
                    "one record added or removed",
                    "MATRIX-BINS; of nonnegative strategies MATRIX-KAHANE and MATRIX-SUM bound it "
                    "from below",
                    {},
                    member_of_bins},
          {"steps", "bins"})};
}

}  // namespace plumbline
