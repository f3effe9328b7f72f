#include "reference/statistics/samplers/sampler_law.hpp"

#include <map>
#include <stdexcept>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/integer/binomial_noise.hpp"
#include "reference/mechanisms/integer/gaussian_law.hpp"
#include "reference/mechanisms/integer/poisson_noise.hpp"
#include "reference/mechanisms/integer/skellam.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/statistics/samplers/choice_law.hpp"
#include "reference/statistics/samplers/integer_line.hpp"
#include "reference/statistics/samplers/real_line.hpp"
#include "reference/statistics/samplers/written_law.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostPairedOutcomes = 12, kMostScores = 64;

using LawOf = SamplerLaw (*)(const Parameters&, const SamplerLawOptions&);

SamplerLaw law_on_integers(const IntegerLineLaw& law) {
  SamplerLaw out;
  out.single = integer_partitions(law);
  const UpperBound equal = law.repetition();
  out.neighbours = {pairs_of(octiles(law)), pairs_of(residues(law, 2)),
                    equal_draws("repetitions", equal)};
  out.restart = equal_draws("two starts", equal);
  return out;
}

SamplerLaw law_of_reals(const RealNoise& noise, const SamplerLawOptions& options) {
  SamplerLaw out;
  out.of_reals = true;
  out.single = real_partitions(noise, options.bits, options.resolution);
  out.neighbours = {pairs_of(real_octiles(noise, options.bits))};
  const UpperBound equal = real_repetition(options.bits);
  if (options.resolution) out.neighbours.push_back(equal_draws("repetitions", equal));
  out.restart = equal_draws("two starts", equal);
  return out;
}

SamplerLaw law_of_outcomes(const OutcomeMasses& masses) {
  SamplerLaw out;
  out.single = outcome_partitions(masses);
  const UpperBound equal = outcome_repetition(masses);
  if (masses.size() <= kMostPairedOutcomes) out.neighbours.push_back(pairs_of(out.single.front()));
  out.neighbours.push_back(equal_draws("repetitions", equal));
  out.restart = equal_draws("two starts", equal);
  return out;
}

const std::vector<Rational>& scores_of(const SamplerLawOptions& options) {
  if (options.scores.size() < 2 || options.scores.size() > kMostScores) {
    throw std::invalid_argument(
        "a selection needs the scores of its 2 to 64 candidates: --scores 0,1,2");
  }
  return options.scores;
}

/// Returns the parameter epsilon. Throws std::invalid_argument if the expression has one of the parameters t and lead,
/// which describe a pair and not a sampler.
Rational epsilon_alone(const Parameters& q) {
  if (q.contains("t") || q.contains("lead")) {
    throw std::invalid_argument("t and lead belong to a pair, not to a sampler; leave them out");
  }
  return positive(q, "epsilon");
}

SamplerLaw law_of_lists(const Parameters& q, const SamplerLawOptions&) {
  OutcomeMasses masses;
  for (const Rational& mass : q.lists.at("P")) masses.emplace_back(mass, Bits{128});
  return law_of_outcomes(masses);
}

const std::map<std::string, LawOf>& laws() {
  using Q = const Parameters&;
  using O = const SamplerLawOptions&;
  static const std::map<std::string, LawOf> all = {
      {"discrete_laplace",
       [](Q q, O) { return law_on_integers(*geometric_line_law(positive(q, "b"), false)); }},
      {"geometric",
       [](Q q, O) { return law_on_integers(*geometric_line_law(positive(q, "b"), true)); }},
      {"discrete_gaussian",
       [](Q q, O) {
         return law_on_integers(*tabulated_law(discrete_gaussian_law(noise_scale(q).variance)));
       }},
      {"skellam",
       [](Q q, O) { return law_on_integers(*tabulated_law(skellam_law(positive(q, "mu")))); }},
      {"poisson",
       [](Q q, O) { return law_on_integers(*tabulated_law(poisson_law(positive(q, "mu")))); }},
      {"binomial",
       [](Q q, O) {
         const auto n = static_cast<long>(positive(q, "n").approximate());
         return law_on_integers(*tabulated_law(binomial_law(n)));
       }},
      {"gaussian",
       [](Q q, O o) { return law_of_reals(gaussian_noise(noise_scale(q).variance), o); }},
      {"laplace", [](Q q, O o) { return law_of_reals(laplace_line_noise(positive(q, "b")), o); }},
      {"finite", law_of_lists},
      {"randomized_response",
       [](Q q, O) {
         const long k = q.contains("k") ? static_cast<long>(q.at("k").approximate()) : 2;
         return law_of_outcomes(response_masses(positive(q, "epsilon"), k));
       }},
      {"exponential_mechanism",
       [](Q q, O o) {
         return law_of_outcomes(exponential_masses(epsilon_alone(q), scores_of(o)));
       }},
      {"permute_and_flip", [](Q q, O o) {
         return law_of_outcomes(permute_and_flip_masses(epsilon_alone(q), scores_of(o)));
       }}};
  return all;
}

}  // namespace

std::string sampler_law_names() {
  std::string out;
  for (const auto& [name, make] : laws()) out += (out.empty() ? "" : ", ") + name;
  return out;
}

SamplerLaw sampler_law(const std::string& expression, const SamplerLawOptions& options) {
  if (options.bits != 53 && options.bits != 24) {
    throw std::invalid_argument("significant bits of outputs must be 53 (doubles) or 24 (floats)");
  }
  const WrittenLaw written = written_law(expression);
  const auto found = laws().find(written.name);
  if (found == laws().end()) {
    throw std::invalid_argument(
        "'" + written.name + "' has no law of single draws here; known are " + sampler_law_names());
  }
  SamplerLaw out = found->second(written.parameters, options);
  out.text = expression;
  return out;
}

}  // namespace plumbline
