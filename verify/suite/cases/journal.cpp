#include "verify/suite/cases/journal.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kResults = "results.jsonl";
constexpr const char* kLedger = "cases.jsonl";

/// Returns a record as one line of a file; replaces bytes that are not UTF-8 (quoted from a broken file).
std::string line_of(const Json& record) {
  return record.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Returns the lines that are complete and JSON objects. A line without its end is incomplete even if it can be
/// parsed: a number at its end may have lost digits.
std::vector<Json> objects_in(const fs::path& path) {
  std::vector<Json> out;
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line) && !in.eof();) {
    Json record = Json::parse(line, nullptr, false);
    if (record.is_object()) out.push_back(std::move(record));
  }
  return out;
}

using Place = std::pair<std::string, std::string>;

/// Returns the results by file and case.
std::map<Place, std::vector<Json>> results_in(const fs::path& path) {
  std::map<Place, std::vector<Json>> out;
  for (Json& record : objects_in(path)) {
    const auto file = record.find("file"), id = record.find("case");
    if (file == record.end() || id == record.end() || !file->is_string() || !id->is_string()) {
      continue;
    }
    out[{file->get<std::string>(), id->get<std::string>()}].push_back(std::move(record));
  }
  return out;
}

/// Writes a new file next to the old one and renames it, so that a killed program leaves either the old or the new
/// file.
void replace_file(const fs::path& path, const std::string& text) {
  const fs::path fresh = path.string() + ".new";
  std::error_code none;
  fs::remove(fresh, none);  // it may be a link to elsewhere
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  std::error_code error;
  if (out) fs::rename(fresh, path, error);
  if (!out || error) {
    throw std::runtime_error(path.parent_path().generic_string() +
                             ": cannot be written; choose another --out");
  }
}

}  // namespace

std::vector<FinishedCase> read_journal(const fs::path& out) {
  std::map<Place, std::vector<Json>> results = results_in(out / kResults);
  std::vector<FinishedCase> finished;
  for (const Json& entry : objects_in(out / kLedger)) {
    try {
      size_t count = 0;
      FinishedCase c = read_ledger_entry(entry, &count);
      const auto found = results.find({c.file, c.id});
      if (found != results.end()) {
        c.results = std::move(found->second);
        results.erase(found);
      }
      if (c.results.size() == count) finished.push_back(std::move(c));
    } catch (const Json::exception&) {
      continue;  // not a line of cases.jsonl: the case runs again
    }
  }
  return finished;
}

Journal::Journal(const fs::path& out, const std::vector<FinishedCase>& kept)
    : out_(out), lock_(out) {
  rewrite(kept);
}

void Journal::open() {
  results_.open(out_ / kResults, std::ios::binary | std::ios::app);
  ledger_.open(out_ / kLedger, std::ios::binary | std::ios::app);
}

void Journal::append(const FinishedCase& c) {
  std::string lines;
  for (const Json& record : c.results) lines += line_of(record);
  results_ << lines << std::flush;
  ledger_ << line_of(ledger_entry(c)) << std::flush;
  if (!results_ || !ledger_) {
    throw std::runtime_error(out_.generic_string() +
                             ": results cannot be written (is the disk full?); free some space and "
                             "run again with --resume");
  }
}

void Journal::rewrite(const std::vector<FinishedCase>& cases) {
  std::string results, ledger;
  for (const FinishedCase& c : cases) {
    for (const Json& record : c.results) results += line_of(record);
    ledger += line_of(ledger_entry(c));
  }
  results_.close();
  ledger_.close();
  replace_file(out_ / kResults, results);
  replace_file(out_ / kLedger, ledger);
  open();
}

}  // namespace plumbline
