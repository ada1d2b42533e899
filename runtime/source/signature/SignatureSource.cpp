//===- SignatureSource.cpp - reads that follow a pattern ------------------===//
//
// See SignatureSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/signature/SignatureSource.h"

namespace foreslice {

/// Most files that signatures are looked up for.
static constexpr size_t MostFiles = 65536;

LearningSource::Stream &
SignatureSource::streamOf(FileKey File, FunctionRef<std::string()> PathOf) {
  return Streams.streamOf(File, [&] {
    M.assertHeld();
    Stream New;
    if (!Known.isEmpty() && Uses.size() < MostFiles) {
      Use &U = Uses[File];
      New.Pattern.expect(Known.readsOf(PathOf(), U.Threads++, U.Closes));
    }
    return New;
  });
}

bool SignatureSource::seen(FileKey File, const Access &Read,
                           FunctionRef<std::string()> PathOf) {
  MutexLock L(M);
  return isInOrder(Read) && observe(streamOf(File, PathOf), nullptr, Read);
}

bool SignatureSource::reads(const std::shared_ptr<CachedFile> &File,
                            const Access &Read,
                            FunctionRef<uint64_t()> FileSize, bool MayAsk) {
  if (Awareness.hasJustWoken() && File->seemsInMemory())
    Awareness.sleep();
  Awareness.looked(posting().pays(*File));
  MutexLock L(M);
  Stream &S = streamOf(File->Id, [&] { return File->Stats->Path; });
  S.Asked.called(next(*File) - 1);
  if (!isInOrder(Read))
    return false;
  const bool Knows = observe(S, File.get(), Read);
  if (Knows && MayAsk && posting().wanted(*File))
    ask(*File, S, Read, FileSize());
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
