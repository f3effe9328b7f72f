/// Guarantees as mechanisms, compared with published values, with mechanisms that satisfy them, and with their own
/// compositions.
#include "reference/mechanisms/guarantees/guarantees.hpp"

#include <cmath>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/quantities/conversion/least_rho.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Laws on two or three points, in doubles.
using Law = std::vector<double>;

Law random_law(Random& random, size_t points) {
  Law out;
  double sum = 0;
  for (size_t i = 0; i < points; ++i) out.push_back(random.log_uniform(1e-4, 1)), sum += out.back();
  for (double& x : out) x /= sum;
  return out;
}

double divergence_of(const Law& Q, const Law& P, double order) {
  double sum = 0, most = -1e300;
  for (size_t i = 0; i < P.size(); ++i) {
    if (order == 1) sum += Q[i] * std::log(Q[i] / P[i]);
    most = std::max(most, std::log(P[i]) + order * std::log(Q[i] / P[i]));
  }
  if (order == 1) return sum;
  for (size_t i = 0; i < P.size(); ++i) {
    sum += std::exp(std::log(P[i]) + order * std::log(Q[i] / P[i]) - most);
  }
  return (most + std::log(sum)) / (order - 1);
}

double larger_divergence(const Law& P, const Law& Q, double order) {
  return std::max(divergence_of(Q, P, order), divergence_of(P, Q, order));
}

/// Returns the smallest rho with D_a <= rho a at every order, on a fine grid of orders.
double least_rho(const Law& P, const Law& Q) {
  double rho = 0;
  for (double a = 1; a < 3000; a *= 1.01) rho = std::max(rho, larger_divergence(P, Q, a) / a);
  return rho;
}

double delta_of(const Law& P, const Law& Q, double epsilon) {
  double sum = 0;
  for (size_t i = 0; i < P.size(); ++i) sum += std::max(0.0, Q[i] - std::exp(epsilon) * P[i]);
  return sum;
}

std::string listed(const std::vector<double>& values) {
  std::string out;
  for (const double x : values) out += (out.empty() ? "[" : ",") + Random::text(x);
  return out + "]";
}

double upper(const Ball& x) { return x.upper().approximate(); }

}  // namespace

TEST_CASE("guarantees: concentrated privacy has the values that two other methods found",
          "[mechanisms][guarantees][PROMISED-TEST][PROMISED-TANGENTS]") {
  check_value(forward_delta("zcdp(rho=1/2)", "3", "auto", 20), "0.00511961284993596628", 18);
  check_value(forward_delta("zcdp(rho=1/10)", "1", "auto", 20), "0.00868230785991866346", 18);
  // Below the conversion of Canonne, Kamath and Steinke at its best order, and above the Gaussian with the same rho.
  for (const char* epsilon : {"0.5", "1", "2", "3"}) {
    const Ball all = forward_delta("zcdp(rho=1/2)", epsilon);
    CHECK(certainly_less(forward_delta("gaussian(sigma=1)", epsilon), all));
  }
  CHECK(certainly_less(forward_delta("zcdp(rho=1/2)", "3"), ball("0.0051431840639")));
  CHECK(certainly_less(forward_delta("zcdp(rho=1/10)", "1"), ball("0.0089332457718")));
}

TEST_CASE("guarantees: no mechanism with two or three outputs loses more than its guarantee",
          "[mechanisms][guarantees][PROMISED-TANGENTS]") {
  Random random(56);
  for (int i = 0; i < iterations(200); ++i) {
    const size_t points = i % 2 == 0 ? 2 : 3;
    const Law P = random_law(random, points), Q = random_law(random, points);
    const double rho = least_rho(P, Q) * 1.002, epsilon = random.uniform(0, 4);
    const std::vector<double> orders = {1.5, 3, 8};
    std::vector<double> bounds;
    for (const double a : orders) bounds.push_back(larger_divergence(P, Q, a) * 1.002);
    const std::string at = Random::text(epsilon);
    const std::string concentrated = "zcdp(rho=" + Random::text(rho) + ")";
    const std::string listed_orders =
        "rdp(orders=" + listed(orders) + ",bounds=" + listed(bounds) + ")";
    CAPTURE(concentrated, listed_orders, at);
    const double known = delta_of(P, Q, std::stod(at)) * (1 - 1e-9);
    CHECK(upper(forward_delta(concentrated, at, "auto", 6)) >= known);
    CHECK(upper(forward_delta(listed_orders, at, "auto", 6)) >= known);
  }
}

TEST_CASE("guarantees: sharp from tiny to large, in both directions, below 0 and far out",
          "[mechanisms][guarantees]") {
  for (const char* text : {"zcdp(rho=1e-6)", "zcdp(rho=0.02)", "zcdp(rho=1,xi=0.3)", "zcdp(rho=30)",
                           "zcdp(rho=1/2,delta0=1e-6)", "rdp(orders=[1],bounds=[0.1])",
                           "rdp(orders=[1/2,1,2,3,8],bounds=[0.001,0.01,0.1,0.2,1])"}) {
    const Composition composition = Composition::parse(text);
    for (const char* epsilon : {"-3", "-0.1", "0", "0.003", "1", "20"}) {
      CAPTURE(text, epsilon);
      PrivacyProfile forward(composition, Direction::forward),
          reverse(composition, Direction::reverse);
      const Real at(number(epsilon));
      const Ball one = forward.delta(at, Effort{12}).value;
      CHECK(one.relative_digits() >= 12);
      check_meet(one, reverse.delta(at, Effort{12}).value, 12);
      check_meet(forward.one_minus_delta(at, Effort{8}).value, Ball::integer(1, Bits{256}) - one,
                 4);
    }
  }
}

TEST_CASE("guarantees: what composes, composes by its rule",
          "[mechanisms][guarantees][PROMISES-COMPOSED]") {
  const auto same = [](const char* one, const char* other) {
    CAPTURE(one, other);
    check_meet(forward_delta(one, "1"), forward_delta(other, "1"), 12);
  };
  same("zcdp(rho=0.1)^3 * zcdp(rho=0.2,xi=0.05)", "zcdp(rho=0.5,xi=0.05)");
  same("zcdp(rho=0.1) * gaussian(sigma=2)^4", "zcdp(rho=0.6)");
  same("zcdp(rho=0.1) * gdp(mu=1)", "zcdp(rho=0.6)");
  same("zcdp(rho=0.1,delta0=0.1)^2", "zcdp(rho=0.2,delta0=0.19)");
  same("zcdp(rho=0.1) * approximate_dp(epsilon=0,delta=0.1)", "zcdp(rho=0.1,delta0=0.1)");
  same("zcdp(rho=0.1) * perfectly_private()", "zcdp(rho=0.1)");
  same("rdp(orders=[2,3],bounds=[0.1,0.2])^2 * rdp(orders=[3,4],bounds=[0.1,1])",
       "rdp(orders=[3],bounds=[0.5])");
  same("rdp(orders=[1/2,2,3],bounds=[0.1,0.1,0.2]) * zcdp(rho=0.1,xi=0.01)",
       "rdp(orders=[2,3],bounds=[0.31,0.51])");
  same("gdp(mu=3) * gdp(mu=4)", "gaussian(sigma=0.2)");
  // The other promise states nothing below order 1.
  check_meet(forward_delta("rdp(orders=[1/2,8],bounds=[0.001,0.1]) * zcdp(rho=0.01)", "0"),
             forward_delta("rdp(orders=[8],bounds=[0.18])", "0"), 12);
}

// Returns the product of two laws: all pairs of outputs.
Law product_law(const Law& a, const Law& b) {
  Law out;
  for (const double x : a) {
    for (const double y : b) out.push_back(x * y);
  }
  return out;
}

TEST_CASE("guarantees: beside a mechanism of known law no member loses more",
          "[mechanisms][guarantees]") {
  Random random(58);
  for (int i = 0; i < iterations(100); ++i) {
    const Law P = random_law(random, 2), Q = random_law(random, 2);
    const double rho = least_rho(P, Q) * 1.002;
    const std::string e = Random::text(random.uniform(0.2, 2));
    const double keep = 1 / (1 + std::exp(-std::stod(e)));
    const Law first{keep, 1 - keep}, second{1 - keep, keep};
    const std::string at = Random::text(random.uniform(0, 4));
    const double known =
        std::max(delta_of(product_law(P, first), product_law(Q, second), std::stod(at)),
                 delta_of(product_law(Q, first), product_law(P, second), std::stod(at)));
    const std::string text =
        "zcdp(rho=" + Random::text(rho) + ") * randomized_response(epsilon=" + e + ")";
    CAPTURE(text, at);
    CHECK(upper(forward_delta(text, at, "auto", 6)) >= known * (1 - 1e-9));
  }
  // A Gaussian is a member: the product with it is not larger than the bound, and is close to it.
  const Ball bound = forward_delta("zcdp(rho=1/2) * laplace(b=2)", "3", "auto", 6),
             member = forward_delta("gaussian(sigma=1) * laplace(b=2)", "3", "auto", 6);
  CHECK(certainly_less(member, bound));
  CHECK(bound.approximate() < 6 * member.approximate());
}

TEST_CASE("guarantees: a sample of one run is the guarantee at another epsilon",
          "[mechanisms][guarantees][PROMISED-SAMPLE]") {
  // e^t = 1 - p + p e^epsilon, p = 1/4, epsilon = 3.
  const double t = std::log(0.75 + 0.25 * std::exp(3.0));
  const std::string at = std::to_string(t);
  const double epsilon = std::log((std::exp(std::stod(at)) - 0.75) / 0.25);
  char near[32];
  std::snprintf(near, sizeof near, "%.17g", epsilon);
  const double expected = 0.25 * forward_delta("zcdp(rho=1/2)", near).approximate();
  const Ball found = forward_delta("subsampled(zcdp(rho=1/2),p=0.25)", at);
  CHECK(std::fabs(found.approximate() - expected) <= 1e-10 * expected);
  Random random(59);
  for (int i = 0; i < iterations(100); ++i) {
    const Law P = random_law(random, 3), Q = random_law(random, 3);
    const double rho = least_rho(P, Q) * 1.002, p = random.uniform(0.05, 0.95);
    const std::string rate = Random::text(p), where = Random::text(random.uniform(-1, 3));
    Law mixed;
    for (size_t k = 0; k < 3; ++k) {
      mixed.push_back((1 - std::stod(rate)) * P[k] + std::stod(rate) * Q[k]);
    }
    const std::string text = "subsampled(zcdp(rho=" + Random::text(rho) + "),p=" + rate + ")";
    CAPTURE(text, where);
    CHECK(upper(forward_delta(text, where, "auto", 6)) >=
          delta_of(P, mixed, std::stod(where)) * (1 - 1e-9));
    PrivacyProfile reverse(Composition::parse(text), Direction::reverse, "auto");
    CHECK(upper(reverse.delta(Real(number(where)), Effort{6}).value) >=
          delta_of(mixed, P, std::stod(where)) * (1 - 1e-9));
  }
}

TEST_CASE("guarantees: what does not compose is refused with the rule",
          "[mechanisms][guarantees][TRADEOFF-POINTS]") {
  const auto why = [](const char* text) -> std::string {
    try {
      (void)forward_delta(text, "1");
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "answered";
  };
  const auto says = [&](const char* text, const std::string& part) {
    CAPTURE(text, why(text));
    CHECK(why(text).find(part) != std::string::npos);
  };
  says("rdp(orders=[1],bounds=[1]) * laplace(b=1)", "laplace(b=1) does not compose with rdp(");
  says("rdp(orders=[1],bounds=[1]) * laplace(b=1)", "Renyi divergences add up order by order");
  says("subsampled(zcdp(rho=0.1),p=0.5)^2",
       "does not compose: the amplification of Renyi divergences");
  says("subsampled(zcdp(rho=0.1),p=0.5) * laplace(b=1)", "does not compose: the amplification");
  says("subsampled(zcdp(rho=0.1,delta0=1e-6),p=0.5)",
       "no law of zcdp(rho=0.1,delta0=1e-6) is known here, so it cannot be subsampled");
  says("rdp(orders=[2],bounds=[1]) * rdp(orders=[3],bounds=[1])", "without an order in common");
  says("choice(1/2:zcdp(rho=0.1),1/2:gaussian(sigma=1))", "cannot be part of a choice");
  says("zcdp(rho=1,xi=-1)", "xi must be at least 0");
  says("zcdp(rho=1,delta0=1)", "delta0 must be in [0, 1)");
  says("rdp(orders=[3,2],bounds=[1,1])", "orders must rise");
  says("rdp(orders=[1/4],bounds=[1])", "orders must be at least 1/2");
  says("rdp(orders=[1/2],bounds=[1])", "one of the orders must be at least 1");
  says("rdp(orders=[2],bounds=[1,2])", "the same number of entries");
  says("profile(epsilons=[1],deltas=[2])", "deltas must be in [0, 1]");
  says("profile(epsilons=[-1],deltas=[0.1])", "epsilons must be at least 0");
  says("tradeoff(alphas=[0.1,1],betas=[0.5,0])", "alphas must begin at 0");
  says("tradeoff(alphas=[0,0.5,1],betas=[1,0.5,0.1])", "betas must end at 0");
  says("tradeoff(alphas=[0,0.5,1],betas=[0.6,0.5,0])", "above the chord");
  says("tradeoff(alphas=[0,0.5,0.9],betas=[1,0.6,0])", "at most 1 - alpha");
  PrivacyProfile many(Composition::parse("zcdp(rho=1,delta0=0.1)"), Direction::worst),
      one(Composition::parse("gaussian(sigma=1)"), Direction::worst);
  CHECK_THROWS_WITH(divergence(many, one, Effort{5}), Catch::Contains("no Delta-divergence"));
  CHECK_THROWS_WITH(divergence(one, many, Effort{5}), Catch::Contains("no Delta-divergence"));
}

TEST_CASE("guarantees: a profile is the largest convex one at most its points",
          "[mechanisms][guarantees][PROFILE-CORNERS]") {
  const std::string points = "profile(epsilons=[0,1,2,5],deltas=[0.3,0.1,0.01,0.001])";
  const auto at = [&](const std::string& epsilon) { return forward_delta(points, epsilon); };
  CHECK(overlaps(at("1"), ball("0.1")));
  CHECK(overlaps(at("2"), ball("0.01")));
  CHECK(overlaps(at("7"), ball("0.001")));
  // A chord in e^epsilon: log((e^1 + e^2)/2) is half-way between two points.
  CHECK(forward_delta("profile(epsilons=[1,2],deltas=[0.1,0.01])", "1.6201145069582775")
            .approximate() == Approx(0.055).epsilon(1e-12));
  // One point means (epsilon, delta)-DP, and points above the curve of the others have no effect.
  check_meet(forward_delta("profile(epsilons=[1],deltas=[0.1])", "0.3"),
             forward_delta("approximate_dp(epsilon=1,delta=0.1)", "0.3"), 15);
  check_meet(forward_delta("profile(epsilons=[1/2,1,3/2],deltas=[0.9,0.1,0.1])", "0.3"),
             forward_delta("dp(epsilon=1,delta=0.1)", "0.3"), 15);
  check_meet(forward_delta("profile(epsilons=[0,1],deltas=[0.2,0])^2", "0.3"),
             forward_delta("total_variation_dp(epsilon=1,delta=0,eta=0.2)^2", "0.3"), 12);
  CHECK(overlaps(forward_delta("profile(epsilons=[1],deltas=[1])", "2"), ball("1")));
}

TEST_CASE("guarantees: a profile is at most its points and its mirror image, and convex",
          "[mechanisms][guarantees][PROFILE-CORNERS]") {
  Random random(58);
  for (int i = 0; i < iterations(30); ++i) {
    std::vector<double> epsilons, deltas;
    for (int k = random.integer(1, 6); k > 0; --k) {
      epsilons.push_back(random.uniform(0, 4));
      deltas.push_back(random.log_uniform(1e-6, 1));
    }
    const std::string text =
        "profile(epsilons=" + listed(epsilons) + ",deltas=" + listed(deltas) + ")";
    CAPTURE(text);
    const Composition composition = Composition::parse(text);
    PrivacyProfile profile(composition, Direction::forward), back(composition, Direction::reverse);
    for (size_t k = 0; k < epsilons.size(); ++k) {
      const Real at(number(Random::text(epsilons[k])));
      const Ball here = profile.delta(at, Effort{10}).value;
      CHECK_FALSE(certainly_less(ball(Random::text(deltas[k])), here));
      check_meet(here, back.delta(at, Effort{10}).value, 10);
    }
  }
}

TEST_CASE("guarantees: a trade-off function is attained at its points",
          "[mechanisms][guarantees][TRADEOFF-POINTS]") {
  const Composition composition =
      Composition::parse("tradeoff(alphas=[0,0.1,0.5],betas=[0.9,0.6,0])");
  PrivacyProfile profile(composition, Direction::forward);
  CHECK(overlaps(tradeoff(profile, number("0.1"), Effort{10}).value(), ball("0.6")));
  CHECK(overlaps(tradeoff(profile, number("0.3"), Effort{10}).value(), ball("0.3")));
  CHECK(overlaps(total_variation(profile, Effort{10}).value(), ball("0.5")));
}

TEST_CASE("guarantees: names and texts are read back", "[mechanisms][guarantees]") {
  for (const char* text :
       {"zcdp(rho=0.5)", "zcdp(rho=0.5,xi=0.1,delta0=1e-6)", "zcdp(rho=0.5,relation=replace)",
        "rdp(orders=[2,3],bounds=[0.1,0.2])^4", "gdp(mu=1.5)^2", "dp(epsilon=1)", "dp(epsilon=0)",
        "dp(epsilon=1,delta=1e-6)", "dp(epsilon=1,delta=1)", "pure_dp(epsilon=1,relation=zero_out)",
        "profile(epsilons=[0,1],deltas=[0.1,0.01])", "tradeoff(alphas=[0,1],betas=[1,0])",
        "zcdp(rho=0.5)*gaussian(sigma=2)"}) {
    check_round_trip(text);
    CHECK(is_dominating(Composition::parse(text).hypotheses()));
  }
  CHECK(stated_attainment(Composition::parse("zcdp(rho=1)").hypotheses()) == Attained::pointwise);
  CHECK(stated_attainment(Composition::parse("zcdp(rho=1)^2").hypotheses()) == Attained::no);
  CHECK(stated_attainment(Composition::parse("gdp(mu=1)^2").hypotheses()) == Attained::every);
}

namespace {

/// Returns k + 1 laws, each a random change of the previous one.
std::vector<Law> random_chain(Random& random, size_t points, int k) {
  std::vector<Law> out{random_law(random, points)};
  const double size = random.log_uniform(0.05, 0.7);
  Law push;
  for (size_t i = 0; i < points; ++i) push.push_back(size * random.uniform(-1, 1));
  for (int i = 0; i < k; ++i) {
    Law next = out.back();
    double sum = 0;
    for (size_t j = 0; j < points; ++j) {
      next[j] *= std::exp(push[j] * random.uniform(0.7, 1));
      sum += next[j];
    }
    for (double& x : next) x /= sum;
    out.push_back(next);
  }
  return out;
}

double largest_loss(const Law& P, const Law& Q) {
  double out = 0;
  for (size_t i = 0; i < P.size(); ++i) out = std::max(out, std::fabs(std::log(Q[i] / P[i])));
  return out;
}

double delta_at(const std::string& text, double epsilon) {
  PrivacyProfile profile(Composition::parse(text), Direction::worst, "auto");
  return UpperBound::of(
             plumbline::delta(profile, Real(Rational::from_binary64(epsilon)), Effort{8}).value())
      .log_approximate();
}

}  // namespace

// A chain of laws is a mechanism on data sets of which each is a neighbour of the next.
TEST_CASE("guarantees: a group of records, against chains of neighbours",
          "[mechanisms][guarantees][GROUP-GUARANTEE]") {
  Random random(5603);
  for (int i = 0; i < iterations(12); ++i) {
    const int k = random.integer(2, 5);
    const std::vector<Law> chain = random_chain(random, random.integer(0, 1) == 0 ? 2 : 3, k);
    double rho = 0, epsilon = 0, delta = 0;
    for (int j = 0; j < k; ++j) {
      const Law &P = chain[static_cast<size_t>(j)], &Q = chain[static_cast<size_t>(j) + 1];
      rho = std::max(rho, least_rho(P, Q));
      epsilon = std::max(epsilon, largest_loss(P, Q));
    }
    const double part = epsilon * random.uniform(0.5, 0.95);
    for (int j = 0; j < k; ++j) {
      const Law &P = chain[static_cast<size_t>(j)], &Q = chain[static_cast<size_t>(j) + 1];
      delta = std::max({delta, delta_of(P, Q, part), delta_of(Q, P, part)});
    }
    const std::string group = ",group=" + std::to_string(k) + ")";
    const std::vector<std::string> all = {
        "zcdp(rho=" + Random::text(rho * 1.001) + group,
        "pure_dp(epsilon=" + Random::text(epsilon * 1.001) + group,
        "dp(epsilon=" + Random::text(part * 1.001) + ",delta=" + Random::text(delta * 1.001) +
            group};
    const Law &P = chain.front(), &Q = chain.back();
    for (const std::string& text : all) {
      for (const double e : {0.0, 0.4 * k * epsilon, 0.8 * k * epsilon}) {
        const double found = std::max(delta_of(P, Q, e), delta_of(Q, P, e));
        CAPTURE(text, e, found);
        if (found > 1e-12) CHECK(std::log(found) <= delta_at(text, e) + 1e-6);
      }
    }
  }
}

TEST_CASE("guarantees: a group by known numbers", "[mechanisms][guarantees][GROUP-GUARANTEE]") {
  const auto same = [](const std::string& one, const std::string& other) {
    CAPTURE(one, other);
    for (const char* t : {"0.3", "1.7"}) {
      check_meet(forward_delta(one, t), forward_delta(other, t), 10);
    }
  };
  same("zcdp(rho=0.1,group=3)", "zcdp(rho=0.9)");
  same("zcdp(rho=0.1,xi=0.06,group=3)", "zcdp(rho=0.9,xi=0.33)");
  same("gdp(mu=0.3,group=4)", "gaussian(sigma=1,sensitivity=0.3,group=4)");
  same("pure_dp(epsilon=0.2,group=5)", "pure_dp(epsilon=1)");
  same("dp(epsilon=0,delta=0.01,group=5)", "dp(epsilon=0,delta=0.05)");
  same("dp(epsilon=1,delta=0.6,group=2)", "dp(epsilon=0,delta=1)");
  // The sum delta (1 + e + e^2) with the loss 3.
  const Ball sum = ball("1e-3") * (exp(ball("2")) + exp(ball("1")) + 1);
  check_meet(forward_delta("dp(epsilon=1,delta=1e-3,group=3)", "3"), sum, 12);
  for (const char* text :
       {"zcdp(rho=0.1,xi=0.06,group=3)", "dp(epsilon=1,delta=1e-3,group=3)", "gdp(mu=1,group=2)",
        "zcdp(rho=0.1,relation=add)", "pure_dp(epsilon=1,relation=remove,group=2)"}) {
    check_round_trip(text);
  }
  CHECK(Composition::parse("zcdp(rho=0.1,relation=any)").expression() == "zcdp(rho=0.1)");
  for (const auto& [text, why] :
       {std::pair{"rdp(orders=[2],bounds=[1],group=2)", "group=2 of rdp: no group rule"},
        {"profile(epsilons=[1],deltas=[0.1],group=2)", "group=2 of profile: no group rule"},
        {"tradeoff(alphas=[0,1],betas=[0.9,0],group=2)", "group=2 of tradeoff: no group rule"},
        {"zcdp(rho=0.1,delta0=0.01,group=2)", "group=2 of zcdp with delta0: no group rule"},
        {"zcdp(rho=0.1,group=1/2)", "group must be an integer"},
        {"dp(epsilon=1,delta=-0.1,group=2)", "delta must be in [0, 1]"},
        {"dp(epsilon=1,delta=2,group=2)", "delta must be in [0, 1]"},
        {"dp(epsilon=0,delta=2,group=2)", "delta must be in [0, 1]"},
        {"subsampled(zcdp(rho=0.1,group=2),p=0.1)", "the records of a group"}}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(why));
  }
}

TEST_CASE("guarantees: Renyi divergences of a promise, against laws that keep it",
          "[mechanisms][guarantees][PROMISED-DIVERGENCE]") {
  Random random(5605);
  for (int i = 0; i < iterations(20); ++i) {
    const std::vector<Law> chain = random_chain(random, 3, 1);
    const Law &P = chain[0], &Q = chain[1];
    const auto at = [&](double order) { return larger_divergence(P, Q, order); };
    const std::string text = "rdp(orders=[1.5,2,8],bounds=[" + Random::text(at(1.5) * 1.001) + "," +
                             Random::text(at(2) * 1.001) + "," + Random::text(at(8) * 1.001) + "])";
    const Composition all = Composition::parse(text);
    double ratio = 0;
    for (const double order : {1.2, 1.5, 1.8, 2.0, 3.0, 5.0, 7.5, 8.0}) {
      const Extended found =
          renyi(all, Rational::from_binary64(order), Direction::worst, Effort{12});
      CAPTURE(text, order);
      CHECK(at(order) <= found->value().upper().approximate() * (1 + 1e-9));
      CHECK(found->value().lower().approximate() <= at(8) * 1.01);
      ratio = std::max(ratio, at(order) / order);
    }
    CHECK(renyi(all, Rational(9), Direction::worst, Effort{12}).is_infinite());
    CHECK(least_rho(all, {}, Direction::worst, Effort{8}).is_infinite());
    CHECK(least_rho(all, {Rational(9)}, Direction::worst, Effort{8}).is_infinite());
    const Extended rho = least_rho(all, {Rational(8)}, Direction::worst, Effort{8});
    CHECK(ratio <= rho->value().upper().approximate() * (1 + 1e-9));
  }
}

TEST_CASE("guarantees: Renyi divergences of a promise, by hand",
          "[mechanisms][guarantees][PROMISED-DIVERGENCE]") {
  const auto ends = [](const Extended& x) {
    return std::pair(x->value().lower().approximate(), x->value().upper().approximate());
  };
  const auto of = [&](const std::string& text, const std::string& order) {
    return ends(renyi(Composition::parse(text), number(order), Direction::worst, Effort{12}));
  };
  const auto near = [](const std::pair<double, double>& found, double low, double high) {
    CHECK(found.first == Approx(low).epsilon(1e-7));
    CHECK(found.second == Approx(high).epsilon(1e-7));
  };
  near(of("zcdp(rho=0.1)", "2"), 0.2, 0.2);
  near(of("zcdp(rho=0.1)^3", "4"), 1.2, 1.2);
  near(of("zcdp(rho=0.1,xi=0.3)", "2"), 0.2, 0.5);
  near(of("zcdp(rho=0.1,xi=0.3)", "1/2"), 0.05, 0.4);
  near(of("rdp(orders=[1],bounds=[0.2])", "1"), 0.2, 0.2);
  CHECK(renyi(Composition::parse("rdp(orders=[1],bounds=[0.2])"), number("1.01"), Direction::worst,
              Effort{8})
            .is_infinite());
  // (5 - 1) D_5 is at most half of 1 * 0.1 + 7 * 0.8; the Gaussian has rho = 0.05.
  near(of("rdp(orders=[2,8],bounds=[0.1,0.8])", "5"), 0.25, (0.1 + 5.6) / 8);
  near(of("rdp(orders=[2,8],bounds=[0.1,0.8])", "3/2"), 0.075, 0.1);
  const auto rho = [&](const std::string& text, const RhoOrders& orders) {
    return ends(least_rho(Composition::parse(text), orders, Direction::worst, Effort{8}));
  };
  near(rho("zcdp(rho=0.1)", {}), 0.1, 0.1);
  near(rho("zcdp(rho=0.1,xi=0.3)", {}), 0.1, 0.4);
  near(rho("rdp(orders=[1,2],bounds=[0.1,0.2])", {Rational(2)}), 0.1, 0.2);
}
