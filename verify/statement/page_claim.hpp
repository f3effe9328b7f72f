/// A sentence of a statement page as data: its text is formatted from these data, and the page's certificates must
/// imply the sentence.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/certificates/check.hpp"

namespace plumbline::page {

/// The certificates of a page, and the results that this run proved about them; `results` is empty if this run
/// checked nothing.
struct Evidence {
  const std::vector<Certificate>& certificates;
  const std::vector<CheckResult>& results;

  /// Returns true if this run confirmed the certificate and proved both ends of the number `field`.
  bool is_proved(size_t certificate, const std::string& field = "lower, upper") const;
  /// Returns the text of a finding that the check proved; otherwise an empty text.
  std::string proved_finding(size_t certificate, const std::string& name) const;
};

/// The content of one sentence.
class PageClaim {
 public:
  PageClaim() = default;
  PageClaim(const PageClaim&) = delete;
  PageClaim& operator=(const PageClaim&) = delete;
  virtual ~PageClaim() = default;

  /// Returns the sentence, formatted only from the claim's own data.
  virtual std::string text() const = 0;
  /// Returns the reason why the evidence does not imply the claim; empty if it does.
  virtual std::string fault(const Evidence& evidence) const = 0;
  /// Returns the claim for programs: first its kind, then its content.
  virtual NamedTexts fields() const = 0;
};

/// A sentence of a page and its claim, which is never null.
struct Sentence {
  std::shared_ptr<const PageClaim> claim;
  std::string text;
};

Sentence sentence_of(std::shared_ptr<const PageClaim> claim);

template <class Claim, class... Parts>
Sentence say(Parts&&... parts) {
  return sentence_of(std::make_shared<const Claim>(std::forward<Parts>(parts)...));
}

/// A sentence about the page, the file or the meaning of a word. It does not depend on the certificates.
class Remark : public PageClaim {
 public:
  Remark(std::string about, std::string text) : about_(std::move(about)), text_(std::move(text)) {}
  std::string text() const override { return text_; }
  std::string fault(const Evidence&) const override { return ""; }
  NamedTexts fields() const override { return {{"kind", "remark"}, {"about", about_}}; }

 private:
  std::string about_, text_;
};

}  // namespace plumbline::page
