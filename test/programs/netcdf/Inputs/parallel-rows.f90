! Procedures inside programs that read rows by the module pnetcdf. The program
! has columns, rows, rank, file, dims and variable.
subroutine check(error)
  integer, intent(in) :: error
  integer :: code
  if (error /= nf90_noerr) then
    print *, 'error', error
    call MPI_ABORT(MPI_COMM_WORLD, 91, code)
  end if
end subroutine

subroutine make_file()
  integer(kind=MPI_OFFSET_KIND) :: length, start(2), count(2)
  integer :: r, x
  real :: row(columns)
  call check(nf90mpi_create(MPI_COMM_WORLD, 'rows', nf90_clobber, MPI_INFO_NULL, file))
  length = columns
  call check(nf90mpi_def_dim(file, 'column', length, dims(1)))
  length = rows
  call check(nf90mpi_def_dim(file, 'row', length, dims(2)))
  call check(nf90mpi_def_var(file, 'all', nf90_float, dims, variable))
  call check(nf90mpi_enddef(file))
  call check(nf90mpi_begin_indep_data(file))
  if (rank == 0) then
    do r = 1, rows
      start = [1, r]
      count = [columns, 1]
      row = [(real(r + mod(x, 7)), x = 1, columns)]
      call check(nf90mpi_put_var(file, variable, row, start, count))
    end do
  end if
  call check(nf90mpi_end_indep_data(file))
  call check(nf90mpi_close(file))
end subroutine
