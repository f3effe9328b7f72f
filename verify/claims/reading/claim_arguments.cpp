#include "verify/claims/reading/claim_arguments.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/mechanisms/real_numbers.hpp"
#include "reference/questions/ask.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/claim_text.hpp"

namespace plumbline::claim_json {
namespace {

using Json = nlohmann::json;

/// Returns the choices of arguments for which accountants have names, as text such as "epsilon and delta, or
/// advantage".
std::string choices_text(const ClaimedQuantity& name) {
  std::string out;
  for (const std::vector<std::string>& choice : name.quantity->choices) {
    std::string names;
    for (const std::string& one : choice) {
      if (!name.arguments.contains(one)) names.clear();
      if (!name.arguments.contains(one)) break;
      names += (names.empty() ? "" : " and ") + one;
    }
    if (!names.empty()) out += (out.empty() ? "" : ", or ") + names;
  }
  return out;
}

/// Throws std::invalid_argument if the claim's arguments are not those of the quantity.
void require_arguments(const ClaimedQuantity& name, const Claim& claim) {
  if (name.quantity->choices.empty()) {
    if (!claim.at.empty() || name.arguments.empty()) return;
    // The prior of a claim about two mechanisms may be omitted: then the claim is about the largest difference.
    const ArgumentEntry* first = name.quantity->find_argument(name.arguments.begin()->second);
    if (!is_of_two(claim) && (first == nullptr || !first->optional))
      fail("at", "missing " + name.arguments.begin()->first);
    return;
  }
  std::vector<std::string> given;
  for (const NamedNumber& one : claim.at) given.push_back(one.name);
  try {
    chosen_arguments(*name.quantity, given);
  } catch (const std::invalid_argument&) {
    fail("at", claim.quantity + " needs " + choices_text(name));
  }
}

void check_domain(Domain domain, const NamedNumber& given) {
  if (domain == Domain::any) return;
  const Real& x = given.number.value;
  const Real zero{Rational(0)}, one{Rational(1)};
  const auto require = [&](bool holds, const std::string& where) {
    if (!holds) fail("at." + given.name, "must be " + where + ", got " + given.number.text);
  };
  const bool level = !is_less(x, zero) && !is_less(one, x);
  const bool inner = is_less(zero, x) && is_less(x, one);
  if (domain == Domain::level) require(level, "in [0, 1]");
  if (domain == Domain::inner) require(inner, "in (0, 1)");
  if (domain == Domain::positive) require(is_less(zero, x), "greater than 0");
}

}  // namespace

void read_arguments(const Json& object, const ClaimedQuantity& name, Claim* claim) {
  const Json at = object.contains("at") ? object["at"] : Json::object();
  if (!at.is_object()) fail("at", "must be an object such as {\"delta\":\"1e-5\"}");
  for (const auto& [key, value] : at.items()) {
    const auto known = name.arguments.find(key);
    if (known == name.arguments.end()) fail("at", claim->quantity + " takes no '" + key + "'");
    try {
      claim->at.push_back({known->second, read_exact_real(value)});
      const ArgumentEntry* ours = name.quantity->find_argument(known->second);
      const bool real = name.quantity->reading == Reading::epsilon || (ours && ours->any_real);
      if (!real) claim->at.back().number.value.as_rational();
    } catch (const std::invalid_argument& e) {
      fail("at." + key, e.what());
    }
  }
  require_arguments(name, *claim);
}

void check_arguments(const Quantity& quantity, const Claim& claim) {
  for (const NamedNumber& given : claim.at) {
    // delta = 0 is permitted only for the quantity epsilon, which is then the largest loss.
    const bool largest_loss =
        quantity.reading == Reading::epsilon && given.number.value.rational() == Rational(0);
    if (largest_loss) continue;
    if (is_of_two(claim)) check_domain(Domain::level, given);
    if (const ArgumentEntry* entry = quantity.find_argument(given.name)) {
      check_domain(entry->domain, given);
    }
  }
}

}  // namespace plumbline::claim_json
