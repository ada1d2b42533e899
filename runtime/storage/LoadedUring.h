//===- LoadedUring.h - whether liburing is there --------------------------===//

#ifndef FORESLICE_STORAGE_LOADEDURING_H
#define FORESLICE_STORAGE_LOADEDURING_H

namespace foreslice {

/// Loads liburing; called before all functions of liburing. False without the
/// library, or with one that lacks a function. Null where liburing is linked
/// in. Any thread.
[[gnu::weak, gnu::visibility("hidden")]] bool loadUring();

inline bool isUringThere() { return !&loadUring || loadUring(); }

} // namespace foreslice

#endif // FORESLICE_STORAGE_LOADEDURING_H
