/// The longest time between two polls: a time limit, Ctrl-C or a progress callback takes effect within that time.
#include <ctime>

#include "reference/questions/ask.hpp"
#include "reference/values/extended.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kSlower = 20;
#else
constexpr double kSlower = 1;
#endif

/// Returns the processor time of this program, which does not depend on other programs.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Stretch {
  double longest = 0, whole = 0;
  long polls = 0;
};

/// Returns the longest time between two polls of a question that is stopped after `limit` seconds, including the time
/// until it returns.
Stretch longest_stretch(const std::string& mechanism, const std::string& quantity,
                        const std::string& at, double limit) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  Stretch out;
  const double start = seconds();
  double last = start;
  const auto take = [&] {
    const double now = seconds();
    out.longest = std::max(out.longest, now - last);
    out.whole = now - start;
    last = now;
  };
  const Effort effort{15, [&] {
                        take();
                        ++out.polls;
                        if (out.whole > limit) throw Interrupted{};
                      }};
  try {
    refined(required_quantity(quantity), profile, number(at), effort);
  } catch (const Interrupted&) {
  }
  take();
  return out;
}

/// Repeats a measurement up to three times until it is short enough, because other programs only increase the time.
Stretch shortest_stretch(const std::vector<std::string>& question, double limit, double most) {
  Stretch found;
  for (int i = 0; i < 3; ++i) {
    found = longest_stretch(question[0], question[1], question[2], limit);
    if (found.longest < most && found.whole < limit + most) break;
  }
  return found;
}

}  // namespace

TEST_CASE("polls: no more than a fifth of a second between two, from the first on",
          "[quantities][polls][sweep]") {
  const std::vector<std::vector<std::string>> questions = {
      {"skellam(mu=3)^8", "delta", "1"},
      {"skellam(mu=3)^30", "delta", "2"},
      {"discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)*discrete_gaussian(sigma2=5.3)"
       "*discrete_gaussian(sigma2=7.7)*discrete_gaussian(sigma2=9.1)*discrete_gaussian(sigma2=12)",
       "delta", "2"},
      {"without_replacement(sigma=2,n=1000,batch=10)^100", "tradeoff", "1/10"},
      {"discrete_gaussian(sigma=3)^100", "epsilon", "1/100000"},
      {"poisson(mu=4)^10", "delta", "1"},
      {"random_allocation(sigma=2,t=100)^3", "epsilon", "1/100000"},
      {"subsampled_gaussian(sigma=1,p=0.01)^1000", "tradeoff", "1/10"},
      {"truncated_laplace(b=2,bound=30)^2", "delta", "1"},
      {"shuffled_clones(epsilon0=1,n=1000000)", "delta", "1/10"},
      {"shuffled_rr(epsilon0=1,n=1000000)", "delta", "1/10"},
      {"shuffled_krr(epsilon0=2,n=100000,k=5)", "delta", "1/10"},
      {"skellam(mu=1000000)", "delta", "1/10"},
      {"poisson(mu=90000)", "tradeoff", "1/10"},
      {"choice(0.9: laplace(b=1), 0.1: gaussian(sigma=2))^10", "delta", "1"}};
  const double limit = static_cast<double>(testing::of_sweep(3, 100)) / 10 * kSlower;
  for (const auto& question : questions) {
    const double most = 0.2 * kSlower;
    const Stretch found = shortest_stretch(question, limit, most);
    CAPTURE(question[0], question[1], found.longest, found.whole, found.polls);
    CHECK(found.longest < most);
    CHECK(found.whole < limit + most);
  }
}
