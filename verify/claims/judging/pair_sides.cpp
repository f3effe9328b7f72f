#include "verify/claims/judging/pair_sides.hpp"

#include <stdexcept>

#include "reference/mechanisms/factor_sides.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/judge.hpp"

namespace plumbline {
namespace {

PairSides of_factor(const WrittenFactor& factor) {
  const FactorSides one = sides_of(factor);
  const bool once = factor.count == Rational(1) && !factor.is_open("N");
  PairSides out;
  out.dominates = one.side != PairDominance::attained;
  out.attained = one.side == PairDominance::both || one.side == PairDominance::attained;
  out.each_point = once && one.side == PairDominance::each_point;
  out.member = one.member;
  out.ceiling = one.ceiling;
  return out;
}

void multiply(std::string* product, const std::string& factor) {
  if (!factor.empty()) *product += (product->empty() ? "" : " * ") + factor;
}

}  // namespace

PairSides sides_of_product(const std::vector<std::pair<std::string, PairSides>>& factors) {
  if (factors.size() == 1) return factors.front().second;
  PairSides out;
  bool smaller = false;
  for (const auto& [text, one] : factors) {
    out.dominates = out.dominates && one.dominates;
    out.attained = out.attained && one.attained;
    smaller = smaller || !one.ceiling.empty();
    multiply(&out.member, one.attained ? text : one.member);
    multiply(&out.ceiling, one.ceiling.empty() ? text : one.ceiling);
  }
  if (out.attained) out.member.clear();
  if (!smaller) out.ceiling.clear();
  return out;
}

PairSides sides_of(const std::vector<WrittenFactor>& factors) {
  std::vector<std::pair<std::string, PairSides>> all;
  for (const WrittenFactor& factor : factors) all.emplace_back(factor.text(), of_factor(factor));
  return sides_of_product(all);
}

PairSides sides_of_expression(const std::string& expression) {
  try {
    return sides_of(read_open_expression(expression));
  } catch (const std::invalid_argument&) {
    return {};  // composition_of says so, where the claim is judged
  }
}

bool decided_by_pair(const Claim& claim) {
  if (!claim.sides) return claim.member.empty();
  // Read from the profile at one point; a trade-off function is not, where the neighbours differ
  // from point to point.
  const Reading reading = quantity_of(claim).reading;
  const bool at_one_point = reading == Reading::delta || reading == Reading::tv ||
                            reading == Reading::epsilon || reading == Reading::bayes ||
                            is_open(claim);
  const bool pointwise = claim.sides->each_point && at_one_point;
  return !claim.sides->differ() || pointwise;
}

bool larger_is_worse(const std::string& quantity) {
  const Quantity* entry = quantity_named(quantity);
  return entry == nullptr || entry->dangerous != DangerousSide::above;
}

bool shown_by_all(const Claim& claim) {
  return (claim.kind == ClaimKind::upper) == larger_is_worse(claim.quantity);
}

namespace {

/// Of bounded range the t that is the worst, to three digits.
std::string worst_range(const RangeRuns& range, const Rational& epsilon,
                        const std::string& otherwise) {
  const auto t = worst_fixed_range(range, epsilon, Effort{2}).t;
  if (!t) return otherwise;
  const Rational share = floor(*t / range.range * Rational(1000)) / Rational(1000);
  if (share.sign() <= 0) return otherwise;
  return "exponential_mechanism(epsilon=" + range.range.text() +
         ",t=" + (range.range * share).text() + ")^" + range.runs.text();
}

}  // namespace

std::string worst_member(const Claim& claim) {
  const bool flips = claim.sides && claim.sides->flips;
  if ((!claim.range && !flips) || claim.value.form != ClaimedValue::Form::number) {
    return claim.member;
  }
  const auto asked = delta_limit(claim, claim.value.number);
  if (!asked) return claim.member;
  if (claim.range) return worst_range(*claim.range, asked->epsilon, claim.member);
  return flip_member(*claim.sides->flips, asked->epsilon.approximate()) + "^" +
         claim.sides->flips->runs.text();
}

}  // namespace plumbline
