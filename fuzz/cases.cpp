#include "fuzz/targets.hpp"
#include "verify/suite/cases/case_file.hpp"

namespace plumbline::fuzz {

void cases(const std::string& text) {
  const CaseFile file = read_case_text(text, "fuzzed.toml");
  require(!file.cases.empty() || !file.problems.empty(), "neither a case nor a problem");
}

}  // namespace plumbline::fuzz
