#include "verify/claims/source.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/base/safe_text.hpp"
#include "verify/claims/csv_claim.hpp"
#include "verify/claims/json_claim.hpp"

namespace plumbline {
namespace {

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

void trim_end(std::string* text) {
  while (!text->empty() && (text->back() == '\r' || text->back() == ' ')) text->pop_back();
}

/// What some programs begin a text in UTF-8 with.
constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";

/// The first character that is no blank; 0 where there is none.
char begin_of(const std::string& text) {
  const size_t at = text.find_first_not_of(" \t");
  return at == std::string::npos ? '\0' : text[at];
}

bool is_header(const std::string& text) {
  return begin_of(text) != '{' && text.find("mechanism") != std::string::npos;
}

/// Why no line of a file that begins so is a claim; empty where one may be.
std::string no_claims(const std::string& first) {
  if (first.find('\0') != std::string::npos) {
    return "is not text; give JSON Lines or CSV";
  }
  const bool printed_wide = first.find_first_not_of("{[ \t") == std::string::npos;
  if (printed_wide || begin_of(first) == '[') {
    return "claims are one object on a line each; `jq -c . FILE` writes them so, `jq -c '.[]' "
           "FILE` "
           "those of a list";
  }
  if (begin_of(first) != '{' && !is_header(first)) {
    return "neither a JSON object nor the column names of a CSV file (mechanism, quantity, at, "
           "kind, "
           "value, ...)";
  }
  return "";
}

/// The names of columns. Throws std::invalid_argument.
std::vector<std::string> header_of(const std::string& text) {
  std::vector<std::string> out = csv_fields(text);
  if (out.size() == 1 && text.find_first_of(";\t") != std::string::npos) {
    throw std::invalid_argument("columns are separated by commas here, not by semicolons or tabs");
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if (std::find(out.begin(), out.begin() + static_cast<long>(i), out[i]) !=
        out.begin() + static_cast<long>(i)) {
      throw std::invalid_argument("column " + out[i] + " is there twice; keep one");
    }
  }
  return out;
}

}  // namespace

ClaimSource::ClaimSource(std::vector<std::string> files, std::istream& standard_input,
                         std::string tables)
    : files_(std::move(files)),
      standard_input_(standard_input),
      tables_folder_(std::move(tables)) {}

bool ClaimSource::open_next(ClaimLine* out) {
  const std::string name = files_[file_++];
  line_ = 0;
  first_ = true;
  header_.clear();
  std::string why;
  try {
    tables_ = TablesBeside(name, tables_folder_);
  } catch (const std::invalid_argument& e) {
    why = e.what();
  }
  stream_.close();
  stream_.clear();
  if (name != "-") stream_.open(name);
  std::error_code error;
  if (name != "-" && (!stream_ || std::filesystem::is_directory(name, error))) {
    why = std::filesystem::exists(name, error) ? "cannot be read" : "there is no such file";
    why += "; give JSON Lines or CSV files, or - for standard input";
  }
  in_ = !why.empty() ? nullptr : name == "-" ? &standard_input_ : &stream_;
  if (!why.empty()) *out = {name, 0, std::nullopt, one_line(why), {}, true};
  return why.empty();
}

std::optional<ClaimLine> ClaimSource::next() {
  for (;;) {
    if (in_ == nullptr) {
      if (file_ == files_.size()) return std::nullopt;
      ClaimLine unreadable;
      if (!open_next(&unreadable)) return unreadable;
    }
    std::string text;
    if (!std::getline(*in_, text)) {
      in_ = nullptr;
      continue;
    }
    ++line_;
    trim_end(&text);
    if (is_blank(text)) continue;
    const bool first = std::exchange(first_, false);
    if (first && text.starts_with(kByteOrderMark)) text.erase(0, std::strlen(kByteOrderMark));
    if (first && !is_blank(text)) {
      if (const std::string why = no_claims(text); !why.empty()) return give_up(why);
    }
    if (first && is_header(text)) {
      try {
        header_ = header_of(text);
        continue;
      } catch (const std::invalid_argument& e) {
        return give_up(e.what());
      }
    }
    return read(text);
  }
}

ClaimLine ClaimSource::give_up(const std::string& why) {
  in_ = nullptr;
  return {files_[file_ - 1], line_, std::nullopt, one_line(why), {}, true};
}

ClaimLine ClaimSource::read(const std::string& text) {
  ClaimLine out{files_[file_ - 1], line_, std::nullopt, "", {}};
  try {
    Claim claim = header_.empty() ? claim_of_line(text) : claim_of_csv(header_, text);
    tables_.resolve(&claim);
    out.claim = std::move(claim);
    if (header_.empty()) out.again = tables_.again(text);
  } catch (const std::invalid_argument& e) {
    out.broken = one_line(e.what());
  }
  return out;
}

}  // namespace plumbline
