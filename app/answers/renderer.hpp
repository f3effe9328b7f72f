/// Renderers for the three output formats. A renderer receives the answers of one command in order.
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "app/answers/answer.hpp"
#include "app/answers/answer_format.hpp"

namespace plumbline {

/// The text layout of the answers of a command: one or several lines for each kind of answer; kinds without a line are
/// not printed. In a line
///     {name}         is a field, {at.epsilon} a member of a group, {at} the whole group: "epsilon=1";
///     {value.lower}  is a part of a value, one of lower, upper, sharpness, engine, seconds, mark
///                    (NOT REACHED, or nothing) and asked (mark with the requested digits);
///     {x:8}          is an interval or a decimal to 8 digits, or a double in a format of fmt;
///     {value|none}   is "none" if the value is infinite, instead of "infinite";
///     {?flag}        prints nothing, and decides if the brackets around it are printed;
///     [...]          is omitted if a field in it is missing, empty or false.
using TextLayout = std::map<std::string, std::string>;

/// The layout of one line for a certified value. The answer has the fields `name` and `value`.
inline constexpr const char* kValueLine =
    "{name} = {value}   {value.sharpness}, {value.engine}, {value.seconds}{value.asked}\n";

class AnswerRenderer {
 public:
  virtual ~AnswerRenderer() = default;
  virtual void take(const AnswerRecord& answer) = 0;
  /// Called after the last answer.
  virtual void finish() {}
};

std::unique_ptr<AnswerRenderer> text_renderer(TextLayout layout, std::FILE* to);
/// Returns a renderer that prints one JSON object in one line for each answer.
std::unique_ptr<AnswerRenderer> json_renderer(std::FILE* to);
/// Returns a renderer that prints a header row and one row for each answer. The columns are the members of JSON:
/// `a_b` for b inside a, `a_1` for the first element of a list; members of `at` have their own names. The rows are
/// written after the last answer, because later answers may have further columns.
std::unique_ptr<AnswerRenderer> csv_renderer(std::FILE* to);

}  // namespace plumbline
