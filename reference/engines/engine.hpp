/// An engine answers questions about a composition: enclosures of the privacy profile and of the loss distribution. The
/// folder quantities/ uses only these questions, so that each engine serves every quantity and any two engines can be
/// compared on any question.
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

/// The questions. All are about the forward pair (P, Q) and S = log dQ/dP of the whole composition. A number and its
/// complement are separate questions because each may be tiny while the other is not.
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
  /// Returns an enclosure of the answer at t. It is always correct, and has the relative width 10^-digits if the
  /// engine reaches that. If effort.poll throws Interrupted, returns the best enclosure so far. Not thread-safe:
  /// engines cache node values between questions.
  virtual Enclosure answer(Question question, const Real& t, const Effort& effort) = 0;
  /// Returns one line on the past or planned computation, for `--explain`.
  virtual std::string explain() const = 0;
  /// Returns the parameters of the last answer by name, in the form of a certificate.
  virtual NamedTexts parameters() const { return {}; }
  /// Switches to other contours, steps or grids, which are equally valid, to check an answer by a second computation.
  /// Returns false if the engine has no alternative.
  virtual bool vary() { return false; }
};

/// The cost and precision that an engine predicts for a composition that it covers, before any work.
/// These doubles choose the order of engines and enter no bound. The unit of cost is one line integral
/// (a contour of some thousand nodes and its answer); docs/regimes.md has the measured break-evens.
struct Estimate {
  double cost = 1;
  std::string why{};  ///< the main part of the cost, or the reason against the engine
  /// Maximum number of relative digits that the engine reaches.
  double digits = std::numeric_limits<double>::infinity();
  /// For at most this number of digits, the cost is `cost_of_few`.
  int few = 0;
  double cost_of_few = 1;
  /// Name of an engine that is preferred to this one, but whose answers this one can check. Empty if there is none.
  std::string checks{};

  double cost_of(int digits_asked) const { return digits_asked <= few ? cost_of_few : cost; }
  /// Returns true if `auto` should query the engine.
  bool is_worth_it() const { return std::isfinite(cost); }
  static Estimate not_worth_it(const std::string& why) {
    return {std::numeric_limits<double>::infinity(), why};
  }
};

/// An engine's entry in the registry. The engine's own file defines the entry.
struct EngineEntry {
  std::string name;
  std::string summary;
  /// Returns an empty text if the engine covers the composition, otherwise the reason why not.
  std::string (*refusal)(const Composition&);
  Estimate (*estimate)(const Composition&);
  std::unique_ptr<Engine> (*make)(const Composition&);
  /// true if vary() moves the contour, and the computation on the new contour is as fast as the first.
  bool moves = false;
};

}  // namespace plumbline
