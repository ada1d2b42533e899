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
  return observe(streamOf(File, PathOf), nullptr, Read);
}

/// Whether samples of the file are in the operating system's memory.
static bool isInMemory(const CachedFile &File) {
  constexpr uint64_t Samples = 8;
  const uint64_t Size = File.size();
  for (uint64_t I = 0; I < Samples && Size != 0; ++I)
    if (const uint64_t At = (Size - 1) / Samples * I;
        !File.isResident({At, At + 1}))
      return false;
  return true;
}

bool SignatureSource::reads(const std::shared_ptr<CachedFile> &File,
                            const Access &Read,
                            FunctionRef<uint64_t()> FileSize, bool MayAsk) {
  if (Awareness.hasJustWoken() && isInMemory(*File))
    Awareness.sleep();
  Awareness.looked(posting().pays(*File));
  MutexLock L(M);
  Stream &S = streamOf(File->Id, [&] { return File->Stats->Path; });
  S.Asked.called(next(*File) - 1);
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
