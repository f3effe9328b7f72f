#include "tools/proofs/bounds.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace plumbline::proofs {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kFields{"Statement", "Needs", "Proof", "Slack", "Source"};
const std::set<std::string> kOptional{"Slack"};
constexpr size_t kTextColumn =
    12;  // column of the text after "// Statement.  ", counted from the end of "// "
constexpr size_t kDisplayed = 4;  // lines with a larger indent are shown unchanged

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::vector<fs::path> sources(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    if (entry.is_regular_file() && (ending == ".cpp" || ending == ".hpp")) out.push_back(entry);
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Returns the text after "// "; nothing if the line is not a comment. Doc comments count, too.
bool comment_text(const std::string& line, std::string& text) {
  static const std::regex comment(R"(^\s*///? ?(.*)$)");
  std::smatch match;
  if (!std::regex_match(line, match, comment)) return false;
  text = match[1];
  return true;
}

void add_line(std::vector<Piece>& pieces, const std::string& text) {
  const size_t indent = text.find_first_not_of(' ');
  if (indent == std::string::npos) {  // a blank line ends a displayed block or a paragraph
    pieces.push_back({});
    return;
  }
  const bool displayed = indent >= kTextColumn + kDisplayed;
  if (pieces.empty() || pieces.back().displayed != displayed) pieces.push_back({displayed, {}});
  pieces.back().lines.push_back(text.substr(displayed ? kTextColumn + kDisplayed : indent));
}

ProofPart read_part(const std::vector<std::string>& lines, size_t at, const std::smatch& match) {
  ProofPart out{match[1], match[2], "", static_cast<int>(at + 1), {}};
  std::string text;
  for (++at; at < lines.size() && comment_text(lines[at], text); ++at) add_line(out.pieces, text);
  return out;
}

/// Assigns the parts of proofs to their bounds, in the order of the files.
void add_parts(const std::vector<ProofPart>& parts, std::map<std::string, Bound*>& by_id,
               std::vector<std::string>& problems) {
  for (const ProofPart& part : parts) {
    const auto found = by_id.find(part.id);
    if (found == by_id.end() || part.pieces.empty()) {
      problems.push_back(part.file + ":" + std::to_string(part.line) + ": PROOF(" + part.id + ") " +
                         (part.pieces.empty() ? "is empty" : "is part of no bound"));
      continue;
    }
    found->second->parts.push_back(part);
  }
}

/// Parses the comment lines after "BOUND(ID)" from line `at` on.
void read_fields(const std::vector<std::string>& lines, size_t at, Bound& bound) {
  static const std::regex start(R"(^([A-Z][a-z]+)\.\s+(\S.*)$)");
  std::string field, text;
  for (; at < lines.size() && comment_text(lines[at], text); ++at) {
    std::smatch match;
    if (std::regex_match(text, match, start) &&
        std::find(kFields.begin(), kFields.end(), match[1].str()) != kFields.end()) {
      field = match[1];
      bound.field_names.push_back(field);
      add_line(bound.fields[field], match[2].str());
    } else if (!field.empty()) {
      add_line(bound.fields[field], text);
    }
  }
}

void check_fields(const Bound& bound, std::vector<std::string>& problems) {
  const std::string where = bound.file + ":" + std::to_string(bound.line) + ": " + bound.id;
  for (const std::string& field : kFields) {
    if (!bound.has(field) && kOptional.count(field) == 0) {
      problems.push_back(where + " has no field '" + field + ".' at the start of a line");
    }
  }
  size_t last = 0;
  for (const std::string& name : bound.field_names) {
    const auto at =
        static_cast<size_t>(std::find(kFields.begin(), kFields.end(), name) - kFields.begin());
    if (at < last) problems.push_back(where + ": '" + name + ".' is out of order");
    last = std::max(last, at);
  }
  const std::set<std::string> once(bound.field_names.begin(), bound.field_names.end());
  if (once.size() != bound.field_names.size()) problems.push_back(where + ": a field twice");
}

void add_tests(const fs::path& root, std::map<std::string, Bound*>& by_id) {
  static const std::regex title(
      R"rx(TEST_CASE\(\s*"((?:[^"\\]|\\.)*)"\s*,\s*((?:"[^"]*"\s*)+)\))rx");
  static const std::regex tag(R"(\[([A-Z0-9-]+)\])");
  for (const fs::path& file : sources(root / "tests")) {
    std::stringstream all;
    all << std::ifstream(file).rdbuf();
    const std::string text = all.str();
    for (std::sregex_iterator test(text.begin(), text.end(), title), end; test != end; ++test) {
      const std::string tags = (*test)[2];
      const bool quick =
          tags.find("[slow]") == std::string::npos && tags.find("[sweep]") == std::string::npos;
      for (std::sregex_iterator one(tags.begin(), tags.end(), tag); one != end; ++one) {
        const auto found = by_id.find((*one)[1]);
        if (found == by_id.end()) continue;
        found->second->has_quick_test = found->second->has_quick_test || quick;
        found->second->tests.push_back(fs::relative(file, root).generic_string() + ": " +
                                       (*test)[1].str());
      }
    }
  }
}

void add_citations(std::map<std::string, Bound*>& by_id) {
  static const std::regex word(R"([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)");
  for (auto& [id, bound] : by_id) {
    std::set<std::string> cited;
    for (const auto& [field, pieces] : bound->fields) {
      for (const Piece& piece : pieces) {
        for (const std::string& line : piece.lines) {
          for (std::sregex_iterator m(line.begin(), line.end(), word), end; m != end; ++m) {
            if (by_id.count(m->str()) != 0 && m->str() != id) cited.insert(m->str());
          }
        }
      }
    }
    bound->cites.assign(cited.begin(), cited.end());
  }
}

void add_uses(const fs::path& root, std::map<std::string, Bound*>& by_id,
              std::vector<std::string>& problems) {
  static const std::regex use(R"rx((?:bound|bound_number|proved)<"([^"]+)">)rx");
  for (const fs::path& file : sources(root / "reference")) {
    int number = 0;
    for (const std::string& line : lines_of(file)) {
      ++number;
      std::string text;
      if (comment_text(line, text)) continue;
      for (std::sregex_iterator m(line.begin(), line.end(), use), end; m != end; ++m) {
        const auto found = by_id.find((*m)[1]);
        if (found != by_id.end()) {
          found->second->passes_through = true;
        } else {
          problems.push_back(fs::relative(file, root).generic_string() + ":" +
                             std::to_string(number) + ": '" + (*m)[1].str() +
                             "' is stated nowhere");
        }
      }
    }
  }
}

void check_uses(const std::vector<Bound>& bounds, std::vector<std::string>& problems) {
  for (const Bound& bound : bounds) {
    const std::string where = bound.file + ":" + std::to_string(bound.line) + ": " + bound.id;
    if (bound.tests.empty()) {
      problems.push_back(where + " has no test tagged [" + bound.id + "]");
    } else if (!bound.has_quick_test) {
      problems.push_back(where + " has no test tagged [" + bound.id + "] that is not [slow]");
    }
    if (!bound.passes_through) {
      problems.push_back(where + " does not pass through bound<\"" + bound.id + "\">");
    }
  }
}

}  // namespace

std::vector<Bound> read_bounds(const fs::path& root, std::vector<std::string>& problems) {
  static const std::regex definition(R"(^BOUND\(([A-Z0-9-]+)\)\s*$)"),
      part(R"(^PROOF\(([A-Z0-9-]+)\)\s+(\S.*)$)");
  std::vector<Bound> out;
  std::vector<ProofPart> parts;
  for (const fs::path& file : sources(root / "reference")) {
    const std::vector<std::string> lines = lines_of(file);
    for (size_t i = 0; i < lines.size(); ++i) {
      std::string text;
      std::smatch match;
      if (!comment_text(lines[i], text)) continue;
      if (std::regex_match(text, match, part)) {
        parts.push_back(read_part(lines, i, match));
        parts.back().file = fs::relative(file, root).generic_string();
      }
      if (!std::regex_match(text, match, definition)) continue;
      Bound bound;
      bound.id = match[1];
      bound.file = fs::relative(file, root).generic_string();
      bound.line = static_cast<int>(i + 1);
      read_fields(lines, i + 1, bound);
      check_fields(bound, problems);
      out.push_back(std::move(bound));
    }
  }
  std::map<std::string, Bound*> by_id;
  for (Bound& bound : out) {
    if (!by_id.emplace(bound.id, &bound).second) {
      problems.push_back(bound.file + ":" + std::to_string(bound.line) + ": " + bound.id +
                         " is stated in " + by_id[bound.id]->file + " already");
    }
  }
  if (out.empty()) problems.push_back("no bounds found below reference/: wrong folder?");
  add_parts(parts, by_id, problems);
  add_tests(root, by_id);
  add_citations(by_id);
  add_uses(root, by_id, problems);
  check_uses(out, problems);
  return out;
}

}  // namespace plumbline::proofs
