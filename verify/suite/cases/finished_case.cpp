#include "verify/suite/cases/finished_case.hpp"

namespace plumbline {

using Json = nlohmann::ordered_json;

Json ledger_entry(const FinishedCase& c) {
  return {{"index", c.index},       {"file", c.file},
          {"line", c.line},         {"case", c.id},
          {"key", c.key},           {"results", c.results.size()},
          {"wrong", c.wrong},       {"unreached", c.unreached},
          {"late", c.late},         {"seconds", c.seconds},
          {"problems", c.problems}, {"contradictions", c.contradictions}};
}

FinishedCase read_ledger_entry(const Json& entry, size_t* results) {
  FinishedCase out;
  entry.at("index").get_to(out.index);
  entry.at("file").get_to(out.file);
  entry.at("line").get_to(out.line);
  entry.at("case").get_to(out.id);
  entry.at("key").get_to(out.key);
  entry.at("results").get_to(*results);
  entry.at("wrong").get_to(out.wrong);
  entry.at("unreached").get_to(out.unreached);
  entry.at("late").get_to(out.late);
  entry.at("seconds").get_to(out.seconds);
  entry.at("problems").get_to(out.problems);
  entry.at("contradictions").get_to(out.contradictions);
  return out;
}

}  // namespace plumbline
