/// Makes external text (names of tools, notes, paths, standard error) safe for its destination: a terminal, Markdown,
/// HTML, XML, JSON, the name of a file. All writers use these functions.
///
/// Characters that are never copied: control characters, bytes that are not UTF-8, and marks that reverse the direction
/// of the following text or end a line (U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069), and invisible ones
/// (U+200B, U+2060, U+FEFF). They are shown as `\x1b` and `\u202e`.
#pragma once

#include <string>

namespace plumbline {

/// One line for a terminal, a log or a message: line ends and tabs are escaped, too.
std::string one_line(const std::string& text);
/// Shortens a text of more than 2,000 characters to its beginning and its end, with its length and its digest between:
/// a composition of thousands of factors in a heading or a message. Shorter texts are unchanged.
std::string shortened(const std::string& text);
/// Several lines for a terminal or between tags; preserves line ends and tabs.
std::string safe_lines(const std::string& text);
/// One line of Markdown outside of code, also for a table.
std::string markdown_text(const std::string& text);
/// Code in a line of Markdown or in a table, with its backticks.
std::string markdown_code(const std::string& text);
/// Text between tags or in attributes of HTML; preserves line ends.
std::string html_escaped(const std::string& text);
/// Returns the text escaped for XML 1.0.
std::string xml_escaped(const std::string& text);
/// JSON text that is already formatted: marks in its strings become \u202e, which is the same JSON.
std::string json_safe(const std::string& json);
/// A file name without its ending: lower-case letters, digits, _ and -, at most 80 characters, and no name that some
/// system reserves. A text that is not such a name gets eight digits of its digest as a suffix: different texts have
/// different names, also on systems that ignore case.
std::string file_word(const std::string& text);
/// Returns only the letters of a text, of any length. Several texts may have equal results: a key to compare names by.
std::string name_word(const std::string& text);

}  // namespace plumbline
