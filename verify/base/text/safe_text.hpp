/// Makes external text (names of tools, notes, paths, standard error) safe for its destination: a terminal, Markdown,
/// HTML, XML, JSON or a file name. All writers use these functions.
///
/// The functions never copy control characters, bytes that are not UTF-8, marks that reverse the direction of the
/// following text or end a line (U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069), and invisible
/// characters (U+200B, U+2060, U+FEFF). They write `\x1b` or `\u202e` instead.
#pragma once

#include <string>

namespace plumbline {

/// Returns one line for a terminal, a log or a message; line ends and tabs are escaped, too.
std::string one_line(const std::string& text);
/// Shortens a text of more than 2,000 characters, such as a composition of thousands of factors in a heading, to its
/// beginning and its end, with its length and its digest between. Shorter texts are unchanged.
std::string shortened(const std::string& text);
/// Returns several lines for a terminal or between tags; preserves line ends and tabs.
std::string safe_lines(const std::string& text);
/// Returns one line of Markdown outside of code, also for a table.
std::string markdown_text(const std::string& text);
/// Returns code for a line of Markdown or a table, with its backticks.
std::string markdown_code(const std::string& text);
/// Returns text for HTML, between tags or in attributes; preserves line ends.
std::string html_escaped(const std::string& text);
/// Returns the text escaped for XML 1.0.
std::string xml_escaped(const std::string& text);
/// Escapes marks in JSON text that is already formatted: they become \u202e, which is the same JSON.
std::string json_safe(const std::string& json);
/// Returns a file name without its extension: lower-case letters, digits, _ and -, at most 80 characters, and no name
/// that some system reserves. A text that is not such a name gets eight digits of its digest as a suffix, so that
/// different texts have different names, also on systems that ignore case.
std::string file_word(const std::string& text);
/// Returns only the letters of a text, of any length, as a key to compare names. Different texts may have equal
/// results.
std::string name_word(const std::string& text);

}  // namespace plumbline
