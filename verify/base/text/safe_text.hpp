/// Makes external text (names of tools, notes, paths, standard error) safe for its destination: a terminal, Markdown,
/// HTML, XML, JSON or a file name. All writers use these functions.
///
/// The functions escape dangerous characters: they write `\x1b` or `\u202e` instead. These characters are control
/// characters, bytes that are not UTF-8, marks that reverse the direction of the following text or end a line (U+061C,
/// U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069), and invisible characters (U+200B, U+2060, U+FEFF).
#pragma once

#include <string>

namespace plumbline {

/// Returns one line for a terminal, a log or a message; line ends and tabs are escaped, too.
std::string one_line(const std::string& text);
/// Shortens a text of more than 2,000 characters, for example a composition of thousands of factors. The result
/// consists of the beginning of the text, its length and digest, and the end of the text. Shorter texts are unchanged.
std::string shortened(const std::string& text);
/// Returns a text of several lines, for a terminal or for HTML text; preserves line ends and tabs.
std::string safe_lines(const std::string& text);
/// Returns one line of Markdown text outside of code spans. It may also be the cell of a table.
std::string markdown_text(const std::string& text);
/// Returns a Markdown code span, including its backticks. It may also be the cell of a table.
std::string markdown_code(const std::string& text);
/// Returns text for HTML, between tags or in attributes; preserves line ends.
std::string html_escaped(const std::string& text);
/// Returns the text escaped for XML 1.0.
std::string xml_escaped(const std::string& text);
/// Escapes marks and invisible characters in JSON text that is already formatted. They become escapes such as \u202e,
/// which do not change the JSON value.
std::string json_safe(const std::string& json);
/// Returns a file name without its extension: lower-case letters, digits, _ and -, at most 80 characters, and not a
/// name that an operating system reserves. If the text itself is not such a name, eight digits of its digest are
/// appended. Therefore different texts have different names, also on systems that ignore case.
std::string file_word(const std::string& text);
/// Returns a text in a form in which names are compared: lower-case letters, digits and _, with a hyphen in place of
/// each sequence of other characters. Different texts may have equal results.
std::string name_word(const std::string& text);

}  // namespace plumbline
