! No reads, reads of nothing, past the end and 3 GiB behind the begin, a missing
! file, DO CONCURRENT, strides down, loops that are left early.
! RUN: %check-program --expect 'found>=70' --ranks 2 --expect 'cache_reads>=4'
! RUN: %check-program --expect 'found>=70' --mpi mpich --ranks 1 --expect 'cache_reads>=4'
program extremes
  use mpi_f08
  implicit none
  integer, parameter :: n = 4096
  type(MPI_File) :: fh, none
  type(MPI_Status) :: status
  integer(MPI_OFFSET_KIND) :: at, bytes, places(12)
  integer(8) :: data(n), d
  integer :: rank, i, got, ierr, unit
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) then
    call make_file('data', 12 * n)
    open (newunit=unit, file='sparse', access='stream', form='unformatted', status='replace')
    write (unit, pos=3221225473_8) word([(i, i=1, 8 * n)])
    close (unit)
  end if
  call MPI_Barrier(MPI_COMM_WORLD)
  d = 0
  call MPI_File_open(MPI_COMM_WORLD, 'missing', MPI_MODE_RDONLY, MPI_INFO_NULL, none, ierr)
  if (ierr == MPI_SUCCESS) d = 77
  call MPI_File_open(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh)
  call MPI_File_get_size(fh, bytes)
  do concurrent(i=1:12)
    places(i) = 8_MPI_OFFSET_KIND * n * mod(i * 5, 14)
  end do
  outer: do i = 12, -3, -1
    if (i < 1) exit
    data = -1
    select case (mod(i, 3))
    case (0)
      call MPI_File_read_at(fh, places(i), data, 0, MPI_INTEGER8, status)
    case (1)
      call MPI_File_read_at(fh, bytes - 8 * i, data, n, MPI_INTEGER8, status)
    case default
      call MPI_File_read_at(fh, places(i) + 8, data, n, MPI_INTEGER8, status)
    end select
    call MPI_Get_count(status, MPI_INTEGER8, got)
    if (got < n / 2) cycle outer
    call digest(d, data)
  end do outer
  do i = 1, rank - 9
    call MPI_File_read_at(fh, places(i), data, n, MPI_INTEGER8, status)
  end do
  call MPI_File_close(fh)
  print '(a,1x,i0,1x,i0)', 'data', rank, d
  call sparse
  print '(a,1x,i0,1x,i0)', 'sparse', rank, d
  call MPI_Finalize()
contains
  include 'program.inc'
  subroutine sparse
    call MPI_File_open(MPI_COMM_WORLD, 'sparse', MPI_MODE_RDONLY, MPI_INFO_NULL, fh)
    at = 3221225472_8
    do
      call MPI_File_read_at(fh, at, data, n, MPI_INTEGER8, status)
      call MPI_Get_count(status, MPI_INTEGER8, got)
      if (got == 0) exit
      call digest(d, data(:got))
      at = at + 8 * got
    end do
    call MPI_File_close(fh)
  end subroutine
end program
