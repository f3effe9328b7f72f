/// A thin cover of SQLite: a connection, its statements, a transaction. Only database.cpp includes
/// sqlite3.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace plumbline {

/// What SQLite says went wrong, with the file and what to do.
struct DatabaseError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class Database {
 public:
  /// Waits so many seconds where another program has the file. Throws DatabaseError where it cannot
  /// be opened; without `create`, where it is not there.
  Database(const std::filesystem::path& file, bool create, double wait_seconds);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Statements without parameters and answers.
  void run(const std::string& sql);
  /// The first column of the first row.
  std::int64_t number(const std::string& sql);
  std::string text(const std::string& sql);
  std::int64_t last_row() const;

 private:
  friend class Rows;
  [[noreturn]] void refuse(int code) const;

  std::string file_;
  sqlite3* handle_ = nullptr;
};

/// One statement, which may be run many times with other values.
class Rows {
 public:
  Rows(Database& database, const std::string& sql);
  ~Rows();
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  /// The k-th parameter, from 1.
  Rows& bind(int k, std::int64_t x);
  Rows& bind(int k, const std::string& x);
  Rows& bind(int k, const std::optional<double>& x);
  /// Whether there is another row.
  bool next();
  /// Runs to its end, and makes ready for the next time.
  void run();
  void again();

  /// The k-th column of the row, from 0.
  std::int64_t integer(int k) const;
  std::string text(int k) const;
  std::optional<double> real(int k) const;

 private:
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

/// Everything until commit(), or nothing. Takes the right to write at once, so that what is read in
/// it stays true.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace plumbline
