/// A mechanism's entry in the registry. The mechanism's own file defines the entry.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/mechanisms/parameter_order.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// The content of the parentheses before the parameters: nothing; one mechanism; or a list of weighted mechanisms (1/2:
/// gaussian(sigma=1), 1/2: laplace(b=1)), after which no parameters follow.
enum class InnerKind { none, one, weighted };

class ParameterDraw;
struct PairFacts;
struct RealNumbers;
struct RecordedForm;

/// The forms in which accountants record a mechanism: a list of RecordedForm (recorded_form.hpp). Only code that
/// defines or reads a form includes that header.
class RecordedForms {
 public:
  RecordedForms() = default;
  RecordedForms(std::initializer_list<RecordedForm> forms);
  const RecordedForm* begin() const;
  const RecordedForm* end() const;
  bool empty() const { return forms_ == nullptr; }

 private:
  std::shared_ptr<const std::vector<RecordedForm>> forms_;
};

/// The facts that a mechanism states about its pair (PairFacts, hypotheses/pair_facts.hpp). Only code that defines or
/// reads the facts includes that header.
class StatedFacts {
 public:
  StatedFacts() = default;  ///< no facts
  StatedFacts(const PairFacts& facts);
  const PairFacts& operator*() const;
  const PairFacts* operator->() const { return &**this; }

 private:
  std::shared_ptr<const PairFacts> facts_;
};

/// The guarantee that defines a mechanism: the pair is the worst pair of all mechanisms with this guarantee.
struct Guarantee {
  Rational epsilon, delta;
  std::optional<Rational> total_variation{};
};

struct MechanismEntry {
  std::string name;
  std::vector<std::string> required;  ///< parameter names, in canonical order
  std::vector<std::string> optional;
  std::string summary;  ///< one line for `plumbline list mechanisms`
  /// Returns the mechanism. Throws std::invalid_argument on values out of range; the message names the parameter, its
  /// value and the remedy.
  Mechanism (*make)(const Parameters&);
  /// Returns the order of the mechanism along the parameter in the sense of Blackwell, with the other parameters fixed;
  /// nothing if no order is proved. BOUND(PARAMETER-ORDER) states the property; a comment PROOF(PARAMETER-ORDER) beside
  /// each function proves it. Throws std::invalid_argument if no value of the parameter is valid together with the
  /// others.
  std::optional<ParameterOrder> (*order)(const std::string& parameter,
                                         const Parameters& others) = nullptr;
  std::vector<std::string> lists{};  ///< parameters that are lists, such as [1/4,3/4]
  std::vector<std::string> words{};  ///< parameters that are words, such as relation=replace
  InnerKind inner = InnerKind::none;
  /// Draws an expression of the mechanism with random parameters from the range that engines must support. Sweeps and
  /// benchmarks draw from every mechanism that has this function.
  std::string (*draw)(ParameterDraw&) = nullptr;
  /// Returns true if the trade-off function f is known to be its own inverse (known_symmetric, berry_esseen_bound.cpp).
  /// Null if this is not known for any parameters.
  bool (*symmetric)(const Parameters&) = nullptr;
  /// The forms in which accountants record the mechanism.
  RecordedForms recorded{};
  /// Two facts about the neighbours of the pair. `subsampled`: records are sampled, and the two directions of the pair
  /// differ. `replaces_record`: the pair itself is about the exchange of one record, so the relation "replace" denotes
  /// this pair.
  bool subsampled = false, replaces_record = false;
  std::vector<std::string> whole{};  ///< parameters that are whole numbers
  /// The relation of the pair to the mechanism: dominance, attainment, public facts.
  StatedFacts facts{};
  /// For a mechanism that represents all mechanisms with a given range: returns this range, the length of the interval
  /// that contains all losses. The pair is then the worst pair for a single run. Returns nothing for other mechanisms.
  std::optional<Rational> (*bounded_range)(const Parameters&) = nullptr;
  /// Returns the mechanism with irrational numbers if its law is known for them, otherwise null. Throws
  /// std::invalid_argument as `make` does.
  Mechanism (*make_real)(const RealNumbers&) = nullptr;
  /// Returns the guarantee that defines the mechanism.
  Guarantee (*guarantee)(const Parameters&) = nullptr;
};

/// The MechanismEntry::symmetric of a mechanism that is always symmetric.
inline bool always_symmetric(const Parameters&) { return true; }

}  // namespace plumbline
