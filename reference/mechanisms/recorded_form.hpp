/// The form of a mechanism in records of accountants' answers, for example {"kind": "laplace", "scale": 2} for
/// laplace(b=2), and the numbers that a hunt draws for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/mechanisms/recorded_fields.hpp"
#include "reference/mechanisms/recorded_runs.hpp"

namespace plumbline {

/// The form of one kind of records. A record may also contain `steps` and, if the mechanism has a sensitivity,
/// `sensitivity`.
struct RecordedForm {
  using Field = RecordedField;
  using Expression = std::string (*)(RecordedFields&);
  using Runs = RecordedRuns;

  std::string kind;
  std::vector<Field> fields;  ///< fields in canonical order
  /// Returns the expression of one step, without the number of steps. Null if the fields of the record are the
  /// parameters of the expression, without any conversion.
  Expression expression = nullptr;
  /// For relations that the parameter relation= does not cover: the function that replaces `expression`, by the name of
  /// the relation.
  std::map<std::string, Expression> under{};
  Runs runs = Runs::plain;
  /// True if the numbers state the change between two neighbours, so that a record is valid under every relation.
  bool any_neighbours = false;
  /// True if the numbers state the noise, as a multiple of the change of the value that one data record causes.
  bool states_noise = true;
  bool has_power = false;  ///< `expression` already includes the power, from `steps`
  /// For hunts: the numbers to draw, as lines of a file of questions (`--space`, docs/hunting.md); empty if the kind is
  /// not drawn by default.
  std::string usual{};
  /// For hunts, which shrink a finding to a simpler setting: `reading` states how difficult the kind is for a
  /// reader (a smaller number is easier), `plainest` are the simplest numbers, and `samples` is the kind of the same
  /// mechanism without sampling.
  int reading = 3;
  std::vector<std::pair<std::string, double>> plainest{};
  std::string samples{};  ///< the kind without the field `sampling_rate`
};

}  // namespace plumbline
