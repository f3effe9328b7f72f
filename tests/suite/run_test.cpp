#include "verify/suite/run/run.hpp"

#include <nlohmann/json.hpp>

#include "tests/suite/suite_support.hpp"

namespace plumbline {
namespace {

using namespace testing;

/// Removes the times: other results must not depend on the number of threads.
void strip_seconds(nlohmann::json* record) {
  record->erase("seconds");
  for (auto& judged : (*record)["judged"]) judged.erase("seconds");
}

// delta(1) of gaussian(sigma=1): Phi(-1/2) - e Phi(-3/2) = 0.12693673750664394...
const char* const kRight = "expect = \"0.126936737507\"\n";
const char* const kWrong = "expect = \"0.126936737508\"\n";

TEST_CASE("suite: exit 0 when everything agrees, and the enclosure is in the results",
          "[suite][run]") {
  const Run run = run_text(head() + gauss_case("x", kRight));
  CHECK(run.code == 0);
  REQUIRE(run.results.size() == 1);
  const auto& r = run.results[0];
  CHECK(r["verdict"] == "agrees");
  CHECK(r["lower"].get<std::string>().rfind("0.12693673750664", 0) == 0);
  CHECK(r["upper"].get<std::string>().rfind("0.12693673750664", 0) == 0);
  CHECK(r["reached"] == true);
  CHECK(r["direction"] == "worst");
  CHECK(r["at"]["epsilon"] == "1");
  CHECK(r["error_budget"].size() == 4);
}

TEST_CASE("suite: a wrong printed value is found where it is", "[suite][run][faults]") {
  const Run run = run_text(head() + gauss_case("a", kRight) + gauss_case("b", kWrong) +
                           gauss_case("c", kRight));
  CHECK(run.code == 1);
  REQUIRE(run.results.size() == 3);
  CHECK(run.results[0]["verdict"] == "agrees");
  CHECK(run.results[1]["verdict"] == "differs");
  CHECK(run.results[1]["case"] == "b");
  CHECK(run.results[2]["verdict"] == "agrees");
  CHECK_THAT(run.report, Catch::Contains("printed 0.126936737508, certified 0.12693673750"));
  CHECK_THAT(run.messages, Catch::Contains("case.toml:9: [b] delta(epsilon=1): printed "));
}

TEST_CASE("suite: disputes excuse what differs and go stale when it agrees", "[suite][run]") {
  const Run disputed = run_text(head() + gauss_case("x", std::string(kWrong) + "disputed = \"w\""));
  CHECK(disputed.code == 0);
  CHECK(disputed.results[0]["verdict"] == "disputed");
  const Run stale = run_text(head() + gauss_case("x", std::string(kRight) + "disputed = \"w\""));
  CHECK(stale.code == 1);
  CHECK(stale.results[0]["verdict"] == "stale_dispute");
}

TEST_CASE("suite: more digits are certified than are printed", "[suite][run]") {
  const Run run = run_text(head() + gauss_case("x", "expect = \"0.126936737506643945\"\n"));
  CHECK(run.results[0]["digits_asked"] == 20);
  CHECK(run.results[0]["verdict"] != "undecided");
}

TEST_CASE("suite: tolerances are enforced with certified errors", "[suite][run]") {
  const std::string judge = "judge = [\"clt\", \"edgeworth0\"]\n";
  const auto run_with = [&](const std::string& tolerance) {
    return run_text(head() +
                    "[[case]]\nid = \"x\"\nquantity = \"delta\"\n"
                    "mechanism = \"subsampled_gaussian(sigma=1,p=0.5)\"\n"
                    "at = { epsilon = \"0.1\" }\n" +
                    judge + "tolerance = { clt = \"" + tolerance + "\" }\n");
  };
  const Run loose = run_with("0.9"), tight = run_with("1e-6");
  CHECK(loose.code == 0);
  CHECK(loose.results[0]["judged"][0]["within_tolerance"] == true);
  CHECK(tight.code == 1);
  CHECK(tight.results[0]["judged"][0]["within_tolerance"] == false);
  CHECK(tight.results[0]["judged"][1].count("within_tolerance") == 0);
  CHECK_THAT(tight.report, Catch::Contains("clt: absolute error 0.0582824, tolerance 1e-6"));
}

TEST_CASE("suite: printed digits may be those of a judged method", "[suite][run]") {
  const auto run_with = [](const std::string& printed) {
    return run_text(head() + gauss_case("x",
                                        "judge = [\"clt\", \"edgeworth0\"]\n"
                                        "expect_judged = { clt = \"" +
                                            printed + "\" }\n"));
  };
  const Run right = run_with("0.127"), wrong = run_with("0.128");
  CHECK(right.code == 0);
  CHECK(right.results[0]["judged"][0]["expect"] == "0.127");
  CHECK(right.results[0]["judged"][0]["expect_verdict"] == "agrees");
  CHECK(right.results[0]["judged"][1].count("expect") == 0);
  CHECK(right.results[0]["verdict"].is_null());
  CHECK(wrong.code == 1);
  CHECK(wrong.results[0]["judged"][0]["expect_verdict"] == "differs");
  CHECK_THAT(wrong.report, Catch::Contains("printed 0.128, said 0.1269367375066"));
  // A method that refuses the kind does not have the expected value.
  const Run refused = run_text(head() + gauss_case("x",
                                                   "judge = [\"monte_carlo\"]\n"
                                                   "expect_judged = { monte_carlo = \"0.1\" }\n"));
  CHECK(refused.code == 1);
  CHECK(refused.results[0]["judged"][0]["expect_verdict"] == "differs");
}

TEST_CASE("suite: mu of a product of gaussians is a quantity", "[suite][run]") {
  const std::string start = "[[case]]\nid = \"x\"\nquantity = \"gaussian_mu\"\nmechanism = ";
  const Run run = run_text(head() + start + "\"gaussian(sigma=2)^9 * gaussian(sigma=1/2)\"\n" +
                           "equals = \"sqrt(9/4 + 4)\"\nexpect = \"2.5\"\n");
  CHECK(run.code == 0);
  CHECK(run.results[0]["verdict"] == "agrees");
  const Run none = run_text(head() + start + "\"laplace(b=1)\"\n");
  CHECK(none.code == 2);
  CHECK_THAT(none.messages, Catch::Contains("laplace(b=1) is no product of gaussians"));
}

TEST_CASE("suite: errors enclose the difference of the exact double", "[suite][run]") {
  const Run run = run_text(head() + gauss_case("x", "judge = [\"clt\", \"monte_carlo\"]\n"));
  const auto& clt = run.results[0]["judged"][0];
  CHECK(clt["verdict"] == "measured");
  // The limit is exact for a Gaussian: the remaining error is the rounding of a double near 0.127.
  const auto number = [](const nlohmann::json& x) { return std::stod(x.get<std::string>()); };
  CHECK(number(clt["absolute_error"]["upper"]) < 1e-15);
  CHECK(number(clt["absolute_error"]["lower"]) <= number(clt["absolute_error"]["upper"]));
  CHECK(std::abs(number(clt["method_error"]["upper"])) < 1e-15);
  CHECK(clt["value"].get<std::string>().size() >= 17);
  const auto& refused = run.results[0]["judged"][1];
  CHECK(refused["verdict"] == "refused");
  CHECK_FALSE(refused["reason"].get<std::string>().empty());
}

TEST_CASE("suite: bad input is listed, the rest runs, exit 2 comes first", "[suite][run]") {
  const TemporaryDirectory d;
  d.write("a/good.toml", head() + gauss_case("x", kWrong));
  d.write("a/bad.toml", "[[[");
  d.write("a/b/empty.toml", "");
  const Run run =
      run_paths({d.path() / "a", d.path() / "nowhere", d.path() / "no.toml"}, d.path() / "out");
  CHECK(run.code == 2);
  REQUIRE(run.results.size() == 1);
  CHECK(run.results[0]["verdict"] == "differs");
  const auto lines = lines_of(run.messages);
  REQUIRE(lines.size() == 6);  // four problems, one difference and the summary
  CHECK_THAT(lines[4], Catch::Contains("good.toml:3: [x] delta(epsilon=1): printed "));
  CHECK_THAT(run.messages, Catch::Contains("nowhere: no such file or directory"));
  CHECK_THAT(run.messages, Catch::Contains("no.toml: no such file or directory"));
  CHECK_THAT(run.messages, Catch::Contains("bad.toml:1: is not TOML"));
  CHECK_THAT(run.messages, Catch::Contains("empty.toml: is empty"));
  CHECK_THAT(run.report, Catch::Contains("### Bad input"));
}

TEST_CASE("suite: arguments out of their domain are bad input", "[suite][run]") {
  const Run run = run_text(head() +
                           "[[case]]\nid = \"x\"\nquantity = \"tradeoff\"\n"
                           "mechanism = \"gaussian(sigma=1)\"\nat = { alpha = \"1.5\" }\n" +
                           gauss_case("y", kRight));
  CHECK(run.code == 2);
  CHECK(run.results.size() == 1);
  CHECK_THAT(run.messages, Catch::Contains("case.toml:7: [x] at.alpha: "));
}

TEST_CASE("suite: a time limit ends the case, not the run", "[suite][run]") {
  const TemporaryDirectory d;
  std::ostringstream messages;
  SuiteOptions options;
  options.paths = {d.write("c.toml", head() + gauss_case("x", kRight))};
  options.out = d.path() / "out";
  options.timeout_seconds = 0;
  options.messages = &messages;
  CHECK(run_suite(options) == 3);
  const auto record = nlohmann::json::parse(read_text(options.out / "results.jsonl"));
  CHECK(record["reached"] == false);
  CHECK(record["lower"] == "-inf");
  CHECK(record["upper"] == "inf");
  CHECK(record["verdict"] == "undecided");
}

TEST_CASE("suite: results do not depend on the number of threads", "[suite][run][threads][slow]") {
  std::string text = head();
  for (int i = 0; i < 30; ++i) {
    text += "[[case]]\nid = \"c" + std::to_string(i) +
            "\"\nquantity = \"tradeoff\"\nmechanism = \"laplace(b=" + std::to_string(i + 1) +
            ")\"\nat = { alpha = [\"0.1\", \"0.2\", \"0.7\"] }\n"
            "judge = [\"clt_v\", \"edgeworth1\"]\n";
  }
  Run one = run_text(text, 1), two = run_text(text, 2), many = run_text(text, 7);
  REQUIRE(one.results.size() == 90);
  REQUIRE(two.results.size() == 90);
  REQUIRE(many.results.size() == 90);
  for (size_t i = 0; i < one.results.size(); ++i) {
    strip_seconds(&one.results[i]);
    strip_seconds(&two.results[i]);
    strip_seconds(&many.results[i]);
    // The files are in different temporary directories.
    for (Run* run : {&one, &two, &many}) run->results[i].erase("file");
    CHECK(one.results[i] == two.results[i]);
    CHECK(one.results[i] == many.results[i]);
  }
}

TEST_CASE("suite: no progress and no escape codes unless on a terminal", "[suite][run]") {
  const Run run = run_text(head() + gauss_case("x", kRight));
  CHECK(run.messages.find('\r') == std::string::npos);
  CHECK(run.messages.find('\033') == std::string::npos);
  CHECK(lines_of(run.messages).size() == 1);
}

TEST_CASE("suite: an output directory that cannot be written is bad input", "[suite][run]") {
  const TemporaryDirectory d;
  const auto file = d.write("file", "");
  std::ostringstream messages;
  SuiteOptions options;
  options.paths = {d.write("c.toml", head() + gauss_case("x", kRight))};
  options.out = file / "out";
  options.messages = &messages;
  CHECK(run_suite(options) == 2);
  CHECK_THAT(messages.str(), Catch::Contains("cannot be written"));
}

}  // namespace
}  // namespace plumbline
