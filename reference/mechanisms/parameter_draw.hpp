/// Random parameters for the expressions that mechanisms draw for sweeps.
#pragma once

#include <random>
#include <string>

namespace plumbline {

/// A source of random parameters. The seed determines the sequence. Numbers are decimals of four digits, equal on all
/// platforms.
class ParameterDraw {
 public:
  explicit ParameterDraw(unsigned seed) : engine_(seed) {}

  std::string uniform(double low, double high);
  /// Returns a number whose logarithm is uniform, 0 < low < high.
  std::string log_uniform(double low, double high);
  int whole(int low, int high);

 private:
  double share() { return std::uniform_real_distribution<double>{0, 1}(engine_); }

  std::mt19937 engine_;
};

}  // namespace plumbline
