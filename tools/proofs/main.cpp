/// plumbline_proofs ROOT           writes docs/proofs from the BOUND comments of reference/
/// plumbline_proofs ROOT --check   reports errors in the comments, or a stale book; exit code 1
/// plumbline_proofs ROOT --ids     prints the ids, one per line, followed by "slack" for bounds with this field
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tools/proofs/book.hpp"

namespace {

namespace fs = std::filesystem;
using namespace plumbline::proofs;

std::string text_of(const fs::path& file) {
  std::stringstream all;
  all << std::ifstream(file).rdbuf();
  return all.str();
}

/// Returns the differences between the book and the folder as text.
std::vector<std::string> stale(const fs::path& folder,
                               const std::map<std::string, std::string>& pages) {
  std::vector<std::string> out;
  for (const auto& [name, text] : pages) {
    if (!fs::exists(folder / name) || text_of(folder / name) != text) {
      out.push_back("docs/proofs/" + name + " is stale: run ./dev proofs");
    }
  }
  if (!fs::is_directory(folder)) return out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (pages.count(entry.path().filename().string()) == 0) {
      out.push_back("docs/proofs/" + entry.path().filename().string() + " is no page of the book");
    }
  }
  return out;
}

void write(const fs::path& folder, const std::map<std::string, std::string>& pages) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const auto& [name, text] : pages) std::ofstream(folder / name) << text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[2] : "";
  if (argc < 2 || argc > 3 || (!what.empty() && what != "--check" && what != "--ids")) {
    std::fputs("usage: plumbline_proofs ROOT [--check|--ids]\n", stderr);
    return 2;
  }
  const fs::path root = argv[1];
  std::vector<std::string> problems;
  const std::vector<Bound> bounds = read_bounds(root, problems);
  if (what == "--ids") {
    for (const Bound& bound : bounds) {
      std::printf("%s%s\n", bound.id.c_str(), bound.has("Slack") ? " slack" : "");
    }
    return 0;
  }
  const auto pages = book(bounds);
  if (what == "--check") {
    for (const std::string& line : stale(root / "docs/proofs", pages)) problems.push_back(line);
  } else {
    write(root / "docs/proofs", pages);
  }
  for (const std::string& problem : problems) std::fprintf(stderr, "%s\n", problem.c_str());
  std::printf("%zu bounds, %zu problems\n", bounds.size(), problems.size());
  return problems.empty() ? 0 : 1;
}
