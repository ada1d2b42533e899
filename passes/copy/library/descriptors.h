//===- descriptors.h - arrays as flang passes them ------------------------===//
//
// For bodies of functions that Fortran calls. A body that takes all that it
// needs of a descriptor before its loops lets the descriptor become values.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARY_DESCRIPTORS_H
#define FORESLICE_PASSES_COPY_LIBRARY_DESCRIPTORS_H

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

#endif // FORESLICE_PASSES_COPY_LIBRARY_DESCRIPTORS_H
