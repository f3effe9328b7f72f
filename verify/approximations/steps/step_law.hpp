/// The factors of a composition as the approximations need them: the functions that a step of each offers.
///
/// A mechanism is available to the methods through a file that describes its step and a line in step_registry.cpp;
/// external programs call register_step.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"
#include "verify/approximations/steps/step.hpp"

namespace plumbline::approximations {

/// Parameters in units of the noise: mu = sensitivity / sigma, p the sampling rate (1 without subsampling).
struct GaussianNoise {
  Rational mu, p;
};

/// The distribution of one step, and its multiplicity.
struct StepLaw {
  std::string noise;  ///< kind of noise, for messages
  StepInEveryType types;
  std::optional<GaussianNoise> gaussian{};  ///< set for Gaussian noise
  std::string too_long{};  ///< the reason why quadratures over the step are refused; empty if they
                           ///< are not
  Rational count{1};

  template <class Real>
  StepIn<Real> in() const {
    return types.in<Real>();
  }
};

struct StepEntry {
  std::string mechanism;
  /// Returns nothing for the pairs of other mechanisms.
  std::optional<StepLaw> (*describe)(const DominatingPair&);
};

const std::deque<StepEntry>& step_registry();

/// Adds the step of a mechanism of the caller, which is then available to all methods that need no more than it offers.
/// Throws std::invalid_argument if there is already one of this name. Must not be called while other threads run
/// methods.
void register_step(const StepEntry& entry);

/// The parts of every step that a method needs.
enum class StepPart { moments, nodes, tails, transform, sampler, tradeoff };

/// Returns an empty text if the step of every factor is known and offers these parts, otherwise names the missing part.
std::string step_law_refusal(const Composition& composition,
                             const std::vector<StepPart>& parts = {});

/// Returns the refusal for methods whose quadratures may take too long, with the reason that a step reports.
std::string quadrature_refusal(const Composition& composition, const std::vector<StepPart>& parts);

/// Throws std::invalid_argument with the text of step_law_refusal.
std::vector<StepLaw> step_laws(const Composition& composition);

}  // namespace plumbline::approximations
