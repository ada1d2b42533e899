//===- WideCalls.cpp - fgetwc(), fgetws() and their kin before libc's -----===//
//
// Functions that read streams of wide characters. See Streams.h.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <cstdarg>
#include <cwchar>

using namespace foreslice;
using namespace foreslice::watch;

extern "C" {

#define FORESLICE_GETWC(NAME)                                                  \
  FORESLICE_EXPORT wint_t NAME(FILE *Stream) {                                 \
    static constinit Next<wint_t(FILE *)> F(#NAME);                            \
    if (hasConverted(*Stream))                                                 \
      return F(Stream);                                                        \
    wint_t Result = WEOF;                                                      \
    toldWide(Stream, FORESLICE_SITE, [&] { Result = F(Stream); });             \
    return Result;                                                             \
  }
FORESLICE_GETWC(fgetwc)
FORESLICE_GETWC(getwc)
FORESLICE_GETWC(fgetwc_unlocked)
FORESLICE_GETWC(getwc_unlocked)
FORESLICE_GETWC(__wuflow)
FORESLICE_GETWC(__wunderflow)

#define FORESLICE_FGETWS(NAME, PARAMETERS, TYPES, ARGUMENTS)                   \
  FORESLICE_EXPORT wchar_t *NAME PARAMETERS {                                  \
    static constinit Next<wchar_t * TYPES> F(#NAME);                           \
    wchar_t *Result = nullptr;                                                 \
    toldWide(Stream, FORESLICE_SITE, [&] { Result = F ARGUMENTS; });           \
    return Result;                                                             \
  }
FORESLICE_FGETWS(fgetws, (wchar_t * To, int Size, FILE *Stream),
                 (wchar_t *, int, FILE *), (To, Size, Stream))
FORESLICE_FGETWS(fgetws_unlocked, (wchar_t * To, int Size, FILE *Stream),
                 (wchar_t *, int, FILE *), (To, Size, Stream))
FORESLICE_FGETWS(__fgetws_chk,
                 (wchar_t * To, size_t Room, int Size, FILE *Stream),
                 (wchar_t *, size_t, int, FILE *), (To, Room, Size, Stream))
FORESLICE_FGETWS(__fgetws_unlocked_chk,
                 (wchar_t * To, size_t Room, int Size, FILE *Stream),
                 (wchar_t *, size_t, int, FILE *), (To, Room, Size, Stream))

static int scanned(Next<int(FILE *, const wchar_t *, va_list)> &F, FILE *Stream,
                   const wchar_t *Format, va_list Arguments, const void *Site) {
  int Result = EOF;
  toldWide(Stream, Site, [&] { Result = F(Stream, Format, Arguments); });
  return Result;
}

// stdio.h gives fwscanf() the name of C99's function.
#define FORESLICE_FWSCANF(NAME, LISTED)                                        \
  FORESLICE_EXPORT int watched_##LISTED(FILE *, const wchar_t *,               \
                                        va_list) __asm__(#LISTED);             \
  int watched_##LISTED(FILE *Stream, const wchar_t *Format,                    \
                       va_list Arguments) {                                    \
    static constinit Next<int(FILE *, const wchar_t *, va_list)> F(#LISTED);   \
    return scanned(F, Stream, Format, Arguments, FORESLICE_SITE);              \
  }                                                                            \
  FORESLICE_EXPORT int watched_##NAME(FILE *, const wchar_t *,                 \
                                      ...) __asm__(#NAME);                     \
  int watched_##NAME(FILE *Stream, const wchar_t *Format, ...) {               \
    static constinit Next<int(FILE *, const wchar_t *, va_list)> F(#LISTED);   \
    va_list Arguments;                                                         \
    va_start(Arguments, Format);                                               \
    int Result = scanned(F, Stream, Format, Arguments, FORESLICE_SITE);        \
    va_end(Arguments);                                                         \
    return Result;                                                             \
  }
FORESLICE_FWSCANF(fwscanf, vfwscanf)
FORESLICE_FWSCANF(__isoc99_fwscanf, __isoc99_vfwscanf)
FORESLICE_FWSCANF(__isoc23_fwscanf, __isoc23_vfwscanf)

} // extern "C"
