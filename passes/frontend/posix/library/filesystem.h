//===- filesystem.h - bodies of std::filesystem ---------------------------===//
//
// A working copy calls the functions of the including files in place of
// std::filesystem's, with or without bodies in headers. Each body is named
// after the replaced function. The run time lists the folders. A path is only a
// text: the components of a path, read by the library alone, are never made.
//
//===----------------------------------------------------------------------===//

#include "listings.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

using Size = decltype(sizeof(0));

#define INLINE __attribute__((always_inline)) inline

/// Function, as the body of the program's calls of Symbol.
#define BODY(Result, Function, Parameters, Symbol)                             \
  Result Function Parameters __asm__(Symbol ".filesystem");                    \
  Result Function Parameters

/// Constructors and destructors have two names.
#define BOTH(Function, Parameters, Head, Tail, ...)                            \
  BODY(void, Function, Parameters, Head "1" Tail)                              \
  __VA_ARGS__ BODY(void, Function##OfBase, Parameters, Head "2" Tail)          \
      __VA_ARGS__

struct ErrorCode {
  int Value;
  const void *Category;
};

/// std::filesystem::file_status.
struct Status {
  signed char Kind;
  unsigned Permissions;
};

// std::filesystem::file_type.
enum : signed char { NotFound = -1, Regular = 1, Folder, Link, Unknown = 8 };
/// std::filesystem::directory_options::follow_directory_symlink.
constexpr unsigned FollowsLinks = 1;

struct Name {
  const char *Data;
  Size Length;
};

/// std::filesystem::directory_iterator.
struct Iterator {
  void *Position;
  void *Owner;
};

namespace {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Begin of the name behind the last slash.
INLINE Size fileAt(Name N) {
  Size Position = N.Length;
  while (Position > 0 && N.Data[Position - 1] != '/')
    --Position;
  return Position;
}

/// Begin of the extension, at the dot; the end of the name without an
/// extension.
INLINE Size extensionAt(Name N) {
  Size File = fileAt(N);
  for (Size Position = N.Length; Position > File + 1; --Position)
    if (N.Data[Position - 1] == '.')
      return Position == File + 2 && N.Data[File] == '.' && Position == N.Length
                 ? N.Length
                 : Position - 1;
  return N.Length;
}

INLINE Size parentEnd(Name N) {
  Size Position = fileAt(N);
  while (Position > 1 && N.Data[Position - 1] == '/')
    --Position;
  return Position;
}

/// Paths are ordered by components.
INLINE int compare(Name A, Name B) {
  for (Size I = 0; I < A.Length && I < B.Length; ++I) {
    int OfA = A.Data[I] == '/' ? 0 : static_cast<unsigned char>(A.Data[I]);
    int OfB = B.Data[I] == '/' ? 0 : static_cast<unsigned char>(B.Data[I]);
    if (OfA != OfB)
      return OfA - OfB;
  }
  return A.Length < B.Length ? -1 : A.Length > B.Length;
}

//===----------------------------------------------------------------------===//
// Kinds and sizes of files
//===----------------------------------------------------------------------===//

INLINE signed char kindOf(unsigned Mode) {
  return S_ISREG(Mode)   ? Regular
         : S_ISDIR(Mode) ? Folder
         : S_ISLNK(Mode) ? Link
                         : Unknown;
}

INLINE Status statusOf(const char *Name, int Flags) {
  struct stat Now;
  if (fstatat(AT_FDCWD, Name, &Now, Flags) != 0)
    return {NotFound, 0};
  return {kindOf(Now.st_mode), Now.st_mode & 07777};
}

INLINE Size sizeOf(const char *Name) {
  struct stat Now;
  return fstatat(AT_FDCWD, Name, &Now, 0) == 0 ? static_cast<Size>(Now.st_size)
                                               : ~Size(0);
}

INLINE Iterator *step(Iterator *I, int Step, unsigned How) {
  I->Position = foreslice_listing(I->Position, Step, How);
  return I;
}

INLINE void succeed(ErrorCode *Code) {
  if (Code)
    Code->Value = 0;
}

} // namespace
