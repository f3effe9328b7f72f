/// What a mechanism says of itself to the registry; it stands in the mechanism's own file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/pair_standing.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {

/// A mechanism written inside another, and its weight (1 where it has none).
struct InnerMechanism {
  Rational weight;
  Mechanism mechanism;
};

/// Parameters by name, as read from an expression; those that are no numbers apart.
struct Parameters : std::map<std::string, Rational> {
  using map::map;
  std::map<std::string, std::vector<Rational>> lists;
  std::map<std::string, std::string> words;  ///< relation=replace
  std::vector<InnerMechanism> inner;
};

/// What is written inside the parentheses before the parameters: nothing, a mechanism, or weighted
/// mechanisms (1/2: gaussian(sigma=1), 1/2: laplace(b=1)) and no parameters.
enum class InnerKind { none, one, weighted };

/// A parameter whose increase makes the mechanism more private throughout (f does not decrease), or
/// less private throughout, on a range. A limit that there is none of is infinite.
struct ParameterOrder {
  bool larger_is_more_private = true;
  std::optional<Rational> least, most;
  bool least_belongs = false, most_belongs = false;  ///< the limit itself is a value
  bool integer = false;
  /// The limits are the range's own. Otherwise one is irrational and what is here is a double
  /// within the range, good for a search but not for a statement.
  bool exact_limits = true;

  /// Of a scale of the noise, sigma or b: all positive numbers, more is more private.
  static ParameterOrder scale() { return {true, Rational(0), std::nullopt}; }
  /// Of a sensitivity or an epsilon: all positive numbers, more is less private.
  static ParameterOrder size() { return {false, Rational(0), std::nullopt}; }
  /// Of a sampling rate: (0, 1], more is less private.
  static ParameterOrder share() { return {false, Rational(0), Rational(1), false, true}; }
};

class ParameterDraw;

/// What a mechanism promises, and no more: of all that keep the promise its pair is the worst.
struct Guarantee {
  Rational epsilon, delta;
  std::optional<Rational> total_variation{};
};

struct MechanismEntry {
  std::string name;
  std::vector<std::string> required;  ///< parameter names, in canonical order
  std::vector<std::string> optional;
  std::string summary;  ///< one line for `plumbline list mechanisms`
  /// Throws std::invalid_argument (parameter, value, remedy) on values out of range.
  Mechanism (*make)(const Parameters&);
  /// Along which of its parameters the mechanism is ordered in the sense of Blackwell, the others
  /// given (BOUND(PARAMETER-ORDER); the proof for each stands here as PROOF(PARAMETER-ORDER));
  /// nothing where none is proven.
  /// Throws std::invalid_argument where the others leave no range.
  std::optional<ParameterOrder> (*order)(const std::string& parameter,
                                         const Parameters& others) = nullptr;
  std::vector<std::string> lists{};  ///< which of the parameters are lists, [1/4,3/4]
  std::vector<std::string> words{};  ///< and which are words, relation=replace
  InnerKind inner = InnerKind::none;
  /// An expression of it with random parameters, from the range engines are to cope with: sweeps and
  /// benchmarks draw from every mechanism that has this.
  std::string (*draw)(ParameterDraw&) = nullptr;
  /// Whether f is known to be its own inverse (known_symmetric, berry_esseen_bound.cpp); not, if
  /// empty.
  bool (*symmetric)(const Parameters&) = nullptr;
  /// How accountants' records write it.
  std::vector<RecordedForm> recorded{};
  /// What accountants mean by neighbours: of a subsampled mechanism its two directions differ; of
  /// one that replaces a record, "replace" is the pair itself.
  bool subsampled = false, replaces_record = false;
  std::vector<std::string> whole{};  ///< which of the parameters are whole numbers
  /// What its pair is to it.
  PairStanding standing{};
  /// The length of the interval that all its losses lie in, where these parameters mean any mechanism
  /// of such losses and the pair is the worst of one run; nothing otherwise.
  std::optional<Rational> (*bounded_range)(const Parameters&) = nullptr;
  /// Where it is known by its guarantee alone.
  Guarantee (*guarantee)(const Parameters&) = nullptr;
};

/// MechanismEntry::symmetric of a mechanism that is.
inline bool always_symmetric(const Parameters&) { return true; }

}  // namespace plumbline
