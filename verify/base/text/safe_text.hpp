/// Where text of others (names of tools, notes, paths, standard error) is made safe for the place it goes
/// to: a terminal, Markdown, HTML, XML, JSON, the name of a file. Whoever writes goes through here.
///
/// Characters that are never let through: control characters, bytes that are no UTF-8, and the marks that make the
/// following text run from right to left or end a line (U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069),
/// invisible ones (U+200B, U+2060, U+FEFF) among them. They are shown as `\x1b` and `\u202e`.
#pragma once

#include <string>

namespace plumbline {

/// One line for a terminal, a log or a message: line ends and tabs are shown too.
std::string one_line(const std::string& text);
/// A text of more than 2,000 characters by its beginning and its end, with its length and its digest between:
/// a composition of thousands of factors in a heading or a message. Others are as they are.
std::string shortened(const std::string& text);
/// Several lines for a terminal, or for what stands between tags: line ends and tabs are kept.
std::string safe_lines(const std::string& text);
/// One line of Markdown outside of code, also in a table.
std::string markdown_text(const std::string& text);
/// Code in a line of Markdown or in a table, with its backticks.
std::string markdown_code(const std::string& text);
/// Between tags and in attributes of HTML; line ends are kept.
std::string html_escaped(const std::string& text);
/// Returns the text escaped for XML 1.0.
std::string xml_escaped(const std::string& text);
/// JSON that was written already: the marks in its texts as \u202e, which is the same JSON.
std::string json_safe(const std::string& json);
/// A name of a file without its ending: lower-case letters, digits, _ and -, at most 80 of them, none that
/// some system keeps for itself. A text that is not such a name gets eight digits of its digest behind:
/// different texts have different names, also where capitals do not count.
std::string file_word(const std::string& text);
/// Returns its letters alone, of any length and equal for several texts: a key to compare names by.
std::string name_word(const std::string& text);

}  // namespace plumbline
