/// How records of accountants' answers write a mechanism, {"kind": "laplace", "scale": 2} for
/// laplace(b=2), and from which numbers a hunt asks for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A number of a record, and how it is written in an expression.
struct RecordedNumber {
  std::string text;
  Rational value;
};

/// The fields of one record. Asking for one that is not there, or no number, throws
/// std::invalid_argument.
class RecordedFields {
 public:
  virtual ~RecordedFields() = default;
  virtual bool has(const std::string& field) const = 0;
  virtual RecordedNumber number(const std::string& field) = 0;
  virtual std::vector<Rational> numbers(const std::string& field) = 0;
  /// As number() has it; `?` for a sigma that is open.
  virtual std::string text(const std::string& field) = 0;
};

/// `steps` and, where the mechanism has one, `sensitivity` may stand beside the fields.
struct RecordedForm {
  /// A field and the parameter that it is; `ours` is empty where it is none by itself.
  struct Field {
    std::string theirs, ours{};
    bool whole = false;  ///< a whole number
  };
  using Expression = std::string (*)(RecordedFields&);
  /// What is known of several runs beyond what the pair says.
  enum class Runs {
    plain,          ///< nothing
    fixed_batch,    ///< steps on batches of fixed size
    bounded_range,  ///< losses in an interval of fixed length
    flips,          ///< permute-and-flip
    concentrated  ///< bounds of Renyi divergences: no mechanism, and the expression is one of them
  };

  std::string kind;
  std::vector<Field> fields;  ///< in canonical order
  /// The expression, without its power, where it is not made of the fields as they are.
  Expression expression = nullptr;
  /// Under relations for which it is another pair than with `expression` or relation=.
  std::map<std::string, Expression> under{};
  Runs runs = Runs::plain;
  bool any_neighbours = false;  ///< its numbers say what neighbours of any relation may change
  bool states_noise = true;     ///< as a multiple of what a record changes
  bool has_power = false;       ///< the expression says how often, in `steps` too
  /// For hunts: the numbers to draw from, as lines of a space of docs/hunting.md; empty where it is
  /// not usual.
  std::string usual{};
  /// For hunts: how much there is to read. Finds are shrunk to what is plainer, the plainest with
  /// these numbers; what is sampled, to what it samples.
  int reading = 3;
  std::vector<std::pair<std::string, double>> plainest{};
  std::string samples{};  ///< the kind that is left without `sampling_rate`
};

}  // namespace plumbline
