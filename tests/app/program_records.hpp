/// The records that commands print.
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/run_program.hpp"

namespace plumbline::testing {

/// Returns the records of `plumbline ARGUMENTS --json`, which must succeed.
inline std::vector<nlohmann::json> records(const std::string& arguments) {
  const Run r = run(arguments + " --json");
  CAPTURE(arguments, r.err);
  CHECK(r.code == 0);
  std::vector<nlohmann::json> out;
  std::istringstream in(r.out);
  for (std::string line; std::getline(in, line);) out.push_back(nlohmann::json::parse(line));
  return out;
}

/// Returns the member `name` (an end) of an answer.
inline Rational end(const nlohmann::json& answer, const char* name) {
  return Rational::parse(answer[name].get<std::string>());
}

}  // namespace plumbline::testing
