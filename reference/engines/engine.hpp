/// What an engine answers about a composition: enclosures of the privacy profile and of the loss
/// distribution. Everything in quantities/ is built from these questions alone, so that each engine
/// serves every quantity and any two engines can be compared on any question.
#pragma once

#include <limits>
#include <memory>
#include <string>

#include "reference/composition/composition.hpp"
#include "reference/engines/named_texts.hpp"

namespace plumbline {

/// All about the forward pair (P, Q) and S = log dQ/dP of the whole composition. Each is its own
/// question because each may be tiny while its complement is not.
enum class Question {
  delta,            ///< E_P[(e^S - e^t)_+] + Q(S = +inf), the privacy profile at t
  one_minus_delta,  ///< E_P[min(e^S, e^t)]
  excess,           ///< delta - 1 + e^t = E_P[(e^t - e^S)_+] = e^t delta_reverse(-t)
  P_above,          ///< P(S > t)
  P_below,          ///< P(S <= t)
  Q_above,          ///< Q(S > t)
  Q_below,          ///< Q(S <= t)
};

/// Where the width of an enclosure comes from. Sizes are absolute and already inside the value.
struct ErrorBudget {
  UpperBound quadrature, truncation, discretisation, rounding;
};

struct Enclosure {
  Ball value;
  ErrorBudget budget;
};

/// Limits passed down from the caller; never global.
struct Effort {
  int digits = 15;  ///< relative digits asked
  Poll poll = [] {};
  /// An enclosure below e^log_enough in size will do as well: where something larger is known, of
  /// what is smaller only that it is so matters.
  double log_enough = -std::numeric_limits<double>::infinity();

  /// Whether an enclosure is as sharp as asked, or as small.
  bool suffices(const Ball& value) const;
  /// Whether poll would abandon the work now.
  bool expired() const;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  /// An enclosure of the answer at t, always correct, of relative width 10^-digits where the engine
  /// reaches that. When effort.poll throws Interrupted, the best enclosure so far is returned.
  /// Not thread-safe: engines keep node values between questions.
  virtual Enclosure answer(Question question, const Real& t, const Effort& effort) = 0;
  /// One line on what was or will be done, for `--explain`.
  virtual std::string explain() const = 0;
  /// What the last answer took, by name: what a certificate states about its engine.
  virtual NamedTexts parameters() const { return {}; }
  /// From now on takes other contours, steps or grids, equally valid: a second path for checks.
  /// False where the engine has none to choose.
  virtual bool vary() { return false; }
};

struct EngineEntry {
  std::string name;
  std::string summary;
  /// Empty if the engine covers the composition, otherwise why not.
  std::string (*refusal)(const Composition&);
  std::unique_ptr<Engine> (*make)(const Composition&);
  /// Whether `auto` should consider it for a composition it covers; always, if there is none.
  bool (*preferred)(const Composition&) = nullptr;
  /// Whether `auto` should ask the next one first.
  bool (*late)(const Composition&) = nullptr;
};

/// In the order in which `auto` tries them.
const std::vector<EngineEntry>& engine_registry();

/// The engines that cover the composition in their order, each asked where the one before did not
/// reach the digits (`auto`), or the one named. Throws
/// std::invalid_argument when the name is unknown or that engine does not cover the composition.
std::unique_ptr<Engine> plan(const Composition& composition, const std::string& engine);

}  // namespace plumbline
