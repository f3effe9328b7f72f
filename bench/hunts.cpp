/// Benchmarks the questions of a hunt per second, with an accountant of negligible cost.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "verify/hunt/hunt.hpp"

namespace plumbline {
namespace {

constexpr const char* kOneStep = R"(
[[mechanism]]
kind = "gaussian"
sigma = {from = 0.3, to = 100, scale = "log"}
[[mechanism]]
kind = "subsampled_gaussian"
relations = ["remove"]
sigma = {from = 0.6, to = 10, scale = "log"}
sampling_rate = {from = 1e-3, to = 0.9, scale = "log"}
[questions]
delta = ["typical", {from = 0.01, to = 10, scale = "log"}]
)";

double below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

double gaussian_delta(double mu, double epsilon) {
  return below(-epsilon / mu + mu / 2) - std::exp(epsilon) * below(-epsilon / mu - mu / 2);
}

/// Answers equal to the true value up to rounding, and answers larger by 1/1000.
ChildAnswer answer_of(const ChildQuestion& question) {
  const auto object = nlohmann::json::parse(question.text);
  const auto& fields = object["fields"];
  const double epsilon = object["at"]["epsilon"], p = fields.value("sampling_rate", 1.0);
  const double inner = std::log1p(std::expm1(epsilon) / p);
  const double delta = p * gaussian_delta(1 / fields["sigma"].get<double>(), inner);
  const nlohmann::json answer = {{"kind", "upper"},
                                 {"value", std::clamp(delta * 1.001 + 1e-12, 0.0, 1.0)}};
  return {ChildAnswer::Ending::line, answer.dump(), 0};
}

void questions_of_one_step(benchmark::State& state) {
  HuntOptions options;
  options.space = Space::parse(kOneStep, "the benchmark's space");
  options.questions = 400;
  long asked = 0, found = 0;
  for (auto _ : state) {
    const HuntResult result = hunt(options, [] { return AskChild(answer_of); });
    asked += result.questions;
    found += static_cast<long>(result.causes.size());
    ++options.seed;
  }
  state.counters["questions/s"] =
      benchmark::Counter(static_cast<double>(asked), benchmark::Counter::kIsRate);
  state.counters["found"] = static_cast<double>(found);
}

BENCHMARK(questions_of_one_step)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace plumbline
