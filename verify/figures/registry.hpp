/// The list of the figures of papers that this project reproduces.
#pragma once

#include "verify/figures/work.hpp"

namespace plumbline {

struct FigureEntry {
  std::string name;     ///< "bcp-3": the paper and the number in it
  std::string summary;  ///< its content
  Figure (*make)(FigureWork&);
};

const std::vector<FigureEntry>& figure_registry();
/// Returns a figure by name. Throws std::invalid_argument on unknown names, listing the known figures.
const FigureEntry& find_figure(const std::string& name);

namespace figures {

/// Each function returns the figures of one family and has its own file. [BCP] is Beyond the Calibration Point,
/// [ReRo] the paper on data reconstruction, [TV] Total Variation Meets Differential Privacy.
std::vector<FigureEntry> bayes_errors();      ///< [BCP] 1 and 3
std::vector<FigureEntry> definitions();       ///< [BCP] 2 and 8
std::vector<FigureEntry> hyperpriors();       ///< [BCP] 4
std::vector<FigureEntry> dp_sgd();            ///< [BCP] 5, 6, 7
std::vector<FigureEntry> effect_sizes();      ///< [ReRo] 1 a to d
std::vector<FigureEntry> priors();            ///< [ReRo] 1 e, 2
std::vector<FigureEntry> equal_guarantees();  ///< [ReRo] 1 f, 3, 4
std::vector<FigureEntry> regions();           ///< [TV] 1 to 4
std::vector<FigureEntry> noisy_sgd();         ///< [TV] 5
std::vector<FigureEntry> staircases();        ///< [TV] 6, 7

}  // namespace figures
}  // namespace plumbline
