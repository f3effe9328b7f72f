#include "verify/statement/neighbour_words.hpp"

#include <fmt/core.h>

#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {
namespace {

const Neighbours* row_of(PairRelation relation) { return find_neighbours(relation_name(relation)); }

bool is_group(const Hypotheses& h) { return !(h.group == Rational(1)); }

/// "one record", or all records of one person.
std::string records_of(const Hypotheses& h) {
  return is_group(h) ? fmt::format("all records of one person, at most {}", h.group.text())
                     : "one record";
}

/// The verb that makes a neighbour, and what follows one record, or all of a person.
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

std::string participle_of(PairRelation relation) {
  switch (relation) {
    case PairRelation::remove:
      return "removed";
    case PairRelation::add:
      return "added";
    case PairRelation::replace_one:
      return "exchanged for another";
    case PairRelation::replace_special:
      return "exchanged for a special one that adds nothing";
    case PairRelation::zero_out:
      return "counted as zero";
    case PairRelation::add_remove:
    case PairRelation::any:
    case PairRelation::mixed:
      break;
  }
  return "added or removed";
}

/// A pair stated without a relation.
std::string any_change(const Hypotheses& h) {
  return is_group(h) ? fmt::format(
                           "A change of {}, each of which moves the released value by at "
                           "most the sensitivity,",
                           records_of(h))
                     : "A change between neighbouring data sets that moves the released value by "
                       "at most the sensitivity";
}

bool is_exchange(PairRelation relation) {
  return relation == PairRelation::replace_one || relation == PairRelation::replace_special ||
         relation == PairRelation::zero_out;
}

}  // namespace

bool is_about_presence(const Hypotheses& h) {
  return h.relation == PairRelation::add_remove || h.relation == PairRelation::remove ||
         h.relation == PairRelation::add;
}

std::string change_words(const Hypotheses& h) {
  if (h.relation == PairRelation::any) return any_change(h);
  const Change change = change_of(h.relation);
  const std::string what = change.verb + " " + records_of(h);
  if (is_group(h)) return what + "," + change.after_group;
  return what + change.after + " (one person, where each person has one)";
}

std::string difference_words(const Hypotheses& h) {
  if (h.relation == PairRelation::any) {
    return is_group(h) ? records_of(h) + ", each changed by at most the sensitivity"
                       : "a change of the released value by at most the sensitivity";
  }
  return records_of(h) + (is_group(h) ? ", " : " ") + participle_of(h.relation);
}

std::string belief_words(const Hypotheses& h) {
  const std::string records = is_group(h) ? "the person's records are" : "the person's record is";
  switch (h.relation) {
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
  const Neighbours* const row = row_of(h.relation);
  if (row == nullptr) {
    if (!h.dominates) return "all data sets whose outputs form this pair";
    return "any data sets whose released values differ by at most the sensitivity" +
           (is_group(h) ? fmt::format(" for each of the at most {} records of one person that "
                                      "differ",
                                      h.group.text())
                        : std::string());
  }
  if (!is_group(h)) return row->sentence;
  return fmt::format("all records of one person, at most {}, are {}", h.group.text(),
                     participle_of(h.relation));
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
  if (is_exchange(h.relation)) {
    const std::string own = is_group(h) ? "the person's records" : "the record",
                      other = is_group(h) ? "those in their place" : "the one in its place";
    return name + "the output with " +
           (forward ? own + " (Q) against the output with " + other + " (P)"
                    : other + " (P) against the output with " + own + " (Q)");
  }
  return name + (forward ? "the output of the second data set (Q) against that of the first (P)"
                         : "the output of the first data set (P) against that of the second (Q)");
}

std::string direction_sentence(Direction direction, const Hypotheses& first,
                               const Hypotheses* second) {
  const bool same = second == nullptr || second->relation == first.relation ||
                    second->relation == PairRelation::any;
  Hypotheses both = first;
  if (first.relation == PairRelation::any && second != nullptr) both = *second;
  if (!same && first.relation != PairRelation::any) both.relation = PairRelation::any;
  if (direction != Direction::worst) {
    const std::string meaning = direction_meaning(direction, both);
    return is_about_presence(both) ? "Direction " + direction_name(direction) +
                                         ", which is the relation " + meaning + "."
                                   : "Direction " + meaning + ".";
  }
  const std::string start = "Both directions", end = ": the worse of the two counts.";
  if (!same && first.relation != PairRelation::any) return start + " of each pair" + end;
  if (is_about_presence(both)) {
    return start + ", adding and removing " +
           (is_group(both) ? "the records of one person" : "a record") + end;
  }
  return start +
         (both.relation == PairRelation::any ? " of the pair" : " of the exchange of records") +
         end;
}

std::vector<std::string> basis_sentences(const Hypotheses& h, Direction direction) {
  std::vector<std::string> out;
  const std::string none = direction == Direction::worst
                               ? "No neighbouring data sets lose"
                               : "In this direction alone, no neighbouring data sets lose";
  if (h.dominates && h.shown_by_some()) {
    out.push_back(none + " more than these numbers say, and some lose as much.");
  } else if (h.dominates) {
    out.push_back(none +
                  " more than these numbers say. None are known that lose as much: the mechanism's "
                  "own numbers may be smaller.");
  } else if (h.shown_by_some()) {
    out.push_back("These numbers are those of two data sets alone, " + h.family +
                  ". Other neighbouring data sets may lose more: this is no guarantee.");
  } else {
    out.emplace_back(
        "These numbers are those of this pair of output laws alone. No neighbouring "
        "data sets are known to have it, and all may lose more: this is no "
        "guarantee.");
  }
  if (!h.public_facts.empty()) {
    out.push_back("Both data sets share, as public facts: " + public_text(h) + ".");
  }
  if (!h.proof.empty()) out.push_back("Proof of this: " + proof_text(h) + ".");
  return out;
}

std::string basis_suffix(const Hypotheses& h) {
  if (h.dominates) {
    return h.shown_by_some() ? ""
                             : ", as far as its dominating pair shows (the mechanism may lose "
                               "less)";
  }
  return h.shown_by_some() ? ", for these two data sets alone" : ", for this pair alone";
}

}  // namespace plumbline
