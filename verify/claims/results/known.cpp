#include "verify/claims/results/known.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace plumbline {
namespace {

using RowJson = nlohmann::ordered_json;

constexpr const char* kQuestion[] = {"tool",      "method",   "options", "mechanism",
                                     "direction", "quantity", "at",      "kind"};

/// Returns the number of a row; nothing for nan and inf, which are not compared.
std::optional<Rational> number_of(const RowJson& row) {
  const auto found = row.find("value");
  if (found == row.end() || !found->is_string()) return std::nullopt;
  try {
    return Rational::parse(found->get<std::string>());
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Returns true if a violated claim is below the true value: always for an upper bound, depending on the error for an
/// estimate.
bool lies_below(const JudgedLine& violated) {
  const ClaimKind kind = violated.line.claim->kind;
  const std::optional<Ball>& error = violated.verdict.error;
  return kind == ClaimKind::upper ||
         (kind == ClaimKind::estimate && error && certainly_negative(*error));
}

}  // namespace

std::string claim_question(const RowJson& verdict) {
  std::string out;
  for (const char* member : kQuestion) {
    if (!verdict.contains(member)) return "";
    out += verdict[member].dump(-1, ' ', false, RowJson::error_handler_t::replace) + "\n";
  }
  if (verdict.contains("other")) out += verdict["other"].dump() + "\n";
  return out;
}

std::string known_violation_row(const JudgedLine& violated) {
  const RowJson record = verdict_json(violated);
  RowJson row;
  for (const char* member : kQuestion) row[member] = record.at(member);
  if (record.contains("other")) row["other"] = record["other"];
  row["grade"] = grade_name(grade_of_failure(violated.verdict));
  row["version"] = record.at("version");
  row["value"] = record.at("value");
  return row.dump(-1, ' ', false, RowJson::error_handler_t::replace) + "\n";
}

KnownViolations KnownViolations::read(const std::string& file, const Rational& slack) {
  std::ifstream in(file);
  if (!in) {
    throw std::invalid_argument(file +
                                ": cannot be read; write it with `claims --write-baseline FILE`");
  }
  KnownViolations out;
  out.slack_ = slack;
  long number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const RowJson row = RowJson::parse(line, nullptr, false);
    const std::string key = row.is_object() ? claim_question(row) : "";
    const std::string name = key.empty() || !row.contains("grade") || !row["grade"].is_string()
                                 ? ""
                                 : row["grade"].get<std::string>();
    const auto grade = find_grade(name);
    if (!grade || *grade == ViolationGrade::none) {
      throw std::invalid_argument(
          fmt::format("{}:{}: is no known violation; write the file again with --write-baseline",
                      file, number));
    }
    const std::string text =
        fmt::format("{} {}: {} of {}", row["tool"].dump(), row["method"].dump(),
                    row["quantity"].dump(), row["mechanism"].dump());
    Known& known = out.known_[key];
    known.grade = std::max(known.grade, *grade);
    known.text = fmt::format("{}:{}: {}", file, number, text);
    if (const auto value = number_of(row)) known.numbers.push_back(*value);
  }
  return out;
}

bool KnownViolations::has(const JudgedLine& violated) {
  const auto found = known_.find(claim_question(verdict_json(violated)));
  if (found == known_.end()) return false;
  found->second.met = true;
  const bool worse = grade_of_failure(violated.verdict) > found->second.grade ||
                     further_off(violated, found->second);
  if (worse)
    worse_.push_back(fmt::format("{}: worse than {}", violated.line.place(), found->second.text));
  return !worse;
}

bool KnownViolations::further_off(const JudgedLine& violated, const Known& known) const {
  const ClaimedValue& value = violated.line.claim->value;
  if (value.form != ClaimedValue::Form::number || known.numbers.empty()) return false;
  const bool below = lies_below(violated);
  return std::all_of(known.numbers.begin(), known.numbers.end(), [&](const Rational& before) {
    const Rational moved = below ? before - value.number : value.number - before;
    return moved > slack_ * (before.sign() < 0 ? -before : before);
  });
}

std::vector<std::string> KnownViolations::not_met() const {
  std::vector<std::string> out;
  for (const auto& [key, known] : known_) {
    if (!known.met) out.push_back(known.text);
  }
  return out;
}

}  // namespace plumbline
