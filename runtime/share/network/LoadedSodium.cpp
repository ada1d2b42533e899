//===- LoadedSodium.cpp - libsodium, loaded by name -----------------------===//
//
// Linked where libsodium is not: the functions of libsodium that the handshake
// calls.
//
//===----------------------------------------------------------------------===//

#include "share/network/LoadedSodium.h"
#include "support/LoadedLibrary.h"

#include <sodium.h>

#define FORESLICE_SODIUM_FUNCTIONS(ROW)                                        \
  ROW(int, crypto_auth,                                                        \
      (unsigned char *Mac, const unsigned char *Text,                          \
       unsigned long long Length, const unsigned char *Key),                   \
      (Mac, Text, Length, Key))                                                \
  ROW(int, crypto_auth_verify,                                                 \
      (const unsigned char *Mac, const unsigned char *Text,                    \
       unsigned long long Length, const unsigned char *Key),                   \
      (Mac, Text, Length, Key))                                                \
  ROW(void, randombytes_buf, (void *const Bytes, const size_t Length),         \
      (Bytes, Length))                                                         \
  ROW(int, sodium_init, (), ())

FORESLICE_SODIUM_FUNCTIONS(FORESLICE_LOADED_ADDRESS)

bool foreslice::loadSodium() {
  static const LoadedFunction Functions[] = {
      FORESLICE_SODIUM_FUNCTIONS(FORESLICE_LOADED_ENTRY)};
  static const bool There = loadLibrary(FORESLICE_LIBRARY_FILE, Functions);
  return There;
}

extern "C" {
FORESLICE_SODIUM_FUNCTIONS(FORESLICE_LOADED_DEFINITION)
} // extern "C"
