#include "verify/report/report.hpp"

#include "verify/base/text/text_file.hpp"
#include "verify/report/junit.hpp"
#include "verify/report/markdown.hpp"

namespace plumbline {

std::filesystem::path write_report(const std::filesystem::path& out, const RunResults& results) {
  replace_file(out / "junit.xml", junit_xml(results));
  const std::filesystem::path report = out / "report.md";
  replace_file(report, report_markdown(results));
  return report;
}

}  // namespace plumbline
