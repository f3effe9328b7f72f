#include "verify/claims/reading/whole_answer.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/claims/claimed_profile.hpp"
#include "verify/claims/reading/claim_answer.hpp"
#include "verify/claims/reading/claim_text.hpp"

namespace plumbline::claim_json {
namespace {

using Json = nlohmann::json;

ProfileSide side_of(ClaimKind kind) {
  if (kind == ClaimKind::upper) return ProfileSide::pessimistic;
  if (kind == ClaimKind::lower) return ProfileSide::optimistic;
  fail("kind", "a whole distribution is upper (pessimistic) or lower (optimistic), no estimate");
}

bool promises_points(const Json& object, const ClaimedProfile& profile) {
  if (!object.contains("points") || object["points"] == Json(false)) return false;
  if (object["points"] != Json(true)) fail("points", "must be true or false");
  if (!profile.is_curve()) fail("points", "is about a trade-off curve, and this has masses");
  return true;
}

}  // namespace

void read_whole_answer(const Json& object, Claim* claim) {
  const Json value = object.value("value", Json(""));
  if (value != "" && value != 0 && value != "0") {
    fail("value", "a whole distribution has none; write `tolerance`, the shortfall allowed");
  }
  Json number = object;
  number["value"] = 0;
  if (!object.contains("distribution") && object.contains("error")) number.erase("value");
  read_answer(number, claim);
  claim->value.text.clear();
  claim->value.binary64 = false;
  if (!claim->stated.relative.is_zero()) {
    fail("tolerance", "of a whole distribution is absolute: the shortfall that is allowed");
  }
}

void read_distribution(const Json& object, Claim* claim) {
  const ProfileSide side = side_of(claim->kind);
  if (claim->value.form == ClaimedValue::Form::missing) return;
  if (!object.contains("distribution")) {
    fail("distribution", "missing; write the fields of the accountant's distribution");
  }
  ClaimedProfile profile;
  try {
    profile = claimed_profile(object["distribution"], side);
  } catch (const std::invalid_argument& e) {
    fail("distribution", e.what());
  }
  profile.points = promises_points(object, profile);
  if (!claim->at.empty()) {
    if (profile.is_curve()) {
      fail("at", "epsilons are of masses; a trade-off curve is judged between its points");
    }
    profile.from = claim->at.front().number.value.as_rational();
  }
  claim->profile = std::make_shared<const ClaimedProfile>(std::move(profile));
}

}  // namespace plumbline::claim_json
