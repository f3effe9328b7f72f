/// Bounds on reconstruction that hold for every (epsilon, delta)-DP mechanism.
#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {
namespace {

template <Certified CertifiedReroBound::*line>
Answer answer_line(const Query& question, const Effort& effort, OtherPath&) {
  const CertifiedReroBound both = certified_rero_bound(
      question.real("epsilon"), question.number("delta"), question.number("kappa"), effort.digits);
  return {both.*line};
}

}  // namespace

QuantityFamily guarantee_entries() {
  const std::vector<ArgumentEntry> arguments{
      {.name = "epsilon", .any_real = true}, {.name = "delta"}, {.name = "kappa"}};
  return {{.name = "rero_bound",
           .summary = "upper bound of gamma(kappa) implied by (epsilon, delta)-DP alone",
           .subject = Subject::none,
           .arguments = arguments,
           .answer = answer_line<&CertifiedReroBound::two_lines>},
          {.name = "rero_line",
           .summary = "min(e^epsilon kappa + delta, 1)",
           .subject = Subject::none,
           .arguments = arguments,
           .answer = answer_line<&CertifiedReroBound::one_line>}};
}

}  // namespace plumbline
