//===- SettingsTest.cpp - parsing the FORESLICE_* settings ----------------===//
//
// What is taken, what is refused, and what the user is told. The environment is
// changed in children of death tests only; their standard error is compared.
//
//===----------------------------------------------------------------------===//

#include "support/Settings.h"
#include "support/Output.h"

#include <cstdlib>
#include <gtest/gtest.h>

using namespace foreslice;
using Result = Settings::ParseResult;

namespace {

struct Taken {
  const char *Name, *Value, *Printed;
};

std::string printed(const Settings &S, std::string_view Name) {
  for (const SettingInfo &Info : settingTable())
    if (Info.Name == Name)
      return Info.Value(S);
  return "no such setting";
}

TEST(SettingsTest, TakesWhatTheTableSays) {
  for (const Taken &T : {
           Taken{"FORESLICE_DISABLE", "1", "1"},
           {"FORESLICE_DISABLE", "0", "0"},
           {"FORESLICE_SCHEME", "p_adapt_win", "p_adapt_win"},
           {"FORESLICE_CACHE_SIZE", "1048576", "1M"},
           {"FORESLICE_CACHE_SIZE", "1g", "1G"},
           {"FORESLICE_CACHE_SIZE", "1T", "1T"},
           {"FORESLICE_CACHE_SIZE", "1025K", "1025K"},
           {"FORESLICE_CACHE_SIZE", "2000001", "2000001"},
           {"FORESLICE_PAGE_SIZE", "4096", "4K"},
           {"FORESLICE_PAGE_SIZE", "16M", "16M"},
           {"FORESLICE_IO_DEPTH", "1", "1"},
           {"FORESLICE_IO_DEPTH", "1024", "1024"},
           {"FORESLICE_DELAYS", "1000000000", "1000000000"},
           {"FORESLICE_STATS", "-", "-"},
           {"FORESLICE_STATS", "/tmp/a b", "/tmp/a b"},
           {"FORESLICE_TRACE", "/tmp/a b/", "/tmp/a b/"},
       }) {
    Settings S;
    EXPECT_EQ(S.parse(T.Name, T.Value), Result::Accepted)
        << T.Name << "=" << T.Value;
    EXPECT_EQ(printed(S, T.Name), T.Printed) << T.Value;
  }
}

TEST(SettingsTest, RefusesTheRestAndChangesNothing) {
  struct Refused {
    const char *Name, *Value;
  };
  for (const Refused &R : {
           Refused{"FORESLICE_DISABLE", "yes"},
           {"FORESLICE_DISABLE", "2"},
           {"FORESLICE_SCHEME", "P_ADAPT_WIN"},
           {"FORESLICE_SCHEME", "none"},
           {"FORESLICE_CACHE_SIZE", "1023K"},
           {"FORESLICE_CACHE_SIZE", "1025G"},
           {"FORESLICE_CACHE_SIZE", "64 M"},
           {"FORESLICE_CACHE_SIZE", "64MB"},
           {"FORESLICE_CACHE_SIZE", "M"},
           {"FORESLICE_CACHE_SIZE", "-1"},
           {"FORESLICE_CACHE_SIZE", "+1M"},
           {"FORESLICE_CACHE_SIZE", "0x4000000"},
           {"FORESLICE_CACHE_SIZE", "16777216T"}, // 2^64
           {"FORESLICE_CACHE_SIZE", "99999999999999999999"},
           {"FORESLICE_PAGE_SIZE", "2K"},
           {"FORESLICE_PAGE_SIZE", "32M"},
           {"FORESLICE_PAGE_SIZE", "65537"},
           {"FORESLICE_PAGE_SIZE", "96K"},
           {"FORESLICE_IO_DEPTH", "0"},
           {"FORESLICE_IO_DEPTH", "1025"},
           {"FORESLICE_IO_DEPTH", "4294967297"},
           {"FORESLICE_IO_DEPTH", "8K"},
           {"FORESLICE_DELIVERY", "disk"},
           {"FORESLICE_DELIVERY", "Kernel"},
           {"FORESLICE_DELAYS", "-1"},
           {"FORESLICE_STATS", "folder/"},
       }) {
    Settings S;
    std::string Why;
    EXPECT_EQ(S.parse(R.Name, R.Value, &Why), Result::Malformed)
        << R.Name << "=" << R.Value;
    for (const SettingInfo &Info : settingTable())
      EXPECT_EQ(Info.Value(S), Info.Value(Settings())) << R.Value;
    EXPECT_NE(Why.find(R.Name), std::string::npos) << Why;
    EXPECT_NE(Why.find(R.Value), std::string::npos) << Why;
    EXPECT_NE(Why.find("it takes "), std::string::npos) << Why;
  }
}

TEST(SettingsTest, InfoKeysAreTheLowerCaseNames) {
  Settings S;
  EXPECT_EQ(S.parse("foreslice_io_depth", "7"), Result::Accepted);
  EXPECT_EQ(S.IoDepth, 7u);
  std::string Why;
  EXPECT_EQ(S.parse("foreslice_io_dept", "7", &Why), Result::Unknown);
  EXPECT_NE(Why.find("foreslice_io_dept"), std::string::npos);
  EXPECT_NE(Why.find("FORESLICE_IO_DEPTH"), std::string::npos);
}

TEST(SettingsTest, OnlyAGivenSchemeBeatsTheCompilers) {
  Settings S;
  S.parse("FORESLICE_SCHEME", "no such", nullptr);
  EXPECT_FALSE(S.SchemeGiven);
  S.parse("FORESLICE_SCHEME", schemeName(SchemeKind{}));
  EXPECT_TRUE(S.SchemeGiven);
}

TEST(SettingsTest, PageIsAtMostASixteenthOfTheCache) {
  Settings S;
  S.CacheSize = 1u << 20;
  EXPECT_EQ(S.reconcile(), "");
  S.PageSize = 128u << 10;
  std::string Why = S.reconcile();
  EXPECT_NE(Why.find("FORESLICE_PAGE_SIZE=128K"), std::string::npos) << Why;
  EXPECT_NE(Why.find("FORESLICE_CACHE_SIZE=1M"), std::string::npos) << Why;
  EXPECT_EQ(S.PageSize, Settings().PageSize);
  EXPECT_EQ(S.reconcile(), "");
}

TEST(SettingsTest, WarningsShowNoControlCharacters) {
  EXPECT_EQ(printable("a\x1b[2Jb\n\x7f\tc"), "a\\x1b[2Jb\\x0a\\x7f\\x09c");
  EXPECT_EQ(printable(std::string(300, 'x')), std::string(200, 'x') + "...");
}

/// Runs in a child: prints what the environment made.
void readEnvironment() {
  noteStandardError(); // a pipe to the test by now
  Settings S = Settings::fromEnvironment();
  Settings::fromEnvironment(); // each warning once
  fprintf(stderr, "depth %u\n", S.IoDepth);
  exit(0);
}

#define IN_CHILD(Setup, Pattern)                                               \
  EXPECT_EXIT(                                                                 \
      {                                                                        \
        Setup;                                                                 \
        readEnvironment();                                                     \
      },                                                                       \
      ::testing::ExitedWithCode(0), Pattern)

TEST(SettingsDeathTest, ValidEnvironmentIsSilent) {
  IN_CHILD(
      {
        setenv("FORESLICE_IO_DEPTH", "5", 1);
        setenv("FORESLICE_CACHE_SIZE", "", 1); // as if not set
        setenv("FORESLICE_MPI", "mpich", 1);   // the compiler drivers'
      },
      "^depth 5\n$");
}

TEST(SettingsDeathTest, MalformedValueIsOneWarningAndTheDefault) {
  IN_CHILD(setenv("FORESLICE_IO_DEPTH", "many", 1),
           "^foreslice: warning: FORESLICE_IO_DEPTH=many is ignored: it takes "
           "a number from 1 to 1024\ndepth 32\n$");
}

TEST(SettingsDeathTest, UnknownVariableIsOneWarningWithTheList) {
  IN_CHILD(setenv("FORESLICE_IODEPTH", "4", 1),
           "^foreslice: warning: unknown setting FORESLICE_IODEPTH; there are "
           "FORESLICE_DISABLE.*FORESLICE_ACCESSES\ndepth 32\n$");
}

TEST(SettingsDeathTest, OnlyRankZeroWarns) {
  for (const char *Variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    IN_CHILD(
        {
          setenv(Variable, "1", 1);
          setenv("FORESLICE_IO_DEPTH", "many", 1);
        },
        "^depth 32\n$");
  IN_CHILD(
      {
        setenv("PMI_RANK", "0", 1);
        setenv("FORESLICE_IO_DEPTH", "many", 1);
      },
      "warning.*depth 32\n$");
}

} // namespace
