//===- statements.h - what a slice knows of a statement of Fortran --------===//
//
// Shared by the bodies of statements.cpp and statement-text.cpp. flang's own
// layout of what describes arrays, and what lies in the variable of a
// statement.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARY_STATEMENTS_H
#define FORESLICE_PASSES_COPY_LIBRARY_STATEMENTS_H

#include "foreslice/abi.h"

#include <cstddef>

// The steps stand for the call of a body: they are in the body itself.
#define INLINE __attribute__((always_inline)) inline
#define STEP extern "C" __attribute__((nothrow))

/// Function, as the body of what the program calls Name in a statement of Kind.
#define BODY(Result, Function, Parameters, Name, Kind)                         \
  Result Function Parameters __asm__("_FortranAio" Name "." Kind ".fortran");  \
  Result Function Parameters

/// One dimension of an array, as flang describes it.
struct Dimension {
  long Lower, Extent, Stride;
};

/// How flang describes an array or a scalar.
struct Descriptor {
  char *Base;
  long Element;
  int Version;
  signed char Rank, Type, Attribute, Extra;
  Dimension Dimensions[15];
};

struct Opening {
  long Recl;
  int *NewUnit;
  int NewUnitKind;
  int Mode;
  bool HasForm;
};

/// WRITE or READ of a character variable.
struct Internal {
  void *Text; ///< FORESLICE_FORTRAN_TEXT_BYTES, the run time's.
  char *To;
  unsigned long Bytes;
};

struct Statement {
  long Unit;
  int Handlers;
  union {
    Opening Open;
    bool OfFile; ///< INQUIRE asks about a file, and not about a unit.
    struct Internal Internal;
    long Bytes; ///< Of the items of INQUIRE(IOLENGTH=).
  };
};
static_assert(sizeof(Statement) <= FORESLICE_FORTRAN_STATEMENT_BYTES);

namespace {

INLINE void begin(Statement *S, long Unit) {
  S->Unit = Unit;
  S->Handlers = 0;
}

/// An integer of that many bytes.
INLINE void storeInteger(void *To, int Kind, long Value) {
  if (Kind == 4)
    *static_cast<int *>(To) = static_cast<int>(Value);
  else if (Kind == 8)
    *static_cast<long *>(To) = Value;
  else if (Kind == 2)
    *static_cast<short *>(To) = static_cast<short>(Value);
  else
    *static_cast<signed char *>(To) = static_cast<signed char>(Value);
}

} // namespace

#endif // FORESLICE_PASSES_COPY_LIBRARY_STATEMENTS_H
