; Calls of Fortran's: arguments by reference, names with blanks behind, handles of
; mpi_f08, which are compared; and C with a handle of Fortran's.
; RUN: %real-clang -fpass-plugin=%plugin -O0 -S -emit-llvm -o - %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@folder = global [8 x i8] c"parts   "
@data = global [4096 x i8] zeroinitializer

declare void @mpi_file_open_f08_(ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare void @mpi_file_read_at_f08_(ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_file_close_f08_(ptr, ptr)
declare void @mpi_file_read_at_(ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_bcast_(ptr, ptr, ptr, ptr, ptr, ptr)
declare i32 @foreslice_handles_differ(ptr, ptr)
declare i32 @MPI_File_read_at(ptr, i64, ptr, i32, ptr, ptr)
declare ptr @MPI_File_f2c(i32)

; What the main thread receives is handed over: as many elements as the variable
; of the call says.
; CHECK-LABEL: define void @receives_(
; CHECK: call void @mpi_bcast_(ptr [[PLACES:%.*]], ptr %count,
; CHECK: [[COUNT:%.*]] = load i32, ptr %count
; CHECK-NEXT: [[WIDE:%.*]] = sext i32 [[COUNT]] to i64
; CHECK-NEXT: [[BYTES:%.*]] = mul i64 4, [[WIDE]]
; CHECK-NEXT: call void @foreslice_forward(ptr {{.*}}, ptr [[PLACES]], i64 [[BYTES]])
define void @receives_(ptr noalias %file, ptr noalias %count, ptr noalias %root) {
entry:
  %places = alloca [4 x i32]
  %integers = alloca i32
  %comm = alloca i32
  %elements = alloca i32
  %at = alloca i64
  store i32 1275069467, ptr %integers
  store i32 1140850688, ptr %comm
  store i32 100, ptr %elements
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @mpi_bcast_(ptr %places, ptr %count, ptr %integers, ptr %root, ptr %comm, ptr null)
  %place = load i32, ptr %places
  %offset = sext i32 %place to i64
  store i64 %offset, ptr %at
  call void @mpi_file_read_at_(ptr %file, ptr %at, ptr @data, ptr %elements, ptr %integers, ptr null, ptr null)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 8
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A file is opened for each iteration, by a name in a variable; what the program
; compares is its own file.
; CHECK-LABEL: define internal void @opens_.{{.*}}slice(
; CHECK: [[NAME:%.*]] = alloca [9 x i8]
; CHECK: icmp eq i8 {{%.*}}, 32
; CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.4.0, i64 0, ptr [[NAME]], i64 2, i64 0, ptr
; CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 {{%.*}}, i64 {{%.*}}, i64 100, i64 {{%.*}}, ptr null)
define void @opens_(ptr noalias %comm, ptr noalias %type) {
entry:
  %file = alloca i32
  %none = alloca i32
  %mode = alloca i32
  %info = alloca i32
  %count = alloca i32
  %at = alloca i64
  store i32 0, ptr %none
  store i32 2, ptr %mode
  store i32 0, ptr %info
  store i32 100, ptr %count
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %digit = trunc i64 %i to i8
  %letter = add i8 %digit, 97
  store i8 %letter, ptr getelementptr (i8, ptr @folder, i64 5)
  call void @mpi_file_open_f08_(ptr %comm, ptr @folder, ptr %mode, ptr %info, ptr %file, ptr null, i64 8)
  %differ = call i32 @foreslice_handles_differ(ptr %file, ptr %none)
  %open = icmp ne i32 %differ, 0
  br i1 %open, label %read, label %latch
read:
  %offset = mul i64 %i, 400
  store i64 %offset, ptr %at
  call void @mpi_file_read_at_f08_(ptr %file, ptr %at, ptr @data, ptr %count, ptr %type, ptr null, ptr null)
  call void @mpi_file_close_f08_(ptr %file, ptr null)
  br label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 8
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define internal void @converts.{{.*}}slice(
; CHECK-NOT: foreslice_slice_receive
; CHECK: or i64 {{%.*}}, -9223372036854775808
; CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64
define void @converts(i32 %handle, ptr %type) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %offset = mul i64 %i, 400
  %file = call ptr @MPI_File_f2c(i32 %handle)
  %error = call i32 @MPI_File_read_at(ptr %file, i64 %offset, ptr @data, i32 100, ptr %type, ptr null)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 8
  br i1 %more, label %loop, label %done
done:
  ret void
}
