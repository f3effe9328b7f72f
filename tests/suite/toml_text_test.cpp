#include "verify/base/text/toml_text.hpp"

#include <catch2/catch.hpp>

namespace plumbline {
namespace {

TEST_CASE("toml: characters beyond ASCII belong in strings and comments", "[suite][toml]") {
  CHECK_FALSE(stray_character_line(""));
  CHECK_FALSE(
      stray_character_line("\xEF\xBB\xBF"
                           "a = \"\xC3\xA4\" # \xC3\xA4\nb = '\xC3\xA4'\n"));
  CHECK_FALSE(stray_character_line("a = \"\\\"\xC3\xA4\"\nb = \"\"\"\n\xC3\xA4\"\n\"\"\"\n"));
  CHECK(stray_character_line("a = 1\n\xC3\xA4 = 2\n") == 2);
  CHECK(stray_character_line("a = \"\"\"\n\n\"\"\"\n\xDF\x90") == 4);
  CHECK(stray_character_line("a = 9o'''\xDF\x90'") == 1);
  CHECK(stray_character_line("a = \"open\n\xC3\xA4") == 2);
  CHECK(stray_character_line("a = 'one\\' \xC3\xA4") == 1);
}

}  // namespace
}  // namespace plumbline
