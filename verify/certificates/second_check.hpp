/// The results of checker/plumbline_check.py about certificates: run by this command, or read from
/// a file of its `--json` output, which anybody may have written.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

struct SecondCheck {
  std::string file;    ///< name of the checker or of its output, without folders
  std::string sha256;  ///< of its bytes
  bool asked = false;  ///< by this run
  std::map<std::string, std::string> verdicts;  ///< by the certificate's digest

  /// "confirmed", "unconfirmed", "not covered"; or "not among its results".
  std::string of(const Certificate& certificate) const;
  /// Returns the text, with its source where this run has not called the checker.
  std::string attributed(const Certificate& certificate) const;
};

/// Throws std::invalid_argument, naming the line, where the text is not such output, or says two
/// things of one certificate.
SecondCheck read_second_check(const std::string& file, const std::string& text);

/// Runs `python3 SCRIPT --json` on the files. Throws std::invalid_argument where it cannot be run, or what
/// it prints is no such output, or does not go with its exit code.
SecondCheck ask_second_checker(const std::string& script, const std::vector<std::string>& files);

}  // namespace plumbline
