/// The seed of a split: random by default; a fixed one is refused if scores are sorted.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <vector>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"

using namespace plumbline::testing;

namespace {

using Json = nlohmann::json;

std::string lines(const std::vector<double>& numbers) {
  std::ostringstream out;
  for (const double x : numbers) out << x << '\n';
  return out.str();
}

/// Two files of scores, in random or sorted order.
struct Files {
  explicit Files(bool sorted) {
    std::mt19937_64 random(5);
    for (const char* name : {"members", "others"}) {
      std::vector<double> scores;
      for (int i = 0; i < 40; ++i) scores.push_back(static_cast<double>(random() % 1000));
      if (sorted) std::sort(scores.begin(), scores.end());
      folder.write(name, lines(scores));
    }
  }
  std::string words(const std::string& threshold) const {
    return "audit scores " + folder.file("members") + " " + folder.file("others") +
           " --threshold " + threshold + " --delta 0.01";
  }
  Folder folder;
};

/// Returns the seed of the first answer.
std::string seed_of(const Run& r) {
  CHECK(r.code == 0);
  const Json answer = Json::parse(r.out.substr(0, r.out.find('\n')));
  return answer.at("data").at("seed").get<std::string>();
}

}  // namespace

TEST_CASE("audit scores: the seed of a split is drawn, and can be given again", "[cli][audits]") {
  for (const bool sorted : {false, true}) {
    const Files files(sorted);
    const std::string one = seed_of(run(files.words("split") + " --json")),
                      two = seed_of(run(files.words("split") + " --json"));
    CHECK(one != two);
    if (sorted) continue;
    const Run again = run(files.words("split") + " --json --seed " + one);
    CHECK(seed_of(again) == one);
    CHECK(run(files.words("split") + " --json --seed " + one).out == again.out);
  }
}

TEST_CASE("audit scores: sorted scores with a fixed seed are refused", "[cli][audits]") {
  const Files files(true);
  for (const char* before : {"", "certify "}) {
    const std::string out =
        std::string(before).empty() ? "" : " -o " + files.folder.file("out.json");
    const Run r = run(before + files.words("split") + " --seed 1" + out);
    CHECK(r.code == 2);
    CHECK_THAT(r.err, Catch::Contains("the scores are sorted"));
    CHECK(run(before + files.words("all-cuts") + " --seed 1" + out).code == 0);
  }
}
