/// Strategies of matrix mechanisms: what is released is C X and noise, a step a row or several.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A matrix with a column for each step, in exact numbers. No row has an entry of a step after the one
/// at which it is released, so that inputs may depend on what was released before.
class Strategy {
 public:
  /// A column's entries, of which `first` is the row of the first.
  struct Column {
    long first;
    std::vector<Rational> entries;
  };

  static constexpr long kMostSteps = 4096;

  /// identity, prefix, sqrt, sqrt(BANDS), toeplitz([1,1/2]), blt([WEIGHTS],[DECAYS]), bisr(BANDS),
  /// lambda_cgd(LAMBDA), tree, tree(STEPS BETWEEN RESTARTS). Throws std::invalid_argument.
  static Strategy parse(const std::string& text, long steps, long most = kMostSteps);
  /// A lower triangular matrix by rows. Throws std::invalid_argument where it is none.
  static Strategy matrix(std::vector<std::vector<Rational>> rows, std::string text);

  const std::string& text() const { return text_; }
  long steps() const { return steps_; }
  Column column(long step) const;
  /// The coefficients where it is a lower triangular Toeplitz matrix: its first column.
  const std::vector<Rational>* toeplitz() const {
    return coefficients_.empty() ? nullptr : &coefficients_;
  }
  /// Returns true if all entries are at least 0.
  bool is_nonnegative() const { return nonnegative_; }
  /// Returns true if it is Toeplitz, and its coefficients are at least 0 and do not increase.
  bool decreases() const { return decreases_; }
  /// How far from the diagonal entries go: columns so far apart are orthogonal. steps() where unknown.
  long bands() const { return bands_; }

  /// Variances of the prefix sums that A C^{-1} (C X + Z) has, Z standard normal, one for each step;
  /// empty where C has no inverse here (a tree).
  std::vector<Ball> sum_variances(Bits p) const;

 private:
  Strategy(std::string text, long steps) : text_(std::move(text)), steps_(steps) {}
  static Strategy of_coefficients(std::string text, long steps, std::vector<Rational> coefficients);
  static Strategy of_columns(std::string text, std::vector<Column> columns);

  std::string text_;
  long steps_;
  std::vector<Rational> coefficients_;
  std::vector<Column> columns_;
  bool nonnegative_ = false, decreases_ = false, square_ = true;
  long bands_ = 0;
};

}  // namespace plumbline
