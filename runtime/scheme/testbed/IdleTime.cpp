//===- IdleTime.cpp - the idle_time scheme --------------------------------===//
//
// See IdleTime.h.
//
//===----------------------------------------------------------------------===//

#include "scheme/testbed/IdleTime.h"

#include "support/Clock.h"
#include "support/Settings.h"

using namespace foreslice;

IdleTime::Options IdleTime::Options::ofSettings() {
  const Settings &S = Settings::get();
  return {.Buffers = S.PrefetchBuffers,
          .MinLead = S.PrefetchLead,
          .MinNs = uint64_t(S.PrefetchTime) * 1000};
}

size_t IdleTime::mayFetch(size_t Content, bool) {
  // Most processes are not idle, and need no look at the clock.
  if (!Now || !isIdle(MinNs == 0 ? 0 : nowNs()))
    return 0;
  return Buffers - std::min(Content, Buffers);
}

bool IdleTime::isIdle(uint64_t NowNs) const {
  if (!Now || MinNs == 0)
    return Now.has_value();
  const double Mean = MeanNs[static_cast<size_t>(Now->Why)].value();
  return Mean == 0 || static_cast<double>(NowNs - Now->BeganNs + MinNs) <= Mean;
}

Scheme::Choice IdleTime::choose(const Queued &Asked) const {
  if (Asked.CallsAhead + 1 < MinLead)
    return Choice::Leave;
  auto It = Known.find(Asked.File);
  return It != Known.end() && It->second.predict(Asked.CallsAhead, Asked.Page)
             ? Choice::Fetch
             : Choice::Wait;
}

void IdleTime::reads(const void *File, std::span<const PagePart> Pages) {
  if (Pages.empty())
    return;
  if (Known.size() == MostFiles && !Known.contains(File))
    Known.clear();
  Known[File].read(Pages.front().Page, Pages.size());
}

bool IdleTime::idles(Idle Why, uint64_t NowNs) {
  if (!Now)
    Now = {Why, NowNs};
  return true;
}

void IdleTime::goesOn(uint64_t NowNs) {
  if (!Now)
    return;
  MeanNs[static_cast<size_t>(Now->Why)].add(
      static_cast<double>(NowNs - Now->BeganNs));
  Now.reset();
}
