#include "verify/certificates/call_words.hpp"

#include <fmt/core.h>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "verify/certificates/audit_words.hpp"
#include "verify/certificates/headline_words.hpp"
#include "verify/certificates/plain_number.hpp"

namespace plumbline {
namespace {

/// What was certified before the i-th of the same run.
struct Beside {
  const Certificate* proved = nullptr;
  const Certificate* least = nullptr;  ///< what some data sets have
};

Beside beside(const std::vector<Certificate>& all, const std::vector<CheckResult>& results,
              size_t i) {
  Beside out;
  for (size_t k = i; k-- > 0 && out.proved == nullptr;) {
    const bool same = all[k].quantity == all[i].quantity && all[k].at == all[i].at &&
                      all[k].direction == all[i].direction;
    if (!same || role_of(all[k]) == kAccountant) break;
    if (role_of(all[k]).empty()) {
      out.proved = &all[k];
    } else if (headline::is_confirmed(results[k])) {
      out.least = &all[k];
    }
  }
  return out;
}

}  // namespace

std::string role_words(const Certificate& c) {
  const std::string role = role_of(c);
  if (role == kAtLeast)
    return "What some data sets of the run have at least, no bound of the run: ";
  if (role == kAccountant) {
    return "What an accountant of Poisson sampling says of the run, no bound of the run: ";
  }
  return "";
}

std::string call_words(const std::vector<Certificate>& all, const std::vector<CheckResult>& results,
                       size_t i) {
  const Certificate& told = all[i];
  if (role_of(told) != kAccountant || !headline::is_confirmed(results[i])) return "";
  const auto says = rational_or_none(told.upper);
  const auto [proved, data_sets] = beside(all, results, i);
  const auto least = data_sets == nullptr ? std::nullopt : rational_or_none(data_sets->lower);
  if (!says || proved == nullptr) return "";
  const std::string said = headline::rounded_up(told.upper), at = plain(told.at);
  if (least && says->sign() > 0 && *says < *least) {
    return fmt::format(
        "An accountant of Poisson sampling promises too small an epsilon for this run: {} at "
        "delta = {}, where {}it is at least {} for some data sets, a factor of {}.",
        said, at, exchanges_records(proved->mechanism) ? "of a record exchanged for another " : "",
        headline::rounded_down(data_sets->lower),
        plain(decimal_below(*least / *says, kShownDigits)));
  }
  return fmt::format(
      "An accountant of Poisson sampling says {} at delta = {}, which is not proved for this "
      "run{}.",
      said, at,
      least && least->sign() > 0
          ? ": some data sets have at least " + headline::rounded_down(data_sets->lower)
          : "");
}

}  // namespace plumbline
