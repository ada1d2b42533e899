//===- Page.h - the page of --format=html ---------------------------------===//
//
// The text of page.html, put into a source file by the build.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_PAGE_H
#define FORESLICE_DRIVER_DUMP_PAGE_H

namespace foreslice::dump {

extern const char *const PageHtml;

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_PAGE_H
