//===- TraceEvents.cpp - the text of a trace ------------------------------===//
//
// One process of the trace for each rank. Extents are complete events ("X") of
// their threads; reads in flight are complete events on as many tracks as were
// in flight at once; levels are counters ("C").
//
//===----------------------------------------------------------------------===//

#include "support/TraceEvents.h"

#include "support/Clock.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <vector>

namespace foreslice::trace {

namespace {

/// The number of the first track of storage reads, beyond all thread ids.
constexpr uint32_t FirstSlot = 1u << 30;

std::string jsonString(std::string_view Text) {
  return nlohmann::json(Text).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

/// Time of day less CLOCK_MONOTONIC.
uint64_t dayNs() {
  timespec Day;
  clock_gettime(CLOCK_REALTIME, &Day);
  return uint64_t(Day.tv_sec) * 1'000'000'000 + uint64_t(Day.tv_nsec) - nowNs();
}

class Writer {
public:
  explicit Writer(int Rank) : Rank(Rank) {}

  void name(const char *What, uint32_t Track, const std::string &Name) {
    fmt::format_to(to(),
                   "{}{{\"ph\":\"M\",\"name\":\"{}\",\"pid\":{},\"tid\":{},"
                   "\"args\":{{\"name\":{}}}}}",
                   separator(), What, Rank, Track, jsonString(Name));
  }
  void sort(const char *What, uint32_t Track, uint32_t Place) {
    fmt::format_to(to(),
                   "{}{{\"ph\":\"M\",\"name\":\"{}\",\"pid\":{},\"tid\":{},"
                   "\"args\":{{\"sort_index\":{}}}}}",
                   separator(), What, Rank, Track, Place);
  }
  void extent(const Event &E, uint32_t Track) {
    const Event::Duration &D = E.Of.Extent;
    fmt::format_to(to(),
                   "{}{{\"ph\":\"X\",\"name\":{},\"pid\":{},\"tid\":{},"
                   "\"ts\":{},\"dur\":{}",
                   separator(), quoted(D.Name), Rank, Track,
                   microseconds(Day + E.Begin),
                   microseconds(D.End - std::min(E.Begin, D.End)));
    if (D.About || D.Bytes)
      arguments(D);
    fmt::format_to(to(), "}}");
  }
  /// An event of the whole process ("s":"p"): a line through all tracks.
  void moment(const Event &E) {
    fmt::format_to(to(),
                   "{}{{\"ph\":\"i\",\"s\":\"p\",\"name\":{},\"pid\":{},"
                   "\"tid\":{},\"ts\":{},\"args\":{{\"of\":{}}}}}",
                   separator(), quoted(E.Of.Extent.Name), Rank, E.Thread,
                   microseconds(Day + E.Begin), quoted(E.Of.Extent.About));
  }
  void counter(const char *Name, uint64_t Ns, const std::string &Args) {
    fmt::format_to(to(),
                   "{}{{\"ph\":\"C\",\"name\":\"{}\",\"pid\":{},\"ts\":{},"
                   "\"args\":{{{}}}}}",
                   separator(), Name, Rank, microseconds(Day + Ns), Args);
  }
  void levels(uint64_t Ns, const Levels &L) {
    counter("pages prefetched and unread", Ns,
            fmt::format("\"pages\":{}", L.Content));
    counter("low threshold", Ns, fmt::format("\"pages\":{}", L.Low));
    counter("high threshold", Ns, fmt::format("\"pages\":{}", L.High));
    counter("requests queued", Ns, fmt::format("\"requests\":{}", L.Queued));
    counter("requests parked", Ns, fmt::format("\"requests\":{}", L.Parked));
  }
  std::string whole(size_t Lost) const {
    return fmt::format("{{\"displayTimeUnit\":\"ms\",\"otherData\":"
                       "{{\"foreslice_trace\":1,\"rank\":{},"
                       "\"lost_events\":{}}},\"traceEvents\":[",
                       Rank, Lost) +
           fmt::to_string(Out) + "\n]}\n";
  }

private:
  void arguments(const Event::Duration &D) {
    const char *Before = ",\"args\":{";
    auto add = [&](const char *Key, const std::string &Value) {
      fmt::format_to(to(), "{}\"{}\":{}", std::exchange(Before, ","), Key,
                     Value);
    };
    if (D.About)
      add("of", quoted(D.About));
    if (D.Bytes)
      add("bytes", std::to_string(D.Bytes));
    if (D.Bytes && D.Offset != NoOffset)
      add("offset", std::to_string(D.Offset));
    fmt::format_to(to(), "}}");
  }
  std::back_insert_iterator<fmt::memory_buffer> to() {
    return std::back_inserter(Out);
  }
  const char *separator() { return std::exchange(First, false) ? "\n" : ",\n"; }
  /// A double has too few digits for a time of day in ns.
  static std::string microseconds(uint64_t Ns) {
    return fmt::format("{}.{:03}", Ns / 1000, Ns % 1000);
  }
  const std::string &quoted(const char *Text) {
    auto [It, New] = Quoted.try_emplace(Text);
    if (New)
      It->second = jsonString(Text);
    return It->second;
  }

  const int Rank;
  const uint64_t Day = dayNs();
  bool First = true;
  fmt::memory_buffer Out;
  std::unordered_map<const char *, std::string> Quoted;
};

/// Each read on the first track that is free at the read's begin.
void writeStorageReads(Writer &W, std::vector<const Event *> &Reads) {
  std::ranges::sort(Reads, {}, [](const Event *E) { return E->Begin; });
  std::vector<uint64_t> FreeAt;
  std::vector<std::pair<uint64_t, int>> Changes; // of the number in flight
  for (const Event *E : Reads) {
    auto Slot = std::ranges::find_if(
        FreeAt, [&](uint64_t Ns) { return Ns <= E->Begin; });
    if (Slot == FreeAt.end())
      Slot = FreeAt.insert(Slot, 0);
    *Slot = E->Of.Extent.End;
    W.extent(*E, FirstSlot + static_cast<uint32_t>(Slot - FreeAt.begin()));
    Changes.emplace_back(E->Begin, 1);
    Changes.emplace_back(E->Of.Extent.End, -1);
  }
  for (size_t I = 0; I < FreeAt.size(); ++I) {
    auto Track = FirstSlot + static_cast<uint32_t>(I);
    W.name("thread_name", Track, fmt::format("I/O in flight {}", I + 1));
    W.sort("thread_sort_index", Track, Track);
  }
  std::ranges::sort(Changes);
  int InFlight = 0;
  for (size_t I = 0; I < Changes.size(); ++I) {
    InFlight += Changes[I].second;
    if (I + 1 == Changes.size() || Changes[I + 1].first != Changes[I].first)
      W.counter("reads in flight", Changes[I].first,
                fmt::format("\"reads\":{}", InFlight));
  }
}

} // namespace

std::string toJson(int Rank, std::span<const Event> Events,
                   const std::map<pid_t, const char *> &Threads, size_t Lost) {
  Writer W(Rank);
  W.name("process_name", 0, fmt::format("rank {}", Rank));
  W.sort("process_sort_index", 0, static_cast<uint32_t>(Rank));
  for (auto [Thread, Name] : Threads)
    W.name("thread_name", static_cast<uint32_t>(Thread), Name);
  std::vector<const Event *> Extents, Reads, Levels, Changes;
  for (const Event &E : Events) {
    switch (std::atomic_ref(const_cast<Event::Kind &>(E.Is))
                .load(std::memory_order_acquire)) {
    case Event::Kind::None:
      ++Lost;
      break;
    case Event::Kind::Extent:
      Extents.push_back(&E);
      break;
    case Event::Kind::StorageRead:
      Reads.push_back(&E);
      break;
    case Event::Kind::Levels:
      Levels.push_back(&E);
      break;
    case Event::Kind::Change:
      Changes.push_back(&E);
      break;
    }
  }
  // An extent is recorded at the end; inner extents shall follow.
  std::ranges::sort(Extents, {}, [](const Event *E) {
    return std::tuple(E->Thread, E->Begin, ~E->Of.Extent.End);
  });
  for (const Event *E : Extents)
    W.extent(*E, E->Thread);
  writeStorageReads(W, Reads);
  for (const Event *E : Levels)
    W.levels(E->Begin, E->Of.Levels);
  for (const Event *E : Changes)
    W.moment(*E);
  return W.whole(Lost);
}

} // namespace foreslice::trace
