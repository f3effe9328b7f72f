/// Questions in the form of external records: one JSON object, or one line of CSV under the same names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/questions/question.hpp"
#include "verify/base/text/record_text.hpp"

namespace plumbline {

/// Returns the words that error messages about a file of questions use: "a question", "questions", and the names of
/// the columns.
const RecordWords& question_words();

/// Parses the question of a record; `usual` contains the defaults of missing members. Numbers of the quantity are
/// members of `at` or of the record (a single number may be `at` itself); its options are members of `options` or of
/// the record. A JSON number is the double to which it parses; a text is an exact number. `id` and members that begin
/// with x- are for the writer's own use and are ignored. Throws std::invalid_argument with "field: defect". If the
/// record is an answer of this program, the function returns the question of the answer and ignores the members that
/// describe the result.
Query question_of(const nlohmann::json& record, const Query& usual);

/// Checks the columns of a file. Throws std::invalid_argument if no question has a field of that name.
void check_question_header(const std::vector<std::string>& header);

}  // namespace plumbline
