/// Records that others wrote, one a line: JSON Lines, or CSV under the same names. What claims and questions
/// have in common.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plumbline {

/// The names of the records of a file, for messages.
struct RecordWords {
  std::string one;      ///< "a claim"
  std::string all;      ///< "claims"
  std::string columns;  ///< "mechanism, quantity, at, ..."
};

bool is_blank(const std::string& text);
/// Removes what ends a line; of the first one also a byte-order mark before it.
void trim_record(std::string* text, bool first);
/// Why no line of a file that begins so is a record; empty where one may be.
std::string no_records(const std::string& first, const RecordWords& words);
/// Returns true if the first line has the names of columns.
bool is_record_header(const std::string& text);
/// These names. Throws std::invalid_argument.
std::vector<std::string> record_header(const std::string& text);

/// The fields of one line; quoted ones may hold commas and doubled quotes, not line breaks. Throws
/// std::invalid_argument on an open quote.
std::vector<std::string> csv_fields(const std::string& line);
/// As many as there are columns. Throws std::invalid_argument.
std::vector<std::string> csv_row(const std::vector<std::string>& header, const std::string& line);
/// Adds a field to an object, unless it is empty: `at` is written `delta=1e-5`, several arguments separated by
/// semicolons; it, `options` and `mechanism` may be JSON. Throws std::invalid_argument.
void put_csv_field(const std::string& name, const std::string& text, const RecordWords& words,
                   nlohmann::json* object);
/// The object of a line under a header. Throws std::invalid_argument.
nlohmann::json csv_record(const std::vector<std::string>& header, const std::string& line,
                          const RecordWords& words);
/// JSON that is not nested more deeply than any record is: deeper values would be the end of the
/// stack when they are written. Throws std::invalid_argument saying what is wrong.
nlohmann::json parse_record_json(const std::string& text, const RecordWords& words);

}  // namespace plumbline
