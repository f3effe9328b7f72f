/// docs/extending.md shows the current source of the toys.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/places.hpp"
#include "tests/support.hpp"

namespace {

std::string text_of(const std::string& file) {
  std::stringstream out;
  out << std::ifstream(std::filesystem::path(plumbline::testing::kSourceFolder) / file).rdbuf();
  return out.str();
}

}  // namespace

TEST_CASE("structure: the page on extensions shows the toys whole", "[structure]") {
  const std::string page = text_of("docs/extending.md");
  for (const char* file :
       {"toy_mechanism.cpp", "toy_gain.cpp", "toy_engine.cpp", "toy_low_gain.cpp"}) {
    CAPTURE(file);
    const std::string text = text_of(std::string("tests/structure/") + file);
    REQUIRE(text.size() > 1000);
    CHECK(page.find("```cpp\n" + text + "```") != std::string::npos);
  }
}
