#include "reference/mechanisms/parameter_draw.hpp"

#include <cmath>
#include <cstdio>

namespace plumbline {
namespace {

std::string short_decimal(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", x);
  return buffer;
}

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
