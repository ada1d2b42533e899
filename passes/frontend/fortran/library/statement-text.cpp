//===- statement-text.cpp - Fortran statements that make text -------------===//
//
// READ and WRITE of character variables, and the intrinsic function ADJUSTL,
// used to make names of files. See statements.cpp.
//
//===----------------------------------------------------------------------===//

#include "statements.h"

#include <cstdlib>
#include <cstring>

//===----------------------------------------------------------------------===//
// WRITE to a character variable
//===----------------------------------------------------------------------===//

#define WRITE(Result, Function, Parameters, Name)                              \
  BODY(Result, Function, Parameters, Name, "write")

namespace {
/// A format without text is unknown.
INLINE Statement *beginInternal(Statement *S, void *Text, const char *Format,
                                unsigned long Bytes) {
  begin(S, 0);
  S->Internal = {Text, nullptr, 0};
  foreslice_text_begin(Text, Format ? Format : "", Format ? Bytes : 0);
  return S;
}
INLINE Statement *beginInternalList(Statement *S, void *Text) {
  begin(S, 0);
  S->Internal = {Text, nullptr, 0};
  foreslice_text_begin(Text, nullptr, 0);
  return S;
}
} // namespace

WRITE(Statement *, writeFormatted,
      (Statement * S, void *Text, char *To, unsigned long Bytes,
       const char *Format, unsigned long FormatBytes, const Descriptor *,
       void **, unsigned long, const char *, int),
      "BeginInternalFormattedOutput") {
  beginInternal(S, Text, Format, FormatBytes);
  S->Internal.To = To;
  S->Internal.Bytes = Bytes;
  return S;
}
WRITE(Statement *, writeInList,
      (Statement * S, void *Text, char *To, unsigned long Bytes, void **,
       unsigned long, const char *, int),
      "BeginInternalListOutput") {
  beginInternalList(S, Text);
  S->Internal.To = To;
  S->Internal.Bytes = Bytes;
  return S;
}
WRITE(void, textEnable, (Statement *, bool, bool, bool, bool, bool),
      "EnableHandlers") {}
#define WRITE_INTEGER(Function, Type, Name)                                    \
  WRITE(bool, Function, (Statement * S, Type Value), Name) {                   \
    foreslice_text_put_integer(S->Internal.Text, Value);                       \
    return true;                                                               \
  }
WRITE_INTEGER(putByte, signed char, "OutputInteger8")
WRITE_INTEGER(putShort, short, "OutputInteger16")
WRITE_INTEGER(putInteger, int, "OutputInteger32")
WRITE_INTEGER(putLong, long, "OutputInteger64")
WRITE(bool, putDouble, (Statement * S, double Value), "OutputReal64") {
  foreslice_text_put_real(S->Internal.Text,
                          __builtin_bit_cast(unsigned long, Value));
  return true;
}
WRITE(bool, putReal, (Statement * S, float Value), "OutputReal32") {
  double Same = Value;
  foreslice_text_put_real(S->Internal.Text,
                          __builtin_bit_cast(unsigned long, Same));
  return true;
}
WRITE(bool, putText, (Statement * S, const char *From, unsigned long Bytes),
      "OutputAscii") {
  foreslice_text_put_characters(S->Internal.Text, From, Bytes);
  return true;
}
WRITE(bool, putCharacters,
      (Statement * S, const char *From, unsigned long Bytes, int),
      "OutputCharacter") {
  foreslice_text_put_characters(S->Internal.Text, From, Bytes);
  return true;
}
WRITE(int, writeEnd, (Statement * S), "EndIoStatement") {
  foreslice_text_write(S->Internal.To, S->Internal.Bytes, S->Internal.Text);
  return 0;
}

//===----------------------------------------------------------------------===//
// READ of a character variable
//===----------------------------------------------------------------------===//

#define TAKE(Result, Function, Parameters, Name)                               \
  BODY(Result, Function, Parameters, Name, "take")

TAKE(Statement *, takeFormatted,
     (Statement * S, void *Text, const char *From, unsigned long Bytes,
      const char *Format, unsigned long FormatBytes, const Descriptor *,
      void **, unsigned long, const char *, int),
     "BeginInternalFormattedInput") {
  beginInternal(S, Text, Format, FormatBytes);
  foreslice_text_read(Text, From, Bytes);
  return S;
}
TAKE(Statement *, takeFromList,
     (Statement * S, void *Text, const char *From, unsigned long Bytes, void **,
      unsigned long, const char *, int),
     "BeginInternalListInput") {
  beginInternalList(S, Text);
  foreslice_text_read(Text, From, Bytes);
  return S;
}
TAKE(void, takeEnable, (Statement *, bool, bool, bool, bool, bool),
     "EnableHandlers") {}
TAKE(bool, takeInteger, (Statement * S, void *To, int Kind), "InputInteger") {
  storeInteger(To, Kind, foreslice_text_get_integer(S->Internal.Text));
  return true;
}
TAKE(bool, takeDouble, (Statement * S, double *To), "InputReal64") {
  *To = __builtin_bit_cast(double, foreslice_text_get_real(S->Internal.Text));
  return true;
}
TAKE(bool, takeReal, (Statement * S, float *To), "InputReal32") {
  *To = static_cast<float>(
      __builtin_bit_cast(double, foreslice_text_get_real(S->Internal.Text)));
  return true;
}
TAKE(bool, takeText, (Statement * S, char *To, unsigned long Bytes),
     "InputAscii") {
  foreslice_text_get_characters(To, Bytes, S->Internal.Text);
  foreslice_text_skip(S->Internal.Text, Bytes);
  return true;
}
TAKE(bool, takeNamelist, (Statement *, const void *Group), "InputNamelist") {
  refuseNamelist(Group);
  return true;
}
TAKE(int, takeEnd, (Statement * S), "EndIoStatement") {
  return foreslice_text_status(S->Internal.Text);
}

//===----------------------------------------------------------------------===//
// Functions that make text
//===----------------------------------------------------------------------===//

#define INTRINSIC(Function, Name)                                              \
  void Function(Descriptor *Result, const Descriptor *Of, const char *,        \
                int) __asm__("_FortranA" Name);                                \
  void Function(Descriptor *Result, const Descriptor *Of, const char *, int)

namespace {
/// Result is a scalar in new memory, of Bytes.
INLINE char *makeText(Descriptor *Result, const Descriptor *Of,
                      unsigned long Bytes) {
  char *Made = static_cast<char *>(malloc(Bytes ? Bytes : 1));
  Result->Base = Made;
  Result->Element = static_cast<long>(Bytes);
  Result->Version = Of->Version;
  Result->Rank = 0;
  Result->Type = Of->Type;
  Result->Attribute = 2; // Allocatable.
  Result->Extra = 0;
  return Made;
}
} // namespace

INTRINSIC(adjustLeft, "Adjustl") {
  auto Bytes = static_cast<unsigned long>(Of->Element);
  foreslice_text_adjust(makeText(Result, Of, Bytes), Bytes, Of->Base);
}
