#include "verify/statement/rate_curves.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_rates.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/bound.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/mechanism_names.hpp"
#include "verify/statement/missing_claims.hpp"
#include "verify/statement/promised_found.hpp"

namespace plumbline::page {
namespace {

constexpr Bits kBits{128};
constexpr int kShownDigits = 4;

/// A function from a false positive rate to an upper bound of the true positive rate.
using RateLimit = std::function<Ball(const Rational&)>;

/// Returns the limit of the true positive rate that a certificate for both directions implies; nothing if its quantity
/// implies no such limit.
std::optional<RateLimit> limit_of(const Certificate& c) {
  const auto at = rational_or_none(c.at), lower = rational_or_none(c.lower),
             upper = rational_or_none(c.upper);
  const auto by_guarantee = [](const Rational& epsilon, const Rational& delta) {
    return [=](const Rational& x) { return rate_by_guarantee(epsilon, delta, x, kBits); };
  };
  const auto by_power = [&](const Rational& most) {
    return [level = *at, most](const Rational& x) { return rate_by_power(level, most, x, kBits); };
  };
  switch (certified_quantity(c.quantity).reading) {
    case Reading::tv:
      if (!upper) return std::nullopt;
      return [most = *upper](const Rational& x) { return rate_by_distance(most, x, kBits); };
    case Reading::epsilon:
      if (!at || !upper) return std::nullopt;
      return by_guarantee(*upper, *at);
    case Reading::delta:
      if (!at || !upper) return std::nullopt;
      return by_guarantee(*at, *upper);
    case Reading::type_two:
      if (!at || !lower) return std::nullopt;
      return by_power(Rational(1) - *lower);
    case Reading::power:
      if (!at || !upper) return std::nullopt;
      return by_power(*upper);
    default:
      return std::nullopt;
  }
}

/// Returns true if the certificate is a promise for all neighbours, in both directions, that no attack refutes.
bool is_promise(const Evidence& evidence, const Refutations& refutations, size_t i) {
  const Certificate& c = evidence.certificates[i];
  if (is_attack_text(c.mechanism) || !c.other.empty() || !role_of(c).empty()) return false;
  if (!evidence.is_proved(i) || !is_whole(c)) return false;
  const Quantity& quantity = certified_quantity(c.quantity);
  if (quantity.forward_only()) return false;  // a number of one direction, such as reconstruction
  return quantifier_of(quantity, hypotheses_of(c)) == Quantifier::all_neighbours &&
         refutations.standing(i) == PromiseStanding::plain;
}

/// Returns the false positive rates of the picture: eight for each power of ten from 1e-5 to 1.
std::vector<Rational> rates() {
  constexpr int kDecades = 5, kEach = 8;
  std::vector<Rational> out;
  for (int i = -kDecades * kEach; i <= 0; ++i) {
    const Ball between(Rational::from_binary64(std::pow(10.0, static_cast<double>(i) / kEach)),
                       kBits);
    out.push_back(i % kEach == 0 ? power_of_ten(i / kEach)
                                 : Rational::parse(between.decimal_bounds(kShownDigits).first));
  }
  return out;
}

std::string least_of(const std::vector<RateLimit>& limits, const Rational& x) {
  Ball least = Ball::integer(1, kBits);
  for (const RateLimit& limit : limits) least = min(least, limit(x));
  return max(least, Ball(kBits)).decimal_bounds(kShownDigits).second;
}

}  // namespace

RatePicture rate_picture(const Evidence& evidence) {
  RatePicture out;
  if (evidence.results.size() != evidence.certificates.size()) return out;
  const MechanismNames names(evidence.certificates);
  const Refutations refutations(evidence);
  std::vector<std::string> keys;
  std::map<std::string, std::vector<RateLimit>> limits;
  for (size_t i = 0; i < evidence.certificates.size(); ++i) {
    if (!is_promise(evidence, refutations, i)) continue;
    const Certificate& c = evidence.certificates[i];
    const auto limit = limit_of(c);
    if (!limit) continue;
    const std::string key = mechanism_key(c);
    if (limits.count(key) == 0) {
      keys.push_back(key);
      out.curves.push_back({names.name(c)});
    }
    limits[key].push_back(*limit);
    const auto place = std::find(keys.begin(), keys.end(), key) - keys.begin();
    out.curves[static_cast<size_t>(place)].certificates.push_back(i);
  }
  if (out.curves.empty()) return out;
  for (const Rational& x : rates()) {
    out.at.push_back(x.text());
    for (size_t k = 0; k < keys.size(); ++k) {
      out.curves[k].rates.push_back(least_of(limits[keys[k]], x));
    }
  }
  return out;
}

}  // namespace plumbline::page
