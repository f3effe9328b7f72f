// delta of the Laplace mechanism, one step: 1 - exp((epsilon - 1/b)/2) within 0 <= epsilon <= 1/b.
#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>
int main(int, char** argv) {
  std::ifstream file(argv[1]);
  int tried = 0, bad = 0;
  for (std::string line, cell; std::getline(file, line);) {
    std::vector<std::string> row;
    for (std::istringstream cells(line); std::getline(cells, cell, '\t');) row.push_back(cell);
    if (row[1] != "laplace" || row[3] != "1" || row[6] != "delta" || row[7][0] == '-') continue;
    const double b = std::stod(row[2].substr(2)), epsilon = std::stod(row[7]);
    const double delta = epsilon <= 1 / b ? -std::expm1((epsilon - 1 / b) / 2) : 0;
    ++tried;
    bad += !(std::stod(row[10]) - 1e-15 <= delta && delta <= std::stod(row[11]) + 1e-15);
  }
  std::cout << tried << " tried, " << bad << " wrong\n";
  return bad > 0 || tried == 0;
}
