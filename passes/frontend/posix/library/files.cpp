//===- files.cpp - file calls made of other calls -------------------------===//
//
// Some calls of POSIX and Linux, made of calls known to the pass: readv() is a
// read() for each buffer. As bodies.cpp, this file is compiled to bitcode and
// is part of the pass. Data arrive in the program's own buffers, or nowhere
// (null), and errors are taken never to happen.
//
//===----------------------------------------------------------------------===//

#include "listings.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define INLINE __attribute__((always_inline)) inline

using Size = decltype(sizeof(0));

//===----------------------------------------------------------------------===//
// Trees of folders
//===----------------------------------------------------------------------===//

namespace {

constexpr unsigned Enters = FORESLICE_LISTING_ENTERS;

/// The facts of nftw() about a file: the status and the type.
INLINE int typeOf(const char *Name, struct stat &Status, int Flags) {
  if (fstatat(AT_FDCWD, Name, &Status,
              Flags & FTW_PHYS ? AT_SYMLINK_NOFOLLOW : 0) != 0)
    return FTW_NS;
  return S_ISDIR(Status.st_mode)   ? Flags & FTW_DEPTH ? FTW_DP : FTW_D
         : S_ISLNK(Status.st_mode) ? FTW_SL
                                   : FTW_F;
}

INLINE int fileIn(const char *Name) {
  const char *Slash = strrchr(Name, '/');
  return Slash ? static_cast<int>(Slash - Name) + 1 : 0;
}

/// Folders come before the files inside, whatever the program asks for: the
/// order of files is not changed.
template <typename VisitFn>
INLINE int walk(const char *Root, int Flags, VisitFn Visit) {
  int Result = Visit(Root, 0);
  void *At = foreslice_open_listing(
      Root, Flags & FTW_PHYS ? Enters : Enters | FORESLICE_LISTING_FOLLOWS);
  for (; At && Result == 0;
       At = foreslice_listing(At, FORESLICE_LISTING_NEXT, Enters)) {
    // An entry begins with the address of the name.
    auto *Entry = static_cast<const char **>(
        foreslice_listing(At, FORESLICE_LISTING_ENTRY, Enters));
    auto Depth = reinterpret_cast<intptr_t>(
        foreslice_listing(At, FORESLICE_LISTING_DEPTH, Enters));
    Result = Visit(*Entry, static_cast<int>(Depth) + 1);
  }
  return Result;
}

} // namespace

extern "C" {

int nftw(const char *Root, __nftw_func_t Visit, int, int Flags) {
  return walk(Root, Flags, [&](const char *Name, int Depth) {
    struct stat Status;
    int Type = typeOf(Name, Status, Flags);
    FTW At = {fileIn(Name), Depth};
    return Visit(Name, &Status, Type, &At);
  });
}

int nftw64(const char *Root, __nftw64_func_t Visit, int Most, int Flags) {
  return nftw(Root, reinterpret_cast<__nftw_func_t>(Visit), Most, Flags);
}

int ftw(const char *Root, __ftw_func_t Visit, int) {
  return walk(Root, 0, [&](const char *Name, int) {
    struct stat Status;
    int Type = typeOf(Name, Status, 0);
    return Visit(Name, &Status, Type);
  });
}

int ftw64(const char *Root, __ftw64_func_t Visit, int Most) {
  return ftw(Root, reinterpret_cast<__ftw_func_t>(Visit), Most);
}

// fts_open() and so on, without sorting: the pass knows the names. An FTS has
// the contents of glibc's fts_open(), so an FTS opened by the program works,
// too. fts_cur is the root of the walk, or the entry before the first root.
// fts_child holds the slice's listing, and fts_array the slice's last entry.

/// With room for the name.
struct Walked {
  FTSENT Entry;
  char Name[256];
  struct stat Status;
};

INLINE FTSENT *showWalked(FTS *Of, const char *Path, long Depth) {
  auto *Shown = reinterpret_cast<Walked *>(Of->fts_array);
  if (!Shown) {
    Shown = static_cast<Walked *>(malloc(sizeof(Walked)));
    Of->fts_array = reinterpret_cast<FTSENT **>(Shown);
  }
  int Flags = Of->fts_options & FTS_LOGICAL ? 0 : FTW_PHYS;
  int Type = typeOf(Path, Shown->Status, Flags);
  FTSENT *E = &Shown->Entry;
  E->fts_path = const_cast<char *>(Path);
  E->fts_accpath = E->fts_path;
  E->fts_parent = Of->fts_cur;
  E->fts_statp = &Shown->Status;
  E->fts_pathlen = static_cast<unsigned short>(strlen(Path));
  E->fts_level = static_cast<short>(Depth);
  E->fts_number = 0;
  E->fts_pointer = nullptr;
  E->fts_instr = 0;
  E->fts_info = Type == FTW_F    ? FTS_F
                : Type == FTW_D  ? FTS_D
                : Type == FTW_SL ? FTS_SL
                                 : FTS_NS;
  const char *Name = Path + fileIn(Path);
  E->fts_namelen = static_cast<unsigned short>(strlen(Name));
  memcpy(E->fts_name, Name, E->fts_namelen < 255 ? E->fts_namelen + 1 : 256);
  return E;
}

FTS *openWalk(char *const *Roots, int Options,
              int (*)(const FTSENT **,
                      const FTSENT **)) __asm__("fts_open.body");
FTS *openWalk(char *const *Roots, int Options,
              int (*)(const FTSENT **, const FTSENT **)) {
  auto *New = static_cast<FTS *>(calloc(1, sizeof(FTS)));
  auto *Last = static_cast<FTSENT *>(calloc(1, sizeof(FTSENT)));
  New->fts_options = Options;
  New->fts_cur = Last;
  for (; *Roots; ++Roots) {
    Size Length = strlen(*Roots);
    auto *Root = static_cast<FTSENT *>(calloc(1, sizeof(FTSENT) + Length));
    memcpy(Root->fts_name, *Roots, Length + 1);
    Last->fts_link = Root;
    Last = Root;
  }
  return New;
}

FTSENT *readWalk(FTS *Of) __asm__("fts_read.body");
FTSENT *readWalk(FTS *Of) {
  void *At = Of->fts_child;
  if (At) {
    auto *Shown = reinterpret_cast<FTSENT *>(Of->fts_array);
    if (Shown->fts_instr == FTS_SKIP)
      At = foreslice_listing(At, FORESLICE_LISTING_PASS, Enters);
    // The first entry is there when the root has been returned.
    if (Shown->fts_level != 0)
      At = foreslice_listing(At, FORESLICE_LISTING_NEXT, Enters);
    Of->fts_child = static_cast<FTSENT *>(At);
  }
  if (At) {
    auto *Entry = static_cast<const char **>(
        foreslice_listing(At, FORESLICE_LISTING_ENTRY, Enters));
    auto Depth = reinterpret_cast<intptr_t>(
        foreslice_listing(At, FORESLICE_LISTING_DEPTH, Enters));
    return showWalked(Of, *Entry, Depth + 1);
  }
  FTSENT *Root = Of->fts_cur->fts_link;
  if (!Root)
    return nullptr;
  Of->fts_cur = Root;
  Of->fts_child = static_cast<FTSENT *>(foreslice_open_listing(
      Root->fts_name, Of->fts_options & FTS_LOGICAL
                          ? Enters | FORESLICE_LISTING_FOLLOWS
                          : Enters));
  return showWalked(Of, Root->fts_name, 0);
}

int setWalked(FTS *, FTSENT *Entry, int How) __asm__("fts_set.body");
int setWalked(FTS *, FTSENT *Entry, int How) {
  Entry->fts_instr = static_cast<unsigned short>(How);
  return 0;
}

//===----------------------------------------------------------------------===//
// Several buffers, two files, places
//===----------------------------------------------------------------------===//

ssize_t readv(int File, const iovec *Buffers, int Count) {
  ssize_t Got = 0;
  for (int I = 0; I < Count; ++I)
    Got += read(File, Buffers[I].iov_base, Buffers[I].iov_len);
  return Got;
}

ssize_t preadv(int File, const iovec *Buffers, int Count, off_t At) {
  ssize_t Got = 0;
  for (int I = 0; I < Count; ++I)
    Got += pread(File, Buffers[I].iov_base, Buffers[I].iov_len, At + Got);
  return Got;
}

ssize_t preadv64(int File, const iovec *Buffers, int Count, off64_t At) {
  return preadv(File, Buffers, Count, At);
}

ssize_t preadv2(int File, const iovec *Buffers, int Count, off_t At, int) {
  return At == -1 ? readv(File, Buffers, Count)
                  : preadv(File, Buffers, Count, At);
}

ssize_t preadv64v2(int File, const iovec *Buffers, int Count, off64_t At, int) {
  return preadv2(File, Buffers, Count, At, 0);
}

ssize_t writev(int File, const iovec *Buffers, int Count) {
  ssize_t Put = 0;
  for (int I = 0; I < Count; ++I)
    Put += write(File, Buffers[I].iov_base, Buffers[I].iov_len);
  return Put;
}

ssize_t pwritev(int File, const iovec *Buffers, int Count, off_t At) {
  ssize_t Put = 0;
  for (int I = 0; I < Count; ++I)
    Put += pwrite(File, Buffers[I].iov_base, Buffers[I].iov_len, At + Put);
  return Put;
}

ssize_t pwritev64(int File, const iovec *Buffers, int Count, off64_t At) {
  return pwritev(File, Buffers, Count, At);
}

ssize_t pwritev2(int File, const iovec *Buffers, int Count, off_t At, int) {
  return At == -1 ? writev(File, Buffers, Count)
                  : pwritev(File, Buffers, Count, At);
}

ssize_t pwritev64v2(int File, const iovec *Buffers, int Count, off64_t At,
                    int) {
  return pwritev2(File, Buffers, Count, At, 0);
}

ssize_t sendfile(int, int From, off_t *At, size_t Bytes) noexcept {
  if (!At)
    return read(From, nullptr, Bytes);
  ssize_t Got = pread(From, nullptr, Bytes, *At);
  *At += Got;
  return Got;
}

ssize_t sendfile64(int To, int From, off64_t *At, size_t Bytes) noexcept {
  return sendfile(To, From, At, Bytes);
}

ssize_t copy_file_range(int From, off64_t *At, int, off64_t *ToAt, size_t Bytes,
                        unsigned) {
  ssize_t Got = sendfile(0, From, At, Bytes);
  if (ToAt)
    *ToAt += Got;
  return Got;
}

/// A pipe gives the bytes put in.
ssize_t splice(int From, off64_t *At, int, off64_t *ToAt, size_t Bytes,
               unsigned) {
  struct stat Status;
  bool IsFile = fstat(From, &Status) != 0 || S_ISREG(Status.st_mode);
  ssize_t Got =
      IsFile ? sendfile(0, From, At, Bytes) : static_cast<ssize_t>(Bytes);
  if (ToAt)
    *ToAt += Got;
  return Got;
}

/// The old stream is another name of the new stream from then on.
int foreslice_reopen(FILE *New, FILE *Old);

INLINE FILE *reopen(FILE *New, FILE *Old) {
  foreslice_reopen(New, Old);
  return New ? Old : nullptr;
}

FILE *freopen(const char *Name, const char *Mode, FILE *Old) {
  return Name ? reopen(fopen(Name, Mode), Old) : Old;
}

FILE *freopen64(const char *Name, const char *Mode, FILE *Old) {
  return Name ? reopen(fopen64(Name, Mode), Old) : Old;
}

int fgetpos(FILE *File, fpos_t *Place) {
  Place->__pos = ftell(File);
  return 0;
}

int fgetpos64(FILE *File, fpos64_t *Place) {
  Place->__pos = ftell(File);
  return 0;
}

int fsetpos(FILE *File, const fpos_t *Place) {
  return fseek(File, Place->__pos, SEEK_SET);
}

int fsetpos64(FILE *File, const fpos64_t *Place) {
  return fseek(File, Place->__pos, SEEK_SET);
}

// Each byte is a character. Lines end alike if no byte of a longer character
// equals another character, as in UTF-8.

wint_t fgetwc(FILE *File) { return static_cast<wint_t>(fgetc(File)); }
wint_t getwc(FILE *File) { return fgetwc(File); }
wint_t fgetwc_unlocked(FILE *File) { return fgetwc(File); }
wint_t getwc_unlocked(FILE *File) { return fgetwc(File); }

wchar_t *fgetws(wchar_t *To, int Most, FILE *File) {
  int Length = 0;
  while (Length + 1 < Most) {
    int Next = fgetc(File);
    if (Next < 0)
      break;
    To[Length++] = Next;
    if (Next == '\n')
      break;
  }
  if (Length == 0)
    return nullptr;
  To[Length] = 0;
  return To;
}
wchar_t *fgetws_unlocked(wchar_t *To, int Most, FILE *File) {
  return fgetws(To, Most, File);
}
wchar_t *__fgetws_chk(wchar_t *To, Size, int Most, FILE *File) {
  return fgetws(To, Most, File);
}

/// Forgets the end of the file met by a read.
void clearerr(FILE *File) noexcept { fseek(File, 0, SEEK_CUR); }

} // extern "C"
