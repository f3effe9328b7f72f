/// Mechanisms that run 0 times, and samples without records: the output does not depend on the data.
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/stated_hypotheses.hpp"
#include "reference/values/certified.hpp"
#include "tests/support.hpp"

using namespace plumbline;

namespace {

std::string canonical(const std::string& text) { return Composition::parse(text).expression(); }

const Hypotheses& stated(const Composition& composition) { return composition.hypotheses(); }

/// Returns delta at epsilon 0.
Ball total_variation(const std::string& text) {
  PrivacyProfile profile(Composition::parse(text), Direction::worst);
  return delta(profile, Real(Rational(0)), Effort{15}).value();
}

}  // namespace

TEST_CASE("no steps: the pair loses nothing", "[expression][no_steps]") {
  for (const char* text :
       {"gaussian(sigma=1)^0", "subsampled_gaussian(sigma=1,p=0)^10",
        "subsampled_gaussian(sigma=1,p=0,relation=replace)", "subsampled(laplace(b=1),p=0)",
        "subsampled_laplace(b=1,p=0)^3", "(gaussian(sigma=1)*laplace(b=2))^0", "zcdp(rho=1/2)^0",
        "truncated_subsampled_gaussian(sigma=1,p=0,n=100,batch=5)",
        "subsampled(gaussian(sigma=1)^0*gaussian(sigma=1)^0,p=0.1)"}) {
    CAPTURE(text);
    const Ball loss = total_variation(text);
    CHECK(loss.is_exact());
    CHECK(certainly_at_most(loss, Ball(Rational(0), loss.precision())));
    // The canonical text parses to the same mechanism.
    const Composition once = Composition::parse(text), again = Composition::parse(canonical(text));
    CHECK(again.expression() == once.expression());
    CHECK(again.identity() == once.identity());
    CHECK(same_statement(stated(again), stated(once)));
    CHECK(proof_text(stated(again)) == proof_text(stated(once)));
    CHECK(same_statement(*hypotheses_of_text(canonical(text)), stated(once)));
  }
}

TEST_CASE("no steps: neighbours are those of the mechanism", "[expression][no_steps]") {
  CHECK(canonical("laplace(b=1)^0") == "perfectly_private()");
  CHECK(canonical("subsampled_gaussian(sigma=1,p=0)^10") == "subsampled_gaussian(sigma=1,p=0)^10");
  CHECK(canonical("gaussian(sigma=1,relation=replace)^0 * gaussian(sigma=1,relation=replace)^0") ==
        "gaussian(sigma=1,relation=replace)^0");
  const Composition mixed =
      Composition::parse("gaussian(sigma=1,relation=replace)^0 * subsampled_laplace(b=1,p=0.5)");
  CHECK(stated_relation(stated(mixed)) == PairRelation::mixed);
  CHECK(stated_group(stated(Composition::parse("gaussian(sigma=1,group=3)^0"))) == Rational(3));
  CHECK_THROWS_AS(Composition::parse("subsampled(gaussian(sigma=1,group=3),p=0)"),
                  std::invalid_argument);
}

TEST_CASE("no steps: beside other mechanisms nothing changes", "[expression][no_steps]") {
  const Composition alone = Composition::parse("gaussian(sigma=2)^5"),
                    beside = Composition::parse(
                        "gaussian(sigma=2)^5 * laplace(b=1)^0 * "
                        "subsampled_gaussian(sigma=1,p=0)^7");
  CHECK(beside.identity() == alone.identity());
  CHECK(beside.gaussian_mu_squared() == alone.gaussian_mu_squared());
}
