//===- AccessClass.cpp - what accesses of a file look like ----------------===//
//
// See AccessClass.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/classifier/AccessClass.h"

namespace foreslice {

static constexpr double SmallBelow = 4 << 10;
static constexpr double LargeFrom = 64 << 10;

template <typename Enum, size_t Count>
static const char *nameIn(const char *const (&Names)[Count], Enum Value) {
  return Names[static_cast<size_t>(Value)];
}

const char *nameOf(ReadWrite R) {
  return nameIn(
      {"read only", "write only", "read-update-write", "read/write nonupdate"},
      R);
}

const char *nameOf(Sequentiality S) {
  return nameIn(
      {"sequential", "1-d strided", "2-d strided", "variably strided"}, S);
}

const char *nameOf(SizeKind S) { return nameIn({"uniform", "variable"}, S); }

const char *nameOf(RequestSize S) {
  return nameIn({"small", "medium", "large"}, S);
}

std::string toText(const AccessClass &C) {
  return std::string(nameOf(C.Does)) + ", " + nameOf(C.Places) + ", " +
         nameOf(C.Sizes) + ", " + nameOf(C.Size);
}

RequestSize requestSizeOf(AccessWindow Window) {
  double Sum = 0;
  for (const ClassifiedAccess &A : Window)
    Sum += static_cast<double>(A.Size);
  const double Mean = Sum / static_cast<double>(Window.size());
  return Mean < SmallBelow   ? RequestSize::Small
         : Mean >= LargeFrom ? RequestSize::Large
                             : RequestSize::Medium;
}

} // namespace foreslice
