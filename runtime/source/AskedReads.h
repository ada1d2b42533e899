//===- AskedReads.h - reads that a source has asked for -------------------===//
//
// A source that expects the reads of a stream asks for them one after the
// other, as far ahead as it may. Here is how far it has come. Not thread-safe;
// nothing waits: it is the program's own thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_ASKEDREADS_H
#define FORESLICE_SOURCE_ASKEDREADS_H

#include "signature/PatternTerm.h"
#include "source/Source.h"

#include <deque>
#include <optional>

namespace foreslice {

/// Where the bytes are in the file, if they lie side by side; else in the
/// stream of the view.
PatternPoint pointOf(const Access &Read);
/// The access of a point that is as that of Read; nothing if there is none.
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
  /// Where the last of them ends, as its view counts; 0 if there is none.
  uint64_t end() const { return Reads.empty() ? 0 : Reads.back().End; }
  /// The read that was expected next has come.
  void cameAsExpected();
  /// Reads have come up to there, of whatever lengths.
  void cameUpTo(uint64_t End);
  /// What was asked for is not expected any more, and is taken back. Last: the
  /// last read. File: null if it is not open, so that nothing was asked for.
  void forget(const Source &S, CachedFile *File, const Access &Last);
  /// Asks for the read that comes after those that were asked for. False if
  /// that is not to be, or not now. Posts is set before a page is posted.
  bool ask(const Source &S, CachedFile &File, Access Next, uint64_t FileSize,
           std::atomic<bool> &Posts);

private:
  struct AskedRead {
    size_t Pages; ///< That the read has, and the read before it has not.
    uint64_t End;
  };
  std::deque<AskedRead> Reads;
  std::deque<PostedPage> Posted;  ///< Pages of all, in the same order.
  uint64_t LastPage = UINT64_MAX; ///< Of the read that was asked for last.
  /// The last read, and how many calls are from one read to the next.
  uint64_t LastCall = 0, Calls = 1;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_ASKEDREADS_H
