/// Formats the outcome of the check of a certificate as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/certificates/check.hpp"

namespace plumbline {

/// Identifies the checked certificate: the file, the index of the certificate in it (from 1), and the number of
/// certificates in it. `seconds` is the time of the check.
struct CheckedPlace {
  std::string file;
  size_t index = 1, count = 1;
  double seconds = 0;
};

/// Returns the object that `plumbline check --json` prints for one certificate.
nlohmann::ordered_json check_json(const CheckedPlace& place, const Certificate& certificate,
                                  const CheckResult& result);

}  // namespace plumbline
