#include "verify/suite/run/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/suite/cases/journal.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// One folder with the results of a run.
struct ShardRun {
  std::string name;  ///< the folder as typed
  Json run;          ///< run.json
  Shard shard;
  std::vector<FinishedCase> cases;
};

/// Reads the results of a shard. Throws std::invalid_argument if the folder is not a finished shard.
ShardRun read_shard(const fs::path& folder) {
  ShardRun out;
  out.name = folder.generic_string();
  std::ifstream in(folder / "run.json");
  if (!in && fs::exists(folder / "verdicts.jsonl")) {
    throw std::invalid_argument(out.name +
                                ": has verdicts on claims; put those together with plumbline "
                                "claims FILES --merge FOLDERS");
  }
  out.run = in ? Json::parse(in, nullptr, false) : Json();
  if (!out.run.is_object() || !out.run.contains("build") || !out.run.contains("suite")) {
    throw std::invalid_argument(out.name +
                                ": has no run.json of a finished run; finish it with plumbline "
                                "verify --shard i/n --resume --out " +
                                out.name);
  }
  if (!out.run.at("shard").is_string()) {
    throw std::invalid_argument(out.name +
                                ": is a whole run; only runs with --shard i/n are merged");
  }
  out.shard = Shard::parse(out.run.at("shard").get<std::string>());
  out.cases = read_journal(folder);
  if (const size_t asked = out.run.at("cases").get<size_t>(); out.cases.size() != asked) {
    throw std::invalid_argument(fmt::format(
        "{}: has {} of the {} cases of shard {}; finish it with plumbline verify --shard {} "
        "--resume --out {}",
        out.name, out.cases.size(), asked, out.shard.text(), out.shard.text(), out.name));
  }
  return out;
}

/// Returns the member in which two builds differ; empty if they are equal.
std::string difference(const Json& first, const Json& second) {
  for (const auto& [key, value] : first.items()) {
    const Json other = second.value(key, Json());
    if (other != value) return key + " " + other.dump() + " instead of " + value.dump();
  }
  return "";
}

/// Returns the reason why the shard `other` does not belong to the run of the shard `first`; empty if it belongs.
std::string stranger(const ShardRun& first, const ShardRun& other) {
  const std::string build = difference(first.run.at("build"), other.run.at("build"));
  if (!build.empty()) {
    return fmt::format("{}: comes from another build than {} ({}); run all shards with one program",
                       other.name, first.name, build);
  }
  if (other.shard.count != first.shard.count) {
    return fmt::format("{}: is shard {}, but {} is shard {}; give the shards of one run",
                       other.name, other.shard.text(), first.name, first.shard.text());
  }
  if (other.run.at("suite") != first.run.at("suite") ||
      other.run.at("input_problems") != first.run.at("input_problems")) {
    return fmt::format("{}: was run on other cases than {}; run it again on the same", other.name,
                       first.name);
  }
  return "";
}

/// Returns messages about shards that occur twice or are missing.
std::vector<std::string> gaps(const std::vector<ShardRun>& runs) {
  std::vector<std::string> out;
  const size_t count = runs.front().shard.count;
  for (size_t number = 1; number <= count; ++number) {
    std::vector<std::string> names;
    for (const ShardRun& run : runs) {
      if (run.shard.number == number) names.push_back(run.name);
    }
    const std::string shard = Shard{number, count}.text();
    if (names.empty()) out.push_back("shard " + shard + " is missing; write its folder too");
    if (names.size() > 1) {
      out.push_back(fmt::format("shard {} is present twice: {} and {}; write one of them", shard,
                                names[0], names[1]));
    }
  }
  return out;
}

std::vector<ShardRun> read_all(const MergeOptions& options, std::vector<std::string>* complaints) {
  std::vector<ShardRun> runs;
  for (const fs::path& folder : options.shards) {
    std::error_code ignored;
    if (fs::equivalent(folder, options.out, ignored)) {
      complaints->push_back(folder.generic_string() +
                            ": is --out and would be overwritten; choose another --out");
    }
    try {
      runs.push_back(read_shard(folder));
    } catch (const std::invalid_argument& e) {
      complaints->push_back(e.what());
    } catch (const Json::exception&) {
      complaints->push_back(folder.generic_string() +
                            ": its run.json is not one of plumbline verify; run the shard again");
    }
  }
  return runs;
}

RunFacts facts_of(const std::vector<ShardRun>& runs) {
  const Json& first = runs.front().run;
  RunFacts facts;
  first.at("paths").get_to(facts.paths);
  first.at("files").get_to(facts.files);
  first.at("suite").get_to(facts.suite);
  first.at("suite_cases").get_to(facts.suite_cases);
  first.at("input_problems").get_to(facts.input_problems);
  facts.cases = facts.suite_cases;
  for (const ShardRun& run : runs) {
    facts.threads = std::max(facts.threads, run.run.at("threads").get<int>());
    facts.seconds += run.run.at("seconds").get<double>();
    facts.resumed += run.run.at("cases_resumed").get<size_t>();
  }
  return facts;
}

std::vector<FinishedCase> all_cases(std::vector<ShardRun>* runs) {
  std::vector<FinishedCase> out;
  for (ShardRun& run : *runs) {
    std::move(run.cases.begin(), run.cases.end(), std::back_inserter(out));
  }
  std::sort(out.begin(), out.end(),
            [](const FinishedCase& a, const FinishedCase& b) { return a.index < b.index; });
  return out;
}

int merge(const MergeOptions& options, std::ostream& messages) {
  std::optional<Baseline> baseline;
  if (options.baseline.compare_with) baseline = read_baseline(*options.baseline.compare_with);
  std::vector<std::string> complaints;
  std::vector<ShardRun> runs = read_all(options, &complaints);
  for (size_t i = 1; i < runs.size(); ++i) {
    const std::string why = stranger(runs[0], runs[i]);
    if (!why.empty()) complaints.push_back(why);
  }
  if (complaints.empty() && !runs.empty()) complaints = gaps(runs);
  for (const std::string& complaint : complaints) messages << complaint << '\n';
  if (!complaints.empty() || runs.empty()) return kBadInput;
  const RunFacts facts = facts_of(runs);
  const std::vector<FinishedCase> cases = all_cases(&runs);
  const Journal journal(options.out, cases);
  for (const std::string& problem : facts.input_problems) messages << problem << '\n';
  for (const FinishedCase& c : cases) {
    for (const std::string& problem : c.problems) messages << problem << '\n';
  }
  return conclude(options.out, facts, cases, options.baseline, baseline, messages);
}

}  // namespace

int merge_shards(const MergeOptions& options) {
  std::ostream& messages = options.messages != nullptr ? *options.messages : std::cerr;
  return refusing([&] { return merge(options, messages); }, messages);
}

}  // namespace plumbline
