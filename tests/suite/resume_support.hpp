/// Runs that resume an earlier one.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/suite/run_support.hpp"
#include "verify/suite/cases/journal.hpp"

namespace plumbline::testing {

inline int cases_resumed(const std::filesystem::path& out) {
  return nlohmann::json::parse(read_text(out / "run.json")).at("cases_resumed");
}

inline int resume(const std::filesystem::path& cases, const std::filesystem::path& out) {
  std::ostringstream messages;
  SuiteOptions options = quiet(cases, out, messages);
  options.resume = true;
  return run_suite(options);
}

}  // namespace plumbline::testing
