/// Subcommands that the Python package implements: the program finds and runs the package and returns its exit code.
#include <filesystem>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"
#include "tests/places.hpp"

namespace plumbline {
namespace {

using namespace testing;

TEST_CASE("reports: a claim is a page, a night, and a site", "[reports][program][slow]") {
  const Folder folder;
  const std::string claims = folder
                                 .write("claims.jsonl",
                                        R"_({"mechanism":"gaussian(sigma=1)","quantity":"delta",)_"
                                        R"_("at":{"epsilon":"1"},"value":"0.01","kind":"upper",)_"
                                        R"_("tool":"-x"})_"
                                        "\n")
                                 .string(),
                    out = folder.file("out"), nights = folder.file("nights");
  CHECK(testing::run("claims " + claims + " --out " + out).code == 1);
  const testing::Run board = testing::run("scoreboard " + out);
  CHECK(board.code == 0);
  CHECK_THAT(board.out, Catch::Contains("1 claim in 0 s: 0 sound, 1 violated (1 gross"));
  CHECK(std::filesystem::exists(out + "/accountants.html"));
  const std::string night = "history add " + nights + " " + out + " --machine=m --time 2026-03-01";
  CHECK(testing::run(night).out == "night 1: 1 answers of " + out + "\n");
  CHECK(testing::run(night).out == "these results are in the history already\n");
  const testing::Run check = testing::run("history check " + nights);
  CHECK(check.code == 0);
  CHECK(check.out == "nothing got worse over the last 1 night\n");
  const std::string site = folder.file("site");
  const testing::Run made =
      testing::run("site --out " + site + " --results " + out + " --history " + nights +
                   " --root " + folder.path().string());
  CAPTURE(made.err);
  CHECK(made.code == 0);
  // With a certificate of the truth that this program created.
  CHECK_THAT(made.out, Catch::Contains("1 certificates of violations"));
  const testing::Run certificate = testing::run("check " + site + "/certificates/*.json");
  CHECK(certificate.code == 0);
  CHECK_THAT(certificate.out, Catch::Contains("confirmed"));
}

TEST_CASE("reports: exit codes and complaints are those of the program", "[reports][program]") {
  const Folder folder;
  const testing::Run none = testing::run("history check " + folder.file("none"));
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Catch::Contains("`plumbline history add` makes it"));
  CHECK(testing::run("site --out " + folder.file("site") + " --results " + folder.file("none"))
            .code == 2);
  CHECK(testing::run("history check x --nights 1").code == 2);
  CHECK(testing::run("history show x --json --format csv").code == 2);
}

TEST_CASE("reports: without the package or Python it says what to install", "[reports][program]") {
  const Folder folder;
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::copy_file(kProgram, folder / "bin/plumbline");
  const std::string moved = folder.file("bin/plumbline") + " scoreboard x";
  const testing::Run lost = run_command(moved);
  CHECK(lost.code == 2);
  CHECK_THAT(lost.err, Catch::Contains("set PLUMBLINE_REPORTS to the folder `reports`"));
  const testing::Run named =
      run_command("PLUMBLINE_REPORTS=" + std::string(kSourceFolder) + "/reports " + moved);
  CHECK_THAT(named.err, Catch::Contains("has no verdicts"));
  const testing::Run elsewhere =
      run_command("PLUMBLINE_REPORTS=" + folder.file("bin") + " " + moved);
  CHECK(elsewhere.code == 2);
  CHECK_THAT(elsewhere.err, Catch::Contains("which holds no plumbline_reports"));
  // The layout of an installation.
  std::filesystem::create_directories(folder / "share/plumbline");
  std::filesystem::create_directory_symlink(std::string(kSourceFolder) + "/reports",
                                            folder / "share/plumbline/reports");
  const testing::Run there = run_command(moved);
  CHECK(there.code == 2);
  CHECK_THAT(there.err, Catch::Contains("has no verdicts"));
  const testing::Run bare = run_command("PATH=/nowhere " + moved);
  CHECK(bare.code == 2);
  CHECK_THAT(bare.err, Catch::Contains("python3-jinja2"));
  const testing::Run other = run_command("PLUMBLINE_PYTHON=/nowhere/python3 " + moved);
  CHECK_THAT(other.err, Catch::Contains("python3-jinja2"));
}

}  // namespace
}  // namespace plumbline
