/* SPDX-License-Identifier: MIT
 * What the files of the emitter share: the run, its text, its names.
 */
#ifndef CINCHI_EMIT_IN_H
#define CINCHI_EMIT_IN_H

#include "cinch/emit.h"
#include "cinch/gen.h"
#include "../schema/model.h"

typedef struct emit_shape { /* what C makes of a shape */
    const cinchi_shape *shape;
    const char *name;  /* of its C type, without prefix where C has one ready: "int32_t" */
    const char *upper; /* in capitals, for constants */
    cinch_emit_storage storage;
    bool named;               /* a type of its own, declared in the header */
    bool functions;           /* x_get and so on */
    bool owns;                /* has memory of its own: x_free */
    bool rules;               /* constraints that an in-memory value may break */
    bool flat;                /* a record that unrolled passes take, each way and in every order */
    bool reads;               /* one that a pass over bytes alone reads, in order */
    bool walks;               /* one that a pass with a reader reads, in order */
    uint8_t levels;           /* of records within what reads, itself among them */
    uint64_t most;            /* bytes of its longest message; UINT64_MAX: no bound */
    uint64_t least;           /* of its shortest */
    uint64_t cap;             /* static: bytes or items */
    struct emit_shape *below; /* while names are made: one that waits for this one's */
} emit_shape;

typedef struct emit_name { /* a name in C that is taken */
    const char *name;
    const cinchi_source *source;
    struct emit_name *next;
} emit_name;

typedef struct emit_run {
    const cinch_schema *schema;
    const cinch_emit_opts *opts;
    bool (*note)(void *user, const cinch_schema_note *note);
    void *user;
    cinch_alloc alloc;
    cinch_arena arena;
    emit_shape *shapes;    /* by shape->index */
    emit_name *names[256]; /* in the file's scope, by hash */
    uint32_t parts;        /* EMIT_ENCODE and so on: of the file at hand */
    cinch_writer out;      /* text of the file at hand */
    cinch_error error;
} emit_run;

enum { EMIT_ENCODE = 1, EMIT_DECODE = 2, EMIT_COMMON = 4, EMIT_ALL = 7 };

/* ---- text (cinchi_emit_text.c) */

/* Appends text. %s C string, %S cinch_str *, %u uint64_t, %d int64_t, %x uint64_t as 0x..., %%. */
void cinchi_emit_f(emit_run *e, const char *format, ...);
char *cinchi_emit_text(emit_run *e, const char *format, ...);         /* the same, in the arena, NUL-terminated */
void cinchi_emit_literal(emit_run *e, const void *bytes, size_t len); /* "..." */
void cinchi_emit_lines(emit_run *e, const char *const *lines);
void cinchi_emit_comment(emit_run *e, cinch_str text,
                         const char *indent); /* made safe, broken into lines; nothing for no text */

/* ---- errors (emit.c) */
void cinchi_emit_fail(emit_run *e, const cinchi_source *at, const char *keyword, const char *format, ...);
void *cinchi_emit_take(emit_run *e, size_t len); /* zeroed; NULL and error set when there is none */

/* ---- names that others have (emit_words.c) */
bool cinchi_emit_is_keyword(const char *name);
bool cinchi_emit_is_library(const char *name);
bool cinchi_emit_is_header(cinch_str name); /* of C or POSIX, without its .h */

/* ---- names (emit_name.c) */
char *cinchi_emit_snake(emit_run *e, cinch_str text); /* never empty, never a keyword, no digit first */
char *cinchi_emit_upper(emit_run *e, const char *text);
const char *cinchi_emit_member_name(emit_run *e, cinch_str text);               /* snake, keywords escaped */
void cinchi_emit_claim(emit_run *e, const char *name, const cinchi_source *at); /* error when taken */
void cinchi_emit_name_shapes(emit_run *e);
cinch_str cinchi_emit_branch_word(const cinchi_choices *u, uint32_t i); /* its title, or what tells it apart; or {NULL, 0} */
void cinchi_emit_check_members(emit_run *e, const emit_shape *s);
/* Place i of a tuple, as the member that it is in C. */
cinchi_member cinchi_emit_place(emit_run *e, const cinchi_list *tuple, uint32_t i);

static inline emit_shape *emit_of(const emit_run *e, const cinchi_shape *shape)
{
    return &e->shapes[shape->index];
}

/* ---- what C makes of shapes (emit_plan.c) */
void cinchi_emit_plan(emit_run *e);
const char *cinchi_emit_int_type(const cinchi_shape *s); /* "int32_t" */
const char *cinchi_emit_int_kind(const cinchi_shape *s); /* "i32" */
const char *cinchi_emit_int_row(const cinchi_shape *s);  /* "I32" */
bool cinchi_emit_signed(const cinchi_shape *s);
bool cinchi_emit_int_min(const cinchi_shape *s); /* a bound tighter than the C type's */
bool cinchi_emit_int_max(const cinchi_shape *s);
bool cinchi_emit_has(const cinchi_member *m);                            /* a has_ flag beside it */
bool cinchi_emit_stored(const emit_run *e, const cinchi_member *m);      /* a member in C; not for constants */
bool cinchi_emit_keeps(const emit_run *e, const emit_shape *s);          /* unknown members as bytes */
bool cinchi_emit_open(const cinchi_shape *s);                            /* an enum that keeps values it does not list */
const char *cinchi_emit_quick(const emit_run *e, const cinchi_use *use); /* "I32" ..., or NULL */
bool cinchi_emit_plain(const emit_run *e, const cinchi_member *m);       /* of a kind that passes over bytes read in place */
void cinchi_emit_plan_passes(const emit_run *e, emit_shape *c);          /* flat, reads, walks, levels (emit_reach.c) */
const char *cinchi_emit_storage_name(const emit_shape *s);

/* Text with lines longer than 120 columns broken (emit_wrap.c). */
void cinchi_emit_wrap(cinch_writer *w, cinch_str text);

/* ---- parts of the files */
void cinchi_emit_header(emit_run *e); /* cinchi_emit_header.c */
void cinchi_emit_source(emit_run *e); /* cinchi_emit_source.c */
void cinchi_emit_source_encode(emit_run *e);
void cinchi_emit_source_decode(emit_run *e);
void cinchi_emit_single(emit_run *e);
const char *cinchi_emit_single_macro(emit_run *e);
void cinchi_emit_tables(emit_run *e);                          /* emit_table.c */
void cinchi_emit_type_ref(emit_run *e, const cinchi_use *use); /* the name of a use's table */
void cinchi_emit_read_pass(emit_run *e, const emit_shape *c);  /* emit_read.c */
void cinchi_emit_walk_pass(emit_run *e, const emit_shape *c);  /* the same with a reader */
void cinchi_emit_other_pass(emit_run *e, const emit_shape *c); /* emit_other.c */
void cinchi_emit_other_get(emit_run *e, const emit_shape *c);
void cinchi_emit_follow_pass(emit_run *e, const emit_shape *c); /* emit_follow.c */
/* A member that is absent: its has_ flag and its default, or what makes it empty. */
void cinchi_emit_absent(emit_run *e, const emit_shape *c, uint32_t index); /* emit_value.c */
void cinchi_emit_write_pass(emit_run *e, const emit_shape *c);             /* emit_write.c */
uint64_t cinchi_emit_write_room(const emit_shape *c);                      /* that x__lay wants; with short strs only, if any */
bool cinchi_emit_write_any(const emit_shape *c);                           /* it can be told to take strs of any length */
/* Header and key, with bytes before and after them. */
void cinchi_emit_key_literal(emit_run *e, cinch_str key, const char *before, size_t before_len, const char *after,
                             size_t after_len);
void cinchi_emit_rules(emit_run *e); /* emit_rule.c */
bool cinchi_emit_has_rule(const emit_run *e, const cinchi_shape *s);
void cinchi_emit_tests(emit_run *e); /* emit_tests.c */
void cinchi_emit_fuzz(emit_run *e);
void cinchi_emit_held(emit_run *e);                                                /* emit_held.c */
const char *cinchi_emit_branch_name(emit_run *e, const emit_shape *c, uint32_t i); /* in `as` of a union */

#endif
