/// Privacy loss distributions whose privacy profile interpolates the exact profile between the points of a grid
/// (Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022).
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/methods/pld.hpp"

namespace plumbline::approximations {
namespace {

/// Divides the mass of each cell of the grid between the two ends of the cell, without changing the total null mass
/// and alternative mass. Then delta is linear in e^epsilon between the ends.
struct ConnectDots {
  static constexpr const char* kName = "pld_connect_dots";

  template <class Real>
  static DiscreteStep<Real> step(const StepLaw& law, bool reverse, const StepRange& range,
                                 const Real& spacing) {
    using std::exp;
    const LossTails<Real> tails(law, reverse);
    DiscreteStep<Real> out{range.first,
                           std::vector<Real>(static_cast<size_t>(range.last - range.first + 1))};
    out.mass[0] = tails.alternative_at_most(Real(spacing * Real(range.first)));
    const Real step = expm1(spacing);
    CellEnd<Real> lo(spacing * Real(range.first));
    for (long i = range.first; i < range.last; ++i) {
      CellEnd<Real> hi(spacing * Real(i + 1));
      const Real q = tails.alternative_mass(lo, hi), p = tails.null_mass(lo, hi);
      const auto k = static_cast<size_t>(i - range.first);
      const Real at_upper = std::clamp(Real((q - p * exp(lo.t)) * (1 + step) / step), Real(0), q);
      out.mass[k] += q - at_upper;
      out.mass[k + 1] += at_upper;
      lo = std::move(hi);
    }
    out.infinite = tails.alternative_above(Real(spacing * Real(range.last)));
    return out;
  }
};

}  // namespace

ApproximationEntry pld_connect_dots() {
  return PessimisticPld<ConnectDots>::entry(
      "privacy-loss distribution that joins the dots of delta on a grid, composed by FFT (an "
      "upper bound)");
}

}  // namespace plumbline::approximations
