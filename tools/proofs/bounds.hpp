/// The bounds stated in the sources: BOUND(ID) comments with their fields, and the files that use them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace plumbline::proofs {

/// A piece of a field: running text, or lines that are shown unchanged.
struct Piece {
  bool displayed = false;
  std::vector<std::string> lines;
};

/// A part of a proof next to its code: PROOF(ID), its subject, and the text.
struct ProofPart {
  std::string id, about, file;
  int line = 0;
  std::vector<Piece> pieces;
};

struct Bound {
  std::string id;
  std::string file;  ///< relative to the root: reference/arithmetic/...
  int line = 0;
  std::vector<std::string> field_names;  ///< in the order written
  std::map<std::string, std::vector<Piece>> fields;
  std::vector<ProofPart> parts;    ///< of its proof, in other files
  std::vector<std::string> cites;  ///< other ids that its fields name
  std::vector<std::string> tests;  ///< "path: title" of the test cases tagged with it
  bool has_quick_test = false;     ///< one of them is neither [slow] nor [sweep]
  bool passes_through = false;     ///< bound<"ID">, bound_number<"ID"> or proved<"ID"> occurs

  bool has(const std::string& field) const { return fields.count(field) != 0; }
};

/// Returns all bounds below root/reference, by file and line. Adds errors of form to `problems` as "file:line: what".
std::vector<Bound> read_bounds(const std::filesystem::path& root,
                               std::vector<std::string>& problems);

}  // namespace plumbline::proofs
