/// What mechanisms say of themselves: each can be drawn, and is what it says.
#include "reference/mechanisms/registry.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"

using namespace plumbline;

TEST_CASE("registry: expressions drawn are those of the mechanism, and read back",
          "[mechanisms][registry]") {
  ParameterDraw draw(7), again(7), other(8);
  int drawn_ones = 0;
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.draw == nullptr) continue;
    ++drawn_ones;
    CAPTURE(entry.name);
    const std::string drawn = entry.draw(draw);
    CHECK(drawn == entry.draw(again));
    CHECK(drawn != entry.draw(other));
    CHECK(drawn.rfind(entry.name + "(", 0) == 0);
    const std::string canonical = Composition::parse(drawn).expression();
    CHECK(Composition::parse(canonical).expression() == canonical);
  }
  CHECK(drawn_ones >= 11);
}

TEST_CASE("registry: what is called symmetric has one profile in both directions",
          "[mechanisms][registry]") {
  ParameterDraw draw(9);
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.draw == nullptr) continue;
    const Composition one = Composition::parse(entry.draw(draw));
    CAPTURE(one.expression());
    if (!known_symmetric(one.factors().front().mechanism)) {
      CHECK((entry.subsampled || entry.symmetric == nullptr));
      continue;
    }
    PrivacyProfile forward(one, Direction::forward), reverse(one, Direction::reverse);
    for (const char* epsilon : {"0", "0.05", "0.7"}) {
      const Rational at = Rational::parse(epsilon);
      CHECK(overlaps(delta(forward, at, Effort{10}).value, delta(reverse, at, Effort{10}).value));
    }
  }
}

TEST_CASE("registry: symmetry of what is subsampled, and of pairs given by lists",
          "[mechanisms][registry]") {
  const auto symmetric = [](const char* expression) {
    return known_symmetric(Composition::parse(expression).factors().front().mechanism);
  };
  CHECK(symmetric("subsampled_gaussian(sigma=1,p=1)"));
  CHECK(symmetric("subsampled_laplace(b=1,p=1)"));
  CHECK_FALSE(symmetric("subsampled_gaussian(sigma=1,p=0.5)"));
  CHECK_FALSE(symmetric("subsampled_laplace(b=1,p=0.5)"));
  CHECK(symmetric("finite(P=[1/4,3/4],Q=[3/4,1/4])"));
  CHECK_FALSE(symmetric("finite(P=[1/4,3/4],Q=[1/2,1/2])"));
  CHECK(symmetric("perfectly_private()"));
  CHECK(symmetric("blatantly_non_private()"));
}

TEST_CASE("registry: the page of regimes has each mechanism in both directions",
          "[mechanisms][registry]") {
  std::ifstream in(std::string(testing::kSourceFolder) + "/docs/regimes.md");
  std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const size_t at = page.find("\n## Every mechanism, both directions\n");
  REQUIRE(at != std::string::npos);
  page.erase(0, at);
  CHECK(page.find("not measured") == std::string::npos);
  std::istringstream lines(page);
  std::map<std::string, int> seen;  // by name and direction
  for (std::string line; std::getline(lines, line);) {
    const size_t end = line.find('(');
    if (!line.starts_with("| `") || end == std::string::npos) continue;
    for (const std::string direction : {"forward", "reverse"}) {
      if (line.find("` | " + direction + " | ") == std::string::npos) continue;
      ++seen[line.substr(3, end - 3) + " " + direction];
    }
  }
  for (const MechanismEntry& entry : mechanism_registry()) {
    for (const char* direction : {"forward", "reverse"}) {
      CAPTURE(entry.name, direction);
      CHECK(seen[entry.name + " " + direction] >= 2);  // few steps and many
    }
  }
}
