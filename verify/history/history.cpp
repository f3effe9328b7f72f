#include "verify/history/history.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <stdexcept>

#include "verify/base/sha256.hpp"
#include "verify/base/text_file.hpp"
#include "verify/history/database.hpp"
#include "verify/history/schema.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

void make_tables(Database& database) {
  database.run(kHistoryTables);
  for (const std::string table : {"night", "answer", "state", "part", "tally"}) {
    std::string triggers = kHistoryTriggers;
    for (size_t at; (at = triggers.find("%s")) != std::string::npos;) {
      triggers.replace(at, 2, table);
    }
    database.run(triggers);
  }
  database.run(fmt::format("PRAGMA application_id={}", kHistoryApplication));
  database.run(fmt::format("PRAGMA user_version={}", kHistorySchema));
}

AnswerState state_in(const Rows& rows, int first) {
  return {rows.text(first), rows.real(first + 1), rows.real(first + 2), rows.text(first + 3),
          rows.text(first + 4)};
}

/// Writes one night inside a transaction.
class Adding {
 public:
  Adding(Database& database, long night)
      : night_(night),
        find_(database, "SELECT id FROM answer WHERE source=? AND key=?"),
        make_(database,
              "INSERT INTO answer(source,key,part,question,place,mechanism,replay) "
              "VALUES(?,?,?,?,?,?,?)"),
        last_(database,
              "SELECT verdict,error,digits,lower,upper FROM state WHERE answer=? "
              "ORDER BY night DESC LIMIT 1"),
        state_(database,
               "INSERT INTO state(answer,night,verdict,error,digits,lower,upper) "
               "VALUES(?,?,?,?,?,?,?)"),
        database_(database) {}

  void answers(const std::vector<NightAnswer>& all) {
    std::set<std::string> sources;
    for (const NightAnswer& answer : all) {
      sources.insert(answer.source);
      ++tally_[{answer.source, answer.part, answer.state.verdict}];
      const long id = id_of(answer);
      met_.insert(id);
      note(id, answer.state);
    }
    for (const std::string& source : sources) note_absent(source);
  }

  void parts(const std::vector<NightPart>& all) {
    Rows row(database_,
             "INSERT INTO part(night,source,name,answers,seconds,tool_seconds,median_error,"
             "largest_error,fewest_digits) VALUES(?,?,?,?,?,?,?,?,?)");
    for (const NightPart& part : all) {
      row.bind(1, night_).bind(2, part.source).bind(3, part.name).bind(4, part.answers);
      row.bind(5, std::optional(part.seconds)).bind(6, part.tool_seconds);
      row.bind(7, part.median_error).bind(8, part.largest_error).bind(9, part.fewest_digits);
      row.run();
    }
  }

  void tallies() {
    Rows row(database_, "INSERT INTO tally(night,source,part,verdict,count) VALUES(?,?,?,?,?)");
    for (const auto& [key, count] : tally_) {
      const auto& [source, part, verdict] = key;
      row.bind(1, night_).bind(2, source).bind(3, part).bind(4, verdict).bind(5, count);
      row.run();
    }
  }

 private:
  long id_of(const NightAnswer& answer) {
    const std::string key = sha256(answer.key).substr(0, 32);  // the words are kept as well
    find_.bind(1, answer.source).bind(2, key);
    const bool known = find_.next();
    const long id = known ? find_.integer(0) : 0;
    find_.again();
    if (known) return id;
    make_.bind(1, answer.source).bind(2, key).bind(3, answer.part).bind(4, answer.question);
    make_.bind(5, answer.place).bind(6, answer.mechanism).bind(7, answer.replay);
    make_.run();
    return database_.last_row();
  }

  void note(long id, const AnswerState& state) {
    last_.bind(1, id);
    const bool same = last_.next() && state_in(last_, 0) == state;
    last_.again();
    if (same) return;
    state_.bind(1, id).bind(2, night_).bind(3, state.verdict).bind(4, state.error);
    state_.bind(5, state.digits).bind(6, state.lower).bind(7, state.upper);
    state_.run();
  }

  /// Where a night asked cases at all, what it did not ask is absent; the same of claims.
  void note_absent(const std::string& source) {
    Rows all(database_, "SELECT id FROM answer WHERE source=?");
    all.bind(1, source);
    while (all.next()) {
      const long id = all.integer(0);
      if (!met_.contains(id)) note(id, {"absent", {}, {}, "", ""});
    }
  }

  std::int64_t night_;
  Rows find_, make_, last_, state_;
  Database& database_;
  std::set<long> met_;
  std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> tally_;
};

}  // namespace

History::History(const fs::path& folder, bool create, double wait_seconds)
    : file_(folder / "history.sqlite") {
  if (create) check_output_folder(folder);
  database_ = std::make_unique<Database>(file_, create, wait_seconds);
  database_->run("PRAGMA trusted_schema=OFF; PRAGMA foreign_keys=ON; PRAGMA synchronous=EXTRA");
  if (create) {
    prepare();
  }
  check_whole();
}

History::~History() = default;

/// Makes the tables where there are none.
void History::prepare() {
  const auto is_new = [this] {
    return database_->number("SELECT count(*) FROM sqlite_schema") == 0 &&
           database_->number("PRAGMA application_id") == 0;
  };
  if (!is_new()) return;
  Transaction transaction(*database_);
  if (is_new()) make_tables(*database_);  // another program may have been faster
  transaction.commit();
}

void History::check_whole() {
  const std::string name = file_.generic_string();
  if (database_->number("PRAGMA application_id") != kHistoryApplication) {
    throw DatabaseError(name + ": is no history; choose another folder");
  }
  const long schema = database_->number("PRAGMA user_version");
  if (schema > kHistorySchema) {
    throw DatabaseError(fmt::format(
        "{}: is of schema {}, and this program knows schemas up to {}; use a newer program", name,
        schema, kHistorySchema));
  }
  const std::string said = database_->text("PRAGMA quick_check(1)");
  if (said != "ok") {
    throw DatabaseError(name + ": is damaged (" + said +
                        "); put a copy in its place, or choose another folder");
  }
}

std::optional<long> History::add(const Night& night) {
  Transaction transaction(*database_);
  {
    Rows there(*database_, "SELECT id FROM night WHERE digest=?");
    there.bind(1, night.digest);
    if (there.next()) return std::nullopt;
  }
  Rows row(*database_,
           "INSERT INTO night(time,commit_name,machine,build,digest) VALUES(?,?,?,?,?)");
  row.bind(1, night.time).bind(2, night.commit).bind(3, night.machine).bind(4, night.build);
  row.bind(5, night.digest).run();
  const long id = database_->last_row();
  Adding adding(*database_, id);
  adding.answers(night.answers);
  adding.parts(night.parts);
  adding.tallies();
  transaction.commit();
  return id;
}

std::vector<KeptNight> History::nights() {
  Rows rows(*database_, "SELECT id,time,commit_name,machine,build FROM night ORDER BY id");
  std::vector<KeptNight> out;
  while (rows.next()) {
    out.push_back({rows.integer(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4)});
  }
  return out;
}

std::vector<AnswerCourse> History::courses(long first, long last) {
  Rows rows(*database_,
            "SELECT s.answer,s.night,s.verdict,s.error,s.digits,s.lower,s.upper,"
            "a.source,a.part,a.question,a.place,a.mechanism,a.replay "
            "FROM state s JOIN answer a ON a.id=s.answer WHERE s.night<=?2 AND s.night>=coalesce("
            "(SELECT max(t.night) FROM state t WHERE t.answer=s.answer AND t.night<=?1),0) "
            "ORDER BY s.answer,s.night");
  rows.bind(1, std::int64_t{first}).bind(2, std::int64_t{last});
  std::vector<AnswerCourse> out;
  for (long before = 0; rows.next();) {
    if (out.empty() || rows.integer(0) != before) {
      out.push_back({rows.text(7),
                     rows.text(8),
                     rows.text(9),
                     rows.text(10),
                     rows.text(11),
                     rows.text(12),
                     {}});
    }
    before = rows.integer(0);
    out.back().changes.push_back({rows.integer(1), state_in(rows, 2)});
  }
  return out;
}

std::vector<KeptPart> History::parts(long first, long last) {
  Rows rows(*database_,
            "SELECT night,source,name,answers,seconds,tool_seconds,median_error,largest_error,"
            "fewest_digits FROM part WHERE night BETWEEN ? AND ? ORDER BY source,name,night");
  rows.bind(1, std::int64_t{first}).bind(2, std::int64_t{last});
  std::vector<KeptPart> out;
  while (rows.next()) {
    out.push_back({rows.integer(0),
                   {rows.text(1), rows.text(2), rows.integer(3), rows.real(4).value_or(0),
                    rows.real(5), rows.real(6), rows.real(7), rows.real(8)}});
  }
  return out;
}

std::vector<KeptTally> History::tallies(long first, long last) {
  Rows rows(*database_,
            "SELECT night,source,part,verdict,count FROM tally WHERE night BETWEEN ? AND ? "
            "ORDER BY source,part,verdict,night");
  rows.bind(1, std::int64_t{first}).bind(2, std::int64_t{last});
  std::vector<KeptTally> out;
  while (rows.next()) {
    out.push_back({rows.integer(0), rows.text(1), rows.text(2), rows.text(3), rows.integer(4)});
  }
  return out;
}

}  // namespace plumbline
