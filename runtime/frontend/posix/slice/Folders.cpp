//===- Folders.cpp - the folders listed by a slice ------------------------===//
//
// See Folders.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/Folders.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/Step.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <new>

namespace foreslice {

namespace {

/// The slice's own folders have addresses that no machine has.
constexpr foreslice_handle OwnFolders = 0xA4ECull << 48;
/// Entries read at a time, and most folders open to a slice.
constexpr size_t Portion = 1024, MostFolders = 64;

struct CloseFolder {
  void operator()(DIR *D) const { closedir(D); }
};

/// As a DIR begins, in glibc.
struct ProgramFolder {
  int Fd;
  int Lock;
  size_t Allocation, Size, Offset;
  off_t Position;
};

} // namespace

Folders &Folders::ofRunner() {
  static constinit ProcessObject<std::array<Folders, execution::Runners>> All;
  Folders &OwnFolders = All.get()[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); OwnFolders.Launch != Now) {
    OwnFolders.ByHandle.clear();
    OwnFolders.Launch = Now;
  }
  return OwnFolders;
}

void Folders::readMore(Folder &F) {
  F.Entries.clear();
  F.Taken = 0;
  std::unique_ptr<DIR, CloseFolder> D(opendir(F.Path.c_str()));
  if (D && F.Position != 0)
    seekdir(D.get(), F.Position);
  while (D && F.Entries.size() < Portion) {
    const dirent *Entry = readdir(D.get());
    if (!Entry)
      break;
    dirent &New = F.Entries.emplace_back();
    size_t Head = offsetof(dirent, d_name);
    size_t Length = strnlen(Entry->d_name, sizeof New.d_name - 1);
    memcpy(&New, Entry, Head);
    memcpy(New.d_name, Entry->d_name, Length);
  }
  F.AtEnd = F.Entries.size() < Portion;
  if (!F.AtEnd)
    F.Position = telldir(D.get());
}

/// Forgets a folder listed to the end, if any: others may lie in a folder still
/// being listed.
void Folders::forgetOne() {
  auto IsDone = [](const auto &Entry) {
    const Folder &F = Entry.second;
    return F.AtEnd && F.Taken == F.Entries.size();
  };
  auto Done = std::ranges::find_if(ByHandle, IsDone);
  ByHandle.erase(Done == ByHandle.end() ? ByHandle.begin() : Done);
}

foreslice_handle Folders::open(const std::string &Path) {
  Folder New;
  New.Path = Path;
  std::unique_ptr<DIR, CloseFolder> D(opendir(Path.c_str()));
  if (!D)
    return 0;
  D.reset();
  readMore(New);
  if (ByHandle.size() >= MostFolders)
    forgetOne();
  foreslice_handle Handle = OwnFolders + ++Opened * alignof(max_align_t);
  ByHandle[Handle] = std::move(New);
  return Handle;
}

/// The program's DIR, from where the program was at launch.
bool Folders::adopt(foreslice_handle Handle, Folder &New) {
  ProgramFolder There;
  auto *Address = reinterpret_cast<const void *>(Handle);
  if (!foreslice_packet_copy(&There, Address, sizeof There) || There.Fd < 0)
    return false;
  New.Path = "/proc/self/fd/" + std::to_string(There.Fd);
  New.Position = posix().files().firstEntry(Address).value_or(There.Position);
  readMore(New);
  return true;
}

Folders::Folder *Folders::find(foreslice_handle Handle) {
  auto It = ByHandle.find(Handle);
  if (It != ByHandle.end())
    return &It->second;
  Folder New;
  if (Handle >= OwnFolders || !adopt(Handle, New))
    return nullptr;
  return &(ByHandle[Handle] = std::move(New));
}

dirent *Folders::next(foreslice_handle Handle) {
  Folder *F = find(Handle);
  if (!F)
    return nullptr;
  if (F->Taken == F->Entries.size() && !F->AtEnd)
    readMore(*F);
  if (F->Taken == F->Entries.size())
    return nullptr;
  if (!F->Shown)
    F->Shown =
        static_cast<dirent *>(execution::space()->allocate(sizeof(dirent)));
  if (!F->Shown)
    throw std::bad_alloc();
  *F->Shown = F->Entries[F->Taken++];
  return F->Shown;
}

int Folders::descriptor(foreslice_handle Handle) {
  Folder *F = find(Handle);
  if (F && F->Descriptor < 0)
    F->Descriptor = static_cast<int>(PosixHandles::ofRunner().open(
        F->Path.c_str(), /*Reads=*/true, /*Stream=*/false));
  return F ? F->Descriptor : -1;
}

void Folders::rewind(foreslice_handle Handle) {
  if (Folder *F = find(Handle)) {
    F->Position = 0;
    readMore(*F);
  }
}

} // namespace foreslice

using namespace foreslice;

namespace {

SliceEnd open(int Directory, const char *Name, foreslice_handle &Folder) try {
  std::string Path = PosixHandles::ofRunner().pathIn(Directory, Name);
  Folder = Folders::ofRunner().open(Path);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd takeEntry(foreslice_handle Folder, dirent *&Entry) try {
  Entry = Folders::ofRunner().next(Folder);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd descriptorOf(foreslice_handle Folder, int32_t &Descriptor) try {
  Descriptor = Folders::ofRunner().descriptor(Folder);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd beginAgain(foreslice_handle Folder) try {
  Folders::ofRunner().rewind(Folder);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

} // namespace

foreslice_handle posix_slices::openFolder(const SliceOpen &O) {
  char Name[FORESLICE_MAX_NAME] = ".";
  if (O.Name)
    foreslice_slice_load_text(Name, O.Name, sizeof Name);
  foreslice_handle Folder = 0;
  if (execution::space())
    guarded([&] { return open(static_cast<int>(O.Of), Name, Folder); });
  return Folder;
}

int64_t posix_slices::queryFolder(const SliceQuery &Q) {
  bool IsEntry = Q.Call.kind == FORESLICE_ENTRY;
  dirent *Entry = nullptr;
  int32_t Descriptor = -1;
  if (execution::space())
    guarded([&] {
      return IsEntry ? takeEntry(Q.Of, Entry) : descriptorOf(Q.Of, Descriptor);
    });
  return IsEntry ? reinterpret_cast<int64_t>(Entry) : Descriptor;
}

void posix_slices::rewindFolder(const SliceMove &M) {
  if (execution::space())
    guarded([&] { return beginAgain(M.File); });
}
