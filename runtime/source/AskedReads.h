//===- AskedReads.h - reads that a source has asked for -------------------===//
//
// A source that expects the reads of a stream asks for the reads one after the
// other, as far ahead as the budget allows. AskedReads keeps the progress. Not
// thread-safe; runs on the program's own thread, and nothing waits.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_ASKEDREADS_H
#define FORESLICE_SOURCE_ASKEDREADS_H

#include "signature/PatternTerm.h"
#include "source/Source.h"

#include <deque>
#include <optional>

namespace foreslice {

/// Place in the file, or in the order of the view, of contiguous bytes;
/// otherwise the place in the view's stream.
PatternPoint pointOf(const Access &Read);
/// The place behind the access.
uint64_t endOf(const Access &Read);
/// The access at P in the manner of Read; nothing if there is none.
std::optional<Access> accessOf(const PatternPoint &P, const Access &Read);

class AskedReads {
public:
  size_t count() const { return Reads.size(); }
  size_t pages() const { return Posted.size(); }
  /// The call of this id, as the source counts, is a read of the stream.
  void called(uint64_t Call) {
    Calls = std::max<uint64_t>(Call - std::min(Call, LastCall), 1);
    LastCall = Call;
  }
  /// End of the last asked read, as points count; 0 without asked reads.
  uint64_t end() const { return Reads.empty() ? 0 : Reads.back().End; }
  /// The next expected read has come.
  void cameAsExpected();
  /// Reads up to End have come, of whatever lengths.
  void cameUpTo(uint64_t End);
  /// Asked reads are not expected any more, and are taken back. Last: the last
  /// read. File: null if not open, when nothing was asked for.
  void forget(const Source &S, CachedFile *File, const Access &Last);
  /// Asks for the read after all asked reads. False if there is none, or not
  /// now.
  bool ask(const Source &S, CachedFile &File, Access Next, uint64_t FileSize);

private:
  struct AskedRead {
    size_t Pages; ///< New pages, beyond the read before.
    uint64_t End;
  };
  std::deque<AskedRead> Reads;
  std::deque<PostedPage> Posted;  ///< Pages of all reads, in order.
  uint64_t LastPage = UINT64_MAX; ///< Last page of the latest asked read.
  /// The last read, and the number of calls from read to read.
  uint64_t LastCall = 0, Calls = 1;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_ASKEDREADS_H
