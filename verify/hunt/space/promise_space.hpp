/// The arguments from which a hunt for wrong promises draws: the constructors of a library, each with choices and
/// ranges for its arguments (docs/hunting.md).
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
  /// Parses a value; a list, whose entries are equally likely; or a range {from, to, scale, integer}. `place` begins
  /// messages. Throws std::invalid_argument.
  static ArgumentSpace read(const toml::node& node, const std::string& place);
  nlohmann::json draw(std::mt19937_64& random) const;

 private:
  std::vector<nlohmann::json> choices_;
  std::optional<Range> range_;  ///< alternative to choices
};

/// A call: "constructor", "arguments" and optionally "d_in".
using ConstructorCall = nlohmann::json;

class PromiseSpace {
 public:
  /// Throws std::invalid_argument, `file: place: defect`.
  static PromiseSpace parse(const std::string& text, const std::string& file);
  /// Draws a call; the constructors alternate.
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
