#include "verify/claims/results/verdict_journal.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <stdexcept>

#include "verify/base/build_identity.hpp"
#include "verify/base/text/sha256.hpp"
#include "verify/base/text/text_file.hpp"
#include "verify/claims/reading/asked_again.hpp"
#include "verify/claims/results/verdict_record.hpp"

namespace plumbline {
namespace {

using JournalJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kVerdicts = "verdicts.jsonl";
constexpr size_t kBlock = 1 << 20;

std::string journal_line(const JournalJson& record) {
  return record.dump(-1, ' ', false, JournalJson::error_handler_t::replace) + "\n";
}

/// Returns the digest of a file, which is read block by block.
std::string digest_of_file(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  std::string digest, block(kBlock, '\0');
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    digest = sha256(digest + block.substr(0, static_cast<size_t>(in.gcount())));
  }
  return digest;
}

JournalJson head_of(const ClaimsIdentity& identity, const Shard& shard) {
  return {{"build", build_identity()},
          {"claims", identity.claims},
          {"timeout", identity.seconds},
          {"shard", shard.text()}};
}

/// Returns the first line of a journal; null if there is none.
JournalJson read_head(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  if (!std::getline(in, line) || in.eof()) return {};
  JournalJson head = JournalJson::parse(line, nullptr, false);
  const bool whole = head.is_object() && head.contains("build") && head.contains("claims") &&
                     head.contains("timeout") && head.contains("shard") &&
                     head["shard"].is_string();
  return whole ? head : JournalJson();
}

bool is_finished(const JournalJson& record) {
  return record.is_object() && record.contains("finished") && record.contains("seconds") &&
         record["seconds"].is_number();
}

bool is_verdict(const JournalJson& record) {
  return record.is_object() && record.contains("file") && record["file"].is_string() &&
         record.contains("line") && record["line"].is_number_integer() && record.contains("of");
}

/// Returns the reason why the shard of a folder does not belong to this run; empty if it belongs.
std::string stranger_to(const ClaimsIdentity& identity, const JournalJson& head,
                        const std::string& name) {
  if (head.is_null()) {
    return name + ": has no verdicts.jsonl; run plumbline claims --shard i/n --out " + name;
  }
  if (head["build"] != build_identity()) {
    return name + ": comes from another build of this program; run all shards with one build";
  }
  if (head["claims"] != identity.claims) {
    return name +
           ": has verdicts on other files or lines, or these files have changed; run the shard "
           "again";
  }
  if (head["timeout"] != identity.seconds) {
    return fmt::format("{}: was run with --timeout {}; write the same here", name,
                       head["timeout"].dump());
  }
  return "";
}

/// Returns messages about shards that occur twice, are missing, or belong to another number of shards.
std::vector<std::string> claims_gaps(const std::vector<std::pair<std::string, Shard>>& shards) {
  std::vector<std::string> out;
  const size_t count = shards.front().second.count;
  std::map<size_t, std::string> names;
  for (const auto& [name, shard] : shards) {
    if (shard.count != count) {
      out.push_back(fmt::format("{}: is shard {}, but {} is one of {}; write the shards of one run",
                                name, shard.text(), shards.front().first, count));
    } else if (const auto [at, is_new] = names.emplace(shard.number, name); !is_new) {
      out.push_back(fmt::format("shard {} is present twice: {} and {}; write one of them",
                                shard.text(), at->second, name));
    }
  }
  if (!out.empty()) return out;
  for (size_t number = 1; number <= count; ++number) {
    if (names.contains(number)) continue;
    out.push_back("shard " + Shard{number, count}.text() + " is missing; write its folder too");
  }
  return out;
}

[[noreturn]] void refuse(const std::vector<std::string>& complaints) {
  std::string text;
  for (const std::string& complaint : complaints) text += (text.empty() ? "" : "\n") + complaint;
  throw std::invalid_argument(text);
}

}  // namespace

ClaimsIdentity claims_identity(const std::vector<std::string>& files, const std::set<long>& lines,
                               double seconds) {
  JournalJson all = JournalJson::array();
  for (const std::string& name : files) {
    all.push_back({name, digest_of_file(name)});
    const std::string again = file_asked_again(name).string();
    if (fs::exists(again)) all.push_back({again, digest_of_file(again)});
  }
  all.push_back(lines);
  return {sha256(journal_line(all)), seconds};
}

void VerdictJournal::index(const fs::path& path) {
  files_.push_back(std::make_unique<std::ifstream>(path, std::ios::binary));
  std::ifstream& in = *files_.back();
  std::streamoff offset = 0;
  for (std::string line; std::getline(in, line) && !in.eof();) {
    const JournalJson record = JournalJson::parse(line, nullptr, false);
    if (is_verdict(record)) {
      places_[record["file"].get<std::string>()][record["line"].get<long>()] = {files_.size() - 1,
                                                                                offset};
    } else if (is_finished(record)) {
      seconds_ += record["seconds"].get<double>();
      whole_ = true;
    }
    offset += static_cast<std::streamoff>(line.size()) + 1;
  }
  in.clear();
}

VerdictJournal VerdictJournal::write(const fs::path& folder, const ClaimsIdentity& identity,
                                     const Shard& shard, bool resume, std::ostream& messages) {
  VerdictJournal out;
  out.folder_ = folder;
  out.shard_ = shard;
  out.lock_ = std::make_unique<FolderLock>(folder, ".claims.lock");
  const fs::path path = folder / kVerdicts;
  remove_link(path);
  const JournalJson head = head_of(identity, shard),
                    found = resume ? read_head(path) : JournalJson();
  const bool same = found == head;
  if (same) {
    out.index(path);
    out.whole_ = false;  // lines without a stored verdict remain to be judged
  } else if (!found.is_null()) {
    messages << folder.generic_string()
             << ": has other claims, another shard or another program; restarted\n";
  }
  out.out_.open(path, std::ios::binary | (same ? std::ios::app : std::ios::trunc));
  // The newline ends a line that is incomplete because the program was killed.
  out.put(same ? "\n" : journal_line(head));
  return out;
}

VerdictJournal VerdictJournal::merge(const std::vector<fs::path>& shards,
                                     const ClaimsIdentity& identity) {
  VerdictJournal out;
  std::vector<std::string> complaints;
  std::vector<std::pair<std::string, Shard>> found;
  for (const fs::path& folder : shards) {
    const std::string name = folder.generic_string();
    const JournalJson head = read_head(folder / kVerdicts);
    if (const std::string why = stranger_to(identity, head, name); !why.empty()) {
      complaints.push_back(why);
      continue;
    }
    found.emplace_back(name, Shard::parse(head["shard"].get<std::string>()));
    out.whole_ = false;
    out.index(folder / kVerdicts);
    if (out.whole_) continue;
    const std::string shard = found.back().second.text();
    complaints.push_back(fmt::format(
        "{}: shard {} is not finished; run plumbline claims --shard {} --resume --out {} again",
        name, shard, shard, name));
  }
  if (complaints.empty() && !found.empty()) complaints = claims_gaps(found);
  if (!complaints.empty()) refuse(complaints);
  out.whole_ = true;
  return out;
}

const VerdictJournal::Place* VerdictJournal::find(const ClaimLine& line) const {
  const auto file = places_.find(line.file);
  if (file == places_.end()) return nullptr;
  const auto place = file->second.find(line.line);
  return place == file->second.end() ? nullptr : &place->second;
}

std::vector<ClaimVerdict> VerdictJournal::of_all(const std::vector<const ClaimLine*>& lines) {
  std::vector<ClaimVerdict> out;
  for (const ClaimLine* line : lines) {
    const Place* place = find(*line);
    if (place == nullptr) break;
    std::ifstream& in = *files_[place->file];
    in.clear();
    in.seekg(place->offset);
    std::string text;
    std::getline(in, text);
    try {
      out.push_back(read_verdict_record(JournalJson::parse(text).at("of")));
    } catch (const std::exception&) {
      break;  // not a verdict of this file: the claims are judged again
    }
  }
  if (out.size() == lines.size()) return out;
  if (!whole_) return {};
  throw std::invalid_argument(lines[out.size()]->place() +
                              ": no shard has a verdict on it; run the shards again");
}

void VerdictJournal::append(const JudgedLine& judged) {
  const JournalJson record = {{"file", judged.line.file},
                              {"line", judged.line.line},
                              {"of", verdict_record(judged.verdict)}};
  const std::lock_guard<std::mutex> lock(*mutex_);
  put(journal_line(record));
}

void VerdictJournal::finish(double seconds) {
  put(journal_line({{"finished", true}, {"seconds", seconds}}));
}

void VerdictJournal::put(const std::string& text) {
  out_ << text << std::flush;
  if (out_) return;
  throw std::runtime_error(folder_.generic_string() +
                           ": verdicts cannot be written (is the disk full?); free some space and "
                           "run again with --resume");
}

}  // namespace plumbline
