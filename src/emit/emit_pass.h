/* SPDX-License-Identifier: MIT
 * An unrolled pass that reads a struct, as it is emitted: where it stands, and the values in it.
 *
 * Every offset in it is at most n less the bytes that must still come, plus a slack: how much longer than the shortest what was read
 * since the last check may have been. A check is emitted where the next read could need more than that leaves.
 */
#ifndef CINCHI_EMIT_PASS_H
#define CINCHI_EMIT_PASS_H

#include "emit_in.h"

typedef struct emit_pass {
    emit_run *e;
    const emit_shape *c;
    const cinchi_record *r;
    const char *fail; /* what is done where the message is not as guessed */
    bool reader;      /* it has a reader, and may hand members to their kinds */
    bool optional;    /* it has members that need not be there */
    uint64_t rest;    /* bytes that must still come after the member at hand: of required members, at their shortest */
    uint64_t slack;
    uint64_t before; /* bytes that surely lie before the value at hand */
    char head[4];    /* of the map, while it is yet to be read with the first key */
    size_t head_len;
} emit_pass;

/* A value whose bytes are a fixed number where it has the usual format, and which does not move i. */
bool cinchi_pass_fixed(const cinchi_member *m);
bool cinchi_pass_is_number(const cinchi_member *m); /* a required double */

const char *cinchi_pass_name(const emit_pass *s, const cinchi_member *m);

/* No more than n less what must still come is behind; from here on that is sure again. */
void cinchi_pass_check(emit_pass *s, uint64_t rest);

/* Handed over with what the pass holds: member `index` at `at` bytes behind i, where need bytes must still come. */
void cinchi_pass_ask(emit_pass *s, const char *indent, const char *what, uint64_t index, uint64_t at, uint64_t need);

/* The value at b[i], of which the first byte is there. nil is of none of these types. */
void cinchi_pass_value(emit_pass *s, const cinchi_member *m, uint32_t index);
void cinchi_pass_judge(emit_pass *s, const cinchi_member *m);

/* The variables that values need. */
void cinchi_pass_variables(emit_pass *s);

/* Structs as arrays (emit_row.c). */
void cinchi_pass_row(emit_pass *s);

#endif
