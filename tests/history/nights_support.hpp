/// Results as `verify` and `claims` leave them, made up night by night.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/folder.hpp"
#include "tests/support.hpp"
#include "verify/history/history.hpp"

namespace plumbline::testing {

inline void write_lines(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// What is otherwise in a night than in all others.
struct NightPlan {
  int night = 1;
  double value_seconds = 2;          ///< of each certified value
  std::string looseness = "0.0100";  ///< of the bound of the accountant "tight"
  std::string verdict = "sound";     ///< on the claim of the accountant "fair"
  std::string lower = "0.126936737506643", upper = "0.126936737506644";
  double digits = 15.2;
  int claims = 3;
};

inline std::string result_line(const NightPlan& plan, int k) {
  return fmt::format(
      "{{\"file\":\"cases/a.toml\",\"case\":\"c{}\",\"quantity\":\"delta\",\"mechanism\":"
      "\"gaussian(sigma=1)\",\"other\":null,\"direction\":\"worst\",\"at\":{{\"epsilon\":\"1\"}},"
      "\"lower\":\"{}\",\"upper\":\"{}\",\"digits\":{},\"engine\":\"closed_form\",\"seconds\":{},"
      "\"reached\":true,\"verdict\":\"agrees\",\"judged\":[{{\"approximation\":\"clt\",\"verdict\":"
      "\"measured\",\"relative_error\":{{\"lower\":\"0.1\",\"upper\":\"0.11\"}},\"seconds\":0.1}}]}"
      "}"
      "\n",
      k, plan.lower, plan.upper, plan.digits, plan.value_seconds);
}

inline std::string claim_line(const std::string& tool, int k, const std::string& verdict,
                              const std::string& looseness) {
  return fmt::format(
      "{{\"file\":\"cases/b.jsonl\",\"line\":{},\"tool\":\"{}\",\"method\":\"pld\",\"verdict\":"
      "\"{}\",\"grade\":{},\"looseness\":{},\"relative_error\":{{\"lower\":\"0.01\",\"upper\":"
      "\"0.01\"}},\"seconds\":0.2,\"version\":\"1\",\"options\":{{}},\"mechanism\":"
      "\"laplace(b=1)^{}\",\"direction\":\"worst\",\"quantity\":\"delta\",\"at\":{{\"epsilon\":"
      "\"1\"}},\"kind\":\"upper\",\"value\":\"0.5\",\"tool_seconds\":3}}\n",
      k, tool, verdict, verdict == "violated" ? "\"material\"" : "null",
      verdict == "sound" ? "\"" + looseness + "\"" : "null", k);
}

/// The --out folder of that night.
inline std::filesystem::path write_results(const Folder& folder, const NightPlan& plan) {
  const auto out = folder / fmt::format("out-{}", plan.night);
  write_lines(out / "run.json",
              fmt::format("{{\"version\":\"0\",\"build\":{{\"version\":\"0\",\"flint\":\"3\"}},"
                          "\"shard\":null,\"seconds\":{},\"exit_code\":0}}",
                          plan.night));
  std::string results, claims;
  for (int k = 1; k <= 3; ++k) results += result_line(plan, k);
  for (int k = 1; k <= plan.claims; ++k) {
    claims += claim_line("tight", k, "sound", k == 2 ? plan.looseness : "0.02");
    claims += claim_line("fair", k, k == 3 ? plan.verdict : "sound", "0.03");
  }
  write_lines(out / "results.jsonl", results);
  write_lines(out / "claims.jsonl", claims);
  return out;
}

inline Night night_of(const Folder& folder, const NightPlan& plan) {
  Night night = read_night(write_results(folder, plan));
  night.time = fmt::format("2026-03-{:02}T02:00:00Z", plan.night);
  night.commit = fmt::format("{:040x}", plan.night);
  night.machine = "a machine";
  return night;
}

}  // namespace plumbline::testing
