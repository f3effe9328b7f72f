// Writes the manual pages and the completions of the program to a folder.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "app/pages.hpp"
#include "app/program.hpp"
#include "reference/arithmetic/running/versions.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: plumbline_pages FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  bool written = true;
  const auto write = [&](const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories((folder / file).parent_path());
    written = static_cast<bool>(std::ofstream(folder / file) << text) && written;
  };
  const plumbline::CommandText program = plumbline::program_text();
  for (const auto& [name, page] : plumbline::manual_pages(program, plumbline::program_version())) {
    write(std::filesystem::path("man1") / name, page);
  }
  write("bash/plumbline", plumbline::bash_completion(program));
  write("zsh/_plumbline", plumbline::zsh_completion(program));
  write("fish/plumbline.fish", plumbline::fish_completion(program));
  return written ? 0 : 1;
}
