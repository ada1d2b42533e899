// Files that the std::filesystem of libc++ lists: of a folder, by their names'
// endings and sizes, and of a tree, where the loop begins with an iterator that
// is there.
// REQUIRES: libcxx
// RUN: %check-program --flag=-stdlib=libc++ --slices 2 --expect 'files_opened_ahead>=3' --expect 'hits>=8'
#include "listed_files.h"

enum { Files = 24 };

// Entries of a folder come in any order: what is printed is a sum.
static uint64_t readFolder(const fs::path &name) {
  uint64_t all = 0;
  for (const auto &e : fs::directory_iterator(name)) {
    if (!e.is_regular_file() || e.path().extension() != ".dat" ||
        e.file_size() < 1000)
      continue;
    all += readFile(name / e.path().filename());
  }
  return all;
}

static uint64_t readTree(fs::recursive_directory_iterator at) {
  uint64_t all = 0;
  for (; at != fs::recursive_directory_iterator(); ++at) {
    if (at->path().filename() == "not")
      at.disable_recursion_pending();
    if (at->is_regular_file() && at->path().stem() != "4")
      all += readFile(at->path()) + static_cast<unsigned>(at.depth());
  }
  return all;
}

// Calls that nobody sees through: each loop is a region of its own.
static uint64_t (*volatile folder)(const fs::path &) = readFolder;
static uint64_t (*volatile tree)(fs::recursive_directory_iterator) = readTree;

int main() {
  fs::create_directories("tree/a/b");
  fs::create_directories("tree/not");
  const char *folders[] = {"tree/", "tree/a/", "tree/a/b/", "tree/not/"};
  for (unsigned i = 0; i < Files; i++) {
    std::string name = folders[i % 4];
    name += std::to_string(i) + (i % 3 ? ".dat" : ".txt");
    makeData(name.c_str(), i % 7 == 3 ? 0 : 30000 + 4000 * i, i);
  }
  result(folder("tree/a"));
  result(tree(fs::recursive_directory_iterator("tree")));
}
