#include "reference/mechanisms/matrix/amplified_sides.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/matrix/matrix_words.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

constexpr long kEveryStride = 8;
// The parameters whose presence determines the kind of sampling.
const char* const kBins = "bins";
const char* const kSeparation = "separation";

std::string with_matrix(const SampledMatrix& m) {
  return "(sigma=" + m.sigma + ",strategy=" + m.word +
         ",steps=" + std::to_string(m.strategy.steps());
}

/// Returns the values of the stride s of MATRIX-BINS to try: all numbers up to kEveryStride, and then powers of 2, as
/// far as they are below the minimum of the number of bands and the number of bins; finally this minimum.
std::vector<long> strides_of(const SampledMatrix& m) {
  std::vector<long> out;
  const long last = std::min(m.strategy.bands(), m.every);
  for (long s = 1; s < last; s = s < kEveryStride ? s + 1 : 2 * s) out.push_back(s);
  out.push_back(last);
  return out;
}

/// Adds the pair without amplification if its sensitivity is known.
void add_plain(const SampledMatrix& m, const std::string& participation,
               std::vector<AmplifiedSide>* out) {
  const std::string text = "correlated_gaussian" + with_matrix(m) + participation + ")";
  try {
    parse_expression(text);
  } catch (const std::invalid_argument&) {
    return;
  }
  out->push_back({text, Rational(1), "MATRIX-PAIR"});
}

AmplifiedSides sides_of_bins(const SampledMatrix& m) {
  const std::string bins = std::to_string(m.every);
  AmplifiedSides out;
  for (const long stride : strides_of(m)) {
    out.above.push_back({"balls_in_bins" + with_matrix(m) + ",bins=" + bins +
                             ",stride=" + std::to_string(stride) + ")",
                         Rational(1), "MATRIX-BINS"});
  }
  add_plain(m, ",every=" + bins, &out.above);
  out.below = bins_below(m);
  return out;
}

AmplifiedSides sides_apart(const SampledMatrix& m, const WrittenFactor& factor) {
  AmplifiedSides out;
  if (m.p == Rational(1) && !m.starts_warm) {  // the steps are known: the pair is attained
    out.above.push_back({factor.text(), Rational(1), "MATRIX-PAIR"});
    out.below = out.above;
    return out;
  }
  out.above.push_back({factor.text(), Rational(1), "MATRIX-SEPARATED"});
  const long most = (m.strategy.steps() + m.every - 1) / m.every;
  add_plain(m, ",participations=" + std::to_string(most) + ",gap=" + std::to_string(m.every),
            &out.above);
  out.below = apart_below(m);
  return out;
}

std::string number_of(const WrittenFactor& factor, const char* name) {
  return factor.is_open(name) ? "?" : factor.parameters.at(name).text();
}

}  // namespace

std::optional<SampledMatrix> sampled_matrix(const WrittenFactor& factor) {
  const Parameters& q = factor.parameters;
  for (const char* needed : {"steps", "p", kBins, "groups", kSeparation}) {
    if (factor.is_open(needed)) return std::nullopt;
  }
  const std::string word = matrix_word(q);
  Strategy strategy = sampled_strategy(q);
  const long bands = strategy.bands();
  SampledMatrix out{number_of(factor, "sigma"), word, std::move(strategy)};
  if (q.count("p") > 0) out.p = q.at("p");
  if (q.count(kBins) > 0) {
    out.every = matrix_whole(q, kBins);
  } else if (q.count(kSeparation) > 0) {
    out.every = matrix_whole(q, kSeparation);
    const auto start = q.words.find("start");
    out.starts_warm = start == q.words.end() || start->second == "warm";
  } else {
    out.every = q.count("groups") > 0 ? matrix_whole(q, "groups") : bands;
  }
  return out;
}

AmplifiedSides amplified_sides(const WrittenFactor& factor) {
  const Parameters& q = factor.parameters;
  if (!factor.open.empty() || !(factor.count == Rational(1))) {
    throw std::invalid_argument("write one mechanism without ? and without a power");
  }
  const bool bins = q.count(kBins) > 0, separation = q.count(kSeparation) > 0;
  if (q.words.count("strategy") == 0 || (!bins && q.count("p") == 0)) {
    throw std::invalid_argument(
        "write cyclic_poisson(...), balls_in_bins(...) or b_min_sep(...), got " +
        factor.entry->name);
  }
  const auto m = sampled_matrix(factor);
  if (bins) return sides_of_bins(*m);
  if (separation) return sides_apart(*m, factor);
  return {{{factor.text(), Rational(1), "MATRIX-CYCLIC"}},
          {{factor.entry->facts->member(factor), Rational(1), "MATRIX-CYCLIC"}}};
}

}  // namespace plumbline
