//===- fortran-arguments.h - arguments as flang passes them ---------------===//
//
// For bodies of functions that Fortran calls. A body that takes all that it
// needs of a descriptor before its loops lets the descriptor become values.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARY_FORTRANARGUMENTS_H
#define FORESLICE_PASSES_COPY_LIBRARY_FORTRANARGUMENTS_H

/// One dimension of an array, in flang's layout.
struct Dimension {
  long Lower, Extent, Stride;
};

/// An array or a scalar, in flang's layout.
struct Descriptor {
  char *Base;
  long Element;
  int Version;
  signed char Rank, Type, Attribute, Extra;
  Dimension Dimensions[15];
};

/// Of a text: an argument behind all others.
using fortran_length = unsigned long;

constexpr int MostPath = 4096;

/// A text without the blanks behind, with a 0.
template <int Most> struct CText {
  __attribute__((always_inline)) inline CText(const char *From,
                                              fortran_length Length) {
    long End = static_cast<long>(Length < Most - 1 ? Length : Most - 1);
    while (End > 0 && From[End - 1] == ' ')
      --End;
    for (long I = 0; I < End; ++I)
      Text[I] = From[I];
    Text[End] = 0;
  }
  char Text[Most];
};

#endif // FORESLICE_PASSES_COPY_LIBRARY_FORTRANARGUMENTS_H
