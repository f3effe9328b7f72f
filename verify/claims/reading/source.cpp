#include "verify/claims/reading/source.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/base/text/safe_text.hpp"
#include "verify/claims/reading/csv_claim.hpp"
#include "verify/claims/reading/json_claim.hpp"

namespace plumbline {

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
    trim_record(&text, first_);
    if (is_blank(text)) continue;
    const bool first = std::exchange(first_, false);
    if (first) {
      if (const std::string why = no_records(text, claim_words()); !why.empty()) {
        return give_up(why);
      }
    }
    if (first && is_record_header(text)) {
      try {
        header_ = record_header(text);
        check_claim_header(header_);
        continue;
      } catch (const std::invalid_argument& e) {
        return give_up(e.what());
      }
    }
    ClaimLine out = read(text);
    // The rest of the file is skipped; otherwise each line would report the same error.
    out.ends_file = first && out.broken == answer_is_no_claim();
    if (out.ends_file) in_ = nullptr;
    return out;
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
