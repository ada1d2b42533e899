//===- FileStatus.cpp - sizes of files in slices --------------------------===//
//
// The part of the ABI for stat() and its kin. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/PosixHandles.h"

#include "frontend/slice/Step.h"

#include <fcntl.h>
#include <sys/stat.h>

using namespace foreslice;

namespace {

/// What the program asks about.
struct Asked {
  int32_t Directory;
  const char *Name;
  int32_t Flags;
};

/// The same for a thread whose descriptors are not the program's.
struct Target {
  int Fd = AT_FDCWD;
  std::string Path;
  int Flags;
};

Target targetOf(const Asked &A) {
  PosixHandles &Own = PosixHandles::ofRunner();
  if (A.Name[0] != '\0' || A.Directory == AT_FDCWD)
    return {AT_FDCWD, Own.pathIn(A.Directory, A.Name), A.Flags};
  auto Handle = static_cast<foreslice_handle>(A.Directory);
  if (const PosixHandle *H = Own.find(Handle))
    return {H->File->descriptor(), "", A.Flags};
  // A folder of the slice's, or what the program has open: a pipe, a terminal.
  std::string Path = Own.pathIn(A.Directory, "");
  while (Path.ends_with('/'))
    Path.pop_back();
  return {AT_FDCWD, Path, A.Flags & ~(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW)};
}

/// Puts to To what Ask gives, and to Result whether that succeeds.
template <class Answer, class AskFn>
SliceEnd answer(const Asked &A, void *To, uintptr_t Frame, int32_t &Result,
                AskFn Ask) try {
  Answer Got{};
  Target T = targetOf(A);
  Result = Ask(T, Got);
  return Result == 0 ? execution::space()->store(To, &Got, sizeof Got, Frame)
                     : SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

} // namespace

extern "C" {

__attribute__((noinline)) int32_t foreslice_slice_posix_stat(int32_t Directory,
                                                             const char *Name,
                                                             int32_t Flags,
                                                             void *To) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  char Copy[FORESLICE_MAX_NAME] = "";
  foreslice_slice_load_text(Copy, Name, sizeof Copy);
  int32_t Result = -1;
  if (execution::space())
    guarded([&] {
      return answer<struct stat>({Directory, Copy, Flags}, To, Frame, Result,
                                 [](const Target &T, struct stat &Got) {
                                   return fstatat(T.Fd, T.Path.c_str(), &Got,
                                                  T.Flags);
                                 });
    });
  return Result;
}

__attribute__((noinline)) int32_t foreslice_slice_posix_statx(int32_t Directory,
                                                              const char *Name,
                                                              int32_t Flags,
                                                              uint32_t Mask,
                                                              void *To) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  char Copy[FORESLICE_MAX_NAME] = "";
  foreslice_slice_load_text(Copy, Name, sizeof Copy);
  int32_t Result = -1;
  if (execution::space())
    guarded([&] {
      return answer<struct statx>({Directory, Copy, Flags}, To, Frame, Result,
                                  [=](const Target &T, struct statx &Got) {
                                    return statx(T.Fd, T.Path.c_str(), T.Flags,
                                                 Mask, &Got);
                                  });
    });
  return Result;
}

} // extern "C"
