//===- LocalFile.cpp - names of files -------------------------------------===//
//
// ROMIO strips a prefix before a colon if longer than a drive letter, Open
// MPI's own MPI-IO mostly does not: a name is taken for a file only if exactly
// one reading exists.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/LocalFile.h"

#include "storage/Descriptor.h"
#include "storage/FileSystem.h"
#include "support/AddressRoom.h"
#include "support/DescriptorRoom.h"
#include "support/Settings.h"
#include "support/ThreadRoom.h"

#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

LocalFile::~LocalFile() {
  if (OwnsFd)
    close(Fd);
}

std::optional<LocalFile> LocalFile::of(int Fd, const char *Path) {
  struct stat S;
  if (fstat(Fd, &S) != 0 || !S_ISREG(S.st_mode))
    return std::nullopt;
  return LocalFile{Path,
                   {S.st_dev, S.st_ino},
                   S.st_size,
                   static_cast<uint64_t>(S.st_blksize),
                   Fd};
}

std::optional<LocalFile> LocalFile::regular(const char *Path) {
  int Fd = descriptor_room::openPathAbove(Path);
  if (Fd < 0)
    return std::nullopt;
  std::optional<LocalFile> File = of(Fd, Path);
  if (File)
    File->OwnsFd = true;
  else
    close(Fd);
  return File;
}

std::optional<LocalFile> LocalFile::find(const char *Name) {
  if (!Name)
    return std::nullopt;
  std::optional<LocalFile> Whole = regular(Name);
  const char *Colon = strchr(Name, ':');
  if (!Colon || Colon <= Name + 1)
    return Whole;
  std::optional<LocalFile> Stripped = regular(Colon + 1);
  if (Whole && Stripped && !(Whole->Key == Stripped->Key))
    return std::nullopt;
  return Whole ? std::move(Whole) : std::move(Stripped);
}

std::optional<Delivery> LocalFile::delivery(DeliveryChoice Wanted,
                                            std::string &Why) const {
  std::optional<FileSystem> Fs = FileSystem::of(Fd);
  if (!Fs) {
    Why = strerror(errno);
    return std::nullopt;
  }
  if (Fs->Is == FileSystem::NotStored) {
    Why = std::string("lies on ") + Fs->Name;
    return std::nullopt;
  }
  bool OfServer =
      Fs->Is == FileSystem::CloseToOpen || Fs->Is == FileSystem::Unchecked;
  if (Wanted == DeliveryChoice::Kernel ||
      (Fs->Is == FileSystem::CloseToOpen && Wanted == DeliveryChoice::Auto))
    return Delivery::Kernel;
  if (!OfServer)
    return Delivery::Pool;
  Why = std::string("lies on ") + Fs->Name +
        ", where only FORESLICE_DELIVERY=kernel prefetches";
  return std::nullopt;
}

std::shared_ptr<StoredFile> LocalFile::openForCache(Delivery How,
                                                    std::string &Why) const {
  if (descriptor_room::isScarce()) {
    Why = "few descriptors are left to the program";
    return nullptr;
  }
  if (address_room::isLimited()) {
    thread_room::isLeft(); // notes the limit
    return nullptr;
  }
  const std::string Itself = "/proc/self/fd/" + std::to_string(Fd);
  int Readable = moveFileUp(open(Itself.c_str(), O_RDONLY | O_CLOEXEC));
  if (Readable < 0) {
    Why = std::string("cannot be opened for reading: ") + strerror(errno);
    return nullptr;
  }
  // The kernel would read more than the engine has asked for.
  if (How == Delivery::Kernel)
    posix_fadvise(Readable, 0, 0, POSIX_FADV_RANDOM);
  return std::make_shared<Descriptor>(Readable);
}

EarlyFiles::Keeper LocalFile::keeperAhead(EarlyFiles &Early) const {
  using enum EarlyFiles::Keeper;
  const OpenAhead Wanted = Settings::get().Ahead;
  if (Wanted == OpenAhead::Never || descriptor_room::isScarce() ||
      Settings::get().Delivered == DeliveryChoice::Kernel)
    return None;
  std::optional<FileSystem> Fs = FileSystem::of(Fd);
  if (!Fs || Fs->Is != FileSystem::Other)
    return Fs && Fs->Is == FileSystem::Coherent ? System : None;
  return Early.add(Fd, Wanted == OpenAhead::Always ? EarlyFiles::Rule::Trusted
                                                   : EarlyFiles::Rule::Checked);
}

int LocalFile::takeDescriptor() {
  OwnsFd = false;
  return Fd;
}

} // namespace foreslice
