/// A certificate of every engine's answer is read back and confirmed, including the engine's own parameters.
#include <set>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "tests/certificates/certificate_support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

struct Case {
  const char *engine, *mechanism;
  int digits = 6;
};

// Each engine by itself, and each engine inside another one.
const Case kCases[] = {
    {"closed_form", "gaussian(sigma=2)^3"},
    {"finite", "randomized_response(epsilon=1/2)^4"},
    {"direct", "gaussian(sigma=2)*laplace(b=1)"},
    {"laplace_sums", "laplace(b=3)^2"},
    {"knots", "laplace(b=3)^5"},
    {"conditioned", "gaussian(sigma=2)*randomized_response(epsilon=1/2)"},
    {"conditioned", "discrete_laplace(b=2)^3*gaussian(sigma=3)"},
    {"integer_gaussians", "discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)"},
    {"edge", "subsampled_gaussian(sigma=3/10,p=1/10)^3"},
    {"disclosed", "subsampled_gaussian(sigma=2/25,p=1/2)", 3},
    {"shown_step", "random_allocation(sigma=0.01,t=10)"},
    {"fourier", "gaussian(sigma=2)*laplace(b=1)"},
    {"stated", "zcdp(rho=1/2)"},
    {"bent", "without_replacement(sigma=1,n=20,batch=5)"},
    {"auto", "discrete_gaussian(sigma=2)^3"},
    {"returns", "discrete_gaussian(sigma2=5)*discrete_gaussian(sigma2=7.3)", 3},
    {"lattice", "laplace(b=3)^5", 3},
    {"always_known", "subsampled_gaussian(sigma=1,p=1/10)^3", 1},
    {"auto", "skellam(mu=20)^3"},
    {"auto", "random_allocation(sigma=1e-3,t=2)"},
    {"auto", "laplace(b=1)*approximate_dp(epsilon=1,delta=0.1)"},
};

}  // namespace

TEST_CASE("certificates: the answers of every engine are confirmed",
          "[certificates][engines][slow]") {
  std::set<std::string> seen;
  for (const auto& [engine, mechanism, digits] : kCases) {
    CAPTURE(engine, mechanism);
    const Certificate made =
        certify(request("delta", mechanism, "1/2", Direction::forward, digits, engine));
    const std::string text = to_json(made).dump();
    CheckResult result;
    const std::string verdict = judged(text, &result);
    CAPTURE(text, result.lower, result.upper, result.engine);
    CHECK(verdict == "confirmed");
    if (verdict == "not a certificate") read_certificates(text);  // prints the reason
    seen.insert(engine);
  }
  for (const EngineEntry& entry : engine_registry()) {
    CAPTURE(entry.name);
    CHECK(seen.count(entry.name) == 1);
  }
}
