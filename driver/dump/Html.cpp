//===- Html.cpp - foreslice-dump --format=html ----------------------------===//
//
// Puts data for page.html into the page, as JSON: for each file lines, marks
// and notes, and for each slice statements and dependences.
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "Marks.h"
#include "Page.h"

#include <ostream>

using nlohmann::json;

namespace foreslice::dump {

static json filesOf(const Record &R, Sources &Texts) {
  json Result = json::array();
  for (const SourceFile &File : R.Files) {
    const SourceText &Text = Texts.of(File);
    Result.push_back({{"name", File.Name},
                      {"problem", Text.Problem},
                      {"lines", Text.Lines},
                      {"marks", json::object()}});
  }
  for (auto &[File, Lines] : marksOf(R))
    for (auto &[Number, Line] : Lines) {
      std::string Letters;
      for (Mark M : Line.Marks)
        Letters += markLetter(M);
      Result[File]["marks"][std::to_string(Number)] = {{"letters", Letters},
                                                       {"notes", Line.Notes}};
    }
  return Result;
}

static json regionOf(const Record &R, const Region &Of) {
  json Statements = json::array(), Dependences = json::array();
  for (const Statement &S : Of.Statements)
    Statements.push_back({{"file", S.Position.File},
                          {"line", S.Position.Line},
                          {"where", R.describe(S.Position)},
                          {"does", S.Does},
                          {"io", S.IO}});
  for (const Dependence &D : Of.Dependences)
    Dependences.push_back({D.Needed, D.User, D.How});
  return {{"title", titleOf(R, Of)},   {"summary", summaryOf(R, Of)},
          {"file", Of.At.File},        {"line", Of.At.Line},
          {"sliced", Of.Sliced},       {"statements", Statements},
          {"dependences", Dependences}};
}

void printHtml(std::ostream &OS, const Inputs &All, Sources &Texts) {
  json Records = json::array();
  for (const Input &I : All)
    for (const Record &R : I.Records) {
      json Regions = json::array();
      for (const Region &Sliced : R.Regions)
        Regions.push_back(regionOf(R, Sliced));
      Records.push_back({{"input", I.Name},
                         {"files", filesOf(R, Texts)},
                         {"regions", Regions}});
    }
  std::string Data = Records.dump(-1, ' ', /*ensure_ascii=*/true,
                                  json::error_handler_t::replace);
  // No text may end the script.
  for (size_t Position = 0; (Position = Data.find('<', Position)) != Data.npos;)
    Data.replace(Position, 1, "\\u003c");
  std::string Text = PageHtml;
  const std::string Hole = "/*DATA*/[]";
  Text.replace(Text.find(Hole), Hole.size(), Data);
  OS << Text;
}

} // namespace foreslice::dump
