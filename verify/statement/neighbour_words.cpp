#include "verify/statement/neighbour_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "reference/mechanisms/hypotheses/shared_parameters.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {
namespace {

const Neighbours* row_of(PairRelation relation) { return find_neighbours(relation_name(relation)); }

bool is_group(const Hypotheses& h) { return !(stated_group(h) == Rational(1)); }

/// Returns "one record", or the phrase for all records of one person.
std::string records_of(const Hypotheses& h) {
  return is_group(h) ? fmt::format("all records of one person, at most {}", stated_group(h).text())
                     : "one record";
}

/// Returns a restriction of the records that the pair is about; empty if it is about all records.
std::string which_records(const Hypotheses& h) {
  std::string out = has_own_keys(h) ? " whose thresholded keys nobody else has" : "";
  if (!has_raising_records(h)) return out;
  return out + (out.empty() ? "" : " and") + " which " + (is_group(h) ? "raise" : "raises") +
         " or keep" + (is_group(h) ? "" : "s") + " the value with Poisson noise";
}

/// The verb for the change to a neighbour, and the phrases that follow "one record" and "all records of one person".
struct Change {
  std::string verb, after{}, after_group{};
};

Change change_of(PairRelation relation) {
  switch (relation) {
    case PairRelation::remove:
      return {"Removing"};
    case PairRelation::add:
      return {"Adding"};
    case PairRelation::replace_one:
      return {"Exchanging", " for another", " for others"};
    case PairRelation::replace_special:
      return {"Exchanging", " for a special one that adds nothing",
              " for special ones that add nothing"};
    case PairRelation::zero_out:
      return {"Counting as zero"};
    case PairRelation::add_remove:
    case PairRelation::any:
    case PairRelation::mixed:
      break;
  }
  return {"Adding or removing"};
}

std::string participle_of(const Hypotheses& h) {
  switch (stated_relation(h)) {
    case PairRelation::remove:
      return "removed";
    case PairRelation::add:
      return "added";
    case PairRelation::replace_one:
      return is_group(h) ? "exchanged for others" : "exchanged for another";
    case PairRelation::replace_special:
      return is_group(h) ? "exchanged for special ones that add nothing"
                         : "exchanged for a special one that adds nothing";
    case PairRelation::zero_out:
      return "counted as zero";
    case PairRelation::add_remove:
    case PairRelation::any:
    case PairRelation::mixed:
      break;
  }
  return "added or removed";
}

/// The number of factors of a pair that are stated guarantees: none, some or all.
enum class Promised { none, some, all };

/// Returns how many factors are stated guarantees: their proof texts begin with one of these names.
Promised promised_by(const Hypotheses& h) {
  constexpr std::array<std::string_view, 9> kGuarantees = {"zcdp",
                                                           "rdp",
                                                           "gdp",
                                                           "dp",
                                                           "pure_dp",
                                                           "profile",
                                                           "tradeoff",
                                                           "approximate_dp",
                                                           "total_variation_dp"};
  const std::string proofs = proof_text(h), between = "; ";
  bool some = false, others = false;
  for (size_t at = 0; at < proofs.size();) {
    const size_t end = proofs.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", at);
    if (end != std::string::npos && end > at && proofs.compare(end, 2, ": ") == 0) {
      const std::string name = proofs.substr(at, end - at);
      const bool promised =
          std::find(kGuarantees.begin(), kGuarantees.end(), name) != kGuarantees.end();
      (promised ? some : others) = true;
    }
    const size_t next = proofs.find(between, at);
    at = next == std::string::npos ? proofs.size() : next + between.size();
  }
  if (!some) return Promised::none;
  return others ? Promised::some : Promised::all;
}

/// Returns the change for a pair without a stated relation. The text limits the change by the sensitivity. Stated
/// guarantees, and some other mechanisms, have no sensitivity.
std::string any_change(const Hypotheses& h) {
  if (promised_by(h) == Promised::all && !is_group(h)) {
    return "A change between data sets that the stated guarantee calls neighbours";
  }
  return is_group(h) ? fmt::format(
                           "A change of {}, each of which moves the released value by at "
                           "most the sensitivity,",
                           records_of(h))
                     : "A change between neighbouring data sets that moves the released value by "
                       "at most the sensitivity, where there is one,";
}

bool is_exchange(PairRelation relation) {
  return relation == PairRelation::replace_one || relation == PairRelation::replace_special ||
         relation == PairRelation::zero_out;
}

}  // namespace

bool is_about_presence(const Hypotheses& h) {
  return stated_relation(h) == PairRelation::add_remove ||
         stated_relation(h) == PairRelation::remove || stated_relation(h) == PairRelation::add;
}

std::string change_words(const Hypotheses& h) {
  if (stated_relation(h) == PairRelation::any) return any_change(h);
  const Change change = change_of(stated_relation(h));
  const std::string what = change.verb + " " + records_of(h) + which_records(h);
  if (is_group(h)) return what + "," + change.after_group;
  return what + change.after + " (one person, where each person has one)";
}

std::string difference_words(const Hypotheses& h) {
  if (stated_relation(h) == PairRelation::any) {
    if (promised_by(h) == Promised::all && !is_group(h)) {
      return "a change between neighbours of the stated guarantee";
    }
    return is_group(h)
               ? records_of(h) + ", each changed by at most the sensitivity"
               : "a change of the released value by at most the sensitivity, where there is one";
  }
  const std::string which = which_records(h);
  return records_of(h) + (is_group(h) ? ", " : " ") + participle_of(h) +
         (which.empty() ? "" : "," + which);
}

std::string attacked_condition(const Hypotheses& h) {
  if (stated_relation(h) != PairRelation::any) return "";
  const Promised promised = promised_by(h);
  std::string out;
  if (promised != Promised::all) {
    out += ", and a record moves the released value by at most the sensitivity";
  }
  if (promised != Promised::none) {
    out +=
        ", and the data sets with and without the attacked record are neighbours of the stated "
        "guarantee";
  }
  return out;
}

std::string belief_words(const Hypotheses& h) {
  const std::string which = is_about_all_records(h) ? "" : "," + which_records(h) + ",",
                    records = is_group(h) ? "the person's records" + which + " are"
                                          : "the person's record" + which + " is";
  switch (stated_relation(h)) {
    case PairRelation::add_remove:
    case PairRelation::remove:
    case PairRelation::add:
      return "that " + records + " in the data";
    case PairRelation::zero_out:
      return "that " + records + " counted";
    case PairRelation::replace_one:
    case PairRelation::replace_special:
      return "that " + records +
             (is_group(h) ? " those in the data and not those in their place"
                          : " the one in the data and not the one in its place");
    case PairRelation::any:
    case PairRelation::mixed:
      break;
  }
  return "that the data are those with the change and not those without it";
}

std::string neighbours_sentence(const Hypotheses& h) {
  const Neighbours* const row = row_of(stated_relation(h));
  if (row == nullptr) {
    if (!is_dominating(h)) return "all data sets whose outputs form this pair";
    if (promised_by(h) == Promised::all && !is_group(h)) {
      return "any data sets that the stated guarantee calls neighbours";
    }
    return "any data sets whose released values differ by at most the sensitivity" +
           (is_group(h) ? fmt::format(" for each of the at most {} records of one person that "
                                      "differ",
                                      stated_group(h).text())
                        : std::string());
  }
  const std::string which = is_about_all_records(h) ? "" : "," + which_records(h);
  if (!is_group(h)) return row->sentence + which;
  return fmt::format("all records of one person, at most {}, are {}", stated_group(h).text(),
                     participle_of(h)) +
         which;
}

std::string direction_meaning(Direction direction, const Hypotheses& h) {
  const bool forward = direction == Direction::forward;
  if (is_about_presence(h)) {
    const Neighbours& row = *find_neighbours(direction_name(direction));
    if (!is_group(h)) return row.relation + ": " + row.change;
    return row.relation + (forward ? ": the records of one person are there, then removed: H(with "
                                     "|| without)"
                                   : ": the records of one person are absent, then added: "
                                     "H(without || with)");
  }
  const std::string name = direction_name(direction) + ": ";
  if (is_exchange(stated_relation(h))) {
    const std::string own = is_group(h) ? "the person's records" : "the record",
                      other = stated_relation(h) == PairRelation::zero_out
                                  ? own + " counted as zero"
                              : is_group(h) ? "those in their place"
                                            : "the one in its place";
    return name + "the output with " +
           (forward ? own + " (Q) against the output with " + other + " (P)"
                    : other + " (P) against the output with " + own + " (Q)");
  }
  return name + (forward ? "the output of the second data set (Q) against that of the first (P)"
                         : "the output of the first data set (P) against that of the second (Q)");
}

std::string direction_sentence(Direction direction, const Hypotheses& first,
                               const Hypotheses* second) {
  const PairRelation of_first = stated_relation(first);
  const bool any = of_first == PairRelation::any;
  const bool same = second == nullptr || stated_relation(*second) == of_first ||
                    stated_relation(*second) == PairRelation::any;
  const Hypotheses& both = any && second != nullptr ? *second
                           : any || same            ? first
                                                    : *unstated_hypotheses();
  if (direction != Direction::worst) {
    const std::string meaning = direction_meaning(direction, both);
    return is_about_presence(both) ? "Direction " + direction_name(direction) +
                                         ", which is the relation " + meaning + "."
                                   : "Direction " + meaning + ".";
  }
  const std::string start = "Both directions", end = ": the worse of the two counts.";
  if (!any && !same) return start + " of each pair" + end;
  if (is_about_presence(both)) {
    return start + ", adding and removing " +
           (is_group(both) ? "the records of one person" : "a record") + end;
  }
  return start +
         (stated_relation(both) == PairRelation::any ? " of the pair"
                                                     : " of the exchange of records") +
         end;
}

std::vector<std::string> basis_sentences(const Hypotheses& h, Direction direction) {
  std::vector<std::string> out;
  const std::string none = direction == Direction::worst
                               ? "No neighbouring data sets lose"
                               : "In this direction alone, no neighbouring data sets lose";
  const std::string hull =
      direction == Direction::worst
          ? "; type II errors and true positive rates are those of the largest convex trade-off "
            "function below both directions, and a test need not attain them"
          : "";
  if (is_dominating(h) && is_shown_by_some(h)) {
    out.push_back(none + " more than these numbers say, and some lose as much" + hull + ".");
  } else if (is_dominating(h) && stated_attainment(h) == Attained::pointwise) {
    out.push_back(
        none +
        " more than these numbers say. Each number at one point is attained by some neighbours; "
        "none are known to attain all of them" +
        hull + ".");
  } else if (is_dominating(h)) {
    out.push_back(none +
                  " more than these numbers say. None are known that lose as much: the mechanism's "
                  "own numbers may be smaller.");
  } else if (is_shown_by_some(h)) {
    out.push_back("These numbers are those of two data sets alone, " + stated_family(h) +
                  ". Other neighbouring data sets may lose more: this is no guarantee.");
  } else {
    out.emplace_back(
        "These numbers are those of this pair of output laws alone. No neighbouring "
        "data sets are proved to have it, and any may lose more: this is no "
        "guarantee.");
  }
  if (!is_dominating(h) && direction == Direction::worst) {
    out.push_back("Each number is that of the worse direction" + hull + ".");
  }
  if (promised_by(h) != Promised::none) {
    out.emplace_back(
        "These numbers follow from a stated guarantee: they hold for every mechanism with this "
        "guarantee, and do not prove that a mechanism has it.");
  }
  if (const std::string which = which_records(h); !which.empty()) {
    out.push_back(std::string("These numbers are about ") +
                  (is_group(h) ? "the records of one person" : "a record") + which + ".");
  }
  if (const std::string facts = public_sentence(h); !facts.empty()) out.push_back(facts);
  const std::string proof = proof_text(h);
  if (!proof.empty()) out.push_back("Proof of this: " + proof + ".");
  return out;
}

std::string public_sentence(const Hypotheses& h) {
  std::string same, records;
  for (const auto& [name, value] : shared_parameters(h)) {
    std::string& of = is_about_presence(h) && name == kRecords ? records : same;
    of += (of.empty() ? "" : ", ") + name + " = " + value;
  }
  const std::string larger = records + ", the number of records of the larger data set";
  if (same.empty()) return records.empty() ? "" : "This number is public: " + larger + ".";
  if (records.empty())
    return "These numbers are public and the same in both data sets: " + same + ".";
  return "These numbers are public: " + same + ", the same in both data sets; " + larger + ".";
}

std::string basis_suffix(const Hypotheses& h) {
  if (is_dominating(h)) {
    return is_shown_by_some(h) ? ""
                               : ", according to its dominating pair (the mechanism may lose less)";
  }
  return is_shown_by_some(h) ? ", for these two data sets alone" : ", for this pair alone";
}

}  // namespace plumbline
