#include "verify/suite/cases/judge.hpp"

#include <nlohmann/json.hpp>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/asked_tradeoff.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/extended.hpp"
#include "tests/approximations/helpers.hpp"
#include "tests/suite/suite_support.hpp"
#include "verify/approximations/curves/judged_curves.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

constexpr double kInjected = 3e-9;

double number_of(const nlohmann::ordered_json& x) { return std::stod(x.get<std::string>()); }

/// Returns the method "clt", which is exact for Gaussians, with an error injected in the double or in both runs.
ApproximationEntry faulty(bool in_both) {
  ApproximationEntry entry = find_approximation("clt");
  entry.name = "faulty";
  entry.run = in_both ? +[](const ApproximationRequest& r) {
    ApproximationResult result = find_approximation("clt").run(r);
    result.value += kInjected;
    result.high_precision = decimal_text<HighPrecision>(HighPrecision(result.high_precision) + kInjected);
    return result;
  }
  : +[](const ApproximationRequest& r) {
      ApproximationResult result = find_approximation("clt").run(r);
      result.value += kInjected;
      return result;
    };
  entry.curve = [](const ApproximationRequest&) {
    return JudgedCurve{gaussian_curve(1 + 1e-4), "G_mu with a wrong mu"};
  };
  return entry;
}

Ball truth_of(const ApproximationRequest& r) {
  PrivacyProfile profile(r.composition, r.direction);
  return required_profile_quantity(r.quantity).compute(profile, r.at, Effort{})->value();
}

}  // namespace

TEST_CASE("judge: an injected error is found, and whose it is", "[approximations][judge][faults]") {
  const ApproximationRequest r = request("gaussian(sigma=4)^16", "delta", "1");
  const Ball truth = truth_of(r);
  const auto method = judge(faulty(true), r, truth, Rational::parse("1e-9")).record;
  CHECK(method["within_tolerance"] == false);
  CHECK(number_of(method["absolute_error"]["lower"]) > 2.9e-9);
  CHECK(number_of(method["method_error"]["lower"]) > 2.9e-9);
  CHECK(std::abs(number_of(method["rounding_error"]["upper"])) < 1e-14);
  const auto rounding = judge(faulty(false), r, truth, Rational::parse("1e-8")).record;
  CHECK(rounding["within_tolerance"] == true);
  CHECK(std::abs(number_of(rounding["method_error"]["upper"])) < 1e-14);
  CHECK(number_of(rounding["rounding_error"]["lower"]) > 2.9e-9);
  const auto clean = judge(find_approximation("clt"), r, truth, std::nullopt).record;
  CHECK(number_of(clean["absolute_error"]["upper"]) < 1e-15);
}

TEST_CASE("judge: a wrong curve is measured over all levels",
          "[approximations][judge][faults][slow]") {
  AskedTradeoff f(tradeoff_question("gaussian(sigma=4)^16", Direction::worst), Effort{});
  const ApproximationRequest r = request("gaussian(sigma=4)^16", "tradeoff", "0");
  const auto record = judge_curve(faulty(true), r, f, 3, Rational::parse("1e-5")).record;
  // sup |G_mu - G_1| = 2 Phi((mu - 1)/2) - 1 = 1e-4 / sqrt(2 pi) to first order.
  CHECK(record["within_tolerance"] == false);
  CHECK(number_of(record["absolute_error"]["lower"]) < 3.98943e-5);
  CHECK(number_of(record["absolute_error"]["upper"]) > 3.98941e-5);
  CHECK(number_of(record["absolute_error"]["upper"]) < 4.0e-5);
  CHECK(record["curve"] == "G_mu with a wrong mu");
  CHECK(record["largest_at"]["side"] == "below");
}

TEST_CASE("judge: a whole distribution is measured at every epsilon",
          "[approximations][judge][whole]") {
  ApproximationRequest r = request("laplace(b=1)", "delta", "0");
  r.options = {{"spacing", Rational(1, 8)}};
  const Query query{.quantity = "delta", .mechanism = "laplace(b=1)"};
  const auto sound = judge_whole(find_approximation("pld_round_up"), r, query, Effort{2},
                                 Rational::parse("1e-12"));
  CHECK(sound.record["verdict"] == "measured");
  CHECK(sound.record["within_tolerance"] == true);
  CHECK_FALSE(sound.wrong);
  ApproximationEntry low = find_approximation("pld_round_up");
  low.distributions = [](const ApproximationRequest& asked) {
    auto out = find_approximation("pld_round_up").distributions(asked);
    LossMasses::Atom& atom = out.front().masses.atoms.back();
    atom.mass = atom.mass - Rational(1, 1000);
    return out;
  };
  const auto found = judge_whole(low, r, query, Effort{2}, Rational::parse("1e-4"));
  CHECK(found.record["whole"] == "not pessimistic");
  CHECK(found.record["within_tolerance"] == false);
  CHECK(found.wrong);
  const auto none = judge_whole(find_approximation("clt"), r, query, Effort{2}, std::nullopt);
  CHECK(none.record["verdict"] == "refused");
}

TEST_CASE("judge: intervals are counted over seeds", "[approximations][judge]") {
  ApproximationRequest r = request("gaussian(sigma=4)^16", "rero", "0.1");
  r.options = {{"samples", Rational(2000)}, {"seed", Rational(1)}, {"repeats", Rational(40)}};
  const Ball truth = truth_of(r);
  const auto coverage =
      judge(find_approximation("monte_carlo"), r, truth, std::nullopt).record["coverage"];
  CHECK(coverage["intervals"] == 40);
  CHECK(coverage["claimed"] == "0.95");
  CHECK(coverage["hold"].get<int>() + coverage["miss"].get<int>() == 40);
  CHECK(coverage["hold"].get<int>() >= 32);  // 38 expected
  // Intervals of a tenth of the width rarely contain the value.
  ApproximationEntry proud = find_approximation("monte_carlo");
  proud.run = [](const ApproximationRequest& request) {
    ApproximationResult result = find_approximation("monte_carlo").run(request);
    const double reach = (result.band->second - result.band->first) / 20;
    result.band = {result.value - reach, result.value + reach};
    return result;
  };
  const auto found = judge(proud, r, truth, std::nullopt).record["coverage"];
  CHECK(found["miss"].get<int>() >= 20);
  r.options.erase("repeats");
  CHECK(judge(proud, r, truth, std::nullopt).record.count("coverage") == 0);
}

TEST_CASE("judge: the fitted order of two errors", "[approximations][judge]") {
  const Bits p{128};
  const auto ball = [&](const char* text) { return Ball(Rational::parse(text), p); };
  const Ball order = fitted_order(Rational(100), ball("1e-3"), Rational(400), ball("1.25e-4"));
  CHECK(order.approximate() == Approx(-1.5));
  CHECK(order.relative_digits() > 20);
  const Ball wide = fitted_order(Rational(100), Ball::hull(ball("0.9e-3"), ball("1.1e-3")),
                                 Rational(400), ball("1.25e-4"));
  CHECK(wide.contains(Rational(-3, 2)));
  CHECK_FALSE(fitted_order(Rational(100), Ball(p), Rational(400), ball("1")).is_finite());
}

TEST_CASE("suite: sequences fit the order of errors between their members",
          "[suite][approximations][judge]") {
  using namespace plumbline::testing;
  const Run run =
      run_text(head() +
               "[[case]]\nid = \"x\"\nquantity = \"tradeoff\"\ndirection = \"forward\"\n"
               "mechanism = \"subsampled_gaussian(sigma=2,p=0.1)\"\n"
               "steps = [\"100\", \"400\"]\nat = { alpha = \"all\" }\n"
               "digits = 1\njudge = [\"clt_v\", \"edgeworth1\"]\n"
               "order = { clt_v = \"-1/2\", edgeworth1 = \"-1\" }\n");
  CHECK(run.code == 0);
  REQUIRE(run.results.size() == 2);
  CHECK(run.results[0]["steps"] == "100");
  CHECK(run.results[1]["mechanism"] == "subsampled_gaussian(sigma=2,p=0.1)^400");
  CHECK(run.results[0]["at"]["alpha"] == "all");
  CHECK(run.results[0]["judged"][0].count("order") == 0);
  const auto& order = run.results[1]["judged"][1]["order"];
  CHECK(order["from_steps"] == "100");
  CHECK(order["to_steps"] == "400");
  CHECK(order["claimed"] == "-1");
  const auto error = [&](size_t member, const std::string& end) {
    const auto& bounds = run.results[member]["judged"][1]["absolute_error"];
    return std::stod(bounds[end].get<std::string>());
  };
  const auto fitted = [&](const std::string& end) {
    return std::stod(order[end].get<std::string>());
  };
  CHECK(fitted("lower") ==
        Approx(std::log(error(1, "lower") / error(0, "upper")) / std::log(4)).margin(1e-3));
  CHECK(fitted("upper") ==
        Approx(std::log(error(1, "upper") / error(0, "lower")) / std::log(4)).margin(1e-3));
}

TEST_CASE("case file: distributions by hand, and those of methods, as a whole", "[suite][whole]") {
  using namespace plumbline::testing;
  const auto results = [](const std::string& lines) {
    return run_text(head() + "[[case]]\nid = \"x\"\ndirection = \"forward\"\n" + lines);
  };
  const std::string response = "mechanism = \"randomized_response(epsilon=log(3))\"\n";
  const std::string masses = "at = { distribution = \"-1.09:0.25,1.1:0.75,inf:0\" }\n";
  const auto one = [&](const std::string& word) {
    return results("quantity = \"profile\"\n" + response + masses + "expect_verdict = \"" + word +
                   "\"\n");
  };
  CHECK(one("holds").code == 0);
  CHECK(one("fails").code == 1);
  const auto all = results(
      "quantity = \"delta\"\nmechanism = \"laplace(b=1)\"\nat = { epsilon = \"all\" }\n"
      "judge = [\"pld_round_up\", \"clt_v\"]\noptions = { spacing = \"0.125\" }\n"
      "tolerance = { pld_round_up = \"1e-12\" }\n");
  CHECK(all.code == 0);
}

TEST_CASE("case file: faults of curves and sequences", "[suite][case_file]") {
  using namespace plumbline::testing;
  const auto messages = [](const std::string& lines) {
    return run_text(head() + "[[case]]\nid = \"x\"\nquantity = \"tradeoff\"\n" + lines).messages;
  };
  using Catch::Contains;
  const std::string gauss = "mechanism = \"gaussian(sigma=1)\"\n",
                    all = "at = { alpha = \"all\" }\n";
  CHECK_THAT(messages(gauss + all + "expect = \"0.1\"\n"), Contains("single point"));
  CHECK_THAT(messages(gauss + all + "steps = [\"20\", \"10\"]\n"), Contains("must grow in steps"));
  CHECK_THAT(messages(gauss + all + "steps = [\"ten\"]\n"), Contains("[x] steps: "));
  CHECK_THAT(messages(gauss + all + "steps = [\"1.5\"]\n"), Contains("positive integers"));
  CHECK_THAT(messages(gauss + all + "judge = [\"clt\"]\norder = { clt = \"-1\" }\n"),
             Contains("needs a sequence"));
  CHECK_THAT(messages(gauss + all + "steps = [\"1\", \"2\"]\norder = { clt = \"-1\" }\n"),
             Contains("not judged here"));
  CHECK_THAT(messages("mechanism = [\"gaussian(sigma=1)\", \"gaussian(sigma=1)^2\"]\n" + all +
                      "steps = [\"2\"]\n"),
             Contains("belongs to a single mechanism"));
  CHECK_THAT(messages("mechanism = [\"gaussian(sigma=1)\", \"nonsense\"]\n" + all),
             Contains("nonsense"));
  CHECK_THAT(messages(gauss + "at = { alpha = [\"all\", \"0.1\"] }\n"), Contains("all"));
}
