/// A parser of the YAML of deployment records: no anchors, no flow mappings, no multiple documents.
#include <algorithm>
#include <stdexcept>

#include "verify/deployments/fields.hpp"

namespace plumbline {
namespace {

struct YamlLine {
  size_t indent = 0, number = 0;
  std::string text{};  ///< without its indentation and trailing white space
};

std::vector<YamlLine> yaml_lines(const std::string& text) {
  std::vector<YamlLine> out;
  for (size_t at = 0, number = 1; at < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) {
      line.pop_back();
    }
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    out.push_back({indent, number, line.substr(indent)});
    at = end + 1;
  }
  return out;
}

[[noreturn]] void fail_at(const YamlLine& line, const std::string& why) {
  throw std::invalid_argument("line " + std::to_string(line.number) + ": " + why);
}

bool is_blank(const YamlLine& line) { return line.text.empty() || line.text.front() == '#'; }

/// Returns the end of the key of a mapping; npos if the line has no key.
size_t key_end(const std::string& text) {
  if (text.empty() || text.front() == '\'' || text.front() == '"') return std::string::npos;
  for (size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] == ' ') return at;
    if (text[at] == ' ') return std::string::npos;
  }
  return std::string::npos;
}

std::string without_comment(const std::string& text) {
  const size_t at = text.find(" #");
  std::string out = at == std::string::npos ? text : text.substr(0, at);
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

class YamlReader {
 public:
  explicit YamlReader(const std::string& text) : lines_(yaml_lines(text)) {}

  RecordFields read() {
    skip_blank();
    if (at_ < lines_.size()) read_block("", lines_[at_].indent);
    skip_blank();
    if (at_ < lines_.size()) fail_at(lines_[at_], "this is not indented as what stands above it");
    return fields_;
  }

 private:
  void skip_blank() {
    while (at_ < lines_.size() && is_blank(lines_[at_])) ++at_;
  }
  /// Returns true if the next line is indented by at least `indent` blanks.
  bool is_deeper(size_t indent) {
    skip_blank();
    return at_ < lines_.size() && lines_[at_].indent >= indent;
  }

  void read_block(const std::string& path, size_t indent) {
    for (size_t entry = 0; is_deeper(indent) && lines_[at_].indent == indent;) {
      const YamlLine line = lines_[at_];
      if (line.text == "-" || line.text.starts_with("- ")) {
        read_entry(path.empty() ? std::to_string(entry) : path + "." + std::to_string(entry), line);
        ++entry;
        continue;
      }
      const size_t end = key_end(line.text);
      if (end == std::string::npos) fail_at(line, "a key with a colon is expected");
      const std::string key = line.text.substr(0, end);
      ++at_;
      read_value(path.empty() ? key : path + "." + key, line, line.text.substr(end + 1), indent);
    }
  }

  /// Reads an entry of a list: a scalar, or a mapping whose first key follows the hyphen.
  void read_entry(const std::string& path, const YamlLine& line) {
    const std::string rest = line.text == "-" ? "" : line.text.substr(2);
    if (key_end(rest) != std::string::npos) {
      lines_[at_].indent += 2;
      lines_[at_].text = rest;
      return read_block(path, line.indent + 2);
    }
    ++at_;
    read_value(path, line, rest, line.indent);
  }

  void read_value(const std::string& path, const YamlLine& line, std::string rest, size_t indent) {
    rest.erase(0, std::min(rest.find_first_not_of(' '), rest.size()));
    if (!rest.empty() && (rest.front() == '|' || rest.front() == '>')) {
      fields_[path] = joined(indent + 1, "", '\n');
    } else if (!rest.empty() && (rest.front() == '\'' || rest.front() == '"')) {
      fields_[path] = quoted(line, rest);
    } else if (rest.empty() || rest.front() == '#') {
      read_nested(path, indent);
    } else if (rest == "[]" || rest == "{}") {
      return;
    } else if (rest.front() == '[' || rest.front() == '{' || rest.front() == '&' ||
               rest.front() == '*') {
      fail_at(line, "lists and mappings on one line are not read; write one entry a line");
    } else {
      fields_[path] = joined(indent + 1, without_comment(rest), ' ');
    }
  }

  /// Reads a mapping, a list (which may have the indentation of its key), a scalar on the next lines, or nothing.
  void read_nested(const std::string& path, size_t indent) {
    if (!is_deeper(indent)) return;
    const YamlLine& next = lines_[at_];
    const bool list = next.text == "-" || next.text.starts_with("- ");
    if (next.indent == indent && !list) return;
    if (list || key_end(next.text) != std::string::npos) return read_block(path, next.indent);
    if (next.text.front() == '\'' || next.text.front() == '"') {
      const YamlLine line = lines_[at_++];
      fields_[path] = quoted(line, line.text);
      return;
    }
    fields_[path] = joined(indent + 1, "", ' ');
  }

  /// Joins a scalar and the lines that continue it.
  std::string joined(size_t indent, std::string out, char between) {
    while (at_ < lines_.size() && (lines_[at_].text.empty() || lines_[at_].indent >= indent)) {
      const std::string& next = lines_[at_++].text;
      if (!out.empty() && !next.empty()) out += between;
      out += next;
    }
    return out;
  }

  /// Reads a scalar between quotation marks, on any number of lines.
  std::string quoted(const YamlLine& line, std::string rest) {
    const char mark = rest.front();
    std::string out;
    size_t at = 1;
    for (;;) {
      for (; at < rest.size(); ++at) {
        if (rest[at] == '\\' && mark == '"' && at + 1 < rest.size()) {
          out += rest[++at];
          continue;
        }
        if (rest[at] != mark) {
          out += rest[at];
          continue;
        }
        if (mark == '"' || at + 1 == rest.size() || rest[at + 1] != mark) return out;
        out += rest[at++];
      }
      if (at_ == lines_.size()) fail_at(line, "the quotation mark is not closed");
      rest = lines_[at_++].text;
      at = 0;
      if (!out.empty()) out += ' ';
    }
  }

  std::vector<YamlLine> lines_;
  size_t at_ = 0;
  RecordFields fields_;
};

}  // namespace

RecordFields read_yaml_fields(const std::string& text) { return YamlReader(text).read(); }

}  // namespace plumbline
