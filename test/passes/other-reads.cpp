// Reads by streams of wide characters, not those of text in memory and of the
// terminal.
//
// RUN: %slicexx %s -o /dev/null
// RUN: %slicexx -O2 %s -o /dev/null
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

double sumOf(const char *name) {
  std::wifstream file(name, std::ios::binary); // expected-remark {{no prefetch slice: std::ifstream::ifstream reads by a C++ stream, of which no slice is made}}
  double sum = 0, next;
  while (file >> next)
    sum += next;
  return sum;
}

double blocks(std::wistream &file, int n) {
  wchar_t row[64];
  double sum = 0;
  for (int i = 0; i < n; i++) {
    file.read(row, 64); // expected-remark {{no prefetch slice: std::istream::read reads by a C++ stream}}
    sum += row[0];
  }
  return sum;
}

int inMemory(const std::string &text) {
  std::istringstream words(text);
  int sum = 0, next;
  while (words >> next)
    sum += next;
  std::cin >> next;
  std::string line;
  std::getline(std::cin, line);
  std::ofstream("out") << sum;
  return sum + next + line.size();
}
