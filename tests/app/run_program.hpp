/// Runs the program through the shell.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "tests/places.hpp"
#include "tests/support.hpp"

namespace plumbline::testing {

struct Run {
  std::string out, err;
  int code = -1;
};

/// Runs a command through the shell and captures its standard error separately.
inline Run run_command(const std::string& words) {
  char name[] = "/tmp/plumbline-test-XXXXXX";
  const int descriptor = mkstemp(name);
  REQUIRE(descriptor >= 0);
  close(descriptor);
  const std::string errors = name;
  const std::string command = words + " 2>" + errors;
  Run result;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
    result.out += buffer.data();
  }
  result.code = WEXITSTATUS(pclose(pipe));
  if (FILE* file = std::fopen(errors.c_str(), "r")) {
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), file) != nullptr) {
      const std::string line = buffer.data();  // on a slow machine a command reports its progress
      if (!line.starts_with("plumbline: computing ")) result.err += line;
    }
    std::fclose(file);
  }
  std::remove(errors.c_str());
  return result;
}

/// Runs `plumbline ARGUMENTS`.
inline Run run(const std::string& arguments) {
  return run_command(std::string(kProgram) + " " + arguments);
}

/// Runs `plumbline ARGUMENTS` in a folder, for at most 'seconds' (then exit code 124).
inline Run run_in(const std::string& folder, const std::string& arguments, int seconds) {
  return run_command("cd '" + folder + "' && timeout " + std::to_string(seconds) + " " + kProgram +
                     " " + arguments);
}

}  // namespace plumbline::testing
