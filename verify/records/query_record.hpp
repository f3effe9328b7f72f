/// Questions in the form of external records: one JSON object, or one line of CSV under the same names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/questions/question.hpp"
#include "verify/base/text/record_text.hpp"

namespace plumbline {

/// Returns the names of questions in messages about their files.
const RecordWords& question_words();

/// The question of a record; `usual` has the defaults for missing members. Numbers of the quantity are members of `at`
/// or of the record (a single number may be `at` itself), its options members of `options` or of the record. A JSON
/// number is the double to which it parses, a text is an exact number. `id` and members that begin with x- belong to
/// the writer. Throws std::invalid_argument, `field: defect`. An answer of this program is parsed as its question:
/// other members of an answer are ignored.
Query question_of(const nlohmann::json& record, const Query& usual);

/// Throws std::invalid_argument, once for the file, if no question has a column of that name.
void check_question_header(const std::vector<std::string>& header);

}  // namespace plumbline
