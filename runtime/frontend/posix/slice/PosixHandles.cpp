//===- PosixHandles.cpp - the files of a slice ----------------------------===//
//
// See PosixHandles.h. The program's descriptors are opened through /proc: this
// thread has another table of descriptors than the process.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/PosixHandles.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/RegularFile.h"
#include "source/slice/Values.h"
#include "support/DescriptorTable.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace foreslice {

namespace {

/// The slice's own descriptors begin here, above all descriptors of a process;
/// streams have addresses that no machine has.
constexpr foreslice_handle OwnDescriptors = 1u << 30;
constexpr foreslice_handle OwnStreams = 0xA4EBull << 48;
constexpr foreslice_handle MostDescriptors = foreslice_handle(1) << 32;

/// Most own files open to a slice.
constexpr unsigned MostHandles = 256;

/// The first word of FILE in glibc.
constexpr unsigned StreamMagic = 0xFBAD0000, MagicMask = 0xFFFF0000;

bool isOwn(foreslice_handle Handle) {
  return Handle >= OwnStreams ||
         (Handle >= OwnDescriptors && Handle < MostDescriptors);
}

} // namespace

std::string nameOf(const std::string &Link) {
  char Name[FORESLICE_MAX_NAME];
  ssize_t Length = readlink(Link.c_str(), Name, sizeof Name);
  return Length > 0 ? std::string(Name, static_cast<size_t>(Length)) : Link;
}

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

std::optional<PosixStanding> posixStanding(int Fd, const std::string &Process) {
  const std::string Path = Process + "/fdinfo/" + std::to_string(Fd);
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

int64_t PosixHandle::size() const { return sizeOf(*File); }

void makeRoomAhead() {
  constexpr size_t MostOpen = 128;
  while (posix().files().openCount() >= MostOpen)
    posix().files().closeOldest();
}

SliceEnd takeBeforeOpening() {
  constexpr size_t MostAhead = 64;
  SliceEnd End = slice_values::takeArrived();
  while (End == SliceEnd::Completed && slice_values::outstanding() >= MostAhead)
    End = slice_values::takeOne();
  return End;
}

PosixHandles &PosixHandles::ofRunner() { return of(execution::runner()); }

PosixHandles &PosixHandles::of(unsigned Runner) {
  static constinit ProcessObject<std::array<PosixHandles, execution::Runners>>
      All;
  PosixHandles &OwnHandles = All.get()[Runner];
  if (uint64_t Now = execution::runningNumber(); OwnHandles.Launch != Now) {
    OwnHandles.Handles.clear();
    OwnHandles.Adopted.clear();
    OwnHandles.CallIds.clear();
    OwnHandles.Reached.clear();
    OwnHandles.Further.clear();
    OwnHandles.Opened = OwnHandles.InMemory = 0;
    OwnHandles.Launch = Now;
  }
  return OwnHandles;
}

void PosixHandles::comesTo(const PosixHandle &File) {
  if (!File.File)
    return;
  const unsigned Slice = execution::runner();
  of(Slice).Reached.insert(File.File->Id);
  for (unsigned Role = 1; Role < execution::Roles; ++Role)
    of(Slice + Role).passTo(File.File->Id);
}

/// The slice may leave out files of the scout.
void PosixHandles::passTo(const FileKey &Key) {
  const auto It = std::ranges::find(Further, Key);
  if (It == Further.end())
    return;
  Further.erase(Further.begin(), It + 1);
  for (PosixHandle &H : files())
    if (H.File && std::ranges::find(Further, H.File->Id) == Further.end())
      H.Text.Passed = H.Text.Posted;
}

void PosixHandles::goesFurther(const PosixHandle &File) {
  if (!File.File || isBehindSlice(File))
    return;
  Further.push_back(File.File->Id);
  if (Further.size() >= MostFurther)
    execution::pauseScout();
}

bool PosixHandles::isScouted() {
  for (unsigned Role = 1; Role < execution::Roles; ++Role)
    if (!of(execution::runner() + Role).Further.empty())
      return true;
  return false;
}

bool PosixHandles::isBehindSlice(const PosixHandle &File) {
  return File.File && of(execution::runner() - execution::role())
                          .Reached.contains(File.File->Id);
}

bool PosixHandles::mayScout(unsigned Runner) {
  return of(Runner).Further.size() <= MostFurther / 2;
}

/// Null without such a file.
PosixHandles::Open PosixHandles::openNamed(const char *Name, bool Reads) {
  auto New = std::make_shared<PosixHandle>();
  descriptor_table::closeAsked();
  if (!Reads || !PosixFiles::mayOpen())
    return New;
  const PosixFiles::Opening Now(posix().files());
  RegularFile Found = openRegular(Name);
  if (Found.Is == RegularFile::None)
    return nullptr;
  if (Found.Is == RegularFile::Folder)
    New->Folder = Name;
  else if (Found.Is == RegularFile::Opened)
    New->File = posix().files().open(std::move(Found.File), Name);
  return New;
}

foreslice_handle PosixHandles::open(const char *Name, bool Reads, bool Stream) {
  Open New = openNamed(Name, Reads);
  if (!New)
    return 0;
  if (New->File)
    execution::count(RunCounter::FilesOpenedAhead);
  return add(std::move(New), Stream);
}

void PosixHandles::renew(foreslice_handle Handle, const char *Name,
                         bool Reads) {
  Handles.erase(Handle);
  // The program may have closed the file before the slice reads.
  if (Open New = Reads ? openNamed(Name, Reads) : nullptr) {
    New->Descriptor = ofProgram(Handle).Fd;
    Handles[Handle] = std::move(New);
  }
}

foreslice_handle PosixHandles::add(Open New, bool Stream) {
  ++Opened;
  // Programs close files after reading; slices need not.
  if (Opened > MostHandles) {
    Handles.erase(OwnDescriptors + Opened - MostHandles);
    Handles.erase(OwnStreams + (Opened - MostHandles) * alignof(FILE));
  }
  foreslice_handle Handle =
      Stream ? OwnStreams + Opened * alignof(FILE) : OwnDescriptors + Opened;
  Handles[Handle] = std::move(New);
  return Handle;
}

/// Whether both descriptors of the program come from one open().
static bool shareOpening(int A, int B) {
  pid_t Own = getpid();
  // kcmp(2): KCMP_FILE is 0.
  return syscall(SYS_kcmp, Own, Own, 0, A, B) == 0;
}

/// The handle of another descriptor of the program from the same open(); null
/// if there is none.
PosixHandles::Open PosixHandles::sharedWith(int Fd,
                                            const CachedFile &File) const {
  for (const auto &[Other, Of] : Adopted)
    if (Open Known = Of.lock(); Known && Known->File.get() == &File &&
                                (Other == Fd || shareOpening(Other, Fd)))
      return Known;
  return nullptr;
}

/// Opens the program's file once more, at the position of the program's
/// descriptor at launch.
PosixHandles::Open PosixHandles::adopt(foreslice_handle Handle) {
  auto New = std::make_shared<PosixHandle>();
  auto [Fd, Buffered] = ofProgram(Handle);
  std::optional<PosixStanding> Now = Fd >= 0 ? posixStanding(Fd) : std::nullopt;
  if (!Now || !Now->Reads)
    return New;
  std::string Link = "/proc/self/fd/" + std::to_string(Fd);
  const PosixFiles::Opening Begun(posix().files());
  std::shared_ptr<StoredFile> OwnFile = openRegular(Link.c_str()).File;
  if (!OwnFile)
    return New;
  New->File = posix().files().open(std::move(OwnFile), nameOf(Link));
  if (!New->File)
    return New;
  if (Open Known = sharedWith(Fd, *New->File))
    return Known;
  Adopted[Fd] = New;
  std::optional<int64_t> First = posix().files().first(*New->File, Fd);
  New->Position =
      First ? *First : std::max<int64_t>(Now->Position - Buffered, 0);
  New->Descriptor = Fd;
  return New;
}

void PosixHandles::confirm(foreslice_handle Stand, foreslice_handle Handle) {
  if (auto It = Handles.find(Stand); It != Handles.end() && It->second)
    It->second->Descriptor = ofProgram(Handle).Fd;
}

PosixHandles::Open &PosixHandles::look(foreslice_handle Handle) {
  Open &Opened = Handles[Handle];
  if (!Opened)
    Opened = !isOwn(Handle) && PosixFiles::mayOpen()
                 ? adopt(Handle)
                 : std::make_shared<PosixHandle>();
  return Opened;
}

PosixHandle *PosixHandles::find(foreslice_handle Handle) {
  PosixHandle *H = look(Handle).get();
  return H->File ? H : nullptr;
}

PosixHandle *PosixHandles::findKnown(foreslice_handle Handle) {
  const auto It = Handles.find(Handle);
  const bool HasFile = It != Handles.end() && It->second && It->second->File;
  return HasFile ? It->second.get() : nullptr;
}

foreslice_handle PosixHandles::duplicate(foreslice_handle Handle, int64_t To,
                                         bool Stream) {
  Open Same = look(Handle);
  if (To == -1) {
    // One number is enough for all handles with a common position.
    for (const auto &[Own, At] : Handles)
      if (At == Same && isOwn(Own) && (Own >= OwnStreams) == Stream)
        return Own;
    return add(std::move(Same), Stream);
  }
  auto As = static_cast<foreslice_handle>(To);
  Handles[As] = std::move(Same);
  return As;
}

std::string PosixHandles::pathIn(int Directory, const char *Name) {
  if (Directory == AT_FDCWD || Name[0] == '/')
    return Name;
  auto Handle = static_cast<foreslice_handle>(Directory);
  if (!isOwn(Handle))
    return "/proc/self/fd/" + std::to_string(Directory) + "/" + Name;
  const PosixHandle &H = *look(Handle);
  return H.Folder.empty() ? "" : H.Folder + "/" + Name;
}

} // namespace foreslice
