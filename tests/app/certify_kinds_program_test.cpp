/// `certify` for other kinds of questions, the lines that the commands print about written files, and time limits.
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/run_program.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/folder.hpp"
#include "tests/support.hpp"

using namespace plumbline::testing;

namespace {

struct Kind {
  std::string words;
  int certificates;
};

std::string text_in(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("program: certify of every further question, and each command says what it wrote",
          "[cli][certificates][slow]") {
  const Folder folder;
  const std::string matrix = folder.file("matrix.csv");
  std::ofstream(matrix) << "3/4,1/4\n1/4,3/4\n";
  const std::vector<Kind> kinds = {
      {"gdp 'gaussian(sigma=2)' --floor 1e-6 --digits 6", 1},
      {"selection 'gaussian(sigma=4)' --runs 'geometric(gamma=0.1)' --delta 1e-6 --digits 6", 1},
      {"bounded-range --range 0.1 --runs 10 --delta 1e-6", 1},
      {"channel " + matrix, 1},
      {"dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 3 --delta 1e-5", 5},
      {"tpr 'gaussian(sigma=2)' --fpr 1e-3", 1},
      {"compose-tv --epsilon 1 --eta 0.3 --steps 5 --j 1", 2},
      {"tv-limit --mu 1 --steps 16", 1}};
  std::string files;
  int all = 0;
  for (const Kind& kind : kinds) {
    const std::string name = kind.words.substr(0, kind.words.find(' ')) + ".json";
    const std::string file = folder.file(name);
    const Run r = run("certify " + kind.words + " -o " + file);
    CAPTURE(kind.words, r.out, r.err);
    CHECK(r.code == 0);
    const std::string count = std::to_string(kind.certificates) + " certificate";
    CHECK_THAT(r.err, Catch::Contains("wrote ") && Catch::Contains(name + ": " + count));
    files += " " + file;
    all += kind.certificates;
  }
  const std::string count = std::to_string(all) + " certificates";
  const Run checked = run("check" + files);
  CAPTURE(checked.out, checked.err);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains(count + ": " + std::to_string(all) + " confirmed"));
  const Run joined = run("bundle" + files + " -o " + folder.file("all.json"));
  CHECK(joined.code == 0);
  CHECK_THAT(joined.err, Catch::Contains("wrote ") && Catch::Contains("all.json: " + count));
  const Run page =
      run("audit --no-check " + folder.file("all.json") + " -o " + folder.file("p.html"));
  CHECK(page.code == 0);
  CHECK_THAT(page.err,
             Catch::Contains("wrote ") && Catch::Contains("p.html: a statement about " + count));
}

TEST_CASE("limits: the certificates of one command share its time",
          "[cli][certificates][limits][slow]") {
  const Folder folder;
  const std::string file = folder.file("moments.json");
  const auto start = std::chrono::steady_clock::now();
  const Run r =
      run("certify moments 'subsampled_gaussian(sigma=1,p=0.01)^100' --digits 1000 "
          "--timeout 4 -o " +
          file);
  CAPTURE(r.out.substr(0, 300), r.err);
  CHECK(r.code == 3);
  CHECK(seconds_since(start) < 7.5);  // a separate limit for each would allow 8
  // Either the partial result, or one line with the reason for its absence.
  CHECK_THAT(r.err, Catch::Contains("moments.json: ") || Catch::Contains("time ran out"));
}

TEST_CASE("program: check has a limit for each member of a bundle, also by default",
          "[cli][certificates]") {
  const Folder folder;
  const std::string file = folder.file("sharp.json"), all = folder.file("all.json");
  REQUIRE(run("certify delta 'gaussian(sigma=1)' --epsilon 1,2 --digits 300 -o " + file).code == 0);
  Json bundle = Json::parse(text_in(file));
  for (Json& member : bundle["certificates"]) {
    std::string point = member["lower"].get<std::string>().substr(0, 280);
    while (point.size() < 12000) point += "1234567";
    member["lower"] = member["upper"] = point;
    member["digits"] = "exact";
    member = signed_again(member);
  }
  std::ofstream(all) << signed_again(bundle).dump();
  const auto start = std::chrono::steady_clock::now();
  const Run r = run("check " + all);
  CAPTURE(r.out.substr(0, 300), r.err);
  CHECK(r.code == 3);
  CHECK_THAT(r.out, Catch::Contains("2 unconfirmed"));
  CHECK(seconds_since(start) < 130);  // 60 each
  CHECK_THAT(run("check --help").out,
             Catch::Contains("for each certificate") && Catch::Contains("60"));
}
