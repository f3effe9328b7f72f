/// A mechanism's entry in the registry; it is defined in the mechanism's own file.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/mechanisms/parameter_order.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// The kind of text inside the parentheses before the parameters: nothing, a mechanism, or weighted
/// mechanisms (1/2: gaussian(sigma=1), 1/2: laplace(b=1)) and no parameters.
enum class InnerKind { none, one, weighted };

class ParameterDraw;
struct PairFacts;
struct RecordedForm;

/// The forms in which accountants record a mechanism: a list of RecordedForm (recorded_form.hpp), which
/// only those who write or read one need to include.
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

/// The facts that a mechanism states about its pair (PairFacts, hypotheses/pair_facts.hpp), which only
/// those who write or read them need to include.
class StatedFacts {
 public:
  StatedFacts() = default;  ///< states nothing
  StatedFacts(const PairFacts& facts);
  const PairFacts& operator*() const;
  const PairFacts* operator->() const { return &**this; }

 private:
  std::shared_ptr<const PairFacts> facts_;
};

/// The guarantee of a mechanism, and no more: of all mechanisms with it the pair is the worst.
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
  /// True if f is known to be its own inverse (known_symmetric, berry_esseen_bound.cpp); not, if
  /// empty.
  bool (*symmetric)(const Parameters&) = nullptr;
  /// How accountants' records write it.
  RecordedForms recorded{};
  /// Accountants' notion of neighbours: a subsampled mechanism has two different directions; for
  /// one that replaces a record, "replace" is the pair itself.
  bool subsampled = false, replaces_record = false;
  std::vector<std::string> whole{};  ///< which of the parameters are whole numbers
  /// The relation of its pair to it: dominance, attainment, public facts.
  StatedFacts facts{};
  /// The length of the interval that all its losses lie in, where these parameters mean any mechanism
  /// of such losses and the pair is the worst of one run; nothing otherwise.
  std::optional<Rational> (*bounded_range)(const Parameters&) = nullptr;
  /// Where it is known by its guarantee alone.
  Guarantee (*guarantee)(const Parameters&) = nullptr;
};

/// MechanismEntry::symmetric of a mechanism that is.
inline bool always_symmetric(const Parameters&) { return true; }

}  // namespace plumbline
