#include "app/options/files/matrix_file.hpp"

#include <bit>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace plumbline {
namespace {

using Matrix = std::vector<std::vector<Rational>>;

Matrix matrix_of_csv(std::istream& in, const std::string& path) {
  Matrix out;
  std::string line;
  for (size_t number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
    out.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) {
      const size_t first = field.find_first_not_of(" \t\r"), last = field.find_last_not_of(" \t\r");
      try {
        out.back().push_back(Rational::parse(
            first == std::string::npos ? "" : field.substr(first, last - first + 1)));
      } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(path + ":" + std::to_string(number) + ": column " +
                                    std::to_string(out.back().size() + 1) + ": " + e.what());
      }
    }
  }
  return out;
}

/// Reads a matrix of little-endian doubles, as numpy.save writes it.
Matrix matrix_of_npy(const std::string& bytes, const std::string& path) {
  constexpr size_t kStart = 10, kMostRows = 4096;
  const auto fail = [&](const std::string& why) { throw std::invalid_argument(path + ": " + why); };
  if (bytes.size() < kStart || bytes[6] != 1) fail("not an NPY file of version 1");
  const auto byte = [&](size_t i) {
    return static_cast<size_t>(static_cast<unsigned char>(bytes[i]));
  };
  const size_t data = kStart + byte(8) + 256 * byte(9);
  if (bytes.size() < data) fail("the header is cut off");
  const std::string header = bytes.substr(kStart, data - kStart);
  std::smatch shape;
  if (header.find("'<f8'") == std::string::npos ||
      !std::regex_search(header, shape, std::regex("\\((\\d{1,6}), (\\d{1,6})\\)"))) {
    fail("a matrix of doubles ('<f8') is needed");
  }
  const size_t rows = std::stoul(shape[1]), columns = std::stoul(shape[2]);
  if (rows > kMostRows || columns > kMostRows || bytes.size() != data + 8 * rows * columns) {
    fail("its size is not that of its shape, or above 4096 rows");
  }
  const bool by_columns = header.find("'fortran_order': True") != std::string::npos;
  Matrix out(rows, std::vector<Rational>(columns));
  for (size_t i = 0; i < rows * columns; ++i) {
    std::uint64_t word = 0;
    for (size_t k = 8; k-- > 0;) word = word * 256 + byte(data + 8 * i + k);
    const Rational x = Rational::from_binary64(std::bit_cast<double>(word));
    by_columns ? out[i % rows][i / rows] = x : out[i / columns][i % columns] = x;
  }
  return out;
}

}  // namespace

std::vector<std::vector<Rational>> read_matrix(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::invalid_argument("cannot read " + path);
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (bytes.rfind("\x93NUMPY", 0) == 0) return matrix_of_npy(bytes, path);
  std::istringstream text(bytes);
  return matrix_of_csv(text, path);
}

}  // namespace plumbline
