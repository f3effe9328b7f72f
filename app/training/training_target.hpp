/// The noise that a training run needs to meet a target.
#pragma once

#include "app/running/watch.hpp"
#include "app/training/dpsgd_words.hpp"
#include "reference/arithmetic/numbers/named_texts.hpp"

namespace plumbline {

/// Returns the target of a run, with the names of `calibrate`; empty if its noise is stated. Throws
/// std::invalid_argument unless there is either the noise or one target.
NamedTexts training_target(const DpsgdArguments& arguments);

struct FittingNoise {
  std::string sigma;  ///< a decimal that is certified to meet the target
  std::string target;
};
/// Returns a noise multiplier that meets the target, with hardly any more noise than necessary. All answers about the
/// run need it, so that it may use all the remaining time of `watch`. Throws NoNoiseFound.
FittingNoise fitting_noise(const DpsgdArguments& arguments, const NamedTexts& target, Watch& watch);

struct NoNoiseFound : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace plumbline
