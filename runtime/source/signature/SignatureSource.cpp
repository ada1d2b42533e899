//===- SignatureSource.cpp - reads that follow a pattern ------------------===//
//
// See SignatureSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/signature/SignatureSource.h"
#include "support/NamedFiles.h"

#include <utility>

namespace foreslice {

/// Most files that signatures are looked up for.
static constexpr size_t MostFiles = 65536;

/// Most reads kept until the order of a file's data is known, for a signature,
/// which begins with the first of them, and for a pattern.
static constexpr size_t MostBefore = 256, EnoughBefore = 16;

/// Whether the bytes of a file may lie where a signature had them.
static bool mayHaveBytes(const DatasetReads *Known, const std::string &Path) {
  return !Known || named_files::sizeOf(Path).value_or(Known->FileBytes) ==
                       Known->FileBytes;
}

SignatureSource::KnownStream &
SignatureSource::streamOf(FileKey File, FunctionRef<std::string()> PathOf) {
  return Streams.streamOf(File, [&] {
    M.assertHeld();
    KnownStream New;
    if (!Known.isEmpty() && Uses.size() < MostFiles) {
      Use &U = Uses[File];
      const unsigned Thread = U.Threads++;
      const std::string Path = PathOf();
      New.Known = Known.datasetReadsOf(Path, Thread, U.Closes);
      if (mayHaveBytes(New.Known.get(), Path))
        New.Pattern.expect(Known.readsOf(Path, Thread, U.Closes));
    }
    return New;
  });
}

/// The order of the file's data is known: the pattern is that of the places in
/// the order, which the reads so far show once more. The reads of a signature
/// are expected wherever the datasets lie. File as in observe().
void SignatureSource::begin(KnownStream &S, CachedFile *File,
                            const Access &Read) {
  S.IsInOrder = true;
  const auto Known = std::exchange(S.Known, nullptr);
  if (Known) {
    auto Order = S.Before.size() < MostBefore
                     ? arranged(Read.FileView->Order, Known->Sets)
                     : nullptr;
    if (!Order)
      return;
    auto Arranged = std::make_shared<View>(*Read.FileView);
    Arranged->Order = std::move(Order);
    S.Arranged = std::move(Arranged);
  }
  S.Asked.forget(*this, File, Read);
  S.Pattern = PatternLearner();
  if (Known)
    S.Pattern.expect(Known->Reads);
  for (const ByteRange &Bytes : std::exchange(S.Before, {})) {
    const Access Earlier{S.Arranged ? S.Arranged : Read.FileView, Bytes.Begin,
                         Bytes.End - Bytes.Begin};
    if (isInOrder(Earlier))
      S.Pattern.observe(pointOf(Earlier));
  }
}

/// The read as the stream's pattern has the reads.
Access SignatureSource::inDatasets(KnownStream &S, CachedFile *File,
                                   const Access &Read) {
  if (!Read.FileView->Order) {
    if (!S.Known && S.Before.size() == EnoughBefore)
      S.Before.erase(S.Before.begin());
    if (S.Before.size() < MostBefore)
      S.Before.push_back(Read.range());
    return Read;
  }
  if (!S.IsInOrder)
    begin(S, File, Read);
  return S.Arranged ? Access{S.Arranged, Read.Begin, Read.Length} : Read;
}

bool SignatureSource::seen(FileKey File, const Access &Read,
                           FunctionRef<std::string()> PathOf) {
  MutexLock L(M);
  KnownStream &S = streamOf(File, PathOf);
  const Access Seen = inDatasets(S, nullptr, Read);
  return isInOrder(Seen) && observe(S, nullptr, Seen);
}

bool SignatureSource::reads(const std::shared_ptr<CachedFile> &File,
                            const Access &Read,
                            FunctionRef<uint64_t()> FileSize, bool MayAsk) {
  if (Awareness.hasJustWoken() && File->seemsInMemory()) {
    Awareness.sleep();
    return false;
  }
  Awareness.looked(posting().pays(*File));
  MutexLock L(M);
  KnownStream &S = streamOf(File->Id, [&] { return File->Stats->Path; });
  const Access Seen = inDatasets(S, File.get(), Read);
  if (!isInOrder(Seen)) {
    // Nobody knows how many of these lie between the pattern's reads: the calls
    // of the reads that are asked for would pass too soon, and their pages with
    // the calls.
    File->Positions.place(lane(), next(*File) - 1);
    return false;
  }
  S.Asked.called(next(*File) - 1);
  const bool Knows = observe(S, File.get(), Seen);
  if (Knows && MayAsk && posting().wanted(*File))
    ask(*File, S, Seen, FileSize());
  return Knows;
}

void SignatureSource::closes(FileKey File) {
  MutexLock L(M);
  if (!Streams.erase(File))
    return;
  if (auto It = Uses.find(File); It != Uses.end())
    It->second = {It->second.Closes + 1, 0};
}

} // namespace foreslice
