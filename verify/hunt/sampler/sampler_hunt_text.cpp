#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "verify/hunt/sampler/sampler_hunt.hpp"

namespace plumbline {
namespace {

constexpr double kLn10Text = 2.302585092994046;
constexpr size_t kShownTests = 3;

/// Returns an e-value as text, "3.2e+22", also if it exceeds the range of doubles.
std::string e_value_text(const Ball& e) {
  const double power = e.log_approximate() / kLn10Text;
  if (!(power > -300)) return "0";
  const double whole = std::floor(power);
  return fmt::format("{:.2g}e{:+.0f}", std::pow(10, power - whole), whole);
}

/// Returns a p-value as text; a p-value of 1 would otherwise be rounded up to more than 1.
std::string p_value_text(const UpperBound& p) { return p.log_approximate() >= 0 ? "1" : p.text(); }

std::string cell_text(const SamplerTest& test) {
  return fmt::format("{} of {} in the cell '{}', where at most {:.6g} are expected", test.seen,
                     test.of, test.cell, test.expected);
}

}  // namespace

std::string sampler_hunt_text(const SamplerHuntResult& result) {
  const std::string head = fmt::format("{}: {} draws of {} starts in {:.1f} s; ", result.law,
                                       result.draws, result.starts, result.seconds);
  const std::vector<SamplerTest>& tests = result.verdict.tests;
  if (!result.verdict.refuted) {
    return head + fmt::format("not refuted (p-value at most {}; 1e-6 refutes)\n",
                              p_value_text(result.verdict.p_value));
  }
  std::string out = head + fmt::format("REFUTED, p-value at most {}, whenever one stops\n",
                                       p_value_text(result.verdict.p_value));
  for (size_t i = 0; i < std::min(tests.size(), kShownTests); ++i) {
    if (i > 0 && !(tests[i].e_value.log_approximate() > std::log(1e6))) break;
    out += fmt::format("  {}: e-value {}; {}\n", tests[i].name, e_value_text(tests[i].e_value),
                       cell_text(tests[i]));
  }
  return out;
}

nlohmann::ordered_json sampler_hunt_record(const SamplerHuntResult& result) {
  nlohmann::ordered_json tests = nlohmann::ordered_json::array();
  for (const SamplerTest& test : result.verdict.tests) {
    tests.push_back({{"test", test.name},
                     {"e_value", e_value_text(test.e_value)},
                     {"cell", test.cell},
                     {"seen", test.seen},
                     {"of", test.of},
                     {"expected_at_most", test.expected}});
  }
  return {{"law", result.law},
          {"refuted", result.verdict.refuted},
          {"p_value_upper", p_value_text(result.verdict.p_value)},
          {"draws", result.draws},
          {"starts", result.starts},
          {"seconds", result.seconds},
          {"tests", tests}};
}

}  // namespace plumbline
