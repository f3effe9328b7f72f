/// The results of checker/plumbline_check.py about certificates. They come from a run by this command, or from a file
/// of the checker's `--json` output by an unknown author.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

struct SecondCheck {
  std::string file;    ///< name of the checker or of its output, without folders
  std::string sha256;  ///< digest of its bytes
  bool asked = false;  ///< this run called the checker
  std::map<std::string, std::string> verdicts;  ///< verdicts by the certificate's digest

  /// Returns "confirmed", "unconfirmed", "not covered", or "not among its results".
  std::string of(const Certificate& certificate) const;
  /// Returns the text of of(), with its source if this run has not called the checker.
  std::string attributed(const Certificate& certificate) const;
};

/// Parses the output of the checker. Throws std::invalid_argument, naming the line, if the text is not such output,
/// or contradicts itself about a certificate.
SecondCheck read_second_check(const std::string& file, const std::string& text);

/// Runs `python3 SCRIPT --json` on the files. Throws std::invalid_argument if it cannot be run, or if its output is
/// invalid or contradicts its exit code.
SecondCheck ask_second_checker(const std::string& script, const std::vector<std::string>& files);

}  // namespace plumbline
