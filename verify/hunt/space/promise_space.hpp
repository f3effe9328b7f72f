/// The space from which a hunt for wrong promises draws calls: the constructors of a library, with choices and ranges
/// for their arguments (docs/hunting.md).
#pragma once

#include <toml++/toml.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "verify/hunt/space/range.hpp"

namespace plumbline {

/// The possible values of one argument.
class ArgumentSpace {
 public:
  /// Parses a value, a list of equally likely values, or a range {from, to, scale, integer}. Error messages begin with
  /// `place`. Throws std::invalid_argument.
  static ArgumentSpace read(const toml::node& node, const std::string& place);
  nlohmann::json draw(std::mt19937_64& random) const;

 private:
  std::vector<nlohmann::json> choices_;
  std::optional<Range> range_;  ///< set for a range, which has no choices
};

/// A call: "constructor", "arguments" and optionally "d_in".
using ConstructorCall = nlohmann::json;

class PromiseSpace {
 public:
  /// Parses a file. Throws std::invalid_argument, `file: place: defect`.
  static PromiseSpace parse(const std::string& text, const std::string& file);
  /// Draws a call of the next constructor: the constructors are used in turn, and `turn` is the number of the call.
  ConstructorCall draw(size_t turn, std::mt19937_64& random) const;
  size_t constructors() const { return constructors_.size(); }

 private:
  struct Constructor {
    std::string name;
    std::vector<std::pair<std::string, ArgumentSpace>> arguments;
    std::optional<ArgumentSpace> d_in;
  };
  static Constructor read(const toml::table& table, const std::string& place);

  std::vector<Constructor> constructors_;
};

}  // namespace plumbline
