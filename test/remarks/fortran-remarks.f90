! What the compiler says of Fortran's own statements.
! REQUIRES: flang
! RUN: %foreslice-flang -O1 -fprefetch-slice -Rpass=prefetch-slice -Rpass-missed=prefetch-slice -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:

subroutine records(unit, n, s)
  integer, intent(in) :: unit, n
  real(8), intent(inout) :: s
  real(8) :: x(100)
  integer :: i
  ! CHECK: [[#@LINE+1]]:{{.*}}remark: prefetch slice with {{[0-9]+}} reads
  do i = 1, n
    read (unit, rec=n - i + 1) x
    s = s + x(1)
  end do
end subroutine

subroutine files(n, s)
  integer, intent(in) :: n
  real(8), intent(inout) :: s
  real(8) :: x(100)
  character(len=20) :: name
  integer :: i, unit
  ! CHECK: [[#@LINE+1]]:{{.*}}remark: prefetch slice with {{.*}}; opens files ahead of the main thread
  do i = 1, n
    write (name, '(A,I3.3)') 'part', i
    open (newunit=unit, file=trim(name), form='unformatted', status='old')
    read (unit) x
    close (unit)
    s = s + x(1)
  end do
end subroutine

! Numbers of the file decide what is read.
subroutine chain(unit, s)
  integer, intent(in) :: unit
  integer, intent(inout) :: s
  integer :: next, x(100)
  next = 1
  ! CHECK: [[#@LINE+1]]:{{.*}}remark: prefetch slice with {{.*}}; waits for the data of 1 read
  do while (next > 0)
    read (unit, rec=next) next, x
    s = s + x(1)
  end do
end subroutine

! What NAMELIST changes out of a variable, only the program knows.
subroutine parameters(text, data, s)
  character(len=*), intent(in) :: text(10)
  integer, intent(in) :: data
  integer, intent(inout) :: s
  integer :: n, i, x(100)
  namelist /list/ n
  do i = 1, 10
    ! CHECK: remark: no prefetch slice: the argument of READ depends on NAMELIST, which may change memory
    read (text(i), nml=list)
    read (data, rec=n) x
    s = s + x(1)
  end do
end subroutine

! Standard input is no file, and what is only written is none of a slice's.
subroutine input(n)
  integer, intent(out) :: n
  integer :: i, unit
  open (newunit=unit, file='out', status='replace')
  do i = 1, 10
    read (*, *) n
    write (unit, *) n
  end do
end subroutine
