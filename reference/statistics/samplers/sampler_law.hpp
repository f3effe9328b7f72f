/// The promised law of a sampler, as cells of its draws.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/statistics/samplers/cells.hpp"

namespace plumbline {

struct SamplerLawOptions {
  std::vector<Rational>
      scores{};            ///< of the candidates, of a selection: in sensitivities of one score
  int bits = 53;           ///< significant bits of outputs that are real numbers: 53 or 24
  bool resolution = true;  ///< whether their low bits, holes and repetitions are judged
};

struct SamplerLaw {
  std::string text;
  std::vector<CellPartition> single;      ///< of one draw
  std::vector<CellPartition> neighbours;  ///< of two draws that follow each other
  CellPartition restart;                  ///< of two draws of two starts
  bool of_reals = false;                  ///< draws are doubles; integers otherwise

  size_t tests() const { return single.size() + neighbours.size() + 1; }
};

/// The law of the noise, response or selection of this name: of a mechanism as in expressions, around 0 and with the
/// true answer 0, or of one of geometric(b=) and permute_and_flip(epsilon=).
/// \throws std::invalid_argument for other mechanisms and for parameters out of range.
SamplerLaw sampler_law(const std::string& expression, const SamplerLawOptions& options);

/// "discrete_laplace, discrete_gaussian, ...": the laws that can be judged.
std::string sampler_law_names();

}  // namespace plumbline
