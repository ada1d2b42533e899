//===- PolicyFile.h - files of rules --------------------------------------===//
//
// A policy file is TOML: conditions with thresholds, which foreslice-calibrate
// measures, and rules over them. docs/policy.md has the form. What is not
// understood is refused, with the line and what is accepted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_POLICYFILE_H
#define FORESLICE_ADAPTIVE_POLICY_POLICYFILE_H

#include "adaptive/policy/SelectorTable.h"

#include <string_view>

namespace foreslice::policy_file {

/// Of a file.
inline constexpr size_t MostBytes = 1u << 20;

/// Name is for messages. Nothing, and Why in one line, if the text is no
/// policy.
std::optional<SelectorTable> parse(std::string_view Text, std::string_view Name,
                                   std::string &Why);
std::optional<SelectorTable> read(const std::string &Path, std::string &Why);

/// What is built in: the qualitative rules of tables 4 and 5 of the paper.
std::string_view builtIn();

/// One setting by hand, as `prefetch_pages=16` or `scheme=auto`: what To has
/// with it. Nothing, and Why, if it is none.
std::optional<ProcessPolicy> set(ProcessPolicy To, std::string_view Setting,
                                 size_t PoolPages, std::string &Why);

} // namespace foreslice::policy_file

#endif // FORESLICE_ADAPTIVE_POLICY_POLICYFILE_H
