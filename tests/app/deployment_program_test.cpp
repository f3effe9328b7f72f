/// `deployment`: records of deployments and their consequences.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/app/program_records.hpp"
#include "tests/folder.hpp"
#include "verify/deployments/deployment.hpp"
#include "verify/deployments/evaluation.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Catch::Contains;

namespace {

const std::string kDeployments = std::string(kSourceFolder) + "/deployments/";

std::vector<nlohmann::json> lines_of(const std::string& arguments, int code) {
  const Run r = run(arguments + " --json");
  CAPTURE(r.err);
  CHECK(r.code == code);
  std::vector<nlohmann::json> out;
  std::istringstream in(r.out);
  for (std::string line; std::getline(in, line);) out.push_back(nlohmann::json::parse(line));
  return out;
}

}  // namespace

TEST_CASE("deployment: 34 of 41 public records have a guarantee, and 7 lack a named fact",
          "[cli][deployment]") {
  const auto lines = lines_of("deployment " + kDeployments + "*.toml --summary", 1);
  REQUIRE(lines.size() == 41);
  size_t known = 0, missing = 0;
  for (const nlohmann::json& line : lines) {
    const auto text = line["text"].get<std::string>();
    CAPTURE(line.dump());
    if (!line["guarantee"].get<std::string>().empty()) {
      ++known;
      CHECK_THAT(text, Contains("epsilon"));
      CHECK_THAT(text, Contains(" at delta = "));
      CHECK_THAT(text, !Contains("at most inf"));
    } else {
      ++missing;
      CHECK(!line["missing"].get<std::string>().empty());
    }
  }
  CHECK(known == 34);
  CHECK(missing == 7);
}

TEST_CASE("deployment: records that contradict themselves are named", "[cli][deployment]") {
  const auto lines = lines_of("deployment " + kDeployments + "*.toml --summary", 1);
  std::vector<std::string> named;
  for (const nlohmann::json& line : lines) {
    const auto text = line["text"].get<std::string>();
    if (text.find("INCONSISTENT") == std::string::npos) continue;
    named.push_back(std::filesystem::path(line["file"].get<std::string>()).stem().string());
  }
  std::sort(named.begin(), named.end());
  CHECK(named == std::vector<std::string>{"apple_iconic_scenes_photo_selections_2023",
                                          "census_demographic_and_housing",
                                          "census_redistricting_data", "user_url_privacy"});
}

TEST_CASE("deployment: a page says what follows and what is not answered", "[cli][deployment]") {
  const Run page = run("deployment " + kDeployments + "census_redistricting_data.toml");
  CHECK(page.code == 1);
  for (const char* part :
       {"The record states \"Zero-concentrated DP\" with rho = 2.63", "zcdp(rho=2.63)",
        "epsilon at delta = 1e-10", "Part person tables", "so that the stated epsilon follows",
        "Inconsistent: of person tables, epsilon = 17.14 at delta = 1e-10 does not follow",
        "out of scope: Does floating-point arithmetic leak?"}) {
    CHECK_THAT(page.out, Contains(part));
  }
  const Run none = run("deployment " + kDeployments + "safety_classifier.toml");
  CHECK(none.code == 0);
  CHECK_THAT(none.out, Contains("Missing: Approximate DP is stated, but no parameter"));
  CHECK_THAT(none.out, Contains("unanswerable: How large can the privacy loss be?"));
}

TEST_CASE("deployment: a record of the registry is read as it is there", "[deployment]") {
  const std::string yaml =
      "url_slug: example\n"
      "status: Draft\n"
      "tier: 3\n"
      "deployment:\n"
      "  basic:\n"
      "    name: An example\n"
      "    data_curators:\n"
      "      - First\n"
      "      - \"The second\"\n"
      "    intended_use: To count,\n"
      "      and to publish\n"
      "    publication_date: '2024-02-01'\n"
      "  dp_variant:\n"
      "    variant_name: Approximate DP\n"
      "    unprotected_quantities: |\n"
      "      - totals: all of them\n"
      "      - and keys\n"
      "\n"
      "  privacy_loss:\n"
      "    privacy_unit: Person-level # who\n"
      "    privacy_parameters:\n"
      "      epsilon: 1.5\n"
      "      delta: 1e-9\n"
      "  accounting:\n"
      "    composition: \"Basic: \\\"sums\\\"\n"
      "      of all\"\n"
      "    post_processing:\n"
      "  administrative:\n"
      "    sources:\n"
      "    - title: A paper\n"
      "      url: https://example.org\n"
      "    - title: Another\n";
  const Deployment d = read_deployment(yaml);
  CHECK(d.name == "An example");
  CHECK(d.curators == "First, The second");
  CHECK(d.published == "2024-02-01");
  CHECK(d.unit == "Person-level");
  CHECK(d.parameters.text() == "epsilon = 1.5, delta = 1e-9");
  CHECK(d.states("dp_variant.unprotected_quantities"));
  CHECK(d.states("accounting.composition"));
  CHECK_FALSE(d.states("accounting.post_processing"));
  CHECK(d.fields.at("deployment.basic.intended_use") == "To count, and to publish");
  CHECK(d.fields.at("deployment.accounting.composition") == "Basic: \"sums\" of all");
  CHECK(d.fields.at("deployment.administrative.sources.1.title") == "Another");
  CHECK(stated_guarantee(d, d.parameters).expression == "dp(epsilon=1.5,delta=1e-9)");
}

TEST_CASE("deployment: what is no record is refused with its line", "[deployment]") {
  CHECK_THROWS_WITH(read_deployment("a: 1\n"), Contains("basic.name is missing"));
  CHECK_THROWS_WITH(read_deployment("deployment:\n  basic:\n    name: {a: 1}\n"),
                    Contains("line 3"));
  CHECK_THROWS_WITH(read_deployment("deployment:\n  basic:\n    name: 'open\n"),
                    Contains("quotation mark"));
  CHECK_THROWS_WITH(read_deployment("deployment:\n    basic:\n  no key\n"), Contains("line 3"));
}

// Parameters that are formulas, missing or superfluous.
TEST_CASE("deployment: the fact that is missing is named", "[deployment]") {
  Deployment d;
  d.name = "x", d.variant = "Approximate DP";
  CHECK_THAT(stated_guarantee(d, {"1", "", ""}).missing, Contains("delta is missing"));
  CHECK_THAT(stated_guarantee(d, {"1", "n^-2", ""}).missing, Contains("n^-2"));
  CHECK(stated_guarantee(d, {"1", "0", ""}).expression == "pure_dp(epsilon=1)");
  d.variant = "Pure DP";
  CHECK(stated_guarantee(d, {"1", "", ""}).expression == "pure_dp(epsilon=1)");
  d.parameters = {"3", "", ""};
  d.parts = {{"a", {"1", "", ""}}, {"b", {"1.5", "", ""}}};
  CHECK_THAT(contradictions_of(d).at(0), Contains("add up to 2.5"));
}
