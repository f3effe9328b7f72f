/// From what numbers a space draws: a number, a list, a range on a linear or logarithmic scale, or
/// several of these.
#pragma once

#include <toml++/toml.h>

#include <functional>
#include <string>
#include <vector>

namespace plumbline {

/// Numbers that depend on the mechanism are asked of whoever draws.
enum class DrawnKind {
  number,
  typical,  ///< where the answer is neither 0 nor 1: `place` in [0, 1] of that stretch
  kink,     ///< where the profile has a corner or an atom lies; `place` says which, and which ulp
};
struct Drawn {
  DrawnKind kind = DrawnKind::number;
  double value = 0;  ///< or place
  bool integer = false;
  bool ranged = false;  ///< from a range: may be rounded to few digits
  double from = 0, to = 0;
};

class Range {
 public:
  /// A number, "typical", "kink", {from, to, scale, integer, weight}, {list, weight}, or a list of
  /// these. `place` begins messages. Throws std::invalid_argument.
  static Range read(const toml::node& node, const std::string& place);
  static Range of(double value);

  /// Returns true if some of it depends on the mechanism.
  bool has_word() const;
  /// Returns true if the test holds for all its numbers; both ends of a stretch.
  bool all_numbers(const std::function<bool(double)>& test) const;

  /// The number at u in [0, 1), in which the parts follow each other by weight.
  Drawn at(double u) const;

 private:
  struct RangePart {
    DrawnKind kind = DrawnKind::number;
    std::vector<double> list;
    double from = 0, to = 0, weight = 1;
    bool logarithmic = false, integer = false;
  };
  static RangePart read_part(const toml::node& node, const std::string& place);
  static RangePart read_table(const toml::table& table, const std::string& place);
  static RangePart read_word(const std::string& word, const std::string& place);

  std::vector<RangePart> parts_;
};

}  // namespace plumbline
