//===- LoadedSodium.h - whether libsodium is there ------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_LOADEDSODIUM_H
#define FORESLICE_SHARE_NETWORK_LOADEDSODIUM_H

namespace foreslice {

/// Loads libsodium; called before all functions of libsodium. False without the
/// library, or with one that lacks a function. Null where libsodium is linked
/// in. Any thread.
[[gnu::weak, gnu::visibility("hidden")]] bool loadSodium();

inline bool isSodiumThere() { return !&loadSodium || loadSodium(); }

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_LOADEDSODIUM_H
