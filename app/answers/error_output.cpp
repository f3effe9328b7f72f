#include "app/answers/error_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "reference/arithmetic/running/poll.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/records/error_record.hpp"

namespace plumbline {
namespace {

bool& as_records() {
  static bool records = false;
  return records;
}

void read_error_format(const std::string& value) {
  if (value != "text" && value != "json") {
    throw std::runtime_error("--errors must be text or json, got '" + value + "'");
  }
  as_records() = value == "json";
}

bool is_option_character(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Returns the end of the option that begins at `at`; `at` if no option begins there.
size_t end_of_option(const std::string& text, size_t at) {
  const bool begins = text.compare(at, 2, "--") == 0 && at + 2 < text.size() &&
                      text[at + 2] >= 'a' && text[at + 2] <= 'z' &&
                      (at == 0 || text[at - 1] != '-');
  if (!begins) return at;
  size_t end = at + 2;
  while (end < text.size() && is_option_character(text[end])) ++end;
  return end;
}

/// Returns the position after the placeholder of the option's value, one capital letter as in "--delta D"; `at` if
/// there is no placeholder.
size_t end_of_placeholder(const std::string& text, size_t at) {
  if (at + 1 >= text.size() || text[at] != ' ' || !is_capital(text[at + 1])) return at;
  const bool word = at + 2 < text.size() &&
                    (is_capital(text[at + 2]) || (text[at + 2] >= 'a' && text[at + 2] <= 'z'));
  return word ? at : at + 2;
}

/// Returns the message without its command-line example and its reference to the help.
std::string without_command_line(const std::string& message) {
  size_t end = message.size();
  for (const char* hint : {"; for example: plumbline ", " (see: plumbline "}) {
    end = std::min(end, message.find(hint));
  }
  return message.substr(0, end);
}

/// Returns "digits must be ..." for "digits: must be ...".
std::string without_colon(std::string message) {
  const size_t colon = message.find(": must be");
  const bool name = colon != std::string::npos &&
                    message.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == colon;
  if (name) message.erase(colon, 1);
  return message;
}

}  // namespace

std::vector<char*> without_error_format(int argc, char** argv) {
  constexpr std::string_view kOption = "--errors";
  std::vector<char*> out;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word(argv[i]);
    const bool own = std::find(argv, argv + i, std::string_view("--")) == argv + i;
    if (own && word == kOption && i + 1 < argc) {
      read_error_format(argv[++i]);
    } else if (own && word.starts_with(kOption) && word.substr(kOption.size(), 1) == "=") {
      read_error_format(std::string(word.substr(kOption.size() + 1)));
    } else {
      out.push_back(argv[i]);
    }
  }
  out.push_back(nullptr);
  return out;
}

bool errors_are_records() { return as_records(); }

std::string with_member_names(const std::string& written) {
  const std::string message = without_command_line(written);
  std::string out;
  for (size_t at = 0; at < message.size();) {
    const size_t end = end_of_option(message, at);
    if (end == at) {
      out += message[at++];
      continue;
    }
    std::string name = message.substr(at + 2, end - at - 2);
    std::replace(name.begin(), name.end(), '-', '_');
    out += name;
    at = end_of_placeholder(message, end);
  }
  return without_colon(out);
}

void print_error(const std::exception_ptr& error) {
  nlohmann::ordered_json record = error_record(error);
  const std::string message = record["message"];
  if (!errors_are_records()) {
    try {
      std::rethrow_exception(error);
    } catch (const std::exception& e) {  // not record["message"], in which doubles are rewritten
      fmt::print(stderr, "plumbline: {}\n", one_line(shortened(e.what())));
    }
    return;
  }
  record["message"] = with_member_names(message);
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  fmt::print(stderr, "{}\n", record.dump(-1, ' ', false, replace));
}

void print_out_of_time() {
  if (errors_are_records()) {
    print_error(std::make_exception_ptr(Interrupted{}));
    return;
  }
  fmt::print(stderr, "plumbline: time ran out; allow more with --timeout, or ask for less\n");
}

}  // namespace plumbline
