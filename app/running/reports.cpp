#include "app/running/reports.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

/// Returns the path of this program's file; empty if the system does not report it.
fs::path own_file() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

/// Returns true if the package exists and belongs to root or to the owner of the program. A package that another user
/// placed next to a program in a shared folder (/tmp) must not run.
bool is_ours(const fs::path& package, const fs::path& program) {
  struct stat of_package {
  }, of_program{};
  if (::stat((package / "__main__.py").c_str(), &of_package) != 0) return false;
  if (::stat(program.c_str(), &of_program) != 0) return false;
  return of_package.st_uid == 0 || of_package.st_uid == of_program.st_uid;
}

/// Returns the folder of the package: the one that PLUMBLINE_REPORTS names, the one installed with the program, or
/// the one in the checkout that contains the build folder.
fs::path package_folder(const fs::path& program) {
  if (const char* named = std::getenv("PLUMBLINE_REPORTS"); named != nullptr && *named != '\0') {
    for (const fs::path& package : {fs::path(named) / "plumbline_reports", fs::path(named)}) {
      std::error_code error;
      if (fs::exists(package / "words.py", error)) return package;
    }
    throw std::invalid_argument("PLUMBLINE_REPORTS is '" + std::string(named) +
                                "', which holds no plumbline_reports; set it to the folder "
                                "`reports` of Plumbline's sources");
  }
  const fs::path above = program.parent_path().parent_path();
  for (const fs::path& place :
       {above / "share/plumbline/reports", above.parent_path() / "reports"}) {
    if (is_ours(place / "plumbline_reports", program)) return place / "plumbline_reports";
  }
  throw std::invalid_argument(
      "a Python package makes the pages, plumbline_reports, and it is not beside this program (" +
      program.string() +
      "): set PLUMBLINE_REPORTS to the folder `reports` of Plumbline's sources, or run the program "
      "where it was built or installed");
}

/// Returns the interpreter that PLUMBLINE_PYTHON names, otherwise python3. The Python package sets this variable when
/// it runs this program.
std::string python() {
  const char* named = std::getenv("PLUMBLINE_PYTHON");
  return named != nullptr && *named != '\0' ? named : "python3";
}

/// Runs in the child process: replaces the process by Python, or prints the reason of a failure.
[[noreturn]] void become(const fs::path& program, std::vector<std::string> words) {
  ::setenv("PLUMBLINE_PROGRAM", program.c_str(), 1);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  fmt::print(
      stderr,
      "plumbline: pages need python3 (Debian: python3 python3-jinja2 python3-markdown-it): {}\n",
      std::strerror(errno));
  ::_exit(kBadInput);
}

}  // namespace

void require_reports() { package_folder(own_file()); }

void make_page_if_possible(const std::vector<std::string>& words) {
  try {
    run_reports(words);
  } catch (const std::invalid_argument& e) {
    fmt::print(stderr, "plumbline: no page was made: {}\n", e.what());
  }
}

int run_reports(const std::vector<std::string>& words) {
  const fs::path program = own_file();
  std::vector<std::string> all = {python(), "-B", package_folder(program).string()};
  all.insert(all.end(), words.begin(), words.end());
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::invalid_argument("no process can be started");
  if (child == 0) become(program, std::move(all));
  // Both processes receive an interruption. This process ignores it and waits, because Python reports the part that was
  // already written.
  const auto before = std::signal(SIGINT, SIG_IGN);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(SIGINT, before);
  return WIFEXITED(status) ? WEXITSTATUS(status) : kInterrupted;
}

}  // namespace plumbline
