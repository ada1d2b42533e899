//===- Settings.h - the FORESLICE_* settings ------------------------------===//
//
// Every run-time setting is one line of settings.def: name, type, default,
// accepted values, one sentence. Read once from the environment (secure_getenv:
// set-user-ID programs get the defaults); a malformed value is one warning and
// the default.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_SETTINGS_H
#define FORESLICE_SUPPORT_SETTINGS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace foreslice {

enum class SchemeKind {
#define FORESLICE_SCHEME(Id, Name, Help) Id,
#include "foreslice/schemes.def"
};

/// Ranks that share their pages with each other.
enum class Sharing { None, Node, Job };

/// Files that slices open before the program does.
enum class OpenAhead {
  Auto, ///< Where the kernel's page cache is known to show all writes, or the
        ///< server says so.
  Always,
  Never
};

/// Who may ask for pages ahead.
enum class SourceKind { Slices, Signatures, Classifier, Hints };
/// A set of sources.
class SourceSet {
public:
  constexpr SourceSet() = default;
  constexpr explicit SourceSet(SourceKind Kind) { add(Kind); }
  constexpr void add(SourceKind Kind) { Bits |= bit(Kind); }
  constexpr bool has(SourceKind Kind) const { return Bits & bit(Kind); }
  /// Named sources exclude all others. Without names, the run time also learns
  /// patterns of the reads that slices leave.
  constexpr void name() { Named = true; }
  constexpr bool fillGaps() const { return !Named && has(SourceKind::Slices); }
  /// Whether a source follows reads that no slice knows of.
  constexpr bool learn() const {
    return has(SourceKind::Signatures) || has(SourceKind::Classifier) ||
           has(SourceKind::Hints);
  }

private:
  static constexpr unsigned bit(SourceKind Kind) {
    return 1u << static_cast<unsigned>(Kind);
  }
  unsigned Bits = 0;
  bool Named = false;
};

/// Where prefetched data wait for the program.
enum class DeliveryChoice {
  Auto, ///< By the file system of each file.
  Pool,
  Kernel
};

/// Names accepted for a scheme, comma separated, for messages.
std::string schemeNames();
/// False if Name is not a scheme.
bool parseScheme(const char *Name, SchemeKind &Out);
/// The name of a scheme in schemes.def.
const char *schemeName(SchemeKind Scheme);

struct Settings {
#define FORESLICE_SETTING(Type, Member, Name, Kind, Default, Min, Max,         \
                          Accepts, Help)                                       \
  Type Member = Default;
#include "support/settings.def"
  bool SchemeGiven = false; ///< FORESLICE_SCHEME was set; beats the compiler's.

  /// The process's settings; reads the environment on the first call.
  static const Settings &get();

  /// Reads the environment and warns; what get() does once.
  static Settings fromEnvironment();

  enum class ParseResult { Accepted, Unknown, Malformed };
  /// Sets the setting Name: the variable, or the MPI_Info key in lower case.
  /// Unless Accepted, nothing changes and Why, if given, gets one line with the
  /// setting, the value and the accepted values.
  ParseResult parse(std::string_view Name, std::string_view Value,
                    std::string *Why = nullptr);
  /// Settings that exclude each other: the default replaces one setting.
  /// Returns the line to warn with, empty if all is well.
  std::string reconcile();
};

/// One row of settings.def as text, for messages and documentation.
struct SettingInfo {
  const char *Name;
  const char *Help;
  std::string (*Accepts)();
  std::string (*Value)(const Settings &S);
  bool (*Parse)(Settings &S, std::string_view Text);
};
std::span<const SettingInfo> settingTable();

/// One line on standard error, "foreslice: warning: ...", from rank 0 or an
/// uninitialised MPI only; never more than once per distinct Text, and at most
/// 64 lines in all.
void warnOnce(const std::string &Text);

/// The rank that the MPI launcher announced in the environment; -1 if none did.
int launcherRank();
/// Ranks of the job, as the MPI launcher announced them; 1 if none did.
int launcherRanks();
/// Whether the launcher has announced rank and ranks.
bool hasLauncherPlace();
/// Ranks of this node, as the MPI launcher announced them; 1 if none did.
unsigned launcherNodeRanks();

/// Text with its control characters as \xNN and cut to 200 bytes.
std::string printable(std::string_view Text);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_SETTINGS_H
