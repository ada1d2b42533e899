//===- bodies.cpp - bodies of library functions ---------------------------===//
//
// A slice works on its own version of memory. A function compiled into a
// library would change the program's version. So the copy of a module gets
// bodies of such functions, and slices contain the bodies like functions of the
// program. This file is compiled to bitcode and is part of the pass. The
// functions follow the C standard and libstdc++'s documentation and headers
// (bits/stl_tree.h, bits/stl_list.h, bits/hashtable_policy.h). Red-black trees
// are those of Cormen, Leiserson and Rivest, "Introduction to Algorithms".
//
//===----------------------------------------------------------------------===//

// The strings' functions are templates, with bodies in the headers.
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <cstdlib>
#include <cstring>
#include <string>
template class std::basic_string<char>;

using Size = decltype(sizeof(0));

//===----------------------------------------------------------------------===//
// The C library
//===----------------------------------------------------------------------===//

extern "C" {

char *strndup(const char *From, Size Most) noexcept {
  Size Length = strnlen(From, Most);
  char *To = static_cast<char *>(malloc(Length + 1));
  memcpy(To, From, Length);
  To[Length] = 0;
  return To;
}

char *strdup(const char *From) noexcept {
  Size Bytes = strlen(From) + 1;
  char *To = static_cast<char *>(malloc(Bytes));
  memcpy(To, From, Bytes);
  return To;
}

char *strncat(char *To, const char *From, Size Most) noexcept {
  char *End = To + strlen(To);
  Size Length = strnlen(From, Most);
  memcpy(End, From, Length);
  End[Length] = 0;
  return To;
}

// Cuts happen in the slice's own version of the text.

char *strsep(char **From, const char *Delimiters) noexcept {
  char *Begin = *From;
  if (!Begin)
    return nullptr;
  char *End = Begin + strcspn(Begin, Delimiters);
  *From = *End ? End + 1 : nullptr;
  *End = 0;
  return Begin;
}

char *strtok_r(char *Text, const char *Delimiters, char **Left) noexcept {
  char *Begin = Text ? Text : *Left;
  if (!Begin)
    return nullptr;
  Begin += strspn(Begin, Delimiters);
  char *End = Begin + strcspn(Begin, Delimiters);
  *Left = *End ? End + 1 : End;
  *End = 0;
  return *Begin ? Begin : nullptr;
}

char *__strtok_r(char *Text, const char *Delimiters, char **Left) noexcept {
  return strtok_r(Text, Delimiters, Left);
}

/// The rest of the slice's strtok(). Empty when a slice begins.
static char *TextLeft;

char *strtok(char *Text, const char *Delimiters) noexcept {
  return strtok_r(Text, Delimiters, &TextLeft);
}

/// qsort, with a visible comparison; as in glibc, equal elements stay in order.
/// The pass knows the name.
void sortStably(void *Base, Size Count, Size Bytes,
                int (*Compare)(const void *,
                               const void *)) __asm__("qsort.body");
void sortStably(void *Base, Size Count, Size Bytes,
                int (*Compare)(const void *, const void *)) {
  char *From = static_cast<char *>(Base);
  char *To = static_cast<char *>(malloc(Count * Bytes));
  for (Size Width = 1; Width < Count; Width *= 2) {
    for (Size Begin = 0; Begin < Count; Begin += 2 * Width) {
      Size Middle = Begin + Width < Count ? Begin + Width : Count;
      Size End = Middle + Width < Count ? Middle + Width : Count;
      Size Left = Begin, Right = Middle;
      for (Size At = Begin; At < End; ++At) {
        bool TakesLeft = Right == End ||
                         (Left < Middle && Compare(From + Left * Bytes,
                                                   From + Right * Bytes) <= 0);
        memcpy(To + At * Bytes, From + (TakesLeft ? Left++ : Right++) * Bytes,
               Bytes);
      }
    }
    memcpy(From, To, Count * Bytes);
  }
  free(To);
}

} // extern "C"

//===----------------------------------------------------------------------===//
// std::map, std::set and so on
//===----------------------------------------------------------------------===//

// The pass knows the accesses to nodes by the functions in extern "C" below.
#define INLINE __attribute__((always_inline)) inline

namespace {

enum Color : int { Red, Black };

/// The head of a tree is a red node: the parent is the root, left and right are
/// the first and the last node.
struct TreeNode {
  Color Is;
  TreeNode *Parent, *Left, *Right;
};

INLINE TreeNode *firstOf(TreeNode *N) {
  while (N->Left)
    N = N->Left;
  return N;
}

INLINE TreeNode *lastOf(TreeNode *N) {
  while (N->Right)
    N = N->Right;
  return N;
}

INLINE TreeNode *nextOf(TreeNode *N) {
  if (N->Right)
    return firstOf(N->Right);
  TreeNode *Above = N->Parent;
  while (N == Above->Right) {
    N = Above;
    Above = Above->Parent;
  }
  // The head is behind the last node, also in a tree of a single node.
  return N->Right == Above ? N : Above;
}

INLINE TreeNode *previousOf(TreeNode *N) {
  if (N->Is == Red && N->Parent->Parent == N)
    return N->Right; // of the head
  if (N->Left)
    return lastOf(N->Left);
  TreeNode *Above = N->Parent;
  while (N == Above->Left) {
    N = Above;
    Above = Above->Parent;
  }
  return Above;
}

/// Whatever led to Old leads to New.
INLINE void replace(TreeNode *Old, TreeNode *New, TreeNode *Head) {
  if (Head->Parent == Old)
    Head->Parent = New;
  else if (Old->Parent->Left == Old)
    Old->Parent->Left = New;
  else
    Old->Parent->Right = New;
}

/// The children of a node, seen from a side.
INLINE TreeNode *&near(TreeNode *N, bool Left) {
  return Left ? N->Left : N->Right;
}
INLINE TreeNode *&far(TreeNode *N, bool Left) {
  return Left ? N->Right : N->Left;
}

/// The far child of N takes the place of N.
INLINE void rotate(TreeNode *N, bool Left, TreeNode *Head) {
  TreeNode *Up = far(N, Left);
  far(N, Left) = near(Up, Left);
  if (near(Up, Left))
    near(Up, Left)->Parent = N;
  Up->Parent = N->Parent;
  replace(N, Up, Head);
  near(Up, Left) = N;
  N->Parent = Up;
}

INLINE void balanceAfterInsertion(TreeNode *N, TreeNode *Head) {
  while (N != Head->Parent && N->Parent->Is == Red) {
    TreeNode *Above = N->Parent, *Top = Above->Parent;
    bool Left = Above == Top->Left;
    TreeNode *Uncle = far(Top, Left);
    if (Uncle && Uncle->Is == Red) {
      Above->Is = Black;
      Uncle->Is = Black;
      Top->Is = Red;
      N = Top;
      continue;
    }
    if (N == far(Above, Left)) {
      N = Above;
      rotate(N, Left, Head);
    }
    N->Parent->Is = Black;
    Top->Is = Red;
    rotate(Top, !Left, Head);
  }
  Head->Parent->Is = Black;
}

/// N, below Above, lacks a black node on its paths.
INLINE void balanceAfterErasure(TreeNode *N, TreeNode *Above, TreeNode *Head) {
  while (N != Head->Parent && (!N || N->Is == Black)) {
    bool Left = N == Above->Left;
    TreeNode *Sibling = far(Above, Left);
    if (Sibling->Is == Red) {
      Sibling->Is = Black;
      Above->Is = Red;
      rotate(Above, Left, Head);
      Sibling = far(Above, Left);
    }
    TreeNode *Near = near(Sibling, Left), *Far = far(Sibling, Left);
    if ((!Near || Near->Is == Black) && (!Far || Far->Is == Black)) {
      Sibling->Is = Red;
      N = Above;
      Above = Above->Parent;
      continue;
    }
    if (!Far || Far->Is == Black) {
      Near->Is = Black;
      Sibling->Is = Red;
      rotate(Sibling, !Left, Head);
      Sibling = far(Above, Left);
    }
    Sibling->Is = Above->Is;
    Above->Is = Black;
    far(Sibling, Left)->Is = Black;
    rotate(Above, Left, Head);
    break;
  }
  if (N)
    N->Is = Black;
}

} // namespace

extern "C" {

// std::_Rb_tree_increment and _Rb_tree_decrement, of nodes and of const nodes.
TreeNode *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(TreeNode *N) {
  return nextOf(N);
}
TreeNode *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(TreeNode *N) {
  return nextOf(N);
}
TreeNode *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(TreeNode *N) {
  return previousOf(N);
}
TreeNode *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(TreeNode *N) {
  return previousOf(N);
}

// std::_Rb_tree_insert_and_rebalance: N becomes a child of Above.
void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    bool Left, TreeNode *N, TreeNode *Above, TreeNode *Head) {
  N->Parent = Above;
  N->Left = nullptr;
  N->Right = nullptr;
  N->Is = Red;
  if (Above == Head) {
    Head->Parent = N;
    Head->Left = N;
    Head->Right = N;
  } else if (Left) {
    Above->Left = N;
    if (Above == Head->Left)
      Head->Left = N;
  } else {
    Above->Right = N;
    if (Above == Head->Right)
      Head->Right = N;
  }
  balanceAfterInsertion(N, Head);
}

// std::_Rb_tree_rebalance_for_erase: the result is N, removed from the tree.
TreeNode *
_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode *N,
                                                             TreeNode *Head) {
  TreeNode *Child, *Above;
  Color Gone;
  if (N->Left && N->Right) {
    TreeNode *Next = firstOf(N->Right);
    Child = Next->Right;
    Gone = Next->Is;
    Above = Next;
    if (Next != N->Right) {
      Above = Next->Parent;
      if (Child)
        Child->Parent = Above;
      Above->Left = Child;
      Next->Right = N->Right;
      N->Right->Parent = Next;
    }
    replace(N, Next, Head);
    Next->Parent = N->Parent;
    Next->Left = N->Left;
    N->Left->Parent = Next;
    Next->Is = N->Is;
    N->Is = Gone;
  } else {
    Child = N->Left ? N->Left : N->Right;
    Above = N->Parent;
    Gone = N->Is;
    if (Child)
      Child->Parent = Above;
    replace(N, Child, Head);
    if (Head->Left == N)
      Head->Left = Child ? firstOf(Child) : Above;
    if (Head->Right == N)
      Head->Right = Child ? lastOf(Child) : Above;
  }
  if (Gone == Black)
    balanceAfterErasure(Child, Above, Head);
  return N;
}

//===----------------------------------------------------------------------===//
// std::list
//===----------------------------------------------------------------------===//

struct ListNode {
  ListNode *Next, *Previous;
};

// std::__detail::_List_node_base::_M_hook
void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode *N, ListNode *At) {
  N->Next = At;
  N->Previous = At->Previous;
  At->Previous->Next = N;
  At->Previous = N;
}

// std::__detail::_List_node_base::_M_unhook
void _ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode *N) {
  N->Next->Previous = N->Previous;
  N->Previous->Next = N->Next;
}

// std::__detail::_List_node_base::_M_transfer: From to the node before To go
// before At.
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode *At,
                                                          ListNode *From,
                                                          ListNode *To) {
  if (At == To)
    return;
  ListNode *Last = To->Previous, *Before = From->Previous;
  Before->Next = To;
  To->Previous = Before;
  At->Previous->Next = From;
  From->Previous = At->Previous;
  Last->Next = At;
  At->Previous = Last;
}

//===----------------------------------------------------------------------===//
// std::unordered_map, std::unordered_set and so on
//===----------------------------------------------------------------------===//

/// Differs from libstdc++ in the numbers of buckets and ignores a maximum load
/// factor: a slice has the order of its own version.
struct HashPolicy {
  float MostForEach;
  Size NextResize;
};

// std::__detail::_Prime_rehash_policy::_M_next_bkt: not fewer than Least.
Size _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(HashPolicy *P,
                                                          Size Least) {
  Size Prime = Least < 3 ? 3 : Least | 1;
  for (Size Divisor = 3; Divisor * Divisor <= Prime; Divisor += 2)
    if (Prime % Divisor == 0) {
      Prime += 2;
      Divisor = 1;
    }
  P->NextResize = Prime;
  return Prime;
}

struct Rehash {
  bool Needed;
  Size Buckets;
};

// std::__detail::_Prime_rehash_policy::_M_need_rehash: with so many elements
// more.
Rehash _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(HashPolicy *P,
                                                                 Size Buckets,
                                                                 Size Elements,
                                                                 Size More) {
  if (Elements + More <= P->NextResize)
    return {false, 0};
  if (Elements + More < Buckets) {
    P->NextResize = Buckets;
    return {false, 0};
  }
  Size Least = Elements + More + 1;
  if (Least < 11)
    Least = 11;
  if (Least < 2 * Buckets)
    Least = 2 * Buckets;
  return {true, _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(P, Least)};
}

} // extern "C"
