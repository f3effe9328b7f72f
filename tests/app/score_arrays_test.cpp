/// Scores from NumPy arrays and labelled tables.
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "app/options/files/npy_file.hpp"
#include "app/options/files/score_file.hpp"
#include "tests/app/program_records.hpp"
#include "tests/folder.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::string little_endian(std::uint64_t word, size_t size) {
  std::string out;
  for (size_t i = 0; i < size; ++i) out += static_cast<char>((word >> (8 * i)) & 255);
  return out;
}

/// Returns the bytes that numpy.save writes, version 1.
std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return "\x93NUMPY" + std::string("\x01\x00", 2) + little_endian(header.size(), 2) + header + data;
}

std::string doubles(const std::vector<double>& values) {
  std::string out;
  for (const double x : values) out += little_endian(std::bit_cast<std::uint64_t>(x), 8);
  return out;
}

std::string stored(const std::string& name, const std::string& bytes) {
  std::string out = std::string("PK\x03\x04", 4) + std::string(14, '\0');
  out += little_endian(bytes.size(), 4) + little_endian(bytes.size(), 4);
  out += little_endian(name.size(), 2) + little_endian(0, 2) + name + bytes;
  return out;
}

}  // namespace

TEST_CASE("arrays of NumPy: floats, integers and booleans are exact", "[cli][audit]") {
  const std::string three = "(3,)";
  CHECK(read_npy(npy("<f8", three, doubles({0.1, -2, 1e300})), "x").values ==
        std::vector<double>{0.1, -2, 1e300});
  const std::string floats = little_endian(std::bit_cast<std::uint32_t>(0.1F), 4);
  CHECK(read_npy(npy("<f4", "(1,)", floats), "x").values ==
        std::vector<double>{static_cast<double>(0.1F)});
  CHECK(read_npy(npy("<i2", "(2, 1)", little_endian(65535, 2) + little_endian(7, 2)), "x").values ==
        std::vector<double>{-1, 7});
  CHECK(read_npy(npy("|u1", "(1,)", "\xff"), "x").values == std::vector<double>{255});
  CHECK(read_npy(npy("|b1", "(1,)", "\x01"), "x").truth);
  CHECK(read_npy(npy("<i8", "()", little_endian(~std::uint64_t{0}, 8)), "x").values ==
        std::vector<double>{-1});
  CHECK_THROWS_WITH(read_npy(npy("<c16", three, ""), "x"), Catch::Contains("'<c16' is not read"));
  CHECK_THROWS_WITH(read_npy(npy("<f8", three, doubles({1})), "x"), Catch::Contains("shape"));
  CHECK_THROWS_WITH(read_npy("\x93NUMPY", "x"), Catch::Contains("cut off"));
  CHECK_THROWS_WITH(read_npy(npy("<f8", "(1,)", doubles({HUGE_VAL})), "x"),
                    Catch::Contains("not finite"));
}

TEST_CASE("scores: two arrays, labelled arrays, archives and tables are one audit",
          "[cli][audit]") {
  const Folder folder;
  std::string members, others, labels, all, table = "label,score\n";
  std::vector<double> in, out, both;
  for (int i = 0; i < 40; ++i) in.push_back(2 + i % 7), out.push_back(i % 5);
  for (int i = 0; i < 40; ++i) {
    both.push_back(in[i]), both.push_back(out[i]);
    labels += std::string("\x01\x00", 2);
    table += "1," + std::to_string(2 + i % 7) + "\n0," + std::to_string(i % 5) + "\n";
  }
  folder.write("in.npy", npy("<f8", "(40,)", doubles(in)));
  folder.write("out.npy", npy("<f8", "(40,)", doubles(out)));
  folder.write("scores.npy", npy("<f8", "(80,)", doubles(both)));
  folder.write("labels.npy", npy("|b1", "(80,)", labels));
  folder.write("table.csv", table);
  folder.write("all.npz", stored("scores.npy", npy("<f8", "(80,)", doubles(both))) +
                              stored("labels.npy", npy("|b1", "(80,)", labels)));
  const auto scores = [&](const std::vector<std::string>& names) {
    std::vector<std::string> files;
    for (const std::string& name : names) files.push_back(folder.file(name));
    return read_scores(files);
  };
  const Scores expected = scores({"in.npy", "out.npy"});
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"scores.npy", "labels.npy"}, {"table.csv"}, {"all.npz"}}) {
    const Scores found = scores(names);
    CHECK(found.members == expected.members);
    CHECK(found.others == expected.others);
  }
  CHECK_THROWS_WITH(scores({"in.npy"}), Catch::Contains("one .npy"));
  folder.write("state.pkl", std::string("\x80\x04\x95", 3));
  folder.write("scores.json", "[0.5, 1]");
  folder.write("data.bin", std::string("1\0", 2));
  CHECK_THROWS_WITH(scores({"state.pkl", "out.npy"}), Catch::Contains("it looks like a pickle"));
  CHECK_THROWS_WITH(scores({"scores.json", "out.npy"}), Catch::Contains("it looks like JSON"));
  CHECK_THROWS_WITH(scores({"data.bin"}), Catch::Contains("it looks like binary data"));
  const std::string files = folder.file("in.npy") + " " + folder.file("out.npy");
  const auto answers =
      records("audit scores " + files + " --threshold all-cuts --epsilon 0.1 --epsilon-at-fpr 0.2");
  size_t deltas = 0, chosen = 0;
  for (const nlohmann::json& answer : answers) {
    deltas += answer["quantity"] == "audited_delta";
    chosen += answer["at"].contains("chosen_fpr");
  }
  CHECK(deltas == 1);
  CHECK(chosen == 1);
  const Run reversed = run("audit scores " + folder.file("out.npy") + " " + folder.file("in.npy") +
                           " --threshold all-cuts");
  CHECK_THAT(reversed.err, Catch::Contains("--low-is-member"));
}

TEST_CASE("audit trials: the delta refuted at an epsilon", "[cli][audit]") {
  const auto answers =
      records("audit trials --tp 140 --fn 860 --fp 2 --tn 998 --epsilon 1,2 --delta 1e-5");
  std::vector<Rational> found;
  for (const nlohmann::json& answer : answers) {
    if (answer["quantity"] == "audited_delta") found.push_back(end(answer, "lower"));
  }
  REQUIRE(found.size() == 2);
  CHECK(found[0] > number("0.0994"));  // 1 - 0.88092 - e 0.0072058
  CHECK(found[0] < number("0.0996"));
  CHECK(found[1] < found[0]);
}
