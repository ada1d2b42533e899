//===- PosixHandles.cpp - the files of a slice ----------------------------===//
//
// See PosixHandles.h. The program's descriptors are opened by way of /proc: the
// process's own table of them is not that of this thread.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/PosixHandles.h"

#include "frontend/posix/PosixFrontend.h"
#include "support/DescriptorTable.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

namespace {

/// Numbers of the slice's own descriptors begin here, behind all that a process
/// can have, and its streams at an address that no machine has.
constexpr foreslice_handle OwnDescriptors = 1u << 30;
constexpr foreslice_handle OwnStreams = 0xA4EBull << 48;
constexpr foreslice_handle MostDescriptors = foreslice_handle(1) << 32;

/// Own files that a slice can still read.
constexpr unsigned MostHandles = 256;

/// As FILE begins, in glibc.
constexpr unsigned StreamMagic = 0xFBAD0000, MagicMask = 0xFFFF0000;

bool isOwn(foreslice_handle Handle) {
  return Handle >= OwnStreams ||
         (Handle >= OwnDescriptors && Handle < MostDescriptors);
}

/// Only regular files: opening others may be noticed.
int openRegular(const char *Path) {
  int PathFd = ::open(Path, O_PATH | O_CLOEXEC);
  struct stat S;
  if (PathFd < 0)
    return -1;
  int Fd = -1;
  if (fstat(PathFd, &S) == 0 && S_ISREG(S.st_mode)) {
    std::string Itself = "/proc/thread-self/fd/" + std::to_string(PathFd);
    Fd = ::open(Itself.c_str(), O_RDONLY | O_CLOEXEC | O_NOATIME);
    if (Fd < 0 && errno == EPERM)
      Fd = ::open(Itself.c_str(), O_RDONLY | O_CLOEXEC);
  }
  ::close(PathFd);
  return Fd;
}

/// The name of what the program's descriptor has open.
std::string nameOf(const std::string &Link) {
  char Name[FORESLICE_MAX_NAME];
  ssize_t Length = readlink(Link.c_str(), Name, sizeof Name);
  return Length > 0 ? std::string(Name, static_cast<size_t>(Length)) : Link;
}

/// The program's descriptor behind its handle, and the bytes that its stream
/// has read ahead.
struct OfProgram {
  int Fd = -1;
  int64_t Buffered = 0;
};
OfProgram ofProgram(foreslice_handle Handle) {
  if (Handle < MostDescriptors)
    return {static_cast<int>(Handle), 0};
  FILE Stream;
  if (!foreslice_packet_copy(&Stream, reinterpret_cast<void *>(Handle),
                             sizeof Stream) ||
      (static_cast<unsigned>(Stream._flags) & MagicMask) != StreamMagic)
    return {};
  return {Stream._fileno, Stream._IO_read_end - Stream._IO_read_ptr};
}

} // namespace

std::optional<PosixStanding> posixStanding(int Fd) {
  std::string Path = "/proc/self/fdinfo/" + std::to_string(Fd);
  int Info = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Info < 0)
    return std::nullopt;
  char Text[256] = {};
  ssize_t Length = ::read(Info, Text, sizeof Text - 1);
  ::close(Info);
  unsigned Flags = 0;
  PosixStanding S;
  if (Length <= 0 ||
      sscanf(Text, "pos: %ld flags: %o", &S.Position, &Flags) != 2)
    return std::nullopt;
  S.Reads = (Flags & O_ACCMODE) != O_WRONLY && !(Flags & O_PATH);
  return S;
}

bool hasOpen(int Fd, const CachedFile &File) {
  std::string Link = "/proc/self/fd/" + std::to_string(Fd);
  struct stat S;
  return stat(Link.c_str(), &S) == 0 && File.Id == FileKey{S.st_dev, S.st_ino};
}

int64_t PosixHandle::size() const {
  struct stat S;
  return fstat(File->descriptor(), &S) == 0 ? S.st_size : 0;
}

PosixHandles &PosixHandles::ofRunner() {
  static auto *All = new std::array<PosixHandles, execution::Runners>;
  PosixHandles &Own = (*All)[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); Own.Launch != Now) {
    Own.Handles.clear();
    Own.CallIds.clear();
    Own.Opened = 0;
    Own.Launch = Now;
  }
  return Own;
}

foreslice_handle PosixHandles::open(const char *Name, bool Reads, bool Stream) {
  PosixHandle New;
  descriptor_table::closeAsked();
  if (Reads && PosixFiles::mayOpen()) {
    int Fd = openRegular(Name);
    if (Fd < 0)
      return 0;
    New.File = posix().files().open(Fd, Name);
    if (New.File)
      execution::count(RunCounter::FilesOpenedAhead);
  }
  ++Opened;
  // Programs close what they have read; slices need not.
  if (Opened > MostHandles) {
    Handles.erase(OwnDescriptors + Opened - MostHandles);
    Handles.erase(OwnStreams + (Opened - MostHandles) * alignof(FILE));
  }
  foreslice_handle Handle =
      Stream ? OwnStreams + Opened * alignof(FILE) : OwnDescriptors + Opened;
  Handles[Handle] = std::move(New);
  return Handle;
}

/// Opens the program's file once more, at the position that the program's
/// descriptor had at launch.
void PosixHandles::adopt(foreslice_handle Handle, PosixHandle &New) {
  auto [Fd, Buffered] = ofProgram(Handle);
  std::optional<PosixStanding> Now = Fd >= 0 ? posixStanding(Fd) : std::nullopt;
  if (!Now || !Now->Reads)
    return;
  std::string Link = "/proc/self/fd/" + std::to_string(Fd);
  int Own = ::open(Link.c_str(), O_PATH | O_CLOEXEC);
  struct stat S;
  bool Regular = Own >= 0 && fstat(Own, &S) == 0 && S_ISREG(S.st_mode);
  if (Own >= 0)
    ::close(Own);
  Own = Regular ? ::open(Link.c_str(), O_RDONLY | O_CLOEXEC) : -1;
  if (Own < 0)
    return;
  New.File = posix().files().open(Own, nameOf(Link));
  if (!New.File)
    return;
  std::optional<int64_t> First = posix().files().first(*New.File, Fd);
  New.Position =
      First ? *First : std::max<int64_t>(Now->Position - Buffered, 0);
  New.Descriptor = Fd;
}

void PosixHandles::confirm(foreslice_handle Stand, foreslice_handle Handle) {
  if (auto It = Handles.find(Stand); It != Handles.end())
    It->second.Descriptor = ofProgram(Handle).Fd;
}

PosixHandle *PosixHandles::find(foreslice_handle Handle) {
  auto [It, New] = Handles.try_emplace(Handle);
  if (New && !isOwn(Handle) && PosixFiles::mayOpen())
    adopt(Handle, It->second);
  return It->second.File ? &It->second : nullptr;
}

} // namespace foreslice
