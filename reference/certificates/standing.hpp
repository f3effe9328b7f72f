/// Compares a stated interval with the enclosures that a check computed, separately for each end of the interval.
#pragma once

#include <string>

#include "reference/certificates/interval.hpp"

namespace plumbline {

enum class Standing {
  proved,   ///< follows from an enclosure that the check computed
  open,     ///< no enclosure of the check decided it
  refuted,  ///< an enclosure that the check computed excludes it
};

/// Returns "proved", "not decided" or "refuted".
std::string standing_name(Standing standing);

/// A stated number with its interval, and the result of its check.
struct CheckedNumber {
  std::string name;          ///< its field: "lower, upper", "values.eta", ...
  std::string lower, upper;  ///< as stated
  Standing below = Standing::open, above = Standing::open;  ///< status of lower <= number, and of
                                                            ///< number <= upper
  std::string found_lower{}, found_upper{};  ///< the enclosure of the check; empty if there is none
  std::string engine{}, path{};              ///< engine and path of the enclosure
  std::string why{};                         ///< the reason for a refutation that does not follow
                                             ///< from an enclosure

  bool proved() const { return below == Standing::proved && above == Standing::proved; }
  bool refuted() const { return below == Standing::refuted || above == Standing::refuted; }
  bool settled() const { return proved() || refuted(); }
};

/// A statement that is not an enclosure.
struct CheckedFinding {
  std::string name;  ///< its field: "findings.verdict", "at.prior", ...
  std::string text;  ///< as stated
  Standing standing = Standing::open;
  std::string found{};  ///< the reason why the statement is proved, or what the check found instead

  bool settled() const { return standing != Standing::open; }
};

/// Judges a stated interval by enclosures of the same number.
///
/// THEOREM. Let every enclosure that is passed to take() contain the number x, and let x be +infinity if
/// take_infinite() was called. Then `below` is `proved` only if lower <= x, and `refuted` only if x < lower; likewise
/// for `above`. No end is both. An infinite end is proved, because it states nothing.
/// Proof. x lies in the intersection `own` of the enclosures. lower <= own.lower <= x proves the end, and x <=
/// own.upper < lower refutes it. The two exclude each other, because own.lower <= own.upper; if the intersection is
/// empty, take() throws. An unknown end of an enclosure is missing in `own`, and proves and refutes nothing. exclude()
/// refutes by another argument, which its caller proves.
class NumberProof {
 public:
  NumberProof(std::string name, const std::string& lower, const std::string& upper);

  /// Uses a further enclosure of the number, from any path. Throws Contradiction if it is disjoint from the earlier
  /// ones.
  void take(const std::string& lower, const std::string& upper, const std::string& engine,
            const std::string& path);
  /// Uses the fact that the number is +infinity.
  void take_infinite(const std::string& engine, const std::string& path);

  /// Uses the fact that the stated interval contains no such number.
  void exclude(const std::string& why, const std::string& engine, const std::string& path);

  const CheckedNumber& result() const { return out_; }
  const Interval& stated() const { return stated_; }

 private:
  void judge();

  CheckedNumber out_;
  Interval stated_, own_;
  bool infinite_ = false;
};

}  // namespace plumbline
