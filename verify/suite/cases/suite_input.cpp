#include "verify/suite/cases/suite_input.hpp"

#include <nlohmann/json.hpp>

#include "verify/base/build_identity.hpp"
#include "verify/base/text/sha256.hpp"
#include "verify/suite/cases/discover.hpp"
#include "verify/suite/cases/statement_index.hpp"

namespace plumbline {
namespace {

/// Number of hexadecimal digits of a key: 128 bits suffice to distinguish all cases.
constexpr size_t kKeyDigits = 32;

std::string digest(const std::string& text) { return sha256(text).substr(0, kKeyDigits); }

/// A case and the statements that it names.
struct Named {
  std::string file;
  int line;
  std::string id;
  std::vector<std::string> statements;
};

/// Reports statement names that do not exist.
std::vector<Problem> unknown_statements(const std::vector<Named>& cases,
                                        const StatementIndexes& indexes) {
  std::vector<Problem> out;
  if (indexes.papers.empty()) return out;
  for (const Named& c : cases) {
    for (const std::string& id : c.statements) {
      if (indexes.knows(id)) continue;
      out.push_back({c.file, c.line, c.id, "statement",
                     "'" + id + "' is in no statements.toml; add it there"});
    }
  }
  return out;
}

}  // namespace

std::string case_key(const Case& c) {
  // The digested text is JSON, so that different cases cannot have the same text.
  const nlohmann::ordered_json all = {build_identity(), c.file, c.title, c.source, c.content};
  return digest(all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

SuiteInput read_suite(const std::vector<std::filesystem::path>& paths, const Shard& shard) {
  SuiteInput input;
  const Discovery found = discover(paths);
  input.files = found.files.size();
  const auto complain = [&](const std::vector<Problem>& more) {
    input.problems.insert(input.problems.end(), more.begin(), more.end());
  };
  complain(found.problems);
  std::string keys;
  std::vector<Named> named;
  for (const std::filesystem::path& path : found.files) {
    CaseFile file = read_case_file(path);
    complain(file.problems);
    for (Case& c : file.cases) {
      if (!c.statements.empty()) named.push_back({c.file, c.line, c.id, c.statements});
      const std::string key = case_key(c);
      keys += key + "\n";
      const size_t index = input.suite_cases++;
      if (shard.has(index)) input.cases.push_back({index, key, std::move(c)});
    }
  }
  input.suite = digest(keys);
  const StatementIndexes statements = read_statement_indexes(paths);
  complain(statements.problems);
  complain(unknown_statements(named, statements));
  return input;
}

}  // namespace plumbline
