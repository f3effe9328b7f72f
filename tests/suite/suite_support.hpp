/// Helpers of the tests of suite and report: temporary directories and runs on text.
#pragma once

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "verify/suite/run/run.hpp"

namespace plumbline::testing {

/// A new directory below the system's temporary one, removed with its content.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    static std::atomic<int> count{0};
    path_ = std::filesystem::temp_directory_path() /
            ("plumbline-test-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A run and all of its outputs.
struct Run {
  int code = 0;
  std::string messages, report;
  std::vector<nlohmann::json> results;
};

inline Run run_paths(const std::vector<std::filesystem::path>& paths,
                     const std::filesystem::path& out, int threads = 1) {
  std::ostringstream messages;
  SuiteOptions options;
  options.paths = paths;
  options.out = out;
  options.threads = threads;
  options.messages = &messages;
  Run run;
  run.code = run_suite(options);
  run.messages = messages.str();
  run.report = read_text(out / "report.md");
  for (const std::string& line : lines_of(read_text(out / "results.jsonl"))) {
    run.results.push_back(nlohmann::json::parse(line));
  }
  return run;
}

/// Runs one case file given as text.
inline Run run_text(const std::string& text, int threads = 1) {
  const TemporaryDirectory directory;
  return run_paths({directory.write("case.toml", text)}, directory.path() / "out", threads);
}

/// Returns the head that every case file needs.
inline std::string head() { return "title = \"t\"\nsource = \"s\"\n"; }

/// Returns a case with a closed form; `more` contains further lines.
inline std::string gauss_case(const std::string& id, const std::string& more) {
  return "[[case]]\nid = \"" + id +
         "\"\nquantity = \"delta\"\nmechanism = \"gaussian(sigma=1)\"\n"
         "at = { epsilon = \"1\" }\n" +
         more;
}

}  // namespace plumbline::testing
