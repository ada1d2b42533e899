//===- PageSharing.cpp - who else has a page ------------------------------===//
//
// See PageSharing.h.
//
//===----------------------------------------------------------------------===//

#include "share/PageSharing.h"

using namespace foreslice;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::unique_ptr<FileShare> PageSharing::open(PagedFile &File, FileKey Key) {
  if (!Node) {
    File.OpenedAs = ++Opens;
    return nullptr;
  }
  NodeDirectory::FileId Id = Node->openFile(Key.Device, Key.Inode);
  if (!Id)
    return nullptr;
  auto S = std::make_unique<FileShare>(Id);
  S->Since = Node->now();
  File.Share = S.get();
  File.OpenedAs = Node->openedAs(Id);
  return S;
}

void PageSharing::close(const PagedFile &File) {
  if (File.Share)
    Node->closeFile(File.Share->Id);
}

bool PageSharing::othersUse(const PagedFile &File) const {
  return File.Share && Node->othersUse(File.Share->Id);
}

bool PageSharing::meetsOthers(const PagedFile &File, uint64_t Page) const {
  if (!File.Share || File.Share->Job)
    return File.Share != nullptr;
  if (!othersUse(File))
    return false;
  const auto Id = File.Share->Id;
  if (!Node->overlaps(Id))
    Node->notePassed(Id, Page);
  return Node->overlaps(Id);
}

void PageSharing::forgetOld(PagedFile &File) const {
  if (File.Share)
    File.Share->Since = Node->now();
}

uint64_t PageSharing::quietEpoch(const PagedFile &File) const {
  return File.Share ? Node->quietEpoch(File.Share->Id) : 1;
}

void PageSharing::announceJob(const PagedFile &File, JobFileId Job,
                              std::vector<int> Ranks) const {
  Node->enterJob(File.Share->Id, Job);
  Remote->enter(Job, std::move(Ranks), File.Share->Id);
}

void PageSharing::enterJob(PagedFile &File, JobFileId Job) const {
  FileShare &S = *File.Share;
  S.Jobs.push_back(Job);
  S.Job = S.Jobs.front();
}

void PageSharing::renewJob(PagedFile &File, JobFileId Job,
                           uint64_t Generation) const {
  FileShare &S = *File.Share;
  if (S.Job != Job)
    return;
  uint64_t Since = Node->beginOf(S.Id, Generation);
  Remote->renew(Job, Generation, Since);
  S.JobGeneration = Generation;
  S.JobSince = Since;
}

void PageSharing::retractJob(const PagedFile &File, JobFileId Job) const {
  Remote->leave(Job);
  Node->leaveJob(File.Share->Id);
}

void PageSharing::leaveJob(PagedFile &File, JobFileId Job) const {
  FileShare &S = *File.Share;
  std::erase(S.Jobs, Job);
  if (S.Job != Job)
    return;
  // The begin of another job's generation is unknown.
  S.Job = S.Jobs.empty() ? 0 : S.Jobs.front();
  S.JobSince = 0;
}

//===----------------------------------------------------------------------===//
// Pages of others
//===----------------------------------------------------------------------===//

PageSharing::Found PageSharing::find(const PagedFile &File,
                                     const PagePart &Part) const {
  const FileShare *S = File.Share;
  if (!S)
    return {};
  const Found F = Node->find(S->Id, Part.Page, Part.Bytes, S->Since);
  if (F)
    Node->noteOverlap(S->Id);
  return F;
}

void PageSharing::leaveTo(const Found &F, const PagedFile &File) const {
  Node->want(F);
  File.Stats->add(Counter::PagesShared);
}

PageRun PageSharing::runOf(const PagedFile &File, uint64_t First,
                           uint64_t Count) const {
  return {File.Share->Job, File.Share->JobGeneration, First, Count};
}

bool PageSharing::isCurrent(const PageRun &Run, const PagedFile &File) const {
  return mayAsk(File) && File.Share->Job == Run.File &&
         File.Share->JobGeneration == Run.Generation;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// Other nodes hear of this process's writes only by the process's own job
/// files.
void PageSharing::spoil(const FileShare &S) const {
  if (!Node->onlyJob(S.Id, S.Job))
    Node->spoilJob(S.Id);
}

void PageSharing::beginWrite(const PagedFile &File, ByteRange Written) const {
  if (!File.Share)
    return;
  Node->beginWrite(File.Share->Id, Written);
  spoil(*File.Share);
}

void PageSharing::endWrite(const PagedFile &File, ByteRange Written) const {
  if (!File.Share)
    return;
  spoil(*File.Share); // others may have opened the file meanwhile
  Node->endWrite(File.Share->Id, Written);
}

bool PageSharing::isBeingWritten(const PagedFile &File, ByteRange Bytes) const {
  return File.Share && Node->isBeingWritten(File.Share->Id, Bytes);
}

void PageSharing::tellNodes(const PagedFile &File,
                            const std::vector<JobFileId> &Jobs,
                            ByteRange Written, JobFileId But) const {
  for (JobFileId Job : Jobs)
    if (Job != But && !Remote->wrote(Job, Written))
      Node->spoilJob(File.Share->Id);
}
