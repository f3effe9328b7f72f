#include "reference/mechanisms/matrix/correlated_gaussian.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

long whole(const Parameters& q, const std::string& name) {
  const Rational x = positive(q, name);
  if (!x.is_integer() || x > Rational(1000000000)) {
    throw std::invalid_argument(name + " must be an integer from 1, got " + x.text());
  }
  return static_cast<long>(x.approximate());
}

// What is left of a strategy's text: no blanks.
std::string strategy_word(const Parameters& q) {
  std::string out;
  for (const char c : q.words.at("strategy")) {
    if (c != ' ') out += c;
  }
  return out;
}

std::string whole_text(const Parameters& q, const char* name) {
  const auto at = q.find(name);
  return at == q.end() ? std::string() : "," + std::string(name) + "=" + at->second.text();
}

// BOUND(MATRIX-PAIR)
// Statement.  Let rows C_t X + sigma Z_t be released in turn, X with rows x_i of norm at most 1 or 0, a
//             record in the steps of a pattern, x_i and the pattern chosen from what was released
//             before. With one record more the pair is dominated by gaussian(sigma, s), s^2 the largest
//             |sum of C_i u_i|^2 over patterns and u_i of norm at most 1 (replaced: 2s); where the largest
//             is at u_i of one direction, some neighbours have it.
// Needs.      Row t has no entry of a step after the one at which it is released: Strategy. s exact:
//             checked here.
// Proof.      Given the past, row t moves by a vector v_t known from it, and the sum of |v_t|^2 is at most
//             s^2. Let the noise along v_t/|v_t| be a Brownian motion's increment over a time |v_t|^2/sigma^2,
//             and, when all is released, add a further independent one up to the time mu^2 = s^2/sigma^2:
//             more is released, nothing less. Pieces that start where the past ends are one Brownian motion
//             again, so the loss is that motion at mu^2 and mu^2/2, N(-mu^2/2, mu^2) under P, and
//             N(mu^2/2, mu^2) under Q: the Gaussian pair's. A pattern and inputs fixed before attain s.
// Source.     Denisov and others 2202.08312, Theorem 2.1; the proof is this project's.
Mechanism make_correlated_gaussian(const Parameters& q) {
  const NoiseScale scale = noise_scale(q);
  const std::string word = strategy_word(q), which = relation(q, noise_relations());
  const Strategy strategy = Strategy::parse(word, whole(q, "steps"));
  const MatrixSensitivity s = matrix_sensitivity(strategy, participation_of(q));
  if (!proved<"MATRIX-PAIR">(s.is_exact())) {
    const Bits p{64};
    throw std::invalid_argument(
        "the sensitivity is known to lie in [" + sqrt(Ball(s.least, p)).decimal_bounds(8).first +
        ", " + sqrt(Ball(s.most, p)).decimal_bounds(8).second +
        "] only; gaussian(sigma=,sensitivity=) with its upper end is an upper bound");
  }
  if (s.most.is_zero()) throw std::invalid_argument("strategy " + word + " releases nothing");
  const Rational square = which == "replace" ? s.most * Rational(4) : s.most;
  return std::make_shared<Gaussian>(square / scale.variance,
                                    "correlated_gaussian(" + scale.text + ",strategy=" + word +
                                        whole_text(q, "steps") + whole_text(q, "participations") +
                                        whole_text(q, "gap") + whole_text(q, "every") +
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

Participation participation_of(const Parameters& q) {
  const bool every = q.count("every") > 0, gap = q.count("gap") > 0,
             count = q.count("participations") > 0;
  if (every && gap) throw std::invalid_argument("every and gap exclude each other");
  if (every) {
    return Participation::every(whole(q, "every"),
                                count ? std::optional(whole(q, "participations")) : std::nullopt);
  }
  if (gap != count) {
    throw std::invalid_argument(
        "participations and gap go together: at most so many steps, so far "
        "apart at least");
  }
  return count ? Participation::spaced(whole(q, "participations"), whole(q, "gap"))
               : Participation::once();
}

MechanismEntry correlated_gaussian_entry() {
  return {.name = "correlated_gaussian",
          .required = {"sigma", "strategy", "steps"},
          .optional = {"sigma2", "participations", "gap", "every", "relation"},
          .summary =
              "a matrix mechanism: strategy C, released C X + sigma Z; participations= and "
              "gap=, every=, or one",
          .make = make_correlated_gaussian,
          .order = order_of_correlated_gaussian,
          .words = {"strategy", "relation"},
          .draw = draw_correlated_gaussian,
          .symmetric = always_symmetric,
          .whole = {"steps", "participations", "gap", "every"},
          .standing = {PairSide::both,
                       "one record in the steps of a pattern, its rows of norm at most 1; with "
                       "relation=replace exchanged",
                       "MATRIX-PAIR"}};
}

}  // namespace plumbline
