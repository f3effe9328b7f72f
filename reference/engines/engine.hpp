/// An engine answers questions about a composition: enclosures of the privacy profile and of the loss
/// distribution. Everything in quantities/ is built from these questions alone, so that each engine
/// serves every quantity and any two engines can be compared on any question.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "reference/arithmetic/numbers/named_texts.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/values/closed_form.hpp"
#include "reference/values/enclosure.hpp"

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
  /// Returns the parameters of the last answer by name: a certificate states them about its engine.
  virtual NamedTexts parameters() const { return {}; }
  /// From now on takes other contours, steps or grids, equally valid: a second path for checks.
  /// False where the engine has none to choose.
  virtual bool vary() { return false; }
};

/// The cost and precision that an engine predicts for a composition that it covers, before any work.
/// These doubles choose the order of engines and enter no bound. The unit of cost is one line integral
/// (a contour of some thousand nodes and its answer); docs/regimes.md has the measured break-evens.
struct Estimate {
  double cost = 1;
  std::string why{};  ///< the main part of the cost, or the reason against the engine
  /// Maximum relative digits that the engine reaches.
  double digits = std::numeric_limits<double>::infinity();
  /// Up to `few` digits the cost is `cost_of_few` instead.
  int few = 0;
  double cost_of_few = 1;
  /// Name of the engine preferred over this one, if this one remains a valid cross-check.
  std::string checks{};

  double cost_of(int digits_asked) const { return digits_asked <= few ? cost_of_few : cost; }
  /// Returns true if `auto` should query the engine at all.
  bool is_worth_it() const { return std::isfinite(cost); }
  static Estimate not_worth_it(const std::string& why) {
    return {std::numeric_limits<double>::infinity(), why};
  }
};

/// An engine's entry in the registry; it is defined in the engine's own file.
struct EngineEntry {
  std::string name;
  std::string summary;
  /// Empty if the engine covers the composition, otherwise why not.
  std::string (*refusal)(const Composition&);
  Estimate (*estimate)(const Composition&);
  std::unique_ptr<Engine> (*make)(const Composition&);
  /// vary() moves its contour, at no other cost: a second path that is as fast.
  bool moves = false;
};

}  // namespace plumbline
