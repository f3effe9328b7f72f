/// The judged method of types, from *Total Variation Meets Differential Privacy* (Ghazi and Issa 2024). It supports k
/// steps of a mechanism with the losses -e, 0 and e.
#include "verify/approximations/methods/type_method.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "verify/approximations/curves/judged_curves.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/numerics/digits.hpp"
#include "verify/approximations/numerics/roots.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"

namespace plumbline::approximations {
namespace {

constexpr long kMostSteps = 20000, kMostInWide = 200;

/// `count` equal steps with the losses -e, 0 and e, where e is `loss`. `zero` is the mass of the loss 0.
struct ThreeLosses {
  plumbline::Real loss, zero;
  long count;
};

std::optional<ThreeLosses> three_losses(const Composition& composition) {
  if (composition.factors().size() != 1) return std::nullopt;
  const Factor& factor = composition.factors().front();
  if (factor.mechanism->atoms() == nullptr) return std::nullopt;
  const std::vector<LossAtom>& atoms = *factor.mechanism->atoms();
  if (atoms.size() != 3) return std::nullopt;
  const Ball sum = atoms[0].loss(Bits{128}) + atoms[2].loss(Bits{128});
  const Ball middle = atoms[1].loss(Bits{128});
  if (!sum.contains_zero() || !middle.contains_zero()) return std::nullopt;
  return ThreeLosses{atoms[2].loss, atoms[1].mass, std::lround(factor.count.approximate())};
}

template <class Real>
Real nearest(const Ball& x) {
  using Wide = std::conditional_t<std::is_same_v<Real, AdjustableReal>, Real, HighPrecision>;
  const int digits = std::max(55, decimal_digits<Real>() + 5);
  return static_cast<Real>(Wide(x.midpoint().decimal_bounds(digits).first));
}

/// The privacy profile through the points (j e, delta_j). Between two points, the profile is linear in e^epsilon. For
/// epsilon < 0 it follows from the symmetry of the pair.
template <class Real>
class TypePair {
 public:
  explicit TypePair(const ThreeLosses& law)
      : unit_(nearest<Real>(law.loss(parameter_bits()))),
        deltas_(type_deltas(unit_, nearest<Real>(law.zero(parameter_bits())), law.count)) {}

  Real delta(const Real& epsilon) const {
    using std::exp;
    if (epsilon < 0) return -expm1(epsilon) + exp(epsilon) * delta(Real(-epsilon));
    const Real place = epsilon / unit_;
    if (place >= Real(static_cast<long>(deltas_.size() - 1))) return Real(0);
    const auto j = static_cast<size_t>(place);
    const Real share = expm1(Real(epsilon - unit_ * Real(static_cast<long>(j)))) / expm1(unit_);
    return deltas_[j] + share * (deltas_[j + 1] - deltas_[j]);
  }
  Real epsilon(const Real& D) const {
    return nearest_root<Real>([&](const Real& e) { return Real(delta(e) - D); }, Real(0),
                              Real(unit_ * Real(static_cast<long>(deltas_.size())) / 2000));
  }
  /// Returns the heights and the slopes of the lines height - slope alpha, whose maximum is the trade-off function.
  std::pair<std::vector<Real>, std::vector<Real>> lines() const {
    using std::exp;
    std::pair<std::vector<Real>, std::vector<Real>> out;
    for (size_t j = 0; j < deltas_.size(); ++j) {
      const Real height = 1 - deltas_[j], slope = exp(unit_ * Real(static_cast<long>(j)));
      out.first.insert(out.first.end(), {height, Real(height / slope)});
      out.second.insert(out.second.end(), {slope, Real(1 / slope)});
    }
    return out;
  }
  /// Returns the maximum of the lines 1 - delta_j - e^{je} alpha and their mirror images.
  Real tradeoff(const Real& alpha) const {
    using std::exp;
    Real most(0);
    for (size_t j = 0; j < deltas_.size(); ++j) {
      const Real height = 1 - deltas_[j], slope = exp(unit_ * Real(static_cast<long>(j)));
      most = std::max({most, Real(height - slope * alpha), Real((height - alpha) / slope)});
    }
    return most;
  }
  Real bayes(const Real& prior) const {
    using std::log;
    return (1 - prior) * (1 - delta(Real(log(prior / (1 - prior)))));
  }

 private:
  static Bits parameter_bits() {
    return wider(Bits{256}, bits_for_digits(decimal_digits<Real>() + 10));
  }

  Real unit_;
  std::vector<Real> deltas_;
};

struct TypeMethod {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    return {quantity_of<Real>(TypePair<Real>(*three_losses(request.composition)), request)};
  }
};

JudgedCurve curve(const ApproximationRequest& request) {
  const auto [heights, slopes] = TypePair<double>(*three_losses(request.composition)).lines();
  return {lines_curve(heights, slopes),
          "largest of the lines 1 - delta_j - e^{je} alpha and their mirror images, as doubles"};
}

std::string refusal(const ApproximationRequest& request) {
  const std::string why = request_refusal(request, "type_method", profile_readings());
  if (!why.empty()) return why;
  const auto law = three_losses(request.composition);
  if (!law) {
    return "type_method is for k steps of one mechanism with losses -e, 0, e, such as "
           "total_variation_dp(epsilon=,delta=0,eta=)^k, not " +
           request.composition.expression();
  }
  if (law->count > kMostSteps) {
    return fmt::format("type_method sums k^2 types, for at most {} steps, not {}", kMostSteps,
                       law->count);
  }
  return "";
}

/// Uses long double for more than 200 steps, because the method needs k^2 exponentials.
ApproximationResult run(const ApproximationRequest& request) {
  return three_losses(request.composition)->count > kMostInWide
             ? run_twice<TypeMethod, long double>(request)
             : run_twice<TypeMethod>(request);
}

}  // namespace

ApproximationEntry type_method() {
  return {"type_method",
          "types of three-valued losses by Stirling's leading term (Ghazi and Issa 2024)",
          {},
          refusal,
          run,
          curve};
}

}  // namespace plumbline::approximations
