/// The members of a request in JSON: each is read once, and what nobody read is refused.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plumbline {

/// The members of a request that were used; the others are refused. All functions throw BadField.
class CallMembers {
 public:
  explicit CallMembers(const nlohmann::ordered_json& request);

  /// Returns the member of that name.
  const nlohmann::ordered_json& member(const std::string& name);
  /// Returns the member of that name; null where it is absent.
  const nlohmann::ordered_json* member_or_none(const std::string& name);
  std::string text(const std::string& name);
  /// Returns the integer of that name, which is from 1 to `most`; `usual` where it is absent.
  long whole_or(const std::string& name, long usual, long most);
  /// Returns the number of that name, which is above 0; 0 where it is absent.
  double positive_or_none(const std::string& name);
  /// Returns whether the member of that name is true; it is false where it is absent.
  bool flag(const std::string& name);
  void refuse_others() const;

 private:
  const nlohmann::ordered_json& request_;
  std::vector<std::string> used_{};
};

}  // namespace plumbline
