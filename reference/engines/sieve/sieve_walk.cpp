/// Searches the nodes. A block of nodes is skipped at once if the combs (Sieve::Comb) prove the decay in it.
#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/sieve/sieve.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::fourier {
namespace {

constexpr double kUpwards = 1 + 0x1p-50;  // compensates one or two roundings
// This number of look-ups in a comb costs as much as one visit.
constexpr size_t kLooks = 16;

struct TooLong {};

}  // namespace

struct Sieve::Walk {
  long need, most;
  const Poll& poll;
  std::vector<Run> runs;
  Faint* faint;
  long first;
  double share;       ///< a node of at most this size is omitted
  double counted;     ///< size that is counted for an omitted node, at least the share
  bool combs = true;  ///< true if the combs are also queried for single nodes
  /// Largest size of an omitted node, chosen such that the allowed sum is used up.
  double most_size = 0;
  long nodes = 0, reached = 0;  ///< number of summed nodes; all nodes up to `reached` are decided
  long finished = 0;            ///< number of nodes that were inspected one by one
  /// Numbers of nodes for which the combs were queried before the sizes, and of nodes that the combs decided.
  long asked = 0, passed = 0;
  double sum = 0;                          ///< sum of the sizes of nodes omitted by is_faint()
  long sized = 0;                          ///< number of nodes for which is_faint() was called
  double sum_before = 0, room_before = 0;  ///< values at the last change of most_size

  void add(long k) {
    if (++nodes > most) stop(k);
    if (!runs.empty() && runs.back().last + 1 == k) {
      runs.back().last = k;
    } else {
      runs.push_back({k, k});
    }
  }
  /// Returns true if a node of this size may be omitted in addition to the nodes omitted so far. Then adds its size
  /// to the sum.
  bool is_faint(long k, double size) {
    const double room = (faint->allowed - counted) * static_cast<double>(k - first + 1);
    adapt(room);
    const double more = (sum + size) * kUpwards;
    if (size > most_size || !(more <= room)) return false;
    sum = more;
    return true;
  }
  /// Adapts most_size so that the allowed sum is used evenly: it decreases if the last nodes used more than their
  /// share, and increases otherwise.
  void adapt(double room) {
    constexpr long kAtOnce = 256;
    constexpr double kFirst = 8, kMost = 1.3;
    if (most_size == 0) most_size = kFirst * faint->allowed;
    if (++sized % kAtOnce != 0) return;
    const double taken = (sum - sum_before) / (room - room_before);
    most_size *= std::clamp(1 / std::sqrt(taken), 1 / kMost, kMost);
    sum_before = sum;
    room_before = room;
  }
  [[noreturn]] void stop(long next) {
    reached = next - 1;
    throw TooLong();
  }
};

/// Chooses a few bands for each of the combs with the strongest decay. The comb with the fewest near-recurrences
/// (nodes near the beginning of a period) comes first.
void Sieve::choose_bands(long need) {
  constexpr int kBands = 6;
  constexpr size_t kMostLevels = 14;
  struct Choice {
    Bands bands;
    std::uint64_t width;  ///< at smaller distances, at most need/4 is proved
  };
  std::vector<Choice> choices;
  for (const Comb& comb : combs_) {
    const auto place = [&](long cost) {
      return static_cast<size_t>(std::lower_bound(comb.cost.begin(), comb.cost.end(), cost) -
                                 comb.cost.begin());
    };
    const size_t quarter = place(need / 4 + 1);
    if (quarter == comb.cost.size()) continue;
    Choice choice{{comb.turn, {0}, {0}}, comb.from[quarter]};
    for (int i = 1; i <= kBands; ++i) {
      const size_t j = place((need * i + kBands - 1) / kBands);
      if (j == comb.cost.size()) break;
      if (comb.from[j] == choice.bands.from.back()) continue;
      choice.bands.from.push_back(comb.from[j]);
      choice.bands.cost.push_back(comb.cost[j]);
    }
    choices.push_back(std::move(choice));
  }
  std::sort(choices.begin(), choices.end(),
            [](const Choice& a, const Choice& b) { return a.width < b.width; });
  if (choices.size() > kMostLevels) choices.resize(kMostLevels);
  const auto rarest = std::min_element(
      choices.begin(), choices.end(),
      [](const Choice& a, const Choice& b) { return a.bands.turn < b.bands.turn; });
  if (rarest != choices.end()) std::rotate(choices.begin(), rarest, rarest + 1);
  bands_.clear();
  for (Choice& choice : choices) bands_.push_back(std::move(choice.bands));
}

/// Returns the sum of the combs' costs that proves the decay `need`. If there is only one factor, a smaller sum
/// suffices by the exact form of RETURNS-PAIRS.
long Sieve::sum_needed(long need) const {
  if (!alone_) return need;
  const Bits p{96};
  const Ball unit = Ball(*alone_ * Rational(kUnit), p) / (log(Ball::integer(2, p)) * 2);
  const Ball Z = -expm1(-(Ball::integer(need, p) / unit));
  const auto whole = certain_floor((Z * unit).upper());
  return whole ? std::min(need, saturated(whole->approximate()) + 1) : need;
}

bool Sieve::keep(long first, long last, long need, long most, const Poll& poll,
                 std::vector<Run>* kept, long* reached, Faint* faint) {
  const long sum = sum_needed(need);
  choose_bands(sum);
  const double least = Sieve::share(need, Bits{64}).lower().approximate() / kUpwards;
  const double counted = Sieve::share(need, Bits{64}).upper().approximate() * kUpwards;
  Walk walk{sum, most, poll, {}, faint, first, least, counted};
  walk.reached = last;
  bool whole = true;
  try {
    if (!from_list(first, last, need, &walk) && !by_cells(first, last, &walk)) {
      descend(0, first, last, sum, &walk);
    }
  } catch (const TooLong&) {
    whole = false;
  }
  if (reached != nullptr) *reached = walk.reached;
  if (faint != nullptr) {
    const double nodes = static_cast<double>(walk.reached - first + 1) * kUpwards;
    faint->sum = (faint->sum + walk.sum + walk.counted * nodes) * (kUpwards * kUpwards);
  }
  if (whole || reached != nullptr) {
    kept->insert(kept->end(), walk.runs.begin(), walk.runs.end());
  }
  return whole;
}

/// Inspects only the nodes of ReturnList::list(). Returns false if a search of all nodes is cheaper.
bool Sieve::from_list(long first, long last, long need, Walk* walk) {
  constexpr long kShort = 4096, kStepsInVisit = 2;
  constexpr double kStepsForNode = 1;
  if (last - first < kShort) return false;
  std::vector<long> nodes;
  const double room = static_cast<double>(most_visits_ - visited_) * kStepsInVisit;
  const double most = std::min(room, kStepsForNode * static_cast<double>(last - first + 1));
  long steps = 0;
  const bool listed = list_.list(first, last, need, most, walk->poll, &nodes, &steps);
  visited_ += steps / kStepsInVisit;
  if (!listed) return false;
  const bool sized = walk->faint != nullptr && walk->faint->size;
  for (const long k : nodes) {
    sized ? finish_by_sizes(k, k, walk) : finish(k, k, walk);
  }
  return true;
}

/// Returns the number of visits per node in a search that queries the combs first, measured on a small part of first ..
/// last.
double Sieve::visits_by_combs(long first, long last, const Walk& walk) {
  constexpr long kPart = 64, kMost = 65536;
  Faint faint = *walk.faint;
  const long count = std::min((last - first) / kPart, kMost), from = first + (last - first) / 2;
  Walk part{walk.need, count + 1, walk.poll, {}, &faint, from, walk.share, walk.counted};
  const long before = visited_;
  try {
    descend(0, from, from + count, walk.need, &part);
  } catch (const TooLong&) {
  }
  return static_cast<double>(visited_ - before) / static_cast<double>(count + 1);
}

/// Searches by cells of nodes (NodeCells). Returns false if cells are not available or a search by combs is cheaper.
bool Sieve::by_cells(long first, long last, Walk* walk) {
  constexpr long kCellsAtOnce = 256, kShort = 65536;
  constexpr double kOfAllowed = 0x1p-4;
  if (walk->faint == nullptr || walk->faint->cells == nullptr || !walk->faint->size ||
      last - first < kShort)
    return false;
  NodeCells& cells = *walk->faint->cells;
  const double share = walk->faint->allowed * kOfAllowed;
  const NodeCells::Choice choice = cells.choose(first, last, share);
  if (choice.length == 0 || choice.node > visits_by_combs(first, last, *walk)) return false;
  walk->share = walk->counted = share;
  walk->combs = false;
  const long step = kCellsAtOnce * choice.length;
  std::vector<long> open;
  for (long k = first; k <= last; k += step) {
    open.clear();
    walk->poll();
    const long count = std::min(kCellsAtOnce, (last - k) / choice.length + 1);
    cells.open(k, count, walk->share, &open);
    visited_ += static_cast<long>(choice.cell * static_cast<double>(count));
    if (visited_ > most_visits_) walk->stop(k);
    for (const long cell : open) {
      finish_by_sizes(cell, std::min(cell + choice.length - 1, last), walk);
    }
  }
  return true;
}

/// Inspects the nodes of first .. last for which the combs from `level` on do not prove the remaining decay `need`.
void Sieve::descend(size_t level, long first, long last, long need, Walk* walk) {
  if (level == bands_.size()) {
    const bool sized = walk->faint != nullptr && walk->faint->size;
    return sized ? finish_by_sizes(first, last, walk) : finish(first, last, walk);
  }
  const Bands& comb = bands_[level];
  const std::uint64_t turn = comb.turn;
  for (long k = first; k <= last;) {
    if (++visited_ % 65536 == 0) walk->poll();
    if (visited_ > most_visits_) walk->stop(k);
    // All numbers are modulo 2^64. The position first moves away from the beginning of a period, then comes back.
    const std::uint64_t place = static_cast<std::uint64_t>(k) * turn, back = ~place + 1;
    const bool leaves = place <= back;
    const std::uint64_t distance = leaves ? place : back;
    size_t band = comb.from.size() - 1;
    while (comb.from[band] > distance) --band;
    if (comb.cost[band] >= need) {
      // Continues at the next node whose distance is below that of the first band with enough decay.
      while (comb.cost[band - 1] >= need) --band;
      const std::uint64_t steps = (back - comb.from[band]) / turn + 1;
      if (steps > static_cast<std::uint64_t>(last - k)) return;
      k += static_cast<long>(steps);
      continue;
    }
    // Continues with the nodes that stay in the band, on the same side of the beginning of a period.
    const bool inner = leaves && band + 1 < comb.from.size();
    const std::uint64_t room = inner ? comb.from[band + 1] - 1 - place
                                     : back - std::max<std::uint64_t>(comb.from[band], 1);
    const auto more =
        static_cast<long>(std::min(room / turn, static_cast<std::uint64_t>(last - k)));
    descend(level + 1, k, k + more, need - comb.cost[band], walk);
    k += more + 1;
  }
}

/// Returns true if the combs prove the needed decay at a node.
bool Sieve::passes(long k, long need) {
  long sum = 0;
  size_t looked_at = 0;
  while (looked_at < combs_.size() && sum < need) {
    const Comb& comb = combs_[looked_at++];
    const std::uint64_t place = static_cast<std::uint64_t>(k) * comb.turn;
    sum += comb.at_least(std::min(place, ~place + 1));
  }
  visited_ += static_cast<long>(looked_at / kLooks);
  return sum >= need;
}

/// Selects the nodes of first .. last for which the combs do not prove the needed decay.
void Sieve::finish(long first, long last, Walk* walk) {
  constexpr long kBetweenPolls = 8192;
  for (long k = first; k <= last; ++k) {
    if (++walk->finished % kBetweenPolls == 0) walk->poll();
    const bool passed = passes(k, walk->need);
    if (visited_ > most_visits_) walk->stop(k);
    if (!passed) walk->add(k);
  }
}

/// Selects the nodes like finish(), and also omits nodes of small size. The combs are queried before the size, as long
/// as they decide most nodes.
void Sieve::finish_by_sizes(long first, long last, Walk* walk) {
  constexpr long kBetweenPolls = 1024, kTrial = 1000;
  constexpr long kVisits = 10;  // a size costs as much as `kVisits` visits
  for (long k = first; k <= last; ++k) {
    if (++walk->finished % kBetweenPolls == 0) walk->poll();
    const bool ask = walk->combs && (walk->asked < kTrial || 2 * walk->passed > walk->asked);
    const bool passed = ask && passes(k, walk->need);
    walk->asked += ask ? 1 : 0;
    walk->passed += passed ? 1 : 0;
    visited_ += passed ? 0 : kVisits;
    if (visited_ > most_visits_) walk->stop(k);
    if (passed) continue;
    const double size = walk->faint->size(k);
    if (size > walk->share && !walk->is_faint(k, size)) walk->add(k);
  }
}

}  // namespace plumbline::fourier
