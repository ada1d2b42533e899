// Names of files that string streams make, and lines that string streams take
// apart: the slice makes the names, and opens the files ahead.
// RUN: %check-program --expect 'files_opened_ahead>=30'
#include "posix.h"
#include <fstream>
#include <iomanip>
#include <sstream>

enum { Files = 40, Bytes = 5000 };

static std::string nameOf(int i) {
  std::ostringstream name;
  switch (i % 5) {
  case 0:
    name << "part." << std::setw(4) << std::setfill('0') << i << ".dat";
    break;
  case 1:
    name << std::string("step") << '_' << std::left << std::setw(6)
         << std::setfill('-') << i << true << std::boolalpha << false;
    break;
  case 2:
    name << "x" << std::hex << std::uppercase << 1000 + i << std::dec << -i
         << 3000000000ul;
    break;
  case 3:
    name << "t=" << 0.25 * i << "_" << std::fixed << std::setprecision(3)
         << 1.5 * i;
    break;
  default:
    name.width(3);
    name.fill('_');
    name << i << std::ends;
  }
  return name.str();
}

static uint64_t take(const char *name, uint64_t d) {
  static char b[1024];
  int fd = open(name, O_RDONLY);
  ssize_t n;
  while ((n = read(fd, b, sizeof b)) > 0)
    d = digest(d, b, (size_t)n);
  close(fd);
  usleep(1000);
  return d;
}

int main() {
  uint64_t d = DIGEST_START;
  std::ofstream list("list");
  for (int i = 0; i < Files; i++) {
    makeData(nameOf(i).c_str(), Bytes, (unsigned)i);
    list << "item " << i << " 1e1 " << nameOf(i).c_str() << "\n";
  }
  list.close();

  for (int i = 0; i < Files; i += 2)
    d = take(nameOf(i).c_str(), d);

  std::stringstream again;
  for (int i = 0; i < Files; i += 5) {
    again.str("");
    again.clear();
    again << "part." << std::setw(4) << std::setfill('0') << i << ".dat";
    d = take(again.str().c_str(), d);
  }

  std::ifstream in("list");
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string word, name;
    int i = -1;
    double number = 0;
    fields >> word >> i >> number >> name;
    if (!fields || word != "item" || i % 3 != 0 || number != 10)
      continue;
    d = take(name.c_str(), d);
  }
  result(d);
}
