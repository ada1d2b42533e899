! Reads at explicit offsets in a strided nest, with counts of what was read.
! RUN: %check-program --ranks 2 --expect 'cache_reads>=10'
! RUN: %check-program --mpi mpich --ranks 2 --expect 'cache_reads>=10'
program read_at
  use mpi
  implicit none
  integer, parameter :: block = 4096, blocks = 24
  integer :: fh, ierr, rank, ranks, i, j, got
  integer :: status(MPI_STATUS_SIZE)
  integer(kind=MPI_OFFSET_KIND) :: at
  integer(8), allocatable :: field(:)
  integer(8) :: d

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
  allocate (field(block))
  if (rank == 0) call make_file('data', block * blocks)
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)

  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  d = 0
  do j = 1, 2
    do i = rank, blocks - 1, ranks
      at = int(i, MPI_OFFSET_KIND) * block * 8
      call MPI_FILE_READ_AT(fh, at, field, block / j, MPI_INTEGER8, status, ierr)
      call MPI_GET_COUNT(status, MPI_INTEGER8, got, ierr)
      call digest(d, field(1:got))
    end do
  end do
  call MPI_FILE_CLOSE(fh, ierr)
  print '(i0,1x,i0)', rank, d
  call MPI_FINALIZE(ierr)
contains
  include 'program.inc'
end program
