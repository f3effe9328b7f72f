/// plumbline_commands ROOT           writes docs/commands.md from the command line's description
/// plumbline_commands ROOT --check   reports if the file is stale; exit code 1
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "app/commands_page.hpp"
#include "app/program.hpp"

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::string(argv[2]) == "--check";
  if (argc != 2 && !check) {
    std::fputs("usage: plumbline_commands ROOT [--check]\n", stderr);
    return 2;
  }
  const std::filesystem::path file = std::filesystem::path(argv[1]) / "docs/commands.md";
  const std::string page = plumbline::commands_page(plumbline::program_text());
  if (!check) return std::ofstream(file) << page ? 0 : 1;
  std::stringstream found;
  found << std::ifstream(file).rdbuf();
  if (found.str() == page) return 0;
  std::fputs("docs/commands.md is stale: run ./dev commands\n", stderr);
  return 1;
}
