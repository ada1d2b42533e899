//===- libcxx-filesystem.cpp - the std::filesystem of libc++ --------------===//
//
// See filesystem.h. Most functions of paths are in libc++'s headers, based on a
// few compiled functions. Tags are left out of the names (model/LibcxxNames.h).
//
//===----------------------------------------------------------------------===//

#include "copy/library/libcxx-text.h"
#include "filesystem.h"

/// std::filesystem::path.
struct Path {
  Text Own;
  Path(const Path &) = delete;
  ~Path() {}
  INLINE const char *text() const { return Own.c_str(); }
  INLINE Name name() const { return {Own.c_str(), Own.size()}; }
};

/// std::filesystem::recursive_directory_iterator.
struct TreeIterator {
  Iterator Own;
  bool Enters;
};

/// std::filesystem::directory_entry, with size and times ignored.
struct Entry {
  Text Name;
  Size Unused[5];
  unsigned Permissions[2];
  signed char Kind;
  unsigned char Cached;
};

namespace {

INLINE void set(Path *To, Name From) {
  To->Own.clear();
  To->Own.resize(From.Length);
  memcpy(To->Own.data(), From.Data, From.Length);
}

INLINE Name from(const Path &P, Size Begin, Size End) {
  return {P.text() + Begin, End - Begin};
}

} // namespace

//===----------------------------------------------------------------------===//
// Iterators
//===----------------------------------------------------------------------===//

#define FS "St3__14__fs10filesystem"
#define FOLDER FS "18directory_iterator"
#define TREE FS "28recursive_directory_iterator"
#define PATH FS "4path"
#define OF_PATH "RKNS1_4pathE"
#define CODE "PNS_10error_codeE"
#define OPTIONS "NS1_17directory_optionsE"

namespace {
constexpr unsigned Flat = FORESLICE_LISTING_OF_LIBCXX;
constexpr unsigned Deep =
    FORESLICE_LISTING_OF_LIBCXX | FORESLICE_LISTING_ENTERS;

INLINE Iterator list(const Path &Of, unsigned char Options, unsigned How) {
  unsigned Follows = Options & FollowsLinks;
  return {foreslice_open_listing(Of.text(),
                                 How | Follows * FORESLICE_LISTING_FOLLOWS),
          nullptr};
}
} // namespace

/// Common to the iterators. A copy shares the place of the original.
#define LIFE(Kind, Type, Class)                                                \
  BOTH(Kind##Copy, (Type * I, Type * From), "_ZN" Class "C", "ERKS2_",         \
       { *I = *From; })                                                        \
  BOTH(Kind##Move, (Type * I, Type * From), "_ZN" Class "C", "EOS2_",          \
       { *I = *From; })                                                        \
  BOTH(Kind##Destroy, (Type *), "_ZN" Class "D", "Ev", {})                     \
  BODY(Type *, Kind##Assign, (Type * I, Type * From),                          \
       "_ZN" Class "aSERKS2_") {                                               \
    *I = *From;                                                                \
    return I;                                                                  \
  }                                                                            \
  BODY(Type *, Kind##AssignMoved, (Type * I, Type * From),                     \
       "_ZN" Class "aSEOS2_") {                                                \
    *I = *From;                                                                \
    return I;                                                                  \
  }

LIFE(folder, Iterator, FOLDER)
LIFE(tree, TreeIterator, TREE)

BOTH(folderOpen,
     (Iterator * I, const Path &Of, ErrorCode *Code, unsigned char Options),
     "_ZN" FOLDER "C", "E" OF_PATH CODE OPTIONS, {
       succeed(Code);
       *I = list(Of, Options, Flat);
     })
BOTH(treeOpen,
     (TreeIterator * I, const Path &Of, unsigned char Options, ErrorCode *Code),
     "_ZN" TREE "C", "E" OF_PATH OPTIONS CODE, {
       succeed(Code);
       *I = {list(Of, Options, Deep), true};
     })

BODY(void *, folderEntry, (const Iterator *I),
     "_ZNK" FOLDER "13__dereferenceEv") {
  return foreslice_listing(I->Position, FORESLICE_LISTING_ENTRY, Flat);
}
BODY(void *, treeEntry, (const TreeIterator *I),
     "_ZNK" TREE "13__dereferenceEv") {
  return foreslice_listing(I->Own.Position, FORESLICE_LISTING_ENTRY, Deep);
}
BODY(Iterator *, folderNext, (Iterator * I, ErrorCode *Code),
     "_ZN" FOLDER "11__incrementE" CODE) {
  succeed(Code);
  return step(I, FORESLICE_LISTING_NEXT, Flat);
}
BODY(TreeIterator *, treeNext, (TreeIterator * I, ErrorCode *Code),
     "_ZN" TREE "11__incrementE" CODE) {
  succeed(Code);
  if (!I->Enters)
    step(&I->Own, FORESLICE_LISTING_PASS, Deep);
  I->Enters = true;
  step(&I->Own, FORESLICE_LISTING_NEXT, Deep);
  return I;
}
BODY(void, treeRise, (TreeIterator * I, ErrorCode *Code),
     "_ZN" TREE "5__popE" CODE) {
  succeed(Code);
  step(&I->Own, FORESLICE_LISTING_RISE, Deep);
}
BODY(int, depth, (const TreeIterator *I), "_ZNK" TREE "5depthEv") {
  return static_cast<int>(reinterpret_cast<Size>(
      foreslice_listing(I->Own.Position, FORESLICE_LISTING_DEPTH, Deep)));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

BODY(void, status, (Status * To, const Path &Of, ErrorCode *Code),
     "_ZN" FS "8__statusE" OF_PATH CODE) {
  succeed(Code);
  *To = statusOf(Of.text(), 0);
}
BODY(void, statusOfLink, (Status * To, const Path &Of, ErrorCode *Code),
     "_ZN" FS "16__symlink_statusE" OF_PATH CODE) {
  succeed(Code);
  *To = statusOf(Of.text(), AT_SYMLINK_NOFOLLOW);
}
BODY(Size, size, (const Path &Of, ErrorCode *Code),
     "_ZN" FS "11__file_sizeE" OF_PATH CODE) {
  Size Bytes = sizeOf(Of.text());
  if (Code)
    Code->Value = Bytes == ~Size(0);
  return Bytes;
}
/// Nothing is cached: the entry asks each time.
BODY(ErrorCode, refresh, (Entry * E),
     "_ZN" FS "15directory_entry12__do_refreshEv") {
  E->Cached = 0;
  return {0, nullptr};
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

/// Functions that return a part of a path.
#define PART(Function, Symbol, Begin, End)                                     \
  BODY(Name, Function, (const Path &P), "_ZNK" PATH Symbol) {                  \
    Name N = P.name();                                                         \
    return from(P, Begin, End);                                                \
  }

PART(filename, "10__filenameEv", fileAt(N), N.Length)
PART(stem, "6__stemEv", fileAt(N), extensionAt(N))
PART(extension, "11__extensionEv", extensionAt(N), N.Length)
PART(parent, "13__parent_pathEv", 0, parentEnd(N))
PART(rootDirectory, "16__root_directoryEv", 0,
     Size(N.Length > 0 && N.Data[0] == '/'))
PART(rootPath, "15__root_path_rawEv", 0, Size(N.Length > 0 && N.Data[0] == '/'))
PART(relative, "15__relative_pathEv", Size(N.Length > 0 && N.Data[0] == '/'),
     N.Length)

BODY(Name, rootName, (const Path &P), "_ZNK" PATH "11__root_nameEv") {
  return from(P, 0, 0);
}
BODY(int, compareText, (const Path &P, Name With),
     "_ZNK" PATH "9__compareENS_17basic_string_viewIcNS_11char_traitsIcEEEE") {
  return compare(P.name(), With);
}
BODY(Path *, replaceExtension, (Path * P, const Path &New),
     "_ZN" PATH "17replace_extensionERKS2_") {
  P->Own.resize(extensionAt(P->name()));
  Name With = New.name();
  Size End = P->Own.size(), Dot = With.Length > 0 && With.Data[0] != '.';
  P->Own.resize(End + Dot + With.Length);
  char *Behind = P->Own.data() + End;
  *Behind = '.';
  memcpy(Behind + Dot, With.Data, With.Length);
  P->Own.data()[End + Dot + With.Length] = 0;
  return P;
}

/// Other names of the file are good enough.
#define SAME_FILE(Function, Symbol)                                            \
  BODY(void, Function, (Path * To, const Path &P, ErrorCode *Code),            \
       "_ZN" FS Symbol OF_PATH CODE) {                                         \
    succeed(Code);                                                             \
    set(To, P.name());                                                         \
  }
SAME_FILE(absolute, "10__absoluteE")
SAME_FILE(canonical, "11__canonicalE")
SAME_FILE(weaklyCanonical, "18__weakly_canonicalE")

BODY(void, normal, (Path * To, const Path &P),
     "_ZNK" PATH "16lexically_normalEv") {
  set(To, P.name());
}
BODY(void, here, (Path * To, ErrorCode *Code),
     "_ZN" FS "14__current_pathE" CODE) {
  succeed(Code);
  set(To, {".", 1});
}
