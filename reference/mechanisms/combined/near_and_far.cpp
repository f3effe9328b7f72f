#include "reference/mechanisms/combined/near_and_far.hpp"

#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

MeasureSum sum_of(const FarLosses& losses) {
  const Real none{Rational(0)}, one{Rational(1)};
  return MeasureSum({{one - losses.far_share, none, shared_measure(losses.near)},
                     {losses.far_share, none, shared_measure(losses.far)}});
}

/// Returns the larger of two ends if `largest`, otherwise the smaller; nothing if one of them is missing.
std::optional<Real> outer_end(const std::optional<Real>& a, const std::optional<Real>& b,
                              bool largest) {
  if (!a || !b) return std::nullopt;
  return Real(
      [x = *a, y = *b, largest](Bits p) { return largest ? max(x(p), y(p)) : min(x(p), y(p)); });
}

}  // namespace

NearAndFar::NearAndFar(FarLosses losses, std::string expression)
    : losses_(std::move(losses)), expression_(std::move(expression)), whole_(sum_of(losses_)) {}

LossTails NearAndFar::tails(const Real& t, Bits p) const {
  const Ball far = losses_.far_share(p), near = near_share()(p);
  const LossTails a = losses_.near->tails(t, p), b = losses_.far->tails(t, p);
  return {near * a.P_above + far * b.P_above, near * a.P_below + far * b.P_below,
          near * a.Q_above + far * b.Q_above, near * a.Q_below + far * b.Q_below};
}

std::optional<Real> NearAndFar::largest_loss() const {
  return outer_end(losses_.near->largest_loss(), losses_.far->largest_loss(), true);
}

std::optional<Real> NearAndFar::smallest_loss() const {
  return outer_end(losses_.near->smallest_loss(), losses_.far->smallest_loss(), false);
}

void NearAndFar::offers(Offers* asked) const {
  asked->give<FarLosses>([this] { return losses_; });
  asked->give<TiedLosses>([this] {
    return TiedLosses{[this](const Real& t, Bits p) { return std::optional(tied(t, p)); }};
  });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange& range, Bits p) {
      return third_moment(tilt, t, range, p);
    }};
  });
}

// Each part of the profile is an average over the two mechanisms, because the output reveals which of them was run.
TiedProfile NearAndFar::tied(const Real& t, Bits p) const {
  const Ball far = losses_.far_share(p), near = near_share()(p);
  const TiedProfile a = profile_at(*losses_.near, t, p), b = profile_at(*losses_.far, t, p);
  return {near * a.delta + far * b.delta, near * a.one_minus_delta + far * b.one_minus_delta,
          near * a.excess + far * b.excess, a.undecided || b.undecided};
}

Ball NearAndFar::third_moment(int tilt, const Ball& t, const NoiseRange& range, Bits p) const {
  return near_share()(p) * third_moment_above(*losses_.near, tilt, t, p, range) +
         losses_.far_share(p) * third_moment_above(*losses_.far, tilt, t, p, range);
}

}  // namespace plumbline
