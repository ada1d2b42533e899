! What the slice cannot compute: places that other ranks send, that a unit gives
! (an internal one), and sums over all ranks; and blocks that are written back.
! RUN: %check-program --ranks 2 --expect 'cache_reads>=4'
! RUN: %check-program --mpi mpich --ranks 2 --expect 'cache_reads>=4'
program values
  use mpi
  implicit none
  integer, parameter :: n = 2048
  integer :: fh, ierr, rank, ranks, i, sum, place
  integer(kind=MPI_OFFSET_KIND) :: at
  integer(8) :: data(n), d
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
  if (rank == 0) call make_file('data', 32 * n)
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDWR, MPI_INFO_NULL, fh, ierr)
  d = 0
  do i = 1, 8
    if (rank == 0) place = mod(i * 5, 16)
    call MPI_BCAST(place, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    sum = i + rank
    call MPI_ALLREDUCE(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_FILE_READ_AT(fh, 8_8 * n * place, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
    call digest(d, data)
    call MPI_FILE_READ_AT(fh, 8_8 * n * mod(sum, 16), data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
    call digest(d, data)
  end do
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call rewrite
  call MPI_FILE_CLOSE(fh, ierr)
  print '(i0,1x,i0)', rank, d
  call MPI_FINALIZE(ierr)
contains
  include 'program.inc'
  subroutine rewrite
    do i = rank, 31, ranks
      at = 8_8 * n * i
      call MPI_FILE_READ_AT(fh, at, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
      call digest(d, data)
      data = data + i
      call MPI_FILE_WRITE_AT(fh, at, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
    end do
  end subroutine
end program
