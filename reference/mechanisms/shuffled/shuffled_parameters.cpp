#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr long kMostUsers = 100000000;
const Rational kMostEpsilon(100);

}  // namespace

Rational shuffled_epsilon(const Parameters& parameters) {
  const Rational epsilon0 = positive(parameters, "epsilon0");
  if (epsilon0 > kMostEpsilon) {
    throw std::invalid_argument("epsilon0 must be at most 100, got " + epsilon0.text());
  }
  return epsilon0;
}

long shuffled_users(const Parameters& parameters) {
  const Rational n = positive(parameters, "n");
  if (!n.is_integer() || n > Rational(kMostUsers)) {
    throw std::invalid_argument("n must be an integer from 1 to 100000000, got " + n.text());
  }
  return static_cast<long>(n.approximate());
}

std::optional<ParameterOrder> order_of_shuffled(const std::string& parameter, long least,
                                                long most) {
  if (parameter == "epsilon0") {
    return ParameterOrder{false, Rational(0), kMostEpsilon, false, true};
  }
  if (parameter != "n") return std::nullopt;
  return ParameterOrder{true, Rational(least), Rational(most > 0 ? most : kMostUsers), true, true,
                        true};
}

// BOUND(SHUFFLED-ROUNDED)
// Statement.  n users release values in [0, 1] with noise of their own whose law is symmetric, shuffled. Let f < 1/2 be
//             the chance that noise is below -1/2, and epsilon0 at most log((1-f)/f). Some data sets have at least
//             the profile of shuffled_rr(epsilon0, n, ones = n-1), in both directions.
// Needs.      epsilon0 rounded down.
// Proof.      All others have 1, the user 0 or 1. Round each answer to 1 where it is above 1/2, else to 0: the values 0 and
//             1 are exchanged with probability f each, which is randomized response with log((1-f)/f) = e. Exchange
//             each bit once more with probability g: it is one with a smaller log, all from e down to 0 as g
//             goes to 1/2. All of it acts on one answer at a time, whatever its place: post-processing.
// Source.     Elementary.
std::string rounded_answers(const Ball& flip, const Rational& users) {
  constexpr int kDigits = 15;
  const Ball f = bound_number<"SHUFFLED-ROUNDED">(flip);
  const auto epsilon0 = log((Ball::integer(1, f.precision()) - f) / f).decimal_ends(kDigits).first;
  if (!epsilon0 || epsilon0->sign() <= 0) return "";
  return "shuffled_rr(epsilon0=" + epsilon0->text() + ",n=" + users.text() +
         ",ones=" + (users - Rational(1)).text() + ")";
}

}  // namespace plumbline
