/// A product of steps for which line integrals in machine numbers exist. It may also contain Gaussian steps without
/// sampling (plain noise).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/gaussian/machine_law.hpp"

namespace plumbline::fourier {

/// Equal steps: the distribution of one step, and the number of steps.
struct MachineFactor {
  mixture::MachineLawPtr law;
  unsigned long count;
};

/// The exponent q = mu^2/2 of plain Gaussian noise, whose transform is e^{q s(s-1)}; zero without noise.
struct MachineNoise {
  Rational exponent{0};
  double approximate = 0;

  bool present() const { return exponent.sign() > 0; }
  Ball ball(Bits p) const { return Ball(exponent, p); }
};

/// The number of steps of each distribution, by the distribution's name, and the plain noise. The order of the steps
/// is not stored.
struct MachineCounts {
  std::unordered_map<std::string, unsigned long> of;
  MachineNoise noise;
  unsigned long steps = 0;  ///< the number of steps that are not plain noise
};

/// Returns e^{q x(x-1)}, the transform of plain noise at x.
Ball gaussian_transform(const MachineNoise& noise, double x, Bits p);

class MachineProduct {
 public:
  /// Returns the product of a composition. Returns nothing if a factor offers no MachineSteps and is not a plain
  /// Gaussian, if all factors are plain Gaussians, or if there are too many steps.
  static std::optional<MachineProduct> of(const Composition& composition);

  const std::vector<MachineFactor>& factors() const { return factors_; }
  const MachineNoise& noise() const { return noise_; }
  /// The number of steps that are not plain noise.
  unsigned long steps() const { return steps_; }
  std::shared_ptr<const MachineCounts> counts() const;
  /// Returns the product of the steps that this product has beyond `part`; nothing if `part` has steps or noise that
  /// this product does not have. The result may be empty.
  std::optional<MachineProduct> beyond(const MachineCounts& part) const;

  /// Returns log K(c), and the mean and the variance of the sum of losses under the tilt c, in doubles. These
  /// heuristics enter no bound.
  mixture::heuristic::Sketch sketch(double c);
  /// Returns nodes for each factor, for the orders from low to high and up to this height, with errors below e^-depth
  /// relative to K: MachineLaw::grid().
  std::vector<mixture::Grid> grids(double low, double high, double height, double depth) const;
  std::vector<mixture::Grid> grids(double low, double high, double height) const {
    return grids(low, high, height, kDepthOfDoubles);
  }
  static constexpr double kDepthOfDoubles = 28;
  /// Returns true if the result of grids() depends on the height.
  bool has_height() const;

 private:
  MachineProduct() = default;

  std::vector<MachineFactor> factors_;
  std::vector<mixture::heuristic::Sketcher> sketchers_;
  MachineNoise noise_;
  unsigned long steps_ = 0;
};

/// The quadrature rule of each factor, in the order of the factors.
using MachineRules = std::vector<std::shared_ptr<const mixture::MachineRule>>;
/// Returns the rules of all factors; empty if some factor has no rule.
MachineRules machine_rules(const MachineProduct& product, const std::vector<mixture::Grid>& grids,
                           const Poll& poll);

/// Returns the factors at one order c.
std::vector<mixture::MachineOrder> machine_orders(const MachineRules& rules, double c,
                                                  const Poll& poll);

}  // namespace plumbline::fourier
