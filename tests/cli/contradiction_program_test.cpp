/// Exit code 4 of the program: its own bound taken away, the program itself finds that out.
#include "tests/faults/switch.hpp"
#include "tests/support.hpp"
#include "verify/cli/program.hpp"

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
  // Many epsilons on one line of the transform, where the copies of the line matter.
  const std::vector<std::string> words{
      "delta",   "gaussian(sigma=1)^4", "--epsilon=-1:9:25", "--engine",
      "fourier", "--direction",         "forward",           "--digits",
      "12"};
  CHECK(run_here(words) == 0);
  const testing::FaultSwitch off("ALIAS", BoundFault::Kind::tenth);
  CHECK(run_here(words) == 4);
}
