#include "verify/claims/claim_quantity.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace plumbline {
namespace {

/// Returns the names under which accountants state the quantity.
std::vector<AccountantEntry> names_of(const Quantity& quantity) {
  if (!quantity.claims) return {};
  std::vector<AccountantEntry> out = quantity.claims->names;
  const auto own = [&](const AccountantEntry& one) { return one.name == quantity.name; };
  if (!quantity.claims->shown.empty() || std::any_of(out.begin(), out.end(), own)) return out;
  AccountantEntry plain{quantity.name};
  for (const ArgumentEntry& one : quantity.arguments) {
    plain.arguments.emplace_back(one.name, one.name);
  }
  out.insert(out.begin(), plain);
  return out;
}

}  // namespace

const std::string& ClaimedQuantity::shown() const {
  const std::string& other = quantity->claims->shown;
  return other.empty() ? quantity->name : other;
}

ClaimedQuantity claimed_quantity(const std::string& name) {
  std::string known;
  for (const Quantity& quantity : all_quantities()) {
    for (const AccountantEntry& one : names_of(quantity)) {
      known += (known.empty() ? "" : ", ") + one.name;
      if (one.name == name) return {&quantity, {one.arguments.begin(), one.arguments.end()}};
    }
  }
  throw std::invalid_argument("unknown '" + name + "'; write one of " + known);
}

const Quantity& quantity_of(const Claim& claim) {
  if (const Quantity* own = quantity_named(claim.quantity); own != nullptr) return *own;
  return *claimed_quantity(claim.quantity).quantity;
}

bool is_delta(const Claim& claim) { return quantity_of(claim).reading == Reading::delta; }

bool is_epsilon(const Claim& claim) { return quantity_of(claim).reading == Reading::epsilon; }

bool is_whole(const Claim& claim) { return quantity_of(claim).takes_option("distribution"); }

bool is_of_two(const Claim& claim) { return quantity_of(claim).subject == Subject::two_mechanisms; }

bool is_open(const Claim& claim) { return quantity_of(claim).subject == Subject::open_mechanism; }

}  // namespace plumbline
