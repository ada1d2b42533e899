//===- StreamTable.h - the streams of each thread and file ----------------===//
//
// A learning source remembers the recent streams: one for each thread and file.
// The owner's mutex guards the table.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_STREAMTABLE_H
#define FORESLICE_SOURCE_STREAMTABLE_H

#include "storage/FileKey.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <unistd.h>

namespace foreslice {

/// Numbers unique among all tables and all times.
inline uint64_t nextTurnOfStreams() {
  static std::atomic<uint64_t> Last{0};
  return ++Last;
}

template <class T> class StreamTable {
public:
  /// The calling thread's stream of the file. New makes a stream where the
  /// thread has none since the last close of the file.
  template <class Make> T &streamOf(FileKey File, Make New) {
    // A few files at a time, so that most accesses need no search.
    constexpr size_t Kept = 4;
    thread_local std::array<Found, Kept> OfThread
        __attribute__((tls_model("initial-exec"))) = {};
    Found &Last = OfThread[File.Inode % Kept];
    if (Last.Turn != Turn || Last.File != File) {
      Entry &Now = search(File, New);
      Last = {.Turn = Turn, .File = File, .Is = &Now};
    }
    Last.Is->Seen = ++Accesses;
    return Last.Is->Stream;
  }
  /// Forgets the file; false if the file was unknown.
  bool erase(FileKey File) {
    if (std::erase_if(Streams, [File](const auto &S) {
          return S.first.first == File;
        }) == 0)
      return false;
    Turn = nextTurnOfStreams();
    return true;
  }
  template <class Fn> void forEach(Fn Visit) const {
    for (const auto &[Key, S] : Streams)
      Visit(Key.first, S.Stream);
  }

private:
  static constexpr size_t MostStreams = 256;
  struct Entry {
    T Stream;
    uint64_t Seen = 0; ///< Last use, in accesses of all streams.
  };
  /// A stream of the thread, found recently.
  struct Found {
    uint64_t Turn;
    FileKey File;
    Entry *Is;
  };

  template <class Make> Entry &search(FileKey File, Make New) {
    thread_local const pid_t Thread __attribute__((tls_model("initial-exec"))) =
        gettid();
    const std::pair Key(File, Thread);
    if (auto Found = Streams.find(Key); Found != Streams.end())
      return Found->second;
    if (Streams.size() == MostStreams) {
      Turn = nextTurnOfStreams();
      Streams.erase(std::ranges::min_element(
          Streams, {}, [](const auto &S) { return S.second.Seen; }));
    }
    return Streams.emplace(Key, Entry{New()}).first->second;
  }

  std::map<std::pair<FileKey, pid_t>, Entry> Streams;
  uint64_t Accesses = 0;
  /// Changes whenever streams have gone.
  uint64_t Turn = nextTurnOfStreams();
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_STREAMTABLE_H
