/// Sentences about results of attacks, alone and in comparison with a promise. Each sentence is about the attacked
/// mechanism. It applies to a certified mechanism if that mechanism was the target of the attack.
#pragma once

#include "verify/statement/bound.hpp"

namespace plumbline::page {

/// A lower bound on a quantity of the attacked mechanism, at a confidence.
struct Found {
  std::string attack;  ///< name of the attack in the sentence
  Rational confidence;
  Bound bound;  ///< bound on the promised quantity, with a lower end only
};

/// Returns the finding of the attack's certificate with index `at`; nothing if it has no finding about a quantity of
/// a mechanism. `attack` is the name of the attack in the sentence.
std::optional<Found> found_in(const std::vector<Certificate>& certificates, size_t at,
                              const std::string& attack);
std::string fault_of(const Found& found, const Evidence& evidence);

/// Returns true if a promise and the finding of an attack are about the same quantity at the same argument, and the
/// promise covers the direction of the finding.
bool is_same_question(const Certificate& promised, const Certificate& found);
/// Returns true if a finding above the promise refutes the promise, because the promise covers the attack's
/// neighbours.
bool is_refutable(const Certificate& promised, const Certificate& found);
/// Returns true if both numbers are finite, and the finding is positive and above the promise.
bool is_more_found(const Certificate& promised, const Certificate& found);

/// The sentence "The attack (...) shows, with 95 % confidence, that epsilon is at least 2.14 at delta = 0.00001."
class FoundClaim : public PageClaim {
 public:
  explicit FoundClaim(Found found) : found_(std::move(found)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override {
    return page::fault_of(found_, evidence);
  }
  NamedTexts fields() const override;

 private:
  Found found_;
};

/// A promise and a finding. The sentence states whether the finding refutes the promise, provided that the certified
/// run was the target of the attack.
class PromiseClaim : public PageClaim {
 public:
  /// `beside` is the name of the mechanism if the sentence is printed next to both numbers and does not repeat them;
  /// otherwise it is empty.
  PromiseClaim(Bound promise, Found found, bool refuted, std::string beside = "")
      : promise_(std::move(promise)),
        found_(std::move(found)),
        refuted_(refuted),
        beside_(std::move(beside)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  std::string verdict_beside() const;

  Bound promise_;
  Found found_;
  bool refuted_;
  std::string beside_;
};

/// An attack and numbers of a mechanism about the same quantity that cannot be compared, because their neighbours
/// differ or the numbers are not a guarantee.
class UnrelatedClaim : public PageClaim {
 public:
  UnrelatedClaim(Bound promise, Found found)
      : promise_(std::move(promise)), found_(std::move(found)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Bound promise_;
  Found found_;
};

}  // namespace plumbline::page
