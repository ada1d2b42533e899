! Called from C, and calls C.
subroutine read_all(file, total) bind(C)
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine read_in_c(file, block, data) bind(C)
      import
      integer, value :: file, block
      real(c_double) :: data(*)
    end subroutine
  end interface
  integer, intent(in) :: file
  real(c_double), intent(out) :: total
  real(c_double) :: data(4096)
  type(MPI_File) :: fh
  integer :: i
  fh%MPI_VAL = file
  total = 0
  do i = 0, 19
    call MPI_File_read_at(fh, 32768_MPI_OFFSET_KIND * i, data, 4096, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE)
    total = total + sum(data)
    call read_in_c(file, 19 - i, data)
    total = total + i * sum(data)
  end do
end subroutine
