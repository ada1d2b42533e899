! Ranks that read their shares of the records of a file by Fortran's own
! statements, and what all need by MPI-IO.
! RUN: %check-program --ranks 1,2 --expect 'pages_prefetched>=5' --expect 'cache_reads>=1'
! RUN: %check-program --mpi mpich --ranks 1 --expect 'pages_prefetched>=5' --expect 'cache_reads>=1'
program shares
  use mpi
  implicit none
  integer, parameter :: words = 9000, records = 40
  integer :: ierr, rank, ranks, unit, i, fh, all
  integer :: status(MPI_STATUS_SIZE)
  integer :: record(words)
  integer(8) :: s

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
  if (rank == 0) then
    open (newunit=unit, file='data', access='direct', recl=4 * words, status='new')
    do i = 1, records
      record = i
      write (unit, rec=i) record
    end do
    close (unit)
  end if
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)

  s = 0
  open (newunit=unit, file='data', access='direct', recl=4 * words, status='old', action='read')
  do i = rank + 1, records, ranks
    read (unit, rec=i) record
    s = s + sum(int(record, 8)) * i
    call pause
  end do
  close (unit)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  call MPI_FILE_READ_AT(fh, 4_MPI_OFFSET_KIND * words, all, 1, MPI_INTEGER, status, ierr)
  call MPI_FILE_CLOSE(fh, ierr)
  print '(i0,1x,i0)', rank, s * all
  call MPI_FINALIZE(ierr)
contains
  include 'pause.inc'
end program
