#include "verify/hunt/records/truths.hpp"

#include <stdexcept>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/certificates/witness.hpp"
#include "reference/questions/answer.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/thread_clock.hpp"

namespace plumbline {
namespace {

constexpr int kTruthDigits = 10;

Query request_of(const Setting& setting) {
  Query out;
  out.quantity = setting.quantity;
  out.mechanism = setting_expression(setting);
  out.other = setting.other;
  out.direction = relation_direction(setting);
  const std::string argument = argument_name(setting);
  if (!argument.empty()) {
    out.at = {{argument, Rational::from_binary64(setting.argument).text()}};
  }
  if (required_quantity(out.quantity).forward_only()) out.direction = Direction::forward;
  out.digits = kTruthDigits;
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
    if (cause.shrunk.truth_lower.empty() || asks_whole(cause.shrunk.setting)) continue;
    const Query request = request_of(cause.shrunk.setting);
    const Effort effort = effort_within(limits, watch);
    try {
      effort.poll();
      const Answer found = answer(request, effort);
      Certificate certificate = certificate_of(request, found);
      add_witness(request, effort, &certificate);
      out.certificates.push_back(std::move(certificate));
    } catch (const Interrupted&) {
      ++out.missing;
    } catch (const std::invalid_argument&) {
      // Certificates do not state infinite values.
    }
  }
  return out;
}

}  // namespace plumbline
