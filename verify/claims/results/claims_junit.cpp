#include "verify/claims/results/claims_junit.hpp"

#include <fmt/format.h>

#include "verify/base/safe_text.hpp"

namespace plumbline {

std::string claim_testcase(const JudgedLine& judged) {
  const ClaimOutcome outcome = judged.outcome;
  const ClaimLine& line = judged.line;
  const std::string place = line.place();
  const std::string suite = line.claim ? line.claim->tool + "." + line.claim->method : "unreadable";
  const std::string name = line.claim ? fmt::format("{} of {} ({})", claim_text(*line.claim),
                                                    line.claim->mechanism, place)
                                      : place;
  std::string inner;
  const std::string what = xml_escaped(verdict_line(judged));
  if (outcome == ClaimOutcome::failed) {
    inner = fmt::format("<failure message=\"{}\"/>", what);
  } else if (outcome == ClaimOutcome::known) {
    inner = fmt::format("<skipped message=\"known: {}\"/>", what);
  } else if (outcome == ClaimOutcome::apart) {
    inner = fmt::format("<skipped message=\"apart: {}\"/>", what);
  } else if (outcome == ClaimOutcome::not_judged) {
    inner = fmt::format("<skipped message=\"{}\"/>", what);
  }
  return fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
                     xml_escaped(suite), xml_escaped(name), judged.verdict.seconds, inner);
}

std::string claims_junit(const std::string& testcases) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"claims\">\n" +
         testcases + "</testsuite>\n</testsuites>\n";
}

}  // namespace plumbline
