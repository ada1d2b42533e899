//===- LearningSource.cpp - sources that learn from the program's reads ---===//
//
// See LearningSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/LearningSource.h"

#include <algorithm>

namespace foreslice {

bool LearningSource::observe(Stream &S, CachedFile *File,
                             const Access &Read) const {
  if (S.Pattern.observe(pointOf(Read)))
    S.Asked.forget(*this, File, Read);
  else if (S.Pattern.followsOn())
    S.Asked.cameUpTo(endOf(Read));
  else
    S.Asked.cameAsExpected();
  return S.Pattern.state() == PatternState::Stable;
}

void LearningSource::ask(CachedFile &File, Stream &S, const Access &Read,
                         uint64_t FileSize, size_t MostPages) {
  const Budget::OfSource Most =
      posting().budget(File, S.Pattern.confidence(), S.Asked.count());
  const size_t Pages = std::min(Most.Pages, MostPages);
  auto More = [&](const PatternPoint &P) {
    if (S.Asked.pages() >= Pages || S.Asked.count() >= Most.Reads)
      return false;
    std::optional<Access> Next = accessOf(P, Read);
    return Next && S.Asked.ask(*this, File, std::move(*Next), FileSize);
  };
  if (!S.Pattern.followsOn())
    return S.Pattern.ahead(S.Asked.count(), More);
  // In pieces as long as the last read.
  PatternPoint P = pointOf(Read);
  P.Place = static_cast<int64_t>(std::max(S.Asked.end(), endOf(Read)));
  while (More(P))
    P.Place += P.Bytes;
}

void LearningSource::closes(const std::shared_ptr<CachedFile> &File) {
  closes(File->Id);
  File->Positions.restart(lane());
}

} // namespace foreslice
