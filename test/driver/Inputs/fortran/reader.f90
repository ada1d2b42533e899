! Reads one block of a file.
module reader
  use mpi
  implicit none
  integer, parameter :: block = 4096
contains
  subroutine read_block(fh, i, data)
    integer, intent(in) :: fh, i
    real(8), intent(out) :: data(block)
    integer(kind=MPI_OFFSET_KIND) :: at
    integer :: ierr
    at = int(i, MPI_OFFSET_KIND) * block * 8
    call MPI_FILE_READ_AT(fh, at, data, block, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE, ierr)
  end subroutine
end module
