//===- AheadOpener.cpp - opening a program's file once more ---------------===//
//
// See AheadOpener.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/AheadOpener.h"

#include "frontend/posix/PosixFiles.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/slice/RegularFile.h"
#include "support/HelperQueue.h"

#include <utility>

namespace foreslice {

static constexpr size_t MostOpen = 64;

std::shared_ptr<AheadOpener::Opened> AheadOpener::open(const std::string &Link,
                                                       FileKey Key) {
  if (OpenFiles.fetch_add(1) < MostOpen) {
    auto New = std::make_shared<Opened>();
    New->Link = Link;
    New->Key = Key;
    if (HelperQueue::get().post([New] { openNow(*New); }))
      return New;
  }
  --OpenFiles;
  return nullptr;
}

void AheadOpener::close(std::shared_ptr<Opened> File) {
  ++Closing;
  HelperQueue::get().post([this, Closed = std::move(File)] {
    if (Closed->File)
      runtime().coherence().leave(Closed->File);
    --OpenFiles;
    --Closing;
  });
}

/// The program may have closed the descriptor, or given it to another file.
void AheadOpener::openNow(Opened &File) {
  if (!PosixFiles::mayOpen())
    return;
  std::shared_ptr<StoredFile> Stored = openRegular(File.Link.c_str()).File;
  struct stat S;
  if (!Stored || !Stored->status(S) || FileKey{S.st_dev, S.st_ino} != File.Key)
    return;
  File.File =
      PosixFiles::openForKernel(std::move(Stored), S, nameOf(File.Link));
  File.Is.store(File.File != nullptr, std::memory_order_release);
}

} // namespace foreslice
