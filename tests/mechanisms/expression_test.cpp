#include "reference/composition/composition.hpp"
#include "tests/support.hpp"

using namespace plumbline;

TEST_CASE("expression: the names that records and other libraries have are read",
          "[mechanisms][expression]") {
  const auto canonical = [](const char* text) { return Composition::parse(text).expression(); };
  CHECK(canonical("laplace(scale=2)") == "laplace(b=2)");
  CHECK(canonical("subsampled_laplace(scale=2,sampling_rate=0.1)") ==
        "subsampled_laplace(b=2,p=0.1)");
  CHECK(canonical("subsampled_gaussian(noise_multiplier=1,sampling_rate=1/100)^5") ==
        "subsampled_gaussian(sigma=1,p=0.01)^5");
  CHECK(canonical("subsampled(laplace(scale=1),sampling_rate=0.1)") ==
        canonical("subsampled(laplace(b=1),p=0.1)"));
  CHECK(canonical("approx_dp(epsilon=1,delta=1e-5)") ==
        canonical("approximate_dp(epsilon=1,delta=1e-5)"));
  // An explicit relation is preserved: without one the pair adopts the relation of the other pairs.
  CHECK(canonical("gaussian(sigma=1,relation=add_remove)") ==
        "gaussian(sigma=1,relation=add_or_remove)");
  CHECK(canonical("subsampled_gaussian(sigma=1,p=0.1,relation=add_remove)") ==
        "subsampled_gaussian(sigma=1,p=0.1)");
  CHECK(canonical("gaussian(sigma=1,relation=replace_one)") ==
        "gaussian(sigma=1,relation=replace)");
  CHECK_THROWS_AS(canonical("laplace(scale=2,b=2)"), std::invalid_argument);  // given twice
}

TEST_CASE("expression: canonical text round-trips", "[mechanisms][expression]") {
  const auto canonical = [](const char* text) { return Composition::parse(text).expression(); };
  CHECK(canonical(" gaussian( sigma = 1.50 ) ") == "gaussian(sigma=1.5)");
  CHECK(canonical("subsampled_gaussian(p=1e-2,sigma=1)^10000") ==
        "subsampled_gaussian(sigma=1,p=0.01)^10000");
  CHECK(canonical("laplace(b=1/3,sensitivity=2)^1e3") == "laplace(b=1/3,sensitivity=2)^1000");
  CHECK(canonical("gaussian(sigma=1)*laplace(b=2)^3 *gaussian(sigma=1)") ==
        "gaussian(sigma=1)^2 * laplace(b=2)^3");
  CHECK(canonical("subsampled_gaussian(sigma=2,p=1)") == "subsampled_gaussian(sigma=2,p=1)");
  for (const char* text : {"gaussian(sigma=0x1.999999999999ap-4)", "laplace(b=1/7)^3",
                           "subsampled_gaussian(sigma=0.7,p=0.0001,sensitivity=3)^1000000000000"}) {
    CHECK(canonical(canonical(text).c_str()) == canonical(text));
  }
}

TEST_CASE("expression: a mechanism made from numbers is the one that is written",
          "[mechanisms][expression]") {
  CHECK(Composition::of("subsampled_gaussian", {{"sigma", Rational(3, 2)}, {"p", Rational(1, 3)}},
                        Rational(7))
            .expression() == "subsampled_gaussian(sigma=1.5,p=1/3)^7");
  CHECK(Composition::of("gaussian", {{"sigma", Rational(2)}}).single());
  using Catch::Contains;
  CHECK_THROWS_WITH(Composition::of("gaussian", {}), Contains("needs sigma="));
  CHECK_THROWS_WITH(Composition::of("gaussian", {{"sigma", Rational(1)}, {"b", Rational(1)}}),
                    Contains("no parameter 'b'"));
  CHECK_THROWS_WITH(Composition::of("gaussian", {{"sigma", Rational(0)}}),
                    Contains("sigma must be greater than 0"));
  CHECK_THROWS_WITH(Composition::of("gaussian", {{"sigma", Rational(1)}}, Rational(0)),
                    Contains("N must be a positive integer"));
  CHECK_THROWS_WITH(Composition::of("gausian", {}), Contains("no mechanism gausian"));
}

TEST_CASE("expression: equal losses have one identity", "[mechanisms][expression]") {
  const auto id = [](const char* text) { return Composition::parse(text).identity(); };
  CHECK(id("gaussian(sigma=1)^4") == id("gaussian(sigma=1,sensitivity=2)"));
  CHECK(id("gaussian(sigma=3)^16 * gaussian(sigma=4)^9") != id("gaussian(sigma=12/25)"));
  CHECK(id("gaussian(sigma=3) * laplace(b=2)") ==
        id("laplace(b=1,sensitivity=0.5)*gaussian(sigma=3)"));
  CHECK(id("subsampled_gaussian(sigma=2,p=1)") == id("gaussian(sigma=2)"));
  CHECK(id("laplace(b=2)") != id("laplace(b=3)"));
}

TEST_CASE("expression: a scale may be given by its square", "[mechanisms][expression]") {
  const auto canonical = [](const std::string& text) {
    return Composition::parse(text).expression();
  };
  const auto id = [](const std::string& text) { return Composition::parse(text).identity(); };
  for (const std::string name : {"gaussian", "discrete_gaussian"}) {
    CAPTURE(name);
    for (const std::string inner : {"(sigma2=4/3)", "(sigma2=7,sensitivity=3)^5"}) {
      CHECK(canonical(name + inner) == name + inner);
    }
    CHECK(id(name + "(sigma2=4)") == id(name + "(sigma=2)"));
    CHECK(id(name + "(sigma2=2)") != id(name + "(sigma=2)"));
    CHECK(canonical(name + "(sigma=2) * " + name + "(sigma2=4)") == name + "(sigma=2)^2");
    using Catch::Contains;
    CHECK_THROWS_WITH(canonical(name + "(sigma=2,sigma2=4)"), Contains("not both"));
    CHECK_THROWS_WITH(canonical(name + "()"), Contains("are sigma or sigma2, sensitivity"));
    CHECK_THROWS_WITH(canonical(name + "(sigma2=0)"), Contains("sigma2 must be greater than 0"));
    CHECK_THROWS_WITH(canonical(name + "(sigma2=-4)"), Contains("sigma2 must be greater than 0"));
  }
  CHECK(id("gaussian(sigma2=2)^2") == id("gaussian(sigma=1)"));
  CHECK(id("gaussian(sigma2=16,relation=replace)") == id("gaussian(sigma=2)"));
  CHECK(id("subsampled(gaussian(sigma2=2),p=0.1)") == id("subsampled_gaussian(sigma2=2,p=0.1)"));
  CHECK(id("subsampled(gaussian(sigma2=4),p=0.1)") == id("subsampled_gaussian(sigma=2,p=0.1)"));
}

TEST_CASE("expression: bad input names the place and the remedy", "[mechanisms][expression]") {
  const auto message = [](const std::string& text) -> std::string {
    try {
      Composition::parse(text);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  };
  using Catch::Contains;
  CHECK_THAT(message(""), Contains("empty mechanism expression"));
  CHECK_THAT(message("gausian(sigma=1)"),
             Contains("unknown mechanism 'gausian'") && Contains("column 1"));
  CHECK_THAT(message("gaussian"), Contains("expected '('"));
  CHECK_THAT(message("gaussian()"), Contains("needs sigma="));
  CHECK_THAT(message("gaussian(sigma=0)"), Contains("sigma must be greater than 0"));
  CHECK_THAT(message("gaussian(sigma=-1/2)"), Contains("got -0.5"));
  CHECK_THAT(message("gaussian(sigma=nan)"), Contains("not a number: 'nan'"));
  CHECK_THAT(message("gaussian(sigma=1,sigma=2)"), Contains("given twice"));
  CHECK_THAT(message("gaussian(s=1)"), Contains("no parameter 's'"));
  CHECK_THAT(message("gaussian(sigma=1"), Contains("expected ',' or ')'"));
  CHECK_THAT(message("gaussian(sigma=1))"), Contains("unexpected ')'"));
  CHECK_THAT(message("gaussian(sigma=1,sensitivity=0)"), Contains("sensitivity must be greater"));
  CHECK_THAT(message("laplace(b=0)"), Contains("b must be greater than 0"));
  CHECK_THAT(message("subsampled_gaussian(sigma=1,p=1.01)"), Contains("p must be in (0, 1]"));
  CHECK_THAT(message("subsampled_gaussian(sigma=1)"), Contains("needs p="));
  CHECK_THAT(message("gaussian(sigma=0)^0"), Contains("sigma must be greater than 0"));
  CHECK_THAT(message("subsampled_gaussian(sigma=0,p=0)"), Contains("sigma must be greater"));
  CHECK_THAT(message("gaussian(sigma=1)^1.5"), Contains("N must be a positive integer"));
  CHECK_THAT(message("gaussian(sigma=1)^-2"), Contains("N must be a positive integer"));
  CHECK_THAT(message("gaussian(sigma=1)^x"), Contains("N must be a positive integer"));
  CHECK_THAT(message("gaussian(sigma=1) laplace(b=1)"), Contains("unexpected 'l'"));
  CHECK_THAT(message("gaussian(sigma=1)*"), Contains("a mechanism is missing"));
}
