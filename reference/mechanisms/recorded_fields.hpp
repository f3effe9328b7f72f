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

/// The fields of one record. A missing or invalid field throws std::invalid_argument.
class RecordedFields {
 public:
  virtual ~RecordedFields() = default;
  virtual bool has(const std::string& field) const = 0;
  virtual RecordedNumber number(const std::string& field) = 0;
  virtual std::vector<Rational> numbers(const std::string& field) = 0;
  /// The text of number(); `?` for an unknown sigma.
  virtual std::string text(const std::string& field) = 0;
};

/// A field and its parameter; `ours` is empty if it is not a parameter by itself.
struct RecordedField {
  std::string theirs, ours{};
  bool whole = false;  ///< must be an integer
};

}  // namespace plumbline
