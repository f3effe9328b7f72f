/// `dossier` from the command line.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"
#include "tests/places.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::string text_in(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Inserts a digit 1 in front of an end of the certificate's interval in a bundle.
void tamper(nlohmann::json* bundle, size_t certificate) {
  auto& lower = (*bundle)["certificates"][certificate]["lower"];
  lower = "1" + lower.get<std::string>();
}

}  // namespace

TEST_CASE("program: a dossier certifies all that a mechanism promises as one bundle",
          "[cli][dossier]") {
  const Folder folder;
  const std::string file = folder.file("dossier.json");
  const Run r =
      run("dossier 'gaussian(sigma=2.0)^3' --against 'laplace(b=1)' --delta 1e-5 --epsilon 1 -o " +
          file);
  CAPTURE(r.err);
  REQUIRE(r.code == 0);
  nlohmann::json bundle = nlohmann::json::parse(text_in(file));
  std::vector<std::string> quantities;
  for (const auto& one : bundle["certificates"]) quantities.push_back(one["quantity"]);
  CHECK(quantities == std::vector<std::string>{"epsilon", "delta", "tradeoff", "rero", "bayes",
                                               "divergence", "divergence"});
  CHECK(bundle["certificates"][5]["mechanism"] == bundle["certificates"][6]["other"]);
  CHECK(bundle["certificates"][3]["direction"] == "forward");
  CHECK(bundle["certificates"][0]["written"]["mechanism"] == "gaussian(sigma=2.0)^3");

  const Run checked = run("check " + file);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains("7 certificates: 7 confirmed"));

  for (size_t i = 0; i < 7; ++i) {
    nlohmann::json wrong = bundle;
    tamper(&wrong, i);
    const std::string other = folder.file("tampered.json");
    std::ofstream(other) << wrong.dump();
    CAPTURE(i);
    CHECK(run("check " + other).code != 0);
    CHECK(run("statement " + other + " -o " + folder.file("page.json")).code != 0);
  }
}

TEST_CASE("program: a dossier without a delta, or with a page and no file, is refused",
          "[cli][dossier]") {
  const Run none = run("dossier 'gaussian(sigma=1)' -o -");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Catch::Contains("--delta"));
  const Run page = run("dossier 'gaussian(sigma=1)' --delta 1e-5 -o - --page page.md");
  CHECK(page.code == 2);
  CHECK_THAT(page.err, Catch::Contains("--page needs the bundle in a file"));
}
