#include "reference/quantities/comparison/profile_grid.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plumbline {
namespace {

constexpr long kMostExported = 1L << 20;
constexpr int kRangeDigits = 3;
/// A largest loss that exceeds a multiple of the step by at most this fraction of a step counts as that multiple.
constexpr double kRoughIndex = 1e-9;
constexpr double kLogHalf = -0.6931471805599453;
/// A value of the profile that is smaller than e^-kBelowTail times the tail needs no relative digits.
constexpr double kBelowTail = 20;

[[noreturn]] void refuse_grid() {
  throw std::invalid_argument("the grid has more than 2^20 losses; make the step larger");
}

}  // namespace

void require_grid(long count) {
  if (count > kMostExported) refuse_grid();
}

GridProfile::GridProfile(PrivacyProfile& profile, const Rational& step, const Rational& tail,
                         const Effort& effort)
    : profile_(profile),
      step_(step),
      effort_(effort),
      log_tail_(Ball(tail, kExportBits).log_approximate()) {
  effort_.log_enough = std::max(effort.log_enough, log_tail_ - kBelowTail);
}

Ball GridProfile::delta(const Rational& loss) {
  effort_.poll();
  const Real at(loss);
  if (loss.sign() < 0) {
    return (Ball::integer(1, kExportBits) - x(loss)) + profile_.excess(at, effort_).value;
  }
  if (beyond_largest(loss)) return Ball(*profile_.exact_infinite_mass(), kExportBits);
  const Ball plain = profile_.delta(at, effort_).value;
  if (plain.log_approximate() < kLogHalf) return plain;
  return Ball::integer(1, kExportBits) - profile_.one_minus_delta(at, effort_).value;
}

long GridProfile::last_index() {
  const long walked_to = walked(+1, [this](long k) {
    const Real at(loss(k));
    const Ball over = profile_.delta(at, rough()).value - profile_.infinite_mass(kExportBits);
    return over.log_approximate() <= log_tail_ || !certainly_positive(over);
  });
  const auto largest = profile_.largest_finite_loss();
  if (!largest) return walked_to;
  const double at = std::ceil(largest->approximate() / step_.approximate() - kRoughIndex);
  return at < static_cast<double>(walked_to) ? static_cast<long>(at) : walked_to;
}

long GridProfile::first_index() {
  return walked(-1, [this](long k) {
    const Ball excess = profile_.excess(Real(loss(k)), rough()).value;
    return excess.log_approximate() <= log_tail_ || !certainly_positive(excess);
  });
}

bool GridProfile::beyond_largest(const Rational& loss) const {
  const auto largest = profile_.largest_finite_loss();
  return largest && profile_.exact_infinite_mass() &&
         certainly_at_most((*largest)(kExportBits), Ball(loss, kExportBits));
}

Effort GridProfile::rough() const {
  Effort out = effort_;
  out.digits = kRangeDigits;
  return out;
}

/// Returns the index nearest to the mean of the loss, on the side of the mean that `sign` states, from which on `small`
/// is true. Finds it by doubling and bisection.
long GridProfile::walked(long sign, const std::function<bool(long)>& small) const {
  const Composition::Location where = profile_.approximate_location();
  const double step = step_.approximate();
  const double mean = std::isfinite(where.mean) ? where.mean / step : 0;
  const double wide = std::isfinite(where.deviation) ? where.deviation / step : 1;
  if (!(std::abs(mean) + wide < static_cast<double>(kMostExported))) refuse_grid();
  const long start = std::lround(mean);
  long reach = std::max(1L, std::lround(wide)), before = 0;
  while (!small(start + sign * reach)) {
    effort_.poll();
    before = reach;
    reach *= 2;
    if (reach > 2 * kMostExported) refuse_grid();
  }
  while (reach - before > 1) {
    const long middle = before + (reach - before) / 2;
    (small(start + sign * middle) ? reach : before) = middle;
  }
  return start + sign * reach;
}

}  // namespace plumbline
