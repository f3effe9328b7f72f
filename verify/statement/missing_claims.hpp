/// Sentences about the limits of a page: questions without a useful answer ("NOT KNOWN"), numbers for one direction
/// only, pairs that are not a guarantee, and infinite numbers.
#pragma once

#include "verify/statement/bound.hpp"

namespace plumbline::page {

/// Returns the question of a certificate as sentences name it: "epsilon at delta = 0.00001".
std::string question_text(const Certificate& certificate, const std::string& name);
/// Returns true if the end that a sentence would state is trivial (infinity, a probability of 1, or an error of 0),
/// while the other end is far away.
bool says_nothing(const Certificate& certificate);
/// Returns true if the number is certainly infinite.
bool is_infinite(const Certificate& certificate);
/// Returns true if the certificate covers both directions, or the quantity has only one.
bool is_whole(const Certificate& certificate);

/// Several certificates that share one sentence, with their questions.
struct Questions {
  std::vector<size_t> certificates;
  std::string listed;
};

/// The sentence "NOT KNOWN: epsilon at delta = 0.00001. ..."
class UnknownClaim : public PageClaim {
 public:
  explicit UnknownClaim(Questions about) : about_(std::move(about)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Questions about_;
};

/// The sentence "Fewer digits than asked: epsilon at delta = 0.00001. ..."
class FewDigitsClaim : public PageClaim {
 public:
  explicit FewDigitsClaim(Questions about) : about_(std::move(about)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Questions about_;
};

/// The sentence "Certified in one direction alone (...): ..."
class OneDirectionClaim : public PageClaim {
 public:
  /// `meaning` is the direction in terms of the neighbours of these certificates (direction_meaning()).
  OneDirectionClaim(Questions about, std::string direction, std::string meaning)
      : about_(std::move(about)), direction_(std::move(direction)), meaning_(std::move(meaning)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Questions about_;
  std::string direction_, meaning_;
};

/// The sentence "NO GUARANTEE: the numbers of ... are those of two data sets alone. ..."
class NoGuaranteeClaim : public PageClaim {
 public:
  NoGuaranteeClaim(size_t certificate, std::string name, HypothesesPtr hypotheses)
      : certificate_(certificate), name_(std::move(name)), hypotheses_(std::move(hypotheses)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  std::string name_;
  HypothesesPtr hypotheses_;
};

/// The sentence "The Renyi divergence of order 2 is infinite: there is no guarantee of it.", or such a sentence about
/// two data sets or only about a pair.
class InfiniteClaim : public PageClaim {
 public:
  InfiniteClaim(const Certificate& certificate, size_t at, std::string name);
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  std::string question_;
  bool named_;  ///< the question begins with the name of a mechanism
  std::string direction_;
  HypothesesPtr hypotheses_;
  Quantifier quantifier_;
};

}  // namespace plumbline::page
