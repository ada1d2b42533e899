//===- AccessChunk.cpp - a chunk of a file of accesses, for writing -------===//
//
// See AccessChunk.h.
//
//===----------------------------------------------------------------------===//

#include "recorder/AccessChunk.h"

#include "recorder/CodeModules.h"

#include <atomic>
#include <cstring>
#include <sys/mman.h>

namespace foreslice {

using namespace access_format;

static constexpr size_t Payload = ChunkBytes - sizeof(ChunkHeader);

/// Writes behind the committed records. A number or text that does not fit is
/// not written, and nothing behind.
class AccessChunk::Writer {
public:
  Writer(std::byte *To, size_t Room) : To(To), Room(Room) {}

  bool fits() const { return Fits; }
  size_t size() const { return Size; }

  void byte(uint8_t Value) {
    if (!Fits || Size == Room) {
      Fits = false;
      return;
    }
    To[Size++] = std::byte(Value);
  }
  void number(uint64_t Value) {
    constexpr unsigned Bits = 7;
    constexpr uint8_t More = 0x80;
    for (; Value >= More; Value >>= Bits)
      byte(static_cast<uint8_t>(Value | More));
    byte(static_cast<uint8_t>(Value));
  }
  void difference(uint64_t Value, uint64_t From) {
    number(zigzag(static_cast<int64_t>(Value - From)));
  }
  void text(std::string_view Text, size_t Most) {
    Text = Text.substr(0, Most);
    number(Text.size());
    if (!Fits || Text.size() > Room - Size) {
      Fits = false;
      return;
    }
    memcpy(To + Size, Text.data(), Text.size());
    Size += Text.size();
  }

private:
  std::byte *const To;
  const size_t Room;
  size_t Size = 0;
  bool Fits = true;
};

AccessChunk::AccessChunk(std::byte *Memory, const ChunkHeader &Header,
                         uint64_t NowNs)
    : Memory(Memory), Thread(Header.Thread), LastStartNs(NowNs) {
  memcpy(Memory, &Header, sizeof Header);
  Writer W(Memory + sizeof Header, Payload);
  const CodeModule Program = programModule();
  W.byte(static_cast<uint8_t>(Record::Module));
  W.number(0);
  W.text(Program.BuildId, MostBuildId);
  W.text(Program.Path, MostPath);
  commit(W);
}

AccessChunk::~AccessChunk() { munmap(Memory, ChunkBytes); }

/// A reader never sees half a record as used.
void AccessChunk::commit(const Writer &W) {
  Used += W.size();
  auto *Shown =
      reinterpret_cast<uint32_t *>(Memory + offsetof(ChunkHeader, Used));
  std::atomic_ref(*Shown).store(static_cast<uint32_t>(Used),
                                std::memory_order_release);
}

void AccessChunk::setThread(uint32_t Now) {
  if (Now == Thread)
    return;
  Writer W(Memory + sizeof(ChunkHeader) + Used, Payload - Used);
  W.byte(static_cast<uint8_t>(Record::Thread));
  W.number(Now);
  if (!W.fits())
    return;
  Thread = Now;
  commit(W);
}

void AccessChunk::setRank(int32_t Rank, int32_t Ranks) {
  memcpy(Memory + offsetof(ChunkHeader, Rank), &Rank, sizeof Rank);
  memcpy(Memory + offsetof(ChunkHeader, Ranks), &Ranks, sizeof Ranks);
}

uint64_t AccessChunk::fileNumber(Writer &W, FileKey File,
                                 FunctionRef<std::string()> PathOf) {
  auto [Position, IsNew] = Files.try_emplace(File, Files.size());
  if (IsNew) {
    W.byte(static_cast<uint8_t>(Record::File));
    W.number(Position->second);
    W.number(File.Device);
    W.number(File.Inode);
    W.text(PathOf(), MostPath);
  }
  return Position->second;
}

uint64_t AccessChunk::moduleNumber(Writer &W, const void *Module) {
  auto [Position, IsNew] = Modules.try_emplace(Module, Modules.size() + 1);
  if (IsNew) {
    const CodeModule M = moduleAt(Module);
    W.byte(static_cast<uint8_t>(Record::Module));
    W.number(Position->second);
    W.text(M.BuildId, MostBuildId);
    W.text(M.Path, MostPath);
  }
  return Position->second;
}

uint64_t AccessChunk::siteNumber(Writer &W, const void *Site) {
  if (!Site)
    return 0;
  auto Known = Sites.find(Site);
  if (Known != Sites.end())
    return Known->second;
  const CodePlace Place = placeOf(Site);
  uint64_t Number = 0;
  if (Place.Module) {
    const uint64_t Module = moduleNumber(W, Place.Module);
    Number = Sites.size() + 1;
    W.byte(static_cast<uint8_t>(Record::Site));
    W.number(Number);
    W.number(Module);
    W.number(Place.Offset);
  }
  Sites.emplace(Site, Number);
  return Number;
}

bool AccessChunk::add(const RecordedAccess &A,
                      FunctionRef<std::string()> PathOf) {
  Writer W(Memory + sizeof(ChunkHeader) + Used, Payload - Used);
  const uint64_t File = fileNumber(W, A.File, PathOf);
  const uint64_t Site = siteNumber(W, A.Site);
  W.byte(static_cast<uint8_t>(accessKind(A.Wrapper, A.Is) |
                              (A.Scattered ? Scattered : 0)));
  W.number(File);
  W.number(Site);
  W.difference(static_cast<uint64_t>(A.Offset), static_cast<uint64_t>(LastEnd));
  W.number(A.Bytes);
  W.difference(A.Result, A.Bytes);
  W.difference(A.StartNs, LastStartNs);
  W.number(A.Ns);
  if (const RecordedAccess::Scattering *S = A.Scattered) {
    W.number(S->Place);
    W.number(S->Shift);
    W.number(S->Span);
    W.number(S->View);
  }
  if (!W.fits())
    return false;
  LastStartNs = A.StartNs;
  LastEnd = A.Offset +
            static_cast<int64_t>(A.Scattered ? A.Scattered->Span : A.Result);
  commit(W);
  return true;
}

} // namespace foreslice
