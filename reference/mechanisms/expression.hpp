/// Mechanism expressions: `subsampled_gaussian(sigma=1,p=0.01)^10000 * laplace(b=20)^3`.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// One factor of a product: a mechanism and its multiplicity (a positive integer).
struct Factor {
  Mechanism mechanism;
  Rational count;
  /// The hypotheses of a single run of the mechanism; null if nothing is stated.
  HypothesesPtr hypotheses{};
};

/// A factor as written: its name and parameters, some of which may be unknown (`sigma=?`, `^?`).
struct WrittenFactor {
  const MechanismEntry* entry;
  Parameters parameters;
  std::vector<std::string> open;  ///< names of the unknown parameters; the power is called N
  Rational count{1};

  bool is_open(const std::string& name) const;
  /// Returns the text of a parameter: `?` if it is unknown, "1" if it is missing (a sensitivity).
  std::string number_text(const std::string& name) const;
  /// Throws std::invalid_argument if a parameter is missing or does not belong to the mechanism.
  void check_names() const;
  /// Returns the hypotheses of the mechanism with its power. Throws RefusedPair if, for all values of the unknown
  /// parameters, the rule of a combinator (such as `subsampled`) refuses the mechanisms inside it.
  HypothesesPtr hypotheses() const;
  /// Returns the factor with a number for one parameter (or for N). Throws std::invalid_argument if the number is out
  /// of range or another parameter is unknown.
  Factor with(const std::string& name, const Rational& value) const;
  /// Returns the mechanism with these parameters and this multiplicity. Throws std::invalid_argument if a parameter
  /// is out of range.
  Factor made(const Parameters& all, const Rational& runs) const;
  /// Returns the factor as written, with unknown parameters as `?`.
  std::string text() const;
};

/// Parses a product of mechanisms with parameters that may be unknown. Throws as parse_expression does.
std::vector<WrittenFactor> read_open_expression(std::string_view text);

/// Parses a product of mechanisms with optional powers. Throws std::invalid_argument with one line that states the
/// position and the remedy.
std::vector<Factor> parse_expression(std::string_view text);

}  // namespace plumbline
