// Reads the files that std::filesystem lists: of a folder, by their names'
// endings and sizes, of a tree, and sorted.
// RUN: %check-program --slices 2 --expect 'files_opened_ahead>=4' --expect 'hits>=8'
#include "listed_files.h"

#include <algorithm>

enum { Files = 24 };

// Entries of a folder come in any order: what is printed is a sum.
static uint64_t readFolder(const std::string &name) {
  uint64_t all = 0;
  for (const auto &e : fs::directory_iterator(name)) {
    if (!e.is_regular_file() || e.path().extension() != ".dat" ||
        e.file_size() < 1000)
      continue;
    all += readFile(e.path());
  }
  return all;
}

static uint64_t readTree(const fs::path &name) {
  uint64_t all = 0;
  for (const auto &e : fs::recursive_directory_iterator(name))
    if (fs::symlink_status(e.path()).type() == fs::file_type::regular)
      all += readFile(e.path());
  return all;
}

static uint64_t readSorted(const fs::path &name) {
  std::vector<fs::path> names;
  for (const auto &e : fs::directory_iterator(name))
    if (fs::is_regular_file(e.path()) && fs::file_size(e.path()) > 1000)
      names.push_back((name / e.path().filename()).lexically_normal());
  std::sort(names.begin(), names.end());
  uint64_t d = 0;
  for (const auto &p : names)
    d = d * 31 + readFile(p);
  return d;
}

int main() {
  fs::create_directories("tree/a/b");
  fs::create_directories("tree/none");
  for (unsigned i = 0; i < Files; i++) {
    std::string name = i % 3 == 0 ? "tree/" : i % 3 == 1 ? "tree/a/" : "tree/a/b/";
    name += std::to_string(i) + (i % 2 ? ".dat" : ".txt");
    makeData(name.c_str(), i % 7 == 3 ? 0 : 30000 + 4000 * i, i);
  }
  result(readFolder("tree/a"));
  result(readTree("tree"));
  result(readSorted("tree/a/b"));
  result(readTree("tree/none"));
}
