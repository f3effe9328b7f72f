/// Tails of the pair of the clones (shuffled_clones.hpp) at many thresholds, from a table of weighted binomial tails.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/arithmetic/vectors/fixed_point.hpp"
#include "reference/mechanisms/shuffled/deep_tails.hpp"
#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// The numbers of clones first .. last over which sums run. The mass of other numbers is bounded.
struct CloneWindow {
  long first, last;
};

class CloneTable {
 public:
  /// Creates the table for a window; returns null if it would be too large.
  static std::shared_ptr<const CloneTable> make(const Rational& epsilon0, long users,
                                                const CloneWindow& window);
  /// Creates a table with columns from -half_width to half_width around half the number of clones, half_width >= 1.
  CloneTable(const Rational& epsilon0, long users, const CloneWindow& window, long half_width);

  /// Returns the tails at a threshold t of the loss. `share`, 0 <= share <= 1, describes t: the loss of N answers
  /// exceeds t if more than share * N of them are ones. Returns nothing if floor(share * N) is not certain for some N.
  std::optional<WindowTails> above(const Ball& share) const;

 private:
  /// Sums over c of P(C = c) P(Bin(c, 1/2) >= k(c)), and the same with k(c) - 1. C is the number of clones, and k(c) =
  /// floor(share (c + 1)) + 1.
  struct Sums {
    Ball at, before;
  };

  void fill(const std::vector<FixedPoint>& weights);
  std::vector<FixedPoint> first_row();
  std::optional<Sums> sums(const Ball& share) const;
  size_t rows() const { return static_cast<size_t>(window_.last - window_.first + 1); }
  size_t columns() const { return static_cast<size_t>(2 * half_width_ + 1); }
  /// Returns the entries of the column k - floor(c/2) = d, by rows.
  const FixedPoint* column(long d) const {
    return weighted_.data() + static_cast<size_t>(d + half_width_) * rows();
  }

  CloneWindow window_;
  long half_width_;
  RandomizedBit answer_;
  std::vector<FixedPoint> weighted_;  ///< P(C = c) P(Bin(c, 1/2) >= k), one column after the other
  std::vector<FixedPoint> weights_;   ///< P(C = c)
  Ball row_error_;                    ///< error of P(Bin(c, 1/2) >= k)
  Ball mass_;                         ///< mass of the window, exact sum of `weights_`
  Ball error_;                        ///< error of each sum
  Ball outside_;                      ///< upper bound of P(C outside the window)
};

}  // namespace plumbline
