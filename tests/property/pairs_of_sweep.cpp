#include "tests/property/pairs_of_sweep.hpp"

#include "tests/share.hpp"

namespace plumbline::testing {
namespace {

/// Returns a random number with uniform logarithm, as text.
std::string about(Random& random, double low, double high) {
  return Random::text(random.log_uniform(low, high));
}

std::string whole(Random& random, int low, int high) {
  return std::to_string(random.integer(low, high));
}

std::string gaussian(Random& r, double low = 0.5, double high = 9) {
  return "gaussian(sigma=" + about(r, low, high) + ")";
}

std::string countable(Random& r) {
  switch (r.integer(0, 5)) {
    case 0:
      return "randomized_response(epsilon=" + about(r, 0.05, 3) + ")";
    case 1:
      return "randomized_response(epsilon=" + about(r, 0.3, 3) + ",k=" + whole(r, 3, 7) + ")";
    case 2:
      return "staircase(epsilon=" + about(r, 0.3, 3) +
             ",gamma=" + Random::text(r.uniform(0.1, 0.9)) + ")";
    case 3:
      return "discrete_laplace(b=" + about(r, 0.4, 9) + ",sensitivity=" + whole(r, 1, 3) + ")";
    case 4:
      return "discrete_gaussian(sigma=" + about(r, 0.6, 9) + ")";
    default:
      return "finite(P=[1/4,1/4,1/2],Q=[1/2,3/8,1/8])";
  }
}

std::string weighted(const std::string& weight, const std::string& first,
                     const std::string& rest_weight, const std::string& second) {
  return "choice(" + weight + ":" + first + "," + rest_weight + ":" + second + ")";
}

std::string replaced_gaussian(Random& r) {
  return "gaussian(sigma=" + about(r, 0.8, 20) + ",relation=replace)";
}
std::string replaced_laplace(Random& r) {
  return "laplace(b=" + about(r, 0.5, 30) + ",relation=replace)";
}
std::string replaced_sampled(Random& r) {
  return "subsampled_gaussian(sigma=" + about(r, 0.6, 8) + ",p=" + about(r, 1e-2, 0.9) +
         ",relation=replace)";
}
std::string zero_out(Random& r) {
  return r.integer(0, 1) == 0 ? "gaussian(sigma=" + about(r, 0.5, 9) + ",relation=zero_out)"
                              : "laplace(b=" + about(r, 0.5, 20) + ",relation=zero_out)";
}
std::string special_response(Random& r) {
  return "randomized_response(epsilon=" + about(r, 0.01, 4) + ",k=" + whole(r, 2, 6) +
         ",relation=replace_special)";
}
std::string mixture(Random& r) {
  return "gaussian_mixture(sigma=" + about(r, 0.8, 8) + ",shifts=[0," + about(r, 0.1, 1) +
         ",2],weights=[0.9,0.07,0.03])";
}
std::string truncated_batch(Random& r) {
  return "truncated_subsampled_gaussian(sigma=" + about(r, 0.8, 5) +
         ",p=0.05,n=200,batch=" + whole(r, 8, 18) + ")";
}
std::string fixed_batch(Random& r) {
  const int n = r.integer(2, 200);
  return "without_replacement(sigma=" + about(r, 0.6, 8) + ",n=" + std::to_string(n) +
         ",batch=" + whole(r, 1, n) + ")";
}
/// Returns a mechanism that reveals everything or nothing, always or with some probability.
std::string extreme(Random& r) {
  switch (r.integer(0, 2)) {
    case 0:
      return "perfectly_private()";
    case 1:
      return "blatantly_non_private()";
    default:
      return weighted("1/8", "blatantly_non_private()", "7/8",
                      weighted("1/2", "perfectly_private()", "1/2", gaussian(r)));
  }
}
std::string vote(Random& r) {
  return "exponential_mechanism(epsilon=" + about(r, 0.05, 3) + ",lead=" + whole(r, -4, 4) + ")";
}
std::string bounded_range(Random& r) {
  return "exponential_mechanism(epsilon=" + about(r, 0.01, 3) + ")";
}
std::string bounded_range_at(Random& r) {
  const double epsilon = r.log_uniform(0.05, 3);
  return "exponential_mechanism(epsilon=" + Random::text(epsilon) +
         ",t=" + Random::text(r.uniform(0.1, 0.9) * epsilon) + ")";
}
std::string skellam(Random& r) {
  return "skellam(mu=" + about(r, 0.5, 60) + ",sensitivity=" + whole(r, 1, 3) + ")";
}
std::string binomial(Random& r) {
  return "binomial(n=" + whole(r, 2, 60) + ",sensitivity=" + whole(r, 1, 2) + ")";
}
std::string poisson(Random& r) { return "poisson(mu=" + about(r, 0.3, 30) + ")"; }
std::string uniform(Random& r) { return "uniform(width=" + about(r, 1.1, 300) + ")"; }
std::string truncated_laplace(Random& r) {
  return "truncated_laplace(b=" + about(r, 0.5, 9) + ",bound=" + about(r, 1, 60) + ")";
}
std::string bounded_laplace(Random& r) {
  return "bounded_laplace(b=" + about(r, 0.5, 9) + ",width=" + about(r, 1.2, 9) +
         ",at=" + Random::text(r.uniform(0, 0.15)) + ")";
}
std::string truncated_discrete_laplace(Random& r) {
  return "truncated_discrete_laplace(b=" + about(r, 0.5, 9) +
         ",bound=" + std::to_string(r.integer(1, 60)) + ")";
}
std::string truncated_gaussian(Random& r) {
  return "truncated_gaussian(sigma=" + about(r, 0.5, 5) + ",bound=" + about(r, 1, 20) + ")";
}
std::string truncated_partition(Random& r) {
  return "truncated_geometric_partition(epsilon=" + about(r, 0.1, 2) +
         ",delta=" + Random::text(r.log_uniform(1e-9, 0.1)) + ")";
}
std::string permute_and_flip(Random& r) {
  return "permute_and_flip(epsilon=" + about(r, 0.05, 3) + ")";
}
std::string canonical_noise(Random& r) {
  return "approximate_dp(epsilon=" + about(r, 0.05, 3) + ",delta=" + about(r, 1e-6, 0.1) + ")";
}
std::string tree(Random& r) {
  return "gaussian(sigma=" + about(r, 1, 20) + ",sensitivity=" + whole(r, 1, 3) + ")";
}
std::string sampled_group(Random& r) {  // banded matrix factorisation, cyclic Poisson sampling
  return "subsampled_gaussian(sigma=" + about(r, 0.5, 8) + ",p=" + about(r, 1e-3, 0.9) + ")";
}
std::string sampled_laplace(Random& r) {
  return "subsampled_laplace(b=" + about(r, 0.5, 9) + ",p=" + about(r, 1e-2, 0.9) + ")";
}
std::string sampled_countable(Random& r) {
  return "subsampled(" + countable(r) + ",p=" + about(r, 1e-2, 0.9) + ")";
}
std::string sampled_choice(Random& r) {
  return "subsampled(" + weighted("1/2", gaussian(r, 0.7, 5), "1/2", gaussian(r, 0.7, 5)) +
         ",p=" + about(r, 1e-2, 0.9) + ")";
}
std::string sampled_integer_noise(Random& r) {
  return "subsampled(" + (r.integer(0, 1) == 0 ? skellam(r) : binomial(r)) +
         ",p=" + about(r, 1e-2, 0.9) + ")";
}
std::string choice_of_gaussians(Random& r) {
  return weighted("1/3", gaussian(r), "2/3", gaussian(r));
}
std::string choice_with_failure(Random& r) {
  return weighted("1/4", "approximate_dp(epsilon=" + about(r, 0.1, 2) + ",delta=0.01)", "3/4",
                  gaussian(r));
}
std::string nested_choice(Random& r) {
  return weighted("1/2", weighted("1/4", countable(r), "3/4", gaussian(r)), "1/2", countable(r));
}
std::string allocation(Random& r) {
  return "random_allocation(sigma=" + about(r, 0.4, 8) +
         ",t=" + std::to_string(static_cast<long>(r.log_uniform(2, 1000))) + ")";
}
std::string block_allocation(Random& r) {
  return "random_allocation(sigma=" + about(r, 0.6, 8) + ",t=" + whole(r, 6, 60) +
         ",k=" + whole(r, 2, 5) + ")";
}

}  // namespace

const std::vector<SweptPair>& swept_pairs() {
  static const std::vector<SweptPair> table = {
      {"gaussian, replace", replaced_gaussian, 1000},
      {"laplace, replace", replaced_laplace, 300},
      {"subsampled gaussian, replace", replaced_sampled, 1000},
      {"zero-out", zero_out, 300},
      {"randomized response, replace_special", special_response, 300},
      {"gaussian mixture", mixture, 300},
      {"truncated batches", truncated_batch, 300},
      {"batches of fixed size", fixed_batch, 30},
      {"extremes", extreme, 30},
      {"bounded range", bounded_range, 1000},
      {"bounded range at t", bounded_range_at, 1000},
      {"a vote of two", vote, 1000},
      {"skellam", skellam, 100},
      {"binomial", binomial, 30},
      {"poisson", poisson, 30},
      {"uniform", uniform, 1000},
      {"truncated laplace", truncated_laplace, 100},
      {"bounded laplace", bounded_laplace, 100},
      {"truncated discrete laplace", truncated_discrete_laplace, 100},
      {"truncated gaussian", truncated_gaussian, 20},
      {"truncated partition selection", truncated_partition, 20},
      {"permute-and-flip", permute_and_flip, 100},
      {"canonical noise", canonical_noise, 1000},
      {"tree aggregation", tree, 20},
      {"sampled groups", sampled_group, 1000},
      {"subsampled laplace", sampled_laplace, 100},
      {"subsampled, countable", sampled_countable, 100},
      {"subsampled, choice", sampled_choice, 100},
      {"subsampled, integer noise", sampled_integer_noise, 30},
      {"choice", choice_of_gaussians, 300},
      {"choice with failure", choice_with_failure, 100},
      {"choice, nested", nested_choice, 30},
      {"random allocation", allocation, 100},
      {"random allocation, k of t", block_allocation, 30}};
  return table;
}

std::string draw_plain(Random& random) {
  switch (random.integer(0, 3)) {
    case 0:
      return gaussian(random);
    case 1:
      return "laplace(b=" + about(random, 0.5, 20) + ")";
    case 2:
      return sampled_group(random);
    default:
      return countable(random);
  }
}

}  // namespace plumbline::testing
