/// The numbers from which a space draws: a number, a list, a range on a linear or logarithmic scale, or several of
/// these.
#pragma once

#include <toml++/toml.h>

#include <functional>
#include <string>
#include <vector>

namespace plumbline {

/// The kind of a drawn number. The numbers of the kinds `typical` and `kink` depend on the mechanism, so the caller
/// computes them.
enum class DrawnKind {
  number,
  /// An epsilon at which delta is neither negligible nor close to 1; `place` in [0, 1] selects it.
  typical,
  kink,  ///< an epsilon at a corner of the profile or an atom of the loss, or the double next to it; `place` selects it
};
struct Drawn {
  DrawnKind kind = DrawnKind::number;
  double value = 0;  ///< the number, or the `place` of an epsilon
  bool integer = false;
  bool ranged = false;  ///< drawn from a range, so that it may be rounded to few digits
  double from = 0, to = 0;
};

class Range {
 public:
  /// Parses a number, "typical", "kink", {from, to, scale, integer, weight}, {list, weight}, or a list of these. Error
  /// messages begin with `place`. Throws std::invalid_argument.
  static Range read(const toml::node& node, const std::string& place);
  static Range of(double value);

  /// Returns true if some part is "typical" or "kink", which depend on the mechanism.
  bool has_word() const;
  /// Returns true if the test succeeds for all numbers, including both ends of a range.
  bool all_numbers(const std::function<bool(double)>& test) const;

  /// Returns the number at u in [0, 1). Each part of the range covers a fraction of [0, 1) proportional to its
  /// weight.
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
