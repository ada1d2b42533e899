//===- DescriptorWatch.cpp - the file opened by MPI_File_open -------------===//
//
// Files are told apart by device and inode from the opening on. So a closed
// descriptor's number, given to another file by another thread, is not taken
// for the first file.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DescriptorWatch.h"

#include "storage/KnownStatus.h"

#include <cerrno>

using namespace foreslice;

namespace {

thread_local DescriptorWatch *Current
    __attribute__((tls_model("initial-exec"))) = nullptr;

std::string_view withoutFolders(std::string_view Path) {
  return Path.substr(Path.rfind('/') + 1); // npos + 1 is 0
}

/// ROMIO takes a prefix before a colon for the kind of file system.
std::string_view withoutPrefix(std::string_view Name) {
  return Name.substr(Name.find(':') + 1);
}

} // namespace

DescriptorWatch::DescriptorWatch(const char *FileName)
    : Name(FileName ? withoutFolders(FileName) : std::string_view()) {
  Current = this;
}

DescriptorWatch::~DescriptorWatch() { Current = nullptr; }

void DescriptorWatch::opened(const char *Path, int Fd) {
  if (!Current || Fd < 0 || !Path)
    return;
  std::string_view Last = withoutFolders(Path);
  if (Last != Current->Name && Last != withoutPrefix(Current->Name))
    return;
  int Saved = errno;
  Current->note(Fd);
  errno = Saved;
}

void DescriptorWatch::note(int Fd) {
  const std::optional<KnownStatus> S = KnownStatus::of(Fd);
  if (!S || !S->IsRegular)
    return;
  if (Count < Most)
    Opened[Count] = {Fd, S->Key};
  ++Count;
}

bool DescriptorWatch::Entry::isStillOpen() const {
  const std::optional<KnownStatus> S = KnownStatus::of(Fd);
  return S && S->Key == Key;
}

int DescriptorWatch::find() const {
  const Entry *Found = nullptr;
  if (Count > Most)
    return -1;
  for (size_t I = 0; I < Count; ++I) {
    const Entry &E = Opened[I];
    if (!E.isStillOpen())
      continue;
    if (Found && Found->Key != E.Key)
      return -1;
    Found = &E;
  }
  return Found ? Found->Fd : -1;
}
