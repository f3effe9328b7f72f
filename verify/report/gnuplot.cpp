#include "verify/report/gnuplot.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace plumbline {
namespace {

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

bool program_installed(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream directories(path == nullptr ? "" : path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string file = directory + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return true;
  }
  return false;
}

bool run_gnuplot(const std::filesystem::path& directory, const std::string& script) {
  const std::string command = "cd " + shell_quoted(directory.string()) + " && gnuplot " +
                              shell_quoted(script) + " > /dev/null 2> gnuplot-messages.txt";
  return std::system(command.c_str()) == 0;
}

std::string gnuplot_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

}  // namespace plumbline
