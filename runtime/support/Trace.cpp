//===- Trace.cpp - what happened when -------------------------------------===//
//
// Times are those of CLOCK_MONOTONIC, so that the traces of the processes of
// one machine fit together.
//
//===----------------------------------------------------------------------===//

#include "support/Trace.h"

#include <fmt/format.h>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <vector>

namespace foreslice::trace {

namespace {

struct Event {
  const char *Name;
  uint64_t Begin, End; ///< In ns.
  pid_t Thread;
  std::string About;
};

struct Events {
  std::mutex Lock; // guards all below
  std::vector<Event> All;
  uint64_t Lost = 0;
  std::map<pid_t, const char *> Threads;
};

/// Never destroyed: helper threads may outlive static destructors.
Events &events() {
  static auto *const E = new Events;
  return *E;
}

std::string jsonString(std::string_view Text) {
  return nlohmann::json(Text).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

} // namespace

std::atomic<bool> detail::On{false};

void detail::add(const char *Name, uint64_t BeginNs, uint64_t EndNs,
                 std::string_view About) {
  Events &E = events();
  std::lock_guard G(E.Lock);
  ++E.Lost;
  if (E.All.size() == MostEvents)
    return;
  try {
    E.All.push_back({Name, BeginNs, EndNs, gettid(), std::string(About)});
    --E.Lost;
  } catch (const std::exception &) { // no memory: it stays lost
  }
}

void turnOn() { detail::On.store(true); }

void nameThread(const char *Name) {
  if (!isOn())
    return;
  Events &E = events();
  std::lock_guard G(E.Lock);
  E.Threads[gettid()] = Name;
}

std::string json(int Rank) {
  Events &E = events();
  std::lock_guard G(E.Lock);
  std::string Out = fmt::format(
      "{{\"displayTimeUnit\":\"ms\",\"otherData\":{{\"lost_events\":{}}},"
      "\"traceEvents\":[\n"
      "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},"
      "\"args\":{{\"name\":\"rank {}\"}}}}",
      E.Lost, Rank, Rank);
  for (auto [Thread, Name] : E.Threads)
    Out += fmt::format(",\n{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{},"
                       "\"tid\":{},\"args\":{{\"name\":{}}}}}",
                       Rank, Thread, jsonString(Name));
  for (const Event &V : E.All) {
    Out += fmt::format(",\n{{\"ph\":\"X\",\"name\":{},\"pid\":{},\"tid\":{},"
                       "\"ts\":{:.3f},\"dur\":{:.3f}",
                       jsonString(V.Name), Rank, V.Thread,
                       static_cast<double>(V.Begin) / 1000,
                       static_cast<double>(V.End - V.Begin) / 1000);
    if (!V.About.empty())
      Out += fmt::format(",\"args\":{{\"of\":{}}}", jsonString(V.About));
    Out += '}';
  }
  return Out + "\n]}\n";
}

} // namespace foreslice::trace
