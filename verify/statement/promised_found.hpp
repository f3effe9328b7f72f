/// Compares promises with the results of attacks, and lists the refuted promises.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/statement/bound_claim.hpp"
#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// A promise and the result of an attack about the same quantity.
struct PromisedFound {
  size_t promised_at = 0, found_at = 0;  ///< indices of the certificates
  bool more = false;                     ///< the attack's result exceeds the promise
};
/// Returns the pairs of a confirmed promise and a confirmed attack that can be compared: they are about the same
/// question, and the promise covers the neighbours of the attack.
std::vector<PromisedFound> promised_and_found(const std::vector<Certificate>& certificates,
                                              const std::vector<CheckResult>& results);

/// Returns true if an attack refutes a promise or a claim of the certificates.
bool refutes_something(const std::vector<Certificate>& certificates,
                       const std::vector<CheckResult>& results);

namespace page {

/// The refutations of a page: the promises and the tested claims that its attacks refute.
class Refutations {
 public:
  explicit Refutations(const Evidence& evidence);

  /// Returns the strongest attack for each promise, refuted promises first.
  const std::vector<PromisedFound>& best() const { return best_; }
  /// Returns the refuted mechanisms, by mechanism_key().
  const std::set<std::string>& mechanisms() const { return mechanisms_; }
  /// Returns the indices of the certificates of attacks that refute a mechanism.
  const std::vector<size_t>& attacks() const { return attacks_; }
  /// Returns the status of a certificate's promise. The sentence about the promise begins with this status.
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
