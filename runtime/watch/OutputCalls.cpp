//===- OutputCalls.cpp - fwrite(), printf() and their kin before libc's ---===//
//
// Functions that write to streams of bytes. See Streams.h.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <cstdarg>
#include <cstring>

using namespace foreslice;
using namespace foreslice::watch;

extern "C" {

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

// Characters. The macros of stdio.h call __overflow() where a buffer is full.

#define FORESLICE_PUTC(NAME, STREAM, PARAMETERS, TYPES, ARGUMENTS)             \
  FORESLICE_EXPORT int NAME PARAMETERS {                                       \
    static constinit Next<int TYPES> F(#NAME);                                 \
    FILE *const To = STREAM;                                                   \
    if (To->_IO_write_ptr < To->_IO_write_end)                                 \
      return F ARGUMENTS;                                                      \
    int Result = EOF;                                                          \
    toldOutput(To, FORESLICE_SITE, [&]() -> int64_t {                          \
      Result = F ARGUMENTS;                                                    \
      return Result != EOF;                                                    \
    });                                                                        \
    return Result;                                                             \
  }
#define FORESLICE_FPUTC(NAME)                                                  \
  FORESLICE_PUTC(NAME, Stream, (int Character, FILE *Stream), (int, FILE *),   \
                 (Character, Stream))
FORESLICE_FPUTC(fputc)
FORESLICE_FPUTC(putc)
FORESLICE_FPUTC(_IO_putc)
FORESLICE_FPUTC(fputc_unlocked)
FORESLICE_FPUTC(putc_unlocked)
FORESLICE_PUTC(putchar, stdout, (int Character), (int), (Character))
FORESLICE_PUTC(putchar_unlocked, stdout, (int Character), (int), (Character))

FORESLICE_EXPORT int puts(const char *Text) {
  static constinit Next<int(const char *)> F("puts");
  int Result = EOF;
  toldOutput(stdout, FORESLICE_SITE, [&]() -> int64_t {
    Result = F(Text);
    return Result == EOF ? 0 : static_cast<int64_t>(strlen(Text)) + 1;
  });
  return Result;
}

// Formatted, to any stream and to the standard output -------------------------

static int printed(Next<int(FILE *, const char *, va_list)> &F, FILE *Stream,
                   const char *Format, va_list Arguments, const void *Site) {
  int Result = -1;
  toldOutput(Stream, Site, [&]() -> int64_t {
    Result = F(Stream, Format, Arguments);
    return Result;
  });
  return Result;
}

/// Compilers call these functions in place of printf() to have the format
/// checked.
static int checked(Next<int(FILE *, int, const char *, va_list)> &F,
                   FILE *Stream, int Flag, const char *Format,
                   va_list Arguments, const void *Site) {
  int Result = -1;
  toldOutput(Stream, Site, [&]() -> int64_t {
    Result = F(Stream, Flag, Format, Arguments);
    return Result;
  });
  return Result;
}

static constinit Next<int(FILE *, const char *, va_list)> Vfprintf("vfprintf");
static constinit Next<int(FILE *, int, const char *, va_list)>
    VfprintfChk("__vfprintf_chk");

/// The result of the function of LIST for the arguments behind Format.
#define FORESLICE_LISTED(LIST)                                                 \
  va_list Arguments;                                                           \
  va_start(Arguments, Format);                                                 \
  const int Result = LIST;                                                     \
  va_end(Arguments);                                                           \
  return Result

FORESLICE_EXPORT int vfprintf(FILE *Stream, const char *Format,
                              va_list Arguments) {
  return printed(Vfprintf, Stream, Format, Arguments, FORESLICE_SITE);
}

FORESLICE_EXPORT int fprintf(FILE *Stream, const char *Format, ...) {
  FORESLICE_LISTED(
      printed(Vfprintf, Stream, Format, Arguments, FORESLICE_SITE));
}

FORESLICE_EXPORT int vprintf(const char *Format, va_list Arguments) {
  return printed(Vfprintf, stdout, Format, Arguments, FORESLICE_SITE);
}

FORESLICE_EXPORT int printf(const char *Format, ...) {
  FORESLICE_LISTED(
      printed(Vfprintf, stdout, Format, Arguments, FORESLICE_SITE));
}

FORESLICE_EXPORT int __vfprintf_chk(FILE *Stream, int Flag, const char *Format,
                                    va_list Arguments) {
  return checked(VfprintfChk, Stream, Flag, Format, Arguments, FORESLICE_SITE);
}

FORESLICE_EXPORT int __fprintf_chk(FILE *Stream, int Flag, const char *Format,
                                   ...) {
  FORESLICE_LISTED(
      checked(VfprintfChk, Stream, Flag, Format, Arguments, FORESLICE_SITE));
}

FORESLICE_EXPORT int __vprintf_chk(int Flag, const char *Format,
                                   va_list Arguments) {
  return checked(VfprintfChk, stdout, Flag, Format, Arguments, FORESLICE_SITE);
}

FORESLICE_EXPORT int __printf_chk(int Flag, const char *Format, ...) {
  FORESLICE_LISTED(
      checked(VfprintfChk, stdout, Flag, Format, Arguments, FORESLICE_SITE));
}

// Ends -----------------------------------------------------------------------

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
  forgetSeek(*Stream);
  if (const foreslice_watch *T = table(); T && hasFile(*Stream)) {
    TellingScope Now;
    if (T->writes)
      toldClose(*T, Stream, FORESLICE_SITE);
    T->closes(Stream->_fileno);
  }
  return F(Stream);
}

} // extern "C"
