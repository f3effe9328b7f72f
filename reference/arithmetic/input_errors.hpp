/// Errors of input that programs can distinguish. All derive from std::invalid_argument, with a one-line message for
/// human readers.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// The name of a quantity, a mechanism or an engine is unknown.
struct UnknownName : std::invalid_argument {
  UnknownName(const std::string& message, std::string of, std::vector<std::string> known)
      : std::invalid_argument(message), field(std::move(of)), accepted(std::move(known)) {}

  std::string field;                  ///< "quantity", "mechanism", "engine"
  std::vector<std::string> accepted;  ///< the known names
};

/// A number is outside the range of its parameter.
struct OutOfDomain : std::invalid_argument {
  OutOfDomain(const std::string& message, std::string of)
      : std::invalid_argument(message), field(std::move(of)) {}

  std::string field;  ///< the mechanism, or the argument of a quantity
};

/// The input is valid, but no method of this library answers it.
struct NotCovered : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// A field of a record is missing or has an invalid value. The message begins with the name of the field.
struct BadField : std::invalid_argument {
  BadField(std::string name, const std::string& what)
      : std::invalid_argument(name + ": " + what), field(std::move(name)) {}

  std::string field;
};

}  // namespace plumbline
