/// External records, one per line: JSON Lines, or CSV under the same names. Shared by claims and questions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plumbline {

/// The words that error messages use for the records of a file.
struct RecordWords {
  std::string one;      ///< "a claim"
  std::string all;      ///< "claims"
  std::string columns;  ///< "mechanism, quantity, at, ..."
};

bool is_blank(const std::string& text);
/// Removes the line end, and a byte-order mark from the first line.
void trim_record(std::string* text, bool first);
/// Returns the reason why a file with this beginning contains no records; empty if it may contain records.
std::string no_records(const std::string& first, const RecordWords& words);
/// Returns true if the first line has the names of columns.
bool is_record_header(const std::string& text);
/// Returns the names of the columns. Throws std::invalid_argument.
std::vector<std::string> record_header(const std::string& text);

/// Returns the fields of one line. Quoted fields may contain commas and doubled quotes, but no line breaks. Throws
/// std::invalid_argument on an unclosed quote.
std::vector<std::string> csv_fields(const std::string& line);
/// Returns the fields of a line, one for each column. Throws std::invalid_argument.
std::vector<std::string> csv_row(const std::vector<std::string>& header, const std::string& line);
/// Adds a field to an object, unless it is empty. `at` is written `delta=1e-5`, several arguments separated by
/// semicolons; `at`, `options` and `mechanism` may be JSON. Throws std::invalid_argument.
void put_csv_field(const std::string& name, const std::string& text, const RecordWords& words,
                   nlohmann::json* object);
/// Returns the object of a line below a header. Throws std::invalid_argument.
nlohmann::json csv_record(const std::vector<std::string>& header, const std::string& line,
                          const RecordWords& words);
/// Parses JSON. Throws std::invalid_argument, naming the defect, also if the text is nested more deeply than any
/// record: such values would overflow the stack when they are written.
nlohmann::json parse_record_json(const std::string& text, const RecordWords& words);

}  // namespace plumbline
