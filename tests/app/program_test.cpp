/// The program as a black box, run through its command line.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/app/run_program.hpp"
#include "tests/places.hpp"

using nlohmann::json;
using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

const std::string kSteps = "'subsampled_gaussian(sigma=1,p=0.01)^10000'";

}  // namespace

TEST_CASE("program: delta as JSON has the fields of the interface", "[cli]") {
  const Run r = run("delta " + kSteps + " --epsilon 1.5 --direction forward --digits 25 --json");
  CHECK(r.code == 0);
  CHECK(r.err.empty());
  const json j = json::parse(r.out);
  CHECK(j["quantity"] == "delta");
  CHECK(j["mechanism"] == "subsampled_gaussian(sigma=1,p=0.01)^10000");
  CHECK(j["direction"] == "forward");
  CHECK(j["at"]["epsilon"] == "1.5");
  CHECK(j["engine"] == "fourier");
  CHECK(j["digits"].get<double>() >= 25);
  for (const char* term : {"quadrature", "truncation", "discretisation", "rounding"}) {
    CHECK(j["error_budget"][term].is_string());
  }
  const Rational lower = Rational::parse(j["lower"].get<std::string>());
  const Rational upper = Rational::parse(j["upper"].get<std::string>());
  CHECK(lower < upper);
  CHECK(upper - lower < Rational::parse("1e-25"));
  // Defaults: the worst direction and 15 digits.
  const json worst = json::parse(run("delta " + kSteps + " --epsilon 1.5 --json").out);
  CHECK(worst["direction"] == "worst");
  CHECK(Rational::parse(worst["lower"].get<std::string>()) <= upper);
}

TEST_CASE("program: more digits than doubles have exponents are counted", "[cli]") {
  const Run text = run("delta 'gaussian(sigma=1)' --epsilon 1 --digits 1000");
  REQUIRE(text.code == 0);
  CHECK(text.out.find("exact") == std::string::npos);
  CHECK(text.out.find("   1002.7 digits, closed_form") != std::string::npos);
}

TEST_CASE("program: ranges, lists and negative numbers", "[cli]") {
  const Run r = run("delta 'gaussian(sigma=1)' --epsilon -1 0:1:3,2 --json");
  CHECK(r.code == 0);
  std::vector<std::string> at;
  size_t start = 0;
  while (start < r.out.size()) {
    const size_t end = r.out.find('\n', start);
    at.push_back(json::parse(r.out.substr(start, end - start))["at"]["epsilon"]);
    start = end + 1;
  }
  CHECK(at == std::vector<std::string>{"-1", "0", "0.5", "1", "2"});
}

TEST_CASE("program: every quantity's example in --help runs", "[cli][slow]") {
  for (const char* quantity : {"delta",
                               "epsilon",
                               "tradeoff",
                               "rero",
                               "bayes",
                               "tv",
                               "divergence",
                               "tradeoff_inverse",
                               "power",
                               "advantage",
                               "posterior",
                               "minimax",
                               "posterior_belief",
                               "compare",
                               "minimax_prior",
                               "fixed_point",
                               "rero_bound",
                               "calibrate",
                               "moments",
                               "renyi",
                               "theorem3",
                               "list",
                               "tpr",
                               "dpsgd"}) {
    const Run help = run(std::string(quantity) + " --help");
    CAPTURE(quantity, help.out);
    CHECK(help.code == 0);
    const size_t at = help.out.find("Example: plumbline ");
    REQUIRE(at != std::string::npos);
    const size_t start = at + std::string("Example: plumbline ").size();
    size_t end =
        help.out.find('\n', start);  // an example may continue on the next line, as in a shell
    while (end != std::string::npos && help.out[end - 1] == '\\')
      end = help.out.find('\n', end + 1);
    const Run example = run(help.out.substr(start, end - start));
    CHECK(example.code == 0);
    CHECK(example.err.empty());
    CHECK_FALSE(example.out.empty());
  }
}

TEST_CASE("program: divergence prints one object per direction", "[cli]") {
  const Run r = run("divergence 'gaussian(sigma=1)' 'laplace(b=1)' --digits 20 --json");
  CHECK(r.code == 0);
  const size_t line = r.out.find('\n');
  const json a = json::parse(r.out.substr(0, line)), b = json::parse(r.out.substr(line + 1));
  CHECK(a["quantity"] == "divergence");
  CHECK(a["mechanism"] == "gaussian(sigma=1)");
  CHECK(a["other"] == "laplace(b=1)");
  CHECK(b["mechanism"] == "laplace(b=1)");
  CHECK(a["at"].contains("prior"));
  CHECK(a["lower"].get<std::string>().substr(0, 12) == "0.0052722088");
  CHECK(b["lower"].get<std::string>().substr(0, 12) == "0.0341385466");
}

TEST_CASE("program: compare prints its ranges and a verdict", "[cli]") {
  const Run r = run("compare 'gaussian(sigma=1)' 'laplace(b=1)' --digits 20 --json");
  CHECK(r.code == 0);
  std::vector<json> lines;
  for (size_t start = 0; start < r.out.size();) {
    const size_t end = r.out.find('\n', start);
    lines.push_back(json::parse(r.out.substr(start, end - start)));
    start = end + 1;
  }
  REQUIRE(lines.size() == 6);
  CHECK(lines[1]["range"] == "crossing");
  CHECK(lines[1]["prior"]["lower"].get<std::string>().substr(0, 14) == "0.418539376637");
  CHECK(lines.back()["verdict"] == "cross");
  CHECK(lines.back()["reached"] == true);
}

TEST_CASE("program: out of reach prints the best enclosure, marked, and exits with 3", "[cli]") {
  const Run r = run("delta 'laplace(b=1)^2' --epsilon 0.5 --engine fourier --json");
  CHECK(r.code == 3);
  const json j = json::parse(r.out);
  CHECK(j["reached"] == false);
  CHECK(Rational::parse(j["lower"].get<std::string>()) < Rational::parse("0.3505"));
  CHECK(Rational::parse(j["upper"].get<std::string>()) >
        Rational::parse("0.3505") - Rational::parse("1e-4"));
  CHECK(run("delta 'laplace(b=1)^2' --epsilon 0.5 --engine fourier").out.find("NOT REACHED") !=
        std::string::npos);
  // A time limit that passes immediately: the answer is still an enclosure.
  const Run late = run("delta " + kSteps + " --epsilon 1.5 --timeout 1e-9 --json");
  CHECK(late.code == 3);
  CHECK(json::parse(late.out)["reached"] == false);
}

TEST_CASE("program: calibrate prints the enclosure and a value that is safe",
          "[cli][calibrate][slow]") {
  const Run r = run(
      "calibrate 'subsampled_gaussian(sigma=1,p=0.01)^10000' --vary sigma --epsilon 2 --delta 1e-5 "
      "--json");
  CHECK(r.code == 0);
  const json j = json::parse(r.out);
  CHECK(j["quantity"] == "calibrate");
  CHECK(j["mechanism"] == "subsampled_gaussian(sigma=?,p=0.01)^10000");
  CHECK(j["at"]["delta"] == "1e-5");
  const std::string safe = j["safe"];
  CHECK(Rational::parse(j["lower"].get<std::string>()) < Rational::parse(safe));
  const json d = json::parse(
      run("delta 'subsampled_gaussian(sigma=" + safe + ",p=0.01)^10000' --epsilon 2 --json").out);
  CHECK(Rational::parse(d["upper"].get<std::string>()) <= Rational::parse("1e-5"));
  // Rounded to a double, the safe decimal may miss the target; the safe double meets it.
  const std::string family = "'subsampled_gaussian(sigma=?,p=512/60000)^3516'",
                    target = " --epsilon 3 --delta 1e-5";
  const Run alone = run("calibrate " + family + target + " --safe");
  CHECK(alone.code == 0);
  REQUIRE(std::count(alone.out.begin(), alone.out.end(), '\n') == 1);
  const double sigma = std::strtod(alone.out.c_str(), nullptr);
  const auto delta_at = [](double x) {
    return json::parse(run(fmt::format("delta 'subsampled_gaussian(sigma={:a},p=512/60000)^3516' "
                                       "--epsilon 3 --digits 20 --json",
                                       x))
                           .out);
  };
  const Rational goal = Rational::parse("1e-5");
  CHECK(Rational::parse(delta_at(sigma)["upper"].get<std::string>()) <= goal);
  CHECK(Rational::parse(delta_at(std::nextafter(sigma, 0))["lower"].get<std::string>()) > goal);
  const json whole = json::parse(run("calibrate " + family + target + " --json").out);
  CHECK(whole["safe_double"].get<double>() == std::stod(alone.out));
  CHECK(run("calibrate " + family + target + " --safe --json").code == 2);
  // N is an exact integer; --mu alone has a documented width.
  CHECK(json::parse(run("calibrate 'gaussian(sigma=100)^?' --epsilon 1 --delta 1e-6 --json")
                        .out)["lower"] == "560");
  CHECK(json::parse(
            run("calibrate 'gaussian(sigma=?)' --mu 1 --digits 3 --json").out)["at"]["within"] ==
        "0.0001");
  CHECK(run("calibrate 'subsampled_gaussian(sigma=?,p=0.01)^10000' --epsilon 2 --delta 1e-5 "
            "--timeout 1e-9")
            .code == 3);
}

TEST_CASE("program: bad input is one clear line and exit 2", "[cli][slow]") {
  const char* bad[] = {
      "delta 'gausian(sigma=1)' --epsilon 1",
      "delta 'gaussian(sgma=1)' --epsilon 1",
      "delta 'gaussian(sigma=0)' --epsilon 1",
      "delta 'gaussian(sigma=-1)' --epsilon 1",
      "delta 'subsampled_gaussian(sigma=1,p=1.5)' --epsilon 1",
      "delta 'gaussian(sigma=1)^-1' --epsilon 1",
      "delta 'gaussian(sigma=1)^1.5' --epsilon 1",
      "delta 'gaussian(sigma=1)' --epsilon nan",
      "delta 'gaussian(sigma=1)' --epsilon 0:1:x",
      "delta 'gaussian(sigma=1)'",
      "delta --epsilon 1",
      "delta 'gaussian(sigma=1)' --epsilon 1 --direction sideways",
      "delta 'gaussian(sigma=1)' --epsilon 1 --digits 0",
      "delta 'gaussian(sigma=1)' --epsilon 1 --engine fft",
      "delta 'laplace(b=1)^2' --epsilon 1 --engine closed_form",
      "delta 'gaussian(sigma=1)' --epsilon 1 --bogus",
      "delta 'gaussian(sigma=1)' --epsilon 1 --timeout nan",
      "delta 'gaussian(sigma=1)' --epsilon 1 --timeout 0",
      "delta 'gaussian(sigma=1)' --epsilon 1 --timeout soon",
      "delta 'subsampled_gaussian(sigma=1,p=1e-1000)' --epsilon 1",
      "tradeoff 'gaussian(sigma=1)' --alpha 1.5",
      "tradeoff 'gaussian(sigma=1)' --alpha -0.5",
      "rero 'gaussian(sigma=1)' --kappa 2",
      "bayes 'gaussian(sigma=1)' --prior -1",
      "divergence 'gaussian(sigma=1)'",
      "calibrate 'gaussian(sigma=?)'",
      "calibrate 'gaussian(sigma=?)' --epsilon 1",
      "calibrate 'gaussian(sigma=?)' --delta 1e-5 --advantage 0.1",
      "calibrate 'gaussian(sigma=1)' --vary b --epsilon 1 --delta 1e-5",
      "calibrate 'gaussian(sigma=1)^?' --epsilon 1 --delta 1e-5",
      "renyi 'gaussian(sigma=1)' --order 0",
      "renyi 'gaussian(sigma=1)' --order infinite",
      "theorem3 'gaussian(sigma=1)' 'laplace(b=1)' --direction worst",
      "divergence 'gaussian(sigma=1)' 'laplace(b=1)' --hyperprior 'beta(0,1)'",
      "compare 'gaussian(sigma=1)'",
      "rero_bound --epsilon -1 --delta 0 --kappa 0.1",
      "tradeoff_inverse 'gaussian(sigma=1)' --beta 1.5",
      "posterior 'gaussian(sigma=1)' --prior 2",
      "verify /nonexistent/cases --out /tmp/plumbline-none",
      "list nonsense",
      "frobnicate",
      "",
  };
  for (const char* arguments : bad) {
    const Run r = run(arguments);
    CAPTURE(arguments, r.err, r.out);
    CHECK(r.code == 2);
    CHECK(r.err.find('\n') != std::string::npos);
    if (std::string(arguments).rfind("verify", 0) != 0) {
      CHECK(r.err.rfind("plumbline: ", 0) == 0);
      CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
    }
  }
}

TEST_CASE("program: figure writes data, and (with Python and gnuplot) a script and a picture",
          "[cli][figures]") {
  char folder[] = "/tmp/plumbline-figures-XXXXXX";
  REQUIRE(mkdtemp(folder) != nullptr);
  const std::string out = folder;
  const Run r = run("figure bcp-3 --points 3 --out " + out);
  CHECK(r.code == 0);
  CHECK(r.out.find("bcp-3.csv") != std::string::npos);
  CHECK(access((out + "/bcp-3.csv").c_str(), R_OK) == 0);
  CHECK(access((out + "/bcp-3.json").c_str(), R_OK) == 0);
  const bool drawn = access((out + "/bcp-3.png").c_str(), R_OK) == 0;
  CHECK(drawn == (r.out.find(".png") != std::string::npos));
  CHECK(drawn == r.err.empty());
  // Without Python the data are still written, and one line reports the missing program.
  const std::string program = plumbline::testing::kProgram;
  const Run bare = run("--version >/dev/null; PATH=/nonexistent " + program +
                       " figure bcp-3 --points 3 --out " + out + "/bare");
  CHECK(bare.code == 0);
  CHECK(bare.err.find("pages need python3") != std::string::npos);
  CHECK(std::count(bare.err.begin(), bare.err.end(), '\n') == 1);
  CHECK(access((out + "/bare/bcp-3.csv").c_str(), R_OK) == 0);
  CHECK(access((out + "/bare/bcp-3.png").c_str(), R_OK) != 0);
  const Run unknown = run("figure bcp-9 --out " + out);
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("known: all, bcp-1") != std::string::npos);
  const std::filesystem::path path = out;
  std::filesystem::remove_all(path);
}
