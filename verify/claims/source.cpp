#include "verify/claims/source.hpp"

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

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

/// The names of columns. Throws std::invalid_argument.
std::vector<std::string> header_of(const std::string& text) {
  std::vector<std::string> out = csv_fields(text);
  if (out.size() == 1 && text.find_first_of(";\t") != std::string::npos) {
    throw std::invalid_argument("columns are separated by commas here, not by semicolons or tabs");
  }
  return out;
}

}  // namespace

ClaimSource::ClaimSource(std::vector<std::string> files, std::istream& standard_input)
    : files_(std::move(files)), standard_input_(standard_input) {}

bool ClaimSource::open_next(ClaimLine* out) {
  const std::string name = files_[file_++];
  line_ = 0;
  first_ = true;
  header_.clear();
  in_ = &standard_input_;
  if (name == "-") return true;
  stream_.close();
  stream_.clear();
  stream_.open(name);
  std::error_code error;
  if (!stream_ || std::filesystem::is_directory(name, error)) {
    in_ = nullptr;
    *out = {name, 0, std::nullopt, "cannot be read; give JSON Lines or CSV files, or - "};
    out->broken += "for standard input";
    return false;
  }
  in_ = &stream_;
  return true;
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
    if (first && text.find('{') != 0 && text.find("mechanism") != std::string::npos) {
      try {
        header_ = header_of(text);
        continue;
      } catch (const std::invalid_argument& e) {  // its lines are then read as JSON, and broken
        return ClaimLine{files_[file_ - 1], line_, std::nullopt, e.what()};
      }
    }
    return read(text);
  }
}

ClaimLine ClaimSource::read(const std::string& text) {
  ClaimLine out{files_[file_ - 1], line_, std::nullopt, ""};
  try {
    out.claim = header_.empty() ? claim_of_line(text) : claim_of_csv(header_, text);
  } catch (const std::invalid_argument& e) {
    out.broken = e.what();
  }
  return out;
}

}  // namespace plumbline
