//===- PageCache.cpp - the cache, by faces --------------------------------===//
//
// See PageCache.h.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCache.h"
#include "cache/Deliveries.h"

using namespace foreslice;

PageCache::PageCache(const Settings &S, std::unique_ptr<Storage> Backend,
                     std::unique_ptr<Storage> ForKernel,
                     std::unique_ptr<Storage> ForEarly)
    : All(std::make_unique<Deliveries>(
          S, std::move(Backend), std::move(ForKernel), std::move(ForEarly))),
      Posts(*All), Reads(*All), Files(*All), Steers(*All) {}

PageCache::~PageCache() = default;
