//===- LinkTrace.h - the objects taken by a link --------------------------===//
//
// With -t, linkers list the objects and members of archives taken. GNU ld
// prints "(libx.a)member.o", others "libx.a(member.o)".
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_LINKTRACE_H
#define FORESLICE_DRIVER_LINKTRACE_H

#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

struct LinkedObject {
  std::string Path;
  std::string Member; ///< "" of an object outside archives.
  auto operator<=>(const LinkedObject &) const = default;
};

struct LinkTrace {
  std::vector<LinkedObject> Objects; ///< Each once, in the order of the link.
  std::string Rest;                  ///< Other output of the linker.
};
LinkTrace parseLinkTrace(std::string_view Text);

/// An object of a link with a source inside.
struct SourceObject {
  bool HasSource = false;
  bool InArchive = false;
  bool Reads = false; ///< The object names a read.
  /// The object has slices, or a record of reasons against slices: slices of a
  /// whole program have the source compiled again.
  bool Recorded = false;
  unsigned long Size = 0; ///< Instructions of the source.
  /// Names of functions by kind: the kinds of passes/program/SourceTies.h, and
  /// the symbols "defined" and "undefined".
  std::map<std::string, std::set<std::string>, std::less<>> Names;

  void add(const SourceObject &Other);
  /// Whether the source calls MPI_Init: its start is time to read in, for
  /// slices that begin with the program, whichever source reads.
  bool startsMpi() const;
};

/// Looks at the object, or at any member of an archive.
SourceObject lookAtObject(const LinkedObject &Object);

/// Whether sources in All may gain by slices of the whole program: the program
/// starts MPI, or functions of other sources decide reads, or call functions
/// that read.
bool haveTies(const SourceObject &All);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKTRACE_H
