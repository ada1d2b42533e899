//===- PathFiles.cpp - files that are open by name only -------------------===//
//
// See PathFiles.h.
//
//===----------------------------------------------------------------------===//

#include "storage/PathFiles.h"

#include "support/DescriptorRoom.h"
#include "support/DescriptorTable.h"

#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;

/// In the numbers of files of the second table. The kernel gives no descriptor
/// so high a number.
static constexpr int There = 1 << 30;

int path_files::open(const char *Name, struct stat &Is) {
  int Fd = -1;
  auto Open = [&] {
    Fd = ::open(Name, O_PATH | O_CLOEXEC);
    if (Fd >= 0 && fstat(Fd, &Is) != 0) {
      ::close(Fd);
      Fd = -1;
    }
  };
  if (descriptor_table::doThere(Open))
    return Fd < 0 ? Fd : Fd | There;
  Open();
  return descriptor_room::moveUp(Fd);
}

void path_files::close(int Number) {
  if (Number & There)
    descriptor_table::doThere([&] { ::close(Number & ~There); });
  else
    ::close(Number);
}

std::string path_files::linkOf(int Number) {
  return Number & There ? descriptor_table::linkThere(Number & ~There)
                        : "/proc/self/fd/" + std::to_string(Number);
}
