/// The basis of a recorded answer of a tool: the tool's promise, by which the answer is judged, and the installation on
/// which the tool answered. The files promises.toml and installations.toml in the folder of the records contain them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// The reason to assume that the tool makes the promise by which its answer is judged.
enum class BasisKind {
  documented,  ///< the documentation states it
  reading,     ///< the documentation has two possible readings; the answer is judged by one of them
  assumption,  ///< the documentation does not state it; the usual meaning is assumed
  unsupported_option  ///< the documentation states that the option is not supported for the question
};
inline constexpr size_t kBasisKinds = 4;

/// Returns "documented", "reading", "assumption" or "unsupported_option".
std::string basis_name(BasisKind kind);

/// An entry of promises.toml.
struct Basis {
  std::string id;  ///< empty if the record names no id; then the text in the record is the promise
  BasisKind kind = BasisKind::documented;
  /// The promise in prose, and the neighbouring relation for which it is made if the documentation names it.
  std::string words;
  std::vector<std::string> where;  ///< sources of the promise: files with lines, or pages
  std::string other_reading;       ///< the other reading, for BasisKind::reading
  std::string other_verdict;       ///< verdict under the other reading: "sound", "violated", ...
  bool counts() const { return kind == BasisKind::documented; }
};

using BasisTable = std::map<std::string, Basis>;

/// Parses a promises.toml. Each table [id] has kind, words, where and, for a reading, other_reading and other_verdict.
/// Throws std::invalid_argument, with a message of the form `FILE:LINE: defect`, if the file is invalid.
BasisTable read_promises(const std::filesystem::path& file);

/// An entry of installations.toml, which describes the machine on which the tool answered.
struct Installation {
  std::string id, python, numpy, scipy;
  /// Key: name of a processor feature; value: true if the processor has it.
  std::map<std::string, bool> processor;
  std::string machine;  ///< description of the machine
};

using InstallationTable = std::map<std::string, Installation>;

/// Parses an installations.toml. Each table [id] has python, numpy, scipy, machine and a table such as processor = {
/// avx512f = true }. Throws std::invalid_argument as read_promises() does.
InstallationTable read_installations(const std::filesystem::path& file);

}  // namespace plumbline
