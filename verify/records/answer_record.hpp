/// Answers as records, version 2: the same form for the command line, batches, C and other languages.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reference/questions/answer.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

/// The members that a program adds to a query and its answer.
struct RecordContext {
  double seconds = 0;
  /// Options of the command in addition to the query, by name: `asked_as`, `role`, ...
  NamedTexts context{};
};

/// Returns {"schema": "answer/2", "quantity", "mechanism", "other", "direction", "at", "options", "lower", "upper",
/// "lower_double", "upper_double", "digits", "reached", "engine", "seconds", "error_budget", "hypotheses",
/// "other_hypotheses", "values", "findings", "context"}. A member without a value is absent. The mechanisms of
/// `query` must be in canonical form. An infinite end is "inf"; `digits` is -log10((upper - lower) / max(|lower|,
/// |upper|)), rounded down to a tenth, "exact" if the ends are equal and 0 if only one of them is infinite.
nlohmann::ordered_json answer_record(const Query& query, const Answer& answer,
                                     const RecordContext& more);

}  // namespace plumbline
