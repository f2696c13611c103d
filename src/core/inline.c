/* SPDX-License-Identifier: MIT
 * The one unit that emits the C11 inline functions of base.h, write.h, read.h and inline.h: debuggers, -O0 builds and foreign
 * callers find them here.
 */
#include "cinch/read.h"

CINCH_API extern inline cinch_str cinch_cstr(const char *s);
CINCH_API extern inline bool cinch_str_is(cinch_str s, const char *text);

CINCH_API extern inline uint64_t cinchi_load64(const uint8_t *p);
CINCH_API extern inline void cinchi_store64(uint8_t *p, uint64_t v);

CINCH_API extern inline uint64_t cinch_writer_pos(const cinch_writer *w);
CINCH_API extern inline void cinchi_copy_short(uint8_t *to, const char *from, size_t len);
CINCH_API extern inline void cinch_put_nil(cinch_writer *w);
CINCH_API extern inline void cinch_put_bool(cinch_writer *w, bool v);
CINCH_API extern inline void cinch_put_u64(cinch_writer *w, uint64_t v);
CINCH_API extern inline void cinch_put_i64(cinch_writer *w, int64_t v);
CINCH_API extern inline void cinch_put_f32(cinch_writer *w, float v);
CINCH_API extern inline void cinch_put_f64(cinch_writer *w, double v);
CINCH_API extern inline void cinch_put_str(cinch_writer *w, const char *s, size_t len);
CINCH_API extern inline void cinch_put_cstr(cinch_writer *w, const char *s);
CINCH_API extern inline void cinch_put_array(cinch_writer *w, size_t count);
CINCH_API extern inline void cinch_put_map(cinch_writer *w, size_t count);

CINCH_API extern inline void cinch_reader_init(cinch_reader *r, const void *buf, size_t len);
CINCH_API extern inline void cinch_reader_reset(cinch_reader *r, const void *buf, size_t len);
CINCH_API extern inline uint64_t cinch_reader_pos(const cinch_reader *r);
CINCH_API extern inline size_t cinch_reader_left(const cinch_reader *r);
CINCH_API extern inline void cinch_get_nil(cinch_reader *r);
CINCH_API extern inline bool cinch_get_bool(cinch_reader *r);
CINCH_API extern inline uint64_t cinch_get_u64(cinch_reader *r);
CINCH_API extern inline int64_t cinch_get_i64(cinch_reader *r);
CINCH_API extern inline double cinch_get_f64(cinch_reader *r);
CINCH_API extern inline cinch_str cinch_get_str(cinch_reader *r);
CINCH_API extern inline uint32_t cinch_get_array(cinch_reader *r);
CINCH_API extern inline uint32_t cinch_get_map(cinch_reader *r);
CINCH_API extern inline cinch_token cinch_next(cinch_reader *r);
