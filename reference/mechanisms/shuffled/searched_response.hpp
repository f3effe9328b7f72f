/// Shuffled randomized response of many users, for the worst bits of the other users. The worst data set is computed
/// for each threshold.
#pragma once

#include <map>
#include <mutex>

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/shuffled/response_ridge.hpp"

namespace plumbline {

class SearchedResponse final : public DominatingPair {
 public:
  /// Requires more than two users.
  SearchedResponse(Rational epsilon0, long users, std::string expression);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return expression_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return Real(epsilon0_); }
  std::optional<Real> smallest_loss() const override { return Real(-epsilon0_); }

 private:
  using Peaks = std::vector<ResponsePeak>;

  void offers(Offers* asked) const override;
  /// Returns the tails at t >= 0.
  LossTails upper_tails(const Real& t, Bits p) const;
  Peaks peaks(const Real& t) const;

  Rational epsilon0_;
  long users_;
  std::string expression_;
  mutable std::mutex mutex_;
  /// candidates for each threshold t, which is identified by its ball of 256 bits
  mutable std::map<std::string, Peaks> known_;
};

}  // namespace plumbline
