/// Useless calls are reported: lost output, unknown names, empty claims.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"

using plumbline::testing::Folder;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::string kClaim =
    R"_({"mechanism":"gaussian(sigma=1)","quantity":"delta","at":{"epsilon":"1"},"kind":"upper","value":)_";

}  // namespace

TEST_CASE("program: output that cannot be written is exit code 2 and one line", "[cli]") {
  const Folder folder;
  for (const char* words :
       {"delta 'gaussian(sigma=1)' --epsilon 1", "delta 'gaussian(sigma=1)' --epsilon 1 --json",
        "list mechanisms", "--help", "delta --help", "--version",
        "certify delta 'gaussian(sigma=1)' --epsilon 1 -o -"}) {
    INFO(words);
    for (const char* to : {" >/dev/full", " >&-"}) {
      const Run r = run(std::string(words) + to);
      CHECK(r.code == 2);
      CHECK(r.err.find("cannot") != std::string::npos);
    }
  }
  // Printed text must not reach a file that reuses the descriptor of the closed stream.
  const std::string file = folder.file("certificate.json");
  run("certify delta 'gaussian(sigma=1)' --epsilon 1 -o " + file + " >&-");
  CHECK(text_of(file).find("{\n") == 0);
}

TEST_CASE("program: a misspelt case file leaves the last results as they are", "[cli][verify]") {
  const Folder folder;
  std::ofstream(folder.file("a.toml"))
      << "title = \"a\"\nsource = \"a\"\n[[case]]\nid = \"a\"\n"
         "mechanism = \"gaussian(sigma=1)\"\nquantity = \"delta\"\n"
         "at = { epsilon = \"1\" }\n";
  const std::string out = folder.file("out");
  REQUIRE(run("verify " + folder.file("a.toml") + " --out " + out).code == 0);
  const std::string before = text_of(out + "/results.jsonl"), page = text_of(out + "/report.md");
  REQUIRE(!before.empty());
  CHECK(run("verify " + folder.file("b.toml") + " --out " + out).code == 2);
  CHECK(text_of(out + "/results.jsonl") == before);
  CHECK(text_of(out + "/report.md") == page);
}

TEST_CASE("program: claims that ask nothing are no success", "[cli][claims]") {
  const Folder folder;
  const std::string empty = folder.file("empty.jsonl"), none = folder.file("none.jsonl"),
                    one = folder.file("one.jsonl");
  std::ofstream(empty) << "\n";
  std::ofstream(none) << kClaim << "null,\"error\":\"failed\"}\n";
  std::ofstream(one) << kClaim << "\"0.127\"}\n";
  for (const std::string& file : {empty, none}) {
    const Run r = run("claims " + file);
    CHECK(r.code == 2);
    CHECK(r.err.find("nothing was judged") != std::string::npos);
  }
  CHECK(run("claims " + one).code == 0);
  const Run missing = run("claims " + one + " --line 1 --line 99");
  CHECK(missing.code == 2);
  CHECK(missing.err.find("--line 99") != std::string::npos);
  // Refused before any claim is judged.
  const Run nowhere = run("claims " + one + " --out /proc/nowhere");
  CHECK(nowhere.code == 2);
  CHECK(nowhere.out.empty());
  CHECK(nowhere.err.find("/proc/nowhere") != std::string::npos);
}
