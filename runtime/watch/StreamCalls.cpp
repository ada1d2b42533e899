//===- StreamCalls.cpp - fread(), getline() and their kin before libc's ---===//
//
// See Streams.h.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <cstdarg>
#include <cstdlib>
#include <cstring>

using namespace foreslice;
using namespace foreslice::watch;

extern "C" {

// Blocks ---------------------------------------------------------------------

#define FORESLICE_FREAD(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_EXPORT size_t NAME PARAMETERS {                                    \
    static constinit Next<size_t TYPES> F(#NAME);                              \
    const foreslice_watch *T = table();                                        \
    size_t Bytes = 0;                                                          \
    if (!T || __builtin_mul_overflow(Size, Count, &Bytes) ||                   \
        Bytes <= buffered(*Stream))                                            \
      return F ARGUMENTS;                                                      \
    size_t Result = 0;                                                         \
    toldBlock(*T, Stream, Bytes, FORESLICE_SITE, [&]() -> uint64_t {           \
      Result = F ARGUMENTS;                                                    \
      return Result * Size;                                                    \
    });                                                                        \
    return Result;                                                             \
  }

FORESLICE_FREAD(fread, (void *To, size_t Size, size_t Count, FILE *Stream),
                (void *, size_t, size_t, FILE *), (To, Size, Count, Stream))
FORESLICE_FREAD(fread_unlocked,
                (void *To, size_t Size, size_t Count, FILE *Stream),
                (void *, size_t, size_t, FILE *), (To, Size, Count, Stream))
FORESLICE_FREAD(__fread_chk,
                (void *To, size_t Room, size_t Size, size_t Count,
                 FILE *Stream),
                (void *, size_t, size_t, size_t, FILE *),
                (To, Room, Size, Count, Stream))
FORESLICE_FREAD(__fread_unlocked_chk,
                (void *To, size_t Room, size_t Size, size_t Count,
                 FILE *Stream),
                (void *, size_t, size_t, size_t, FILE *),
                (To, Room, Size, Count, Stream))

// Characters. The macros of stdio.h call the last two where a buffer is empty.

#define FORESLICE_GETC(NAME)                                                   \
  FORESLICE_EXPORT int NAME(FILE *Stream) {                                    \
    static constinit Next<int(FILE *)> F(#NAME);                               \
    const foreslice_watch *T = nullptr;                                        \
    if (buffered(*Stream) != 0 || !(T = table()))                              \
      return F(Stream);                                                        \
    int Result = EOF;                                                          \
    toldBlock(*T, Stream, 1, FORESLICE_SITE, [&]() -> uint64_t {               \
      Result = F(Stream);                                                      \
      return Result != EOF && Stream->_IO_read_ptr != Stream->_IO_read_base;   \
    });                                                                        \
    return Result;                                                             \
  }
FORESLICE_GETC(fgetc)
FORESLICE_GETC(getc)
FORESLICE_GETC(_IO_getc)
FORESLICE_GETC(fgetc_unlocked)
FORESLICE_GETC(getc_unlocked)
FORESLICE_GETC(__uflow)
FORESLICE_GETC(__underflow)

// Lines ----------------------------------------------------------------------

#define FORESLICE_FGETS(NAME, PARAMETERS, TYPES, ARGUMENTS)                    \
  FORESLICE_EXPORT char *NAME PARAMETERS {                                     \
    static constinit Next<char *TYPES> F(#NAME);                               \
    char *Result = nullptr;                                                    \
    toldText(Stream, FORESLICE_SITE, [&]() -> int64_t {                        \
      Result = F ARGUMENTS;                                                    \
      return -1;                                                               \
    });                                                                        \
    return Result;                                                             \
  }
FORESLICE_FGETS(fgets, (char *To, int Size, FILE *Stream),
                (char *, int, FILE *), (To, Size, Stream))
FORESLICE_FGETS(fgets_unlocked, (char *To, int Size, FILE *Stream),
                (char *, int, FILE *), (To, Size, Stream))
FORESLICE_FGETS(__fgets_chk, (char *To, size_t Room, int Size, FILE *Stream),
                (char *, size_t, int, FILE *), (To, Room, Size, Stream))
FORESLICE_FGETS(__fgets_unlocked_chk,
                (char *To, size_t Room, int Size, FILE *Stream),
                (char *, size_t, int, FILE *), (To, Room, Size, Stream))

#define FORESLICE_GETDELIM(NAME, PARAMETERS, TYPES, ARGUMENTS)                 \
  FORESLICE_EXPORT ssize_t NAME PARAMETERS {                                   \
    static constinit Next<ssize_t TYPES> F(#NAME);                             \
    ssize_t Result = -1;                                                       \
    toldText(Stream, FORESLICE_SITE, [&]() -> int64_t {                        \
      Result = F ARGUMENTS;                                                    \
      return Result;                                                           \
    });                                                                        \
    return Result;                                                             \
  }
FORESLICE_GETDELIM(getline, (char **Line, size_t *Size, FILE *Stream),
                   (char **, size_t *, FILE *), (Line, Size, Stream))
FORESLICE_GETDELIM(getdelim, (char **Line, size_t *Size, int End, FILE *Stream),
                   (char **, size_t *, int, FILE *), (Line, Size, End, Stream))
FORESLICE_GETDELIM(__getdelim,
                   (char **Line, size_t *Size, int End, FILE *Stream),
                   (char **, size_t *, int, FILE *), (Line, Size, End, Stream))

// Formatted ------------------------------------------------------------------

static int scanned(Next<int(FILE *, const char *, va_list)> &F, FILE *Stream,
                   const char *Format, va_list Arguments, const void *Site) {
  int Result = EOF;
  toldText(Stream, Site, [&]() -> int64_t {
    Result = F(Stream, Format, Arguments);
    return -1;
  });
  return Result;
}

// stdio.h gives fscanf() the name that C99's has.
#define FORESLICE_SCANF(NAME, LISTED)                                          \
  FORESLICE_EXPORT int watched_##LISTED(FILE *, const char *,                  \
                                        va_list) __asm__(#LISTED);             \
  int watched_##LISTED(FILE *Stream, const char *Format, va_list Arguments) {  \
    static constinit Next<int(FILE *, const char *, va_list)> F(#LISTED);      \
    return scanned(F, Stream, Format, Arguments, FORESLICE_SITE);              \
  }                                                                            \
  FORESLICE_EXPORT int watched_##NAME(FILE *, const char *,                    \
                                      ...) __asm__(#NAME);                     \
  int watched_##NAME(FILE *Stream, const char *Format, ...) {                  \
    static constinit Next<int(FILE *, const char *, va_list)> F(#LISTED);      \
    va_list Arguments;                                                         \
    va_start(Arguments, Format);                                               \
    int Result = scanned(F, Stream, Format, Arguments, FORESLICE_SITE);        \
    va_end(Arguments);                                                         \
    return Result;                                                             \
  }
FORESLICE_SCANF(fscanf, vfscanf)
FORESLICE_SCANF(__isoc99_fscanf, __isoc99_vfscanf)
FORESLICE_SCANF(__isoc23_fscanf, __isoc23_vfscanf)

// Output ---------------------------------------------------------------------

#define FORESLICE_FWRITE(NAME)                                                 \
  FORESLICE_EXPORT size_t NAME(const void *From, size_t Size, size_t Count,    \
                               FILE *Stream) {                                 \
    static constinit Next<size_t(const void *, size_t, size_t, FILE *)> F(     \
        #NAME);                                                                \
    size_t Result = 0;                                                         \
    toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {                      \
      Result = F(From, Size, Count, Stream);                                   \
      return static_cast<int64_t>(Result * Size);                              \
    });                                                                        \
    return Result;                                                             \
  }
FORESLICE_FWRITE(fwrite)
FORESLICE_FWRITE(fwrite_unlocked)

#define FORESLICE_FPUTS(NAME)                                                  \
  FORESLICE_EXPORT int NAME(const char *Text, FILE *Stream) {                  \
    static constinit Next<int(const char *, FILE *)> F(#NAME);                 \
    int Result = EOF;                                                          \
    toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {                      \
      Result = F(Text, Stream);                                                \
      return Result == EOF ? 0 : static_cast<int64_t>(strlen(Text));           \
    });                                                                        \
    return Result;                                                             \
  }
FORESLICE_FPUTS(fputs)
FORESLICE_FPUTS(fputs_unlocked)

FORESLICE_EXPORT int __overflow(FILE *Stream, int Character) {
  static constinit Next<int(FILE *, int)> F("__overflow");
  int Result = EOF;
  toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {
    Result = F(Stream, Character);
    return Result != EOF && Character != EOF;
  });
  return Result;
}

FORESLICE_EXPORT int vfprintf(FILE *Stream, const char *Format,
                              va_list Arguments) {
  static constinit Next<int(FILE *, const char *, va_list)> F("vfprintf");
  int Result = -1;
  toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {
    Result = F(Stream, Format, Arguments);
    return Result;
  });
  return Result;
}

FORESLICE_EXPORT int fprintf(FILE *Stream, const char *Format, ...) {
  static constinit Next<int(FILE *, const char *, va_list)> F("vfprintf");
  int Result = -1;
  va_list Arguments;
  va_start(Arguments, Format);
  toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {
    Result = F(Stream, Format, Arguments);
    return Result;
  });
  va_end(Arguments);
  return Result;
}

FORESLICE_EXPORT int __vfprintf_chk(FILE *Stream, int Flag, const char *Format,
                                    va_list Arguments) {
  static constinit Next<int(FILE *, int, const char *, va_list)> F(
      "__vfprintf_chk");
  int Result = -1;
  toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {
    Result = F(Stream, Flag, Format, Arguments);
    return Result;
  });
  return Result;
}

FORESLICE_EXPORT int __fprintf_chk(FILE *Stream, int Flag, const char *Format,
                                   ...) {
  static constinit Next<int(FILE *, int, const char *, va_list)> F(
      "__vfprintf_chk");
  int Result = -1;
  va_list Arguments;
  va_start(Arguments, Format);
  toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {
    Result = F(Stream, Flag, Format, Arguments);
    return Result;
  });
  va_end(Arguments);
  return Result;
}

FORESLICE_EXPORT int fflush(FILE *Stream) {
  static constinit Next<int(FILE *)> F("fflush");
  if (!Stream)
    return F(Stream);
  int Result = EOF;
  toldOutput(Stream, FORESLICE_SITE, [&]() -> int64_t {
    Result = F(Stream);
    return 0;
  });
  return Result;
}

FORESLICE_EXPORT int fclose(FILE *Stream) {
  static constinit Next<int(FILE *)> F("fclose");
  if (const foreslice_watch *T = table()) {
    if (T->writes)
      fflush(Stream);
    TellingScope Now;
    T->closes(fileno(Stream));
  }
  return F(Stream);
}

} // extern "C"
