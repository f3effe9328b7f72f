#include "verify/certificates/second_check.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/running/versions.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/base/text/sha256.hpp"
#include "verify/base/text/shell_word.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {
namespace {

const std::vector<std::string> kVerdicts = {"confirmed",    "refuted",           "withdrawn",
                                            "unconfirmed",  "not_a_certificate", "not_covered",
                                            "contradiction"};

std::string text_at(const nlohmann::json& line, const char* field) {
  const auto found = line.is_object() ? line.find(field) : line.end();
  return line.is_object() && found != line.end() && found->is_string() ? found->get<std::string>()
                                                                       : "";
}

struct Output {
  std::string text;
  int code = -1;  ///< -1: the process did not exit normally
  /// The last line of standard error; for a Python traceback, this line names the error.
  std::string error;
};

/// Returns the last line that is not empty.
std::string last_line(const std::string& text) {
  const size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const size_t start = text.find_last_of('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1,
                     end - (start == std::string::npos ? 0 : start + 1) + 1);
}

/// Runs a command and captures its output, so that the terminal shows none of it.
Output output_of(const std::string& command) {
  Output out;
  std::string errors = (std::filesystem::temp_directory_path() / "plumbline-XXXXXX").string();
  const int file = ::mkstemp(errors.data());
  if (file < 0) throw std::invalid_argument("cannot make a file in the folder for temporary ones");
  ::close(file);
  const auto remove = [](const std::string* name) { std::remove(name->c_str()); };
  const std::unique_ptr<const std::string, decltype(remove)> gone(&errors, remove);
  std::FILE* pipe = ::popen((command + " 2>" + shell_word(errors)).c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[4096];
  while (const size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) out.text.append(buffer, n);
  const int status = ::pclose(pipe);
  if (status != -1 && WIFEXITED(status)) out.code = WEXITSTATUS(status);
  out.error = one_line(last_line(read_text(errors)));
  return out;
}

/// Returns the exit code that the second checker must have for these verdicts, as its README defines it. If verdicts
/// imply several codes, the order of precedence is 4, 1, 2, 3.
int exit_code_of(const SecondCheck& said) {
  const auto any = [&](const std::string& verdict) {
    return std::any_of(said.verdicts.begin(), said.verdicts.end(),
                       [&](const auto& one) { return one.second == verdict; });
  };
  return any("contradiction")                       ? 4
         : any("refuted") || any("withdrawn")       ? 1
         : any("not_a_certificate")                 ? 2
         : any("unconfirmed") || any("not_covered") ? 3
                                                    : 0;
}

}  // namespace

std::string SecondCheck::of(const Certificate& certificate) const {
  const auto found = verdicts.find(to_json(certificate)["digest"].get<std::string>());
  if (found == verdicts.end()) return "not among its results";
  return found->second == "not_covered" ? "not covered" : found->second;
}

std::string SecondCheck::attributed(const Certificate& certificate) const {
  const std::string verdict = of(certificate);
  return asked ? verdict : "as stated in " + file + ", not asked here: " + verdict;
}

SecondCheck read_second_check(const std::string& file, const std::string& text) {
  SecondCheck out{file, sha256(text), false, {}};
  const bool script = file.ends_with(".py");
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string place = file + ", line " + std::to_string(number) + ": ";
    const auto json = nlohmann::json::parse(line, nullptr, false);
    const std::string digest = text_at(json, "digest"), verdict = text_at(json, "verdict");
    if (std::find(kVerdicts.begin(), kVerdicts.end(), verdict) == kVerdicts.end()) {
      throw std::invalid_argument(
          place + "not a line that checker/plumbline_check.py --json prints" +
          (verdict.empty() ? "" : " (the verdict '" + one_line(verdict) + "' is none)") + ": " +
          (script ? "take the checker of this program's own sources, checker/plumbline_check.py of "
                    "version " +
                        std::string(program_version())
                  : "give --checker that script itself, or the lines that `python3 "
                    "checker/plumbline_check.py --json FILES` printed, whole"));
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

SecondCheck ask_second_checker(const std::string& script, const std::vector<std::string>& files) {
  const std::string digest = sha256(read_text(script));
  std::string command =
      "python3 " + shell_word(std::filesystem::absolute(script).string()) + " --json --";
  for (const std::string& file : files) {
    if (file == "-") {
      throw std::invalid_argument("the second checker reads files, not standard input");
    }
    command += " " + shell_word(file);
  }
  const auto [text, code, error] = output_of(command);
  const std::string why = error.empty() ? "" : ": " + error;
  if (code < 0 || code > 4) {
    throw std::invalid_argument(script + ": could not be run by python3 (exit code " +
                                std::to_string(code) + ")" + why);
  }
  if (text.empty()) {
    throw std::invalid_argument(script + ": printed no verdict (exit code " + std::to_string(code) +
                                ")" + why +
                                "; is it checker/plumbline_check.py of this program's sources?");
  }
  SecondCheck out = read_second_check(std::filesystem::path(script).filename().string(), text);
  if (code != exit_code_of(out)) {
    throw std::invalid_argument(script + ": its exit code " + std::to_string(code) +
                                " does not go with the verdicts it prints");
  }
  out.sha256 = digest;
  out.asked = true;
  return out;
}

}  // namespace plumbline
