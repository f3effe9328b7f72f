/// The outcome of a check, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/certificates/check.hpp"

namespace plumbline {

/// Which certificate of which file was checked.
struct CheckedPlace {
  std::string file;
  size_t index = 1, count = 1;
  double seconds = 0;
};

/// "delta(epsilon=1.5) of gaussian(sigma=1), forward"
std::string subject_of(const Certificate& certificate);
/// "[a, b]", or one number.
std::string interval_text(const std::string& lower, const std::string& upper);

std::string check_text(const CheckedPlace& place, const Certificate& certificate,
                       const CheckResult& result);
nlohmann::ordered_json check_json(const CheckedPlace& place, const Certificate& certificate,
                                  const CheckResult& result);
/// "12 certificates: 11 confirmed, 1 refuted"
std::string check_summary(const std::vector<CheckResult>& results);

}  // namespace plumbline
