#include "verify/certificates/second_check.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "verify/base/sha256.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {
namespace {

const std::vector<std::string> kVerdicts = {"confirmed",         "refuted",     "not decided",
                                            "not a certificate", "not covered", "contradiction"};

std::string text_at(const nlohmann::json& line, const char* field) {
  const auto found = line.is_object() ? line.find(field) : line.end();
  return line.is_object() && found != line.end() && found->is_string() ? found->get<std::string>()
                                                                       : "";
}

}  // namespace

std::string SecondCheck::of(const Certificate& certificate) const {
  const auto found = verdicts.find(to_json(certificate)["digest"].get<std::string>());
  return found == verdicts.end() ? "not among its results" : found->second;
}

SecondCheck read_second_check(const std::string& file, const std::string& text) {
  SecondCheck out{file, sha256(text), {}};
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string place = file + ", line " + std::to_string(number) + ": ";
    const auto json = nlohmann::json::parse(line, nullptr, false);
    const std::string digest = text_at(json, "digest"), verdict = text_at(json, "verdict");
    if (std::find(kVerdicts.begin(), kVerdicts.end(), verdict) == kVerdicts.end()) {
      throw std::invalid_argument(place +
                                  "not a line that checker/plumbline_check.py --json prints");
    }
    if (digest.empty()) {
      throw std::invalid_argument(place + "the checker found no certificate: '" + verdict + "'");
    }
    const auto [at, fresh] = out.verdicts.emplace(digest, verdict);
    if (!fresh && at->second != verdict) {
      throw std::invalid_argument(place + "says '" + verdict + "' of a certificate that is '" +
                                  at->second + "' further up");
    }
  }
  if (out.verdicts.empty()) throw std::invalid_argument(file + ": is empty");
  return out;
}

}  // namespace plumbline
