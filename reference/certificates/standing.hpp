/// Compares the check's own enclosures with a number that a certificate states, each end by itself.
#pragma once

#include <string>

#include "reference/certificates/interval.hpp"

namespace plumbline {

enum class Standing {
  proved,   ///< follows from an enclosure that the check computed
  open,     ///< no enclosure decided it, as far as the check went
  refuted,  ///< an enclosure that the check computed excludes it
};

/// "proved", "not decided", "refuted"
std::string standing_name(Standing standing);

/// A number as stated, and what was found about it.
struct CheckedNumber {
  std::string name;          ///< its field: "lower, upper", "values.eta", ...
  std::string lower, upper;  ///< as stated
  Standing below = Standing::open, above = Standing::open;  ///< lower <= number, number <= upper
  std::string found_lower{}, found_upper{};  ///< the check's own enclosure; empty if there is none
  std::string engine{}, path{};              ///< of that
  std::string why{};                         ///< it is refuted, where no enclosure tells

  bool proved() const { return below == Standing::proved && above == Standing::proved; }
  bool refuted() const { return below == Standing::refuted || above == Standing::refuted; }
  bool settled() const { return proved() || refuted(); }
};

/// Something stated that is no enclosure.
struct CheckedFinding {
  std::string name;  ///< its field: "findings.verdict", "at.prior", ...
  std::string text;  ///< as stated
  Standing standing = Standing::open;
  std::string found{};  ///< by what, or what instead

  bool settled() const { return standing != Standing::open; }
};

/// Judges a stated interval by enclosures of the same number.
///
/// THEOREM. Where all that take() was given contains the number x, or x is +infinity where take_infinite()
/// was called: `below` proved means lower <= x, `below` refuted x < lower, and likewise `above`; no end is
/// both, and an end that is infinite is proved, as it states nothing.
/// Proof. x lies in the intersection `own` of the given data. lower <= own.lower <= x proves, x <=
///   own.upper < lower refutes; with own.lower <= own.upper both cannot be, and where the intersection
///   is empty take() throws. An end of an enclosure that is not known is missing in `own` and proves and
///   refutes nothing. exclude() refutes for another reason, which its caller proves.
class NumberProof {
 public:
  NumberProof(std::string name, const std::string& lower, const std::string& upper);

  /// Takes an enclosure, by whatever path. Throws Contradiction where it does not meet those taken
  /// before.
  void take(const std::string& lower, const std::string& upper, const std::string& engine,
            const std::string& path);
  /// The number is known to be +infinity.
  void take_infinite(const std::string& engine, const std::string& path);

  /// There is no such number in the stated interval.
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
