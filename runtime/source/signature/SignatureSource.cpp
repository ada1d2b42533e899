//===- SignatureSource.cpp - reads that follow a pattern ------------------===//
//
// See SignatureSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/signature/SignatureSource.h"

#include <algorithm>
#include <unistd.h>

namespace foreslice {

/// Streams that are remembered.
static constexpr size_t MostStreams = 256;
/// Files of which signatures are looked for.
static constexpr size_t MostFiles = 65536;
/// The reads that are expected take this part of what may be fetched ahead.
static constexpr double Part = 0.5;

/// The stream of the calling thread, which is new if the thread reads the file
/// for the first time since the file was closed last.
SignatureSource::Stream &
SignatureSource::streamOf(FileKey File, FunctionRef<std::string()> PathOf) {
  thread_local const pid_t Thread __attribute__((tls_model("initial-exec"))) =
      gettid();
  const StreamKey Key{File, Thread};
  auto At = Streams.find(Key);
  if (At == Streams.end()) {
    if (Streams.size() == MostStreams)
      Streams.erase(std::ranges::min_element(
          Streams, {}, [](const auto &S) { return S.second.Seen; }));
    At = Streams.try_emplace(Key).first;
    if (!Known.isEmpty() && Uses.size() < MostFiles) {
      Use &Of = Uses[File];
      At->second.Pattern.expect(
          Known.readsOf(PathOf(), Of.Threads++, Of.Closes));
    }
  }
  At->second.Seen = ++Reads;
  return At->second;
}

/// False if nothing is known of what comes next. File: null if it is not open.
bool SignatureSource::observe(Stream &S, CachedFile *File,
                              const Access &Read) const {
  if (S.Pattern.observe(pointOf(Read))) {
    S.Asked.forget(*this, File, Read);
  } else {
    S.Asked.cameAsExpected();
  }
  return S.Pattern.state() == PatternState::Stable;
}

bool SignatureSource::seen(FileKey File, const Access &Read,
                           FunctionRef<std::string()> PathOf) {
  MutexLock L(M);
  return observe(streamOf(File, PathOf), nullptr, Read);
}

bool SignatureSource::reads(const std::shared_ptr<CachedFile> &File,
                            const Access &Read,
                            FunctionRef<uint64_t()> FileSize, bool Ahead) {
  MutexLock L(M);
  Stream &S = streamOf(File->Id, [&] { return File->Stats->Path; });
  S.Asked.called(next(*File) - 1);
  const bool Knows = observe(S, File.get(), Read);
  if (Knows && Ahead && posting().wanted(*File))
    ask(*File, S, Read, FileSize());
  return Knows;
}

/// Asks for the reads that are expected, the further ahead the surer they are,
/// as far as the scheme allows.
void SignatureSource::ask(CachedFile &File, Stream &S, const Access &Read,
                          uint64_t FileSize) {
  const auto Room = static_cast<double>(posting().mostAhead(File)) * Part;
  const auto Most =
      static_cast<size_t>(std::max(Room * S.Pattern.confidence(), 1.0));
  const size_t MostReads = S.Asked.most(*this, File);
  S.Pattern.ahead(S.Asked.count(), [&](const PatternPoint &P) {
    if (S.Asked.pages() >= Most || S.Asked.count() >= MostReads)
      return false;
    std::optional<Access> Next = accessOf(P, Read);
    return Next &&
           S.Asked.ask(*this, File, std::move(*Next), FileSize, HasAsked);
  });
}

void SignatureSource::closes(const std::shared_ptr<CachedFile> &File) {
  closes(File->Id);
  File->Positions.restart(lane());
}

void SignatureSource::closes(FileKey File) {
  MutexLock L(M);
  if (std::erase_if(Streams,
                    [&](const auto &S) { return S.first.first == File; }) == 0)
    return;
  if (auto Of = Uses.find(File); Of != Uses.end())
    Of->second = {Of->second.Closes + 1, 0};
}

} // namespace foreslice
