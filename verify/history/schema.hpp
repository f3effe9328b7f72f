/// The tables of a history. What is changed here gets another number in kHistorySchema, and a way
/// from the last.
#pragma once

namespace plumbline {

/// In the file as its application_id: "Plmb".
inline constexpr long kHistoryApplication = 0x506c6d62;
/// In the file as its user_version.
inline constexpr long kHistorySchema = 1;

inline constexpr const char* kHistoryTables = R"sql(
CREATE TABLE night (
  id INTEGER PRIMARY KEY, time TEXT NOT NULL, commit_name TEXT NOT NULL, machine TEXT NOT NULL,
  build TEXT NOT NULL, digest TEXT NOT NULL UNIQUE);
CREATE TABLE answer (
  id INTEGER PRIMARY KEY, source TEXT NOT NULL, key TEXT NOT NULL, part TEXT NOT NULL,
  question TEXT NOT NULL, place TEXT NOT NULL, mechanism TEXT NOT NULL, replay TEXT NOT NULL,
  UNIQUE (source, key));
CREATE TABLE state (
  answer INTEGER NOT NULL REFERENCES answer, night INTEGER NOT NULL REFERENCES night,
  verdict TEXT NOT NULL, error REAL, digits REAL, lower TEXT NOT NULL, upper TEXT NOT NULL,
  PRIMARY KEY (answer, night)) WITHOUT ROWID;
CREATE TABLE part (
  night INTEGER NOT NULL REFERENCES night, source TEXT NOT NULL, name TEXT NOT NULL,
  answers INTEGER NOT NULL, seconds REAL NOT NULL, tool_seconds REAL, median_error REAL,
  largest_error REAL, fewest_digits REAL, PRIMARY KEY (night, source, name)) WITHOUT ROWID;
CREATE TABLE tally (
  night INTEGER NOT NULL REFERENCES night, source TEXT NOT NULL, part TEXT NOT NULL,
  verdict TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (night, source, part, verdict)) WITHOUT ROWID;
)sql";

/// Nothing that is there may change: `%s` is the table.
inline constexpr const char* kHistoryTriggers = R"sql(
CREATE TRIGGER no_update_of_%s BEFORE UPDATE ON %s BEGIN
  SELECT RAISE(ABORT, 'a history is only added to'); END;
CREATE TRIGGER no_delete_of_%s BEFORE DELETE ON %s BEGIN
  SELECT RAISE(ABORT, 'a history is only added to'); END;
)sql";

}  // namespace plumbline
