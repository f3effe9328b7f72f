/// A profile on the multiples of a step, as exports of distributions read it.
#pragma once

#include <functional>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

inline constexpr Bits kExportBits{512};

/// Throws std::invalid_argument where a grid has more than 2^20 losses.
void require_grid(long count);

/// Enclosures of delta on the multiples of a step, each in the form that loses no digits. `profile` must outlive it.
class GridProfile {
 public:
  GridProfile(PrivacyProfile& profile, const Rational& step, const Rational& tail,
              const Effort& effort);

  Ball x(const Rational& loss) const { return exp(Ball(loss, kExportBits)); }
  Rational loss(long k) const { return Rational(k) * step_; }
  Ball delta(const Rational& loss);

  /// The first multiple where delta is at most the tail above its limit, roughly.
  long last_index();
  /// The last multiple where delta - (1 - x) is at most the tail, roughly.
  long first_index();

 private:
  bool beyond_largest(const Rational& loss) const;
  Effort rough() const;
  long walked(long sign, const std::function<bool(long)>& small) const;

  PrivacyProfile& profile_;
  Rational step_;
  Effort effort_;
  double log_tail_ = 0;
};

}  // namespace plumbline
