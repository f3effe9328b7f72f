/// Exit code 4: if one of its own bounds is disabled, the program detects the contradiction.
#include <filesystem>
#include <fstream>

#include "app/program.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/faults/switch.hpp"
#include "tests/support.hpp"

using namespace plumbline;

namespace {

int run_here(std::vector<std::string> words) {
  words.insert(words.begin(), "plumbline");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return run_program(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("program: enclosures that contradict each other end it with code 4", "[cli]") {
  // Many epsilons on one line of the transform, where the aliasing error matters.
  const std::vector<std::string> words{
      "delta",   "gaussian(sigma=1)^4", "--epsilon=-1:9:25", "--engine",
      "fourier", "--direction",         "forward",           "--digits",
      "12"};
  CHECK(run_here(words) == 0);
  const testing::FaultSwitch off("ALIAS", BoundFault::Size::tenth);
  CHECK(run_here(words) == 4);
}

TEST_CASE("program: check ends with code 4 where its own enclosures do not meet",
          "[cli][certificates]") {
  // A level at which the curves of both directions are necessary: the enclosures from both must overlap.
  const std::string nines(69, '9');
  const std::string mechanism = "finite(P=[0.1,0.8" + nines + ",1e-70],Q=[0.3,0.6" + nines +
                                std::string(10, '9') + ",1e-80])";
  const Certificate honest = testing::certify(testing::request("power", mechanism, "1e-57"));
  const auto file = std::filesystem::temp_directory_path() / "plumbline-contradiction-test.json";
  std::ofstream(file) << testing::signed_again(to_json(honest)).dump();
  CHECK(run_here({"check", file.string()}) == 0);
  const testing::FaultSwitch off("CONCAVE-SIDE", BoundFault::Size::zero);

  CHECK(run_here({"check", file.string()}) == 4);
  std::filesystem::remove(file);
}
