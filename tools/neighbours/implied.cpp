/// Prints which sentences of statement pages their certificates do not imply: plumbline_implied < PAGES. A line of
/// the input has the certificate files of one page, with tabs between them; one JSON object answers it.
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/arithmetic/running/poll.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/statement/audit_page.hpp"

namespace {

using nlohmann::json;
using plumbline::Certificate;

constexpr double kSecondsOfCheck = 20;

/// Returns options with a time limit for a check. The page omits statements that are not proved within the limit.
plumbline::CheckOptions within_some_seconds() {
  plumbline::CheckOptions out;
  out.poll = [watch = plumbline::Stopwatch()] {
    if (watch.seconds() > kSecondsOfCheck) throw plumbline::Interrupted{};
  };
  return out;
}

std::vector<Certificate> certificates_of(const std::string& line) {
  std::vector<Certificate> out;
  std::istringstream paths(line);
  for (std::string path; std::getline(paths, path, '\t');) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (Certificate& one : plumbline::read_certificates(text)) out.push_back(std::move(one));
  }
  return out;
}

/// Returns the first sentences of the page and the faults of all its sentences, or the reason for a missing page.
json page_json(const std::string& line) {
  try {
    const std::vector<Certificate> certificates = certificates_of(line);
    std::vector<plumbline::CheckResult> results;
    for (const Certificate& one : certificates) {
      results.push_back(plumbline::check(one, within_some_seconds()));
    }
    const auto page = plumbline::audit_page_of({"page", "00", "2026-01-31"}, certificates, results);
    json sentences = json::array();
    for (const auto& one : page.headlines) sentences.push_back(one.text);
    return {{"headlines", sentences},
            {"faults", plumbline::faults_of(page, certificates, results)}};
  } catch (const std::exception& e) {
    return {{"refusal", e.what()}};
  }
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) std::cout << page_json(line).dump() << std::endl;
}
