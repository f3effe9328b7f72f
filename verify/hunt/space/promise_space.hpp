/// From what arguments a hunt for wrong promises draws: the constructors of a library, each with choices
/// and ranges for what it takes (docs/hunting.md).
#pragma once

#include <toml++/toml.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "verify/hunt/space/range.hpp"

namespace plumbline {

/// The source of one argument.
class ArgumentSpace {
 public:
  /// A value; a list, of which each entry is as likely; or a range {from, to, scale, integer}. `place`
  /// begins messages. Throws std::invalid_argument.
  static ArgumentSpace read(const toml::node& node, const std::string& place);
  nlohmann::json draw(std::mt19937_64& random) const;

 private:
  std::vector<nlohmann::json> choices_;
  std::optional<Range> range_;  ///< in place of choices
};

/// A call: "constructor", "arguments" and, where there is one, "d_in".
using ConstructorCall = nlohmann::json;

class PromiseSpace {
 public:
  /// Throws std::invalid_argument, `file: place: what is wrong`.
  static PromiseSpace parse(const std::string& text, const std::string& file);
  /// The constructors take turns.
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
