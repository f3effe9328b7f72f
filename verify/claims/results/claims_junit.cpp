#include "verify/claims/results/claims_junit.hpp"

#include <fmt/format.h>

#include "verify/base/text/safe_text.hpp"
#include "verify/claims/judging/claim_words.hpp"
#include "verify/claims/results/shown.hpp"

namespace plumbline {
namespace {

struct Mark {
  const char* element;      ///< name of the XML element; empty for a passed claim
  const char* before = "";  ///< the beginning of the message
};

Mark mark_of(const JudgedLine& judged) {
  const ClaimVerdict& v = judged.verdict;
  switch (judged.outcome) {
    case ClaimOutcome::passed:
      return {""};
    case ClaimOutcome::failed:
      return v.no_number ? Mark{"error"} : Mark{"failure"};
    case ClaimOutcome::known:
      return {"skipped", "known: "};
    case ClaimOutcome::apart:
      return {"skipped", "apart: "};
    case ClaimOutcome::not_judged:
      break;
  }
  const bool open = !judged.line.claim || v.verdict == VerdictKind::undecided;
  return open ? Mark{"error"} : Mark{"skipped"};
}

std::string class_of(const JudgedLine& judged) {
  if (!judged.line.claim) return "unreadable";
  const Claim& claim = *judged.line.claim;
  return claim.method.empty() ? claim.tool : claim.tool + "." + claim.method;
}

/// Returns the name of a test case, such as "epsilon(delta=1e-5) of gaussian(sigma=1.3), worst: upper", with the
/// options of the tool as a suffix.
std::string name_of(const JudgedLine& judged) {
  if (!judged.line.claim) return judged.line.place();
  const Claim& claim = *judged.line.claim;
  const ShownClaim shown = shown_claim(judged);
  return fmt::format("{} of {}: {}{}", with_short_numbers(subject_of(claim.quantity, claim.at)),
                     shown.mechanism, kind_name(claim.kind),
                     shown.options.empty() ? "" : " (" + shown.options + ")");
}

}  // namespace

void ClaimsJunit::add(const JudgedLine& judged) {
  const Mark mark = mark_of(judged);
  const std::string element = mark.element;
  ++tests_;
  failures_ += element == "failure" ? 1 : 0;
  errors_ += element == "error" ? 1 : 0;
  skipped_ += element == "skipped" ? 1 : 0;
  seconds_ += judged.verdict.seconds;
  std::string inner;
  if (!element.empty()) {
    inner = fmt::format("<{} message=\"{}{}\"/>", element, mark.before,
                        xml_escaped(verdict_line(judged)));
  }
  std::string name = name_of(judged);
  const long again = ++named_[class_of(judged) + "\n" + name];
  if (again > 1) name += fmt::format(" #{}", again);
  testcases_ += fmt::format(
      "<testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\" "
      "time=\"{:.3f}\">{}</testcase>\n",
      xml_escaped(class_of(judged)), xml_escaped(name), xml_escaped(judged.line.file),
      judged.line.line, judged.verdict.seconds, inner);
}

std::string ClaimsJunit::text() const {
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                  tests_, failures_, errors_, skipped_, seconds_);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n"
      "<testsuite name=\"claims\" {}>\n{}</testsuite>\n</testsuites>\n",
      counts, counts, testcases_);
}

}  // namespace plumbline
