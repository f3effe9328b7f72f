/// What checker/plumbline_check.py said of certificates, as its `--json` output has it.
#pragma once

#include <map>
#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

struct SecondCheck {
  std::string file;                             ///< name of its output, without folders
  std::string sha256;                           ///< of its bytes
  std::map<std::string, std::string> verdicts;  ///< by the certificate's digest

  /// "confirmed", "not decided", "not covered"; or "not among its results".
  std::string of(const Certificate& certificate) const;
};

/// Throws std::invalid_argument, naming the line, where the text is not such output, or says two
/// things of one certificate.
SecondCheck read_second_check(const std::string& file, const std::string& text);

}  // namespace plumbline
