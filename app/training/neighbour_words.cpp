#include "app/training/neighbour_words.hpp"

namespace plumbline {

std::string public_words() {
  return "the number of steps, the sampling rate and what the sums are divided by are public, the "
         "same for both, even where they were computed from the number of records.";
}

std::string zeroed_words() {
  return " Neighbours differ in one record, whose gradient counts as zero in one of them.";
}

std::string added_or_removed_words() {
  return " Neighbours differ in one record, added or removed; " + public_words();
}

}  // namespace plumbline
