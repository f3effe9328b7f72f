#include "verify/history/database.hpp"

#include <sqlite3.h>

namespace plumbline {

Database::Database(const std::filesystem::path& file, bool create, double wait_seconds)
    : file_(file.generic_string()) {
  const int flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    sqlite3_close(handle_);
    throw DatabaseError(file_ + (create ? ": cannot be written; choose another folder"
                                        : ": cannot be read; `plumbline history add` makes it"));
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, static_cast<int>(1000 * wait_seconds));
}

Database::~Database() { sqlite3_close(handle_); }

void Database::refuse(int code) const {
  const std::string said = sqlite3_errmsg(handle_);
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw DatabaseError(file_ + ": another program is writing there; try again later");
    case SQLITE_NOTADB:
      throw DatabaseError(file_ + ": is no history; choose another folder");
    case SQLITE_CORRUPT:
      throw DatabaseError(file_ + ": is damaged (" + said +
                          "); put a copy in its place, or choose another folder");
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      throw DatabaseError(file_ + ": cannot be written (" + said + "); choose another folder");
    case SQLITE_FULL:
    case SQLITE_IOERR:
      throw DatabaseError(file_ + ": " + said + "; nothing was added");
    default:
      throw DatabaseError(file_ + ": " + said);
  }
}

void Database::run(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) refuse(code);
}

std::int64_t Database::number(const std::string& sql) {
  Rows rows(*this, sql);
  return rows.next() ? rows.integer(0) : 0;
}

std::string Database::text(const std::string& sql) {
  Rows rows(*this, sql);
  return rows.next() ? rows.text(0) : "";
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_); }

Rows::Rows(Database& database, const std::string& sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &statement_, nullptr));
}

Rows::~Rows() { sqlite3_finalize(statement_); }

void Rows::check(int code) const {
  if (code != SQLITE_OK) database_.refuse(code);
}

Rows& Rows::bind(int k, std::int64_t x) {
  check(sqlite3_bind_int64(statement_, k, x));
  return *this;
}

Rows& Rows::bind(int k, const std::string& x) {
  check(sqlite3_bind_text(statement_, k, x.data(), static_cast<int>(x.size()), SQLITE_TRANSIENT));
  return *this;
}

Rows& Rows::bind(int k, const std::optional<double>& x) {
  check(x ? sqlite3_bind_double(statement_, k, *x) : sqlite3_bind_null(statement_, k));
  return *this;
}

bool Rows::next() {
  const int code = sqlite3_step(statement_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.refuse(code);
  return code == SQLITE_ROW;
}

void Rows::run() {
  while (next()) {
  }
  again();
}

void Rows::again() { check(sqlite3_reset(statement_)); }

std::int64_t Rows::integer(int k) const { return sqlite3_column_int64(statement_, k); }

std::string Rows::text(int k) const {
  const unsigned char* text = sqlite3_column_text(statement_, k);
  const int size = sqlite3_column_bytes(statement_, k);
  return text == nullptr
             ? ""
             : std::string(reinterpret_cast<const char*>(text), static_cast<size_t>(size));
}

std::optional<double> Rows::real(int k) const {
  if (sqlite3_column_type(statement_, k) == SQLITE_NULL) return std::nullopt;
  return sqlite3_column_double(statement_, k);
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const DatabaseError&) {
    // What failed before has ended it already, and is what the caller hears of.
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace plumbline
