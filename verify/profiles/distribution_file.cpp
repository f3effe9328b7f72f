#include "verify/profiles/distribution_file.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "verify/base/text/safe_text.hpp"
#include "verify/profiles/distribution_json.hpp"
#include "verify/profiles/distribution_text.hpp"
#include "verify/profiles/mass_collector.hpp"

namespace plumbline {
namespace {

/// Collects the lines of a CSV file.
struct CsvRows {
  MassCollector masses;
  std::vector<PolygonPoint> curve;
  bool is_curve = false;

  void add(const std::string& line) {
    const size_t comma = line.find(',');
    if (comma == std::string::npos || line.find(',', comma + 1) != std::string::npos) {
      throw std::invalid_argument("a line has two numbers with a comma between");
    }
    const std::string first = line.substr(0, comma);
    const Rational second = Rational::parse(line.substr(comma + 1));
    if (is_curve) {
      curve.push_back({Rational::parse(first), second});
    } else if (first == "inf") {
      masses.infinite = masses.infinite + second;
    } else {
      masses.add(Rational::parse(first), second);
    }
  }
};

StoredDistribution csv_distribution(const std::string& text, const std::string& file) {
  CsvRows rows;
  std::istringstream in(text);
  long number = 0, read = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    if (read == 0 && (line == "loss,mass" || line == "alpha,beta")) {
      rows.is_curve = line == "alpha,beta";
      continue;
    }
    try {
      rows.add(line);
      ++read;
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(one_line(file + ":" + std::to_string(number) + ": " + e.what() +
                                           "; " + kDistributionForms));
    }
  }
  if (read == 0) throw std::invalid_argument(file + ": has no masses; " + kDistributionForms);
  return {{}, rows.masses.masses(), rows.curve};
}

}  // namespace

std::vector<StoredDistribution> distributions_in(const std::string& text, const std::string& file,
                                                 ProfileSide side) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  const bool json = first != std::string::npos && text[first] == '{';
  if (!json && !is_message_text(text)) return {csv_distribution(text, file)};
  try {
    if (json) return json_distributions(text, side);
    return {{{}, message_masses(text)}};
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(one_line(file + ": " + e.what()));
  }
}

std::vector<StoredDistribution> read_distributions(const std::string& file, ProfileSide side) {
  if (file == "-") {
    return distributions_in({std::istreambuf_iterator<char>(std::cin), {}}, "standard input", side);
  }
  std::error_code error;
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file, error)) {
    throw std::invalid_argument(file + ": cannot be read; " + kDistributionForms);
  }
  return distributions_in({std::istreambuf_iterator<char>(in), {}}, file, side);
}

}  // namespace plumbline
