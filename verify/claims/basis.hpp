/// The basis of a recorded answer: the tool's promise by which it is judged, and the machines on
/// which it was run again. Both stand in tables beside the records.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// How sure it is that the tool promises what the answer is held to.
enum class BasisKind {
  documented,         ///< the documentation says so
  reading,            ///< it may be read so, or otherwise
  assumption,         ///< it says nothing; what is usual is assumed
  unsupported_option  ///< it says that the option is not supported there
};
inline constexpr size_t kBasisKinds = 4;

/// "documented", "reading", "assumption", "unsupported_option".
std::string basis_name(BasisKind kind);

/// An entry of promises.toml.
struct Basis {
  std::string id;  ///< empty: the line names none, and what it says is its own promise
  BasisKind kind = BasisKind::documented;
  std::string words;               ///< what is promised, for which neighbours
  std::vector<std::string> where;  ///< files and lines, or pages
  std::string other_reading;       ///< of a reading
  std::string other_verdict;       ///< what the answer is worth by that: "sound", "violated", ...
  bool counts() const { return kind == BasisKind::documented; }
};

using BasisTable = std::map<std::string, Basis>;

/// The tables of a promises.toml, [id] with kind, words, where and, of a reading, other_reading and
/// other_verdict. Throws std::invalid_argument, `FILE:LINE: what is wrong`.
BasisTable read_promises(const std::filesystem::path& file);

/// An entry of installations.toml: beside what the tool answered.
struct Installation {
  std::string id, python, numpy, scipy;
  std::map<std::string, bool> processor;  ///< by feature: whether it has it
  std::string machine;                    ///< in words
};

using InstallationTable = std::map<std::string, Installation>;

/// The tables of an installations.toml, [id] with python, numpy, scipy, machine and the table
/// processor = { avx512f = true }. Throws like read_promises.
InstallationTable read_installations(const std::filesystem::path& file);

}  // namespace plumbline
