/// The factors of a composition as the approximations need them: what a step of each offers.
///
/// A mechanism is known to the methods by a file that describes its step and a line in
/// step_registry.cpp; programs of others call register_step.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"
#include "verify/approximations/steps/step.hpp"

namespace plumbline::approximations {

/// In units of the noise: mu = sensitivity / sigma, p the sampling rate (1 unless subsampled).
struct GaussianNoise {
  Rational mu, p;
};

/// One step's law, and how often it is run.
struct StepLaw {
  std::string noise;  ///< what kind, for messages
  StepInEveryType types;
  std::optional<GaussianNoise> gaussian{};  ///< where the noise is that
  std::string too_long{};  ///< why quadratures over the step are refused; empty if they are not
  Rational count{1};

  template <class Real>
  StepIn<Real> in() const {
    return types.in<Real>();
  }
};

struct StepEntry {
  std::string mechanism;
  /// Nothing for the pairs of other mechanisms.
  std::optional<StepLaw> (*describe)(const DominatingPair&);
};

const std::deque<StepEntry>& step_registry();

/// Adds the step of a mechanism of the caller's own, from then on known to all methods that need no
/// more than it offers. Throws std::invalid_argument where there is one of this name. Not while
/// other threads run methods.
void register_step(const StepEntry& entry);

/// The parts of every step that a method needs.
enum class StepPart { moments, nodes, tails, transform, sampler, tradeoff };

/// Empty if the step of every factor is known and offers these parts, otherwise which one does not.
std::string step_law_refusal(const Composition& composition,
                             const std::vector<StepPart>& parts = {});

/// Returns the refusal for methods whose quadratures may take too long: where a step reports that, why.
std::string quadrature_refusal(const Composition& composition, const std::vector<StepPart>& parts);

/// Throws std::invalid_argument where step_law_refusal says why.
std::vector<StepLaw> step_laws(const Composition& composition);

}  // namespace plumbline::approximations
