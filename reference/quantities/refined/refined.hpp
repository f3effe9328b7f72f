/// Iterative refinement: requests increasing precision and returns the best result within the time
/// allowed.
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

/// Polls as another does; once that has thrown, it throws for good. Where something is known already,
/// work that does not come back soon after is left. Of a Deadline the last part is kept, for a few
/// digits where nothing else was found.
class LeavingPoll {
 public:
  /// In the place of Interrupted, at which work still gives the best it has.
  struct Left : std::exception {};

  explicit LeavingPoll(Poll poll);
  /// Ends the mark that time is kept, so that later work on this thread does not depend on it.
  ~LeavingPoll();
  LeavingPoll(const LeavingPoll&) = delete;
  LeavingPoll& operator=(const LeavingPoll&) = delete;
  void poll(bool anything_known);
  bool stopped() const { return after_ > 0; }
  /// As `poll`, but for the part that is kept.
  void poll_early();
  /// Returns true if only that part is left.
  bool late() const { return late_ && !stopped(); }

 private:
  Poll poll_, early_;
  int after_ = 0;      ///< polls from then on
  bool late_ = false;  ///< the early part is over
};

/// How something is found to some digits, and what to make of it.
template <class Found>
struct Refining {
  std::function<Found(const Effort&)> ask;
  std::function<bool(const Found&)> reached;
  /// Judges by its own rule if a finding has so many digits.
  std::function<Found(const Found&, int digits)> judged;
  /// The tighter of two; throws Contradiction where both cannot hold.
  std::function<Found(const Found& before, const Found& now)> sharper;
  /// How many digits it has: with not one a few are requested in the last part of the time. None is needed.
  std::function<double(const Found&)> digits{};
  /// Told the best so far while there is more to come; none is needed.
  SoFar<Found> so_far{};

  bool says_nothing(const Found& found) const { return !(digits(found) >= 1); }
  /// To all who listen.
  void tell(const Found& best, Stage next, const Effort& effort) const {
    if (so_far) so_far(best);
    if (digits) next.known = digits(best);
    if (const Deadline* limit = deadline_of(effort.poll)) limit->tell(next);
  }
};

/// The tightest of what was found for the digits in turn, until all of the effort's are reached or its
/// time is over. Throws what `ask` throws; Interrupted where nothing was found before.
template <class Found>
Found refine(const Refining<Found>& how, const Effort& effort) {
  std::optional<Found> best;
  const auto leaving = std::make_shared<LeavingPoll>(effort.poll);
  Turns turns(effort.digits, effort.poll);
  constexpr int kFew = 4, kHasty = 1;
  const auto take = [&](Found now) {
    best.emplace(best ? how.sharper(*best, now) : std::move(now));
  };
  // A few digits in the time that was kept. Throws Interrupted where there was none and nothing is known.
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
    const bool early = !known && how.digits && turns.now() > kFew;
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
      if (!leaving->stopped()) take_few(kFew, false);
    }
    if (leaving->stopped() || how.reached(*best)) break;
    // A finding that was cut short uses the rest of the time.
    cut ? turns.to_last() : turns.advance(reached);
    while (!turns.over() && !turns.last() && how.reached(how.judged(*best, turns.now())))
      turns.skip();
    if (!turns.over()) how.tell(*best, turns.stage(), effort);
  }
  return *best;
}

/// Refines where findings are not enclosures of one number: the last that was not cut short
/// replaces those before. `tighter` is not called.
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

/// Returns the number of digits; an infinite value has all of them.
double digits_of(const Extended& value);
double digits_of(const Certified& value);

/// Returns true if the second is not the wider one. One that is unbounded says nothing.
bool no_wider(const Ball& before, const Ball& now);
/// Returns the value, reached where it has so many digits.
Certified judged(const Certified& value, int digits);
Extended judged(const Extended& value, int digits);
/// The one that is not the wider. Throws Contradiction where they do not meet.
Certified sharper(const Certified& before, const Certified& now);
Extended sharper(const Extended& before, const Extended& now);

/// Returns the bounds of a divergence without a computation.
Divergence certain_divergence(const PrivacyProfile& M, const PrivacyProfile& M_tilde,
                              const Hyperprior* weight);

/// Returns the bound of the mu of a Gaussian mechanism: it is not negative.
Certified certain_fit(const std::string& engine);

/// A number that `ask` encloses, refined. Throws what that throws.
Extended refined(const std::function<Extended(const Effort&)>& ask, const Effort& effort,
                 SoFar<Extended> so_far = {});

/// Refines one of several numbers, where the values of different digits may differ.
Extended refined_apart(const std::function<Extended(const Effort&)>& ask, const Effort& effort,
                       SoFar<Extended> so_far = {});

/// A divergence, refined; `weight` may be null.
Divergence refined_divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Hyperprior* weight,
                              const Effort& effort, SoFar<Divergence> so_far = {});

/// All moments of a composition, refined.
Moments refined_moments(const Composition& composition, bool reverse, const Effort& effort,
                        SoFar<Moments> so_far = {});

/// The Gaussian mechanism that is equivalent, refined.
GaussianFit refined_fit(PrivacyProfile& profile, const GaussianRange& range, const Effort& effort,
                        SoFar<GaussianFit> so_far = {});

}  // namespace plumbline
