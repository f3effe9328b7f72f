/// How records of accountants' answers write a mechanism, {"kind": "laplace", "scale": 2} for
/// laplace(b=2), and from which numbers a hunt asks for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/mechanisms/recorded_fields.hpp"
#include "reference/mechanisms/recorded_runs.hpp"

namespace plumbline {

/// `steps` and, where the mechanism has one, `sensitivity` may stand beside the fields.
struct RecordedForm {
  using Field = RecordedField;
  using Expression = std::string (*)(RecordedFields&);
  using Runs = RecordedRuns;

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
  /// For hunts: a complexity weight. Finds are shrunk to simpler settings, the plainest with
  /// these numbers; what is sampled, to what it samples.
  int reading = 3;
  std::vector<std::pair<std::string, double>> plainest{};
  std::string samples{};  ///< the kind that is left without `sampling_rate`
};

}  // namespace plumbline
