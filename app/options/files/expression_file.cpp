#include "app/options/files/expression_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <sstream>
#include <stdexcept>

#include "app/options/files/file_kinds.hpp"
#include "app/options/files/history_file.hpp"
#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/expression_words.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/claims/reading/event_expression.hpp"

namespace plumbline {
namespace {

struct TextLine {
  std::string text;
  size_t number;
};

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// Returns the lines that are not empty, without comments.
std::vector<TextLine> lines_of(const std::string& text) {
  std::vector<TextLine> out;
  std::istringstream in(text);
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string said = trimmed(line.substr(0, line.find('#')));
    if (!said.empty()) out.push_back({said, number});
  }
  return out;
}

/// Returns the separator of a line: a tab if the line has one, else a semicolon, else a comma.
char separator_of(const std::string& line) {
  for (const char one : {'\t', ';'}) {
    if (line.find(one) != std::string::npos) return one;
  }
  return ',';
}

/// Returns a field without surrounding blanks and quotation marks.
std::string unquoted(const std::string& field) {
  const std::string out = trimmed(field);
  const bool quoted =
      out.size() > 1 && out.front() == out.back() && (out.front() == '"' || out.front() == '\'');
  return quoted ? trimmed(out.substr(1, out.size() - 2)) : out;
}

std::vector<std::string> fields_of(const std::string& line, char separator) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, separator);) out.push_back(unquoted(field));
  if (line.ends_with(separator)) out.emplace_back();
  return out;
}

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

std::string listed(const std::vector<std::string>& names, const std::string& between) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : between) + name;
  return out;
}

[[noreturn]] void fail(const std::string& file, const TextLine& line, const std::string& why) {
  throw std::invalid_argument(file + ", line " + std::to_string(line.number) + ": " + why);
}

/// The steps of a training log with equal steps merged, because the order of steps does not matter.
class TrainingLog {
 public:
  TrainingLog(std::string file, char separator) : file_(std::move(file)), separator_(separator) {}

  void name_columns(const TextLine& line) {
    const std::vector<std::string> names = fields_of(line.text, separator_);
    for (size_t i = 0; i < kColumns.size(); ++i) {
      const auto at = std::find_if(names.begin(), names.end(), [i](const std::string& written) {
        const std::string name = in_small_letters(written);
        return name == kColumns[i] || contains_name(kOtherNames[i], name);
      });
      if (at == names.end()) {
        fail(file_, line,
             "the column " + kColumns[i] + " (or " + listed(kOtherNames[i], ", ") +
                 ") is missing; the columns are " + listed(names, ", ") +
                 (i == 2 ? "; if each line is one step, add a column steps of ones" : ""));
      }
      place_[i] = static_cast<size_t>(at - names.begin());
    }
    width_ = names.size();
  }

  void take(const TextLine& line) {
    const std::vector<std::string> fields = fields_of(line.text, separator_);
    if (fields.size() != width_) {
      fail(file_, line,
           std::to_string(width_) + " fields are expected (sigma, p, steps), not " +
               std::to_string(fields.size()));
    }
    std::array<Rational, 3> values;
    const std::string open = open_part(fields[place_[0]]);
    for (size_t i = 0; i < values.size(); ++i) {
      try {
        const std::string& field = fields[place_[i]];
        values[i] = i == 0 && field == open
                        ? Rational(1)
                        : Rational::parse(i == 0 ? field.substr(open.size()) : field);
      } catch (const std::invalid_argument& e) {
        fail(file_, line, kColumns[i] + ": " + e.what());
      }
    }
    const auto& [sigma, p, steps] = values;
    if (!steps.is_integer() || steps.sign() < 0) {
      fail(file_, line, "steps must be a positive integer, or 0, got " + steps.text());
    }
    const std::string mechanism =
        p == Rational(1)
            ? "gaussian(sigma=" + fields[place_[0]] + ")"
            : "subsampled_gaussian(sigma=" + fields[place_[0]] + ",p=" + fields[place_[1]] + ")";
    const std::string key = open + sigma.text() + "," + p.text();
    const auto [known, is_new] = places_.emplace(key, steps_.size());
    if (is_new) {
      steps_.push_back({mechanism, steps});
    } else {
      Steps& same = steps_[known->second];
      same.count = same.count + steps;
    }
  }

  std::string expression() const {
    std::string out;
    for (const Steps& one : steps_) {
      out += (out.empty() ? "" : " * ") + one.mechanism + "^" + one.count.text();
    }
    return out;
  }

 private:
  struct Steps {
    std::string mechanism;
    Rational count;
  };
  /// Returns `?` or `?*` if sigma begins with it (an unknown, or a multiple of an unknown); else an empty text.
  static std::string open_part(const std::string& sigma) {
    return sigma.starts_with("?*") ? "?*" : sigma == "?" ? "?" : "";
  }
  inline static const std::array<std::string, 3> kColumns = {"sigma", "p", "steps"};
  inline static const std::array<std::vector<std::string>, 3> kOtherNames = {
      std::vector<std::string>{"noise_multiplier"},
      {"q", "sample_rate", "sampling_rate"},
      {"num_steps"}};

  std::string file_;
  char separator_;
  std::array<size_t, 3> place_ = {0, 1, 2};
  size_t width_ = 3;
  std::vector<Steps> steps_;
  std::map<std::string, size_t> places_;  ///< index in steps_, by noise multiplier and rate
};

std::string expression_of_log(const std::vector<TextLine>& lines, const std::string& file) {
  TrainingLog log(file, separator_of(lines.front().text));
  const bool names = lines.front().text.find_first_of("0123456789") == std::string::npos;
  if (names) log.name_columns(lines.front());
  if (names && lines.size() == 1) fail(file, lines.front(), "no line follows the names");
  for (size_t i = names ? 1 : 0; i < lines.size(); ++i) log.take(lines[i]);
  return log.expression();
}

/// Returns the expression of an event of dp-accounting, for neighbours by adding or removing a record.
std::string expression_of_event(const std::string& text, const std::string& file) {
  try {
    return event_expression(text, event_word(Relation::add_remove));
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(file + ": " + e.what());
  }
}

}  // namespace

std::string expression_in(const std::string& written, const std::string& file) {
  const std::string mark = "\xEF\xBB\xBF";  // byte order mark of UTF-8, which spreadsheets write
  const std::string text = written.starts_with(mark) ? written.substr(mark.size()) : written;
  if (is_event_text(text)) return expression_of_event(text, file);
  if (const auto why = unlike_expression(text)) throw std::invalid_argument(file + ": " + *why);
  if (is_json_text(text)) return expression_of_history(text, file);
  if (is_training_statement(text)) return expression_of_statement(text, file);
  const std::vector<TextLine> lines = lines_of(text);
  if (lines.empty()) throw std::invalid_argument(file + ": no expression in it");
  const std::string& first = lines.front().text;
  const bool log =
      first.find_first_of(",;\t") != std::string::npos && first.find('(') == std::string::npos;
  if (log) return expression_of_log(lines, file);
  std::string out;
  for (const auto& [line, number] : lines) {
    const bool joined = out.empty() || out.ends_with('*') || line.starts_with('*');
    out += (joined ? (out.empty() ? "" : " ") : " * ") + line;
  }
  return out;
}

std::optional<std::string> hint_of_file(const std::string& mechanism) {
  std::error_code error;
  const bool file = mechanism.find_first_of("(@") == std::string::npos &&
                    std::filesystem::is_regular_file(mechanism, error);
  if (!file) return std::nullopt;
  try {
    (void)expression_in(read_text(mechanism), mechanism);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return mechanism + " is a file: write @" + mechanism + " for the mechanism in it";
}

std::vector<std::string> with_expressions_read(
    const std::vector<std::string>& words,
    const std::function<bool(const std::string&)>& has_value) {
  std::vector<std::string> out;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() < 2 || words[i].front() != '@') {
      out.push_back(words[i]);
      continue;
    }
    const std::string file = words[i].substr(1), text = read_text(file);
    const bool value = i + 1 < words.size() && has_value(words[i + 1]);
    if (!value && has_value("--event") && is_event_text(text)) {
      out.insert(out.end(), {file, "--event"});
    } else {
      out.push_back(expression_in(text, file));
    }
  }
  return out;
}

}  // namespace plumbline
