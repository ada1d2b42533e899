//===- DocsTest.cpp - docs/settings.md says what the tables say -----------===//
//
// Every row of settings.def and statistics.def is a row of the page, word for
// word, and the page has no others.
//
//===----------------------------------------------------------------------===//

#include "support/Settings.h"
#include "support/Statistics.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace foreslice;

namespace {

TEST(DocsTest, SettingsPageHasTheRowsOfTheTables) {
  std::vector<std::string> Expected;
  for (const SettingInfo &Info : settingTable()) {
    std::string Default = Info.Value(Settings());
    Expected.push_back("| `" + std::string(Info.Name) + "` | " +
                       (Default.empty() ? "off" : "`" + Default + "`") + " | " +
                       Info.Accepts() + " | " + Info.Help + " |");
  }
#define FORESLICE_COUNTER(Id, Key, Unit, Help)                                 \
  Expected.push_back("| `" Key "` | " Unit " | " Help " |");
#define FORESLICE_RUN_COUNTER FORESLICE_COUNTER
#include "support/statistics.def"

  std::ifstream Page(FORESLICE_SETTINGS_PAGE);
  ASSERT_TRUE(Page) << FORESLICE_SETTINGS_PAGE;
  std::vector<std::string> Rows;
  for (std::string Line; std::getline(Page, Line);)
    if (Line.starts_with("| `"))
      Rows.push_back(Line);
  for (const std::string &Row : Expected)
    EXPECT_NE(std::ranges::find(Rows, Row), Rows.end())
        << "missing in docs/settings.md:\n"
        << Row;
  EXPECT_EQ(Rows.size(), Expected.size());
}

} // namespace
