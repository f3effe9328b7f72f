#include "reference/engines/conditioned/conditioned_engine.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/conditioned/discrete_law.hpp"
#include "reference/engines/conditioned/halves.hpp"
#include "reference/engines/conditioned/tilted_law.hpp"
#include "reference/engines/conditioned/types.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/engines/within.hpp"

namespace plumbline::conditioned {
namespace {

constexpr size_t kMostPointsTilted = 1e5;
constexpr double kMostDigits = 400;  // maximum digits of the masses

}  // namespace

Conditioned::Conditioned(const Composition& composition, Parted parts)
    : composition_(composition), parts_(std::move(parts)) {
  if (!parts_.others.empty()) inner_ = plan(Composition(parts_.others), "auto");
  by_halves_ = too_many(parts_);
  if (by_halves_ && types_can_be_listed(parts_.discrete)) {
    types_ = std::make_unique<Types>(Composition(parts_.discrete));
  }
}

std::string Conditioned::explain() const {
  if (far_) return "conditioned: on " + std::to_string(tilted_->points.size()) + " losses, tilted";
  if (by_halves_ && types_ && !halves_) {
    return "conditioned: pairs of " + std::to_string(types_->points()) + " types";
  }
  if (by_halves_) {
    return "conditioned: pairs of " + std::to_string(halves_ ? halves_->points() : 0) + " losses";
  }
  const std::string points =
      "conditioned: on " + std::to_string(law_ ? law_->points.size() : 0) + " losses";
  return inner_ ? points + "; given these " + inner_->explain() : points;
}

NamedTexts Conditioned::parameters() const {
  if (far_) {
    return {{"losses", std::to_string(tilted_->points.size())}, {"within", "tilted losses"}};
  }
  if (by_halves_ && types_ && !halves_) {
    return {{"losses", std::to_string(types_->points())}, {"within", "types"}};
  }
  if (by_halves_) {
    return {{"losses", std::to_string(halves_ ? halves_->points() : 0)}, {"within", "halves"}};
  }
  const NamedTexts own{{"losses", std::to_string(law_ ? law_->points.size() : 0)}};
  return inner_ ? parameters_within(*inner_, own) : own;
}

bool Conditioned::vary() {
  varied_ = true;
  law_.reset();
  halves_.reset();
  tilted_.reset();
  if (types_) types_->vary();
  if (inner_) inner_->vary();
  return true;
}

Enclosure Conditioned::answer(Question question, const Real& t, const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 64;
  if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
  Enclosure best{clipped(question, Ball::indeterminate(p), t), {}};
  far_ = false;
  try {
    if (parts_.others.empty() && answer_far_out(question, t, effort, &best)) return best;
    if (types_) {
      Enclosure found = types_->answer(question, t, effort);
      found.value = clipped(question, found.value, t);
      sharpen(&best, found, question, "types");
      if (effort.suffices(best.value) || !halves_will_do(parts_)) return best;
    }
    answer_deeper(question, t, effort, &best);
  } catch (const Interrupted&) {
  }
  return best;
}

void Conditioned::answer_deeper(Question question, const Real& t, const Effort& effort,
                                Enclosure* best) {
  const Bits p = bits_for_digits(effort.digits) + 64;
  double digits = effort.digits + 4;
  while (digits <= kMostDigits) {
    Enclosure found{Ball::indeterminate(p), {}};
    if (!at_depth(question, t, effort, digits, &found)) break;
    found.value = clipped(question, found.value, t);
    sharpen(best, found, question, "masses to two depths");
    if (effort.suffices(best->value) || effort.expired()) break;
    // A small answer needs smaller masses to be listed.
    const double small = -UpperBound::of(best->value).log_approximate() / kLn10;
    const double wanted = effort.digits + 5 + small;
    if (wanted <= digits) break;
    digits = wanted;
  }
}

bool Conditioned::answer_far_out(Question question, const Real& t, const Effort& effort,
                                 Enclosure* best) {
  constexpr double kSmall = -10 * kLn10;
  const auto tilt = tilt_of(parts_.discrete, question, t.approximate());
  if (!tilt || !(tilt->log_bound < kSmall)) return false;
  const auto take = [&](const TiltedLaw& law, Bits p) {
    Enclosure found = answer_by_tilt(law, question, t, p);
    found.value = clipped(question, found.value, t);
    sharpen(best, found, question, "masses under a tilt");
  };
  const Bits few{128};
  if (const auto all = weight_alone(parts_.discrete, tilt->c, few)) take(*all, few);
  double digits = effort.digits + 6;
  for (int tries = 0; tries < 3; ++tries) {
    const Bits p = bits_for_digits(static_cast<long>(digits)) + 96;
    if (!have_tilted(tilt->c, digits, p, effort.poll)) return false;
    take(*tilted_, p);
    far_ = effort.suffices(best->value);
    if (far_ || effort.expired()) return far_;
    // The answer is smaller than its bound, so more digits are needed.
    const double beyond = (tilt->log_bound - UpperBound::of(best->value).log_approximate()) / kLn10;
    digits = std::max(digits + 4, effort.digits + 5 + std::min(beyond, kMostDigits));
  }
  return false;
}

bool Conditioned::have_tilted(double c, double digits, Bits p, const Poll& poll) {
  constexpr double kVaried = 9;
  if (tilted_ && tilted_->c == c && tilted_digits_ >= digits) return true;
  tilted_.reset();
  tilted_ = tilted_law(parts_.discrete, c, depth_of(digits + (varied_ ? kVaried : 0)), p,
                       kMostPointsTilted, poll);
  tilted_digits_ = digits;
  return tilted_.has_value();
}

}  // namespace plumbline::conditioned
