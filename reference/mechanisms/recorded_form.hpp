/// The form of a mechanism in records of accountants' answers, for example {"kind": "laplace", "scale": 2} for
/// laplace(b=2), and the numbers that a hunt draws for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/mechanisms/recorded_fields.hpp"
#include "reference/mechanisms/recorded_runs.hpp"

namespace plumbline {

/// A form. Records may also contain `steps` and, if the mechanism has one, `sensitivity`.
struct RecordedForm {
  using Field = RecordedField;
  using Expression = std::string (*)(RecordedFields&);
  using Runs = RecordedRuns;

  std::string kind;
  std::vector<Field> fields;  ///< fields in canonical order
  /// Returns the expression without its power; null if the expression consists of the unchanged fields.
  Expression expression = nullptr;
  /// Expressions by relation, for relations whose pair is neither `expression` nor given by relation=.
  std::map<std::string, Expression> under{};
  Runs runs = Runs::plain;
  bool any_neighbours = false;  ///< its numbers describe the change between neighbours of any
                                ///< relation
  bool states_noise = true;     ///< the noise is a multiple of the change that a record causes
  bool has_power = false;       ///< the expression includes the number of runs and `steps`
  /// For hunts: the numbers to draw, as lines of a space of docs/hunting.md; empty if the kind is not drawn by default.
  std::string usual{};
  /// For hunts: a complexity weight. Findings are shrunk to simpler settings; the simplest has the numbers
  /// `plainest`. Findings of sampled mechanisms are shrunk to their base.
  int reading = 3;
  std::vector<std::pair<std::string, double>> plainest{};
  std::string samples{};  ///< the kind without `sampling_rate`
};

}  // namespace plumbline
