/* SPDX-License-Identifier: MIT
 * The parts of generated tests and fuzz targets that are the same for every schema, as lines, NULL at the end.
 */
#ifndef CINCHI_EMIT_TEST_TEXT_H
#define CINCHI_EMIT_TEST_TEXT_H

/* ---- emit_test_text.c */
extern const char *const cinchi_emit_test_head[]; /* up to the rows */
extern const char *const cinchi_emit_test_base[]; /* behind them */

extern const char *const cinchi_emit_test_checks[]; /* emit_test_checks.c */
extern const char *const cinchi_emit_fuzz_body[];   /* emit_fuzz_text.c */

#endif
