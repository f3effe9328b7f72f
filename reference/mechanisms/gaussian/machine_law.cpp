#include "reference/mechanisms/gaussian/machine_law.hpp"

#include <utility>

namespace plumbline::mixture {
namespace {

class SampledGaussianLaw final : public MachineLaw {
 public:
  explicit SampledGaussianLaw(MixtureLaw law)
      : law_(std::move(law)), identity_(MachineRule::identity_of(law_)) {}

  const std::string& identity() const override { return identity_; }
  std::shared_ptr<const MachineRule> rule(const Grid& grid) const override {
    return MachineRule::kept(law_, grid);
  }
  std::shared_ptr<const DoubleDoubleRule> fine_rule(const Grid& grid) const override {
    return DoubleDoubleRule::kept(law_, grid);
  }
  heuristic::Sketcher sketcher() const override { return heuristic::sketcher_of(law_); }
  Grid grid(double low, double high, double log_count, double depth, double) const override {
    return heuristic::machine_grid(law_, low, high, log_count, depth);
  }

 private:
  MixtureLaw law_;
  std::string identity_;
};

}  // namespace

MachineLawPtr machine_law(const MixtureLaw& law) {
  return std::make_shared<SampledGaussianLaw>(law);
}

}  // namespace plumbline::mixture
