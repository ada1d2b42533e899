//===- SourceData.h - bytes of a file that a source itself needs ----------===//
//
// Many reads are on their way at once, and the pages stay: the program's own
// reads of these bytes find the pages. One thread uses an object, and may wait.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SOURCEDATA_H
#define FORESLICE_SOURCE_SOURCEDATA_H

#include "source/Source.h"

#include <vector>

namespace foreslice {

class SourceData {
public:
  /// Of File, delivered by the pool. The requests are those of the source S.
  SourceData(const Source &S, std::shared_ptr<CachedFile> File)
      : S(S), File(std::move(File)), Call(S.next(*this->File) + Ahead) {}
  /// The pages stay as long as nothing else needs the frames.
  ~SourceData();
  SourceData(const SourceData &) = delete;
  SourceData &operator=(const SourceData &) = delete;

  /// These bytes will be read.
  void expect(ByteRange Bytes);
  /// Fills To, as far as the file goes, with pages that are asked for, as far
  /// as there is room. Gives the bytes read.
  uint64_t read(std::span<std::byte> To, uint64_t Offset);

private:
  bool isAsked(uint64_t Page) const;
  uint64_t readPart(const PagePart &Part, std::span<std::byte> To);

  /// In calls of the program's: for the schemes, the bytes are as near as
  /// reads that are asked for.
  static constexpr uint64_t Ahead = 64;
  /// Of the pool, which the program needs, too.
  static constexpr size_t ShareAsked = 4;
  /// For one page. Then all else is read plainly.
  static constexpr uint64_t PatienceNs = 200'000'000;

  const Source &S;
  const std::shared_ptr<CachedFile> File;
  /// Of all requests: those of one call go out together.
  const uint64_t Call;
  std::vector<PostedPage> Posted;
  bool IsGivenUp = false;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SOURCEDATA_H
