#define NAME add
	.globl	NAME
NAME:
	leal	(%rdi,%rsi), %eax
	ret
	.section	.note.GNU-stack,"",@progbits
