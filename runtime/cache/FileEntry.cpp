//===- FileEntry.cpp - what the cache keeps of a file ---------------------===//
//
// See FileEntry.h.
//
//===----------------------------------------------------------------------===//

#include "cache/FileEntry.h"
#include "cache/Mutex.h"

#include <unistd.h>

using namespace foreslice;

namespace {

/// Never destroyed: the engine may outlive static destructors.
struct GivenUp {
  Mutex M;
  std::vector<int> Numbers FORESLICE_GUARDED_BY(M);
};

GivenUp &givenUp() {
  static auto *const G = new GivenUp;
  return *G;
}

} // namespace

Descriptor::~Descriptor() {
  GivenUp &G = givenUp();
  MutexLock L(G.M);
  G.Numbers.push_back(Number);
}

Descriptor::CloseAtEnd::~CloseAtEnd() {
  GivenUp &G = givenUp();
  std::vector<int> Numbers;
  {
    MutexLock L(G.M);
    Numbers.swap(G.Numbers);
  }
  for (int Number : Numbers)
    ::close(Number);
}
