#include "app/options/wrapped_help.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "reference/arithmetic/ascii.hpp"

namespace plumbline {
namespace {

/// The column in which descriptions of options begin.
constexpr size_t kDescriptionColumn = 30;

using HelpLines = std::vector<std::string>;

size_t leading_blanks(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Splits a line into tokens; a text in single quotes is part of one token.
HelpLines tokens_of(const std::string& line) {
  HelpLines out;
  std::string token;
  bool quoted = false;
  for (const char c : line) {
    quoted ^= c == '\'' && (quoted || token.empty() || !is_letter_or_digit(token.back()));
    if (c != ' ' || quoted) {
      token += c;
    } else if (!token.empty()) {
      out.push_back(std::move(token)), token.clear();
    }
  }
  if (!token.empty()) out.push_back(token);
  return out;
}

/// Appends tokens to lines. A full line ends with `end`, and the next line begins with `indent` blanks.
void fill_lines(HelpLines* out, std::string line, const HelpLines& tokens, size_t indent,
                const std::string& end) {
  bool first = line.find_first_not_of(' ') == std::string::npos;
  for (const std::string& token : tokens) {
    if (!first && line.size() + 1 + token.size() + end.size() > kHelpColumns) {
      out->push_back(line + end);
      line = std::string(indent, ' ');
      first = true;
    }
    line += (first ? "" : " ") + token;
    first = false;
  }
  out->push_back(line);
}

/// Breaks a list of members in braces, `--relation TEXT:{remove,add,...}`, after commas.
void break_members(HelpLines* out, std::string line) {
  while (line.size() > kHelpColumns) {
    const size_t comma = line.rfind(',', kHelpColumns - 1);
    if (comma == std::string::npos || comma <= leading_blanks(line)) break;
    out->push_back(line.substr(0, comma + 1));
    line = std::string(6, ' ') + line.substr(comma + 1);
  }
  out->push_back(line);
}

bool is_command(const std::string& text) {
  return text.starts_with("plumbline ") || text.starts_with("Example: ");
}

/// Returns the column of the description in `  --name TYPE   description`; npos if the line has none.
size_t description_of(const std::string& line) {
  if (leading_blanks(line) == kDescriptionColumn) return kDescriptionColumn;
  const bool entry = line.starts_with("  ") && line.size() > kDescriptionColumn &&
                     line[kDescriptionColumn - 1] == ' ' && line[kDescriptionColumn] != ' ' &&
                     (line[2] == '-' || line[kDescriptionColumn - 2] == ' ');
  return entry ? kDescriptionColumn : std::string::npos;
}

void wrap_line(HelpLines* out, const std::string& line) {
  const size_t blanks = leading_blanks(line), at = description_of(line);
  if (line.size() <= kHelpColumns) {
    out->push_back(line);
  } else if (at != std::string::npos) {
    const HelpLines tokens = tokens_of(line.substr(at));
    fill_lines(out, line.substr(0, at) + tokens.front(), {tokens.begin() + 1, tokens.end()}, at,
               "");
  } else if (is_command(line.substr(blanks))) {
    fill_lines(out, std::string(blanks, ' '), tokens_of(line), blanks + 2, " \\");
  } else if (line.find('{') != std::string::npos && blanks == 2) {
    break_members(out, line);
  } else {
    fill_lines(out, std::string(blanks, ' '), tokens_of(line), blanks, "");
  }
}

/// Returns true if a line begins a new paragraph: "Which one: ...", a blank or an indented line.
bool begins_paragraph(const std::string& line) {
  if (line.empty() || line.front() == ' ') return true;
  const size_t colon = line.find(':');
  return line.front() >= 'A' && line.front() <= 'Z' && colon < 24;
}

/// Joins the lines of each paragraph of prose that has a line beyond the width.
HelpLines joined_paragraphs(const HelpLines& lines) {
  HelpLines out;
  for (size_t i = 0; i < lines.size();) {
    size_t end = i + 1;
    const bool prose = !lines[i].empty() && lines[i].front() != ' ' && !is_command(lines[i]);
    while (prose && end < lines.size() && !begins_paragraph(lines[end])) ++end;
    const bool wide = std::any_of(lines.begin() + i, lines.begin() + end,
                                  [](const auto& line) { return line.size() > kHelpColumns; });
    std::string paragraph;
    for (; i < end; ++i) {
      if (wide) {
        paragraph += (paragraph.empty() ? "" : " ") + lines[i];
      } else {
        out.push_back(lines[i]);
      }
    }
    if (wide) out.push_back(paragraph);
  }
  return out;
}

}  // namespace

std::string wrapped_help(const std::string& help) {
  HelpLines lines, wrapped;
  std::istringstream in(help);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  for (const std::string& line : joined_paragraphs(lines)) wrap_line(&wrapped, line);
  std::string out;
  for (const std::string& line : wrapped) out += line + "\n";
  if (!help.ends_with('\n') && !out.empty()) out.pop_back();
  return out;
}

}  // namespace plumbline
