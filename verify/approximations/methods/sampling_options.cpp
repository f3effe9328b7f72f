#include "verify/approximations/methods/sampling_options.hpp"

#include <fmt/format.h>

#include "verify/approximations/steps/loss_sampler.hpp"

namespace plumbline::approximations {
namespace {

constexpr long kMostDraws = 2000000000, kDefaultSamples = 10000, kMostRepeats = 100000,
               kMostShared = 1000000;

std::string option_refusal(const ApproximationRequest& request) {
  const Rational samples = samples_of(request), seed = seed_of(request), most(1L << 53);
  if (!samples.is_integer() || samples.sign() <= 0) {
    return "option samples must be a positive integer, got " + samples.text();
  }
  if (!seed.is_integer() || seed.sign() < 0 || most < seed) {
    return "option seed must be an integer in [0, 2^53], got " + seed.text();
  }
  const Rational repeats = option_or(request, "repeats", Rational(1));
  if (!repeats.is_integer() || repeats.sign() <= 0 || Rational(kMostRepeats) < repeats) {
    return "option repeats must be an integer from 1 to 100000, got " + repeats.text();
  }
  return "";
}

}  // namespace

std::vector<std::string> sampling_options() { return {"samples", "seed", "repeats"}; }

Rational samples_of(const ApproximationRequest& request) {
  return option_or(request, "samples", Rational(kDefaultSamples));
}

Rational seed_of(const ApproximationRequest& request) {
  return option_or(request, "seed", Rational(1));
}

bool shares_samples(const ApproximationRequest& request) {
  const Rational all = samples_of(request) * option_or(request, "repeats", Rational(1));
  return request.shared && all <= Rational(kMostShared);
}

std::uint64_t whole(const Rational& q) {
  return std::stoull(fmt::format("{:.0f}", q.approximate()));
}

std::string sampling_refusal(const ApproximationRequest& request) {
  if (std::string why = option_refusal(request); !why.empty()) return why;
  const Rational draws = draws_per_sample(step_laws(request.composition)) * samples_of(request) *
                         option_or(request, "repeats", Rational(1));
  if (Rational(kMostDraws) < draws) {
    return fmt::format("would draw {:.3g} losses (at most 2e9); lower samples",
                       draws.approximate());
  }
  return "";
}

}  // namespace plumbline::approximations
