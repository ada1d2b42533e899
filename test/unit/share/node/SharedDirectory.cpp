//===- SharedDirectory.cpp - a directory for tests ------------------------===//

#include "SharedDirectory.h"

#include <cstdlib>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

void *test::sharedBytes(size_t Bytes) {
  void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    abort();
  return P;
}

SharedDirectory::SharedDirectory(std::vector<uint32_t> Frames)
    : Memory(sharedBytes(NodeDirectory::bytesFor(PageSize, Frames))) {
  if (!NodeDirectory::initialize(Memory, PageSize, Frames))
    abort();
}

pid_t test::inChild(const std::function<void()> &Body) {
  pid_t Child = fork();
  if (Child != 0)
    return Child;
  Body();
  _exit(0);
}

bool test::ended(pid_t Child) {
  int Status = 0;
  return waitpid(Child, &Status, 0) == Child && WIFEXITED(Status) &&
         WEXITSTATUS(Status) == 0;
}
