/// Irrational numbers in lists and in several parameters of guarantees, and guarantees without loss.
#include "reference/quantities/conversion/least_mu.hpp"
#include "reference/quantities/conversion/least_rho.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/values/certified.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::string why(const std::string& text) {
  try {
    (void)forward_delta(text, "1");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "answered";
}

/// Checks that two expressions denote the same pair, at several epsilons.
void check_same(const std::string& one, const std::string& other, int digits) {
  CAPTURE(one, other);
  for (const char* epsilon : {"-0.7", "0", "0.4", "1.3"}) {
    const Ball a = forward_delta(one, epsilon), b = forward_delta(other, epsilon);
    CHECK((a.is_exactly_zero() || a.relative_digits() >= digits));
    CHECK(a.approximate() == Approx(b.approximate()).epsilon(1e-13).margin(1e-15));
  }
}

}  // namespace

TEST_CASE("real lists: finite pairs are those of their probabilities", "[mechanisms][real_lists]") {
  check_value(forward_delta("finite(P=[1/2,1/2],Q=[exp(-1),1-exp(-1)])", "0.1"),
              "0.079535099790733865", 14);  // 1 - 1/e - e^0.1/2
  // Masses with exp(-1) agree with their decimals.
  check_same("finite(P=[exp(-1)/2,exp(-1)/2,1-exp(-1)],Q=[1/3,1/3,1/3])",
             "finite(P=[0.183939720585721160798,0.183939720585721160798,0.632120558828557678404],"
             "Q=[1/3,1/3,1/3])",
             14);
  check_same("finite(P=[exp(-1),1-exp(-1)],Q=[1-exp(-1),exp(-1)])^4",
             "finite(P=[0.367879441171442321596,0.632120558828557678404],"
             "Q=[0.632120558828557678404,0.367879441171442321596])^4",
             14);
  // Masses with infinite losses.
  check_same("finite(P=[exp(-1),1-exp(-1),0],Q=[0,1/2,1/2])^2",
             "finite(P=[0.367879441171442321596,0.632120558828557678404,0],Q=[0,1/2,1/2])^2", 14);
  check_same("finite(P=[exp(-1),1-exp(-1)],Q=[exp(-1),1-exp(-1)])", "perfectly_private()", 15);
  for (const char* text :
       {"finite(P=[0.5,0.5],Q=[exp(-1),1-exp(-1)])^3",
        "profile(epsilons=[0,log(3)],deltas=[0.5,0.1])", "rdp(orders=[2],bounds=[log(2)])"}) {
    check_round_trip(text);
  }
  CHECK(why("finite(P=[1/2,1/2],Q=[exp(-1),0.6])").find("sums to 0.6+exp(-1), not to 1") !=
        std::string::npos);
  CHECK(why("finite(P=[1/2,1/2],Q=[1-exp(1),exp(1)])").find("negative probability") !=
        std::string::npos);
}

TEST_CASE("real lists: mixtures of Gaussians lie between two rational ones",
          "[mechanisms][real_lists]") {
  check_same("gaussian_mixture(sigma=2,shifts=[0,sqrt(2)],weights=[1/2,1/2])",
             "gaussian_mixture(sigma=2,shifts=[0,1.41421356237309504880],weights=[1/2,1/2])", 14);
  check_same("gaussian_mixture(sigma=2,shifts=[0,1,2],weights=[1-exp(-1),exp(-1)/2,exp(-1)/2])^3",
             "gaussian_mixture(sigma=2,shifts=[0,1,2],weights=[0.632120558828557678404,"
             "0.183939720585721160798,0.183939720585721160798])^3",
             12);
  check_same("gaussian_mixture(sigma=sqrt(3),shifts=[2,sqrt(2),1/10],weights=[1/2,1/4,1/4])",
             "gaussian_mixture(sigma=1.73205080756887729353,shifts=[2,1.41421356237309504880,0.1],"
             "weights=[1/2,1/4,1/4])",
             14);
  check_round_trip("gaussian_mixture(sigma=2,shifts=[0,sqrt(2)],weights=[1/2,1/2])");
  CHECK(why("gaussian_mixture(sigma=2,shifts=[0,-sqrt(2)],weights=[1/2,1/2])")
            .find("shifts must be at least 0, got -sqrt(2)") != std::string::npos);
  CHECK(why("gaussian_mixture(sigma=2,shifts=[0,1],weights=[1/2,exp(-1)])")
            .find("weights sums to 0.5+exp(-1), not to 1") != std::string::npos);
  CHECK(why("gaussian_mixture(sigma=2,shifts=[0,sqrt(2)],weights=[1])").find("the same number") !=
        std::string::npos);
  CHECK(why("gaussian_mixture(sigma=-sqrt(2),shifts=[0,1],weights=[1/2,1/2])")
            .find("sigma must be positive") != std::string::npos);
}

TEST_CASE("real lists: guarantees take irrational numbers", "[mechanisms][real_lists]") {
  check_same("profile(epsilons=[0,log(3)],deltas=[0.5,0.1])",
             "profile(epsilons=[0,1.09861228866810969140],deltas=[0.5,0.1])", 14);
  check_same("profile(epsilons=[0.5,1],deltas=[exp(-2),exp(-9)])^2",
             "profile(epsilons=[0.5,1],deltas=[0.135335283236612691894,0.000123409804086679549]"
             ")^2",
             13);
  // Three points on one line in e^epsilon: the middle one is not a corner.
  check_same("profile(epsilons=[0,log(2),log(3)],deltas=[0.3,0.2,0.1])",
             "profile(epsilons=[0,log(3)],deltas=[0.3,0.1])", 15);
  check_same("tradeoff(alphas=[0,1/sqrt(2),1],betas=[1,0.2,0])",
             "tradeoff(alphas=[0,0.70710678118654752440,1],betas=[1,0.2,0])", 14);
  check_same("dp(epsilon=log(3),delta=exp(-3))",
             "finite(P=[3/4-3*exp(-3)/4,1/4-exp(-3)/4,exp(-3),0],"
             "Q=[1/4-exp(-3)/4,3/4-3*exp(-3)/4,0,exp(-3)])",
             14);
  check_same("rdp(orders=[2,4],bounds=[log(2),1])",
             "rdp(orders=[2,4],bounds=[0.69314718055994530942,1])", 12);
  check_same("rdp(orders=[sqrt(2)],bounds=[log(2)])",
             "rdp(orders=[1.41421356237309504880],bounds=[0.69314718055994530942])", 12);
  check_same("zcdp(rho=log(2),xi=sqrt(2)/10,delta0=exp(-8))",
             "zcdp(rho=0.69314718055994530942,xi=0.14142135623730950488,"
             "delta0=0.00033546262790251183882)",
             12);
  CHECK(why("profile(epsilons=[-log(2)],deltas=[0.1])").find("epsilons must be at least 0") !=
        std::string::npos);
  CHECK(why("profile(epsilons=[1],deltas=[exp(1)])").find("deltas must be in [0, 1]") !=
        std::string::npos);
  CHECK(why("tradeoff(alphas=[0,exp(-1),1],betas=[1,0.9,0])").find("at most 1 - alpha") !=
        std::string::npos);
  CHECK(why("zcdp(rho=log(2),delta0=exp(1))").find("delta0 must be in [0, 1)") !=
        std::string::npos);
  CHECK(why("laplace(b=sqrt(2),sensitivity=sqrt(3))").find("one parameter of laplace") !=
        std::string::npos);
}

TEST_CASE("real lists: divergences of irrational guarantees lie between those of two others",
          "[mechanisms][real_lists][BETWEEN-DIVERGENCES]") {
  const Composition zcdp = Composition::parse("zcdp(rho=log(2))^2");
  const Extended two = renyi(zcdp, number("2"), Direction::worst, Effort{15});
  check_value(two->value(), "2.7725887222397812376689284858", 14);
  CHECK(two->value().contains(log(Ball(number("16"), Bits{256}))));
  const Extended rho = least_rho(zcdp, {}, Direction::worst, Effort{15});
  CHECK(rho->value().contains(log(Ball(number("4"), Bits{256}))));
  const auto mu = least_mu(Composition::parse("gdp(mu=log(3))"), Effort{15});
  REQUIRE(mu);
  CHECK(mu->value().contains(log(Ball(number("3"), Bits{256}))));
  check_value(renyi(Composition::parse("pure_dp(epsilon=log(3))"), number("2"), Direction::worst,
                    Effort{15})
                  ->value(),
              "0.84729786038720345", 14);  // log(7/3)
}

TEST_CASE("guarantees: those of no loss answer 0",
          "[mechanisms][guarantees][PROMISE-WITHOUT-RHO]") {
  for (const char* text : {"zcdp(rho=0)", "gdp(mu=0)", "dp(epsilon=0,delta=0)", "gdp(mu=0,group=3)",
                           "rdp(orders=[2,3],bounds=[0,1])", "profile(epsilons=[0],deltas=[0])",
                           "tradeoff(alphas=[0,1],betas=[1,0])", "zcdp(rho=0)^7"}) {
    CAPTURE(text);
    CHECK(forward_delta(text, "0").is_exactly_zero());
    CHECK(renyi(Composition::parse(text), number("3"), Direction::worst, Effort{10})
              ->value()
              .is_exactly_zero());
    check_same(std::string(text) + "*gaussian(sigma=2)", "gaussian(sigma=2)", 15);
  }
  // D_a <= xi at all orders means xi-DP.
  check_same("zcdp(rho=0,xi=0.7)", "pure_dp(epsilon=0.7)", 15);
  check_same("zcdp(rho=0,xi=0.7)^3", "pure_dp(epsilon=0.7)^3", 15);
  check_same("zcdp(rho=0,xi=0.7,delta0=0.1)", "dp(epsilon=0.7,delta=0.1)", 15);
  check_same("zcdp(rho=0,xi=0.7,group=2)", "pure_dp(epsilon=1.4)", 15);
  // Guarantees with a positive rho, or with positive bounds, lose more.
  check_value(forward_delta("zcdp(rho=0.5)", "3"), "0.00511961284993596628", 14);
  CHECK(forward_delta("rdp(orders=[2,3],bounds=[0.1,1])", "0").approximate() > 0.15);
  CHECK(why("zcdp(rho=-1)").find("rho must be at least 0") != std::string::npos);
  CHECK(why("gdp(mu=-1)").find("mu must be at least 0") != std::string::npos);
  CHECK(why("rdp(orders=[2],bounds=[-1])").find("bounds must be at least 0") != std::string::npos);
}
