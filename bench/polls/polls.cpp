/// Measures the longest time between two polls, for each of several questions.
///
///     plumbline_polls [DIGITS [SECONDS]]
///
/// DIGITS (15) are requested for each question, within SECONDS (20). If a time is longer than a fifth of a second, its
/// line ends with a mark: a time limit, Ctrl-C or a progress callback takes effect that late.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "reference/questions/ask.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

/// Returns the processor time of this program, which other programs do not affect.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Asked {
  std::string mechanism, quantity, at, engine = "auto";
};

const std::vector<Asked>& questions() {
  static const std::vector<Asked> all = {
      {"gaussian(sigma=1)^10", "delta", "1"},
      {"gaussian(sigma=1)^10", "epsilon", "1/100000"},
      {"laplace(b=1)^30*laplace(b=2)^20", "delta", "3"},
      {"laplace(b=1)^2000", "epsilon", "1/100000"},
      {"randomized_response(epsilon=1)^200", "tradeoff", "1/10"},
      {"discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)*discrete_gaussian(sigma2=5.3)"
       "*discrete_gaussian(sigma2=7.7)*discrete_gaussian(sigma2=9.1)*discrete_gaussian(sigma2=12)",
       "delta", "2"},
      {"laplace(b=1)*gaussian(sigma=1)", "delta", "1"},
      {"laplace(b=1)*subsampled_laplace(b=1,p=0.1)*gaussian(sigma=1)", "delta", "1"},
      {"subsampled_laplace(b=1,p=0.1)^20", "delta", "1/2"},
      {"subsampled_laplace(b=1,p=0.1)^1000", "delta", "1/2"},
      {"randomized_response(epsilon=1)^9*gaussian(sigma=1)^3", "delta", "2"},
      {"random_allocation(sigma=1,t=10)", "delta", "1"},
      {"random_allocation(sigma=2,t=100)^3", "epsilon", "1/100000"},
      {"random_allocation(sigma=1,t=100,k=3)", "delta", "1"},
      {"random_allocation(sigma=0.1,t=1000)", "epsilon", "1/1000000"},
      {"random_allocation(sigma=0.1,t=1000)", "tradeoff", "1/20"},
      {"subsampled_gaussian(sigma=1,p=0.01)^1000", "epsilon", "1/100000"},
      {"subsampled_gaussian(sigma=1,p=0.01)^1000", "tradeoff", "1/10"},
      {"subsampled_gaussian(sigma=1,p=0.01,relation=replace)^100", "delta", "1"},
      {"truncated_subsampled_gaussian(sigma=1,p=0.01,n=1000,batch=12)^10", "delta", "1"},
      {"gaussian_mixture(sigma=2,shifts=[0,1,2],weights=[0.81,0.18,0.01])^50", "delta", "1"},
      {"skellam(mu=3)^8", "delta", "1"},
      {"skellam(mu=3)^30", "delta", "2"},
      {"skellam(mu=1)^2", "delta", "12"},
      {"discrete_gaussian(sigma=3)^100", "epsilon", "1/100000"},
      {"subsampled(discrete_gaussian(sigma=3),p=0.01)^100", "delta", "1/10"},
      {"binomial(n=100)^3", "delta", "1"},
      {"poisson(mu=4)^10", "delta", "1"},
      {"discrete_laplace(b=2)^20", "delta", "1"},
      {"truncated_laplace(b=2,bound=30)^2", "delta", "1"},
      {"exponential_mechanism(epsilon=1)^30", "epsilon", "1/100000"},
      {"uniform(width=3)*gaussian(sigma=1)", "delta", "1"},
      {"choice(0.9: laplace(b=1), 0.1: gaussian(sigma=2))^10", "delta", "1"},
      {"subsampled_gaussian(sigma=1,p=0.01)^1000", "delta", "1", "lattice"},
      {"laplace(b=1)^30", "delta", "3", "fourier"},
  };
  return all;
}

/// The longest time between two polls, and the result of the question.
void measure(const Asked& asked, int digits, double limit) {
  PrivacyProfile profile(Composition::parse(asked.mechanism), Direction::worst, asked.engine);
  const double start = seconds();
  double last = start, longest = 0;
  long polls = 0;
  Effort effort{digits, [&] {
                  const double now = seconds();
                  longest = std::max(longest, now - last);
                  ++polls;
                  last = now;
                  if (now - start > limit) throw Interrupted{};
                }};
  const Extended found =
      refined(required_quantity(asked.quantity), profile, Real(Rational::parse(asked.at)), effort);
  longest = std::max(longest, seconds() - last);
  constexpr double kLong = 0.2;
  fmt::print("{:8.3f} s of {:8.3f} s, {:9} polls, {:7.1f} digits, {} of {} by {}{}\n", longest,
             seconds() - start, polls, found ? found->value().relative_digits() : 0.0,
             asked.quantity, asked.mechanism, profile.engine_name(),
             longest > kLong ? "   LONG" : "");
  std::fflush(stdout);
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  const int digits = argc > 1 ? std::atoi(argv[1]) : 15;
  const double limit = argc > 2 ? std::atof(argv[2]) : 20;
  for (const plumbline::Asked& asked : plumbline::questions()) {
    try {
      plumbline::measure(asked, digits, limit);
    } catch (const std::exception& e) {
      fmt::print("{}: {}\n", asked.mechanism, e.what());
    }
  }
}
