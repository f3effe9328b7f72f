#include "verify/hunt/search.hpp"

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/double_text.hpp"
#include "reference/questions/registry.hpp"
#include "verify/hunt/nonsense.hpp"

namespace plumbline {
namespace {

constexpr size_t kElites = 8;  // maximum number of stored settings of each sort (elite_name())
constexpr int kTries = 200;    // attempts to draw a new valid setting
// If the accountant declined this number of questions of a sort and answered none, the sort is proposed only after
// kTries - 1 other attempts failed.
constexpr long kRefusals = 8;
// One of kDeclinedShare proposals may be of a sort that was always declined.
constexpr long kDeclinedShare = 4;
constexpr double kUnit64 = 5.421010862427522e-20;  // 2^-64

/// Returns a score; a higher score is closer to the goal.
double score_of(Goal goal, const Examined& e) {
  if (goal == Goal::slowness) return e.seconds;
  if (goal == Goal::looseness) return e.state == "sound" ? -e.margin : -1e300;
  if (goal == Goal::error) return std::fabs(e.margin);
  return e.margin >= 0 ? 1 + e.margin : -std::log1p(-e.margin);
}

bool has_score(Goal goal, const Examined& e) {
  if (goal == Goal::slowness) return true;
  return e.state == "sound" || e.state == kWithinRounding || e.state == "violated" ||
         e.state == "estimate";
}

std::string sort_of_question(const std::string& kind, const Setting& setting) {
  return kind + ", " + recorded_word(setting.relation) + ", " + setting.quantity;
}

/// Returns the size class of the delta in the question or answer: an implementation may be wrong in a tail and correct
/// in the middle.
std::string size_of_delta(const Examined& e) {
  const std::string& shown = e.truth_upper.empty() ? e.value : e.truth_upper;
  const Reading reading = required_quantity(e.setting.quantity).reading;
  const double delta = reading == Reading::epsilon ? e.setting.argument
                       : reading == Reading::delta ? parse_double(shown)
                                                   : 1;
  return delta > 1e-4 ? "" : delta > 1e-8 ? " small" : delta > 1e-13 ? " tiny" : " minute";
}

std::string elite_name(const Examined& e) {
  return kinds_of(e.setting) + "; " + e.setting.quantity + size_of_delta(e);
}

size_t digest_of(const Setting& setting) {
  return std::hash<std::string>{}(setting_json(setting).dump());
}

bool is_of_one_kind(const std::string& name) { return name.find(" * ") == std::string::npos; }

}  // namespace

/// A sequence of Sobol points. All are shifted by the same random vector, which depends on the seed.
class Search::Spread {
 public:
  Spread(size_t dimension, Genome shift) : engine_(dimension), shift_(std::move(shift)) {}
  Genome next() {
    Genome out(shift_.size());
    for (size_t i = 0; i < out.size(); ++i) {
      const double u = static_cast<double>(engine_()) * kUnit64 + shift_[i];
      out[i] = u - std::floor(u);
    }
    return out;
  }

 private:
  boost::random::sobol engine_;
  Genome shift_;
};

Search::Search(const Space& space, Goal goal, uint64_t seed)
    : space_(space), goal_(goal), state_(seed) {
  Genome shift(space.dimension());
  for (double& x : shift) x = unit();
  points_ = std::make_unique<Spread>(space.dimension(), std::move(shift));
}

Search::~Search() = default;

/// Returns the next number in [0, 1) of SplitMix64, which is the same on all platforms.
double Search::unit() {
  uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double Search::normal() {
  constexpr double kTurn = 6.283185307179586;
  return std::sqrt(-2 * std::log(1 - unit())) * std::cos(kTurn * unit());
}

Genome Search::spread() { return points_->next(); }

/// Returns the stored settings of the better of two randomly chosen sorts. Products are numerous and are chosen less
/// often.
const std::vector<Search::Elite>& Search::some_elites() {
  constexpr double kAnySort = 0.3;
  const bool any = unit() < kAnySort;
  std::vector<const std::vector<Elite>*> lists;
  for (const auto& [name, list] : elites_) {
    if (any || is_of_one_kind(name)) lists.push_back(&list);
  }
  if (lists.empty()) return elites_.begin()->second;
  const auto some = [&] {
    return lists[static_cast<size_t>(unit() * static_cast<double>(lists.size()))];
  };
  const std::vector<Elite>*one = some(), *other = some();
  return one->front().score >= other->front().score ? *one : *other;
}

/// Returns a stored setting with some numbers changed, slightly or strongly, or with only its argument changed.
Genome Search::near_the_worst() {
  constexpr double kArgumentAlone = 0.2;
  const std::vector<Elite>& best = some_elites();
  const double u = unit();
  Genome out = best[static_cast<size_t>(u * u * static_cast<double>(best.size()))].genome;
  if (unit() < kArgumentAlone) {
    out[Space::argument_place()] = unit();
    return out;
  }
  const double step = std::pow(10, -3 + 2.5 * unit());
  const double share = std::max(0.08, unit() * 0.4);
  for (double& x : out) {
    if (unit() > share) continue;
    const double y = unit() < 0.15 ? unit() : x + step * normal();
    x = std::clamp(std::fabs(y < 1 ? y : 2 - y), 0.0, 1 - 1e-12);
  }
  return out;
}

/// Returns true if the accountant declined all questions so far about the setting's sort, or about the sort of one of
/// its factors, and there were at least kRefusals such questions.
bool Search::is_refused(const Setting& setting) const {
  const auto refused = [this](const std::string& sort) {
    const auto at = standing_.find(sort);
    return at != standing_.end() && at->second.asked >= kRefusals &&
           at->second.unsupported == at->second.asked;
  };
  if (refused(sort_of_question(kinds_of(setting), setting))) return true;
  return std::any_of(setting.factors.begin(), setting.factors.end(), [&](const SettingFactor& f) {
    return refused(sort_of_question(f.kind, setting));
  });
}

/// Returns true if the setting must wait: all questions of its sort, or of the sort of a factor, were declined so
/// far, while other sorts are answered. One in kDeclinedShare proposals is exempt, because an accountant may decline
/// only some parameters.
bool Search::waits(const Setting& setting) const {
  if (!answered_ || proposed_ % kDeclinedShare == 0) return false;
  const auto declined = [this](const std::string& sort) {
    const auto at = standing_.find(sort);
    return at != standing_.end() && at->second.unsupported == at->second.asked;
  };
  return declined(sort_of_question(kinds_of(setting), setting)) ||
         std::any_of(setting.factors.begin(), setting.factors.end(), [&](const SettingFactor& f) {
           return declined(sort_of_question(f.kind, setting));
         });
}

bool Search::is_known(const Setting& setting) const { return asked_.contains(digest_of(setting)); }

void Search::note(const Setting& setting, bool neighbours) {
  asked_.insert(digest_of(setting));
  if (!neighbours) return;
  for (const double argument : neighbouring_arguments(setting)) {
    Setting beside = setting;
    beside.argument = argument;
    asked_.insert(digest_of(beside));
  }
}

std::vector<Proposal> Search::next(size_t count) {
  constexpr long kNeighboursEach = 8;
  // Number of consecutive proposals without a new setting after which the space counts as exhausted.
  constexpr int kMostMisses = 4;
  std::vector<Proposal> out;
  for (int misses = 0; out.size() < count && misses < kMostMisses; ++proposed_) {
    const bool local = proposed_ >= kStart && !elites_.empty() && proposed_ % 2 == 1;
    ++misses;
    for (int i = 0; i < kTries; ++i) {
      Genome genome = local && i < kTries / 2 ? near_the_worst() : spread();
      std::optional<Setting> setting = space_.at(genome);
      if (!setting || (is_refused(*setting) && i + 1 < kTries) || is_known(*setting)) continue;
      if (i < kTries / 2 && waits(*setting)) continue;
      const bool neighbours = proposed_ % kNeighboursEach == 4;
      note(*setting, neighbours);
      out.push_back({std::move(genome), std::move(*setting), neighbours});
      misses = 0;
      break;
    }
  }
  return out;
}

void Search::learn(const Proposal& proposal, const std::vector<Examined>& outcome) {
  bool declined = !outcome.empty();
  double best = -HUGE_VAL;
  std::string name;
  for (const Examined& e : outcome) {
    declined = declined && e.state == "unsupported";
    if (!has_score(goal_, e) || !(score_of(goal_, e) > best)) continue;
    best = score_of(goal_, e);
    name = elite_name(e);
  }
  Standing& standing = standing_[sort_of_question(kinds_of(proposal.setting), proposal.setting)];
  ++standing.asked;
  standing.unsupported += declined ? 1 : 0;
  answered_ = answered_ || (!declined && !outcome.empty());
  if (name.empty()) return;
  std::vector<Elite>& list = elites_[name];
  const auto at =
      std::find_if(list.begin(), list.end(), [best](const Elite& e) { return e.score < best; });
  list.insert(at, {proposal.genome, best});
  if (list.size() > kElites) list.pop_back();
}

}  // namespace plumbline
