//===- StreamCalls.cpp - fread(), getline() and their kin before libc's ---===//
//
// Functions that read streams of bytes, and functions that move in streams. See
// Streams.h.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <cstdarg>

using namespace foreslice;
using namespace foreslice::watch;

extern "C" {

// Blocks ---------------------------------------------------------------------

#define FORESLICE_FREAD(NAME, ROOM, PARAMETERS, TYPES, ARGUMENTS)              \
  FORESLICE_EXPORT size_t NAME PARAMETERS {                                    \
    static constinit Next<size_t TYPES> F(#NAME);                              \
    const foreslice_watch *T = table();                                        \
    size_t Bytes = 0;                                                          \
    if (!T || __builtin_mul_overflow(Size, Count, &Bytes) || Bytes == 0 ||     \
        isInBuffer(*Stream, Bytes))                                            \
      return F ARGUMENTS;                                                      \
    size_t Result = 0;                                                         \
    toldBlock(*T, Stream, Bytes, FORESLICE_SITE, [&]() -> uint64_t {           \
      Result = F ARGUMENTS;                                                    \
      return Result * Size;                                                    \
    });                                                                        \
    return Result;                                                             \
  }

// Moving ---------------------------------------------------------------------

#define FORESLICE_FSEEK(NAME, TARGET, PARAMETERS, TYPES, ARGUMENTS)            \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    static constinit Next<int TYPES> F(#NAME);                                 \
    int Result = -1;                                                           \
    toldSeek(Stream, TARGET, FORESLICE_SITE, [&]() -> bool {                   \
      Result = F ARGUMENTS;                                                    \
      return Result == 0;                                                      \
    });                                                                        \
    return Result;                                                             \
  }

#include "support/InterposedCalls.def"

FORESLICE_EXPORT void rewind(FILE *Stream) {
  static constinit Next<void(FILE *)> F("rewind");
  toldSeek(Stream, 0, FORESLICE_SITE, [&] {
    F(Stream);
    return true;
  });
}

// Characters. The macros of stdio.h call the last two where a buffer is empty.

#define FORESLICE_GETC(NAME, STREAM, PARAMETERS, TYPES, ARGUMENTS)             \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    static constinit Next<int TYPES> F(#NAME);                                 \
    FILE *const From = STREAM;                                                 \
    const foreslice_watch *T = nullptr;                                        \
    if (isInBuffer(*From, 1) || !(T = table()))                                \
      return F ARGUMENTS;                                                      \
    int Result = EOF;                                                          \
    toldBlock(*T, From, 1, FORESLICE_SITE, [&]() -> uint64_t {                 \
      Result = F ARGUMENTS;                                                    \
      return Result != EOF && From->_IO_read_ptr != From->_IO_read_base;       \
    });                                                                        \
    return Result;                                                             \
  }
#define FORESLICE_FGETC(NAME)                                                  \
  FORESLICE_GETC(NAME, Stream, (FILE * Stream), (FILE *), (Stream))
FORESLICE_FGETC(fgetc)
FORESLICE_FGETC(getc)
FORESLICE_FGETC(_IO_getc)
FORESLICE_FGETC(fgetc_unlocked)
FORESLICE_FGETC(getc_unlocked)
FORESLICE_FGETC(__uflow)
FORESLICE_FGETC(__underflow)
FORESLICE_GETC(getchar, stdin, (), (), ())
FORESLICE_GETC(getchar_unlocked, stdin, (), (), ())

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

// stdio.h gives fscanf() the name of C99's function.
#define FORESLICE_FSCANF(NAME, LISTED)                                         \
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
FORESLICE_FSCANF(fscanf, vfscanf)
FORESLICE_FSCANF(__isoc99_fscanf, __isoc99_vfscanf)
FORESLICE_FSCANF(__isoc23_fscanf, __isoc23_vfscanf)

// Functions on standard input, by the functions for any stream.
#define FORESLICE_SCANF(NAME, LISTED, OFSTREAM)                                \
  FORESLICE_EXPORT int watched_##LISTED(const char *,                          \
                                        va_list) __asm__(#LISTED);             \
  int watched_##LISTED(const char *Format, va_list Arguments) {                \
    static constinit Next<int(FILE *, const char *, va_list)> F(#OFSTREAM);    \
    return scanned(F, stdin, Format, Arguments, FORESLICE_SITE);               \
  }                                                                            \
  FORESLICE_EXPORT int watched_##NAME(const char *, ...) __asm__(#NAME);       \
  int watched_##NAME(const char *Format, ...) {                                \
    static constinit Next<int(FILE *, const char *, va_list)> F(#OFSTREAM);    \
    va_list Arguments;                                                         \
    va_start(Arguments, Format);                                               \
    int Result = scanned(F, stdin, Format, Arguments, FORESLICE_SITE);         \
    va_end(Arguments);                                                         \
    return Result;                                                             \
  }
FORESLICE_SCANF(scanf, vscanf, vfscanf)
FORESLICE_SCANF(__isoc99_scanf, __isoc99_vscanf, __isoc99_vfscanf)
FORESLICE_SCANF(__isoc23_scanf, __isoc23_vscanf, __isoc23_vfscanf)

} // extern "C"
