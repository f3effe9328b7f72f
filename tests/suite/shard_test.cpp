#include "verify/base/shard.hpp"

#include <functional>
#include <nlohmann/json.hpp>

#include "tests/suite/run_support.hpp"
#include "verify/suite/cases/suite_input.hpp"
#include "verify/suite/run/merge.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;

/// Runs shard i of n of the cases, with output in d/i.
fs::path run_shard(const TemporaryDirectory& d, const fs::path& cases, size_t i, size_t n) {
  std::ostringstream messages;
  SuiteOptions options = quiet(cases, d.path() / std::to_string(i), messages);
  options.shard = {i, n};
  run_suite(options);
  return options.out;
}

struct Merged {
  int code;
  std::string messages;
};

Merged merge_into(const fs::path& out, const std::vector<fs::path>& shards) {
  std::ostringstream messages;
  MergeOptions options;
  options.shards = shards;
  options.out = out;
  options.messages = &messages;
  const int code = merge_shards(options);
  return {code, messages.str()};
}

void edit_run(const fs::path& shard, const std::function<void(nlohmann::ordered_json*)>& edit) {
  auto run = nlohmann::ordered_json::parse(read_text(shard / "run.json"));
  edit(&run);
  std::ofstream(shard / "run.json") << run.dump();
}

TEST_CASE("shard: i/n is read, and nothing else", "[suite][shard]") {
  CHECK(Shard::parse("2/5").number == 2);
  CHECK(Shard::parse("2/5").text() == "2/5");
  CHECK(Shard::parse("1/1").whole());
  for (const char* bad :
       {"", "1", "/", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3", "1/2x", " 1/2"}) {
    CAPTURE(bad);
    CHECK_THROWS_WITH(Shard::parse(bad), Catch::Contains("for example 2/5"));
  }
}

TEST_CASE("shard: together they have each case once", "[suite][shard]") {
  const TemporaryDirectory d;
  const fs::path cases = write_cases(d);
  const SuiteInput whole = read_suite({cases}, {});
  REQUIRE(whole.cases.size() == 14);
  std::vector<int> seen(14);
  for (size_t i = 1; i <= 4; ++i) {
    const SuiteInput part = read_suite({cases}, {i, 4});
    CHECK(part.suite == whole.suite);
    CHECK(part.cases.size() >= 3);
    for (const PlannedCase& c : part.cases) {
      ++seen[c.index];
      CHECK(c.key == whole.cases[c.index].key);
    }
  }
  CHECK(seen == std::vector<int>(14, 1));
}

TEST_CASE("merge: two shards make the single run, times aside", "[suite][shard][merge][slow]") {
  const TemporaryDirectory d;
  const fs::path cases = write_cases(d);
  std::ostringstream messages;
  const int code = run_suite(quiet(cases, d.path() / "whole", messages));
  CHECK(code == 2);  // one argument is out of range, and one printed value differs
  const fs::path one = run_shard(d, cases, 1, 2), two = run_shard(d, cases, 2, 2);
  const Merged merged = merge_into(d.path() / "all", {two, one});
  CHECK(merged.code == code);
  CHECK_THAT(merged.messages, Catch::Contains("[out] at.alpha: "));
  const std::string expected = timeless(d.path() / "whole");
  CHECK(expected.find("\"verdict\":\"differs\"") != std::string::npos);
  CHECK(timeless(d.path() / "all") == expected);
}

TEST_CASE("merge: what does not belong together is refused, in one line each",
          "[suite][shard][merge]") {
  const TemporaryDirectory d;
  d.write("cases/c.toml", head() + gauss_case("a", "") + gauss_case("b", "") + gauss_case("c", ""));
  const fs::path cases = d.path() / "cases", out = d.path() / "all";
  const fs::path one = run_shard(d, cases, 1, 3), two = run_shard(d, cases, 2, 3),
                 three = run_shard(d, cases, 3, 3);
  const auto refused = [&](const std::vector<fs::path>& shards, const std::string& why) {
    const Merged merged = merge_into(out, shards);
    CAPTURE(merged.messages);
    CHECK(merged.code == 2);
    CHECK(merged.messages.find(why) != std::string::npos);
    CHECK(lines_of(merged.messages).size() == 1);
    CHECK_FALSE(fs::exists(out / "results.jsonl"));
  };
  refused({one, three}, "shard 2/3 is missing");
  refused({one, two, three, two}, "shard 2/3 is present twice");
  refused({one, two, d.path() / "nowhere"}, "has no run.json of a finished run");
  d.write("judged/verdicts.jsonl", "{}");
  refused({one, two, d.path() / "judged"}, "put those together with plumbline claims");
  SECTION("another build") {
    edit_run(two, [](auto* run) { (*run)["build"]["version"] = "0.0.9"; });
    refused({one, two, three}, "comes from another build");
  }
  SECTION("other sources") {
    edit_run(two, [](auto* run) { (*run)["build"]["sources"] = "x"; });
    refused({one, two, three}, "(sources \"x\" instead of ");
  }
  SECTION("other cases") {
    edit_run(two, [](auto* run) { (*run)["suite"] = "x"; });
    refused({one, two, three}, "was run on other cases");
  }
  SECTION("another number of shards") {
    edit_run(two, [](auto* run) { (*run)["shard"] = "2/4"; });
    refused({one, two, three}, "is shard 2/4, but ");
  }
  SECTION("unfinished") {
    std::ofstream(two / "cases.jsonl") << "";
    refused({one, two, three}, "has 0 of the 1 cases of shard 2/3; finish it with ");
  }
  SECTION("a whole run") {
    edit_run(two, [](auto* run) { (*run)["shard"] = nullptr; });
    refused({one, two, three}, "is a whole run");
  }
  SECTION("a run.json of something else") {
    edit_run(two, [](auto* run) { (*run)["cases"] = "many"; });
    refused({one, two, three}, "is not one of plumbline verify");
  }
  SECTION("over a shard") {
    const Merged merged = merge_into(one, {one, two, three});
    CHECK(merged.code == 2);
    CHECK_THAT(merged.messages, Catch::Contains("would be overwritten"));
    CHECK(json_lines(one / "results.jsonl").size() == 1);
  }
  SECTION("all is well") { CHECK(merge_into(out, {one, two, three}).code == 0); }
}

}  // namespace
}  // namespace plumbline
