/// All that a case expects of one value, and what became of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/suite/cases/case_file.hpp"

namespace plumbline {

struct Answer;

struct AnswerVerdict {
  std::optional<Agreement> printed;  ///< with `expect`
  std::vector<Check> checks;         ///< with the case's other expectations
  /// The worst of them: differs before undecided before agrees; nothing where nothing is expected.
  std::optional<Agreement> overall() const;
};

/// Compares an answer with the case's expectations; `at` are the arguments of the point. The named
/// values are computed to `effort`. Throws what answering them throws.
AnswerVerdict verdict_of(const Case& c, const Answer& value, const NamedTexts& at,
                         const Effort& effort);

/// Adds `expect` (all expectations as text), `verdict`, `checks`, `where`, `statements` and
/// `dispute`.
void add_verdict_fields(const Case& c, const AnswerVerdict& verdict, int digits,
                        nlohmann::ordered_json* record);

/// Enough digits to compare with what is printed, and what the case asks at least.
int digits_for(const Case& c);

}  // namespace plumbline
