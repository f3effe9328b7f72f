/// Advisories: the order of versions, the data, and the versions in an environment.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "tests/folder.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"
#include "verify/advisories/installed.hpp"
#include "verify/advisories/release_version.hpp"

using namespace plumbline;
namespace fs = std::filesystem;

namespace {

void install(const fs::path& site, const std::string& name, const std::string& version) {
  const fs::path folder = site / (name + "-" + version + ".dist-info");
  fs::create_directories(folder);
  std::ofstream(folder / "METADATA") << "Metadata-Version: 2.1\nName: " << name
                                     << "\nVersion: " << version << "\r\n\nVersion: 0\n";
}

std::vector<std::string> ids_about(const std::string& name, const std::string& version) {
  std::vector<std::string> out;
  for (const Advisory* a : advisories_about({name, version})) out.push_back(a->id);
  return out;
}

}  // namespace

TEST_CASE("advisories: versions are ordered as Python orders them", "[claims][advisories]") {
  const std::vector<std::string> rising{"0.9",       "1.0.dev3", "1.0a1", "1.0b2", "1.0rc1", "1.0",
                                        "1.0.post1", "1.0.1",    "1.2",   "1.10",  "2026.1"};
  for (size_t i = 0; i < rising.size(); ++i) {
    for (size_t j = 0; j < rising.size(); ++j) {
      CAPTURE(rising[i], rising[j]);
      CHECK((ReleaseVersion(rising[i]) < ReleaseVersion(rising[j])) == (i < j));
    }
  }
  CHECK(ReleaseVersion("1.0") == ReleaseVersion("1"));
  CHECK(ReleaseVersion("v1.0+cpu") == ReleaseVersion("1.0.0"));
}

TEST_CASE("advisories: ranges and lists of versions", "[claims][advisories]") {
  const auto with = [](const std::string& events) {
    return read_advisory(
        R"({"id":"PLA-1","summary":"s","affected":[{"package":{"name":"p","ecosystem":"PyPI"},)"
        R"("ranges":[{"type":"ECOSYSTEM","events":[)" +
        events + "]}]}]}");
  };
  const Advisory fixed = with(R"({"introduced":"0.5"},{"fixed":"0.7"})");
  CHECK(fixed.versions() == "from 0.5, fixed in 0.7");
  CHECK((!fixed.affects("0.4.9") && fixed.affects("0.5") && fixed.affects("0.7.dev1") &&
         !fixed.affects("0.7")));
  const Advisory last = with(R"({"introduced":"0.5"},{"last_affected":"0.6.0"})");
  CHECK((last.affects("0.6") && !last.affects("0.6.1") && !last.affects("0.6.1.dev0")));
  CHECK(last.versions() == "0.5 to 0.6.0");
  CHECK(with(R"({"introduced":"0"})").affects("99"));
}

TEST_CASE("advisories: the data have all that is read of them", "[claims][advisories]") {
  REQUIRE(all_advisories().size() >= 28);
  size_t number = 0;
  for (const Advisory& a : all_advisories()) {
    CAPTURE(a.id);
    CHECK(a.id == fmt::format("PLA-2026-{:03}", ++number));
    CHECK(!a.versions().empty());
    CHECK(a.summary.size() <= 120);
    const auto& more = a.json.at("database_specific");
    CHECK(!more.at("reproduction").empty());
    const std::string document = more.at("document");
    CHECK(fs::exists(fs::path(testing::kSourceFolder) / document.substr(0, document.find('#'))));
    for (const auto& record : more.at("records")) {
      CHECK(fs::exists(fs::path(testing::kSourceFolder) / record.get<std::string>()));
    }
  }
}

TEST_CASE("advisories: what applies to an environment", "[claims][advisories]") {
  const testing::Folder folder;
  const fs::path site = folder.path() / "lib" / "python3.11" / "site-packages";
  install(site, "opendp", "0.15.1");
  install(site, "smartnoise_sql", "1.0.10");
  install(site, "numpy", "2.4.6");
  std::ofstream(site / "old.egg-info") << "Name: old\nVersion: 1\n";
  const std::vector<Distribution> found = installed_in(site);
  REQUIRE(found.size() == 4);
  CHECK(found[1].name == "old");
  CHECK(found[2].version == "0.15.1");
  CHECK(site_packages_of(folder.path()) == std::vector<fs::path>{site});
  CHECK(normalised_name("Smart.Noise__sql") == "smart-noise-sql");
  CHECK(ids_about("smartnoise_sql", "1.0.10") == std::vector<std::string>{"PLA-2026-006"});
  CHECK(ids_about("opendp", "0.15.1") == std::vector<std::string>{"PLA-2026-010", "PLA-2026-011"});
  CHECK(ids_about("opendp", "0.16.0") == std::vector<std::string>{"PLA-2026-010"});
  CHECK(ids_about("numpy", "2.4.6").empty());
  // A checkout newer than the judged release.
  CHECK(ids_about("jax-privacy", "2.0.1.dev3").empty());
  CHECK(advisories_about_other_versions({"jax-privacy", "2.0.1.dev3"}) == 2);
  CHECK_THROWS_WITH(installed_in(site / "missing"), Catch::Contains("site-packages"));
  CHECK_THROWS_WITH(site_packages_of(site), Catch::Contains("lib/python3*"));
}
