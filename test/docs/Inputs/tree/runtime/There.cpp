// What page.md names: foreslice_slice_read, FORESLICE_THERE, -fprefetch-slice,
// foreslice-there, cache_reads, SomeTest, IsThere, THERE_TOO.
