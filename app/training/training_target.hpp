/// Finds the noise multiplier with which a training run meets a target.
#pragma once

#include "app/running/watch.hpp"
#include "app/training/dpsgd_words.hpp"
#include "reference/arithmetic/numbers/named_texts.hpp"

namespace plumbline {

/// Returns the target of a run, with the names of `calibrate`; empty if the options state the noise. Throws
/// std::invalid_argument unless the options have either the noise or one target.
NamedTexts training_target(const DpsgdArguments& arguments);

struct FittingNoise {
  std::string sigma;  ///< a decimal that is certified to meet the target
  std::string target;
};
/// Returns a noise multiplier that meets the target and is close to the smallest one. The search may use all the
/// remaining time of `watch`, because all answers about the run need its result. Throws NoNoiseFound if no value is
/// certified in time.
FittingNoise fitting_noise(const DpsgdArguments& arguments, const NamedTexts& target, Watch& watch);

struct NoNoiseFound : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace plumbline
