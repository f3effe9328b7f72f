/// The steps of a composition as the approximations need them: for each factor, the functions that its step offers.
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

/// Registers the step of a mechanism that the caller implements. Then every method supports this mechanism, if the
/// method needs only functions that the step offers. Throws std::invalid_argument if a step of this name exists. Must
/// not be called while other threads run methods.
void register_step(const StepEntry& entry);

/// Names of the functions of a step, by which a method states which functions it needs.
enum class StepPart { moments, nodes, tails, transform, sampler, tradeoff };

/// Returns an empty text if the step of every factor is known and offers the functions `parts`; otherwise a message
/// that names what is missing.
std::string step_law_refusal(const Composition& composition,
                             const std::vector<StepPart>& parts = {});

/// Returns the reason why a method that uses quadratures does not run; empty if it runs. In addition to the reasons of
/// step_law_refusal(), a step may report that its quadratures take too long.
std::string quadrature_refusal(const Composition& composition, const std::vector<StepPart>& parts);

/// Returns the steps of a composition. Throws std::invalid_argument, with the text of step_law_refusal(), if a step is
/// unknown.
std::vector<StepLaw> step_laws(const Composition& composition);

}  // namespace plumbline::approximations
