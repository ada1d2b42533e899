//===- DocsTest.cpp - the docs say what the tables say --------------------===//
//
// Every row of settings.def is a row of docs/settings.md, and every row of
// statistics.def one of docs/statistics.md, word for word; the pages have no
// others.
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

void expectRows(const std::string &Name,
                const std::vector<std::string> &Expected) {
  std::ifstream Page(FORESLICE_DOCS "/" + Name);
  ASSERT_TRUE(Page) << Name;
  std::vector<std::string> Rows;
  for (std::string Line; std::getline(Page, Line);)
    if (Line.starts_with("| `"))
      Rows.push_back(Line);
  for (const std::string &Row : Expected)
    EXPECT_NE(std::ranges::find(Rows, Row), Rows.end())
        << "missing in docs/" << Name << ":\n"
        << Row;
  EXPECT_EQ(Rows.size(), Expected.size()) << Name;
}

TEST(DocsTest, SettingsPageHasTheRowsOfTheTable) {
  std::vector<std::string> Expected;
  for (const SettingInfo &Info : settingTable()) {
    std::string Default = Info.Value(Settings());
    Expected.push_back("| `" + std::string(Info.Name) + "` | " +
                       (Default.empty() ? "off" : "`" + Default + "`") + " | " +
                       Info.Accepts() + " | " + Info.Help + " |");
  }
  expectRows("settings.md", Expected);
}

TEST(DocsTest, StatisticsPageHasTheRowsOfTheTable) {
  expectRows("statistics.md", {
#define FORESLICE_COUNTER(Id, Key, Unit, Help)                                 \
  "| `" Key "` | " Unit " | " Help " |",
#define FORESLICE_RUN_COUNTER FORESLICE_COUNTER
#include "support/statistics.def"
                              });
}

} // namespace
