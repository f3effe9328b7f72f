/// Answers as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/answers/answer.hpp"

namespace plumbline {

nlohmann::ordered_json json_of(const AnswerRecord& answer);

/// Returns the fields of a record that is already JSON.
FieldGroup fields_of(const nlohmann::ordered_json& record);

}  // namespace plumbline
