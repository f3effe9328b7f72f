/// The entries of mechanisms: random expressions of each parse, and the entries state correct facts.
#include "reference/mechanisms/registry.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"

using namespace plumbline;

TEST_CASE("registry: expressions drawn are those of the mechanism, and read back",
          "[mechanisms][registry]") {
  ParameterDraw draw(7), again(7), other(8);
  int drawn_ones = 0;
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.draw == nullptr) continue;
    ++drawn_ones;
    CAPTURE(entry.name);
    const std::string drawn = entry.draw(draw);
    CHECK(drawn == entry.draw(again));
    CHECK(drawn != entry.draw(other));
    CHECK(drawn.rfind(entry.name + "(", 0) == 0);
    const std::string canonical = Composition::parse(drawn).expression();
    CHECK(Composition::parse(canonical).expression() == canonical);
  }
  CHECK(drawn_ones >= 11);
}

TEST_CASE("registry: what is called symmetric has one profile in both directions",
          "[mechanisms][registry]") {
  ParameterDraw draw(9);
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.draw == nullptr) continue;
    const Composition one = Composition::parse(entry.draw(draw));
    CAPTURE(one.expression());
    if (!known_symmetric(one.factors().front().mechanism)) {
      CHECK((entry.subsampled || entry.symmetric == nullptr));
      continue;
    }
    PrivacyProfile forward(one, Direction::forward), reverse(one, Direction::reverse);
    for (const char* epsilon : {"0", "0.05", "0.7"}) {
      const Rational at = Rational::parse(epsilon);
      CHECK(
          overlaps(delta(forward, at, Effort{10}).value(), delta(reverse, at, Effort{10}).value()));
    }
  }
}

TEST_CASE("registry: symmetry of what is subsampled, and of pairs given by lists",
          "[mechanisms][registry]") {
  const auto symmetric = [](const char* expression) {
    return known_symmetric(Composition::parse(expression).factors().front().mechanism);
  };
  CHECK(symmetric("subsampled_gaussian(sigma=1,p=1)"));
  CHECK(symmetric("subsampled_laplace(b=1,p=1)"));
  CHECK_FALSE(symmetric("subsampled_gaussian(sigma=1,p=0.5)"));
  CHECK_FALSE(symmetric("subsampled_laplace(b=1,p=0.5)"));
  CHECK(symmetric("finite(P=[1/4,3/4],Q=[3/4,1/4])"));
  CHECK_FALSE(symmetric("finite(P=[1/4,3/4],Q=[1/2,1/2])"));
  CHECK(symmetric("perfectly_private()"));
  CHECK(symmetric("blatantly_non_private()"));
}

namespace {

/// Returns the names of mechanisms in backticks (and no other names) in a part of a page.
std::set<std::string> mechanisms_named(const std::string& text) {
  std::set<std::string> out;
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (text.find("`" + entry.name + "`") != std::string::npos) out.insert(entry.name);
  }
  return out;
}

/// Expressions of each mechanism and of each of its variants.
const char* const kOfEachKind[] = {
    "gaussian(sigma=1)",
    "gaussian(sigma=1,relation=replace)",
    "laplace(b=1)",
    "laplace(b=1,group=2)",
    "subsampled_gaussian(sigma=1,p=0.1)",
    "subsampled_gaussian(sigma=1,p=0.1,relation=replace)",
    "subsampled_laplace(b=1,p=0.1)",
    "random_allocation(sigma=1,t=1)",
    "random_allocation(sigma=1,t=2)",
    "random_allocation(sigma=1,t=5,k=2)",
    "discrete_gaussian(sigma=1)",
    "discrete_laplace(b=1)",
    "staircase(epsilon=1,gamma=0.5)",
    "randomized_response(epsilon=1,k=3)",
    "approximate_dp(epsilon=1,delta=0.1)",
    "total_variation_dp(epsilon=1,delta=0.1,eta=0.3)",
    "finite(P=[1/4,3/4],Q=[1/2,1/2])",
    "perfectly_private()",
    "blatantly_non_private()",
    "gaussian_mixture(sigma=1,shifts=[0,1,2],weights=[0.9,0.07,0.03])",
    "truncated_subsampled_gaussian(sigma=1,p=0.1,n=10,batch=3)",
    "truncated_subsampled_gaussian(sigma=1,p=0.1,n=10,batch=10)",
    "without_replacement(sigma=1,n=10,batch=3)",
    "without_replacement(sigma=1,n=10,batch=10)",
    "two_gaussians(sigma=1,other=2)",
    "two_gaussians(sigma=1,other=1,shift=2,dim=3)",
    "exponential_mechanism(epsilon=1)",
    "permute_and_flip(epsilon=1)",
    "exponential_mechanism(epsilon=1,t=0.5)",
    "exponential_mechanism(epsilon=1,lead=0.5)",
    "skellam(mu=1)",
    "uniform(width=2)",
    "truncated_laplace(b=1,bound=2)",
    "bounded_laplace(b=1,width=2,at=0)",
    "above_threshold(b_threshold=1,b_queries=2,answers=[0,1],others=[1,0],cutoff=1)",
    "binomial(n=5)",
    "poisson(mu=2)",
    "thresholded(laplace(b=1),threshold=5)",
    "thresholded(discrete_gaussian(sigma=1),threshold=5,l0=2)",
    "correlated_gaussian(sigma=1,strategy=identity,steps=3)",
    "cyclic_poisson(sigma=1,strategy=identity,steps=3,p=0.1)",
    "balls_in_bins(sigma=1,strategy=identity,steps=6,bins=3)",
    "b_min_sep(sigma=1,strategy=identity,steps=3,p=0.1,separation=2)",
    "shuffled_rr(epsilon0=1,n=3)",
    "shuffled_rr(epsilon0=1,n=500,ones=499)",
    "shuffled_rr(epsilon0=1,n=130)",
    "shuffled_krr(epsilon0=1,n=5,k=3)",
    "shuffled_krr(epsilon0=1,n=5,k=3,third=4)",
    "shuffled_laplace(b=1,n=5)",
    "shuffled_krr(epsilon0=1,n=31,k=3)",
    "shuffled_laplace(b=1,n=31)",
    "shuffled_clones(epsilon0=1,n=121)",
    "shuffled_gaussian(sigma=1,n=5)",
    "shuffled_clones(epsilon0=1,n=10)",
    "truncated_discrete_laplace(b=1,bound=3)",
    "truncated_gaussian(sigma=1,bound=2)",
    "truncated_geometric_partition(epsilon=1,delta=0.01)",
    "gdp(mu=1)",
    "dp(epsilon=1,delta=0.1)",
    "pure_dp(epsilon=1)",
    "profile(epsilons=[0,1],deltas=[0.2,0.1])",
    "tradeoff(alphas=[0,1],betas=[1,0])",
    "zcdp(rho=1)",
    "rdp(orders=[2],bounds=[1])",
    "subsampled(laplace(b=1),p=0.1)",
    "subsampled(truncated_laplace(b=1,bound=2),p=1)",
    "choice(1/2: gaussian(sigma=1), 1/2: laplace(b=1))",
    "choice(1/2: gaussian(sigma=1), 1/2: truncated_laplace(b=1,bound=2))"};

}  // namespace

TEST_CASE("registry: the page of mechanisms says which of them can be subsampled",
          "[mechanisms][registry]") {
  std::ifstream in(std::string(testing::kSourceFolder) + "/docs/mechanisms.md");
  std::string line;
  while (std::getline(in, line) && line.rfind("| `subsampled(M,p=)`", 0) != 0) {
  }
  const size_t refused_from = line.find("exclude the following");
  REQUIRE(refused_from != std::string::npos);
  const std::set<std::string> said = mechanisms_named(line.substr(refused_from));
  std::set<std::string> met, refused;
  for (const std::string expression : kOfEachKind) {
    CAPTURE(expression);
    const std::string name = expression.substr(0, expression.find('('));
    met.insert(name);
    try {
      Composition::parse("subsampled(" + expression + ",p=1/4)");
    } catch (const std::invalid_argument& e) {
      // The message names the mechanism as it was written.
      const std::string inner = Composition::parse(expression).expression();
      CHECK_THAT(e.what(), Catch::Contains("no law of " + inner + " is known") ||
                               Catch::Contains("subsampled does not take "));
      if (name != "subsampled" && name != "choice") refused.insert(name);
    }
    CHECK_NOTHROW(Composition::parse("subsampled(" + expression + ",p=1)"));
  }
  CHECK(refused == said);
  for (const MechanismEntry& entry : mechanism_registry()) CHECK(met.count(entry.name) == 1);
}

TEST_CASE("registry: the page of regimes has each mechanism in both directions",
          "[mechanisms][registry]") {
  std::ifstream in(std::string(testing::kSourceFolder) + "/docs/regimes.md");
  std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const size_t at = page.find("\n## Every mechanism, both directions\n");
  REQUIRE(at != std::string::npos);
  page.erase(0, at);
  CHECK(page.find("not measured") == std::string::npos);
  std::istringstream lines(page);
  std::map<std::string, int> seen;  // by name and direction
  for (std::string line; std::getline(lines, line);) {
    const size_t end = line.find('(');
    if (!line.starts_with("| `") || end == std::string::npos) continue;
    for (const std::string direction : {"forward", "reverse"}) {
      if (line.find("` | " + direction + " | ") == std::string::npos) continue;
      ++seen[line.substr(3, end - 3) + " " + direction];
    }
  }
  for (const MechanismEntry& entry : mechanism_registry()) {
    for (const char* direction : {"forward", "reverse"}) {
      CAPTURE(entry.name, direction);
      CHECK(seen[entry.name + " " + direction] >= 2);  // few steps and many
    }
  }
}
