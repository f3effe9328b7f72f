/// Strategies of matrix mechanisms. The mechanism releases C X plus noise, with one row of X for each step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A matrix with a column for each step, with exact entries. No row has a nonzero entry for a step after the release of
/// the row, so that inputs may depend on earlier releases.
class Strategy {
 public:
  /// The entries of a column; `first` is the row of the first entry.
  struct Column {
    long first;
    std::vector<Rational> entries;
  };

  static constexpr long kMostSteps = 4096;

  /// Parses identity, prefix, sqrt, sqrt(BANDS), toeplitz([1,1/2]), blt([WEIGHTS],[DECAYS]), bisr(BANDS),
  /// lambda_cgd(LAMBDA), tree or tree(STEPS BETWEEN RESTARTS). Throws std::invalid_argument on other texts.
  static Strategy parse(const std::string& text, long steps, long most = kMostSteps);
  /// Returns a lower triangular matrix, given by its rows. Throws std::invalid_argument for other matrices.
  static Strategy matrix(std::vector<std::vector<Rational>> rows, std::string text);

  const std::string& text() const { return text_; }
  long steps() const { return steps_; }
  Column column(long step) const;
  /// The coefficients (the first column) of a lower triangular Toeplitz matrix; null for other matrices.
  const std::vector<Rational>* toeplitz() const {
    return coefficients_.empty() ? nullptr : &coefficients_;
  }
  /// Returns true if all entries are at least 0.
  bool is_nonnegative() const { return nonnegative_; }
  /// Returns true if the matrix is Toeplitz and its coefficients are at least 0 and do not increase.
  bool decreases() const { return decreases_; }
  /// A number of bands: columns at this distance or more are orthogonal. Equal to steps() if no smaller number is
  /// known.
  long bands() const { return bands_; }

  /// The release A C^{-1} (C X + Z) estimates the prefix sums A X, where A is the lower triangular matrix of ones and Z
  /// is standard normal. Returns the variance of each sum, one for each step. Empty if no inverse of C is implemented
  /// (for a tree).
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
