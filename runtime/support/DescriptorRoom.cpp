//===- DescriptorRoom.cpp - whether descriptors are left for the run time -===//
//
// See DescriptorRoom.h.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorRoom.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <fcntl.h>
#include <optional>
#include <sys/resource.h>
#include <unistd.h>

using namespace foreslice;

static constexpr rlim_t Reserve = 64;

static std::atomic<bool> Scarce{false};

/// The first descriptor that is kept for the program; none if there is no
/// limit.
static std::optional<rlim_t> firstKept() {
  rlimit Limit;
  if (getrlimit(RLIMIT_NOFILE, &Limit) != 0)
    return std::nullopt;
  return Limit.rlim_cur - std::min(Reserve, Limit.rlim_cur / 4);
}

void descriptor_room::saw(int Fd) {
  if (std::optional<rlim_t> First = firstKept())
    Scarce.store(Fd < 0 || static_cast<rlim_t>(Fd) >= *First,
                 std::memory_order_relaxed);
}

void descriptor_room::look() {
  int Fd = open("/", O_PATH | O_CLOEXEC);
  saw(Fd);
  if (Fd >= 0)
    close(Fd);
}

/// The kernel gives the lowest that is free: where the one below those that are
/// kept is open, the program may have come to these since.
bool descriptor_room::isScarce() {
  if (Scarce.load(std::memory_order_relaxed))
    return true;
  std::optional<rlim_t> First = firstKept();
  return First && *First > 0 && *First <= INT_MAX &&
         fcntl(static_cast<int>(*First) - 1, F_GETFD) >= 0;
}
