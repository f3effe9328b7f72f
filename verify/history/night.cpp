#include "verify/history/night.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "verify/base/build_identity.hpp"
#include "verify/base/sha256.hpp"
#include "verify/claims/known.hpp"
#include "verify/claims/shown.hpp"
#include "verify/report/notation.hpp"
#include "verify/report/results.hpp"
#include "verify/suite/baseline/baseline.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::optional<double> real_or_none(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const double x = std::strtod(text.c_str(), nullptr);
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

/// The upper end of an enclosed error, or its plain text.
std::optional<double> size_of_error(const Json& record, const std::string& key) {
  const auto it = record.find(key);
  if (it == record.end() || it->is_null()) return std::nullopt;
  if (!it->is_object()) return real_or_none(text_of(record, key));
  const auto lower = real_or_none(text_of(*it, "lower")),
             upper = real_or_none(text_of(*it, "upper"));
  if (!lower || !upper) return std::nullopt;
  return std::max(std::fabs(*lower), std::fabs(*upper));
}

/// Gathers answers and the sums of their parts; a question asked again is another one.
class Gathering {
 public:
  explicit Gathering(Night* night) : night_(night) {}

  void add(NightAnswer answer, double seconds, const std::optional<double>& tool_seconds) {
    const int again = ++seen_[answer.source + "\n" + answer.key];
    if (again > 1) answer.key += fmt::format("\n#{}", again);
    Part& part = parts_[{answer.source, answer.part}];
    ++part.sums.answers;
    part.sums.seconds += seconds;
    if (tool_seconds) part.sums.tool_seconds = part.sums.tool_seconds.value_or(0) + *tool_seconds;
    if (answer.state.error) part.errors.push_back(*answer.state.error);
    if (answer.state.digits) {
      const double least = part.sums.fewest_digits.value_or(*answer.state.digits);
      part.sums.fewest_digits = std::min(least, *answer.state.digits);
    }
    night_->answers.push_back(std::move(answer));
  }

  void finish() {
    for (auto& [key, part] : parts_) {
      std::vector<double>& errors = part.errors;
      std::sort(errors.begin(), errors.end());
      if (!errors.empty()) {
        part.sums.median_error = errors[errors.size() / 2];
        part.sums.largest_error = errors.back();
      }
      std::tie(part.sums.source, part.sums.name) = key;
      night_->parts.push_back(std::move(part.sums));
    }
  }

 private:
  struct Part {
    NightPart sums;
    std::vector<double> errors;
  };
  Night* night_;
  std::map<std::string, int> seen_;
  std::map<std::pair<std::string, std::string>, Part> parts_;
};

AnswerState value_state(const Json& result) {
  AnswerState out;
  out.verdict = text_of(result, "verdict");
  if (out.verdict.empty()) out.verdict = "certified";
  if (text_of(result, "reached") == "false") out.verdict += ", not reached";
  out.digits = real_or_none(text_of(result, "digits"));
  out.lower = text_of(result, "lower");
  out.upper = text_of(result, "upper");
  return out;
}

AnswerState judged_state(const Json& judged) {
  AnswerState out;
  out.verdict = text_of(judged, "verdict");
  if (text_of(judged, "within_tolerance") == "false") out.verdict += ", tolerance exceeded";
  const auto band = judged.find("band");
  if (band != judged.end() && band->is_object() && text_of(*band, "contains_truth") == "false") {
    out.verdict += ", band missed";
  }
  out.error = size_of_error(judged, "relative_error");
  if (!out.error) out.error = size_of_error(judged, "absolute_error");
  return out;
}

void add_result(const Json& result, Gathering* into) {
  const std::string file = text_of(result, "file");
  NightAnswer value{"value",
                    file,
                    value_identity(result),
                    request_text(result),
                    file + ", " + text_of(result, "case"),
                    text_of(result, "mechanism"),
                    replay_command(result),
                    value_state(result)};
  const NightAnswer asked = value;
  into->add(std::move(value), result.value("seconds", 0.0), std::nullopt);
  const auto list = result.find("judged");
  if (list == result.end() || !list->is_array()) return;
  for (const Json& judged : *list) {
    NightAnswer one = asked;
    one.source = "judged";
    one.part = text_of(judged, "approximation");
    one.key += "\n" + one.part;
    one.state = judged_state(judged);
    into->add(std::move(one), judged.value("seconds", 0.0), std::nullopt);
  }
}

AnswerState claim_state(const Json& verdict) {
  AnswerState out;
  out.verdict = text_of(verdict, "verdict");
  const std::string grade = text_of(verdict, "grade");
  if (!grade.empty()) out.verdict += ", " + grade;
  const auto promise = verdict.find("promise");
  if (promise != verdict.end() && promise->is_object() && text_of(*promise, "verdict") != "sound") {
    out.verdict += ", stated error " + text_of(*promise, "verdict");
  }
  out.error = size_of_error(verdict, out.verdict == "sound" ? "looseness" : "relative_error");
  const auto truth = verdict.find("truth");
  if (truth != verdict.end() && truth->is_object()) {
    out.lower = text_of(*truth, "lower");
    out.upper = text_of(*truth, "upper");
  }
  return out;
}

/// "epsilon(delta=1e-5)"
std::string claim_words(const Json& verdict) {
  std::string arguments;
  const auto at = verdict.find("at");
  if (at != verdict.end() && at->is_object()) {
    for (const auto& [name, value] : at->items()) {
      arguments += (arguments.empty() ? "" : ", ") + name + "=" + text_of(*at, name);
    }
  }
  const std::string quantity = text_of(verdict, "quantity");
  return arguments.empty() ? quantity : quantity + "(" + with_short_numbers(arguments) + ")";
}

void add_claim(const Json& verdict, Gathering* into) {
  const std::string question = claim_question(verdict);
  if (question.empty()) return;  // a line that says no claim
  const std::string part = text_of(verdict, "tool") + " " + text_of(verdict, "version") + ": " +
                           text_of(verdict, "method") + " (" + text_of(verdict, "kind") + ")";
  NightAnswer out{"claim",
                  part,
                  question + text_of(verdict, "version"),
                  claim_words(verdict),
                  text_of(verdict, "file") + ":" + text_of(verdict, "line"),
                  text_of(verdict, "mechanism"),
                  text_of(verdict, "replay"),
                  claim_state(verdict)};
  into->add(std::move(out), verdict.value("seconds", 0.0),
            real_or_none(text_of(verdict, "tool_seconds")));
}

/// Every line is an object, the last one too: a run that is still going on, or was killed, is none.
std::vector<Json> whole_lines(const fs::path& path, const std::string& text) {
  std::vector<Json> out;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) {
      throw std::invalid_argument(fmt::format("{}:{}: is no line of a finished run; run it again",
                                              path.generic_string(), number));
    }
    out.push_back(std::move(object));
  }
  return out;
}

/// What `verify` left, if it was run there.
void read_cases(const fs::path& folder, Night* night, Gathering* into, std::string* all) {
  const fs::path path = folder / "run.json";
  if (!fs::exists(path)) return;
  const std::string text = contents_of(path);
  const Json run = Json::parse(text, nullptr, false);
  if (!run.is_object() || !run.contains("build")) {
    throw std::invalid_argument(path.generic_string() +
                                ": is not one of plumbline verify; run the cases again");
  }
  if (!run.value("shard", Json()).is_null() || text_of(run, "exit_code") == "130") {
    throw std::invalid_argument(folder.generic_string() +
                                ": is a part of a run; finish it with `plumbline verify --resume` "
                                "or `plumbline merge`");
  }
  night->build = run.at("build").dump();
  const std::string results = contents_of(folder / "results.jsonl");
  *all += text + results;
  for (const Json& result : whole_lines(folder / "results.jsonl", results)) {
    if (is_value(result)) add_result(result, into);
  }
}

void read_claims(const fs::path& folder, Gathering* into, std::string* all) {
  const fs::path path = folder / "claims.jsonl";
  if (!fs::exists(path)) return;
  const std::string text = contents_of(path);
  *all += text;
  for (const Json& verdict : whole_lines(path, text)) add_claim(verdict, into);
}

}  // namespace

Night read_night(const fs::path& folder) {
  Night night;
  night.build = build_identity().dump();
  Gathering gathering(&night);
  std::string all;
  read_cases(folder, &night, &gathering, &all);
  read_claims(folder, &gathering, &all);
  gathering.finish();
  if (night.answers.empty()) {
    throw std::invalid_argument(folder.generic_string() +
                                ": has no answers; name the --out folder of `plumbline verify` or "
                                "`plumbline claims`");
  }
  night.digest = sha256(all);
  return night;
}

std::string this_machine() {
  std::ifstream in("/proc/cpuinfo");
  std::string name = "unknown processor";
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const size_t colon = line.find(": ");
    if (colon != std::string::npos) name = line.substr(colon + 2);
    break;
  }
  return fmt::format("{}, {} cores", name, std::thread::hardware_concurrency());
}

std::string time_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace plumbline
