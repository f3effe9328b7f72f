/// Parses draws in the formats that samplers print.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/samplers/cells.hpp"

namespace plumbline {

/// One number per line or a JSON array of numbers per line, or raw 64-bit values.
enum class DrawForm { text, binary_integers, binary_doubles };

class DrawReader {
 public:
  explicit DrawReader(DrawForm form) : form_(form) {}

  /// Parses the complete lines or values of the new bytes, and appends their draws.
  /// \throws std::invalid_argument if a line contains no number, with the line and the expected format
  void read(const std::string& bytes, std::vector<SamplerDraw>* out);
  /// Parses a last line that has no line end.
  void finish(std::vector<SamplerDraw>* out);

 private:
  void read_binary(std::vector<SamplerDraw>* out);
  void read_lines(std::vector<SamplerDraw>* out);

  DrawForm form_;
  std::string rest_;
};

/// Parses the draws of one line. Throws as DrawReader::read does.
void read_draws(const std::string& line, std::vector<SamplerDraw>* out);

}  // namespace plumbline
