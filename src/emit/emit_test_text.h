/* SPDX-License-Identifier: MIT
 * The parts of generated tests and fuzz targets that are the same for every schema, as lines, NULL at the end.
 */
#ifndef CINCHI_EMIT_TEST_TEXT_H
#define CINCHI_EMIT_TEST_TEXT_H

extern const char *const cinchi_emit_test_head[];
extern const char *const cinchi_emit_test_body[];
extern const char *const cinchi_emit_fuzz_body[];

#endif
