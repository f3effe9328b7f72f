/// Events of dp-accounting from files, in place of a mechanism.
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/run_program.hpp"

using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

/// A file that the destructor removes.
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

/// Returns the ends, without the times.
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

TEST_CASE("events: @FILE and --event FILE read every kind of file", "[cli][events][files]") {
  const EventFile event("SelfComposedDpEvent(GaussianDpEvent(4.0), 10)"),
      history("[(4.0, 1.0, 10)]"), log("sigma,p,steps\n4,1,10\n"), junk("hello world\n"),
      batch(R"(["SampledWithoutReplacementDpEvent", 1000, 10, ["GaussianDpEvent", 2.0]])");
  const std::string same = ends(run("epsilon 'gaussian(sigma=4)^10' --delta 1e-5 --json"));
  for (const EventFile* file : {&event, &history, &log}) {
    CHECK(ends(run("epsilon @" + file->name() + " --delta 1e-5 --json")) == same);
    CHECK(ends(run("epsilon --event " + file->name() + " --delta 1e-5 --json")) == same);
    CHECK(run("convert @" + file->name() + " --to gdp --digits 3").code == 0);
  }
  CHECK(ends(run("epsilon --json @" + event.name() + " --delta 1e-5 --relation replace_one")) ==
        ends(run("epsilon 'gaussian(sigma=4,relation=replace)^10' --delta 1e-5 --json")));
  CHECK(run("delta @" + batch.name() + " --epsilon 0.1 --digits 2 --relation replace_one")
            .out.find("this pair dominates the event") != std::string::npos);
  const Run relation = run("epsilon --event " + log.name() + " --relation replace_one --delta 0.1");
  CHECK(relation.code == 2);
  CHECK(relation.err.find("write relation= in the mechanisms of a file") != std::string::npos);
  for (const char* option : {" @", " --event "}) {
    const Run unread = run("epsilon" + std::string(option) + junk.name() + " --delta 0.1");
    CHECK(unread.code == 2);
    CHECK(unread.err.find("it looks like text without a mechanism; read are") != std::string::npos);
    CHECK(unread.err.find("40 ") == std::string::npos);
    CHECK(std::count(unread.err.begin(), unread.err.end(), '\n') == 1);
  }
  for (const char* command : {"epsilon ", "calibrate --vary sigma --epsilon 1 "}) {
    const Run bare = run(command + log.name() + " --delta 1e-5");
    CHECK(bare.code == 2);
    CHECK(bare.err.find("is a file: write @" + log.name()) != std::string::npos);
  }
}

TEST_CASE("events: without privacy epsilon is infinite, without output 0 or less",
          "[cli][events]") {
  const EventFile all("NonPrivateDpEvent()"), nothing("NoOpDpEvent()");
  const Run infinite = run("epsilon --event " + all.name() + " --delta 1e-5");
  CHECK(infinite.code == 0);
  CHECK(infinite.out.find("epsilon(delta=1e-5) = infinite: no finite epsilon") !=
        std::string::npos);
  const auto json =
      nlohmann::json::parse(run("epsilon --json --event " + all.name() + " --delta 1e-5").out);
  CHECK(json["lower"] == "inf");
  CHECK(json["upper"] == "inf");
  CHECK(run("epsilon --event " + all.name() + " --delta 1e-5 --format csv").out.find("inf") !=
        std::string::npos);
  const Run none = run("epsilon --event " + nothing.name() + " --delta 1e-5");
  CHECK(none.code == 0);
  CHECK(none.out.find("0 or less: no loss") != std::string::npos);
  CHECK(run("epsilon --event " + nothing.name() + " --delta 0").out.find("= 0 ") !=
        std::string::npos);
  CHECK(run("epsilon 'gaussian(sigma=1)' --delta 1e-5").out.find("no loss") == std::string::npos);
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
  // The statement about the pair does not depend on a value.
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
