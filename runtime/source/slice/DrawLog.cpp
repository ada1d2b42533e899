//===- DrawLog.cpp - comparing the draws of slice and program -------------===//
//
// See DrawLog.h. Each side writes its own entry and then looks for the other's,
// all sequentially consistent. So one of the two sees both.
//
//===----------------------------------------------------------------------===//

#include "source/slice/DrawLog.h"

using namespace foreslice;

void DrawLog::write(uint64_t Launch, uint64_t Number, uint64_t Hash) {
  Entry &E = Entries[Number % Entries.size()];
  E.Tag.store(0);
  E.Hash.store(Hash);
  E.Tag.store(tagOf(Launch, Number));
}

std::optional<uint64_t> DrawLog::find(uint64_t Launch, uint64_t Number) const {
  const Entry &E = Entries[Number % Entries.size()];
  const uint64_t Tag = tagOf(Launch, Number);
  if (E.Tag.load() != Tag)
    return std::nullopt;
  uint64_t Hash = E.Hash.load();
  return E.Tag.load() == Tag ? std::optional(Hash) : std::nullopt;
}

/// The number of a draw in the log; none if the draw is not written. All of the
/// first draws are written, and then fewer and fewer: a hash covers all earlier
/// draws.
static std::optional<uint64_t> numberInLog(uint64_t Draw) {
  constexpr uint64_t All = 64, Often = 1 << 16;
  constexpr uint64_t OftenStep = 64, SeldomStep = 4096;
  if (Draw <= All)
    return Draw;
  if (Draw <= Often)
    return Draw % OftenStep == 0 ? std::optional(All + Draw / OftenStep)
                                 : std::nullopt;
  return Draw % SeldomStep == 0
             ? std::optional(All + Often / OftenStep + Draw / SeldomStep)
             : std::nullopt;
}

bool DrawSequence::add(int64_t Value, DrawLog &Mine, const DrawLog &Others) {
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15;
  Hash = (Hash ^ static_cast<uint64_t>(Value)) * Odd;
  Hash ^= Hash >> 29;
  std::optional<uint64_t> Number = numberInLog(++Count);
  if (!Number)
    return true;
  Mine.write(Launch, *Number, Hash);
  std::optional<uint64_t> Other = Others.find(Launch, *Number);
  return !Other || *Other == Hash;
}
