//===- PolicyFile.h - files of rules --------------------------------------===//
//
// A policy file is TOML: conditions with thresholds, measured by
// foreslice-calibrate, and rules over conditions. docs/policy.md has the form.
// Unknown text is refused, with the line and the accepted forms.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_POLICYFILE_H
#define FORESLICE_ADAPTIVE_POLICY_POLICYFILE_H

#include "adaptive/policy/SelectorTable.h"

#include <string_view>

namespace foreslice::policy_file {

/// Most bytes of a policy file.
inline constexpr size_t MostBytes = 1u << 20;

/// Name is for messages. Nothing, and Why in one line, if the text is not a
/// policy.
std::optional<SelectorTable> parse(std::string_view Text, std::string_view Name,
                                   std::string &Why);
std::optional<SelectorTable> read(const std::string &Path, std::string &Why);

/// The built-in policy: the qualitative rules of tables 4 and 5 of the paper.
std::string_view builtIn();

/// To with one setting by hand, as `prefetch_pages=16` or `scheme=auto`.
/// Nothing, and Why, if the setting is invalid.
std::optional<ProcessPolicy> set(ProcessPolicy To, std::string_view Setting,
                                 size_t PoolPages, std::string &Why);

} // namespace foreslice::policy_file

#endif // FORESLICE_ADAPTIVE_POLICY_POLICYFILE_H
