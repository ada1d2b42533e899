//===- LinkTrace.h - what a link has taken --------------------------------===//
//
// Linkers tell with -t which objects and members of archives they take. GNU ld
// prints "(libx.a)member.o", others "libx.a(member.o)".
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_LINKTRACE_H
#define FORESLICE_DRIVER_LINKTRACE_H

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

struct LinkedObject {
  std::string Path;
  std::string Member; ///< "" of an object by itself.
  auto operator<=>(const LinkedObject &) const = default;
};

struct LinkTrace {
  std::vector<LinkedObject> Objects; ///< Each once, in the order of the link.
  std::string Rest;                  ///< What else the linker has printed.
};
LinkTrace parseLinkTrace(std::string_view Text);

/// An object of a link that carries its source.
struct SourceObject {
  bool HasSource = false;
  bool Reads = false; ///< It names a read.
  /// It has slices, or a record of why it has none: slices of a whole program
  /// have it compiled again.
  bool Recorded = false;
  unsigned long Size = 0; ///< Instructions of the source.
};

/// Looks at the object, or at any member of an archive.
SourceObject lookAtObject(const LinkedObject &Object);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKTRACE_H
