/// The files named statements.toml next to the cases: the statements of the sources, one by one, and the places at
/// which errors are suspected.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/base/problem.hpp"

namespace plumbline {

/// One statement of a source, in our own wording.
struct PaperStatement {
  std::string id, where, states;
  std::vector<std::string> tests;   ///< names of the tests that check the statement in general
  std::vector<std::string> proofs;  ///< BOUND ids, or arguments in prose
  /// The reason why nothing in the statement can be checked; empty if some part can be checked.
  std::string undecidable;
  std::string note;  ///< further remarks
  /// Ids of the disputes that show the printed statement to be wrong and were settled by reading alone.
  std::vector<std::string> disputes{};
  std::vector<std::string> unjudged{};  ///< the parts of the statement that no check decides
};

/// A place at which a source is wrong, or was suspected to be wrong.
struct Dispute {
  std::string id, where, printed, correct;
  std::string kind;     ///< misprint, false, imprecise; or "no error" for a refuted suspicion
  std::string cause;    ///< probable cause; may be empty
  std::string reading;  ///< the argument, if reading alone settled the dispute; otherwise empty
};

struct StatementIndex {
  std::string file, paper, key;
  std::vector<PaperStatement> statements;
  std::vector<Dispute> disputes;
};

struct StatementIndexes {
  std::vector<StatementIndex> papers;
  std::vector<Problem> problems;  ///< problems of the files; valid entries remain

  bool knows(const std::string& id) const;
  /// Returns {"papers": [...]} with all members of all entries; the page is created from this record and the results.
  nlohmann::ordered_json record() const;
};

/// Reads every statements.toml at or below the paths, or next to a case file among the paths. Never throws on bad
/// content.
StatementIndexes read_statement_indexes(const std::vector<std::filesystem::path>& paths);

}  // namespace plumbline
