! Linked lists and types that are extended decide what is read.
! RUN: %check-program --ranks 2 --expect 'cache_reads>=8'
! RUN: %check-program --mpi mpich --ranks 1 --expect 'cache_reads>=8'
module places
  use mpi_f08
  implicit none
  integer, parameter :: n = 2048
  type, abstract :: place
  contains
    procedure(where), deferred :: at
  end type
  abstract interface
    integer(8) function where(this, i)
      import
      class(place), intent(in) :: this
      integer, intent(in) :: i
    end function
  end interface
  type, extends(place) :: forward
    integer :: step
  contains
    procedure :: at => forward_at
  end type
  type, extends(place) :: listed
    integer, allocatable :: places(:)
  contains
    procedure :: at => listed_at
  end type
  type :: node
    integer :: block, words
    type(node), pointer :: next => null()
  end type
contains
  include 'program.inc'
  integer(8) function forward_at(this, i) result(at)
    class(forward), intent(in) :: this
    integer, intent(in) :: i
    at = 8_8 * n * mod(this%step * i, 16)
  end function
  integer(8) function listed_at(this, i) result(at)
    class(listed), intent(in) :: this
    integer, intent(in) :: i
    at = 8_8 * n * this%places(mod(i, size(this%places)) + 1)
  end function
  recursive subroutine push(list, block)
    type(node), pointer, intent(inout) :: list
    integer, intent(in) :: block
    if (associated(list)) then
      call push(list%next, block)
    else
      allocate (list)
      list%block = block
      list%words = n - block
    end if
  end subroutine
end module

program lists
  use places
  implicit none
  type(MPI_File) :: fh
  type(node), pointer :: first => null(), it
  class(place), allocatable :: way
  integer(8) :: data(n), d
  integer :: rank, i
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) call make_file('data', 16 * n)
  call MPI_Barrier(MPI_COMM_WORLD)
  do i = 1, 12
    call push(first, mod(i * 7 + rank, 16))
  end do
  call MPI_File_open(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh)
  d = 0
  it => first
  do while (associated(it))
    call MPI_File_read_at(fh, 8_MPI_OFFSET_KIND * n * it%block, data, it%words, MPI_INTEGER8, MPI_STATUS_IGNORE)
    call digest(d, data(:it%words))
    it => it%next
  end do
  if (rank == 0) then
    way = forward(5)
  else
    way = listed(places=[3, 1, 7, 2])
  end if
  do i = 1, 12
    call MPI_File_read_at(fh, way%at(i), data, n, MPI_INTEGER8, MPI_STATUS_IGNORE)
    call digest(d, data)
  end do
  call MPI_File_close(fh)
  print '(i0,1x,i0)', rank, d
  call MPI_Finalize()
end program
