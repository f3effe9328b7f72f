#include "verify/statement/page_claim.hpp"

#include <algorithm>

namespace plumbline::page {

bool Evidence::is_proved(size_t certificate, const std::string& field) const {
  if (certificate >= results.size()) return false;
  const CheckResult& result = results[certificate];
  return result.verdict == Verdict::confirmed &&
         std::any_of(result.numbers.begin(), result.numbers.end(),
                     [&](const CheckedNumber& x) { return x.name == field && x.proved(); });
}

std::string Evidence::proved_finding(size_t certificate, const std::string& name) const {
  if (certificate >= results.size()) return "";
  for (const CheckedFinding& one : results[certificate].findings) {
    if (one.name == "findings." + name && one.standing == Standing::proved) return one.text;
  }
  return "";
}

Sentence sentence_of(std::shared_ptr<const PageClaim> claim) {
  const std::string text = claim->text();
  return {std::move(claim), text};
}

}  // namespace plumbline::page
