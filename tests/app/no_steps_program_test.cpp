/// Runs without steps or without sampled records, on the command line and in files.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/options/files/expression_file.hpp"
#include "tests/app/run_program.hpp"
#include "tests/places.hpp"

using plumbline::expression_in;
using plumbline::testing::run;
using plumbline::testing::Run;

TEST_CASE("no steps: files", "[cli][expression][no_steps]") {
  CHECK(expression_in("[]", "f") == "perfectly_private()");
  CHECK(expression_in(R"({"history": [], "mechanism": "rdp"})", "f") == "perfectly_private()");
  CHECK(expression_in("{'history': []}", "f") == "perfectly_private()");
  CHECK(expression_in("[[1.5, 0.5, 0]]", "f") == "subsampled_gaussian(sigma=1.5,p=0.5)^0");
  CHECK(expression_in("[[1.5, 0.0, 10]]", "f") == "subsampled_gaussian(sigma=1.5,p=0)^10");
  CHECK(expression_in("sigma,p,steps\n1.5,0.5,0\n", "f") ==
        "subsampled_gaussian(sigma=1.5,p=0.5)^0");
}

TEST_CASE("no steps: answers", "[cli][no_steps]") {
  for (const char* mechanism : {"gaussian(sigma=1)^0", "subsampled_gaussian(sigma=1,p=0)^10",
                                "subsampled(laplace(b=1),p=0)", "subsampled_laplace(b=1,p=0)"}) {
    CAPTURE(mechanism);
    const std::string quoted = "'" + std::string(mechanism) + "'";
    const Run delta = run("delta " + quoted + " --epsilon 0 --json");
    REQUIRE(delta.code == 0);
    CHECK(nlohmann::json::parse(delta.out)["upper"] == "0");
    CHECK(run("tradeoff " + quoted + " --alpha 0.25").out.find("= 0.75") != std::string::npos);
    CHECK(run("epsilon " + quoted + " --delta 0").out.find("= 0 ") != std::string::npos);
  }
  for (const char* options : {"--sample-rate 0 --steps 10", "--sample-rate 0.1 --steps 0"}) {
    const Run r = run("dpsgd --sigma 1 --delta 1e-5 " + std::string(options));
    CAPTURE(r.out, r.err);
    CHECK(r.code == 0);
    CHECK(r.out.find("\n    0 or less: no loss") != std::string::npos);
    CHECK(r.out.find("membership advantage, max TPR - FPR: 0 ") != std::string::npos);
  }
  CHECK(run("dpsgd --sigma 1 --delta 1e-5 --sample-rate 0 --epochs 2").err.find("give --steps") !=
        std::string::npos);
}

TEST_CASE("no steps: certificates", "[cli][certificates][no_steps]") {
  for (const char* mechanism : {"subsampled_gaussian(sigma=1,p=0)^10",
                                "gaussian(sigma=1,relation=replace)^0 * "
                                "gaussian(sigma=2,relation=replace)"}) {
    CAPTURE(mechanism);
    char name[] = "/tmp/plumbline-none-XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    close(descriptor);
    const Run made =
        run("certify delta '" + std::string(mechanism) + "' --epsilon 0.5 -o " + std::string(name));
    CAPTURE(made.err);
    CHECK(made.code == 0);
    CHECK(run("check " + std::string(name)).code == 0);
    const Run second = plumbline::testing::run_command(
        "python3 " + std::string(plumbline::testing::kSourceFolder) +
        "/checker/plumbline_check.py " + name);
    CAPTURE(second.out, second.err);
    CHECK(second.out.find("not covered") != std::string::npos);
    std::remove(name);
  }
}
