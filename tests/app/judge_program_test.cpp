/// `judge`, `plot`, `compare` with its text output, and time limits.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/run_program.hpp"
#include "verify/claims/judging/grade.hpp"
#include "verify/suite/cases/error_side.hpp"

using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

std::vector<Json> objects_of(const std::string& lines) {
  std::vector<Json> out;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) out.push_back(Json::parse(line));
  return out;
}

Rational number_at(const Json& x, const char* name) {
  return Rational::parse(x[name].get<std::string>());
}

double seconds_of(const std::string& words, int* code) {
  const auto start = std::chrono::steady_clock::now();
  *code = run(words).code;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("judge: the divergence of two mechanisms, by methods and by a number", "[cli][judge]") {
  const std::string words =
      "judge divergence 'gaussian(sigma=1)' 'laplace(b=1)' --direction forward --digits 8 --json ";
  const Run r = run(words + "--with pld_connect_dots,grid_delta,clt --answer 0.0052");
  CHECK(r.code == 0);  // a comparison of two mechanisms has no dangerous side
  const std::vector<Json> lines = objects_of(r.out);
  REQUIRE(lines.size() == 5);
  CHECK(lines[0]["other"] == "laplace(b=1)");
  CHECK(lines[1]["approximation"] == "your answer");
  CHECK(lines[1]["side"] == "below");
  CHECK(lines[2]["approximation"] == "pld_connect_dots");
  CHECK(lines[2]["other"] == "laplace(b=1)");
  CHECK(lines[4]["approximation"] == "clt");
  CHECK(lines[4].contains("why"));  // Laplace noise
  CHECK(run(words + "--hyperprior uquadratic").code == 2);
}

TEST_CASE("judge: a number from elsewhere is wrong where it promises too much", "[cli][judge]") {
  const std::string words = "judge epsilon 'gaussian(sigma=1)' --delta 0.01 --json --answer ";
  const Run safe = run(words + "2.4"), wrong = run(words + "2.3"), both = run(words + "2.3,2.4");
  CHECK(safe.code == 0);
  CHECK(wrong.code == 1);
  CHECK(both.code == 1);
  const std::vector<Json> all = objects_of(both.out);
  REQUIRE(all.size() == 3);
  CHECK(all[1]["said"] == "2.3");
  CHECK(all[1]["side"] == "dangerous");
  CHECK(all[1]["grade"] == "material");
  CHECK(all[2]["side"] == "safe");
  CHECK(number_at(all[2]["error"], "lower") > Rational::parse("0.08"));
}

TEST_CASE("judge and calibrate: the heading says what was typed and what it is", "[cli][judge]") {
  const std::string typed = "gaussian(sigma=10/4)",
                    canonical = typed + " = gaussian(sigma=2.5), worst";
  const Run judged = run("judge epsilon '" + typed + "' --delta 0.01 --answer 2.4");
  CHECK(judged.out.rfind(canonical, 0) == 0);
  const Run found =
      run("calibrate 'gaussian(sigma=?)^2 * laplace(b=10/4)' --epsilon 2 --delta 1e-5 --digits 3");
  CHECK(found.out.rfind("gaussian(sigma=?)^2 * laplace(b=10/4) = gaussian(sigma=?)^2 *", 0) == 0);
  // JSON contains the canonical form only.
  const Run json = run("judge epsilon '" + typed + "' --delta 0.01 --answer 2.4 --json");
  CHECK(objects_of(json.out)[0]["mechanism"] == "gaussian(sigma=2.5)");
}

TEST_CASE("headings: the relation that factors without one take on", "[cli][judge]") {
  const std::string start = "zcdp(rho=0.1) * zcdp(rho=0.1,relation=replace)";
  CHECK(run("delta '" + start + "' --epsilon 1 --digits 3")
            .out.rfind(start + " (all under replace_one), worst", 0) == 0);
  for (const char* plain :
       {"zcdp(rho=0.1)", "gaussian(sigma=1) * subsampled_gaussian(sigma=1,p=0.1)",
        "gaussian(sigma=1,relation=replace) * laplace(b=1,relation=replace)"}) {
    CAPTURE(plain);
    CHECK(run("delta '" + std::string(plain) + "' --epsilon 1 --digits 3").out.find("all under") ==
          std::string::npos);
  }
}

TEST_CASE("judge: a signed error, and the side that does harm", "[cli][judge]") {
  const Run r =
      run("judge epsilon 'subsampled_gaussian(sigma=1,p=0.01)^1000' --delta 1e-5 --with renyi,clt "
          "--json");
  CHECK(r.code == 0);
  const std::vector<Json> all = objects_of(r.out);
  REQUIRE(all.size() == 3);
  CHECK(all[0].contains("lower"));
  for (size_t i = 1; i < all.size(); ++i) {
    const Json& one = all[i];
    CAPTURE(one.dump());
    const Rational said = Rational::from_binary64(std::stod(one["said"].get<std::string>())),
                   low = number_at(one["error"], "lower"), high = number_at(one["error"], "upper");
    // Truth plus error equals the stated value.
    CHECK(number_at(all[0], "lower") + low <= said);
    CHECK(said <= number_at(all[0], "upper") + high);
    CHECK(one["side"] == (low.sign() > 0 ? "safe" : "dangerous"));
  }
  CHECK(all[1]["approximation"] == "renyi");
  CHECK(all[1]["side"] == "safe");  // a bound
}

TEST_CASE("judge: refusals are answers where the method was named", "[cli][judge]") {
  const std::string question = "judge delta 'randomized_response(epsilon=1)^4' --epsilon 1 --json";
  const std::vector<Json> named = objects_of(run(question + " --with saddle_point1").out),
                          any = objects_of(run(question).out);
  REQUIRE(named.size() == 2);
  for (const Json& one : any) CHECK_FALSE(one.contains("why"));
  CHECK(run(question + " --with luck").code == 2);
}

TEST_CASE("judge: which side is dangerous", "[judge]") {
  const Ball below(Rational(-1), Bits{64}), above(Rational(1), Bits{64});
  const Ball both = Ball::hull(below, above);
  for (const char* gain : {"delta", "epsilon", "rero", "tv", "power", "advantage", "posterior"}) {
    CHECK(error_side(gain, below) == "dangerous");
    CHECK(error_side(gain, above) == "safe");
  }
  for (const char* failure : {"tradeoff", "bayes", "minimax", "tradeoff_inverse"}) {
    CHECK(error_side(failure, below) == "safe");
    CHECK(error_side(failure, above) == "dangerous");
  }
  CHECK(error_side("delta", both) == "undecided");
  CHECK(error_side("delta", Ball(Bits{64})) == "exact");
  CHECK(error_side("minimax_prior", above) == "above");
}

TEST_CASE("compare: who is better where, in words", "[cli][compare]") {
  const Run r = run("compare 'gaussian(sigma=1)' 'laplace(b=1)' --digits 6");
  CHECK(r.out.find("is better below epsilon ") != std::string::npos);
  const Run none = run("compare 'gaussian(sigma=2)' 'gaussian(sigma=1)' --digits 6");
  CHECK(none.out.find("is better") == std::string::npos);
}

TEST_CASE("plot: pictures of curves", "[cli][plot][slow]") {
  if (std::system(
          "command -v gnuplot > /dev/null && /usr/bin/python3 -c 'import jinja2, markdown_it'") !=
      0) {
    WARN("gnuplot or what makes pages is not here: pictures were not tried");
    return;
  }
  const fs::path folder = fs::temp_directory_path() / "plumbline-plot-test";
  fs::create_directories(folder);
  const std::string two = " 'gaussian(sigma=1)' 'laplace(b=1)' -o ";
  for (const char* words : {"plot tradeoff", "plot profile --epsilon 0:3:9", "plot compare",
                            "plot tradeoff --log", "plot profile --log"}) {
    const fs::path svg = folder / "picture.svg";
    const Run r = run(words + two + svg.string());
    CAPTURE(words, r.err);
    CHECK(r.code == 0);
    std::ifstream in(svg);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    CHECK(text.find("<svg") != std::string::npos);
    CHECK(text.find("laplace(b=1)") != std::string::npos);
    fs::remove(svg);
  }
  CHECK(run("plot tradeoff" + two + (folder / "picture.png").string()).code == 0);
  CHECK(fs::file_size(folder / "picture.png") > 1000);
  const std::string sums = "plot strategies identity 'bisr(2)' --steps 6 --single --delta 1e-6 -o ";
  for (const char* epsilon : {" --epsilon 1:2:3", " --epsilon 1"}) {
    const fs::path svg = folder / "sums.svg";
    CHECK(run(sums + svg.string() + epsilon).code == 0);
    std::ifstream in(svg);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    CHECK(text.find("bisr(2)") != std::string::npos);
    fs::remove(svg);
  }
  CHECK(run(sums + (folder / "sums.svg").string() + " --epsilon 0").code == 2);
  CHECK(run("plot strategies tree --steps 6 --single --delta 1e-6 -o " +
            (folder / "sums.svg").string())
            .code == 2);
  CHECK(run("plot tradeoff" + two + (folder / "picture.gif").string()).code == 2);
  CHECK(run("plot tradeoff --log --alpha 0:1:5" + two + (folder / "a.svg").string()).code == 2);
  CHECK(run("plot compare 'laplace(b=1)' -o " + (folder / "a.svg").string()).code == 2);
  fs::remove_all(folder);
}

TEST_CASE("timeouts: they bind wherever the work is", "[cli][timeout][slow]") {
  // Half a second of tolerance, and again as much for a loaded machine.
  const double most = 0.5 + 1 + 0.5 + 1;
  for (const char* words :
       {"delta 'subsampled_gaussian(sigma=0.1,p=0.01)^100' --epsilon 1",
        "epsilon 'subsampled_gaussian(sigma=0.2,p=0.01)^100' --delta 1e-5 --digits 2000",
        "delta 'subsampled_gaussian(sigma=1,p=0.01)^10000' --epsilon 1 --digits 10000",
        "calibrate 'subsampled_gaussian(sigma=?,p=0.01)^10000' --epsilon 1 --delta 1e-5 --digits "
        "3000"}) {
    int code = 0;
    const double took = seconds_of(words + std::string(" --timeout 1"), &code);
    CAPTURE(words, took);
    CHECK(took < most);
    CHECK((code == 3 || took < 1));
  }
}

TEST_CASE("timeouts: what ran out of time is an answer in every format", "[cli][timeout][slow]") {
  const std::string words =
      "delta 'subsampled_gaussian(sigma=1,p=0.01)^10000' --epsilon 1 --digits 10000 --timeout 1";
  const Run json = run(words + " --json"), csv = run(words + " --format csv");
  CHECK(json.code == 3);
  CHECK(Json::parse(json.out)["reached"] == false);
  CHECK(csv.code == 3);
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 2);
}

TEST_CASE("judge: what doubles round is graded as claims are", "[judge]") {
  const Ball truth(Rational(1, 10), Bits{128});
  const auto grade = [&](const Rational& error) {
    return grade_of_double(0.1, Ball(error, Bits{128}), truth);
  };
  CHECK(grade(Rational::parse("-1e-17")) == ViolationGrade::last_digits);
  CHECK(grade(Rational::parse("-1.2e-15")) == ViolationGrade::numerical);
  CHECK(grade(Rational::parse("-1e-3")) == ViolationGrade::material);
  CHECK(grade(Rational::parse("-0.06")) == ViolationGrade::gross);
  CHECK(grade(Rational::parse("0.06")) == ViolationGrade::material);
  CHECK(grade(Rational::parse("0.2")) == ViolationGrade::gross);
}

TEST_CASE("judge: rounding is not called dangerous", "[cli][judge][slow]") {
  // Approximations in doubles have errors of rounding size, of either sign.
  const std::string question = "judge delta 'gaussian(sigma=1)^4' --epsilon 0.25 0.5 1 2 3";
  for (const Json& one : objects_of(run(question + " --json").out)) {
    if (!one.contains("side") || one["side"] != "dangerous") continue;
    CAPTURE(one.dump());
    const Rational size = number_at(one["relative_error"], "lower");
    const bool small = Rational::parse("-1e-6") < size;
    const std::string grade = one.at("grade");
    CHECK(small == (grade == "numerical" || grade == "last_digits"));
  }
  std::istringstream lines(run(question).out);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("DANGEROUS") == std::string::npos) continue;
    CAPTURE(line);
    CHECK(line.find("error -") != std::string::npos);
    CHECK(line.find("e-1") == std::string::npos);  // no error of 1e-10 or below
  }
}

TEST_CASE("judge: an interval that a method states is compared with the true value",
          "[cli][judge]") {
  const std::string question = "judge tv 'gaussian(sigma=5)^30' --with kl_tv,chernoff_tv,clt";
  const std::vector<Json> all = objects_of(run(question + " --json").out);
  REQUIRE(all.size() == 4);
  CHECK(all[1]["band"]["lower"] == "0");
  CHECK(all[1]["band"]["upper"] == all[1]["said"]);
  CHECK(all[1]["band"]["contains_truth"] == true);
  CHECK(number_at(all[2]["band"], "lower") < number_at(all[0], "lower"));
  CHECK(number_at(all[0], "upper") < number_at(all[2]["band"], "upper"));
  CHECK_FALSE(all[3].contains("band"));
  const std::string text = run(question).out;
  CHECK(text.find("safe side; its bound holds\n") != std::string::npos);
  CHECK(text.find("; its interval [0.139292, 0.509099] holds\n") != std::string::npos);
}
