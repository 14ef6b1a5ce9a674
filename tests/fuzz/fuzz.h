/*
 * tests/fuzz/fuzz.h - what a fuzz target is: one function that swallows any
 * bytes. Two programs are made of it: with libFuzzer (clang -fsanitize=fuzzer,
 * the target alone) for long hunts, and with corpus.c for `make check`.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H
#include "base/base.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);
#endif
