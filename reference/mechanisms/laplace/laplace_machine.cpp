#include "reference/mechanisms/laplace/laplace_machine.hpp"

#include <cmath>
#include <mutex>
#include <utility>

#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/laplace/laplace_path.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline::laplace {
namespace {

constexpr Bits kErrorBits{64}, kDoubles{128}, kDoubleDoubles{192};

class LaplaceErrors final : public mixture::RuleErrors {
 public:
  LaplaceErrors(LaplaceLaw law, size_t points) : law_(std::move(law)), points_(points) {}

  UpperBound omitted(double) const override { return {}; }

  /// An upper bound of the error of the rule relative to K(c); it divides by A(c), the part of K(c) that the atoms
  /// contribute, because A(c) <= K(c).
  Ball discretisation(double c, double height) const override {
    if (!std::isfinite(c) || !(height >= 0)) return Ball::indeterminate(kErrorBits);
    const double rho = heuristic::best_ellipse(law_, c, height, points_).rho;
    const Ball error = panel_error(law_, c, height, {0, 0, 1, 0}, points_, rho);
    return error / atoms(law_, c, kErrorBits).lower();
  }

  /// The bound SUBSAMPLED-LAPLACE-FAR plus the contribution of the atoms.
  std::optional<double> far(double c, double Y) const override {
    const double x = heuristic::best_far(law_, c, Y).x;
    return machine_up(atoms(law_, c, kErrorBits) + far_bound(law_, c, Y, x, kErrorBits));
  }
  std::optional<double> rough_far(double c, double Y) const override {
    return heuristic::best_far(law_, c, Y).bound;
  }
  std::optional<double> first_frequency() const override {
    return M_PI / (heuristic::log_ratio(law_, 1) - heuristic::log_ratio(law_, 0));
  }

 private:
  LaplaceLaw law_;
  size_t points_;
};

class LaplaceMachine final : public mixture::MachineLaw {
 public:
  LaplaceMachine(LaplaceLaw law, std::string identity)
      : law_(std::move(law)), identity_(std::move(identity)) {}

  const std::string& identity() const override { return identity_; }

  std::shared_ptr<const mixture::MachineRule> rule(const mixture::Grid& grid) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!fits(grid)) return nullptr;
    return rules_.get(grid.size(), [&]() -> std::shared_ptr<const mixture::MachineRule> {
      return mixture::MachineRule::of_nodes(
          identity_, grid, rule_nodes(law_, grid.size(), kDoubles), rule_errors(law_, grid.size()));
    });
  }
  std::shared_ptr<const mixture::DoubleDoubleRule> fine_rule(
      const mixture::Grid& grid) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!fits(grid)) return nullptr;
    return fine_.get(grid.size(), [&]() -> std::shared_ptr<const mixture::DoubleDoubleRule> {
      return mixture::DoubleDoubleRule::of_nodes(
          grid, rule_nodes(law_, grid.size(), kDoubleDoubles), rule_errors(law_, grid.size()));
    });
  }
  mixture::heuristic::Sketcher sketcher() const override { return heuristic::sketcher_of(law_); }
  mixture::Grid grid(double low, double high, double log_count, double depth,
                     double height) const override {
    return heuristic::machine_grid(law_, low, high, log_count, depth, height);
  }
  bool has_height() const override { return true; }

 private:
  /// Returns true if the grid has the step for which rule_nodes() computes the weights.
  static bool fits(const mixture::Grid& grid) {
    return grid.reasonable() && grid.step == 1 && grid.first == 0;
  }

  LaplaceLaw law_;
  std::string identity_;
  static constexpr size_t kMost = 3;
  mutable std::mutex mutex_;
  mutable KeptFew<size_t, std::shared_ptr<const mixture::MachineRule>> rules_{kMost};
  mutable KeptFew<size_t, std::shared_ptr<const mixture::DoubleDoubleRule>> fine_{kMost};
};

}  // namespace

std::vector<mixture::RuleNode> rule_nodes(const LaplaceLaw& law, size_t points, Bits p) {
  const Bits work = p + 24;
  const Ball mu(law.mu, work), zero(work), two = Ball::integer(2, work);
  // MachineRule multiplies all terms by 1/sqrt(2 pi).
  const Ball root = log(Ball::pi(work) * 2) / 2;
  std::vector<mixture::RuleNode> out;
  const auto add = [&](const Ball& log_weight, const Ball& loss) {
    out.push_back({ComplexBall(log_weight + root), ComplexBall(loss)});
  };
  add(-log(two), lowest_loss(law, work));
  add(-log(two) - mu, highest_loss(law, work));
  const auto rule = gauss_legendre(points, work);
  for (size_t k = 0; k < points; ++k) {
    poll_here(static_cast<long>(k), work);
    const Ball x = (rule->nodes[k] + 1) / 2;
    add(log(mu * rule->weights[k] / 4) - mu * x, log_ratio(law, x));
  }
  return out;
}

mixture::RuleErrorsPtr rule_errors(const LaplaceLaw& law, size_t points) {
  return std::make_shared<LaplaceErrors>(law, points);
}

mixture::MachineLawPtr machine_law(const LaplaceLaw& law, const std::string& identity) {
  return std::make_shared<LaplaceMachine>(law, identity);
}

}  // namespace plumbline::laplace
