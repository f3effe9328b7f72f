/// Questions as others write them: one object of JSON, or one line of CSV under the same names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/questions/question.hpp"
#include "verify/base/text/record_text.hpp"

namespace plumbline {

/// Returns the names of questions in messages about their files.
const RecordWords& question_words();

/// The question that a record asks; what it does not say is as in `usual`. Numbers of the quantity stand in
/// `at` or beside it (its one number may be `at` itself), its words in `options` or beside it; a JSON number is the double it parses to, a text
/// means what it says. `id` and what begins with x- is the writer's own. Throws std::invalid_argument,
/// `field: what is wrong`.
/// What this program answered is read as its question: the other fields of an answer are left unread.
Query question_of(const nlohmann::json& record, const Query& usual);

/// Throws std::invalid_argument, once for the file, where a column's name is none of any question's.
void check_question_header(const std::vector<std::string>& header);

}  // namespace plumbline
