//===- statements.h - the state of a Fortran statement in a slice ---------===//
//
// Shared by the bodies of statements.cpp and statement-text.cpp: the variable
// of a statement, and the shape of an array.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARY_STATEMENTS_H
#define FORESLICE_PASSES_COPY_LIBRARY_STATEMENTS_H

#include "copy/library/fortran-arguments.h"
#include "foreslice/abi.h"

#include <cstddef>

// A step stands for the call of the body around the step.
#define INLINE __attribute__((always_inline)) inline
#define STEP extern "C" __attribute__((nothrow))

/// Function, as the body of the program's calls of Name in a statement of Kind.
#define BODY(Result, Function, Parameters, Name, Kind)                         \
  Result Function Parameters __asm__("_FortranAio" Name "." Kind ".fortran");  \
  Result Function Parameters

STEP void foreslice_fortran_place(long Unit, int What, long At);
/// Not a step: a name for remarks.
extern "C" long readsNamelist(const void *Group) __asm__("NAMELIST");

struct Opening {
  long Recl;
  int *NewUnit;
  int NewUnitKind;
  int Mode;
  bool HasForm;
};

/// WRITE or READ of a character variable.
struct Internal {
  void *Text; ///< FORESLICE_FORTRAN_TEXT_BYTES of the run time.
  char *To;
  unsigned long Bytes;
};

struct Statement {
  long Unit;
  int Handlers;
  union {
    Opening Open;
    bool OfFile; ///< INQUIRE asks about a file, not about a unit.
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

/// The contiguous parts of an array: bytes of the array, bytes of a piece, and
/// distance of pieces. Without loops: loops would keep the descriptor from
/// becoming values.
struct Shape {
  long Bytes, Piece, Stride;

  INLINE void add(const Dimension &D) {
    long Extent = D.Extent < 0 ? 0 : D.Extent;
    bool Follows = D.Stride == Bytes || Extent <= 1;
    if (Piece == 0 && !Follows) {
      Piece = Bytes;
      Stride = D.Stride;
    } else if (Piece > 0 && Extent > 1 && D.Stride != Bytes / Piece * Stride) {
      Piece = -1;
    }
    Bytes *= Extent;
  }
};

INLINE Shape shapeOf(const Descriptor *D) {
  Shape S = {D->Element, 0, 0};
  if (D->Rank > 0)
    S.add(D->Dimensions[0]);
  if (D->Rank > 1)
    S.add(D->Dimensions[1]);
  if (D->Rank > 2)
    S.add(D->Dimensions[2]);
  if (D->Rank > 3)
    S.add(D->Dimensions[3]);
  if (D->Rank > 4)
    S.add(D->Dimensions[4]);
  if (D->Rank > 5)
    S.add(D->Dimensions[5]);
  if (D->Rank > 6)
    S.add(D->Dimensions[6]);
  if (D->Rank > 7)
    S.Piece = -1;
  return S;
}

/// A step with unknown effects: the region is refused.
INLINE void refuseNamelist(const void *Group) {
  foreslice_fortran_place(readsNamelist(Group), 0, 0);
}

/// An integer of Kind bytes.
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
