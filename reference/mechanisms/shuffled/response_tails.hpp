/// The masses of the number of ones among n shuffled answers, and sums of these masses. The bit of one user is 0 (P) or
/// 1 (Q), and the bits of the others are known.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// Masses of the numbers first .. last, with the sums of the masses from the i-th number on and of those before it. The
/// sums include a bound of the mass beyond the table, which is zero on a side where there is no mass.
struct ResponseTable {
  long first = 0;
  bool whole_left = false, whole_right = false;
  std::vector<Ball> P, Q, P_from, P_before, Q_from, Q_before;

  size_t size() const { return P.size(); }
};

/// Returns the table for first .. last, 0 <= first <= last <= most() + 1. The relative widths are approximately 2^-p
/// if the table is complete.
ResponseTable response_table(const ResponseSums& others, long first, long last, Bits p);

/// The pair of the laws of the number of ones under P and under Q, for any number of users. It caches tables that are
/// as wide as the queries need.
class ShuffledResponse final : public DominatingPair {
 public:
  ShuffledResponse(ResponseSums others, std::string expression);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return expression_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return Real(others_.epsilon0); }
  std::optional<Real> smallest_loss() const override { return Real(-others_.epsilon0); }

 private:
  std::shared_ptr<const ResponseTable> table(Bits p, double depth) const;

  ResponseSums others_;
  std::string expression_;
  struct Kept {
    long bits;
    double depth;
    std::shared_ptr<const ResponseTable> table;
  };
  mutable std::mutex mutex_;
  mutable std::vector<Kept> kept_;
};

}  // namespace plumbline
