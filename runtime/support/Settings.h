//===- Settings.h - the FORESLICE_* settings ------------------------------===//
//
// Every run-time setting is one line of settings.def: name, type, default,
// what it takes, one sentence. Read once from the environment (secure_getenv:
// set-user-ID programs get the defaults); a malformed value is one warning
// and the default.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_SETTINGS_H
#define FORESLICE_SUPPORT_SETTINGS_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace foreslice {

enum class SchemeKind {
#define FORESLICE_SCHEME(Id, Name, Help) Id,
#include "foreslice/schemes.def"
};

/// Null-terminated names accepted for a scheme, comma separated, for messages.
std::string schemeNames();
/// False if Name is not a scheme.
bool parseScheme(const char *Name, SchemeKind &Out);

struct Settings {
  bool Disable = false;
  bool SchemeGiven = false; ///< FORESLICE_SCHEME was set; beats the compiler's.
  SchemeKind Scheme = SchemeKind{};
  uint64_t CacheSize = 64u << 20; ///< Bytes per process, 1M to 1T.
  uint64_t PageSize = 64u << 10;  ///< Bytes, a power of two, 4K to 16M.
  unsigned IoDepth = 32;          ///< Prefetch reads in flight, 1 to 1024.
  std::string Stats;              ///< "" off, "-" table on stderr, else path.

  /// The process's settings; reads the environment on the first call.
  static const Settings &get();
};

/// One line on standard error, "foreslice: warning: ...", from rank 0 or an
/// uninitialised MPI only; never more than once per distinct Text.
void warnOnce(const std::string &Text);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_SETTINGS_H
