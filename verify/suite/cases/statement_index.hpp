/// The statements of the sources, one by one, and where they are suspected to err: the files named
/// statements.toml beside the cases.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/base/problem.hpp"

namespace plumbline {

/// One statement of a source, in our words.
struct PaperStatement {
  std::string id, where, states;
  std::vector<std::string> tests;       ///< names of tests of its general form
  std::vector<std::string> proofs;      ///< BOUND ids, or arguments in words
  std::string undecidable;              ///< why nothing can be checked; empty when something can
  std::string note;                     ///< what is to be known besides
  std::vector<std::string> disputes{};  ///< settled by reading, that make it wrong as printed
  std::vector<std::string>
      unjudged{};  ///< the parts that are repeated and that nothing here decides
};

/// A place where a source is, or was suspected to be, wrong.
struct Dispute {
  std::string id, where, printed, correct;
  std::string kind;     ///< misprint, false, imprecise; or "no error" for a suspicion that fell
  std::string cause;    ///< probable, may be empty
  std::string reading;  ///< settled by reading alone: why; else empty
};

struct StatementIndex {
  std::string file, paper, key;
  std::vector<PaperStatement> statements;
  std::vector<Dispute> disputes;
};

struct StatementIndexes {
  std::vector<StatementIndex> papers;
  std::vector<Problem> problems;  ///< of the files; the sound entries are kept

  bool knows(const std::string& id) const;
  /// {"papers": [...]}: all members of all entries, of which a page is made with the results.
  nlohmann::ordered_json record() const;
};

/// Reads every statements.toml at or below the paths, or beside a case file among them. Never
/// throws on bad content.
StatementIndexes read_statement_indexes(const std::vector<std::filesystem::path>& paths);

}  // namespace plumbline
