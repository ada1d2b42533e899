//===- FileStatus.cpp - sizes of files in slices --------------------------===//
//
// stat() and so on for slices. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/posix/slice/PosixHandles.h"

#include "frontend/slice/Step.h"

#include <fcntl.h>
#include <sys/stat.h>

using namespace foreslice;

namespace {

/// The program's question.
struct Asked {
  int32_t Directory;
  const char *Name;
  int32_t Flags;
};

/// The question, for a thread without the program's descriptors.
struct Target {
  int Fd = AT_FDCWD;
  std::string Path;
  int Flags;
};

Target targetOf(const Asked &A) {
  PosixHandles &OwnHandles = PosixHandles::ofRunner();
  if (A.Name[0] != '\0' || A.Directory == AT_FDCWD)
    return {AT_FDCWD, OwnHandles.pathIn(A.Directory, A.Name), A.Flags};
  auto Handle = static_cast<foreslice_handle>(A.Directory);
  if (const PosixHandle *H = OwnHandles.find(Handle))
    return {H->File->descriptor(), "", A.Flags};
  // A folder of the slice, or a pipe or terminal of the program.
  std::string Path = OwnHandles.pathIn(A.Directory, "");
  while (Path.ends_with('/'))
    Path.pop_back();
  return {AT_FDCWD, Path, A.Flags & ~(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW)};
}

/// Puts the answer of Ask to Q.To, and success to Result.
template <class Answer, class AskFn>
SliceEnd answer(const Asked &A, const SliceQuery &Q, int &Result,
                AskFn Ask) try {
  Answer Got{};
  Target T = targetOf(A);
  Result = Ask(T, Got);
  return Result == 0
             ? execution::space()->store(Q.To, &Got, sizeof Got, Q.Frame)
             : SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

} // namespace

int64_t posix_slices::statusOf(const SliceQuery &Q) {
  char Name[FORESLICE_MAX_NAME] = "";
  foreslice_slice_load_text(Name, Q.Name, sizeof Name);
  const Asked A = {static_cast<int32_t>(Q.Of), Name,
                   static_cast<int32_t>(Q.What)};
  const auto Mask = static_cast<unsigned>(static_cast<uint64_t>(Q.What) >> 32);
  int Result = -1;
  if (!execution::space())
    return Result;
  if (Q.Call.kind == FORESLICE_WIDE_STATUS)
    guarded([&] {
      return answer<struct statx>(
          A, Q, Result, [=](const Target &T, struct statx &Got) {
            return statx(T.Fd, T.Path.c_str(), T.Flags, Mask, &Got);
          });
    });
  else
    guarded([&] {
      return answer<struct stat>(
          A, Q, Result, [](const Target &T, struct stat &Got) {
            return fstatat(T.Fd, T.Path.c_str(), &Got, T.Flags);
          });
    });
  return Result;
}
