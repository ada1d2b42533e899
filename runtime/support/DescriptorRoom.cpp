//===- DescriptorRoom.cpp - the run time's place among descriptors --------===//
//
// See DescriptorRoom.h.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorRoom.h"

#include "support/DescriptorTable.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <optional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace foreslice;

static constexpr rlim_t Reserve = 64;

static std::atomic<bool> Scarce{false};

/// The first descriptor reserved for the program; none if there is no limit.
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

/// The kernel gives the lowest free number: where the number below the reserved
/// numbers is open, the program may have come to reserved numbers since.
static bool isLastOpen() {
  std::optional<rlim_t> First = firstKept();
  return First && *First > 0 && *First <= INT_MAX &&
         fcntl(static_cast<int>(*First) - 1, F_GETFD) >= 0;
}

void descriptor_room::look() {
  Scarce.store(isLastOpen(), std::memory_order_relaxed);
}

bool descriptor_room::isScarce() {
  return Scarce.load(std::memory_order_relaxed) || isLastOpen();
}

/// The kernel's table is as long as the highest number asks for, and fork()
/// copies the table: so the place is not far above the program's numbers.
static int firstAbove() {
  constexpr rlim_t Most = 2048;
  rlimit Limit;
  rlim_t Numbers = Most;
  if (getrlimit(RLIMIT_NOFILE, &Limit) == 0)
    Numbers = std::min(Limit.rlim_cur, Most);
  return static_cast<int>(Numbers / 2);
}

void descriptor_room::lengthenTable() {
  const int Saved = errno;
  const int Fd = open("/", O_PATH | O_CLOEXEC);
  const int Outer = Fd < 0 ? -1 : fcntl(Fd, F_DUPFD_CLOEXEC, firstAbove());
  for (int Opened : {Fd, Outer})
    if (Opened >= 0)
      close(Opened);
  errno = Saved;
}

int descriptor_room::moveUp(int Fd) {
  if (Fd < 0 || descriptor_table::hasLeft())
    return Fd;
  const int First = firstAbove();
  if (Fd >= First)
    return Fd;
  const int Saved = errno;
  const int Outer = fcntl(Fd, F_DUPFD_CLOEXEC, First);
  if (Outer >= 0)
    close(Fd);
  errno = Saved;
  return Outer >= 0 ? Outer : Fd;
}

/// The name is looked up before there is a descriptor: the second look-up finds
/// the answer in memory, and so the low number is taken for a moment only.
int descriptor_room::openPathAbove(const char *Path) {
  struct stat Is;
  return stat(Path, &Is) == 0 ? moveUp(open(Path, O_PATH | O_CLOEXEC)) : -1;
}
