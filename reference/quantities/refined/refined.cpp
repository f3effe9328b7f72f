#include "reference/quantities/refined/refined.hpp"

#include <algorithm>
#include <limits>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/deadline.hpp"
#include "reference/engines/kept_time.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/values/hyperprior.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

// If a result is known, the maximum number of polls that throw Interrupted. Each of them ends a part of the work. All
// later polls throw Left.
constexpr int kMostAfter = 4;

/// Returns all numbers of Moments.
std::vector<Extended*> all_of(Moments& m) {
  std::vector<Extended*> out{&m.v1, &m.v2, &m.v3, &m.v4, &m.eta};
  for (Extended& cumulant : m.cumulants) out.push_back(&cumulant);
  return out;
}

/// Returns true if all moments are reached. eta is undefined, and not required, if the variance is 0.
bool all_reached(Moments m) {
  for (const Extended* x : all_of(m)) {
    const bool undefined =
        x == &m.eta && !(*x)->value().is_finite() && m.v2->value().is_exactly_zero();
    if (!(*x)->reached() && !undefined) return false;
  }
  return true;
}

Refining<Extended> extended(std::function<Extended(const Effort&)> ask, SoFar<Extended> so_far) {
  return {std::move(ask),
          [](const Extended& found) { return !found || found->reached(); },
          [](const Extended& found, int digits) { return judged(found, digits); },
          [](const Extended& before, const Extended& now) { return sharper(before, now); },
          [](const Extended& found) { return digits_of(found); },
          std::move(so_far)};
}

}  // namespace

double digits_of(const Certified& value) { return value.value().relative_digits(); }

double digits_of(const Extended& value) {
  return value ? digits_of(*value) : std::numeric_limits<double>::infinity();
}

bool no_wider(const Ball& before, const Ball& now) {
  if (!now.is_finite()) return false;
  return !before.is_finite() || now.radius() <= before.radius();
}

Certified judged(const Certified& value, int digits) {
  return marked(value, value.value().relative_digits() >= digits);
}

Extended judged(const Extended& value, int digits) {
  return value ? Extended(judged(*value, digits)) : value;
}

Certified sharper(const Certified& before, const Certified& now) {
  common(before.value(), now.value(), "a value by " + before.engine() + " and by " + now.engine());
  const Certified& one = no_wider(before.value(), now.value()) ? now : before;
  if (one.value().is_finite()) return one;
  // If neither ball is finite, each value may still have one known end.
  const auto further = [](const std::optional<Rational>& a, const std::optional<Rational>& b,
                          bool up) { return !a || (b && (*a < *b) == up) ? b : a; };
  return limited(one, further(before.least(), now.least(), true),
                 further(before.most(), now.most(), false));
}

Extended sharper(const Extended& before, const Extended& now) {
  return before && now ? Extended(sharper(*before, *now)) : now;
}

LeavingPoll::LeavingPoll(Poll poll) : poll_(std::move(poll)) {
  constexpr double kEarly = 0.4;
  set_time_is_kept(false);
  if (const Deadline* all = deadline_of(poll_)) early_ = all->part(kEarly);
}

LeavingPoll::~LeavingPoll() { set_time_is_kept(false); }

void LeavingPoll::poll_early() {
  if (late_) throw Interrupted{};
  if (early_) {
    try {
      early_();
    } catch (const Interrupted&) {
      late_ = true;
      set_time_is_kept(true);
      throw;
    }
  }
  poll(false);
}

void LeavingPoll::poll(bool anything_known) {
  if (after_ == 0) {
    try {
      return poll_();
    } catch (const Interrupted&) {
      after_ = 1;
      throw;
    }
  }
  if (++after_ > kMostAfter && anything_known) throw Left{};
  throw Interrupted{};
}

// Without a hyper-prior the trivial upper bound is 1/2, because the Bayes error R is at most 1/2. With a hyper-prior,
// which may be any density, there is no trivial upper bound.
Divergence certain_divergence(const PrivacyProfile& M, const PrivacyProfile& M_tilde,
                              const Hyperprior* weight) {
  const std::string first = M.engine_name(), second = M_tilde.engine_name();
  const Certified unknown = nothing_known(first == second ? first : first + "+" + second);
  const auto most = weight == nullptr ? std::optional(Rational(1, 2)) : std::nullopt;
  return {limited(unknown, Rational(0), most), any_probability("").value()};
}

Certified certain_fit(const std::string& engine) {
  return limited(nothing_known(engine), Rational(0));
}

Extended refined(const std::function<Extended(const Effort&)>& ask, const Effort& effort,
                 SoFar<Extended> so_far) {
  return refine(extended(ask, std::move(so_far)), effort);
}

Extended refined_apart(const std::function<Extended(const Effort&)>& ask, const Effort& effort,
                       SoFar<Extended> so_far) {
  Refining<Extended> how = extended(ask, std::move(so_far));
  how.sharper = [](const Extended& before, const Extended& now) {
    return no_wider(before->value(), now->value()) ? now : before;
  };
  return refine(how, effort);
}

// The value and the prior are always replaced together, because one computation found the prior and the enclosure of
// the value.
Divergence refined_divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Hyperprior* weight,
                              const Effort& effort, SoFar<Divergence> so_far) {
  const Refining<Divergence> how{
      [&](const Effort& step) { return divergence(M, M_tilde, weight, step); },
      [](const Divergence& found) { return found.value.reached(); },
      [](const Divergence& found, int digits) {
        return Divergence{judged(found.value, digits), found.prior};
      },
      [](const Divergence& before, const Divergence& now) {
        sharper(before.value, now.value);
        return no_wider(before.value.value(), now.value.value()) ? now : before;
      },
      [](const Divergence& found) { return digits_of(found.value); },
      std::move(so_far)};
  return refine(how, effort);
}

Moments refined_moments(const Composition& composition, bool reverse, const Effort& effort,
                        SoFar<Moments> so_far) {
  const Refining<Moments> how{
      [&](const Effort& step) { return moments(composition, reverse, step); },
      [](const Moments& found) { return found.infinite() || all_reached(found); },
      [](Moments found, int digits) {
        for (Extended* x : all_of(found)) *x = judged(*x, digits);
        return found;
      },
      [](const Moments& before, Moments now) {
        Moments out = before;
        const std::vector<Extended*> to = all_of(out), from = all_of(now);
        for (size_t i = 0; i < to.size(); ++i) *to[i] = sharper(*to[i], *from[i]);
        return out;
      },
      [](const Moments& found) { return digits_of(found.v1); },
      std::move(so_far)};
  return refine(how, effort);
}

GaussianFit refined_fit(PrivacyProfile& profile, const GaussianRange& range, const Effort& effort,
                        SoFar<GaussianFit> so_far) {
  return refine<GaussianFit>(
      {[&](const Effort& step) { return gaussian_fit(profile, range, step); },
       [](const GaussianFit& found) { return !found.mu || found.mu->reached(); },
       [](const GaussianFit& found, int digits) {
         return GaussianFit{judged(found.mu, digits), found.level};
       },
       [](const GaussianFit& before, const GaussianFit& now) {
         return GaussianFit{sharper(before.mu, now.mu), now.level};
       },
       [](const GaussianFit& found) { return digits_of(found.mu); }, std::move(so_far)},
      effort);
}

}  // namespace plumbline
