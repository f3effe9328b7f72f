/// Checks the statements of a comparison's certificate in addition to its two divergences: crossings, signs on ranges
/// of epsilon, the verdict and the margin up to which it holds.
///
/// THEOREM. D = delta_1 - delta_2, a continuous function of epsilon on the real line. A change of sign is a place (or
/// an interval with D = 0) with D < 0 close by on one side and D > 0 on the other. If every crossing and finding below
/// is proved,
///   (a) D >= 0 on each range stated as first_larger, D <= 0 on second_larger, D = 0 on equal, and
///       |D| <= GAP on undecided;
///   (b) each stated crossing contains one change of sign exactly, and no two share one;
///   (c) ranges and crossings cover [examined_from, examined_to] without a gap, so that every further
///       change of sign there lies in an undecided range, or where two ranges of opposite signs meet;
///   (d) right of examined_to |D| <= beyond, or D keeps the sign of the range that ends there; left
///       of examined_from |D| <= beyond, or, in the direction worst, D has the sign of -epsilon;
///   (e) |D| <= margin wherever (a), (b) and (d) leave the sign open, and the verdict holds:
///       first_more_private: D <= margin everywhere; second_more_private: D >= -margin;
///       equal: |D| <= margin; cross: D > 0 somewhere and D < 0 elsewhere. Needs. The check's own comparisons
///       (Comparison: own ranges are weak signs, an own crossing is a
///   single change of sign in a cell on which D is strictly monotone, own `cross` was seen at two
///   samples), and values of both profiles. Proof. (a) Adjacent own ranges of that sign contain the stated range
///   (judge_range); a gap also follows from the profiles' monotony (within_gap). (b) One own crossing
///   lies inside; from its ends to those of the stated interval own ranges of one weak sign on the left
///   and of the opposite one on the right reach without a gap (judge_crossings): neither side holds a
///   change of sign. Two stated crossings have no point in common (check_crossings). (c) check_ends
///   checks the cover. Right and left of a change of sign are points with strict signs, which
///   closed ranges of opposite signs cover: both contain the place. (d) judge_beyond. (e)
///   check_form for the margin; a verdict is that of an own comparison with no larger margin, or
///   follows from the proved ranges, which by (c) and (d) cover everything (judge_verdict). Unproved statements stay
///   open, and the certificate is then unconfirmed.
#pragma once

#include "reference/certificates/paths.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// An interval of epsilons as a certificate states it: "undecided FROM TO GAP", "equal FROM TO", ...
struct StatedRange {
  ComparedRange::Order kind;
  Rational from, to;
  std::optional<Rational> gap{};  ///< gap of an undecided range; none for "inf"

  /// Parses a range. Returns nothing unless FROM < TO and the text names a range.
  static std::optional<StatedRange> read(const std::string& text);
};

/// Judges the statements by new comparisons; stores the settled ones.
class ComparisonCheck {
 public:
  /// Constructs the check; the crossings are among the numbers.
  ComparisonCheck(const CheckTask& task, std::vector<NumberProof>* numbers,
                  std::vector<CheckedFinding>* findings);

  /// `own` is a comparison of the same profiles.
  void take(const Comparison& own, const std::string& engine, const std::string& path);

 private:
  struct Range {
    StatedRange stated;
    CheckedFinding* finding;
  };
  CheckedFinding& finding(const std::string& name);

  void check_form();
  void check_crossings();
  void check_ends();
  void check_verdict();
  void judge_crossings(const Comparison& own, const std::string& engine, const std::string& path);
  void judge_crossing(const Comparison& own, const std::string& engine, const std::string& path,
                      NumberProof* number);
  void refute_crossing(const Comparison& own, NumberProof* number);
  void judge_range(const Comparison& own, Range* range);
  void refute_range(const Comparison& own, Range* range);
  bool within_gap(const Rational& from, const Rational& to, const Rational& gap, int depth);
  void judge_beyond(const Comparison& own);
  void judge_verdict(const Comparison& own);
  bool verdict_follows(const std::string& verdict);
  bool has_same_end(const Comparison& own, const Rational& to) const;
  std::optional<ComparedRange::Order> last_sign(const Rational& end) const;
  bool ends_with_sign(const Rational& t);

  /// Encloses delta_1 - delta_2 at epsilon, to its own relative digits.
  Ball difference(const Rational& epsilon, int digits);
  Enclosure ask(PrivacyProfile* profile, const Rational& epsilon, int digits);

  const CheckTask& task_;
  std::vector<NumberProof>* numbers_;
  std::vector<CheckedFinding>* findings_;
  std::vector<Range> ranges_;  ///< in increasing order
  PrivacyProfile first_, second_;
  int evaluations_ = 0;
};

}  // namespace plumbline
