#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"

#include <algorithm>
#include <cmath>
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

Rational ones_at(const Rational& users, double place) {
  const double others = (users - Rational(1)).approximate();
  const double ones = std::clamp(std::round(place * others), 0.0, others);
  return std::isfinite(ones) ? Rational::from_binary64(ones) : Rational(0);
}

// BOUND(SHUFFLED-ROUNDED)
// Statement.  n users answer by one local randomizer, and the answers are shuffled. Consider a map of one answer to a
//             bit, which may use random numbers. Let it map an answer to the value 0 to the bit 1, and an answer to
//             the value 1 to the bit 0, with probability f < 1/2 each. Let epsilon0 be at most log((1-f)/f), and 0 <=
//             m <= n-1. Some data sets have at least the profile of shuffled_rr(epsilon0, n, ones = m), in both
//             directions. For symmetric noise on values in [0, 1], f is the probability that the noise is below -1/2.
//             For k-ary randomized response, f = (k/2)/(e^epsilon + k - 1).
// Needs.      epsilon0 is rounded down.
// Proof.      Let m of the others have the value 1 and the rest 0, and let the user have 0 or 1. Map each answer to
//             its bit. The values 0 and 1 are exchanged with probability f each, which is randomized response with
//             log((1-f)/f) = e. Exchange each bit once more with probability g. The result is randomized response
//             with a smaller log, which takes all values from e down to 0 as g goes to 1/2. All of these maps act on
//             one answer at a time, independent of its place, so they are post-processing. The map for noise is 1 if
//             the answer is above 1/2, and 0 otherwise. The map for k values preserves 0 and 1, and maps every other
//             value to a fair bit, so that f = (1 + (k-2)/2)/(e^epsilon + k - 1).
// Source.     Elementary.
std::string rounded_answers(const Ball& flip, const Rational& users, const Rational& ones) {
  constexpr int kDigits = 15;
  const Ball f = bound_number<"SHUFFLED-ROUNDED">(flip);
  const auto epsilon0 = log((Ball::integer(1, f.precision()) - f) / f).decimal_ends(kDigits).first;
  if (!epsilon0 || epsilon0->sign() <= 0) return "";
  return "shuffled_rr(epsilon0=" + epsilon0->text() + ",n=" + users.text() +
         ",ones=" + ones.text() + ")";
}

}  // namespace plumbline
