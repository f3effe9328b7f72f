/// What an attack's certificates say, in words, and beside those of a mechanism.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/check.hpp"

namespace plumbline {

/// What was tested, by which rule, and what must be true of the experiment: sentences.
std::vector<std::string> attack_words(const std::string& attack);
/// About which direction its claims are.
std::string attack_direction_words(const std::string& direction);
/// What audits cannot show.
std::vector<std::string> attack_limits();

/// One quantity that both a mechanism's certificate and an attack's bound.
struct PromisedFound {
  std::string quantity;  ///< "epsilon at delta = 1e-05"
  std::string found, promised;
  std::string words;                     ///< what follows
  bool more = false;                     ///< more was found than is promised
  size_t found_at = 0, promised_at = 0;  ///< which of the certificates they are
};
/// Of certificates that were confirmed, in the same direction and at the same argument: what the attack found at
/// least beside what the mechanism has at most.
std::vector<PromisedFound> promised_and_found(const std::vector<Certificate>& certificates,
                                              const std::vector<CheckResult>& results);

}  // namespace plumbline
