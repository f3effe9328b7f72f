#include "reference/mechanisms/parameter_draw.hpp"

#include <cmath>

#include "reference/arithmetic/double_text.hpp"

namespace plumbline {
namespace {

std::string short_decimal(double x) { return significant_text(x, 4); }

}  // namespace

std::string ParameterDraw::uniform(double low, double high) {
  return short_decimal(low + (high - low) * share());
}

std::string ParameterDraw::log_uniform(double low, double high) {
  return short_decimal(low * std::pow(high / low, share()));
}

int ParameterDraw::whole(int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(engine_);
}

}  // namespace plumbline
