/// Pairs with irrational parameters, and several Gaussian answers on one batch.
#include "reference/engines/between_engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::string refusal_of(const std::string& text) {
  try {
    Composition::parse(text);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("between: answers lie between those of the two ends",
          "[engines][between][BETWEEN-PAIRS]") {
  const auto engine = [](const char* text) { return plan(Composition::parse(text), "auto"); };
  const auto truth = engine("gaussian(sigma=1)^2");
  for (const char* t : {"-2", "0", "1", "4"}) {
    for (const Question question : {Question::delta, Question::one_minus_delta, Question::excess}) {
      const auto exact = truth->answer(question, Real(number(t)), Effort{15}).value;
      const auto from_less =
          between_engines(engine("gaussian(sigma=1)^2"), engine("gaussian(sigma=0.9)^2"));
      const auto from_more =
          between_engines(engine("gaussian(sigma=1.1)^2"), engine("gaussian(sigma=1)^2"));
      CAPTURE(t);
      CHECK(overlaps(from_less->answer(question, Real(number(t)), Effort{15}).value, exact));
      CHECK(overlaps(from_more->answer(question, Real(number(t)), Effort{15}).value, exact));
    }
  }
}

TEST_CASE("between: probabilities of the loss lie between slopes", "[engines][between]") {
  const auto root = plan(Composition::parse("subsampled_gaussian(sigma2=2,p=0.1)^3"), "auto");
  const auto near =
      plan(Composition::parse("subsampled_gaussian(sigma=1.41421356237309504880,p=0.1)^3"), "auto");
  for (const Question question :
       {Question::P_above, Question::P_below, Question::Q_above, Question::Q_below}) {
    const Ball a = root->answer(question, Real(number("0.1")), Effort{10}).value;
    const Ball b = near->answer(question, Real(number("0.1")), Effort{10}).value;
    CHECK(a.relative_digits() >= 8);
    CHECK(a.approximate() == Approx(b.approximate()).epsilon(1e-12));
  }
}

TEST_CASE("between: irrational parameters are what they are", "[engines][between]") {
  const auto same = [](const char* one, const char* other, const char* epsilon, int digits) {
    CAPTURE(one, other);
    check_meet(forward_delta(one, epsilon), forward_delta(other, epsilon), digits);
  };
  same("randomized_response(epsilon=log(3))", "finite(P=[3/4,1/4],Q=[1/4,3/4])", "0.5", 15);
  same("randomized_response(epsilon=log(3))^10", "finite(P=[3/4,1/4],Q=[1/4,3/4])^10", "2", 15);
  same("dp(epsilon=log(3),delta=0.01)^2",
       "finite(P=[0.2475,0.7425,0.01,0],Q=[0.7425,0.2475,0,0.01])^2", "1", 15);
  same("gaussian(sigma=sqrt(2))^3", "gaussian(sigma2=2)^3", "1", 15);
  same("subsampled_gaussian(sigma2=4,p=0.1)^5", "subsampled_gaussian(sigma=2,p=0.1)^5", "0.1", 15);
  same("subsampled(gaussian(sigma2=2),p=0.1)^5", "subsampled_gaussian(sigma2=2,p=0.1)^5", "0.1",
       15);
  same("subsampled(subsampled_gaussian(sigma2=2,p=0.5),p=0.2)",
       "subsampled_gaussian(sigma2=2,p=0.1)", "0.1", 15);
  // The classical noise of a Gaussian for epsilon = 20 at delta = 1e-5.
  const double sigma = std::sqrt(2 * std::log(125000)) / 20;
  const double mu = 1 / sigma;
  const auto above = [](double x) { return std::erfc(x / std::sqrt(2)) / 2; };
  CHECK(forward_delta("gaussian(sigma=sqrt(2*log(125000))/20)", "20").approximate() ==
        Approx(above(20 / mu - mu / 2) - std::exp(20) * above(20 / mu + mu / 2)).epsilon(1e-8));
  for (const char* text :
       {"randomized_response(epsilon=log(3))^2", "gaussian(sigma=sqrt(2*log(125000))/20)",
        "subsampled_gaussian(sigma2=2,p=0.1)", "dp(epsilon=2*log(3),delta=0.1)"}) {
    check_round_trip(text);
  }
  CHECK(stated_attainment(Composition::parse("randomized_response(epsilon=log(3))").hypotheses()) ==
        Attained::every);
}

TEST_CASE("between: what must be rational says so", "[engines][between]") {
  const auto says = [](const char* text, const char* part) {
    CAPTURE(text, refusal_of(text));
    CHECK(refusal_of(text).find(part) != std::string::npos);
  };
  says("gaussian(sigma=log(3),sensitivity=sqrt(2))", "one parameter of gaussian may be irrational");
  says("dp(epsilon=1,delta=sqrt(2)/100,group=2)",
       "the mass of infinite loss depends on this parameter");
  says("randomized_response(epsilon=1,k=log(3))", "is irrational; here a number must be rational");
  says("poisson(mu=log(3))", "must be rational");
  says("gaussian(sigma=-log(3))", "sigma must be greater than 0");
  says("gaussian(sigma=1)^log(3)", "N must be a positive integer");
}

TEST_CASE("batch: several Gaussian answers on one batch are one",
          "[engines][between][subsampled]") {
  const auto same = [](const char* one, const char* other) {
    CAPTURE(one, other);
    check_meet(forward_delta(one, "0.5"), forward_delta(other, "0.5"), 14);
  };
  same("subsampled(gaussian(sigma=3)*gaussian(sigma=4),p=0.1)^7",
       "subsampled_gaussian(sigma=2.4,p=0.1)^7");
  same("subsampled(gaussian(sigma=4)^4,p=0.1)^7", "subsampled_gaussian(sigma=2,p=0.1)^7");
  same("subsampled(gaussian(sigma=8)^4*gaussian(sigma=4)^3,p=0.1)",
       "subsampled_gaussian(sigma=2,p=0.1)");
  same("subsampled(gaussian(sigma=1,sensitivity=1/2)^4,p=0.1)",
       "subsampled_gaussian(sigma=1,p=0.1)");
  const auto says = [](const char* text, const char* part) {
    CAPTURE(text, refusal_of(text));
    CHECK(refusal_of(text).find(part) != std::string::npos);
  };
  says("subsampled(gaussian(sigma=1)*laplace(b=1),p=0.1)", "no law of laplace(b=1) * gaussian");
  says("subsampled(gaussian(sigma=1)*gaussian(sigma=1,relation=replace),p=0.1)",
       "it exchanges records");
  says("subsampled(gaussian(sigma=1,group=2)^2,p=0.1)", "the records of a group are sampled");
  says("choice(1/2:gaussian(sigma=1)^2,1/2:laplace(b=1))", "a single mechanism");
}
