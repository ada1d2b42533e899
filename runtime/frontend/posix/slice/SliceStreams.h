//===- SliceStreams.h - the C++ streams of a slice ------------------------===//
//
// A stream of libstdc++ in a slice: a file, a position, and the state expected
// of the program's stream. Each scout has separate streams. Prefetch thread
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

/// A file read by the program through another front end than POSIX.
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
  // std::ios_base::badbit and so on.
  enum Bit : uint32_t { Bad = 1, End = 2, Fail = 4 };

  /// Null if the slice does not read the file.
  std::shared_ptr<CachedFile> File;
  int64_t Position = 0;
  uint32_t Bits = 0;
  int64_t Count = 0; ///< Result of gcount().
  bool IsOpen = false;
  /// Bytes of the object: each address inside means the stream.
  uint64_t Bytes = 1;
  uint64_t Number = 0; ///< Grows from stream to stream.
  /// The program also reads elsewhere in the file.
  bool MeetsOthers = false;
  /// Null if the program reads by POSIX.
  std::shared_ptr<OtherReads> Others;

  /// The last posted stretch, and the begin of its part without gaps.
  PlacedReads::Stretch Posted;
  int64_t PostedFrom = 0;
  /// The last data of the slice, and the place in the file.
  std::vector<std::byte> Data;
  int64_t DataBegin = 0;

  /// The size of the file now.
  int64_t size() const;
  /// Posts the unposted part of [Position, Position + Bytes).
  void post(int64_t Bytes) { post(Bytes, size()); }
  /// The same of a file whose size has been asked for.
  void post(int64_t Bytes, int64_t FileEnd);
  /// Posts some way ahead of the position, for reads of text: only the data
  /// tell the length.
  void postAhead();
  /// The last data from Place on; none if Place is elsewhere.
  std::span<const std::byte> atHand(int64_t Place) const;
  /// The file's data at Place, as far as present; none at the end. Waits for
  /// the data.
  std::span<const std::byte> dataAt(int64_t Place);
};

/// The stream at Address, by the object's memory; may be no stream.
SliceStream streamAt(foreslice_handle Address);

/// Opens the file Name, unless a slice may not read the file. False without
/// such a file.
bool openNamed(const char *Name, std::shared_ptr<CachedFile> &File);

class SliceStreams {
public:
  /// The streams of execution::runner(), in the current launch.
  static SliceStreams &ofRunner();

  SliceStream &find(foreslice_handle Address);
  /// Notes whether a read gave anything. True after too many empty reads in a
  /// row: the program has left the loop, unlike the slice.
  bool isAstray(bool GaveNothing);
  /// Replaces the stream at Address.
  SliceStream &set(foreslice_handle Address, SliceStream Stream);

private:
  uint64_t Launch = 0, Last = 0, InVain = 0;
  std::map<foreslice_handle, SliceStream> Streams;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_SLICESTREAMS_H
