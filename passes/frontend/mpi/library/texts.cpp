//===- texts.cpp - texts of Fortran ---------------------------------------===//
//
// A text of Fortran has a length and ends with blanks. As bodies.cpp, this file
// is compiled to bitcode and is part of the pass. _FortranATrim is in flang's
// run time, and its descriptor in flang/ISO_Fortran_binding.h.
//
//===----------------------------------------------------------------------===//

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
}
