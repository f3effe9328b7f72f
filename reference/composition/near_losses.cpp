#include "reference/composition/near_losses.hpp"

#include "reference/mechanisms/far_losses.hpp"

namespace plumbline {
namespace {

Ball log_near_share(const NearLosses& losses, Bits p) {
  Ball sum(p);
  for (const NearLosses::Far& far : losses.far) sum += log1p(-far.share(p)) * Ball(far.count, p);
  return sum;
}

}  // namespace

bool NearLosses::single() const {
  return near.factors().size() == 1 && near.steps() == Rational(1);
}

Ball NearLosses::near_share(Bits p) const { return exp(log_near_share(*this, p)); }
Ball NearLosses::far_share(Bits p) const { return -expm1(log_near_share(*this, p)); }

NearLosses near_losses(const Composition& finite) {
  std::vector<Factor> near;
  std::vector<NearLosses::Far> far;
  for (const Factor& f : finite.factors()) {
    const auto split = f.mechanism->offer<FarLosses>();
    near.push_back({split ? split->near : f.mechanism, f.count});
    if (split) far.push_back({split->far, split->far_share, f.count});
  }
  if (far.empty()) return {finite, {}};
  return {Composition(near), std::move(far)};
}

}  // namespace plumbline
