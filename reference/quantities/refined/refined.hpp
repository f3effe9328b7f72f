/// Iterative refinement: requests increasing precision and returns the best result within the allowed time.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/arithmetic/running/deadline.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/engines/haste.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/refined/gaussian_fit.hpp"
#include "reference/quantities/refined/turns.hpp"

namespace plumbline {

struct Divergence;
class Hyperprior;

/// A poll that forwards to another poll until the other poll throws Interrupted. From that call on, every call throws
/// Interrupted. If a result is known, the fifth and all later of these calls throw Left instead, which ends the
/// refinement. This poll also reserves the last part of a Deadline to compute a few digits, in case no result is found
/// before.
class LeavingPoll {
 public:
  /// Thrown in place of Interrupted; a caller that catches it still returns its best result.
  struct Left : std::exception {};

  explicit LeavingPoll(Poll poll);
  /// Removes the reservation of time, so that later work on this thread does not depend on it.
  ~LeavingPoll();
  LeavingPoll(const LeavingPoll&) = delete;
  LeavingPoll& operator=(const LeavingPoll&) = delete;
  void poll(bool anything_known);
  bool stopped() const { return after_ > 0; }
  /// Polls, but also throws Interrupted when only the reserved part of the time is left.
  void poll_early();
  /// Returns true if only the reserved part is left.
  bool late() const { return late_ && !stopped(); }

 private:
  Poll poll_, early_;
  /// Number of calls that threw, starting with the first exception of the other poll.
  int after_ = 0;
  bool late_ = false;  ///< true if only the reserved part of the time is left
};

/// The functions that a refinement needs: one computes a result with a number of digits, others compare results.
template <class Found>
struct Refining {
  std::function<Found(const Effort&)> ask;
  std::function<bool(const Found&)> reached;
  /// Marks a result as reached if it has the requested digits. The rule depends on the type of the result.
  std::function<Found(const Found&, int digits)> judged;
  /// Returns the tighter of two results; throws Contradiction if both cannot be true.
  std::function<Found(const Found& before, const Found& now)> sharper;
  /// Returns the number of digits of a result. If the best result has none, the refinement requests a few digits in
  /// the last part of the time. Optional.
  std::function<double(const Found&)> digits{};
  /// Called with the best result so far while the computation continues. Optional.
  SoFar<Found> so_far{};

  bool says_nothing(const Found& found) const { return !(digits(found) >= 1); }
  /// Reports the best result and the next stage to the caller and to the Deadline.
  void tell(const Found& best, Stage next, const Effort& effort) const {
    if (so_far) so_far(best);
    if (digits) next.known = digits(best);
    if (const Deadline* limit = deadline_of(effort.poll)) limit->tell(next);
  }
};

/// Returns the tightest result over increasing numbers of digits, until the digits of the effort are reached or its
/// time is over. Throws whatever `ask` throws; Interrupted if nothing was found before.
template <class Found>
Found refine(const Refining<Found>& how, const Effort& effort) {
  std::optional<Found> best;
  const auto leaving = std::make_shared<LeavingPoll>(effort.poll);
  Turns turns(effort.digits, effort.poll);
  constexpr int kFew = 4, kHasty = 1;
  const auto take = [&](Found now) {
    best.emplace(best ? how.sharper(*best, now) : std::move(now));
  };
  // Computes a few digits in the reserved time. Throws Interrupted if no time was reserved and no result is known.
  const auto take_few = [&](int digits, bool hasty) {
    if (best) how.tell(*best, Stage{digits}, effort);
    try {
      const Poll poll = [=] { leaving->poll(false); };
      const PollHere here(poll);
      std::optional<InHaste> haste;
      if (hasty) haste.emplace();
      take(how.judged(how.ask(Effort{digits, poll, effort.log_enough}), effort.digits));
    } catch (const Interrupted&) {
      if (!best) throw;
    }
  };
  while (!turns.over()) {
    const bool known = best.has_value(), last = turns.last();
    const bool early = !known && how.digits && turns.now() > kHasty;
    bool reached = false;
    try {
      const Poll poll = [=] { early ? leaving->poll_early() : leaving->poll(known); };
      const PollHere here(poll);
      Found now = how.ask(Effort{turns.now(), poll, effort.log_enough});
      reached = how.reached(now);
      take(last ? std::move(now) : how.judged(now, effort.digits));
    } catch (const Interrupted&) {
      if (!known && !(early && leaving->late())) throw;
    } catch (const LeavingPoll::Left&) {
    }
    const bool cut = early && leaving->late();
    if (cut && (!best || how.says_nothing(*best))) {
      take_few(kHasty, true);
      if (!leaving->stopped() && turns.now() > kFew) take_few(kFew, false);
    }
    if (leaving->stopped() || how.reached(*best)) break;
    // After an interrupted request, the next request uses the rest of the time.
    cut ? turns.to_last() : turns.advance(reached);
    while (!turns.over() && !turns.last() && how.reached(how.judged(*best, turns.now())))
      turns.skip();
    if (!turns.over()) how.tell(*best, turns.stage(), effort);
  }
  return *best;
}

/// Refines results that are not enclosures of one number: the last result that was not interrupted replaces the earlier
/// ones, even if they were tighter.
template <class Found>
Found refine_whole(const Refining<Found>& how, const Effort& effort) {
  struct Tried {
    Found found;
    bool whole;
  };
  Refining<Tried> tried{
      [&](const Effort& step) {
        Found found = how.ask(step);
        return Tried{std::move(found), !step.expired()};
      },
      [&](const Tried& x) { return how.reached(x.found); },
      [&](const Tried& x, int digits) {
        return Tried{how.judged(x.found, digits), x.whole};
      },
      [](const Tried& before, const Tried& now) { return now.whole ? now : before; }};
  if (how.digits) tried.digits = [&](const Tried& x) { return how.digits(x.found); };
  if (how.so_far) tried.so_far = [&](const Tried& x) { how.so_far(x.found); };
  return refine(tried, effort).found;
}

/// Returns the number of relative digits of the value; an infinite value counts as having all digits.
double digits_of(const Extended& value);
double digits_of(const Certified& value);

/// Returns true if `now` is not wider than `before`. An unbounded ball is wider than all others.
bool no_wider(const Ball& before, const Ball& now);
/// Returns the value, marked as reached if it has `digits` digits.
Certified judged(const Certified& value, int digits);
Extended judged(const Extended& value, int digits);
/// Returns the value with the narrower ball. Throws Contradiction if the two balls are disjoint.
Certified sharper(const Certified& before, const Certified& now);
Extended sharper(const Extended& before, const Extended& now);

/// Returns the trivial bounds of a divergence, without a computation.
Divergence certain_divergence(const PrivacyProfile& M, const PrivacyProfile& M_tilde,
                              const Hyperprior* weight);

/// Returns the trivial bounds of the mu of a Gaussian mechanism, without a computation: mu is not negative.
Certified certain_fit(const std::string& engine);

/// Refines a number that `ask` encloses. Throws whatever `ask` throws.
Extended refined(const std::function<Extended(const Effort&)>& ask, const Effort& effort,
                 SoFar<Extended> so_far = {});

/// Refines a quantity of which several numbers are correct answers: results with different digits may be disjoint and
/// are not intersected.
Extended refined_apart(const std::function<Extended(const Effort&)>& ask, const Effort& effort,
                       SoFar<Extended> so_far = {});

/// Refines a divergence; `weight` may be null.
Divergence refined_divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Hyperprior* weight,
                              const Effort& effort, SoFar<Divergence> so_far = {});

/// Refines all moments of a composition.
Moments refined_moments(const Composition& composition, bool reverse, const Effort& effort,
                        SoFar<Moments> so_far = {});

/// Refines the equivalent Gaussian mechanism.
GaussianFit refined_fit(PrivacyProfile& profile, const GaussianRange& range, const Effort& effort,
                        SoFar<GaussianFit> so_far = {});

}  // namespace plumbline
