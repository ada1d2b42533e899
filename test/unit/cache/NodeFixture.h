//===- NodeFixture.h - processes of a node, in one ------------------------===//
//
// Two caches that share a directory, as those of two processes do, each on
// storage that the test plays.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_NODEFIXTURE_H
#define FORESLICE_TEST_NODEFIXTURE_H

#include "MainThread.h"
#include "MemoryFile.h"
#include "ScriptedStorage.h"
#include "Waiting.h"
#include "WholePages.h"
#include "cache/CachedFile.h"
#include "cache/PageCache.h"
#include "share/node/NodeDirectory.h"
#include "storage/Descriptor.h"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <list>
#include <span>
#include <sys/mman.h>
#include <unistd.h>

namespace foreslice::test {

inline constexpr uint64_t PageSize = 4096;
inline constexpr uint32_t Frames = 100;
inline constexpr uint64_t FilePages = 200;

inline Settings nodeSettings(unsigned IoDepth) {
  Settings S;
  S.IoDepth = IoDepth;
  S.CacheSize = Frames * PageSize;
  S.PageSize = PageSize;
  S.Scheme = SchemeKind::PAdaptWin;
  S.Always = true; // the file is in memory
  return S;
}

/// Never given back: the thread has locked mutexes in it for life.
class NodeMemory {
public:
  NodeMemory() { NodeDirectory::initialize(Start, PageSize, Counts); }
  NodeMemory(const NodeMemory &) = delete;
  NodeMemory &operator=(const NodeMemory &) = delete;

private:
  std::vector<uint32_t> Counts{Frames, Frames};
  const uint64_t Size = NodeDirectory::bytesFor(PageSize, Counts);

public:
  void *const Start = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
};

/// A file with the bytes of Script, version 0.
inline std::string makeFile() {
  std::string Path =
      testing::TempDir() + "node-test-" + std::to_string(getpid());
  std::ofstream Out(Path, std::ios::binary);
  for (uint64_t I = 0; I < FilePages * PageSize; ++I)
    Out.put(static_cast<char>(Script::byteAt(I, 0)));
  return Path;
}

/// What one process has.
struct NodeProcess {
  NodeProcess(void *Memory, unsigned Self, const std::string &Path,
              unsigned IoDepth = 32)
      : Node(Memory, Self),
        Cache(nodeSettings(IoDepth), makeScriptedStorage(Disk)) {
    Cache.control().share(Node);
    File = open(Path);
  }
  ~NodeProcess() { Disk->letGo(); }

  std::shared_ptr<CachedFile> open(const std::string &Path,
                                   uint64_t BlockSize = 0) {
    std::shared_ptr<StoredFile> By;
    if (filesAreInMemory())
      By = std::make_shared<MemoryFile>(Disk, FilePages * PageSize);
    else
      By = std::make_shared<Descriptor>(
          ::open(Path.c_str(), O_RDONLY | O_CLOEXEC));
    auto Opened =
        Cache.coherence().open({7, 7}, std::move(By), "node-test", BlockSize);
    // The processes of a test are one, and would count together.
    Opened->Stats = &Counts.emplace_back("node-test");
    return Opened;
  }
  void post(const WholePages &P, uint64_t CallId = 0) {
    Cache.posting().prefetch(*File, {0, CallId}, P, Cancel);
  }
  void fetch(const WholePages &P, uint64_t CallId = 0) {
    post(P, CallId);
    Disk->completeAll();
    Disk->issued();
  }
  size_t issued() { return Disk->issued().size(); }
  /// A demand read of one page: its first byte, or -1.
  int read(uint64_t Page) {
    auto D = Cache.demand().pin(*File, WholePages{Page});
    int Byte = -1;
    if (D.pages()[0].Data)
      Byte = static_cast<int>(D.pages()[0].Data[0]);
    D.over();
    EXPECT_TRUE(D.stillThere());
    D.markUsed();
    return Byte;
  }
  /// Whether another process waits for a page that this one fetches.
  bool isWaitedFor() {
    return std::ranges::any_of(
        std::span(Node.frames(), Frames),
        [](const FrameHeader &Frame) { return Frame.Waiters != 0; });
  }
  void write(ByteRange Written) {
    Cache.coherence().beginWrite(*File, Written);
    Cache.coherence().endWrite(*File, Written);
  }
  uint64_t count(Counter C) const { return File->Stats->get(C); }

  std::list<FileStatistics> Counts; ///< Of each open file.
  NodeDirectory Node;
  std::shared_ptr<Script> Disk = std::make_shared<Script>();
  PageCache Cache;
  std::shared_ptr<CachedFile> File;
  std::atomic<bool> Cancel{false};
};

struct NodeTest : testing::Test {
  static int byteOf(uint64_t Page, unsigned Version = 0) {
    return static_cast<int>(Script::byteAt(Page * PageSize, Version));
  }
  ~NodeTest() override { std::filesystem::remove(Path); }

  NodeMemory Memory;
  std::string Path = makeFile();
  NodeProcess A{Memory.Start, 0, Path}, B{Memory.Start, 1, Path};
};

} // namespace foreslice::test

#endif // FORESLICE_TEST_NODEFIXTURE_H
