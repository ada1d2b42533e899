//===- DescriptorRoom.cpp - whether descriptors are left for the run time -===//
//
// See DescriptorRoom.h.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorRoom.h"

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace foreslice;

static constexpr rlim_t Reserve = 64;

static std::atomic<bool> Scarce{false};

void descriptor_room::saw(int Fd) {
  rlimit Limit;
  if (getrlimit(RLIMIT_NOFILE, &Limit) != 0)
    return;
  rlim_t Kept = std::min(Reserve, Limit.rlim_cur / 4);
  Scarce.store(Fd < 0 || static_cast<rlim_t>(Fd) + Kept >= Limit.rlim_cur,
               std::memory_order_relaxed);
}

void descriptor_room::look() {
  int Fd = open("/", O_PATH | O_CLOEXEC);
  saw(Fd);
  if (Fd >= 0)
    close(Fd);
}

bool descriptor_room::isScarce() {
  return Scarce.load(std::memory_order_relaxed);
}
