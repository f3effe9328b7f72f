/// Events of dp-accounting from files in place of a mechanism.
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/run_program.hpp"

using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

/// A file that is gone at the end.
class EventFile {
 public:
  explicit EventFile(const std::string& text) {
    const int descriptor = mkstemp(name_);
    REQUIRE(descriptor >= 0);
    close(descriptor);
    std::ofstream(name_) << text;
  }
  ~EventFile() { std::remove(name_); }
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;
  std::string name() const { return name_; }

 private:
  char name_[32] = "/tmp/plumbline-event-XXXXXX";
};

/// The ends, without the seconds.
std::string ends(const Run& r) {
  REQUIRE(r.code == 0);
  const auto json = nlohmann::json::parse(r.out);
  return json["mechanism"].dump() + json["lower"].dump() + json["upper"].dump();
}

}  // namespace

TEST_CASE("events: on the command line they are what they stand for", "[cli][events]") {
  const EventFile file(R"(["dp_accounting.dp_event", "SelfComposedDpEvent",
      ["dp_accounting.dp_event", "GaussianDpEvent", 4.0], 10])");
  const std::string event = " --event " + file.name();
  for (const char* words : {"epsilon MECHANISM --delta 1e-5", "delta MECHANISM --epsilon 1",
                            "tradeoff MECHANISM --alpha 0.1", "tv MECHANISM"}) {
    const std::string text = words;
    const size_t at = text.find(" MECHANISM");
    const auto with = [&](const std::string& mechanism) {
      return run(text.substr(0, at) + mechanism + text.substr(at + 10) + " --json");
    };
    CHECK(ends(with(event)) == ends(with(" 'gaussian(sigma=4)^10'")));
    CHECK(ends(with(event + " --relation replace_one")) ==
          ends(with(" 'gaussian(sigma=4,relation=replace)^10'")));
  }
  CHECK(ends(run("tpr --fpr 0.1 --json" + event)) ==
        ends(run("tpr 'gaussian(sigma=4)^10' --fpr 0.1 --json")));
  const Run piped = plumbline::testing::run_command(
      "cat " + file.name() + " | " + plumbline::testing::kProgram + " tv --json --event -");
  CHECK(ends(piped) == ends(run("tv 'gaussian(sigma=4)^10' --json")));
}

TEST_CASE("events: certificates and methods that are judged take them, too", "[cli][events]") {
  const EventFile file(R"(["LaplaceDpEvent", 2.0])");
  const Run certified =
      run("certify delta --event " + file.name() + " --relation replace_one --epsilon 0.5 -o -");
  CHECK(certified.code == 0);
  CHECK(certified.out.find("laplace(b=2,relation=replace)") != std::string::npos);
  CHECK(run("judge delta --event " + file.name() + " --epsilon 0.5 --with renyi").code == 0);
}

TEST_CASE("events: whether the event has the pair whose values are printed is said",
          "[cli][events][slow]") {
  const std::string batch =
      R"(["SampledWithoutReplacementDpEvent", 1000, 10, ["GaussianDpEvent", 2.0]])";
  const EventFile one(batch), several(R"(["SelfComposedDpEvent", )" + batch + ", 3]"),
      gaussian(R"(["GaussianDpEvent", 2.0])");
  const auto asked = [](const EventFile& file, const std::string& more) {
    return run("delta --epsilon 0.1 --digits 2 --relation replace_one --event " + file.name() +
               more);
  };
  CHECK(asked(one, "").out.find("\n  this pair dominates the event: at each epsilon some "
                                "neighbours have its delta") != std::string::npos);
  // The statement about the pair depends on no value.
  CHECK(asked(several, " --timeout 0.5")
            .out.find("at least as private; no neighbours are known to have it; some "
                      "have subsampled_gaussian(sigma=2,p=0.01)^3\n") != std::string::npos);
  CHECK(asked(several, " --timeout 0.5 --json").out.find(R"("pair":"dominating")") !=
        std::string::npos);
  CHECK(asked(gaussian, "").out.find("this pair") == std::string::npos);
  CHECK(asked(gaussian, " --json").out.find(R"("pair":"attained and dominating")") !=
        std::string::npos);
  CHECK(run("delta 'gaussian(sigma=2)' --epsilon 0.1 --json").out.find("pair") ==
        std::string::npos);
}

TEST_CASE("events: what is wrong in a file is said with its name", "[cli][events]") {
  const EventFile file(R"(["RandomizedResponseDpEvent", 0.5, 4])");
  const Run refused = run("epsilon --event " + file.name() + " --delta 1e-5");
  CHECK(refused.code == 2);
  CHECK(refused.err.find(file.name() + ": event: randomized_response") != std::string::npos);
  const Run missing = run("epsilon --event /nowhere.json --delta 1e-5");
  CHECK(missing.code == 2);
  CHECK(std::count(missing.err.begin(), missing.err.end(), '\n') == 1);
}
