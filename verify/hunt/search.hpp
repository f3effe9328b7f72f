/// Chooses the next settings: some are evenly distributed, the others are close to the worst settings so far.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "verify/hunt/examine.hpp"
#include "verify/hunt/space/space.hpp"

namespace plumbline {

struct Proposal {
  Genome genome;
  Setting setting;
  bool neighbours = false;
};

/// Proposes settings. The proposals depend only on the seed and on the sequence of earlier results.
class Search {
 public:
  Search(const Space& space, Goal goal, uint64_t seed);
  ~Search();

  /// Returns `count` settings, or fewer if the space is exhausted. No setting is proposed twice, or after note() has
  /// recorded it.
  std::vector<Proposal> next(size_t count);
  /// Records that a setting was asked, also if this object did not propose it.
  void note(const Setting& setting, bool neighbours);
  void learn(const Proposal& proposal, const std::vector<Examined>& outcome);

  /// Number of evenly distributed settings before the search near the worst settings begins.
  static constexpr long kStart = 160;

 private:
  struct Elite {
    Genome genome;
    double score = 0;
  };
  struct Standing {  ///< counts for one sort of question
    long asked = 0, unsupported = 0;
  };
  class Spread;

  Genome spread();
  const std::vector<Elite>& some_elites();
  Genome near_the_worst();
  double unit();
  double normal();
  bool is_refused(const Setting& setting) const;
  bool waits(const Setting& setting) const;
  bool is_known(const Setting& setting) const;

  const Space& space_;
  Goal goal_;
  uint64_t state_;
  long proposed_ = 0;
  std::unique_ptr<Spread> points_;
  std::map<std::string, std::vector<Elite>>
      elites_;  ///< by mechanisms, quantity, size of delta; the best first
  std::map<std::string, Standing> standing_;
  bool answered_ = false;             ///< some question was answered
  std::unordered_set<size_t> asked_;  ///< digests of settings, of which there may be millions
};

}  // namespace plumbline
