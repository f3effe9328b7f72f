/// The results of checker/plumbline_check.py about certificates. The checker is a separate Python program. The results
/// come from a run of the checker by this command, or from a file with the checker's `--json` output. It is unknown who
/// wrote such a file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

struct SecondCheck {
  std::string file;                             ///< file name of the checker or of its output
  std::string sha256;                           ///< digest of this file
  bool asked = false;                           ///< true if this run called the checker
  std::map<std::string, std::string> verdicts;  ///< verdict on each certificate, by its digest

  /// Returns the verdict on the certificate ("confirmed", "refuted", "not covered", ...), or "not among its results".
  std::string of(const Certificate& certificate) const;
  /// Returns the same text as of(). If this run has not called the checker, the text also names the file from which the
  /// verdict was read.
  std::string attributed(const Certificate& certificate) const;
};

/// Parses the output of the checker. Throws std::invalid_argument, naming the line, if the text is not such output,
/// or contradicts itself about a certificate.
SecondCheck read_second_check(const std::string& file, const std::string& text);

/// Runs `python3 SCRIPT --json` on the files. Throws std::invalid_argument if it cannot be run, or if its output is
/// invalid or contradicts its exit code.
SecondCheck ask_second_checker(const std::string& script, const std::vector<std::string>& files);

}  // namespace plumbline
