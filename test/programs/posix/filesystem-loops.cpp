// Loops over iterators that are there before the loop: the slice goes on where
// the program's iterators are. One enters folders, but not all.
// RUN: %check-program --slices 2 --expect 'launches==2' --expect 'files_opened_ahead>=4' --expect 'hits>=8'
#include "listed_files.h"

enum { Files = 40 };

static uint64_t readFolder(fs::directory_iterator at) {
  uint64_t all = 0;
  ++at;
  for (; at != fs::directory_iterator(); ++at)
    all += readFile(at->path());
  return all;
}

static uint64_t readTree(fs::recursive_directory_iterator at) {
  uint64_t all = 0;
  for (; at != fs::recursive_directory_iterator(); ++at) {
    if (at->path().filename() == "not")
      at.disable_recursion_pending();
    if (at->is_regular_file() && at->path().extension() == ".dat")
      all += readFile(at->path());
  }
  return all;
}

// Calls that nobody sees through: each loop is a region of its own.
static uint64_t (*volatile folder)(fs::directory_iterator) = readFolder;
static uint64_t (*volatile tree)(fs::recursive_directory_iterator) = readTree;

int main() {
  fs::create_directories("tree/a/b");
  fs::create_directories("tree/not");
  fs::create_directories("flat");
  const char *folders[] = {"tree/", "tree/a/", "tree/a/b/", "tree/not/"};
  for (unsigned i = 0; i < Files; i++) {
    std::string name = i % 2 ? "flat/" : folders[i / 2 % 4];
    name += std::to_string(i) + (i % 3 ? ".dat" : ".txt");
    makeData(name.c_str(), 30000 + 3000 * i, i);
  }
  fs::directory_iterator first("flat");
  fs::remove(first->path()); // The loop passes that file.
  result(folder(first));
  result(tree(fs::recursive_directory_iterator("tree")));
}
