/// Promises beside what attacks found, and what is refuted by it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/statement/bound_claim.hpp"
#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// A promise and what an attack found of the same quantity.
struct PromisedFound {
  size_t promised_at = 0, found_at = 0;  ///< which of the certificates they are
  bool more = false;                     ///< more was found than is promised
};
/// Those in which the promise is about the neighbours of the attack, both confirmed.
std::vector<PromisedFound> promised_and_found(const std::vector<Certificate>& certificates,
                                              const std::vector<CheckResult>& results);

/// Whether an attack refutes a promise or a claim there.
bool refutes_something(const std::vector<Certificate>& certificates,
                       const std::vector<CheckResult>& results);

namespace page {

/// What the attacks of a page refute, by promises and by themselves.
class Refutations {
 public:
  explicit Refutations(const Evidence& evidence);

  /// For each promise the attack that found most: those that are refuted first.
  const std::vector<PromisedFound>& best() const { return best_; }
  /// The mechanisms that are refuted, by mechanism_key().
  const std::set<std::string>& mechanisms() const { return mechanisms_; }
  /// The certificates of attacks that refute a mechanism.
  const std::vector<size_t>& attacks() const { return attacks_; }
  /// How a sentence about the promise of that certificate begins.
  PromiseStanding standing(size_t certificate) const;

 private:
  void compare(const PromisedFound& one);

  const Evidence& evidence_;
  std::vector<PromisedFound> best_;
  std::set<std::string> mechanisms_;
  std::vector<size_t> attacks_;
};

}  // namespace page
}  // namespace plumbline
