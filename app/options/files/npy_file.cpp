#include "app/options/files/npy_file.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace plumbline {
namespace {

[[noreturn]] void fail_npy(const std::string& file, const std::string& why) {
  throw std::invalid_argument(file + ": " + why);
}

/// Reads little-endian numbers from bytes; throws std::invalid_argument if the bytes end before the number does.
class LittleEndian {
 public:
  LittleEndian(const std::string& bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  std::uint64_t at(size_t from, size_t size) const {
    if (from > bytes_.size() || bytes_.size() - from < size) fail_npy(file_, "the file is cut off");
    std::uint64_t out = 0;
    for (size_t k = size; k-- > 0;) out = out * 256 + static_cast<unsigned char>(bytes_[from + k]);
    return out;
  }

 private:
  const std::string& bytes_;
  const std::string& file_;
};

/// Returns the value of a key in the header, which is the text of a Python dictionary. Empty if the key is missing.
std::string header_value(const std::string& header, const std::string& key) {
  const size_t at = header.find("'" + key + "':");
  if (at == std::string::npos) return "";
  const size_t from = header.find_first_not_of(' ', at + key.size() + 3);
  if (from == std::string::npos) return "";
  const char first = header[from];
  if (first == '\'') return header.substr(from + 1, header.find('\'', from + 1) - from - 1);
  if (first == '(') return header.substr(from, header.find(')', from) - from + 1);
  return header.substr(from, header.find_first_of(",}", from) - from);
}

/// Returns the number of entries of an array of this shape, for example "(3, 4)". Throws std::invalid_argument if there
/// are too many entries.
size_t entries_of(const std::string& shape, const std::string& file) {
  constexpr size_t kMostEntries = 1000000000;
  size_t out = 1, number = 0;
  bool digits = false;
  for (const char c : shape) {
    if (c >= '0' && c <= '9') {
      number = 10 * number + static_cast<size_t>(c - '0');
      digits = true;
    } else if (digits) {
      out *= number, number = 0, digits = false;
    }
    if (number > kMostEntries || out > kMostEntries) fail_npy(file, "the array is too large");
  }
  return out;
}

double integer_double(std::uint64_t word, size_t size, bool with_sign, const std::string& file) {
  const unsigned shift = 64 - 8 * static_cast<unsigned>(size);
  const auto value = static_cast<std::int64_t>(word << shift) >> shift;
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  const std::uint64_t magnitude =
      with_sign && value < 0 ? static_cast<std::uint64_t>(-(value + 1)) + 1 : word;
  if (magnitude > kExact) fail_npy(file, "an integer is beyond 2^53");
  return with_sign ? static_cast<double>(value) : static_cast<double>(word);
}

double value_of_word(std::uint64_t word, char kind, size_t size, const std::string& file) {
  if (kind != 'f') return integer_double(word, size, kind == 'i', file);
  if (size == 8) return std::bit_cast<double>(word);
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
}

/// Returns the name of an archive entry without ".npy".
std::string array_name(const std::string& entry) {
  const bool npy = entry.size() > 4 && entry.ends_with(".npy");
  return npy ? entry.substr(0, entry.size() - 4) : entry;
}

}  // namespace

bool is_npy(const std::string& bytes) { return bytes.starts_with("\x93NUMPY"); }
bool is_npz(const std::string& bytes) { return bytes.starts_with("PK\x03\x04"); }

NpyArray read_npy(const std::string& bytes, const std::string& file) {
  constexpr size_t kVersion = 6, kLength = 8;
  const LittleEndian words(bytes, file);
  const size_t length_size = words.at(kVersion, 1) == 1 ? 2 : 4;
  const size_t start = kLength + length_size, length = words.at(kLength, length_size);
  words.at(start, 0);
  if (bytes.size() - start < length) fail_npy(file, "the header is cut off");
  const std::string header = bytes.substr(start, length), type = header_value(header, "descr");
  const std::string kinds = "fiub";
  const bool known = type.size() == 3 && (type[0] == '<' || type[0] == '|') &&
                     kinds.find(type[1]) != std::string::npos;
  const size_t size = known ? static_cast<size_t>(type[2] - '0') : 0;
  const bool fits = size == 8 || size == 4 || (type[1] != 'f' && (size == 1 || size == 2));
  if (!known || !fits) {
    fail_npy(file, "an array of the type '" + type +
                       "' is not read: save one of float64, float32, integers or bool");
  }
  NpyArray out;
  out.truth = type[1] == 'b';
  const size_t entries = entries_of(header_value(header, "shape"), file), data = start + length;
  if (bytes.size() - data != entries * size) fail_npy(file, "its size is not that of its shape");
  out.values.reserve(entries);
  for (size_t i = 0; i < entries; ++i) {
    const double x = value_of_word(words.at(data + i * size, size), type[1], size, file);
    if (!std::isfinite(x)) fail_npy(file, "entry " + std::to_string(i) + " is not finite");
    out.values.push_back(x);
  }
  return out;
}

// Reads the local headers of the ZIP archive in sequence. NumPy writes 64-bit sizes in an extra field.
std::map<std::string, NpyArray> read_npz(const std::string& bytes, const std::string& file) {
  constexpr size_t kHeader = 30, kMethod = 8, kSize = 18, kNameSize = 26, kExtraSize = 28;
  constexpr std::uint64_t kIn64Bits = 0xffffffff;
  const LittleEndian words(bytes, file);
  std::map<std::string, NpyArray> out;
  for (size_t at = 0; bytes.compare(at, 4, "PK\x03\x04") == 0;) {
    const size_t names = words.at(at + kNameSize, 2), extra = words.at(at + kExtraSize, 2);
    std::uint64_t size = words.at(at + kSize, 4);
    const size_t extra_at = at + kHeader + names, data = extra_at + extra;
    if (size == kIn64Bits && extra >= 20) size = words.at(extra_at + 12, 8);
    words.at(data, 0);
    const std::string name = array_name(bytes.substr(at + kHeader, names));
    if (words.at(at + kMethod, 2) != 0) {
      fail_npy(file, "the array " + name + " is compressed; write it with numpy.savez");
    }
    if (bytes.size() - data < size) fail_npy(file, "the file is cut off");
    out.emplace(name, read_npy(bytes.substr(data, size), file + " (" + name + ")"));
    at = data + size;
  }
  return out;
}

}  // namespace plumbline
