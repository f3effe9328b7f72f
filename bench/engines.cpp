/// Benchmarks certified values: common settings and slow ones.
#include <benchmark/benchmark.h>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

void delta_of(benchmark::State& state, const char* mechanism, const char* epsilon, int digits) {
  const Composition composition = Composition::parse(mechanism);
  const Rational at = Rational::parse(epsilon);
  double reached = 0;
  for (auto _ : state) {
    PrivacyProfile profile(composition, Direction::forward);  // rounds share no cached data
    reached = delta(profile, at, Effort{digits}).value().relative_digits();
  }
  state.counters["digits"] = reached;
}

void curve_of(benchmark::State& state, const char* mechanism, int digits) {
  const Composition composition = Composition::parse(mechanism);
  constexpr long kPoints = 1000;
  for (auto _ : state) {
    PrivacyProfile profile(composition, Direction::worst);
    for (long i = 1; i <= kPoints; ++i) {
      benchmark::DoNotOptimize(tradeoff(profile, Rational(i, kPoints + 1), Effort{digits}));
    }
  }
}

void divergence_of(benchmark::State& state, const char* first, const char* second, int digits) {
  for (auto _ : state) {
    PrivacyProfile a(Composition::parse(first), Direction::worst);
    PrivacyProfile b(Composition::parse(second), Direction::worst);
    benchmark::DoNotOptimize(divergence(a, b, Effort{digits}));
  }
}

constexpr auto kUnit = benchmark::kMillisecond;

BENCHMARK_CAPTURE(delta_of, N_1e4, "subsampled_gaussian(sigma=1,p=0.01)^10000", "1.5", 25)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, N_1400000, "subsampled_gaussian(sigma=1,p=0.01)^1400000", "1.5", 25)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, N_1e9, "subsampled_gaussian(sigma=1,p=0.01)^1000000000", "1.5", 25)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, N_1e12, "subsampled_gaussian(sigma=1,p=0.0001)^1000000000000", "1.5",
                  25)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, fine_tuning, "subsampled_gaussian(sigma=2,p=9e-4)^1400000", "1.5", 25)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, hundred_digits, "subsampled_gaussian(sigma=1,p=0.01)^10000", "1.5", 100)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, thousand_digits, "subsampled_gaussian(sigma=1,p=0.01)^10000", "1.5",
                  1000)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, rare_losses, "subsampled_gaussian(sigma=0.7,p=0.0001)^1000",
                  "0.6871709407848298", 15)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, N_10, "subsampled_gaussian(sigma=1,p=0.01)^10", "0.5", 15)->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, N_2, "subsampled_gaussian(sigma=1,p=0.01)^2", "0.1", 15)->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, mixed,
                  "subsampled_gaussian(sigma=1,p=0.01)^10000 * laplace(b=20)^3 * gaussian(sigma=5)",
                  "1.5", 25)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, laplace_100, "laplace(b=1)^100", "30", 25)->Unit(kUnit);
BENCHMARK_CAPTURE(delta_of, laplace_1000, "laplace(b=7)^1000", "5", 25)->Unit(kUnit);
BENCHMARK_CAPTURE(curve_of, tradeoff_1000_points, "subsampled_gaussian(sigma=1,p=0.01)^10000", 15)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(divergence_of, gaussian_laplace, "gaussian(sigma=1)", "laplace(b=1)", 20)
    ->Unit(kUnit);
BENCHMARK_CAPTURE(divergence_of, fine_tuning, "subsampled_gaussian(sigma=2,p=9e-4)^1400000",
                  "subsampled_gaussian(sigma=3,p=9e-4)^3400000", 20)
    ->Unit(kUnit);

}  // namespace
}  // namespace plumbline
