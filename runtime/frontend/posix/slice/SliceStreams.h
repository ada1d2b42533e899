//===- SliceStreams.h - the C++ streams of a slice ------------------------===//
//
// What a stream of libstdc++ is to a slice: a file, a position, and the state
// that the program's stream will have. Each scout has its own. Prefetch thread
// only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_SLICESTREAMS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_SLICESTREAMS_H

#include "foreslice/abi.h"
#include "frontend/posix/PosixFiles.h"

#include <map>
#include <span>
#include <vector>

namespace foreslice {

/// A file that the program reads by another front end than POSIX.
class OtherReads {
public:
  virtual ~OtherReads() = default;
  /// As PosixFiles::come.
  virtual PlacedReads::Stretch come(CachedFile &File, int64_t Begin,
                                    int64_t End,
                                    const PlacedReads::Stretch &Last) = 0;
  /// Pages of the file may be asked for now.
  virtual bool isCached() const = 0;
};

struct SliceStream {
  // std::ios_base::badbit and its like.
  enum Bit : uint32_t { Bad = 1, End = 2, Fail = 4 };

  /// Null if the slice does not read the file.
  std::shared_ptr<CachedFile> File;
  int64_t Position = 0;
  uint32_t Bits = 0;
  int64_t Count = 0; ///< What gcount() gives.
  bool IsOpen = false;
  /// Bytes of the object, all of whose addresses are the stream's.
  uint64_t Bytes = 1;
  uint64_t Number = 0; ///< Grows from stream to stream.
  /// Whoever reads the file for the program reads elsewhere, too.
  bool MeetsOthers = false;
  /// Null if the program reads by POSIX.
  std::shared_ptr<OtherReads> Others;

  /// What was posted last, and from where on in there nothing was left out.
  PlacedReads::Stretch Posted;
  int64_t PostedFrom = 0;
  /// What the slice has got the data of last, and where in the file.
  std::vector<std::byte> Data;
  int64_t DataBegin = 0;

  /// The size of the file now.
  int64_t size() const;
  /// Posts what is not posted of [Position, Position + Bytes).
  void post(int64_t Bytes);
  /// Posts some way ahead of the position, for reads of text: how far they go,
  /// only the data tell.
  void postAhead();
  /// The file's data at Place as far as they are at hand; none at the end.
  /// Waits for them.
  std::span<const std::byte> dataAt(int64_t Place);
};

/// A stream as the object at Address says, which may be none.
SliceStream streamAt(foreslice_handle Address);

/// Opens the file of that name, unless it is none that a slice may read. False
/// if there is no such file.
bool openNamed(const char *Name, std::shared_ptr<CachedFile> &File);

class SliceStreams {
public:
  /// Those of execution::runner(), in the launch that runs.
  static SliceStreams &ofRunner();

  SliceStream &find(foreslice_handle Address);
  /// A read has given something or not. True if too many in a row have given
  /// nothing: the program has left the loop in a way that the slice has not.
  bool isAstray(bool GaveNothing);
  /// What was known of a stream there is over.
  SliceStream &set(foreslice_handle Address, SliceStream Stream);

private:
  uint64_t Launch = 0, Last = 0, InVain = 0;
  std::map<foreslice_handle, SliceStream> Streams;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_SLICESTREAMS_H
