#include "reference/quantities/refined/turns.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

constexpr int kAtOnce = 25, kFewest = 7, kRatio = 4;
constexpr double kLeastTold = 1e-3;  // seconds; a clock measures shorter times poorly

/// Returns the exponent p of the model: seconds proportional to digits^p.
double growth_of(const std::vector<TurnTaken>& taken) {
  constexpr double kUsual = 2.5, kLeast = 1, kMost = 4;
  if (taken.size() < 2) return kUsual;
  const TurnTaken &a = taken[taken.size() - 2], &b = taken.back();
  if (a.seconds < kLeastTold || a.digits >= b.digits) return kUsual;
  const double power = std::log(b.seconds / a.seconds) / std::log(1.0 * b.digits / a.digits);
  return std::clamp(power, kLeast, kMost);
}

}  // namespace

std::vector<int> digits_in_turn(int digits) {
  std::vector<int> out{digits};
  while (digits > kAtOnce && out.back() > kFewest) out.push_back(out.back() / kRatio);
  std::reverse(out.begin(), out.end());
  return out;
}

std::optional<double> predicted_seconds(const std::vector<TurnTaken>& taken, int digits) {
  if (taken.empty() || taken.back().seconds < kLeastTold) return std::nullopt;
  const TurnTaken& last = taken.back();
  return last.seconds * std::pow(1.0 * digits / last.digits, growth_of(taken));
}

std::optional<int> digits_between(const std::vector<TurnTaken>& taken, int next, double seconds) {
  constexpr double kSurely = 0.9, kShare = 0.5, kWorthIt = 1.25;
  const std::optional<double> predicted = predicted_seconds(taken, next);
  if (!predicted || *predicted <= kSurely * seconds || !(seconds > 0)) return std::nullopt;
  const TurnTaken& last = taken.back();
  const double more = std::pow(kShare * seconds / last.seconds, 1 / growth_of(taken));
  const double digits = std::floor(last.digits * more);
  if (more < kWorthIt || digits * kWorthIt > next) return std::nullopt;
  return static_cast<int>(digits);
}

Turns::Turns(int digits, const Poll& poll) : digits_(digits_in_turn(digits)) {
  if (const Deadline* limit = deadline_of(poll)) deadline_ = *limit;
}

void Turns::advance(bool reached) {
  if (!reached && !last()) return to_last();
  const double now = watch_.seconds();
  taken_.push_back({digits_[at_], now - begun_});
  begun_ = now;
  ++at_;
  if (over() || !deadline_) return;
  if (const auto between = digits_between(taken_, digits_[at_], deadline_->left())) {
    digits_.insert(digits_.begin() + static_cast<long>(at_), *between);
  }
}

void Turns::to_last() {
  begun_ = watch_.seconds();
  at_ = digits_.size() - 1;
}

}  // namespace plumbline
