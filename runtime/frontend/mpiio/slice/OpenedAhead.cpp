//===- OpenedAhead.cpp - files opened by a slice before the program -------===//
//
// See OpenedAhead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/OpenedAhead.h"

#include "frontend/Runtime.h"
#include "frontend/mpiio/Process.h"
#include "frontend/mpiio/slice/SlicedFile.h"
#include "storage/Descriptor.h"
#include "support/Delay.h"
#include "support/DescriptorRoom.h"

#include <algorithm>
#include <unistd.h>

namespace foreslice {

std::shared_ptr<OpenFile> OpenedAhead::find(foreslice_handle Stand) const {
  static const auto &Gone = *new auto(std::make_shared<OpenFile>());
  MutexLock G(Lock);
  auto It = std::ranges::find_if(Entries, [Stand](const Entry &E) {
    return static_cast<uint32_t>(E.Stand) == static_cast<uint32_t>(Stand);
  });
  return It == Entries.end() ? Gone : It->File;
}

foreslice_handle OpenedAhead::open(const char *Name, int Mode) {
  if (Mode & (MPI_MODE_WRONLY | MPI_MODE_EXCL | MPI_MODE_SEQUENTIAL |
              MPI_MODE_DELETE_ON_CLOSE))
    return 0;
  if (descriptor_room::isScarce() || isOff())
    return 0;
  std::optional<LocalFile> File = LocalFile::find(Name);
  if (foreslice_handle Stand = File ? openAgain(*File) : 0)
    return Stand;
  if (!File)
    return 0;
  auto Ahead = std::make_shared<OpenFile>();
  Ahead->Shared = Files.shared(File->Key);
  uint64_t Claims = Ahead->Shared->Sliced->Claims;
  if (Ahead->Shared->cached())
    return 0; // The program or the slice has the file open.
  delayPoint();
  const EarlyFiles::Keeper Keeper = keeperOf(*File);
  if (Keeper == EarlyFiles::Keeper::None)
    return 0;
  const Delivery BeforeInit =
      Keeper == EarlyFiles::Keeper::System ? Delivery::Kernel : Delivery::Early;
  Ahead->Cached = runtime().slices().posting().openAhead(
      File->Key, File->takeDescriptor(), File->Path, File->BlockSize,
      execution::cancelFlag(), World.sawInit() ? Delivery::Pool : BeforeInit);
  if (!Ahead->Cached)
    return 0;
  Early.isReadBy(File->Key, Ahead->Cached->stored());
  Ahead->Shared->addReader(Ahead->Cached);
  delayPoint();
  Ahead->OneRank = World.worldSize() == 1;
  foreslice_handle Stand = add(Ahead, Claims);
  if (Stand == 0)
    Ahead->Shared->removeAhead(Ahead->Cached);
  return Stand;
}

/// The look may open the file for a moment, which a lease of the program waits
/// for.
EarlyFiles::Keeper OpenedAhead::keeperOf(const LocalFile &File) {
  UnopenedFiles::get().add(UnopenedFiles::OfStorage);
  const EarlyFiles::Keeper Is =
      isOff() ? EarlyFiles::Keeper::None : File.keeperAhead(Early);
  UnopenedFiles::get().remove(UnopenedFiles::OfStorage);
  return Is;
}

/// 0 if the program has come in between.
foreslice_handle OpenedAhead::add(const std::shared_ptr<OpenFile> &Ahead,
                                  uint64_t Claims) {
  MutexLock G(Lock);
  if (Off || Ahead->Shared->Sliced->Claims != Claims)
    return 0;
  execution::count(RunCounter::FilesOpenedAhead);
  foreslice_handle Stand = Tag | (++Last << 1) | Odd;
  Entries.push_back({Stand, Ahead, execution::number()});
  Entries.back().Opened[execution::role()] = true;
  return Stand;
}

/// The stand-in of a file opened only by others than the running role.
foreslice_handle OpenedAhead::openAgain(const LocalFile &File) {
  MutexLock G(Lock);
  auto It = std::ranges::find_if(Entries, [&](const Entry &E) {
    return E.Number == execution::number() && !E.Opened[execution::role()] &&
           E.File->Shared->Key == File.Key;
  });
  if (It == Entries.end())
    return 0;
  It->Opened[execution::role()] = true;
  return It->Stand;
}

size_t OpenedAhead::scouted() const {
  MutexLock G(Lock);
  return std::ranges::count_if(Entries, [](const Entry &E) {
    return E.Number == execution::number() && !E.Opened[0] && !E.Claimed;
  });
}

std::shared_ptr<OpenFile> OpenedAhead::claim(SharedFile &File) {
  MutexLock G(Lock);
  ++File.Sliced->Claims;
  auto It = std::ranges::find_if(Entries, [&](const Entry &E) {
    return !E.Claimed && E.File->Shared.get() == &File;
  });
  if (It == Entries.end())
    return nullptr;
  It->Claimed = true;
  return It->File;
}

EarlyFiles::EarlyPages OpenedAhead::earlyPages(int Fd, const char *Name) {
  if (!Early.hasAny())
    return {};
  if (Fd >= 0)
    return Early.opened(Fd);
  std::optional<LocalFile> File = LocalFile::find(Name);
  if (!File)
    return {};
  const int PathFd = File->takeDescriptor();
  EarlyFiles::EarlyPages Pages = Early.opened(PathFd);
  ::close(PathFd);
  return Pages;
}

void OpenedAhead::closed(const SharedFile &File) {
  MutexLock G(Lock);
  std::erase_if(Entries, [&](const Entry &E) {
    return E.Claimed && E.File->Shared.get() == &File;
  });
}

void OpenedAhead::turnOff() {
  {
    MutexLock G(Lock);
    Off = true;
  }
  giveUp([](const Entry &) { return true; });
}

bool OpenedAhead::isOff() const {
  MutexLock G(Lock);
  return Off;
}

void OpenedAhead::clear(unsigned Number) {
  giveUp([Number](const Entry &E) { return E.Number == Number; });
}

void OpenedAhead::giveUp(FunctionRef<bool(const Entry &)> Which) {
  std::vector<Entry> Old;
  {
    MutexLock G(Lock);
    std::ranges::copy_if(Entries, std::back_inserter(Old), Which);
    std::erase_if(Entries, Which);
  }
  for (const Entry &E : Old)
    if (!E.Claimed)
      E.File->Shared->removeAhead(E.File->Cached);
}

} // namespace foreslice
