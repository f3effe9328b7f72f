/// Draws as a sampler prints them.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/samplers/cells.hpp"

namespace plumbline {

/// One number a line, a JSON array of numbers a line, or raw 64-bit values.
enum class DrawForm { text, binary_integers, binary_doubles };

class DrawReader {
 public:
  explicit DrawReader(DrawForm form) : form_(form) {}

  /// Reads the whole lines or values of what is new, and appends their draws.
  /// \throws std::invalid_argument where a line has no number: the line and what to print
  void read(const std::string& bytes, std::vector<SamplerDraw>* out);
  /// Reads a last line without its end.
  void finish(std::vector<SamplerDraw>* out);

 private:
  void read_binary(std::vector<SamplerDraw>* out);
  void read_lines(std::vector<SamplerDraw>* out);

  DrawForm form_;
  std::string rest_;
};

/// The draws of one line. Throws likewise.
void read_draws(const std::string& line, std::vector<SamplerDraw>* out);

}  // namespace plumbline
