/// The results of a command before they are written: named fields in order. Text, JSON and CSV are three renderings of
/// the same answer (renderer.hpp).
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/values/extended.hpp"

namespace plumbline {

/// A certified value, or infinity, and properties of its computation.
struct EnclosedValue {
  Extended value;
  int digits;  ///< requested digits
  double seconds = 0;
  std::string exactly{};  ///< the number itself as text if it is known exactly (for example an
                          ///< integer); otherwise empty
  bool needed = true;     ///< true if the command must fail when too few digits are reached
};

/// The ends of a certified value that accompanies the main value of an answer.
struct EnclosureEnds {
  Extended value;
  int digits;
  bool needed = true;  ///< true if the command must fail when too few digits are reached
};

/// The ends of a ball.
struct BallEnds {
  Ball value;
  int digits;
};

/// The ends of an interval. If a statement holds for each point of the interval, it remains true after the ends are
/// rounded inward. If the statement is that the interval contains a point, the ends must be rounded outward
/// (`outward`).
struct StretchEnds {
  Ball from, to;
  int digits;
  bool outward;
};

/// A decimal that is at most the lower end of the ball.
struct DecimalBelow {
  Ball value;
  int digits;
};

/// An approximation, which is not a bound, formatted with fmt.
struct Approximately {
  double value;
  std::string format;
};

struct AnswerField;
struct NamedField;
using FieldGroup = std::vector<NamedField>;
using FieldList = std::vector<AnswerField>;

/// One field value. A std::string is a word or an exact number; nullptr is a missing value.
struct AnswerField {
  std::variant<std::nullptr_t, bool, long, double, std::string, EnclosedValue, EnclosureEnds,
               BallEnds, StretchEnds, DecimalBelow, Approximately, FieldGroup, FieldList>
      is;
};

struct NamedField {
  std::string name;
  AnswerField field;
  bool for_people = false;  ///< only in text output
};

/// One JSON object, one CSV row, or one or several lines of text. In JSON, the members of the field `value` (the main
/// result) are members of the object itself.
struct AnswerRecord {
  std::string kind;  ///< name of the kind of answer, which selects its text layout (TextLayout)
  FieldGroup fields{};
  bool for_people = false;  ///< a heading or a summary of other records, only in text output
  bool reached = true;      ///< false if a number outside of `fields` has too few digits
  bool wrong = false;       ///< a judged number or claim is wrong
  /// The JSON record of format version 2, which JSON output prints instead of the fields; empty if version 1 was
  /// requested.
  std::string json{};
};

/// Builds an answer, field by field.
class AnswerBuilder {
 public:
  explicit AnswerBuilder(std::string kind) : answer_{std::move(kind)} {}

  template <class T>
  AnswerBuilder& add(const std::string& name, T value) {
    answer_.fields.push_back({name, {std::move(value)}});
    return *this;
  }
  AnswerBuilder& add(const std::string& name, const char* text) {
    return add(name, std::string(text));
  }
  /// Adds a field only for text output.
  template <class T>
  AnswerBuilder& aside(const std::string& name, T value) {
    answer_.fields.push_back({name, {std::move(value)}, true});
    return *this;
  }
  AnswerBuilder& aside(const std::string& name, const char* text) {
    return aside(name, std::string(text));
  }
  AnswerBuilder& reached(bool reached) {
    answer_.reached = reached;
    return *this;
  }
  AnswerBuilder& wrong(bool wrong) {
    answer_.wrong = wrong;
    return *this;
  }
  /// Sets the JSON record of format version 2 (AnswerRecord::json).
  AnswerBuilder& json(std::string text) {
    answer_.json = std::move(text);
    return *this;
  }
  /// Marks the whole record as only for text output.
  AnswerBuilder& for_people() {
    answer_.for_people = true;
    return *this;
  }
  operator AnswerRecord() const { return answer_; }

 private:
  AnswerRecord answer_;
};

/// Returns a group of texts: { name: text, ... }.
FieldGroup text_fields(const std::vector<std::pair<std::string, std::string>>& texts);

/// Returns true if all required fields have the requested digits.
bool is_reached(const AnswerRecord& answer);

}  // namespace plumbline
