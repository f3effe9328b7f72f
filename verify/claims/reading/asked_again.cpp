#include "verify/claims/reading/asked_again.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/claims/reading/json_claim.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAsked[] = {"tool",      "version", "method",    "options",
                                  "mechanism", "event",   "adjacency", "direction",
                                  "quantity",  "at",      "kind"};

/// Converts integers to doubles: 1 becomes 1.0, since the tool received a double.
void make_doubles(nlohmann::json* value) {
  if (value->is_number()) *value = value->get<double>();
  if (!value->is_structured()) return;
  for (nlohmann::json& part : *value) make_doubles(&part);
}

/// Returns the question of a line in a canonical form: members in a fixed order, numbers as doubles. Empty if the
/// line is not a JSON object.
std::string asked_in(const std::string& line) {
  auto record = nlohmann::json::parse(line, nullptr, false);
  if (!record.is_object()) return "";
  make_doubles(&record);
  std::string out;
  for (const char* member : kAsked) {
    const auto found = record.find(member);
    if (found != record.end())
      out += found->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    out += '\n';
  }
  return out;
}

std::shared_ptr<const Claim> answer_in(const std::string& line,
                                       const std::function<void(Claim*)>& resolve) {
  auto claim = std::make_shared<Claim>(claim_of_line(line));
  resolve(claim.get());
  if (claim->installation.empty()) {
    throw std::invalid_argument("installation: missing; write an id of installations.toml");
  }
  return claim;
}

}  // namespace

fs::path file_asked_again(const fs::path& record) {
  const fs::path folder = record.parent_path();
  return folder.filename() == kAgain ? fs::path() : folder / kAgain / record.filename();
}

AskedAgain::AskedAgain(const fs::path& record, const std::function<void(Claim*)>& resolve) {
  const fs::path file = file_asked_again(record);
  std::ifstream in(file);
  if (!in) return;
  long number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      answers_[asked_in(line)].push_back(answer_in(line, resolve));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(
          fmt::format("{}:{}: {}", file.generic_string(), number, e.what()));
    }
  }
}

AskedAgain::Answers AskedAgain::to(const std::string& line) const {
  if (answers_.empty()) return {};
  const auto found = answers_.find(asked_in(line));
  return found == answers_.end() ? Answers{} : found->second;
}

}  // namespace plumbline
