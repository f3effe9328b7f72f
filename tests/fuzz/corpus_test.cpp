/// Runs the fuzz targets on the committed corpus of every reader: no crash, no undefined behaviour, no long run.
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/targets.hpp"
#include "tests/places.hpp"

namespace plumbline {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST_CASE("fuzz: every reader takes its corpus in its stride", "[fuzz][slow]") {
  using Clock = std::chrono::steady_clock;
  for (const fuzz::Target& target : fuzz::targets()) {
    const auto folder = std::filesystem::path(testing::kSourceFolder) / "fuzz/corpus" / target.name;
    int texts = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      CAPTURE(entry.path().string());
      const auto start = Clock::now();
      CHECK_NOTHROW(target.read(content(entry.path())));
      CHECK(Clock::now() - start < std::chrono::seconds(20));
      ++texts;
    }
    CAPTURE(target.name);
    CHECK(texts >= 5);
  }
}

}  // namespace
}  // namespace plumbline
