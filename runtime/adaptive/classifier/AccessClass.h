//===- AccessClass.h - what accesses of a file look like ------------------===//
//
// The features of Madhyastha, Elford and Reed, "Optimizing Input/Output Using
// Adaptive File System Policies" (1996), table 1, and the size of requests, for
// figure 7.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_CLASSIFIER_ACCESSCLASS_H
#define FORESLICE_ADAPTIVE_CLASSIFIER_ACCESSCLASS_H

#include <cstdint>
#include <span>
#include <string>

namespace foreslice {

/// One access to a file, or to a view's stream of the file.
struct ClassifiedAccess {
  int64_t Offset = 0; ///< In bytes, as Size.
  int64_t Size = 0;
  bool IsWrite = false;
};
using AccessWindow = std::span<const ClassifiedAccess>;

enum class ReadWrite : uint8_t { ReadOnly, WriteOnly, ReadUpdateWrite, Both };
enum class Sequentiality : uint8_t { Sequential, Strided1d, Strided2d, Varied };
enum class SizeKind : uint8_t { Uniform, Variable };
/// By the mean: small below 4 KiB, large from 64 KiB on.
enum class RequestSize : uint8_t { Small, Medium, Large };

struct AccessClass {
  ReadWrite Does = ReadWrite::ReadOnly;
  Sequentiality Places = Sequentiality::Sequential;
  SizeKind Sizes = SizeKind::Uniform;
  RequestSize Size = RequestSize::Small;
  bool operator==(const AccessClass &) const = default;
};

const char *nameOf(ReadWrite R);
const char *nameOf(Sequentiality S);
const char *nameOf(SizeKind S);
const char *nameOf(RequestSize S);
/// As "read only, sequential, uniform, large".
std::string toText(const AccessClass &C);

RequestSize requestSizeOf(AccessWindow Window);

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_ACCESSCLASS_H
