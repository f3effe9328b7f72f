/// The members of a request in JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plumbline {

/// Reads the members of a request. After all known members are read, refuse_others() rejects a request with any other
/// member. All functions throw BadField.
class CallMembers {
 public:
  explicit CallMembers(const nlohmann::ordered_json& request);

  /// Returns the member of that name.
  const nlohmann::ordered_json& member(const std::string& name);
  /// Returns the member of that name; null if it is absent.
  const nlohmann::ordered_json* member_or_none(const std::string& name);
  std::string text(const std::string& name);
  /// Returns the integer of that name, between 1 and `most`; `usual` if it is absent.
  long whole_or(const std::string& name, long usual, long most);
  /// Returns the positive number of that name; 0 if it is absent.
  double positive_or_none(const std::string& name);
  /// Returns the truth value of that name; false if it is absent.
  bool flag(const std::string& name);
  void refuse_others() const;

 private:
  const nlohmann::ordered_json& request_;
  std::vector<std::string> used_{};
};

}  // namespace plumbline
