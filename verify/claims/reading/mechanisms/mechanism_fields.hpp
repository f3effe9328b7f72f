/// The fields of a mechanism in a record.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "reference/mechanisms/recorded_fields.hpp"

namespace plumbline {

/// Reads the fields of one recorded mechanism. After all fields are read, refuse_others() throws std::invalid_argument
/// if the record has any other field.
class MechanismFields final : public RecordedFields {
 public:
  MechanismFields(const nlohmann::json& object, bool open_sigma)
      : object_(object), open_sigma_(open_sigma) {}

  std::string kind() const { return object_.at("kind").get<std::string>(); }
  bool has(const std::string& key) const override { return object_.contains(key); }

  std::vector<Rational> numbers(const std::string& key) override;

  RecordedNumber number(const std::string& key) override;

  std::string text(const std::string& key) override;

  /// Returns the number in the field `key`, or `other` if the field is missing.
  Rational number_or(const std::string& key, const Rational& other);

  /// Returns `,sensitivity=...`, or an empty text if it is 1 or missing.
  std::string sensitivity();

  std::string power();

  void refuse_others() const;

 private:
  const nlohmann::json& object_;
  bool open_sigma_;
  std::set<std::string> read_;
};

}  // namespace plumbline
