/// The expectations of a case about one value, and the results of their checks.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/suite/cases/case_file.hpp"

namespace plumbline {

struct Answer;

struct AnswerVerdict {
  std::optional<Agreement> printed;  ///< agreement with `expect`
  std::vector<Check> checks;         ///< checks of the case's other expectations
  /// Returns the worst agreement: differs before undecided before agrees; nothing if there are no expectations.
  std::optional<Agreement> overall() const;
};

/// Compares the answer `value` with the case's expectations; `at` contains the arguments of the point. The named
/// values are computed to `effort`. Throws whatever the computation of the named values throws.
AnswerVerdict verdict_of(const Case& c, const Answer& value, const NamedTexts& at,
                         const Effort& effort);

/// Adds `expect` (all expectations as text), `verdict`, `checks`, `where`, `statements` and
/// `dispute`.
void add_verdict_fields(const Case& c, const AnswerVerdict& verdict, int digits,
                        nlohmann::ordered_json* record);

/// Returns the number of digits needed to judge the printed number, but at least the number that the case requests.
int digits_for(const Case& c);

}  // namespace plumbline
