/// The fields in a record of an accountant's answer.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A number of a record, and how it is written in an expression.
struct RecordedNumber {
  std::string text;
  Rational value;
};

/// The fields of one record. A missing field, or one that is no number, throws std::invalid_argument.
class RecordedFields {
 public:
  virtual ~RecordedFields() = default;
  virtual bool has(const std::string& field) const = 0;
  virtual RecordedNumber number(const std::string& field) = 0;
  virtual std::vector<Rational> numbers(const std::string& field) = 0;
  /// As number() has it; `?` for a sigma that is open.
  virtual std::string text(const std::string& field) = 0;
};

/// A field and the parameter that it is; `ours` is empty where it is none by itself.
struct RecordedField {
  std::string theirs, ours{};
  bool whole = false;  ///< a whole number
};

}  // namespace plumbline
