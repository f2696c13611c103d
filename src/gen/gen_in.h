/* SPDX-License-Identifier: MIT
 * What the files of the generated code's runtime share.
 */
#ifndef CINCHI_GEN_IN_H
#define CINCHI_GEN_IN_H

#include "cinch/gen.h"
#include "gen_hash.h"

/* In cinch_writer.flags: one pointer of a recursive type followed, 512 of them at most. */
#define CINCHI_GEN_DEEPER  16u
#define CINCHI_GEN_DEEPEST (512u * CINCHI_GEN_DEEPER)

static inline void *cinchi_gen_in(void *v, uint32_t offset)
{
    return (uint8_t *)v + offset;
}

static inline const void *cinchi_gen_of(const void *v, uint32_t offset)
{
    return (const uint8_t *)v + offset;
}

static inline const cinch_gen_object *cinchi_gen_object_of(const cinch_gen_type *t)
{
    return (const cinch_gen_object *)t->more;
}

/* Sets the reader's error at the item that begins at `at`, if e is one. */
void cinchi_gen_fail(cinch_reader *r, const uint8_t *at, cinch_error e, const char *member);

/* The head of a container: TYPE, DEPTH, a count that the bytes cannot hold, LENGTH against the bounds of t and its cap, in this
 * order. False on error. */
bool cinchi_gen_head(cinch_reader *r, const cinch_gen_type *t, uint8_t fix, uint32_t *count);

/* A value just read, against its constraints. */
static inline void cinchi_gen_judge(cinch_reader *r, const uint8_t *at, const cinch_gen_type *t, const void *v)
{
    if ((t->flags || t->rule) && !r->error) cinchi_gen_fail(r, at, t->kind->check(t, v, NULL), NULL);
}

/* A member: its value at r->pos, nil among them where allowed; or what stands for it when it is absent. */
void cinchi_gen_field_get(cinch_reader *r, const cinch_gen_field *f, void *v, cinch_arena *arena);
void cinchi_gen_field_blank(cinch_reader *r, const cinch_gen_field *f, void *v, cinch_arena *arena, uint8_t has);

/* A number in any format at b[i], for a double: the offset behind it; 0: no such number, or not all there. */
size_t cinchi_gen_number(const uint8_t *b, size_t n, size_t i, double *out);

/* The value of a member that must not be there: nil, which is as if it were not, or UNKNOWN at `at`. */
void cinchi_gen_never(cinch_reader *r, const uint8_t *at, const char *name);

/* Whether it has a value: 0 absent, 1 there, 2 nil. */
uint8_t cinchi_gen_field_has(const cinch_gen_field *f, const void *v);

/* The field of a key; o->count when none. */
uint32_t cinchi_gen_find(const cinch_gen_object *o, const char *key, size_t len);
uint32_t cinchi_gen_find_int(const cinch_gen_object *o, int64_t key);

/* Pairs left one by one, each judged before the next: the meaning of every faster way. seen: of the first 64 fields. */
void cinchi_gen_exact(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinch_gen_at at);

/* Struct as an array. */
void cinchi_gen_row_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena);
void cinchi_gen_row_put(cinch_writer *w, const cinch_gen_type *t, const void *v);

/* What is missing in a struct all of whose pairs were read, and what stands for what is absent. seen has a bit for each field. */
void cinchi_gen_finish(cinch_reader *r, const cinch_gen_object *o, void *v, cinch_arena *arena, const uint64_t *seen,
                       uint64_t map);

/* Of unknown members kept as bytes in a cinch_bin, whoever owns those: written as they are; one that is empty may have no address. */
void cinchi_gen_strange_put(cinch_writer *w, const cinch_gen_type *t, const void *v);
bool cinchi_gen_strange_equal(const cinch_gen_type *t, const void *a, const void *b);

#endif
