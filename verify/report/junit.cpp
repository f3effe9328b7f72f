#include "verify/report/junit.hpp"

#include <fmt/format.h>

#include <map>

#include "verify/base/text/safe_text.hpp"
#include "verify/report/findings.hpp"

namespace plumbline {
namespace {

using Trouble = Finding::Trouble;

bool is_failure(const Finding& f) {
  return f.kind == Trouble::contradiction || f.kind == Trouble::wrong ||
         f.kind == Trouble::regression;
}

struct Counts {
  size_t tests = 0, failures = 0, errors = 0;
  double seconds = 0;

  void add(const Counts& more) {
    tests += more.tests;
    failures += more.failures;
    errors += more.errors;
    seconds += more.seconds;
  }
  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", tests,
                       failures, errors, seconds);
  }
};

/// Returns the elements of a test case. The format allows at most one <failure> and one <error>; each lists all
/// findings of its kind.
std::string outcome(const std::vector<Finding>& found, Counts* counts) {
  std::string failures, errors, first_failure, first_error;
  for (const Finding& f : found) {
    std::string& all = is_failure(f) ? failures : errors;
    std::string& first = is_failure(f) ? first_failure : first_error;
    if (all.empty()) first = f.what.empty() ? f.message : f.what + ": " + f.message;
    all += f.text() + "\n";
  }
  std::string out;
  if (!failures.empty()) {
    ++counts->failures;
    out += "<failure message=\"" + xml_escaped(first_failure) + "\">" + xml_escaped(failures) +
           "</failure>";
  }
  if (!errors.empty()) {
    ++counts->errors;
    out +=
        "<error message=\"" + xml_escaped(first_error) + "\">" + xml_escaped(errors) + "</error>";
  }
  return out;
}

std::string test_case(const std::string& name, const std::string& file, int line, double seconds,
                      const std::vector<Finding>& found, Counts* counts) {
  ++counts->tests;
  counts->seconds += seconds;
  const std::string place =
      line > 0 ? fmt::format(" file=\"{}\" line=\"{}\"", xml_escaped(file), line) : "";
  return fmt::format("<testcase name=\"{}\" classname=\"{}\"{} time=\"{:.3f}\">{}</testcase>\n",
                     xml_escaped(name), xml_escaped(file), place, seconds, outcome(found, counts));
}

std::string suite(const std::string& name, const Counts& counts, const std::string& body) {
  return "<testsuite name=\"" + xml_escaped(name) + "\" " + counts.attributes() + ">\n" + body +
         "</testsuite>\n";
}

}  // namespace

std::string junit_xml(const RunResults& results) {
  std::map<std::string, std::vector<Finding>> by_case;
  for (const Finding& f : findings(results)) by_case[f.file + "\n" + f.case_id].push_back(f);
  Counts all;
  std::string suites;
  if (const auto input = by_case.find("\n"); input != by_case.end()) {
    Counts counts;
    const std::string body = test_case("case files", "input", 0, 0, input->second, &counts);
    suites += suite("input", counts, body);
    all.add(counts);
  }
  for (size_t i = 0; i < results.cases.size();) {
    const std::string file = text_of(results.cases[i], "file");
    Counts counts;
    std::string body;
    for (; i < results.cases.size() && text_of(results.cases[i], "file") == file; ++i) {
      const Json& c = results.cases[i];
      body += test_case(text_of(c, "case"), file, c.value("line", 0), c.value("seconds", 0.0),
                        by_case[file + "\n" + text_of(c, "case")], &counts);
    }
    suites += suite(file, counts, body);
    all.add(counts);
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " + all.attributes() + ">\n" +
         suites + "</testsuites>\n";
}

}  // namespace plumbline
