/// The fields in a record of an accountant's answer.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A number of a record, and its text in an expression.
struct RecordedNumber {
  std::string text;
  Rational value;
};

/// The fields of one record. The functions throw std::invalid_argument if a field is missing or invalid.
class RecordedFields {
 public:
  virtual ~RecordedFields() = default;
  virtual bool has(const std::string& field) const = 0;
  virtual RecordedNumber number(const std::string& field) = 0;
  virtual std::vector<Rational> numbers(const std::string& field) = 0;
  /// Returns the text of the number in an expression; `?` for an unknown sigma.
  virtual std::string text(const std::string& field) = 0;
};

/// A field of a record (`theirs`), and the parameter of the mechanism in this library that corresponds to it (`ours`).
/// `ours` is empty if no single parameter does.
struct RecordedField {
  std::string theirs, ours{};
  bool whole = false;  ///< true if the number must be an integer
};

}  // namespace plumbline
