/// The findings of a command, before anything is written: named fields in order. Text, JSON and CSV are
/// three renderings of the same answer (renderer.hpp).
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/values/extended.hpp"

namespace plumbline {

/// A certified value, or infinity, and what is known of its making.
struct EnclosedValue {
  Extended value;
  int digits;  ///< asked
  double seconds = 0;
  std::string exactly{};  ///< the number itself where it is known, as an integer in an interval is
  bool needed = true;     ///< the command has not done as requested where this is not reached
};

/// The ends of a certified value that stands beside another.
struct EnclosureEnds {
  Extended value;
  int digits;
  bool needed = true;  ///< as above
};

/// The ends of a ball.
struct BallEnds {
  Ball value;
  int digits;
};

/// The ends of a stretch of a line: rounded inward where something is said of each of its points,
/// outward where it is said of the stretch as a whole.
struct StretchEnds {
  Ball from, to;
  int digits;
  bool outward;
};

/// A decimal that is not above the ball.
struct DecimalBelow {
  Ball value;
  int digits;
};

/// A number that bounds nothing, in a format of fmt.
struct Approximately {
  double value;
  std::string format;
};

struct AnswerField;
struct NamedField;
using FieldGroup = std::vector<NamedField>;
using FieldList = std::vector<AnswerField>;

/// One of these. Text is a word or an exact number; nullptr means: no value.
struct AnswerField {
  std::variant<std::nullptr_t, bool, long, double, std::string, EnclosedValue, EnclosureEnds,
               BallEnds, StretchEnds, DecimalBelow, Approximately, FieldGroup, FieldList>
      is;
};

struct NamedField {
  std::string name;
  AnswerField field;
  bool for_people = false;  ///< in text only
};

/// One object of JSON, one row of CSV, a line or several of text. The field named `value` is the
/// answer proper: in JSON its fields stand beside the others.
struct AnswerRecord {
  std::string kind;  ///< which line of the command's layout says it
  FieldGroup fields{};
  bool for_people = false;  ///< a heading or a sum of others, in text only
  bool reached = true;      ///< for what its fields do not say
  bool wrong = false;       ///< something judged does not hold
  /// The record of version 2 in JSON, in place of the fields; empty where version 1 was requested.
  std::string json{};
};

/// Building an answer, field by field.
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
  /// For people only.
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
  /// Sets the record of version 2.
  AnswerBuilder& json(std::string text) {
    answer_.json = std::move(text);
    return *this;
  }
  /// All of it for people only.
  AnswerBuilder& for_people() {
    answer_.for_people = true;
    return *this;
  }
  operator AnswerRecord() const { return answer_; }

 private:
  AnswerRecord answer_;
};

/// A group of texts: { name: text, ... }.
FieldGroup text_fields(const std::vector<std::pair<std::string, std::string>>& texts);

/// Returns true if all fields that it needs have the requested digits.
bool is_reached(const AnswerRecord& answer);

}  // namespace plumbline
