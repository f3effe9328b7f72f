/// The factors of a composition as the approximations need them: the functions that a step of each factor offers.
///
/// A mechanism is available to the methods if a file describes its step and step_registry.cpp has a line for it;
/// external programs call register_step.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"
#include "verify/approximations/steps/step.hpp"

namespace plumbline::approximations {

/// Parameters in units of the noise: mu = sensitivity / sigma, and p is the sampling rate (1 without subsampling).
struct GaussianNoise {
  Rational mu, p;
};

/// The distribution of one step, and its multiplicity.
struct StepLaw {
  std::string noise;  ///< kind of noise, for messages
  StepInEveryType types;
  std::optional<GaussianNoise> gaussian{};  ///< set for Gaussian noise
  /// The reason why quadratures over the step would take too long; empty if they would not.
  std::string too_long{};
  Rational count{1};

  template <class Real>
  StepIn<Real> in() const {
    return types.in<Real>();
  }
};

struct StepEntry {
  std::string mechanism;
  /// Returns the description of a pair; nothing for the pairs of other mechanisms.
  std::optional<StepLaw> (*describe)(const DominatingPair&);
};

const std::deque<StepEntry>& step_registry();

/// Registers the step of a mechanism of the caller. The step is then available to all methods that need only the
/// functions that it offers. Throws std::invalid_argument if a step of this name exists. Must not be called while
/// other threads run methods.
void register_step(const StepEntry& entry);

/// The functions of every step that a method needs.
enum class StepPart { moments, nodes, tails, transform, sampler, tradeoff };

/// Returns an empty text if the step of every factor is known and offers these functions, otherwise names what is
/// missing.
std::string step_law_refusal(const Composition& composition,
                             const std::vector<StepPart>& parts = {});

/// Returns the reason why a method whose quadratures may take too long does not run, as a step reports it; empty if
/// it runs.
std::string quadrature_refusal(const Composition& composition, const std::vector<StepPart>& parts);

/// Returns the steps of a composition. Throws std::invalid_argument with the text of step_law_refusal.
std::vector<StepLaw> step_laws(const Composition& composition);

}  // namespace plumbline::approximations
