#include "app/options/files/file_kinds.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "app/options/files/history_file.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {
namespace {

const char* const kAcceptedFiles =
    "read are an expression, CSV with the columns sigma, p, steps, the history or state_dict of an "
    "Opacus accountant, an event of dp-accounting (JSON or repr), and a statement of TensorFlow "
    "Privacy; plumbline epsilon --help has an example of each";

bool begins_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

/// Recognises a pickle of protocol 2 to 5 by its first two bytes.
bool is_pickle(const std::string& text) {
  return text.size() > 1 && text[0] == '\x80' && text[1] >= 2 && text[1] <= 5;
}

/// Returns false for prose. In other texts, the first line is a row of fields, or begins with a name and a
/// parenthesis.
bool may_be_expression(const std::string& text) {
  if (is_json_text(text) || is_training_statement(text)) return true;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    line.resize(std::min(line.find('#'), line.size()));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    static const std::regex call("[ \t(*]*[A-Za-z_][A-Za-z_0-9]*[ \t]*[(]");
    return line.find_first_of(",;\t") != std::string::npos ||
           std::regex_search(line, call, std::regex_constants::match_continuous);
  }
  return true;
}

/// Returns a text with the kind of the file and the remedy; empty if the file may contain an expression.
std::string kind_of_file(const std::string& text) {
  if (begins_with(text, "\x93NUMPY")) {
    return "an array of NumPy; scores are read by plumbline audit scores";
  }
  if (begins_with(text, "PK\x03\x04")) {
    return "an archive (torch.save or numpy.savez); save the accountant's state with json.dump";
  }
  if (is_pickle(text)) {
    return "a pickle; pickles run code when they are read: load it in Python, and write "
           "accountant.state_dict() with json.dump";
  }
  if (text.find('\0') != std::string::npos) return "binary data";
  if (text.find("\ndeployment:") != std::string::npos || begins_with(text, "deployment:")) {
    return "a record of a deployment; write plumbline deployment FILE";
  }
  if (is_json_text(text)) {
    const auto has = [&](const std::string& word) { return text.find(word) != std::string::npos; };
    if (has("\"plumbline-certificate\"")) return "a certificate; write plumbline check FILE";
    if (has("\"quantity\"") && has("\"mechanism\"") && has("\"value\"")) {
      return "claims of an accountant; write plumbline claims FILE";
    }
  }
  if (!may_be_expression(text)) return "text without a mechanism";
  return "";
}

/// Returns the text with each run of blanks and line breaks replaced by one space. This is necessary because TensorFlow
/// Privacy breaks the lines of a statement at 80 characters.
std::string on_one_line(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string word; in >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

/// Returns the number or word that the pattern captures. Throws std::invalid_argument if there is no match.
std::string number_in(const std::string& text, const std::string& pattern, const std::string& what,
                      const std::string& file) {
  std::smatch found;
  if (std::regex_search(text, found, std::regex(pattern))) return found[1];
  throw std::invalid_argument(
      file + ": it looks like a statement of TensorFlow Privacy, but has no " + what);
}

}  // namespace

std::optional<std::string> unlike_expression(const std::string& text) {
  const std::string kind = kind_of_file(text);
  if (kind.empty()) return std::nullopt;
  return "it looks like " + kind + "; " + kAcceptedFiles;
}

bool is_training_statement(const std::string& written) {
  const std::string text = on_one_line(written);
  return text.find("DP-SGD performed over") != std::string::npos ||
         text.find("DP-SGD with sampling rate") != std::string::npos;
}

// The statement has one of two forms: "DP-SGD performed over 60000 examples with 256 examples per iteration, noise
// multiplier 1.1 for 15 epochs ...", and the older "DP-SGD with sampling rate = 0.427% and noise_multiplier = 1.1
// iterated over 3516 steps satisfies ...".
//
// A microbatch of several examples is clipped as a whole. One more example moves its clipped mean by at most twice
// the clipping norm. Therefore the library's own accountant halves the noise multiplier.
std::string expression_of_statement(const std::string& written, const std::string& file) {
  const std::string text = on_one_line(written);
  const std::string number = "([0-9][0-9.eE+-]*[0-9]|[0-9])";
  if (text.find("DP-SGD performed over") == std::string::npos) {
    const std::string rate =
        number_in(text, "sampling rate = " + number + "%", "sampling rate", file);
    const Rational p = Rational::parse(rate) / Rational(100);
    return "subsampled_gaussian(sigma=" +
           number_in(text, "noise_multiplier = " + number, "noise multiplier", file) +
           ",p=" + p.text() + ")^" +
           number_in(text, "iterated over " + number + " steps", "number of steps", file);
  }
  const Rational examples = Rational::parse(number_in(
                     text, "performed over " + number + " examples", "number of examples", file)),
                 batch = Rational::parse(number_in(
                     text, "with " + number + " examples per iteration", "batch size", file)),
                 epochs = Rational::parse(
                     number_in(text, "for " + number + " epochs", "number of epochs", file));
  if (batch.sign() <= 0 || batch > examples) {
    throw std::invalid_argument(file + ": the batch size must be at most the number of examples");
  }
  const std::string sigma = number_in(text, "noise multiplier " + number, "noise multiplier", file);
  const bool whole =
      number_in(text, "(with|without) microbatching", "word on microbatching", file) == "with";
  const std::string noise = whole ? (Rational::parse(sigma) / Rational(2)).text() : sigma;
  const Rational steps = -floor(-(epochs * examples / batch));
  const std::string made = batch == examples
                               ? "gaussian(sigma=" + noise + ")"
                               : "subsampled_gaussian(sigma=" + noise + ",p=" + batch.text() + "/" +
                                     examples.text() + ")";
  return made + "^" + steps.text();
}

}  // namespace plumbline
