/// Sentences about neighbouring data sets, formatted from objects of the type Hypotheses alone.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

struct Hypotheses;

/// Returns true if the record of one person is in exactly one of the two data sets, so that there are members and
/// non-members.
bool is_about_presence(const Hypotheses& hypotheses);

/// Returns the change from one data set to its neighbour, as the subject of a sentence: "Adding or removing one record
/// (one person, where each person has one)".
std::string change_words(const Hypotheses& hypotheses);
/// Returns the difference between the two data sets, as a noun: "one record added or removed".
std::string difference_words(const Hypotheses& hypotheses);
/// If a pair does not state its relation, two data sets that differ in one record need not be its neighbours. Returns
/// the condition under which they are, as the end of a sentence about an attack: ", and a record moves the released
/// value by at most the sensitivity". Empty if the pair states its relation.
std::string attacked_condition(const Hypotheses& hypotheses);
/// Returns a belief about a person: "that the person's record is in the data".
std::string belief_words(const Hypotheses& hypotheses);

/// Returns the neighbouring data sets of a pair, for a list of mechanisms: "one record is added or removed".
std::string neighbours_sentence(const Hypotheses& hypotheses);
/// Returns the meaning of one direction of a pair: "remove: the record is there, then removed: H(with || without)".
std::string direction_meaning(Direction direction, const Hypotheses& hypotheses);
/// Returns the meaning of a certificate's direction for one pair, or for two compared pairs.
std::string direction_sentence(Direction direction, const Hypotheses& first,
                               const Hypotheses* second = nullptr);

/// Returns the sentences that state the neighbours for which the numbers of a pair hold (all, some, only two data sets,
/// or none), the proof, and the public facts. `direction` is the direction of the numbers; if it is a single direction,
/// the sentences state this.
std::vector<std::string> basis_sentences(const Hypotheses& hypotheses,
                                         Direction direction = Direction::worst);
/// Returns the sentence that names the public numbers of both data sets; empty if the pair has none.
std::string public_sentence(const Hypotheses& hypotheses);
/// Returns the end of a clause for numbers that do not hold for the mechanism in general: ", for these two data sets
/// alone".
std::string basis_suffix(const Hypotheses& hypotheses);

}  // namespace plumbline
