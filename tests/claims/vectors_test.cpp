/// The committed vectors as claims: their own terms for neighbours select the right direction.
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/places.hpp"
#include "tests/share.hpp"
#include "verify/claims/results/run.hpp"
#include "verify/claims/results/verdict_text.hpp"

using namespace plumbline;
using Json = nlohmann::json;

namespace {

/// Returns claims of both ends of each value as bounds, moved outward by a share of `slack`: the terms decide which
/// number is meant, not its last digits.
std::string claims_of(const Json& document, const std::string& tier, double slack, size_t every) {
  std::string out;
  size_t count = 0;
  for (const Json& group : document.at("testGroups")) {
    for (const Json& test : group.at("tests")) {
      if (!tier.empty() && test.at("tier") != tier) continue;
      const std::string quantity = test.at("quantity");
      if (quantity == "rero" && group.at("direction") != "forward") continue;
      if (count++ % every != 0) continue;
      Json at = Json::object();
      for (const auto& [name, text] : test.at("argument").items()) {
        if (name != "hex") at[name] = test.at("argument").at("hex");
      }
      for (const bool upper : {false, true}) {
        const double end = std::strtod(
            test.at(upper ? "upperDouble" : "lowerDouble").get<std::string>().c_str(), nullptr);
        const double room = slack * std::abs(end) * (upper ? 1 : -1);
        Json value = end + room;
        if (std::isinf(end)) value = "inf";
        const Json claim = {{"tool", "vectors"},
                            {"method", test.at("id")},
                            {"mechanism", group.at("mechanism").at("expression")},
                            {"adjacency", group.at("adjacency")},
                            {"quantity", quantity},
                            {"at", at},
                            {"kind", upper ? "upper" : "lower"},
                            {"value", value}};
        out += claim.dump() + "\n";
      }
    }
  }
  return out;
}

/// Returns true for a delta below 1e-60, which is bounded for compositions, not computed.
bool is_only_bounded(const Claim& claim) {
  return claim.quantity == "delta" && claim.value.number < power_of_ten(-60);
}

struct Found {
  long all = 0, violated = 0, open = 0;
  std::string first;
};

Found judged(const std::string& claims) {
  std::istringstream in(claims);
  ClaimsOptions options;
  options.files = {"-"};
  options.standard_input = &in;
  options.threads = 2;
  options.seconds = 20;
  Found out;
  judge_claims(options, [&](const JudgedLine& one) {
    ++out.all;
    const bool wrong = one.verdict.verdict == VerdictKind::violated;
    out.violated += wrong ? 1 : 0;
    const bool sound = one.verdict.verdict == VerdictKind::sound;
    const bool open = !wrong && !sound && !is_only_bounded(*one.line.claim);
    out.open += open ? 1 : 0;
    if ((wrong || open) && out.first.empty()) out.first = verdict_line(one);
  });
  return out;
}

std::vector<std::filesystem::path> vector_files() {
  std::vector<std::filesystem::path> out;
  const std::string folder = std::string(plumbline::testing::kSourceFolder) + "/vectors";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool data =
        entry.path().extension() == ".json" && name.find(".schema.") == std::string::npos;
    if (data) out.push_back(entry.path());
  }
  return out;
}

/// Judges every `every`-th vector of a tier (of all tiers if empty).
void check_vectors(const std::string& tier, double slack, size_t every) {
  REQUIRE(vector_files().size() > 10);
  for (const std::filesystem::path& file : vector_files()) {
    const Found found = judged(claims_of(Json::parse(std::ifstream(file)), tier, slack, every));
    CAPTURE(file.filename().string(), found.all, found.first);
    CHECK(found.violated == 0);
    if (tier == "easy") CHECK(found.open == 0);
  }
}

}  // namespace

TEST_CASE("vectors: as claims, with their own words for neighbours, none is violated",
          "[claims][vectors][sweep]") {
  check_vectors("easy", 1e-3, plumbline::testing::iterations(1) > 1 ? 1 : 3);
}

TEST_CASE("vectors: the hard ones too, to the last digit", "[claims][vectors][sweep]") {
  check_vectors("", 0, plumbline::testing::iterations(1) > 1 ? 1 : 61);
}
