! Buffers: sections with gaps, which the compiler copies, allocatable arrays,
! pointers, assumed shapes, a component of an array of structures, one element.
! RUN: %check-program --ranks 2 --expect 'cache_reads>=20'
! RUN: %check-program --mpi mpich --ranks 1 --expect 'cache_reads>=20'
module shapes
  use mpi_f08
  implicit none
  integer, parameter :: n = 512
  type :: cell
    integer(8) :: value
    integer :: mark
  end type
  type :: extent
    integer(MPI_OFFSET_KIND) :: at
    integer :: words
  end type
contains
  include 'program.inc'
  subroutine assumed(fh, where, to)
    type(MPI_File), intent(in) :: fh
    type(extent), intent(in) :: where
    integer(8), intent(inout) :: to(:, :)
    call MPI_File_read_at(fh, where%at, to, where%words, MPI_INTEGER8, MPI_STATUS_IGNORE)
  end subroutine
  subroutine assumed_size(fh, where, to)
    type(MPI_File), intent(in) :: fh
    type(extent), intent(in) :: where
    integer(8), intent(inout) :: to(*)
    call MPI_File_read_at(fh, where%at, to(3), where%words, MPI_INTEGER8, MPI_STATUS_IGNORE)
  end subroutine
end module

program sections
  use shapes
  implicit none
  type(MPI_File) :: fh
  type(extent), allocatable :: table(:)
  type(cell), target :: cells(n)
  integer(8), allocatable :: a(:, :)
  integer(8), allocatable, target :: t(:, :)
  integer(8), pointer :: p(:, :), line(:)
  integer(8) :: d
  integer :: rank, i
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) call make_file('data', 128 * n)
  call MPI_Barrier(MPI_COMM_WORLD)
  allocate (a(32, 32), t(64, 64), table(16))
  a = 0
  t = 0
  cells = cell(0, 0)
  do i = 1, size(table)
    table(i) = extent(8_MPI_OFFSET_KIND * n * mod(i * 5, 16) * (rank + 1), n / 2 + i)
  end do
  call MPI_File_open(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh)
  d = 0
  do i = 1, size(table)
    p => t(1:64:2, i:i + 31)
    line => p(:, 3)
    call MPI_File_read_at(fh, table(i)%at, a(1:32:2, :), table(i)%words, MPI_INTEGER8, MPI_STATUS_IGNORE)
    call assumed(fh, table(17 - i), a(:, 1:32:2))
    call assumed(fh, table(i), p)
    call assumed_size(fh, table(i), a)
    call MPI_File_read_at(fh, table(i)%at + 8, line, 16, MPI_INTEGER8, MPI_STATUS_IGNORE)
    call MPI_File_read_at(fh, table(i)%at + 80, cells%value, n, MPI_INTEGER8, MPI_STATUS_IGNORE)
    call MPI_File_read_at(fh, table(i)%at + 16, cells(i)%value, 1, MPI_INTEGER8, MPI_STATUS_IGNORE)
    call digest(d, [a, t])
    call digest(d, cells%value)
  end do
  call MPI_File_close(fh)
  print '(i0,1x,i0)', rank, d
  call MPI_Finalize()
end program
