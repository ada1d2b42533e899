//===- PolicyFileFuzz.cpp - any text as a policy file ---------------------===//
//
// For libFuzzer. A text is a policy or is refused in one line; the rules of a
// policy can be asked, and so can the text as a setting by hand.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/PolicyFile.h"

#include <cstdlib>

using namespace foreslice;

static void ask(const SelectorTable &Table) {
  ProcessPolicy Policy = Table.Start;
  SensorValues V;
  const AccessClass Class{};
  for (unsigned Sample = 0; Sample < 16; ++Sample) {
    for (size_t I = 0; I < V.All.size(); ++I)
      V.All[I] = static_cast<double>((I + 1) * Sample * Sample * 100);
    if (auto Choice = Table.select(V, Class, Policy, 1024))
      Policy = Choice->Policy;
    if (Policy.CachePercent < 1 || Policy.CachePercent > 100)
      abort();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string_view Text(reinterpret_cast<const char *>(Data), Size);
  std::string Why;
  if (std::optional<SelectorTable> T = policy_file::parse(Text, "input", Why))
    ask(*T);
  else if (Why.empty() || Why.find('\n') != std::string::npos)
    abort();
  policy_file::set({}, Text, 64, Why);
  return 0;
}
