/// The three ways to write answers. Each takes the answers of one command as they come.
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "app/answers/answer.hpp"

namespace plumbline {

enum class AnswerFormat { text, json, csv };

/// The text layout of the answers of a command: a line or several for each kind of answer; kinds without
/// one are not said. In it
///     {name}         is a field, {at.epsilon} one of a group, {at} all of a group: "epsilon=1";
///     {value.lower}  is a part of a value, one of lower, upper, sharpness, engine, seconds, mark
///                    (NOT REACHED, or nothing) and asked (the same, and how many digits were);
///     {x:8}          is a stretch or a decimal to 8 digits, or a double in a format of fmt;
///     {value|none}   is "none" where the value is infinite, which is "infinite" otherwise;
///     {?flag}        is nothing;
///     [...]          is left out where a field in it is missing, empty or false.
using TextLayout = std::map<std::string, std::string>;

/// A certified value on a line of its own, by the fields `name` and `value`.
inline constexpr const char* kValueLine =
    "{name} = {value}   {value.sharpness}, {value.engine}, {value.seconds}{value.asked}\n";

class AnswerRenderer {
 public:
  virtual ~AnswerRenderer() = default;
  virtual void take(const AnswerRecord& answer) = 0;
  /// After the last answer.
  virtual void finish() {}
};

std::unique_ptr<AnswerRenderer> text_renderer(TextLayout layout, std::FILE* to);
/// One object on a line for each answer.
std::unique_ptr<AnswerRenderer> json_renderer(std::FILE* to);
/// One row for each answer below a row of names: the members of JSON, `a_b` for b inside a, `a_1`
/// for the first of a list; those of `at` by their own names. Written when all are there, as later
/// answers may have further columns.
std::unique_ptr<AnswerRenderer> csv_renderer(std::FILE* to);

}  // namespace plumbline
