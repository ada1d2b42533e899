//===- MemoryFile.cpp - a file that is no file ----------------------------===//
//
// See MemoryFile.h.
//
//===----------------------------------------------------------------------===//

#include "MemoryFile.h"

#include "storage/Descriptor.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>

using namespace foreslice;
using namespace foreslice::test;

bool MemoryFile::status(struct stat &To) const {
  To = {};
  To.st_size = static_cast<off_t>(Bytes);
  To.st_mode = S_IFREG;
  To.st_nlink = 1;
  return true;
}

ReadResult MemoryFile::read(std::span<iovec> Buffers, uint64_t Offset) const {
  if (int Now = Error)
    return {0, Now};
  const uint64_t Room = Bytes - std::min(Bytes, Offset);
  return {Disk->fill(Buffers, Offset, Room), 0};
}

Residency MemoryFile::residencyOf(ByteRange Range) const {
  std::lock_guard L(M);
  for (uint64_t Page = Range.Begin / PageSize; Page * PageSize < Range.End;
       ++Page)
    if (!Kept.contains(Page))
      return Residency::Absent;
  return Residency::Resident;
}

void MemoryFile::keep(uint64_t Page) {
  std::lock_guard L(M);
  Kept.insert(Page);
}

void MemoryFile::evict(uint64_t Page) {
  std::lock_guard L(M);
  Kept.erase(Page);
}

bool foreslice::test::filesAreInMemory() {
  const char *Wanted = getenv("FORESLICE_TEST_FILES");
  return Wanted && std::string_view(Wanted) == "memory";
}

std::shared_ptr<StoredFile>
foreslice::test::scriptedFile(const std::shared_ptr<Script> &Disk) {
  if (filesAreInMemory())
    return std::make_shared<MemoryFile>(Disk);
  return std::make_shared<Descriptor>(
      ::open("/dev/null", O_RDONLY | O_CLOEXEC));
}
