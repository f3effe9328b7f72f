#include "reference/mechanisms/shuffled/shuffled_rr.hpp"

#include <stdexcept>
#include <utility>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/shuffled/response_tails.hpp"
#include "reference/mechanisms/shuffled/searched_response.hpp"
#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"
#include "reference/mechanisms/shuffled/worst_response.hpp"

namespace plumbline {
namespace {

constexpr long kMostWorst = 120;         ///< maximum number of users for which one convex hull
                                         ///< gives the worst data set for every threshold
constexpr long kMostSearched = 1000000;  ///< maximum number of users for which each threshold
                                         ///< has its own search for the worst data set
constexpr long kMostAtoms = 400;  ///< number of users up to which each number of ones is an atom

std::optional<long> ones_among(const Parameters& q, long others) {
  const auto at = q.find("ones");
  if (at == q.end()) return std::nullopt;
  if (!at->second.is_integer() || at->second.sign() < 0 || at->second > Rational(others)) {
    throw std::invalid_argument("ones must be an integer from 0 to n - 1 = " +
                                std::to_string(others) + ", got " + at->second.text());
  }
  return static_cast<long>(at->second.approximate());
}

Mechanism make_shuffled_rr(const Parameters& q) {
  const auto k = q.find("k");
  if (k != q.end() && !(k->second == Rational(2))) {
    throw std::invalid_argument("shuffled_rr is proved for k = 2, got " + k->second.text() +
                                "; write shuffled_krr(epsilon0=,n=,k=), an upper bound for any k");
  }
  const long users = shuffled_users(q);
  return shuffled_rr(shuffled_epsilon(q), users, ones_among(q, users - 1));
}

// PROOF(PARAMETER-ORDER) epsilon0 and n of shuffled_rr
//             If each answer is flipped once more with probability q, the result is randomized response with a
//             smaller epsilon0, for each data set. This is also a function of the number of ones alone, because
//             flipping uniformly chosen ones and zeros gives the same law. One more user, with any bit, adds a number
//             that does not depend on the record. So for each data set of the more private mechanism there is a data
//             set of the other mechanism that is at least as bad.
std::optional<ParameterOrder> order_of_shuffled_rr(const std::string& parameter,
                                                   const Parameters& others) {
  const auto ones = others.find("ones");
  if (ones == others.end()) return order_of_shuffled(parameter, 1, kMostSearched);
  return order_of_shuffled(parameter, static_cast<long>(ones->second.approximate()) + 1, 0);
}

std::string draw_shuffled_rr(ParameterDraw& draw) {
  const std::string epsilon0 = draw.log_uniform(0.2, 3);
  const int n = draw.whole(2, 30);
  return "shuffled_rr(epsilon0=" + epsilon0 + ",n=" + std::to_string(n) + ")";
}

/// Returns the expression of the pair in which the number of other users that hold a one is ones_at(place).
std::string ones_known_at(const WrittenFactor& factor, double place) {
  const Parameters& q = factor.parameters;
  if (!q.contains("epsilon0") || !q.contains("n")) return "";
  return "shuffled_rr(epsilon0=" + q.at("epsilon0").text() + ",n=" + q.at("n").text() +
         ",ones=" + ones_at(q.at("n"), place).text() + ")";
}

std::string all_ones(const WrittenFactor& factor) { return ones_known_at(factor, 1); }

PairFacts rr_facts() {
  PairFacts out{PairDominance::each_point,
                "one user's bit exchanged; with ones, that number of others hold a one",
                "the number of ones is all that is seen; the worst is a convex hull "
                "(SHUFFLED-WORST, SHUFFLED-SEARCH)",
                {"ones"},
                all_ones};
  out.member_at = ones_known_at;
  return with_public(std::move(out), {"n"});
}

}  // namespace

Mechanism shuffled_rr(const Rational& epsilon0, long users, std::optional<long> ones) {
  std::string name = "shuffled_rr(epsilon0=" + epsilon0.text() + ",n=" + std::to_string(users);
  if (ones) name += ",ones=" + std::to_string(*ones);
  name += ")";
  if (users == 1) return randomized_response(epsilon0, Rational(2));
  if (!ones && users > kMostSearched) {
    throw std::invalid_argument(
        "the search for the worst data set covers n up to " + std::to_string(kMostSearched) +
        ", got n = " + std::to_string(users) +
        "; write the number of others that hold a one: ones=" + std::to_string(users - 1) +
        " (all), or write shuffled_krr(epsilon0=,n=,k=2), an upper bound");
  }
  if (!ones && users > kMostWorst) {
    return std::make_shared<SearchedResponse>(epsilon0, users, name);
  }
  if (!ones) return worst_response(epsilon0, users, name);
  const ResponseSums others{epsilon0, *ones, users - 1 - *ones};
  if (users <= kMostAtoms) return known_response(others, name);
  return std::make_shared<ShuffledResponse>(others, name);
}

MechanismEntry shuffled_rr_entry() {
  return {.name = "shuffled_rr",
          .required = {"epsilon0", "n"},
          .optional = {"k", "ones"},
          .summary =
              "binary randomized response of n users, shuffled; ones: number of others that hold a "
              "one (default: the worst)",
          .make = make_shuffled_rr,
          .order = order_of_shuffled_rr,
          .draw = draw_shuffled_rr,
          .symmetric = [](const Parameters& q) { return q.count("ones") == 0; },
          .replaces_record = true,
          .whole = {"n", "k", "ones"},
          .facts = rr_facts()};
}

}  // namespace plumbline
