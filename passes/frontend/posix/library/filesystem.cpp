//===- filesystem.cpp - the std::filesystem of libstdc++ ------------------===//
//
// See filesystem.h.
//
//===----------------------------------------------------------------------===//

#include "filesystem.h"

#include <string_view>

/// std::string, with the text always outside of the object.
struct Text {
  char *Data;
  Size Length, Room, Unused;
  operator Name() const { return {Data, Length}; }
};

/// std::filesystem::path. Parts marks a single component.
struct Path {
  Text Name;
  Size Parts;
  Path(const Path &) = delete;
  ~Path() {}
};
constexpr Size OnePart = 3;

namespace {

/// A followed by B.
INLINE Text join(const char *A, Size LengthOfA, const char *B, Size LengthOfB) {
  Size Length = LengthOfA + LengthOfB;
  char *Data = static_cast<char *>(malloc(Length + 1));
  memcpy(Data, A, LengthOfA);
  memcpy(Data + LengthOfA, B, LengthOfB);
  Data[Length] = 0;
  return {Data, Length, Length, 0};
}

INLINE void set(Path &To, Text Name) {
  To.Name = Name;
  To.Parts = OnePart;
}

INLINE void set(Path &To, const char *Name, Size Length) {
  set(To, join(Name, Length, "", 0));
}

INLINE Text append(const char *A, Size LengthOfA, const char *B,
                   Size LengthOfB) {
  if (LengthOfB > 0 && B[0] == '/')
    return join(B, LengthOfB, "", 0);
  bool Slash = LengthOfA > 0 && A[LengthOfA - 1] != '/';
  char *Data = static_cast<char *>(malloc(LengthOfA + Slash + LengthOfB + 1));
  memcpy(Data, A, LengthOfA);
  if (Slash)
    Data[LengthOfA] = '/';
  memcpy(Data + LengthOfA + Slash, B, LengthOfB);
  Size Length = LengthOfA + Slash + LengthOfB;
  Data[Length] = 0;
  return {Data, Length, Length, 0};
}

} // namespace

//===----------------------------------------------------------------------===//
// Iterators
//===----------------------------------------------------------------------===//

#define FS "St10filesystem"
#define CXX11 FS "7__cxx11"
#define PATH CXX11 "4path"

#define ITERATOR(Kind, Class, How)                                             \
  BOTH(Kind##Open,                                                             \
       (Iterator * I, const Path &Of, unsigned char Options, ErrorCode *Code), \
       "_ZN" CXX11 Class "C",                                                  \
       "ERKNS0_4pathENS_17directory_optionsEPSt10error_code", {                \
         unsigned Follows = Options & FollowsLinks;                            \
         *I = {foreslice_open_listing(                                         \
                   Of.Name.Data, How | Follows * FORESLICE_LISTING_FOLLOWS),   \
               nullptr};                                                       \
         succeed(Code);                                                        \
       })                                                                      \
  BOTH(Kind##Make, (Iterator * I), "_ZN" CXX11 Class "C", "Ev",                \
       { *I = {nullptr, nullptr}; })                                           \
  BOTH(Kind##Copy, (Iterator * I, Iterator * From), "_ZN" CXX11 Class "C",     \
       "ERKS1_", { *I = *From; })                                              \
  BOTH(Kind##Move, (Iterator * I, Iterator * From), "_ZN" CXX11 Class "C",     \
       "EOS1_", { *I = *From; })                                               \
  BOTH(Kind##Destroy, (Iterator *), "_ZN" CXX11 Class "D", "Ev", {})           \
  BODY(Iterator *, Kind##Assign, (Iterator * I, Iterator * From),              \
       "_ZN" CXX11 Class "aSERKS1_") {                                         \
    *I = *From;                                                                \
    return I;                                                                  \
  }                                                                            \
  BODY(Iterator *, Kind##AssignMoved, (Iterator * I, Iterator * From),         \
       "_ZN" CXX11 Class "aSEOS1_") {                                          \
    *I = *From;                                                                \
    return I;                                                                  \
  }                                                                            \
  BODY(void *, Kind##Entry, (Iterator * I), "_ZNK" CXX11 Class "deEv") {       \
    return foreslice_listing(I->Position, FORESLICE_LISTING_ENTRY, How);       \
  }                                                                            \
  BODY(Iterator *, Kind##Next, (Iterator * I), "_ZN" CXX11 Class "ppEv") {     \
    return step(I, FORESLICE_LISTING_NEXT, How);                               \
  }                                                                            \
  BODY(Iterator *, Kind##Increment, (Iterator * I, ErrorCode * Code),          \
       "_ZN" CXX11 Class "9incrementERSt10error_code") {                       \
    succeed(Code);                                                             \
    return step(I, FORESLICE_LISTING_NEXT, How);                               \
  }                                                                            \
  BODY(bool, Kind##Is, (Iterator * I, Iterator * J),                           \
       "_ZN" CXX11 "eqERKNS0_" Class "ES3_") {                                 \
    return (I->Position == nullptr) == (J->Position == nullptr);               \
  }                                                                            \
  BODY(bool, Kind##IsNot, (Iterator * I, Iterator * J),                        \
       "_ZN" CXX11 "neERKNS0_" Class "ES3_") {                                 \
    return (I->Position == nullptr) != (J->Position == nullptr);               \
  }

ITERATOR(folder, "18directory_iterator", 0)
#define TREE "28recursive_directory_iterator"
ITERATOR(tree, TREE, FORESLICE_LISTING_ENTERS)

BODY(int, depth, (Iterator * I), "_ZNK" CXX11 TREE "5depthEv") {
  return static_cast<int>(reinterpret_cast<Size>(foreslice_listing(
      I->Position, FORESLICE_LISTING_DEPTH, FORESLICE_LISTING_ENTERS)));
}
BODY(void, pop, (Iterator * I), "_ZN" CXX11 TREE "3popEv") {
  step(I, FORESLICE_LISTING_RISE, FORESLICE_LISTING_ENTERS);
}
BODY(void, popWithCode, (Iterator * I, ErrorCode *Code),
     "_ZN" CXX11 TREE "3popERSt10error_code") {
  succeed(Code);
  step(I, FORESLICE_LISTING_RISE, FORESLICE_LISTING_ENTERS);
}
BODY(void, pass, (Iterator * I),
     "_ZN" CXX11 TREE "25disable_recursion_pendingEv") {
  step(I, FORESLICE_LISTING_PASS, FORESLICE_LISTING_ENTERS);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

BODY(Status, status, (const Path &Of), "_ZN" FS "6statusERKNS_7__cxx114pathE") {
  return statusOf(Of.Name.Data, 0);
}
BODY(Status, statusWithCode, (const Path &Of, ErrorCode *Code),
     "_ZN" FS "6statusERKNS_7__cxx114pathERSt10error_code") {
  succeed(Code);
  return statusOf(Of.Name.Data, 0);
}
BODY(Status, statusOfLink, (const Path &Of),
     "_ZN" FS "14symlink_statusERKNS_7__cxx114pathE") {
  return statusOf(Of.Name.Data, AT_SYMLINK_NOFOLLOW);
}
BODY(Status, statusOfLinkWithCode, (const Path &Of, ErrorCode *Code),
     "_ZN" FS "14symlink_statusERKNS_7__cxx114pathERSt10error_code") {
  succeed(Code);
  return statusOf(Of.Name.Data, AT_SYMLINK_NOFOLLOW);
}
BODY(Size, size, (const Path &Of), "_ZN" FS "9file_sizeERKNS_7__cxx114pathE") {
  return sizeOf(Of.Name.Data);
}
BODY(Size, sizeWithCode, (const Path &Of, ErrorCode *Code),
     "_ZN" FS "9file_sizeERKNS_7__cxx114pathERSt10error_code") {
  Size Bytes = sizeOf(Of.Name.Data);
  Code->Value = Bytes == ~Size(0);
  return Bytes;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

BODY(void, splitPath, (Path *), "_ZN" PATH "14_M_split_cmptsEv") {}
BOTH(makeParts, (Size * Parts), "_ZN" PATH "5_ListC", "Ev",
     { *Parts = OnePart; })
BOTH(copyParts, (Size * Parts, Size *), "_ZN" PATH "5_ListC", "ERKS2_",
     { *Parts = OnePart; })
BOTH(moveParts, (Size * Parts, Size *), "_ZN" PATH "5_ListC", "EOS2_",
     { *Parts = OnePart; })
BOTH(destroyParts, (Size *), "_ZN" PATH "5_ListD", "Ev", {})
BODY(Size *, assignParts, (Size * Parts, Size *), "_ZN" PATH "5_ListaSERKS2_") {
  return Parts;
}
BODY(Size *, assignMovedParts, (Size * Parts, Size *),
     "_ZN" PATH "5_ListaSEOS2_") {
  return Parts;
}
BODY(void, swapParts, (Size *, Size *), "_ZN" PATH "5_List4swapERS2_") {}
BODY(void, clearParts, (Size *), "_ZN" PATH "5_List5clearEv") {}
BOTH(copyPath, (Path * P, const Path &From), "_ZN" PATH "C", "ERKS1_",
     { set(*P, From.Name.Data, From.Name.Length); })
BOTH(movePath, (Path * P, const Path &From), "_ZN" PATH "C", "EOS1_",
     { set(*P, From.Name.Data, From.Name.Length); })
BOTH(destroyPath, (Path *), "_ZN" PATH "D", "Ev", {})

/// Functions that change a path and return the path.
#define CHANGES(Function, Parameters, Symbol, ...)                             \
  BODY(Path *, Function, Parameters, "_ZN" PATH Symbol) {                      \
    set(*P, __VA_ARGS__);                                                      \
    return P;                                                                  \
  }

CHANGES(assign, (Path * P, const Path &From), "aSERKS1_", From.Name.Data,
        From.Name.Length)
CHANGES(assignMoved, (Path * P, const Path &From), "aSEOS1_", From.Name.Data,
        From.Name.Length)
CHANGES(appendPath, (Path * P, const Path &More), "dVERKS1_",
        append(P->Name.Data, P->Name.Length, More.Name.Data, More.Name.Length))
CHANGES(concatPath, (Path * P, const Path &More), "pLERKS1_",
        join(P->Name.Data, P->Name.Length, More.Name.Data, More.Name.Length))
CHANGES(removeFilename, (Path * P), "15remove_filenameEv", P->Name.Data,
        fileAt(P->Name))
CHANGES(replaceFilename, (Path * P, const Path &New),
        "16replace_filenameERKS1_",
        append(P->Name.Data, fileAt(P->Name), New.Name.Data, New.Name.Length))
CHANGES(makePreferred, (Path * P), "14make_preferredEv", P->Name)

BODY(Path *, replaceExtension, (Path * P, const Path &New),
     "_ZN" PATH "17replace_extensionERKS1_") {
  Size End = extensionAt(P->Name);
  bool Dot = New.Name.Length > 0 && New.Name.Data[0] != '.';
  Text Head = join(P->Name.Data, End, ".", Dot);
  set(*P, join(Head.Data, Head.Length, New.Name.Data, New.Name.Length));
  return P;
}

#define VIEW "ESt17basic_string_viewIcSt11char_traitsIcEE"
BODY(void, appendText, (Path * P, std::string_view More),
     "_ZN" PATH "9_M_append" VIEW) {
  set(*P, append(P->Name.Data, P->Name.Length, More.data(), More.size()));
}
BODY(void, concatText, (Path * P, std::string_view More),
     "_ZN" PATH "9_M_concat" VIEW) {
  set(*P, join(P->Name.Data, P->Name.Length, More.data(), More.size()));
}
BODY(int, comparePath, (const Path &P, const Path &Q),
     "_ZNK" PATH "7compareERKS1_") {
  return compare(P.Name, Q.Name);
}
BODY(int, compareText, (const Path &P, std::string_view Q),
     "_ZNK" PATH "7compare" VIEW) {
  return compare(P.Name, {Q.data(), Q.size()});
}

BODY(bool, isRooted, (const Path &P), "_ZNK" PATH "18has_root_directoryEv") {
  return P.Name.Length > 0 && P.Name.Data[0] == '/';
}
BODY(bool, hasFilename, (const Path &P), "_ZNK" PATH "12has_filenameEv") {
  return fileAt(P.Name) < P.Name.Length;
}
BODY(bool, hasStem, (const Path &P), "_ZNK" PATH "8has_stemEv") {
  return fileAt(P.Name) < extensionAt(P.Name);
}
BODY(bool, hasExtension, (const Path &P), "_ZNK" PATH "13has_extensionEv") {
  return extensionAt(P.Name) < P.Name.Length;
}
BODY(bool, hasParent, (const Path &P), "_ZNK" PATH "15has_parent_pathEv") {
  return parentEnd(P.Name) > 0;
}

/// Functions that return a path, to the caller's memory.
#define MAKES(Function, Parameters, Symbol, ...)                               \
  BODY(void, Function, Parameters, Symbol) { set(*To, __VA_ARGS__); }

MAKES(filename, (Path * To, const Path &P), "_ZNK" PATH "8filenameEv",
      P.Name.Data + fileAt(P.Name), P.Name.Length - fileAt(P.Name))
MAKES(stem, (Path * To, const Path &P), "_ZNK" PATH "4stemEv",
      P.Name.Data + fileAt(P.Name), extensionAt(P.Name) - fileAt(P.Name))
MAKES(extension, (Path * To, const Path &P), "_ZNK" PATH "9extensionEv",
      P.Name.Data + extensionAt(P.Name), P.Name.Length - extensionAt(P.Name))
MAKES(parent, (Path * To, const Path &P), "_ZNK" PATH "11parent_pathEv",
      P.Name.Data, parentEnd(P.Name))
MAKES(joined, (Path * To, const Path &P, const Path &More),
      "_ZN" CXX11 "dvERKNS0_4pathES3_",
      append(P.Name.Data, P.Name.Length, More.Name.Data, More.Name.Length))

// Other names of the file are good enough.
MAKES(normal, (Path * To, const Path &P), "_ZNK" PATH "16lexically_normalEv",
      P.Name.Data, P.Name.Length)
MAKES(absolute, (Path * To, const Path &P),
      "_ZN" FS "8absoluteERKNS_7__cxx114pathE", P.Name.Data, P.Name.Length)
MAKES(canonical, (Path * To, const Path &P),
      "_ZN" FS "9canonicalERKNS_7__cxx114pathE", P.Name.Data, P.Name.Length)
MAKES(weaklyCanonical, (Path * To, const Path &P),
      "_ZN" FS "16weakly_canonicalERKNS_7__cxx114pathE", P.Name.Data,
      P.Name.Length)
MAKES(here, (Path * To), "_ZN" FS "12current_pathB5cxx11Ev", ".", 1)
