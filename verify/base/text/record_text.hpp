/// Parses external records, one on each line. The format is JSON Lines, or CSV whose columns have the names of the JSON
/// members. Claims and questions use these functions.
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
/// Removes carriage returns and blanks from the end of the text. If `first`, also removes a byte-order mark.
void trim_record(std::string* text, bool first);
/// Returns the reason why a file whose first line is `first` cannot contain records; empty if it may contain records.
std::string no_records(const std::string& first, const RecordWords& words);
/// Returns true if the text, the first line of a file, consists of column names.
bool is_record_header(const std::string& text);
/// Returns the names of the columns. Throws std::invalid_argument if the names are not separated by commas, or if a
/// name occurs twice.
std::vector<std::string> record_header(const std::string& text);

/// Returns the fields of one line. Quoted fields may contain commas and doubled quotes, but no line breaks. Throws
/// std::invalid_argument on an unclosed quote.
std::vector<std::string> csv_fields(const std::string& line);
/// Returns the fields of a line, one for each column. Throws std::invalid_argument if the line has another number of
/// fields.
std::vector<std::string> csv_row(const std::vector<std::string>& header, const std::string& line);
/// Adds a field to an object, unless it is empty. The field `at` has the form `delta=1e-5`; several arguments are
/// separated by semicolons. The fields `at`, `options` and `mechanism` may also be JSON. Throws std::invalid_argument
/// on other texts.
void put_csv_field(const std::string& name, const std::string& text, const RecordWords& words,
                   nlohmann::json* object);
/// Returns a line below the header as a JSON object. Throws std::invalid_argument if the line is invalid.
nlohmann::json csv_record(const std::vector<std::string>& header, const std::string& line,
                          const RecordWords& words);
/// Parses a record in JSON. Throws std::invalid_argument, naming the defect, if the text is invalid. A text that is
/// nested more deeply than any record is also invalid, because such a value would overflow the stack when it is
/// written.
nlohmann::json parse_record_json(const std::string& text, const RecordWords& words);

}  // namespace plumbline
