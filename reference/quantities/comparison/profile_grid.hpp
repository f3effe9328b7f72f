/// A profile on the multiples of a step, from which distributions are exported (profile_export.hpp).
#pragma once

#include <functional>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

inline constexpr Bits kExportBits{512};

/// Throws std::invalid_argument if a grid has more than 2^20 losses.
void require_grid(long count);

/// Enclosures of delta on the multiples of a step. Each is computed from delta, from 1 - delta or from the excess, so
/// that no digits are lost. `profile` must outlive the object.
class GridProfile {
 public:
  GridProfile(PrivacyProfile& profile, const Rational& step, const Rational& tail,
              const Effort& effort);

  Ball x(const Rational& loss) const { return exp(Ball(loss, kExportBits)); }
  Rational loss(long k) const { return Rational(k) * step_; }
  Ball delta(const Rational& loss);

  /// Returns the approximate smallest k at which delta exceeds its limit by at most the tail.
  long last_index();
  /// Returns the approximate largest k at which delta - (1 - x) is at most the tail, where x = e^epsilon.
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
