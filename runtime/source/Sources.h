//===- Sources.h - all sources of the process -----------------------------===//
//
// The face of all sources for front ends, which know no single source. On the
// thread that makes the program's call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SOURCES_H
#define FORESLICE_SOURCE_SOURCES_H

#include "source/Source.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

namespace foreslice {

class Sources {
public:
  /// Before the first call of the program.
  void add(Source &S) { All.push_back(&S); }

  /// Whether a source counts this thread's calls: otherwise there is nothing to
  /// tell or to ask.
  bool anyCounts() const {
    for (const Source *S : All)
      if (S->counts())
        return true;
    return false;
  }
  /// Whether reads of this thread may find pages that a source has asked for.
  bool mayHaveAsked() const {
    for (const Source *S : All)
      if (S->mayHaveAsked())
        return true;
    return false;
  }
  /// Whether a source wants the places of this thread's reads.
  bool listen() const {
    for (const Source *S : All)
      if (S->listens() && S->counts())
        return true;
    return false;
  }
  /// Whether one wants to see the thread's next read though none counts it.
  bool lookAtNext() const {
    return std::ranges::any_of(All, [](Source *S) { return S->looksAtNext(); });
  }
  /// A call that reads or writes the file begins.
  void callBegins(CachedFile &File) const {
    for (Source *S : All)
      if (S->counts())
        S->callBegins(File);
  }
  /// A read at a known place begins, after callBegins(). The surest source
  /// hears first. MayAsk: the cache may serve the next reads. True if a source
  /// knows the next reads.
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             FunctionRef<uint64_t()> FileSize, bool MayAsk = true) const {
    std::array<Source *, MostLanes> Counting;
    size_t Count = 0;
    for (Source *S : All)
      if (S->counts())
        Counting[Count++] = S;
    const std::span Told(Counting.data(), Count);
    std::ranges::sort(Told, std::ranges::greater(),
                      [](const Source *S) { return S->confidence(); });
    bool Known = false;
    for (Source *S : Told)
      Known |= S->reads(File, Read, FileSize, MayAsk && !Known);
    return Known;
  }
  /// Whether a source wants the places of this thread's writes.
  bool listenToWrites() const {
    return std::ranges::any_of(
        All, [](const Source *S) { return S->listensToWrites(); });
  }
  void writes(FileKey File, ByteRange Written, FileStatistics *Stats) const {
    for (Source *S : All)
      if (S->listensToWrites())
        S->writes(File, Written, Stats);
  }
  /// A read of a file that the run time does not have open. True if the run
  /// time should open the file.
  bool seen(FileKey File, const Access &Read,
            FunctionRef<std::string()> PathOf) const {
    bool Any = false;
    for (Source *S : All)
      Any |= S->seen(File, Read, PathOf);
    return Any;
  }
  bool timesNext() const {
    bool Any = false;
    for (Source *S : All)
      Any |= S->timesNext();
    return Any;
  }
  /// Whether one wants the place of the thread's next read, of which
  /// timesNext() was true.
  bool lookAtPlace() const {
    return std::ranges::any_of(
        All, [](const Source *S) { return S->looksAtPlace(); });
  }
  void lookAt(FileKey File, const Access &Read,
              FunctionRef<std::string()> PathOf) const {
    for (Source *S : All)
      if (S->looksAtPlace())
        S->looksAt(File, Read, PathOf);
  }
  void readDone(uint64_t Bytes, uint64_t Ns) const {
    for (Source *S : All)
      S->readDone(Bytes, Ns);
  }
  void readCounted() const {
    for (Source *S : All)
      S->readCounted();
  }
  void opens(const std::shared_ptr<CachedFile> &File) const {
    for (Source *S : All)
      S->opens(File);
  }
  void closes(const std::shared_ptr<CachedFile> &File) const {
    for (Source *S : All)
      S->closes(File);
  }
  void closes(FileKey File) const {
    for (Source *S : All)
      S->closes(File);
  }
  /// A handle is closed now: waiters for calls on the file wait in vain.
  void closed() const {
    for (Source *S : All)
      S->wake();
  }

private:
  std::vector<Source *> All;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SOURCES_H
