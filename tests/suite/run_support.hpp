/// Comparisons of the outputs of two runs, without times.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/suite/suite_support.hpp"
#include "verify/report/report.hpp"

namespace plumbline::testing {

/// Resets every member "seconds" and other members that differ between identical runs.
inline void without_times(nlohmann::ordered_json* record) {
  for (auto& [key, value] : record->items()) {
    if (key == "seconds") {
      value = 0;
    } else if (value.is_structured()) {
      without_times(&value);
    }
  }
}

inline std::vector<nlohmann::ordered_json> json_lines(const std::filesystem::path& path) {
  std::vector<nlohmann::ordered_json> out;
  for (const std::string& line : lines_of(read_text(path))) {
    out.push_back(nlohmann::ordered_json::parse(line));
  }
  return out;
}

/// Removes the times from all outputs of a run in `out`: results.jsonl, cases.jsonl, and the reports written again
/// from them. Returns the text and changes the files.
inline std::string timeless(const std::filesystem::path& out) {
  std::string all;
  for (const char* name : {"results.jsonl", "cases.jsonl"}) {
    std::string text;
    for (nlohmann::ordered_json& record : json_lines(out / name)) {
      without_times(&record);
      text += record.dump() + "\n";
    }
    std::ofstream(out / name) << text;
    all += text;
  }
  auto run = nlohmann::ordered_json::parse(read_text(out / "run.json"));
  for (const char* key : {"seconds", "threads", "cases_resumed"}) run[key] = 0;
  std::ofstream(out / "run.json") << run.dump(2);
  all += run.dump(2);
  write_report(out, load_results(out));
  for (const char* name : {"report.md", "junit.xml"}) all += read_text(out / name);
  return all;
}

/// Returns options of a run that writes its messages to a stream.
inline SuiteOptions quiet(const std::filesystem::path& cases, const std::filesystem::path& out,
                          std::ostream& messages) {
  SuiteOptions options;
  options.paths = {cases};
  options.out = out;
  options.messages = &messages;
  return options;
}

/// Writes case files with 14 cases and several results each: certified values, approximations, a printed value that
/// agrees, a dispute, a value that differs, and an argument out of range.
inline std::filesystem::path write_cases(const TemporaryDirectory& d) {
  std::string curves = head();
  for (int i = 1; i <= 10; ++i) {
    curves += "[[case]]\nid = \"c" + std::to_string(i) +
              "\"\nquantity = \"tradeoff\"\nmechanism = \"subsampled_gaussian(sigma=1,p=0.5)^" +
              std::to_string(10 * i) +
              "\"\nat = { alpha = [\"0.1\", \"0.7\"] }\njudge = [\"clt\", \"edgeworth1\"]\n";
  }
  d.write("cases/curves.toml", curves);
  d.write("cases/printed.toml",
          head() + gauss_case("right", "expect = \"0.126936737507\"\n") +
              gauss_case("wrong", "expect = \"0.126936737508\"\n") +
              gauss_case("disputed", "expect = \"0.127936737508\"\ndisputed = \"why\"\n") +
              "[[case]]\nid = \"out\"\nquantity = \"tradeoff\"\nmechanism = \"gaussian(sigma=1)\"\n"
              "at = { alpha = \"1.5\" }\n");
  return d.path() / "cases";
}

}  // namespace plumbline::testing
