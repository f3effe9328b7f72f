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

/// One factor of a product: a mechanism and how often it is run (a positive integer).
struct Factor {
  Mechanism mechanism;
  Rational count;
  /// The hypotheses of the mechanism run once; null where nothing is stated.
  HypothesesPtr hypotheses{};
};

/// A factor as written: its name and parameters, of which some may be open (`sigma=?`, `^?`).
struct WrittenFactor {
  const MechanismEntry* entry;
  Parameters parameters;
  std::vector<std::string> open;  ///< names of the open ones; the power is called N
  Rational count{1};

  bool is_open(const std::string& name) const;
  /// The number of a parameter, `?` where it is open, "1" where it is not given: a sensitivity.
  std::string number_text(const std::string& name) const;
  /// Throws std::invalid_argument where a parameter is missing or none of the mechanism's.
  void check_names() const;
  /// Returns the hypotheses of the mechanism with its power. Throws RefusedPair where a combinator's rule refuses the
  /// mechanisms inside, whatever the open values.
  HypothesesPtr hypotheses() const;
  /// With a number for one parameter (or for N). Throws std::invalid_argument where it is out of
  /// range, and when another parameter is open.
  Factor with(const std::string& name, const Rational& value) const;
  /// The mechanism with these parameters, run so often. Throws std::invalid_argument.
  Factor made(const Parameters& all, const Rational& runs) const;
  /// As written, the open parameters as `?`.
  std::string text() const;
};

/// Reads a product of mechanisms whose parameters may be open. Throws like parse_expression.
std::vector<WrittenFactor> read_open_expression(std::string_view text);

/// Reads a product of mechanisms with optional powers. Throws std::invalid_argument with one line
/// that says where and what to write instead.
std::vector<Factor> parse_expression(std::string_view text);

}  // namespace plumbline
