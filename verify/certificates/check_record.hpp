/// The outcome of a check as a record.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/certificates/check.hpp"

namespace plumbline {

/// Identifies the checked certificate and its file.
struct CheckedPlace {
  std::string file;
  size_t index = 1, count = 1;
  double seconds = 0;
};

/// Returns the object that `plumbline check --json` prints for one certificate.
nlohmann::ordered_json check_json(const CheckedPlace& place, const Certificate& certificate,
                                  const CheckResult& result);

}  // namespace plumbline
