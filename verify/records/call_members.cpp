#include "verify/records/call_members.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/input_errors.hpp"

namespace plumbline {

CallMembers::CallMembers(const nlohmann::ordered_json& request) : request_(request) {
  if (!request.is_object()) throw BadField("request", "an object is expected");
}

const nlohmann::ordered_json* CallMembers::member_or_none(const std::string& name) {
  used_.push_back(name);
  const auto found = request_.find(name);
  return found == request_.end() ? nullptr : &*found;
}

const nlohmann::ordered_json& CallMembers::member(const std::string& name) {
  const nlohmann::ordered_json* const found = member_or_none(name);
  if (found == nullptr) throw BadField(name, "missing");
  return *found;
}

std::string CallMembers::text(const std::string& name) {
  const nlohmann::ordered_json& value = member(name);
  if (!value.is_string()) throw BadField(name, "must be a string, got " + value.dump());
  return value.get<std::string>();
}

long CallMembers::whole_or(const std::string& name, long usual, long most) {
  const nlohmann::ordered_json* const value = member_or_none(name);
  if (value == nullptr) return usual;
  if (!value->is_number_integer() || *value < 1 || *value > most) {
    throw BadField(
        name, "must be an integer from 1 to " + std::to_string(most) + ", got " + value->dump());
  }
  return value->get<long>();
}

double CallMembers::positive_or_none(const std::string& name) {
  const nlohmann::ordered_json* const value = member_or_none(name);
  if (value == nullptr) return 0;
  const double out = value->is_number() ? value->get<double>() : 0;
  if (!(out > 0 && std::isfinite(out))) {
    throw BadField(name, "must be a number above 0, got " + value->dump());
  }
  return out;
}

bool CallMembers::flag(const std::string& name) {
  const nlohmann::ordered_json* const value = member_or_none(name);
  if (value == nullptr) return false;
  if (!value->is_boolean()) throw BadField(name, "must be true or false, got " + value->dump());
  return value->get<bool>();
}

void CallMembers::refuse_others() const {
  for (const auto& [name, value] : request_.items()) {
    if (std::find(used_.begin(), used_.end(), name) != used_.end()) continue;
    throw BadField(name, "is no member of this request");
  }
}

}  // namespace plumbline
