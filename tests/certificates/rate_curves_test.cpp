/// The plot of a statement page: the error rates of attacks that its numbers allow, for promises only.
#include "verify/statement/rate_curves.hpp"

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

page::RatePicture picture_of(const std::vector<Query>& questions) {
  std::vector<Certificate> certificates;
  std::vector<CheckResult> results;
  for (const Query& one : questions) {
    certificates.push_back(certify(one));
    results.push_back(check(certificates.back(), {}));
  }
  return page::rate_picture({certificates, results});
}

Query about(const std::string& quantity, const std::string& mechanism, const std::string& at,
            Direction direction = Direction::worst) {
  return request(quantity, mechanism, at, direction, 6);
}

}  // namespace

TEST_CASE("rate curves: no attack exceeds the curve, which several numbers lower",
          "[certificates][statement]") {
  const std::string mechanism = "gaussian(sigma=1)";
  const auto one = picture_of({about("epsilon", mechanism, "1e-5")});
  const auto both =
      picture_of({about("epsilon", mechanism, "1e-5"), about("power", mechanism, "0.01")});
  REQUIRE(one.curves.size() == 1);
  REQUIRE(both.curves.size() == 1);
  CHECK(one.curves[0].name.empty());
  CHECK(both.curves[0].certificates == std::vector<size_t>{0, 1});
  REQUIRE(one.at == both.at);
  REQUIRE(one.at.size() == one.curves[0].rates.size());
  CHECK(Rational::parse(one.at.back()) == Rational(1));
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  bool lower = false;
  for (size_t i = 0; i < one.at.size(); ++i) {
    const Ball error = tradeoff(profile, Rational::parse(one.at[i]), Effort{9}).value();
    const Rational first = Rational::parse(one.curves[0].rates[i]),
                   second = Rational::parse(both.curves[0].rates[i]);
    CAPTURE(one.at[i]);
    CHECK(first.approximate() >= 1 - error.approximate());
    CHECK(second.approximate() >= 1 - error.approximate());
    CHECK(second <= first);
    lower = lower || second < first;
  }
  CHECK(lower);
}

TEST_CASE("rate curves: one for each mechanism, and none without a promise",
          "[certificates][statement]") {
  const auto two = picture_of({about("delta", "gaussian(sigma=1)", "1"),
                               about("epsilon", "laplace(b=1)", "1e-5"),
                               about("renyi", "gaussian(sigma=1)", "2")});
  REQUIRE(two.curves.size() == 2);
  CHECK(two.curves[0].name == "gaussian(sigma=1)");
  CHECK(two.curves[1].name == "laplace(b=1)");
  CHECK(picture_of({about("renyi", "gaussian(sigma=1)", "2")}).curves.empty());
  CHECK(picture_of({about("epsilon", "gaussian(sigma=1)", "1e-5", Direction::forward)})
            .curves.empty());
  // Reconstruction is about one direction.
  CHECK(
      picture_of({about("rero", "gaussian(sigma=1)", "1e-3", Direction::forward)}).curves.empty());
  // A number for two specific data sets bounds no others.
  CHECK(
      picture_of({about("epsilon", "bounded_laplace(b=2,width=10,at=3)", "1e-3")}).curves.empty());
}
