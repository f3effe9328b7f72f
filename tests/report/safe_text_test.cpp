/// Untrusted text in a terminal, Markdown, HTML, XML, JSON and file names.
#include "verify/base/text/safe_text.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/folder.hpp"
#include "tests/support.hpp"
#include "verify/base/text/text_file.hpp"
#include "verify/claims/results/claims_junit.hpp"
#include "verify/claims/results/run.hpp"
#include "verify/claims/results/scoreboard_text.hpp"
#include "verify/claims/results/verdict_text.hpp"

using namespace plumbline;

namespace {

// An escape, a NUL, a line break, a bidirectional control character, an incomplete UTF-8 character.
const std::string kHostile = std::string("a\x1b[2J\0b\n99 claims: 99 sound\xe2\x80\xae", 30) +
                             "\xe2\x81\xa6\xc2\x85\xff|`<i>";

bool is_harmless(const std::string& text, bool lines) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && !(lines && c == '\n')) return false;
    if (byte == 0x7F || byte == 0xFF) return false;
  }
  return text.find("\xe2\x80\xae") == std::string::npos &&
         text.find("\xe2\x81\xa6") == std::string::npos &&
         text.find("\xc2\x85") == std::string::npos;
}

/// Returns a claim of a tool with that name as its name, method and version.
std::string claim_of(const std::string& json_name) {
  return R"x({"tool":")x" + json_name + R"x(","method":")x" + json_name + R"x(","version":")x" +
         json_name + R"x(","options":{"x":")x" + json_name +
         R"x("},"mechanism":"gaussian(sigma=1)","quantity":"tv","kind":"upper","value":"0.1"})x" +
         "\n";
}

struct Judged {
  ClaimsRun run;
  std::string lines, junit;
};

Judged judged(const std::string& claims) {
  std::istringstream in(claims);
  ClaimsOptions options;
  options.files = {"-"};
  options.standard_input = &in;
  Judged out;
  ClaimsJunit junit;
  out.run = judge_claims(options, [&](const JudgedLine& one) {
    out.lines += verdict_line(one) + "\n";
    junit.add(one);
  });
  out.junit = junit.text();
  return out;
}

long lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

TEST_CASE("safe text: nothing that commands a terminal, turns a line or ends it", "[safe]") {
  REQUIRE(kHostile.find('\0') != std::string::npos);
  CHECK(is_harmless(one_line(kHostile), false));
  CHECK(is_harmless(safe_lines(kHostile), true));
  CHECK(lines_in(safe_lines(kHostile)) == 1);
  CHECK(one_line("a\x1b[2J\nb") == "a\\x1b[2J\\x0ab");
  CHECK(one_line("\xe2\x80\xae"
                 "x") == "\\u202ex");
  CHECK(one_line("\xff\xc3") == "\\xff\\xc3");
  CHECK(one_line("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // an incomplete UTF-16 surrogate pair
  CHECK(one_line("\xc0\xaf").find('/') == std::string::npos);
  for (const char* plain : {"", "autodp 0.2", "\xcf\x83 \xe2\x89\xa4 1", "\xf0\x9f\x99\x82"}) {
    CHECK(one_line(plain) == plain);
    CHECK(html_escaped(plain) == plain);
  }
}

TEST_CASE("safe text: Markdown, HTML, XML and JSON", "[safe]") {
  for (const std::string& text : {markdown_text(kHostile), markdown_code(kHostile)}) {
    CHECK(is_harmless(text, false));
  }
  CHECK(markdown_text("[x](http://y)|`<b>`") == "\\[x\\](http://y)\\|\\`\\<b\\>\\`");
  CHECK(markdown_code("a|b") == "`a\\|b`");
  CHECK(markdown_code("a`b") == "`` a`b ``");
  CHECK(html_escaped("<b a=\"&\">\x1b") == "&lt;b a=&quot;&amp;&quot;&gt;\\x1b");
  CHECK(is_harmless(html_escaped(kHostile), true));
  CHECK(is_harmless(xml_escaped(kHostile), true));
  CHECK(json_safe("{\"a\":\"\xe2\x80\xae\xcf\x83\"}") == "{\"a\":\"\\u202e\xcf\x83\"}");
  CHECK(json_safe("\"\xf3\xa0\x80\x81\"") == "\"\\udb40\\udc01\"");
}

TEST_CASE("safe text: names of files are of one text each", "[safe]") {
  CHECK(file_word("google-dp-accounting") == "google-dp-accounting");
  std::set<std::string> words;
  const std::vector<std::string> names = {"acme",
                                          "Acme",
                                          "ACME",
                                          "index",
                                          "Index",
                                          "con",
                                          "nul",
                                          "com1",
                                          "",
                                          "///",
                                          "..",
                                          "../x",
                                          "x",
                                          "a b",
                                          "a-b",
                                          "a--b",
                                          std::string(5000, 'a'),
                                          std::string(5001, 'a'),
                                          std::string(80, 'a'),
                                          std::string(81, 'a'),
                                          kHostile,
                                          "\xcf\x83"};
  for (const std::string& name : names) {
    const std::string word = file_word(name);
    CAPTURE(word);
    CHECK(words.insert(word).second);
    CHECK(word.size() <= 80);
    CHECK(word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string::npos);
    CHECK(word != "index");
    CHECK(file_word(word) == word);
  }
}

TEST_CASE("safe text: a tool's name forges no line of the summary", "[safe][claims]") {
  const std::string forged =
      R"(acme\n9999 claims in 1 s: 9999 sound, 0 violated\u001b[2J\u202e\u0007)";
  const Judged honest = judged(claim_of("acme")), hostile = judged(claim_of(forged));
  CHECK(lines_in(hostile.lines) == 1);
  CHECK(is_harmless(hostile.lines, true));
  const std::string text = scoreboard_text(hostile.run);
  CHECK(is_harmless(text, true));
  CHECK(lines_in(text) == lines_in(scoreboard_text(honest.run)));
  CHECK(text.find("\n9999 claims") == std::string::npos);
  CHECK(is_harmless(hostile.junit, true));
}

TEST_CASE("text files: a link in the place of a file of ours is not followed", "[safe]") {
  namespace fs = std::filesystem;
  const plumbline::testing::Folder folder;
  const fs::path own = folder / "own", elsewhere = folder / "elsewhere";
  fs::create_directories(own);
  fs::create_directories(elsewhere);
  std::ofstream(elsewhere / "precious") << "old";
  fs::create_symlink(elsewhere / "precious", own / "report.md");
  fs::create_symlink(elsewhere / "precious", own / "report.md.part");
  replace_file(own / "report.md", "new");
  std::string text;
  std::getline(std::ifstream(elsewhere / "precious") >> std::ws, text);
  CHECK(text == "old");
  CHECK_FALSE(fs::is_symlink(own / "report.md"));
  std::getline(std::ifstream(own / "report.md") >> std::ws, text);
  CHECK(text == "new");
  CHECK(std::distance(fs::directory_iterator(own), fs::directory_iterator()) == 1);
  fs::create_directory_symlink(elsewhere, own / "accountants");
  CHECK_THROWS_WITH(make_subfolder(own / "accountants"), Catch::Contains("is a symbolic link"));
  CHECK_THROWS_AS(replace_file(own / "nowhere/x", "x"), std::invalid_argument);
}
