/// The output formats of answers.
#pragma once

namespace plumbline {

enum class AnswerFormat { text, json, csv };

}  // namespace plumbline
