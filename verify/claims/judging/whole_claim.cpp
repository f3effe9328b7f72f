#include "verify/claims/judging/whole_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "reference/quantities/comparison/whole_curve.hpp"
#include "reference/quantities/comparison/whole_profile.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/claimed_profile.hpp"
#include "verify/claims/judging/grade.hpp"
#include "verify/claims/judging/judge_parts.hpp"
#include "verify/profiles/distribution_parts.hpp"

namespace plumbline {
namespace {

constexpr int kFirstDigits = 18;
constexpr int kShownDigits = 8, kLossDigits = 15;
constexpr double kConfirmSeconds = 20;  // for each other path

/// One part of a claim (a distribution or curve in one direction), and the result of its judgement.
struct JudgedPart {
  const StoredDistribution* part;
  Direction direction;
  WholeProfile found;
};

class WholeClaim {
 public:
  WholeClaim(const Claim& claim, Paths& paths, const Poll& poll)
      : claim_(claim), stated_(*claim.profile), paths_(paths), poll_(poll) {}

  ClaimVerdict verdict() {
    const std::vector<StoredDistribution> parts = parts_for(stated_.parts, claim_.direction);
    for (const StoredDistribution& part : parts) {
      judged_.push_back({&part, part_direction(parts, part, claim_.direction), {}});
      judged_.back().found = judge(judged_.back());
    }
    ClaimVerdict out;
    const JudgedPart& worst = worst_part();
    out.engine = paths_.usual().in(worst.direction).engine_name();
    const PlaceState state = state_of(worst.found);
    if (state == PlaceState::holds) set_sound(worst.found, &out);
    if (state == PlaceState::fails) set_failing(worst, &out);
    if (state == PlaceState::open) {
      out.reason =
          fmt::format("{} of {} places are undecided", worst.found.open, worst.found.places.size());
    }
    return out;
  }

 private:
  Effort effort(const Poll& poll) const {
    Effort out;
    out.digits = kFirstDigits;
    out.poll = poll;
    return out;
  }

  ProfilePromise promise() const { return {stated_.side, stated_.from}; }

  WholeProfile judge(const JudgedPart& one) {
    PrivacyProfile& profile = paths_.usual().in(one.direction);
    return stated_.is_curve()
               ? judge_whole_curve(profile, one.part->curve, stated_.side, stated_.points,
                                   effort(poll_))
               : judge_whole_profile(profile, one.part->masses, promise(), effort(poll_));
  }

  /// Judges one place (a loss, or a point of a curve) of a part again on another path.
  ProfilePlace again(const JudgedPart& one, size_t index, PrivacyProfile& profile,
                     const Poll& poll) const {
    return stated_.is_curve()
               ? judge_curve_place(profile, one.part->curve, stated_.side, stated_.points, index,
                                   effort(poll))
               : judge_profile_place(profile, one.part->masses, promise(), index, effort(poll));
  }

  bool exceeds(const ProfilePlace& place) const {
    const Ball allowed(claim_.stated.absolute, place.shortfall.precision());
    return place.state == PlaceState::fails && certainly_less(allowed, place.shortfall);
  }

  bool stays_within(const ProfilePlace& place) const {
    if (place.state != PlaceState::fails) return place.state == PlaceState::holds;
    return certainly_at_most(place.shortfall,
                             Ball(claim_.stated.absolute, place.shortfall.precision()));
  }

  /// Returns the state of a part under the tolerance. The shortfall at a place is the amount by which the stated value
  /// is on the wrong side; a place fails only if its shortfall exceeds the tolerance. For an optimistic distribution,
  /// and for a line of a curve, the shortfall is known at one point only. It can prove a failure, but not that the
  /// tolerance suffices.
  PlaceState state_of(const WholeProfile& found) const {
    const auto& places = found.places;
    const auto each = [&](const ProfilePlace& one) { return stays_within(one); };
    if (found.worst && exceeds(places[*found.worst])) return PlaceState::fails;
    if (found.state == PlaceState::holds) return PlaceState::holds;
    const bool exact = stated_.is_curve()
                           ? stated_.points || stated_.side == ProfileSide::optimistic
                           : stated_.side == ProfileSide::pessimistic;
    return exact && std::all_of(places.begin(), places.end(), each) ? PlaceState::holds
                                                                    : PlaceState::open;
  }

  /// Returns the failing part with the largest shortfall. If no part fails, returns an undecided part, and if none is
  /// undecided, the first part.
  const JudgedPart& worst_part() const {
    const auto weight = [&](const JudgedPart& one) {
      const PlaceState state = state_of(one.found);
      return state == PlaceState::fails ? 2 : state == PlaceState::open ? 1 : 0;
    };
    const auto less = [&](const JudgedPart& a, const JudgedPart& b) {
      if (weight(a) != weight(b) || weight(a) < 2) return weight(a) < weight(b);
      return midpoint_less(a.found.places[*a.found.worst].shortfall,
                           b.found.places[*b.found.worst].shortfall);
    };
    return *std::max_element(judged_.begin(), judged_.end(), less);
  }

  /// Returns true if the claim's pair can prove that the promise holds (`holds` is true) or fails (`holds` is false). A
  /// pair that dominates proves that pessimistic distributions hold and refutes optimistic ones; a pair that some
  /// neighbours attain proves that optimistic distributions hold and refutes pessimistic ones.
  bool counts(bool holds) const {
    if (!claim_.pair) return true;
    const bool pessimistic = stated_.side == ProfileSide::pessimistic;
    const Hypotheses& pair = *claim_.pair->hypotheses;
    return holds == pessimistic ? is_dominating(pair) : is_shown_by_some(pair);
  }

  void set_sound(const WholeProfile& found, ClaimVerdict* out) const {
    if (!counts(true)) {
      out->reason = "holds for this pair, but " +
                    std::string(stated_.side == ProfileSide::pessimistic
                                    ? "the pair does not bound all neighbours"
                                    : "no neighbours are known to have this pair");
      return;
    }
    out->verdict = VerdictKind::sound;
    out->by_tolerance = found.state != PlaceState::holds;
    if (out->by_tolerance) out->reason = "holds only by its tolerance; " + failure_text(found);
  }

  std::string failure_text(const WholeProfile& found) const {
    static constexpr const char* kGrades[] = {"", ", rounding", ", transform rounding",
                                              ", beyond rounding"};
    return fmt::format("fails at {} of {} places{}", found.failing, found.places.size(),
                       kGrades[static_cast<size_t>(found.grade)]);
  }

  void set_failing(const JudgedPart& one, ClaimVerdict* out) {
    const ProfilePlace& worst = one.found.places[*one.found.worst];
    describe(one, worst, out);
    out->reason = failure_text(one.found);
    if (!counts(false)) {
      out->reason += "; the pair of this mechanism does not refute the claim";
      return;
    }
    out->confirmed_by = confirm(one, worst.index);
    if (out->confirmed_by.empty()) {
      out->reason += "; no second path confirmed it";
      return;
    }
    out->verdict = VerdictKind::violated;
    out->grade = grade(one.found);
  }

  /// Describes the place of largest shortfall: the stated value and the true value.
  void describe(const JudgedPart& one, const ProfilePlace& worst, ClaimVerdict* out) const {
    const bool of_delta = !stated_.is_curve() && !worst.of_line && worst.loss;
    const std::string at = worst.loss ? decimal_nearest(*worst.loss, kLossDigits).text() : "-inf";
    const std::string what = stated_.is_curve() ? "beta(alpha=" + at + ")"
                             : worst.of_line    ? "power at the level of the losses above " + at
                                                : "delta(epsilon=" + at + ")";
    out->against = fmt::format("{} in place of {:.12g}", what, worst.stated.approximate());
    const auto [lower, upper] = worst.truth.decimal_bounds(kShownDigits);
    out->certified = {lower, upper};
    out->error = worst.stated - worst.truth;
    out->relative = *out->error / abs(worst.truth);
    if (worst.truth.contains_zero()) out->relative.reset();
    if (of_delta) {
      out->replay = "plumbline delta '" + claim_.mechanism + "' --epsilon " + at + " --direction " +
                    direction_name(one.direction) + " --digits 20";
    }
  }

  ViolationGrade grade(const WholeProfile& found) const {
    if (found.grade != FailureGrade::beyond_rounding) return ViolationGrade::last_digits;
    const ProfilePlace& worst = found.places[*found.worst];
    return std::max(ViolationGrade::numerical,
                    grade_of_error(worst.stated - worst.truth, worst.truth, Rational(0)));
  }

  std::string confirm(const JudgedPart& one, size_t index) {
    const std::string used = paths_.usual().in(one.direction).engine_name();
    for (const Path& path : other_paths(paths_.composition(), used, false)) {
      try {
        SharedProfile& other = paths_.on(path);
        const Poll patience = within_seconds(kConfirmSeconds, poll_);
        const ProfilePlace place = again(one, index, other.in(one.direction), patience);
        if (place.state == PlaceState::holds) return "";
        if (!exceeds(place)) continue;
        const bool same = path.vary && !other.varied();
        return same ? path.engine + ", the same formulas at another precision" : path.text();
      } catch (const Interrupted&) {
        poll_();
      } catch (const std::invalid_argument&) {
        // This engine does not cover the composition.
      }
    }
    return "";
  }

  const Claim& claim_;
  const ClaimedProfile& stated_;
  Paths& paths_;
  const Poll& poll_;
  std::vector<JudgedPart> judged_;
};

}  // namespace

ClaimVerdict judge_whole_claim(const Claim& claim, Paths& paths, const Poll& poll) {
  return WholeClaim(claim, paths, poll).verdict();
}

}  // namespace plumbline
