/// Privacy-loss distributions with every loss rounded up to a grid (Meiser, Mohammadi 2018; Koskela, Jalko, Honkela
/// 2020; the pessimistic estimate of Google's dp_accounting).
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/methods/pld.hpp"

namespace plumbline::approximations {
namespace {

struct RoundUp {
  static constexpr const char* kName = "pld_round_up";

  template <class Real>
  static DiscreteStep<Real> step(const StepLaw& law, bool reverse, const StepRange& range,
                                 const Real& spacing) {
    const LossTails<Real> tails(law, reverse);
    DiscreteStep<Real> out{range.first, {}};
    out.mass.push_back(tails.alternative_at_most(Real(spacing * Real(range.first))));
    CellEnd<Real> lo(spacing * Real(range.first));
    for (long i = range.first; i < range.last; ++i) {
      CellEnd<Real> hi(spacing * Real(i + 1));
      out.mass.push_back(tails.alternative_mass(lo, hi));
      lo = std::move(hi);
    }
    out.infinite = tails.alternative_above(Real(spacing * Real(range.last)));
    return out;
  }
};

}  // namespace

ApproximationEntry pld_round_up() {
  return PessimisticPld<RoundUp>::entry(
      "privacy-loss distribution rounded up to a grid, composed by FFT (an upper bound)");
}

}  // namespace plumbline::approximations
