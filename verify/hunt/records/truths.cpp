#include "verify/hunt/records/truths.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/certificates/witness.hpp"
#include "reference/questions/answer.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/thread_clock.hpp"
#include "verify/claims/claimed_profile.hpp"
#include "verify/profiles/excess_question.hpp"

namespace plumbline {
namespace {

constexpr int kTruthDigits = 10;

Query request_of(const Setting& setting) {
  Query out;
  out.quantity = setting.quantity;
  out.mechanism = setting_expression(setting);
  out.other = setting.other;
  out.direction = relation_direction(setting);
  out.digits = kTruthDigits;
  if (asks_whole(setting)) return out;
  const std::string argument = argument_name(setting);
  if (!argument.empty()) {
    out.at = {{argument, Rational::from_binary64(setting.argument).text()}};
  }
  if (required_quantity(out.quantity).forward_only()) out.direction = Direction::forward;
  return out;
}

/// Returns the questions whose answers decide a find: the true value or, for a whole distribution, the largest amount
/// by which each of its parts is on the wrong side.
std::vector<Query> requests_of(const Examined& find) {
  const Query request = request_of(find.setting);
  if (!asks_whole(find.setting)) return {request};
  const ProfileSide side =
      find.kind == "lower" ? ProfileSide::optimistic : ProfileSide::pessimistic;
  const ClaimedProfile stated = claimed_profile(nlohmann::json::parse(find.distribution), side);
  return excess_questions(request, stated.parts, {stated.side, stated.from, stated.points});
}

Certificate certified(const Query& request, const Effort& effort) {
  effort.poll();
  const Answer found = answer(request, effort);
  Certificate out = certificate_of(request, found);
  add_witness(request, effort, &out);
  return out;
}

Effort effort_within(const TruthLimits& limits, const Stopwatch& watch) {
  Effort effort;
  effort.poll = [&, deadline = ThreadDeadline(limits.seconds)]() mutable {
    const bool late = limits.all_seconds > 0 && watch.seconds() > limits.all_seconds;
    if (late || InterruptGuard::interrupted() || deadline.passed()) throw Interrupted{};
  };
  return effort;
}

}  // namespace

CertifiedTruths certified_truths(const HuntResult& result, const TruthLimits& limits) {
  CertifiedTruths out;
  const Stopwatch watch;
  size_t done = 0;
  for (const Cause& cause : result.causes) {
    if (limits.report) limits.report(done++, result.causes.size());
    const Examined& find = cause.shrunk;
    const bool decided =
        asks_whole(find.setting) ? !find.distribution.empty() : !find.truth_lower.empty();
    if (!decided) continue;
    const Effort effort = effort_within(limits, watch);
    try {
      for (const Query& request : requests_of(find)) {
        out.certificates.push_back(certified(request, effort));
      }
    } catch (const Interrupted&) {
      ++out.missing;
    } catch (const std::invalid_argument&) {
      // Certificates do not state infinite values.
    }
  }
  return out;
}

}  // namespace plumbline
