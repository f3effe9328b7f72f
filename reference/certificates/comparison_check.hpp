/// Checks the statements of a comparison's certificate in addition to its two divergences: crossings, signs on ranges
/// of epsilon, the verdict and its margin.
///
/// THEOREM. Let D = delta_1 - delta_2, a continuous function of epsilon on the real line. A change of sign is a point
/// (or an interval with D = 0) with D < 0 close by on one side and D > 0 on the other side. If every crossing and
/// finding below is proved, then
///   (a) D >= 0 on each range stated as first_larger, D <= 0 on second_larger, D = 0 on equal, and |D| <= GAP on
///       undecided;
///   (b) each stated crossing contains exactly one change of sign, and no two crossings share one;
///   (c) ranges and crossings cover [examined_from, examined_to] without a gap, so that every further change of sign
///       there lies in an undecided range, or at the common point of two ranges of opposite signs;
///   (d) right of examined_to, |D| <= beyond, or D keeps the sign of the range that ends there; left of
///       examined_from, |D| <= beyond, or, in the direction worst, D(epsilon) has the sign of D(-epsilon);
///   (e) |D| <= margin wherever (a), (b) and (d) leave the sign open, and the verdict holds: first_more_private: D <=
///       margin everywhere; second_more_private: D >= -margin; equal: |D| <= margin; cross: D > 0 at some epsilon and
///       D < 0 at another.
/// Needs. The check's own comparisons, and values of both profiles. In a Comparison, ranges have weak signs, a
/// crossing is a single change of sign in a cell on which D is strictly monotone, and `cross` was observed at two
/// samples.
/// Proof. "Own" ranges and crossings are those of the check's comparisons.
///   (a) Adjacent own ranges with the stated sign contain the stated range (judge_range). A gap also follows from the
///       monotonicity of the profiles (within_gap).
///   (b) One own crossing lies inside. Left of it, own ranges of one weak sign extend without a gap to the end of the
///       stated interval; right of it, own ranges of the opposite weak sign do (judge_crossings). Hence neither side
///       contains a change of sign. Two stated crossings have no point in common (check_crossings).
///   (c) check_ends() checks the cover. On both sides of a change of sign there are points with strict signs, which
///       closed ranges of opposite signs cover; both ranges contain the point.
///   (d) judge_beyond() checks this.
///   (e) check_form() checks the margin. A verdict is that of an own comparison with no larger margin, or follows
///       from the proved ranges, which by (c) and (d) cover everything (judge_verdict).
/// Unproved statements remain open; the certificate is then unconfirmed.
#pragma once

#include "reference/certificates/paths.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// A range of a certificate: an interval of epsilons like "undecided FROM TO GAP", "equal FROM TO", ...
struct StatedRange {
  ComparedRange::Order kind;
  Rational from, to;
  std::optional<Rational> gap{};  ///< gap of an undecided range; none for "inf"

  /// Parses a range. Returns nothing if the text does not have this form, or if FROM >= TO.
  static std::optional<StatedRange> read(const std::string& text);
};

/// Judges the statements of the certificate by new comparisons, and marks those that are proved or refuted.
class ComparisonCheck {
 public:
  /// `numbers` includes the stated crossings.
  ComparisonCheck(const CheckTask& task, std::vector<NumberProof>* numbers,
                  std::vector<CheckedFinding>* findings);

  /// Judges the open statements by `own`, a new comparison of the same profiles.
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

  /// Encloses delta_1 - delta_2 at epsilon with `digits` relative digits of the difference.
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
