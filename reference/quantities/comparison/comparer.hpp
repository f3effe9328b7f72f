/// Compares two privacy profiles by certified samples, and by convexity on the cells (intervals of epsilon) between
/// samples.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/tradeoff/threshold_bracket.hpp"

namespace plumbline {

/// Both profiles at an epsilon: delta for epsilon >= 0, the excess delta - 1 + e^epsilon below 0. Both are convex in x
/// = e^epsilon and are computed to relative digits, also where they are small.
struct ComparedSample {
  Ball x, first, second;
  int sign = 0;  ///< sign of first - second, 0 if undecided
};

/// Samples both profiles until their order is known on every cell between two neighbouring samples.
class Comparer {
 public:
  static constexpr int kMarginDigits = 30;

  Comparer(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort);

  Comparison run();

 private:
  /// Returns the comparison of two compositions with equal identities, whose profiles are equal everywhere.
  Comparison identical() const;

  using Samples = std::map<Rational, ComparedSample>;
  using Order = ComparedRange::Order;

  Enclosure ask(PrivacyProfile& profile, const Rational& epsilon, int digits);

  Samples::iterator sample(const Rational& epsilon);

  /// Returns true if both profiles are within the margin (10^-30) of their limits as epsilon tends to +-infinity.
  bool at_limit(const Rational& epsilon);

  void find_ends();

  /// Returns the slope in x of the chord of a profile over the cell at a: of delta for cell_side > 0, of the excess for
  /// cell_side < 0.
  Ball slope(Samples::const_iterator a, Ball ComparedSample::*f, int cell_side) const;

  struct Slopes {
    Ball least, most;
  };
  /// Returns bounds of a profile's slope on the cell at a, from the chords of the neighbouring cells and from -1 <=
  /// delta' <= 0 <= excess' <= 1.
  Slopes slopes(Samples::const_iterator a, Ball ComparedSample::*f) const;

  Ball upper(Samples::const_iterator a, Ball ComparedSample::*f, Ball ComparedSample::*g) const;

  bool one_crossing(Samples::const_iterator a) const;

  struct JudgedCell {
    Order kind = Order::undecided;
    UpperBound gap;
  };

  /// Returns the verdict on the cell at a; nothing if the cell must be split first.
  std::optional<JudgedCell> judged(Samples::const_iterator a);

  void examine(const Rational& left);

  /// Returns true if the gap is as small as the widths of the samples, so that further splits decide nothing.
  static bool blurred(const ComparedSample& s, const ComparedSample& r, const UpperBound& gap);
  static Rational finest() { return power(Rational(1, 2), 104); }

  /// Returns the sign and the approximate size of the difference of the profiles at t. The difference is negated if
  /// necessary, so that it is positive left of the single sign change in the cell.
  ThresholdBracket::Height height(Samples::const_iterator a, const Ball& t, int digits);

  /// Encloses the single sign change in a cell, to the requested digits.
  Ball refine(Samples::const_iterator a);

  static Order sign_kind(int sign) { return sign > 0 ? Order::first_larger : Order::second_larger; }

  /// Appends a range to `ranges`, or joins it to the last one if both have the same verdict. Omits an empty range.
  static void append(const ComparedRange& range, std::vector<ComparedRange>* ranges);

  Comparison assemble();

  /// Adds the mirror images of the ranges, for negative epsilon. For symmetrised profiles, delta(-t) = 1 - e^-t + e^-t
  /// delta(t), so the difference has the same sign at -t as at t.
  static void mirror(std::vector<ComparedRange>* ranges);

  /// The signs that the difference D = delta_1 - delta_2 may have somewhere, and the signs that it certainly has
  /// somewhere.
  struct Signs {
    bool plus = false, minus = false, certain_plus = false, certain_minus = false;
  };

  void judge_ends(Order last_kind, Comparison* out, Signs* signs);

  /// Returns the signs of D. A range with D >= 0 may have D = 0 throughout, so only samples make a sign certain.
  Signs signs() const;

  void judge(const std::vector<ComparedRange>& ranges, Comparison* out);

  PrivacyProfile& first_;
  PrivacyProfile& second_;
  Effort effort_;
  bool mirrored_;
  Bits bits_{320};
  Ball margin_;
  Samples samples_;
  std::map<Rational, JudgedCell> cells_;
  std::vector<Rational> work_;
};

}  // namespace plumbline
