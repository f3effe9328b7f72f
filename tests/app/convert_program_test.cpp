/// `convert`: converts guarantees of one kind to another.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/program_records.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Catch::Contains;
using Catch::StartsWith;

namespace {

std::string guarantee_of(const std::string& words) {
  const auto lines = records("convert " + words);
  for (const nlohmann::json& line : lines) {
    if (line.contains("guarantee")) return line["guarantee"].get<std::string>();
  }
  return "";
}

}  // namespace

// The two values of zCDP were computed by two other methods to 18 digits.
TEST_CASE("convert: zCDP to (epsilon, delta) agrees with known values", "[cli][convert]") {
  const auto first = records("convert 'zcdp(rho=0.5)' --to dp --epsilon 3 --digits 14")[0];
  const auto second = records("convert 'zcdp(rho=0.1)' --to dp --epsilon 1 --digits 14")[0];
  CHECK(end(first, "lower") <= number("0.00511961284993596628"));
  CHECK(end(first, "upper") >= number("0.00511961284993596628"));
  CHECK(end(second, "lower") <= number("0.00868230785991866346"));
  CHECK(end(second, "upper") >= number("0.00868230785991866346"));
}

TEST_CASE("convert: the least rho and mu of Gaussian steps are those unsampled", "[cli][convert]") {
  CHECK(guarantee_of("'gaussian(sigma=2)^8' --to zcdp") == "zcdp(rho=1)");
  CHECK(guarantee_of("'subsampled_gaussian(sigma=2,p=0.01)^8' --to zcdp") == "zcdp(rho=1)");
  CHECK(guarantee_of("'discrete_gaussian(sigma=2,sensitivity=3)^8' --to zcdp") == "zcdp(rho=9)");
  CHECK(guarantee_of("'subsampled_gaussian(sigma=2,p=0.01)^16' --to gdp") == "gdp(mu=2)");
  CHECK(guarantee_of("'laplace(b=1)' --to zcdp --direction forward") ==
        "the other direction may lose more");
  // Its profile has a vertex that requires mu >= 1.04576, although rho = 1/2.
  CHECK_THAT(guarantee_of("'discrete_gaussian(sigma=1)' --to gdp --digits 6"),
             StartsWith("f >= G_mu for mu = 1.0457"));
}

// epsilon-DP has rho = epsilon (e^epsilon - 1)/(e^epsilon + 1) (Bun and Steinke 2016), which is optimal.
TEST_CASE("convert: pure guarantees have the least rho in closed form", "[cli][convert]") {
  const auto line = records("convert 'dp(epsilon=1)' --to zcdp")[0];
  CHECK(end(line, "lower") <= number("0.462117157260009758502318483643"));
  CHECK(end(line, "upper") >= number("0.462117157260009758502318483643"));
  CHECK(end(line, "upper") < number("0.462118"));
  const auto laplace = records("convert 'laplace(b=1)' --to zcdp")[0];  // 1/e, attained at order 1
  CHECK(end(laplace, "lower") <= number("0.367879441171442321595523770161"));
  CHECK(end(laplace, "upper") >= number("0.367879441171442321595523770161"));
  CHECK(end(laplace, "upper") < number("0.36788"));
}

TEST_CASE("convert: curves and pairs are written as guarantees", "[cli][convert]") {
  CHECK(guarantee_of("'zcdp(rho=0.1)' --to rdp --order 2,4") ==
        "rdp(orders=[2,4],bounds=[0.2,0.4])");
  CHECK(guarantee_of("'dp(epsilon=1.5)^2' --to pure_dp") == "pure_dp(epsilon=3)");
  CHECK_THAT(guarantee_of("'gdp(mu=1)' --to dp --delta 1e-5"),
             Contains("dp(epsilon=4.37718,delta=1e-5)"));
}

TEST_CASE("convert: what has no conversion is refused by its rule", "[cli][convert]") {
  const auto refusal = [](const std::string& words) {
    const Run r = run("convert " + words);
    CHECK(r.code == 2);
    return r.err;
  };
  CHECK_THAT(refusal("'skellam(mu=20)' --to zcdp"), Contains("--up-to"));
  CHECK_THAT(refusal("'gaussian(sigma=1,relation=replace)*gaussian(sigma=1,group=2)' --to zcdp"),
             Contains("no guarantee"));
  CHECK_THAT(refusal("'gaussian(sigma=1)' --to dp"), Contains("--delta"));
  CHECK_THAT(refusal("'gaussian(sigma=1)' --to rdp"), Contains("--order"));
  const Run infinite = run("convert 'dp(epsilon=1,delta=1e-6)' --to zcdp");
  CHECK_THAT(infinite.out, Contains("inf"));
}

TEST_CASE("convert: stated Renyi divergences into rho and a curve", "[cli][convert]") {
  const std::string rdp = "'rdp(orders=[2,8],bounds=[0.1,0.8])'";
  CHECK(guarantee_of(rdp + " --to rdp --order 2,5,8") ==
        "rdp(orders=[2,5,8],bounds=[0.1,0.7125,0.8])");
  CHECK(guarantee_of("'zcdp(rho=0.5,xi=0.1)' --to zcdp") == "zcdp(rho=0.6)");
  CHECK_THAT(run("convert " + rdp + " --to zcdp").out, Contains("no order above 8 is stated"));
  CHECK_THAT(guarantee_of(rdp + " --to zcdp --up-to 8"), Contains("for 1 <= a <= 8"));
  CHECK_THAT(run("convert 'zcdp(rho=0.5)' --to rdp --order inf").out, Contains("inf"));
  CHECK(guarantee_of("'perfectly_private()' --to zcdp") == "perfectly_private()");
  CHECK(guarantee_of("'perfectly_private()' --to gdp") == "perfectly_private()");
  CHECK(end(records("convert 'perfectly_private()' --to gdp")[0], "upper") == number("0"));
}

TEST_CASE("convert: an event of dp-accounting instead of a mechanism", "[cli][convert]") {
  const std::string file = "/tmp/plumbline-convert-" + std::to_string(getpid()) + ".json";
  std::ofstream(file) << R"({"class_name":"GaussianDpEvent","noise_multiplier":2})";
  CHECK(guarantee_of("--event " + file + " --to zcdp") == "zcdp(rho=0.125)");
  CHECK_THAT(run("convert --event " + file + " 'gaussian(sigma=1)' --to zcdp").err,
             Contains("write one of them"));
  CHECK_THAT(run("convert --to zcdp").err, Contains("--event FILE"));
  std::filesystem::remove(file);
}

TEST_CASE("convert: each number from which a guarantee follows has a certificate",
          "[cli][convert]") {
  const std::string file = "/tmp/plumbline-certify-convert-" + std::to_string(getpid()) + ".json";
  const auto certified = [&](const std::string& words, const std::string& said) {
    CAPTURE(words);
    const Run made = run("certify convert " + words + " -o " + file);
    CHECK(made.code == 0);
    CHECK_THAT(made.out, Contains(said));
    CHECK(run("check " + file).code == 0);
  };
  certified("'laplace(b=1)' --to zcdp --digits 6", "rho = [0.36787");
  certified("'gaussian(sigma=2)' --to zcdp", "rho = 0.125");
  certified("'laplace(b=1)' --to zcdp --up-to 4 --digits 4", "rho = [0.3678");
  certified("'gaussian(sigma=2)^4' --to dp --delta 1e-5", "epsilon(delta=1e-5) = [4.377");
  certified("'laplace(b=2)' --to dp --epsilon 0.1,0.2", "delta(epsilon=0.2) = [");
  certified("'laplace(b=2)^3' --to pure_dp", "epsilon(delta=0) = 1.5");
  certified("'laplace(b=1)' --to rdp --order 2,4", "renyi(order=4) = [");
  certified("'gaussian(sigma=2)' --to gdp --floor 0.01", "gdp(floor=0.01) = 0.5");
  CHECK_THAT(run("certify convert 'laplace(b=1)' --to dp -o " + file).err, Contains("--delta"));
  std::filesystem::remove(file);
}
