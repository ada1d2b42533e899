//===- texts.cpp - texts of Fortran ---------------------------------------===//
//
// A text of Fortran has a length and ends with blanks. As bodies.cpp, this file
// is compiled to bitcode and is part of the pass. The functions _FortranA are
// in flang's run time, their descriptor in flang/ISO_Fortran_binding.h.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>

struct Descriptor {
  char *Base;
  size_t ElementBytes;
};

static size_t withoutBlanks(const char *Text, size_t Length) {
  while (Length > 0 && Text[Length - 1] == ' ')
    --Length;
  return Length;
}

extern "C" {

/// A text in the form of C, to To, with room for Length bytes and the end.
void foreslice_fortran_text(char *To, const char *From, size_t Length) {
  Length = withoutBlanks(From, Length);
  size_t First = 0;
  while (First < Length && From[First] == ' ')
    ++First;
  for (size_t I = First; I < Length; ++I)
    To[I - First] = From[I];
  To[Length - First] = 0;
}

/// The intrinsic function TRIM. The caller frees the result.
void _FortranATrim(Descriptor *Result, const Descriptor *Text, const char *,
                   int) {
  size_t Length = withoutBlanks(Text->Base, Text->ElementBytes);
  Result->Base = static_cast<char *>(malloc(Length + 1));
  Result->ElementBytes = Length;
  memcpy(Result->Base, Text->Base, Length);
}

/// The intrinsic subroutine GET_COMMAND_ARGUMENT; the result is the STATUS.
int _FortranAGetCommandArgument(int Number, const Descriptor *Value,
                                const Descriptor *Length, const Descriptor *,
                                const char *, int) {
  if (Value)
    foreslice_text_argument(Value->Base, Value->ElementBytes, Number);
  if (!Length)
    return 0;
  unsigned long Bytes = foreslice_text_argument_length(Number);
  if (Length->ElementBytes == sizeof(long))
    *reinterpret_cast<long *>(Length->Base) = static_cast<long>(Bytes);
  else
    *reinterpret_cast<int *>(Length->Base) = static_cast<int>(Bytes);
  return 0;
}

/// The intrinsic function COMMAND_ARGUMENT_COUNT.
int _FortranAArgumentCount() { return foreslice_text_arguments(); }
}
