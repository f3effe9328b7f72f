/// Expressions from files, powers of products, one value in several places, logarithmic ranges.
#include "app/options/files/expression_file.hpp"

#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/app/run_program.hpp"
#include "verify/base/points.hpp"
#include "verify/claims/numbers.hpp"

using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

std::string why(const std::string& text) {
  try {
    expression_in(text, "run.csv");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

std::string canonical(const char* text) { return Composition::parse(text).expression(); }

std::string refusal_of(const char* family) {
  try {
    Family(family, "");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("files: phases and training logs are products", "[cli][expression]") {
  CHECK(expression_in("gaussian(sigma=1)\n", "f") == "gaussian(sigma=1)");
  CHECK(expression_in("# warm-up\ngaussian(sigma=2)^3  # three\n\nlaplace(b=1)\n", "f") ==
        "gaussian(sigma=2)^3 * laplace(b=1)");
  CHECK(expression_in("gaussian(sigma=2) *\n laplace(b=1)\n* laplace(b=2)", "f") ==
        "gaussian(sigma=2) * laplace(b=1) * laplace(b=2)");
  const std::string log = "subsampled_gaussian(sigma=1.2,p=0.01)^30 * gaussian(sigma=1)^2";
  CHECK(expression_in("sigma,p,steps\n1.2,0.01,10\n1.0,1,2\n1.20,0.01,20\n", "f") ==
        "subsampled_gaussian(sigma=1.2,p=0.01)^30 * gaussian(sigma=1.0)^2");
  CHECK(expression_in("1.2,0.01,10\r\n1,1,2\r\n1.2,1/100,20\r\n", "f") == log);
  CHECK(expression_in("epoch, steps, p, sigma\n1,10,0.01,1.2\n2,2,1,1\n3,20,0.01,1.2\n", "f") ==
        log);
  CHECK(why("") == "run.csv: no expression in it");
  CHECK(why("sigma,p\n1,0.1\n") ==
        "run.csv, line 1: the column steps (or num_steps) is missing; the columns are sigma, p; if "
        "each "
        "line is one step, add a column steps of ones");
  CHECK(why("sigma,p,steps\n") == "run.csv, line 1: no line follows the names");
  CHECK(why("sigma,p,steps\n1,0.1,10\n1,0.1\n").find("run.csv, line 3: 3 fields") == 0);
  CHECK(why("1,0.1,2.5").find("run.csv, line 1: steps must be") == 0);
  CHECK(why("1,x,2").find("run.csv, line 1: p: ") == 0);
}

TEST_CASE("files: training logs as spreadsheets write them", "[cli][expression]") {
  for (const char* text :
       {"Sigma,P,Steps\n1.2,0.01,10\n", "NOISE_MULTIPLIER,Sample_Rate,NUM_STEPS\n1.2,0.01,10\n",
        "\"sigma\",\"p\",\"steps\"\n\"1.2\",\"0.01\",\"10\"\n", "sigma\tq\tsteps\n1.2\t0.01\t10\n",
        "sigma;p;steps\n1.2;0.01;10\n", "\xEF\xBB\xBFsigma;p;steps\r\n1.2;0.01;10\r\n",
        "'noise_multiplier', 'q', 'num_steps'\n1.2, 0.01, 10\n", "1.2\t0.01\t10\n"}) {
    CAPTURE(text);
    CHECK(expression_in(text, "f") == "subsampled_gaussian(sigma=1.2,p=0.01)^10");
  }
  CHECK(expression_in("\xEF\xBB\xBF[[1.5, 1, 3]]", "f") == "gaussian(sigma=1.5)^3");
  CHECK(
      why("noise,rate,steps\n1,0.1,2\n") ==
      "run.csv, line 1: the column sigma (or noise_multiplier) is missing; the columns are noise, "
      "rate, steps");
}

TEST_CASE("files: noise multipliers of a log may be found", "[expression]") {
  CHECK(
      expression_in("sigma,p,steps\n?,0.01,10\n?*1.5,1,2\n?,0.01,20\n?*1,0.1,3\n1,0.1,3\n", "f") ==
      "subsampled_gaussian(sigma=?,p=0.01)^30 * gaussian(sigma=?*1.5)^2 * "
      "subsampled_gaussian(sigma=?*1,p=0.1)^3 * "
      "subsampled_gaussian(sigma=1,p=0.1)^3");
  CHECK(why("sigma,p,steps\n?2,0.01,10\n").find("run.csv, line 2: sigma") == 0);
  CHECK(why("sigma,p,steps\n1,?,10\n").find("run.csv, line 2: p") == 0);
}

TEST_CASE("files: histories of Opacus accountants in all their forms", "[cli][expression]") {
  const std::string both = "subsampled_gaussian(sigma=1.25,p=0.5)^20 * gaussian(sigma=1.5)^3";
  for (
      const char* text :
      {R"([[1.25, 0.5, 20], [1.5, 1, 3]])",
       R"({"history": [[1.25, 0.5, 20], [1.5, 1.0, 3]], "mechanism": "rdp"})",
       R"([{"noise_multiplier": 1.25, "sample_rate": 0.5, "steps": 20},
            {"noise_multiplier": 1.5, "sample_rate": 1, "num_steps": 3}])",
       R"({"accountant": "rdp", "delta": 1e-5, "accountant_history":
            [{"noise_multiplier": 1.25, "sample_rate": 0.5, "steps": 20}, [1.5, 1, 3]]})",
       R"({"accountant_state_dict": {"history": [[1.25, 0.5, 20], [1.5, 1, 3]], "mechanism": "prv"}})",
       "[(1.25, 0.5, 20), (1.5, 1, 3)]", "[(np.float64(1.25), 0.5, 20), (1.5, 1.0, 3)]\n",
       "{'history': [(1.25, 0.5, 20), (1.5, 1.0, 3)], 'mechanism': 'rdp'}",
       "noise_multiplier,sample_rate,steps\n1.25,0.5,20\n1.5,1,3\n",
       "num_steps,sampling_rate,sigma\n20,0.5,1.25\n3,1,1.5\n"}) {
    CAPTURE(text);
    CHECK(expression_in(text, "f") == both);
  }
  // A double means its exact value.
  CHECK(expression_in("[[0.1, 0.5, 1]]", "f") ==
        "subsampled_gaussian(sigma=" + exact_number(0.1).text + ",p=0.5)^1");
  CHECK(why(R"({"epsilon": 3})").find("without the history of a training") != std::string::npos);
  CHECK(why("[[1.1, 0.5").find("looks like JSON or a list of Python and is neither") !=
        std::string::npos);
  CHECK(why(R"([[1.1, 0.5, 2], [1.1, 0.5]])").find("step 2 of the history") != std::string::npos);
  CHECK(why(R"([[1.1, 0.5, 2.5]])").find("must be a positive integer") != std::string::npos);
  CHECK(why(R"([[1.1, "x", 2]])").find("sample_rate: ") != std::string::npos);
  CHECK(why(R"({"a": [[1,1,1]], "b": [[1,1,1]]})").find("several histories") != std::string::npos);
}

TEST_CASE("files: events of dp-accounting are expressions", "[cli][expression][events]") {
  for (const char* text : {R"(["dp_accounting.dp_event", "GaussianDpEvent", 2.0])",
                           R"({"class_name": "GaussianDpEvent", "noise_multiplier": 2})",
                           "GaussianDpEvent(noise_multiplier=2.0)", "dp_event.GaussianDpEvent(2.0)",
                           "ComposedDpEvent([GaussianDpEvent(2.0), NoOpDpEvent()])",
                           "['dp_accounting.dp_event', 'GaussianDpEvent', 2.0]"}) {
    CAPTURE(text);
    CHECK(canonical(expression_in(text, "f").c_str()) == "gaussian(sigma=2)");
  }
  CHECK(canonical(
            expression_in("PoissonSampledDpEvent(0.5, event=GaussianDpEvent(2.0))", "f").c_str()) ==
        "subsampled_gaussian(sigma=2,p=0.5)");
  CHECK_THAT(why("GaussianDpEvent(1.0, 2.0)"), Catch::Contains("too many values"));
  CHECK_THAT(why("GaussianDpEvent(1.0, noise_multiplier=2.0)"), Catch::Contains("given twice"));
  CHECK_THAT(why("OtherDpEvent(1.0)"), Catch::Contains("OtherDpEvent has no certified pair"));
  CHECK_THAT(why(R"({"class_name": "GaussianDpEvent"})"), Catch::StartsWith("run.csv: event"));
}

TEST_CASE("files: a schedule whose noise is calibrated", "[cli][expression]") {
  CHECK(expression_in("sigma,p,steps\n?,0.01,10\n?,1,2\n?,0.01,20\n", "f") ==
        "subsampled_gaussian(sigma=?,p=0.01)^30 * gaussian(sigma=?)^2");
  CHECK(why("sigma,p,steps\n1,?,10\n").find("p: ") != std::string::npos);
}

TEST_CASE("files: @FILE stands for the expression in it", "[cli][expression]") {
  char name[] = "/tmp/plumbline-log-XXXXXX";
  const int descriptor = mkstemp(name);
  REQUIRE(descriptor >= 0);
  close(descriptor);
  std::ofstream(name) << "sigma,p,steps\n1.2,0.01,200\n1,0.01,100\n";
  const Run r = run("delta @" + std::string(name) + " --epsilon 1 --json");
  const Run same = run(
      "delta 'subsampled_gaussian(sigma=1.2,p=0.01)^200 * subsampled_gaussian(sigma=1,p=0.01)^100' "
      "--epsilon 1 --json");
  CHECK(r.code == 0);
  CHECK(nlohmann::json::parse(r.out)["lower"] == nlohmann::json::parse(same.out)["lower"]);
  std::remove(name);
  const Run missing = run("delta @" + std::string(name) + " --epsilon 1");
  CHECK(missing.code == 2);
  CHECK(std::count(missing.err.begin(), missing.err.end(), '\n') == 1);
}

TEST_CASE("expressions: powers of products, and two stars", "[expression]") {
  CHECK(canonical("(gaussian(sigma=1)^2 * laplace(b=1))^3") ==
        canonical("gaussian(sigma=1)^6 * laplace(b=1)^3"));
  CHECK(canonical("gaussian(sigma=1)**4 * laplace(b=1)") ==
        canonical("gaussian(sigma=1)^4*laplace(b=1)"));
  CHECK(canonical("((laplace(b=1)))") == "laplace(b=1)");
  CHECK(canonical("(gaussian(sigma=1)*(laplace(b=1)*laplace(b=2))^2)^5") ==
        canonical("gaussian(sigma=1)^5*laplace(b=1)^10*laplace(b=2)^10"));
  for (const char* wrong :
       {"(gaussian(sigma=1)", "gaussian(sigma=1))", "()", "(gaussian(sigma=1))^-1", "()^2",
        "gaussian(sigma=1)***2", "(gaussian(sigma=1)*)^2"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(Composition::parse(wrong), std::invalid_argument);
  }
  CHECK_THROWS_AS(
      Composition::parse(std::string(100, '(') + "laplace(b=1)" + std::string(100, ')')),
      std::invalid_argument);
}

TEST_CASE("calibrate: one value in several places", "[calibrate][PARAMETER-ORDER]") {
  const PrivacyTarget target{PrivacyTarget::Measure::delta, Rational(2), Rational::parse("1e-5")};
  const Family shared("gaussian(sigma=?)^3 * gaussian(sigma=?)^7", ""),
      alone("gaussian(sigma=?)^10", "");
  CHECK(shared.parameter() == "sigma");
  const Calibration a = calibrate(shared, target, Direction::worst, "auto", {}),
                    b = calibrate(alone, target, Direction::worst, "auto", {});
  CHECK(overlaps(a.value.value(), b.value.value()));  // the same mechanism
  CHECK(a.value.reached());
  // Two phases with different sampling rates: the target is met at the safe value and missed slightly beside it.
  const char* phases =
      "subsampled_gaussian(sigma=?,p=0.01)^200*subsampled_gaussian(sigma=?,p=0.02)^50";
  const Calibration c = calibrate(Family(phases, ""), target, Direction::worst, "auto", {});
  REQUIRE(c.safe);
  const auto delta_at = [&](const Rational& sigma) {
    PrivacyProfile profile(Composition::parse("subsampled_gaussian(sigma=" + sigma.text() +
                                              ",p=0.01)^200*subsampled_gaussian(sigma=" +
                                              sigma.text() + ",p=0.02)^50"),
                           Direction::worst);
    return delta(profile, Real(Rational(2)), Effort{20}).value();
  };
  const Ball goal(target.bound, Bits{128});
  CHECK(certainly_at_most(delta_at(*c.safe), goal));
  CHECK(certainly_less(goal, delta_at(*c.safe * Rational::parse("0.999999"))));
  // Calibrates N of a product in parentheses.
  const Calibration n = calibrate(Family("(gaussian(sigma=20)*gaussian(sigma=20))^?", ""), target,
                                  Direction::worst, "auto", {}),
                    m = calibrate(Family("gaussian(sigma=20)^?", ""), target, Direction::worst,
                                  "auto", {});
  REQUIRE(n.safe);
  REQUIRE(m.safe);
  CHECK(*n.safe == floor(*m.safe * Rational(1, 2)));
}

TEST_CASE("calibrate: what cannot share a value is refused", "[calibrate]") {
  CHECK(refusal_of("subsampled_gaussian(sigma=?,p=?)").find("one value of one parameter") !=
        std::string::npos);
  CHECK(refusal_of("gaussian(sigma=?) * laplace(b=?)").find("one value of one parameter") !=
        std::string::npos);
  CHECK(refusal_of("staircase(epsilon=1,gamma=?) * laplace(b=1)^?").find("one value") !=
        std::string::npos);
}

TEST_CASE("calibrate: several targets are met by the hardest one's value", "[cli][calibrate]") {
  const std::string two = "calibrate 'gaussian(sigma=?)' --epsilon 1 --delta 1e-5 --advantage 0.05";
  const Run r = run(two + " --json");
  CHECK(r.code == 0);
  std::vector<nlohmann::json> lines;
  std::istringstream in(r.out);
  for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
  REQUIRE(lines.size() == 3);
  CHECK(lines[2]["hardest"]["advantage"] == "0.05");
  CHECK(lines[2]["safe"] == lines[1]["safe"]);
  CHECK(Rational::parse(lines[1]["lower"].get<std::string>()) >
        Rational::parse(lines[0]["upper"].get<std::string>()));
  CHECK(std::stod(run(two + " --safe").out) == lines[1]["safe_double"].get<double>());
  CHECK(run("certify " + two + " -o /dev/null").code == 2);
}

TEST_CASE("ranges: equal quotients", "[points]") {
  const std::vector<Rational> points = parse_points("1e-8:1e-2:7:log");
  REQUIRE(points.size() == 7);
  for (long i = 0; i < 7; ++i) CHECK(points[static_cast<size_t>(i)] == power_of_ten(i - 8));
  const std::vector<Rational> thirds = parse_points("1:2:3:log");
  CHECK(thirds[1] == Rational::parse("1.41421"));
  CHECK_THROWS_AS(parse_points("0:1:5:log"), std::invalid_argument);
  CHECK_THROWS_AS(parse_points("1:2:5:lin"), std::invalid_argument);
  CHECK_THROWS_AS(parse_points("1:2:5:log:log"), std::invalid_argument);
}

TEST_CASE("files: a statement of TensorFlow Privacy is a run of Poisson sampling", "[cli][files]") {
  const std::string now =
      "DP-SGD performed over 60000 examples with 256 examples per iteration, noise multiplier 1.1 "
      "for 15 epochs without microbatching, and no bound on number of examples per user.\n";
  CHECK(expression_in(now, "s.txt") == "subsampled_gaussian(sigma=1.1,p=256/60000)^3516");
  const std::string before =
      "DP-SGD with sampling rate = 0.427% and noise_multiplier = 1.1 iterated over 3516 steps "
      "satisfies differential privacy with eps = 1.97 and delta = 1e-05.\n";
  CHECK(expression_in(before, "s.txt") == "subsampled_gaussian(sigma=1.1,p=0.00427)^3516");
  // The library breaks its lines at 80 characters.
  const std::string printed =
      "DP-SGD performed over 60000 examples with 256 examples per iteration, noise\n"
      "multiplier 1.1 for 15 epochs without microbatching, and no bound on number of\n"
      "examples per user.\n\nThis privacy guarantee protects the release of all model\n";
  CHECK(expression_in(printed, "s.txt") == "subsampled_gaussian(sigma=1.1,p=256/60000)^3516");
  CHECK(expression_in("  DP-SGD\n performed   over 64 examples with\n64 examples\nper iteration, "
                      "noise multiplier 2\r\nfor 3 epochs\nwithout microbatching",
                      "s.txt") == "gaussian(sigma=2)^3");
  CHECK(expression_in("DP-SGD with sampling rate = 0.427% and\nnoise_multiplier = 1.1 iterated "
                      "over 3516\nsteps satisfies",
                      "s.txt") == "subsampled_gaussian(sigma=1.1,p=0.00427)^3516");
  // Microbatches of several examples double the sensitivity.
  const std::string microbatches =
      "DP-SGD performed over 10000 examples with 64 examples per iteration, noise\n"
      "multiplier 2.0 for 5.0 epochs with microbatching, and no bound on number of\n"
      "examples per user.\n";
  CHECK(expression_in(microbatches, "s.txt") == "subsampled_gaussian(sigma=1,p=64/10000)^782");
  CHECK_THAT(why("DP-SGD performed over 64 examples with 64 examples per iteration, noise "
                 "multiplier 2 for 3 epochs"),
             Catch::Contains("has no word on microbatching"));
  CHECK_THAT(why("DP-SGD performed over many examples"),
             Catch::Contains("has no number of examples"));
}

TEST_CASE("files: what has no expression in it is named, with what is read", "[cli][files]") {
  const auto says = [](const std::string& text, const std::string& what) {
    CHECK_THAT(why(text), Catch::StartsWith("run.csv: it looks like " + what));
    CHECK_THAT(why(text), Catch::Contains("CSV with the columns sigma, p, steps"));
    CHECK(why(text).find('\n') == std::string::npos);
  };
  says("\x93NUMPY\x01", "an array of NumPy");
  says(std::string("PK\x03\x04") + "abc", "an archive");
  says("\x80\x04\x95", "a pickle");
  says(std::string("a\0b", 3), "binary data");
  says(R"({"format":"plumbline-certificate","quantity":"tv"})",
       "a certificate; write plumbline check");
  says(R"_({"mechanism":"gaussian(sigma=1)","quantity":"tv","value":"1"})_",
       "claims of an accountant; write plumbline claims");
  says("hello world\n", "text without a mechanism");
  says("Dear reader (of files)\n", "text without a mechanism");
  says("url_slug: a\ndeployment:\n  basic:\n", "a record of a deployment");
}
