#include "app/running/values.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "verify/base/points.hpp"

namespace plumbline {
namespace {

/// Returns true if a token is a negative number: `-1.5`, `-.5`, `-log(3)`.
bool is_negative_number(const std::string& text) {
  if (text.size() < 2 || text[0] != '-') return false;
  if (is_digit(text[1]) || text[1] == '.') return true;
  return text.rfind("-log(", 0) == 0 || text.rfind("-exp(", 0) == 0 || text.rfind("-sqrt(", 0) == 0;
}

/// Returns a list of numbers with a blank at each empty place ("1,,2"). CLI11 would skip an empty place. No parser
/// accepts a blank as a number, so such a list is rejected.
std::string without_empty_places(const std::string& text) {
  const size_t equals = text.rfind("--", 0) == 0 ? text.find('=') : std::string::npos;
  const size_t start = equals == std::string::npos ? 0 : equals + 1;
  if (start == text.size()) return text;
  if (text.find_first_not_of("0123456789.,+-:/^*eE", start) != std::string::npos) return text;
  std::string out = text.substr(0, start);
  for (size_t i = start; i < text.size(); ++i) {
    if (text[i] == ',' && (i == start || text[i - 1] == ',')) out += ' ';
    out += text[i];
  }
  return text.back() == ',' ? out + ' ' : out;
}

/// Returns true if a token is a number with a decimal comma: `0,00001`, `--delta=0,001`. Commas separate lists of
/// numbers, and no number of a list begins with 0 and another digit.
bool has_decimal_comma(const std::string& text) {
  const size_t start = text.starts_with("--") ? text.find('=') + 1 : 0,
               comma = text.find(',', start);
  if (comma == std::string::npos || text.find_first_not_of("0123456789,", start) < text.size()) {
    return false;
  }
  const bool single = text.find(',', comma + 1) == std::string::npos;
  return single && comma > start && comma + 2 < text.size() && text[comma + 1] == '0';
}

/// Returns the remedy for a number with a comma: the comma in "60,000" may separate thousands.
std::string comma_remedy(const std::string& text) {
  const size_t start = text.starts_with("--") ? text.find('=') + 1 : 0,
               comma = text.find(',', start);
  const std::string whole = text.substr(start, comma - start), rest = text.substr(comma + 1);
  if (rest.size() == 3 && whole.front() != '0') {
    return "'" + text + "' has a comma; write " + whole + rest + ", or " + whole + "." + rest +
           " for a decimal fraction";
  }
  return "'" + text +
         "' has a decimal comma; write a decimal point (commas separate the numbers of a list)";
}

bool is_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// Returns true for `1.234`, `60.000.000`: at most three digits, then groups of three, each after `mark`. Returns false
/// for `0.914`, which is a fraction.
bool is_grouped(const std::string& text, char mark) {
  const size_t first = text.find(mark);
  if (first == std::string::npos || first > 3 || text.starts_with('0') ||
      !is_digits(text.substr(0, first)))
    return false;
  for (size_t at = first; at != std::string::npos; at = text.find(mark, at + 1)) {
    const size_t next = std::min(text.find(mark, at + 1), text.size());
    if (next - at != 4 || !is_digits(text.substr(at + 1, 3))) return false;
  }
  return true;
}

std::string without(std::string text, char mark) {
  text.erase(std::remove(text.begin(), text.end(), mark), text.end());
  return text;
}

/// Returns the single number that a token may mean, if the token is ambiguous (one number or two): `7,36`, `1.234,5`,
/// `1,234.5`. Empty if the token is unambiguous.
std::string number_meant(const std::string& text) {
  const size_t comma = text.find(','), point = text.find('.');
  if (comma == std::string::npos) return "";
  const std::string before = text.substr(0, comma), after = text.substr(comma + 1);
  if (is_digits(after) && is_digits(before)) return before + "." + after;
  if (is_digits(after) && is_grouped(before, '.')) return without(before, '.') + "." + after;
  const bool thousands = point != std::string::npos && is_grouped(text.substr(0, point), ',') &&
                         is_digits(text.substr(point + 1));
  return thousands ? without(text, ',') : "";
}

/// Throws std::invalid_argument if a number has thousands separators, or if a token of `--answer` may be one number
/// or two. `before` is the previous token.
void check_marks(const std::string& before, const std::string& word) {
  static const std::vector<std::string> counts = {"--tp",      "--fn",       "--fp",
                                                  "--tn",      "--right",    "--canaries",
                                                  "--guesses", "--attempts", "--successes"};
  // These sizes may have a decimal point, but no comma.
  static const std::vector<std::string> sizes = {"--dataset", "--batch", "--batch-size",
                                                 "--records-per-user"};
  const size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
  const bool joined = equals != std::string::npos;
  const std::string option = joined ? word.substr(0, equals) : before,
                    text = joined ? word.substr(equals + 1) : word;
  const bool several = is_grouped(text, '.') && text.find('.') != text.rfind('.'),
             count = std::find(counts.begin(), counts.end(), option) != counts.end(),
             size = std::find(sizes.begin(), sizes.end(), option) != sizes.end();
  for (const char mark : {'.', ',', '_'}) {
    const bool no_number = mark == '_' || (several && mark == '.') || (size && mark == ',');
    if (is_grouped(text, mark) && (count || no_number)) {
      throw std::invalid_argument((option.starts_with("--") ? option + ": " : "") + "'" + text +
                                  "' has marks between thousands; write " + without(text, mark));
    }
  }
  const std::string meant = option == "--answer" ? number_meant(text) : "";
  if (meant.empty()) return;
  std::string apart = text;
  std::replace(apart.begin(), apart.end(), ',', ' ');
  throw std::invalid_argument("--answer: '" + text + "' may be one number or two; write " + meant +
                              ", or for two --answer " + apart);
}

/// Returns the results of `read` for each text, in order.
template <class Number>
std::vector<Number> read_all(const std::string& option, const std::vector<std::string>& texts,
                             std::vector<Number> (*read)(std::string_view)) {
  std::vector<Number> out;
  for (const std::string& text : texts) {
    try {
      for (const Number& x : read(text)) out.push_back(x);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument("--" + option + ": " + e.what());
    }
  }
  return out;
}

template <class Number>
Number only(const std::string& option, const std::string& text, const std::vector<Number>& values) {
  if (values.size() == 1) return values.front();
  throw std::invalid_argument("--" + option + " takes one number, got '" + text + "'");
}

}  // namespace

namespace {

/// Throws std::invalid_argument, with the remedy, for an option whose hyphens a word processor replaced by dashes.
/// Titles and owners may begin with a dash.
void check_dash(const std::string& before, const std::string& word) {
  static const std::vector<std::string> dashes = {"\u2013", "\u2014", "\u2212"};
  if (before == "--title" || before == "--owner") return;
  std::string name = word;
  const auto begins = [&name](const std::string& dash) { return name.starts_with(dash); };
  bool dashed = false;
  for (auto dash = dashes.begin(); dash != dashes.end();) {
    dash = std::find_if(dashes.begin(), dashes.end(), begins);
    if (dash != dashes.end()) name.erase(0, dash->size());
    dashed = dashed || dash != dashes.end();
  }
  name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
  if (!dashed || name.empty() || !is_letter(name[0])) return;
  throw std::invalid_argument("'" + word + "' begins with a dash that is no hyphen; write " +
                              (name.size() == 1 ? "-" : "--") + name);
}

}  // namespace

std::vector<std::string> protect_negative_numbers(int argc, char** argv) {
  std::vector<std::string> out;
  const std::vector<std::string> words(argv, argv + argc);
  const auto other_program =
      std::find(words.begin(), words.end(), "--");  // the command of `hunt` after `--` is not
                                                    // checked
  for (int i = argc - 1; i > 0; --i) {
    const std::string text = without_empty_places(argv[i]);
    if (words.begin() + i < other_program) {
      check_dash(words[i - 1], words[i]);
      check_marks(words[i - 1], words[i]);
      if (has_decimal_comma(text)) throw std::invalid_argument(comma_remedy(text));
    }
    out.push_back(is_negative_number(text) ? " " + text : text);
  }
  return out;
}

std::vector<Rational> read_values(const std::string& option,
                                  const std::vector<std::string>& texts) {
  return read_all(option, texts, parse_points);
}

std::vector<Real> read_reals(const std::string& option, const std::vector<std::string>& texts) {
  return read_all(option, texts, read_points);
}

Rational read_value(const std::string& option, const std::string& text) {
  return only(option, text, read_values(option, {text}));
}

long read_count(const std::string& option, const std::string& text) {
  const bool share = text.ends_with('%') || text.starts_with("0.") || text.starts_with("0,") ||
                     text.starts_with('.');
  if (share) {
    throw std::invalid_argument("--" + option + ": a count is needed, not a share, got '" + text +
                                "'");
  }
  return whole_number(option, read_value(option, text), 0);
}

Real read_real(const std::string& option, const std::string& text) {
  return only(option, text, read_reals(option, {text}));
}

long whole_number(const std::string& option, const Rational& x, long least, int most) {
  if (x.is_integer() && Rational(least) <= x && x <= power_of_ten(most)) {
    return std::lround(x.approximate());
  }
  throw std::invalid_argument("--" + option + " must be an integer in [" + std::to_string(least) +
                              ", 10^" + std::to_string(most) + "], got " + x.text());
}

}  // namespace plumbline
