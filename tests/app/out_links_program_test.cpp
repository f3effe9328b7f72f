/// Output folders: symbolic links in the place of output files are not followed.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"
#include "tests/places.hpp"

using namespace plumbline::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* kCase = R"_(title = "t"
source = "s"
[[case]]
id = "x"
quantity = "delta"
mechanism = "gaussian(sigma=1)"
at = { epsilon = ["1"] }
judge = ["clt"]
)_";
constexpr const char* kClaim =
    R"_({"tool":"t","version":"1","method":"m","mechanism":"gaussian(sigma=1)","quantity":"delta",)_"
    R"_("at":{"epsilon":"1"},"kind":"upper","value":"0.1"})_"
    "\n";

/// Returns the files by their paths relative to the folder.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) out.push_back(fs::relative(entry.path(), folder).string());
  }
  return out;
}

}  // namespace

TEST_CASE("program: --out writes through no symbolic link", "[app][safe][slow]") {
  const Folder folder;
  const std::string claims = folder.write("claims.jsonl", kClaim).string();
  const std::string judged = folder.file("judged");
  REQUIRE(run("claims '" + claims + "' --out '" + judged + "'").code == 1);
  const std::vector<std::string> commands = {
      "verify '" + folder.write("case.toml", kCase).string() + "' --out ",
      "claims '" + claims + "' --out ",
      "site --certificates 0 --root '" + std::string(kSourceFolder) + "' --results '" + judged +
          "' --out ",
      "hunt --questions 5 --finds 1 --out {} -- sh -c 'while read l; do echo 0; done'"};
  for (const std::string& command : commands) {
    CAPTURE(command);
    const auto written_to = [&](const fs::path& out) {
      const std::string place = "'" + out.string() + "'";
      const size_t at = command.find("{}");
      run(at == std::string::npos ? command + place
                                  : command.substr(0, at) + place + command.substr(at + 2));
    };
    const fs::path first = folder / "first", own = folder / "own", elsewhere = folder / "elsewhere";
    written_to(first);
    const std::vector<std::string> names = files_in(first);
    REQUIRE(names.size() > 3);
    for (const std::string& name : names) {
      for (const fs::path& top : {own, elsewhere})
        fs::create_directories((top / name).parent_path());
      std::ofstream(elsewhere / name) << "precious";
      fs::create_symlink(elsewhere / name, own / name);
      fs::create_symlink(elsewhere / (name + ".none"), own / (name + ".part"));
    }
    written_to(own);
    for (const std::string& name : names) {
      CAPTURE(name);
      std::string text;
      std::getline(std::ifstream(elsewhere / name) >> std::ws, text);
      CHECK(text == "precious");
      CHECK_FALSE(fs::is_symlink(own / name));
      CHECK_FALSE(fs::exists(elsewhere / (name + ".none")));
    }
    for (const fs::path& top : {first, own, elsewhere}) fs::remove_all(top);
  }
}
