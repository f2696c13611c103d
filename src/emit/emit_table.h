/* SPDX-License-Identifier: MIT
 * What the files of the tables share: the columns of a cinch_gen_type, and the shapes that have a file of their own.
 */
#ifndef CINCHI_EMIT_TABLE_H
#define CINCHI_EMIT_TABLE_H

#include "emit_in.h"

/* A cinch_gen_type in three parts: kind, size, blank; cap, flags, min, max; rule, more. */
void cinchi_emit_table_head(emit_run *e, const char *name, const char *kind, const char *size, const char *blank);
void cinchi_emit_table_bounds(emit_run *e, uint64_t cap, bool min, bool max, bool utf8, uint64_t lo, uint64_t hi);
void cinchi_emit_table_tail(emit_run *e, const emit_shape *c, const char *more);

/* The table of an item, a struct of its own around it where it may be nil; and its name with an &. */
void cinchi_emit_table_item(emit_run *e, const emit_shape *c, const cinchi_use *use);
void cinchi_emit_table_item_ref(emit_run *e, const emit_shape *c, const cinchi_use *use);

const char *cinchi_emit_table_form(cinchi_encoding encoding); /* "CINCH_GEN_MAP" ... */

/* ---- emit_table_struct.c */
void cinchi_emit_table_record(emit_run *e, const emit_shape *c);
void cinchi_emit_table_tuple(emit_run *e, const emit_shape *c);

/* ---- emit_table_value.c */
void cinchi_emit_table_enum(emit_run *e, const emit_shape *c);
void cinchi_emit_table_union(emit_run *e, const emit_shape *c);

#endif
