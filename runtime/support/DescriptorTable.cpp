//===- DescriptorTable.cpp - descriptors that the program does not see ----===//
//
// See DescriptorTable.h.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorTable.h"

#include "support/Mutex.h"

#include <climits>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace foreslice;

static thread_local bool Left = false;

namespace {
struct {
  Mutex M;
  std::vector<int> Fds FORESLICE_GUARDED_BY(M);
} ToClose;
} // namespace

bool descriptor_table::leave() {
  // One call for both, which also works where unshare(2) is forbidden.
  Left = syscall(SYS_close_range, 0, UINT_MAX, CLOSE_RANGE_UNSHARE) == 0 ||
         (unshare(CLONE_FILES) == 0 &&
          syscall(SYS_close_range, 0, UINT_MAX, 0) == 0);
  return Left;
}

bool descriptor_table::hasLeft() { return Left; }

void descriptor_table::closeLater(int Fd) {
  MutexLock L(ToClose.M);
  ToClose.Fds.push_back(Fd);
}

void descriptor_table::closeAsked() {
  std::vector<int> Fds;
  {
    MutexLock L(ToClose.M);
    std::swap(Fds, ToClose.Fds);
  }
  for (int Fd : Fds)
    close(Fd);
}

void descriptor_table::inherit(bool Starter) { Left = Starter; }
