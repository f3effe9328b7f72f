/// Arrays of numbers in the formats of numpy.save and numpy.savez.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// The numbers of an array, in the order of the file.
struct NpyArray {
  std::vector<double> values;
  bool truth = false;  ///< true if the entries have the type bool
};

bool is_npy(const std::string& bytes);
/// Reads one array of 64-bit or 32-bit floating-point numbers, integers or booleans, little-endian, of any shape.
/// Throws std::invalid_argument, naming the file and the type of its content.
NpyArray read_npy(const std::string& bytes, const std::string& file);

bool is_npz(const std::string& bytes);
/// Reads the arrays of numpy.savez by their names. Throws std::invalid_argument, also for compressed archives.
std::map<std::string, NpyArray> read_npz(const std::string& bytes, const std::string& file);

}  // namespace plumbline
