/// What a comparison's certificate states beside its two divergences: crossings, signs on ranges of
/// epsilon, the verdict and the margin up to which it holds.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// A stretch of epsilons as a certificate states it: "undecided FROM TO GAP", "equal FROM TO", ...
struct StatedRange {
  ComparedRange::Kind kind;
  Rational from, to;
  std::optional<Rational> gap{};  ///< of an undecided one; none for "inf"

  /// Nothing unless FROM < TO and the words are those of a range.
  static std::optional<StatedRange> read(const std::string& text);
};

/// Judges the statements by comparisons made anew; keeps what is settled.
class ComparisonCheck {
 public:
  /// The crossings are among the numbers.
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
  void judge_range(const Comparison& own, Range* range);
  void refute_range(const Comparison& own, Range* range);
  bool within_gap(const Rational& from, const Rational& to, const Rational& gap, int depth);
  void judge_beyond(const Comparison& own);
  void judge_verdict(const Comparison& own);
  std::optional<ComparedRange::Kind> last_sign() const;
  bool ends_with_sign(const Rational& t);

  /// delta_1 - delta_2 there, by its own relative digits.
  Ball difference(const Rational& epsilon, int digits);
  Enclosure ask(PrivacyProfile* profile, const Rational& epsilon, int digits);

  const CheckTask& task_;
  std::vector<NumberProof>* numbers_;
  std::vector<CheckedFinding>* findings_;
  std::vector<Range> ranges_;  ///< in order
  PrivacyProfile first_, second_;
  int evaluations_ = 0;
};

}  // namespace plumbline
