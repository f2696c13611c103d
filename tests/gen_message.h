/* SPDX-License-Identifier: MIT
 * A record with its tables and unrolled passes, written by hand in the form in which the generator prints them, and a
 * plain decoder of the same record that uses read.h alone.
 */
#ifndef CINCH_GEN_MESSAGE_H
#define CINCH_GEN_MESSAGE_H

#include "cinch/gen.h"

typedef struct message {
    bool f_bool;
    int32_t f_int32;
    int64_t f_int64;
    double f_float64;
    cinch_str f_string;
    bool f_bool_2;
    int32_t f_int32_2;
    cinch_str f_string_2;
} message;

static const cinch_gen_type message_bool = {&cinch_gen_bool, sizeof(bool), sizeof(bool), 0, 0, 0, 0, NULL, NULL};
static const cinch_gen_type message_i32 = {&cinch_gen_i32, 4, 4, 0, 0, 0, 0, NULL, NULL};
static const cinch_gen_type message_i64 = {&cinch_gen_i64, 8, 8, 0, 0, 0, 0, NULL, NULL};
static const cinch_gen_type message_f64 = {&cinch_gen_f64, 8, 8, 0, 0, 0, 0, NULL, NULL};
static const cinch_gen_type message_str = {&cinch_gen_str_view, sizeof(cinch_str), sizeof(cinch_str), 0, 0, 0, 0, NULL, NULL};

#define MESSAGE_FIELD(member, head, tail, type, row)                                                                           \
    {                                                                                                                          \
        head, tail, #member, &type, NULL, 0, offsetof(message, member), CINCH_GEN_NO_HAS, sizeof #member - 1,                  \
            CINCH_GEN_REQUIRED | CINCH_GEN_QUICK(row), 0                                                                       \
    }
static const cinch_gen_field message_fields[8] = {
    MESSAGE_FIELD(f_bool, UINT64_C(0x6c6f6f625f66), UINT64_C(0x6c6f6f625f66), message_bool, CINCH_GEN_BOOL),
    MESSAGE_FIELD(f_int32, UINT64_C(0x3233746e695f66), UINT64_C(0x3233746e695f66), message_i32, CINCH_GEN_I32),
    MESSAGE_FIELD(f_int64, UINT64_C(0x3436746e695f66), UINT64_C(0x3436746e695f66), message_i64, CINCH_GEN_I64),
    MESSAGE_FIELD(f_float64, UINT64_C(0x3674616f6c665f66), UINT64_C(0x343674616f6c665f), message_f64, CINCH_GEN_F64),
    MESSAGE_FIELD(f_string, UINT64_C(0x676e697274735f66), UINT64_C(0x676e697274735f66), message_str, CINCH_GEN_STR),
    MESSAGE_FIELD(f_bool_2, UINT64_C(0x325f6c6f6f625f66), UINT64_C(0x325f6c6f6f625f66), message_bool, CINCH_GEN_BOOL),
    MESSAGE_FIELD(f_int32_2, UINT64_C(0x5f3233746e695f66), UINT64_C(0x325f3233746e695f), message_i32, CINCH_GEN_I32),
    MESSAGE_FIELD(f_string_2, UINT64_C(0x676e697274735f66), UINT64_C(0x325f676e69727473), message_str, CINCH_GEN_STR),
};
static const uint8_t message_slots[16] = {0, 0, 4, 3, 0, 5, 6, 2, 0, 0, 0, 0, 7, 1, 0, 0};
static void message_get(cinch_reader *r, void *v, cinch_arena *arena);
static void message_put(cinch_writer *w, const void *v);
static const cinch_gen_object message_object = {
    message_fields, 8, CINCH_GEN_MAP, CINCH_GEN_SKIP, 0, 60, NULL, message_slots, UINT64_C(0x2d2697a66b00c7d), 0xff,
    NULL,           0, message_get,   message_put};
static const cinch_gen_type message_type = {&cinch_gen_struct, sizeof(message), sizeof(message), 0, 0, 0, 0, NULL,
                                            &message_object};

/* Straight on, and hence long: one step a member, out at the first that is not as guessed. */
static const uint8_t *message_read(const uint8_t *b, size_t n, message *v)
{
    size_t i = 1;
    uint64_t u;
    if (n < 81 || b[0] != 0x88) return NULL;
    if (!cinch_gen_is(b + i,
                      "\xa6"
                      "f_bool",
                      7))
        goto other;
    i += 7;
    u = b[i] ^ 0xc2u;
    if (u > 1) goto other;
    v->f_bool = u != 0;
    i++;
    if (!cinch_gen_is(b + i,
                      "\xa7"
                      "f_int32",
                      8))
        goto other;
    i += 8;
    if (!cinch_gen_int(b, &i, CINCH_GEN_I32, &u)) goto other;
    v->f_int32 = (int32_t)u;
    if (!cinch_gen_is(b + i,
                      "\xa7"
                      "f_int64",
                      8))
        goto other;
    i += 8;
    if (!cinch_gen_int(b, &i, CINCH_GEN_I64, &u)) goto other;
    v->f_int64 = (int64_t)u;
    if (!cinch_gen_is(b + i,
                      "\xa9"
                      "f_float64",
                      10))
        goto other;
    i += 10;
    if (b[i] == 0xcb) {
        v->f_float64 = cinch_gen_double(b + i + 1);
        i += 9;
    } else {
        i = cinch_gen_number(b, n, i, &v->f_float64);
        if (!i) goto other;
    }
    if (!cinch_gen_is(b + i,
                      "\xa8"
                      "f_string",
                      9))
        goto other;
    i += 9;
    if (!cinch_gen_str(b, n, &i, &v->f_string)) goto other;
    if (i > n - 33) goto other;
    if (!cinch_gen_is(b + i,
                      "\xa8"
                      "f_bool_2",
                      9))
        goto other;
    i += 9;
    u = b[i] ^ 0xc2u;
    if (u > 1) goto other;
    v->f_bool_2 = u != 0;
    i++;
    if (!cinch_gen_is(b + i,
                      "\xa9"
                      "f_int32_2",
                      10))
        goto other;
    i += 10;
    if (!cinch_gen_int(b, &i, CINCH_GEN_I32, &u)) goto other;
    v->f_int32_2 = (int32_t)u;
    if (i > n - 12) goto other;
    if (!cinch_gen_is(b + i,
                      "\xaa"
                      "f_string_2",
                      11))
        goto other;
    i += 11;
    if (!cinch_gen_str(b, n, &i, &v->f_string_2)) goto other;
    if (i > n) goto other;
    return b + i;
other:
    return NULL;
}

static void message_get(cinch_reader *r, void *v, cinch_arena *arena)
{
    const uint8_t *next = r->depth && !(r->flags & CINCH_UTF8) ? message_read(r->pos, (size_t)(r->end - r->pos), (message *)v)
                                                               : NULL;
    if (next)
        r->pos = next;
    else
        cinch_gen_walk(r, &message_type, v, arena);
}

static inline size_t message_bound(const message *v)
{
    return 121 + v->f_string.len + v->f_string_2.len;
}

static uint8_t *message_lay(uint8_t *p, const message *v)
{
    memcpy(p,
           "\x88\xa6"
           "f_bool",
           8);
    p[8] = (uint8_t)(0xc2 + v->f_bool);
    memcpy(p + 9,
           "\xa7"
           "f_int32",
           8);
    p = cinch_gen_lay_i64(p + 17, v->f_int32);
    memcpy(p,
           "\xa7"
           "f_int64",
           8);
    p = cinch_gen_lay_i64(p + 8, v->f_int64);
    memcpy(p,
           "\xa9"
           "f_float64",
           10);
    p = cinch_gen_lay_f64(p + 10, v->f_float64);
    memcpy(p,
           "\xa8"
           "f_string",
           9);
    p = cinch_gen_lay_str(p + 9, v->f_string.ptr, v->f_string.len);
    memcpy(p,
           "\xa8"
           "f_bool_2",
           9);
    p[9] = (uint8_t)(0xc2 + v->f_bool_2);
    memcpy(p + 10,
           "\xa9"
           "f_int32_2",
           10);
    p = cinch_gen_lay_i64(p + 20, v->f_int32_2);
    memcpy(p,
           "\xaa"
           "f_string_2",
           11);
    return cinch_gen_lay_str(p + 11, v->f_string_2.ptr, v->f_string_2.len);
}

static void message_put(cinch_writer *w, const void *v)
{
    uint8_t *p = cinch_gen_reserve(w, message_bound((const message *)v));
    if (p)
        w->pos = message_lay(p, (const message *)v);
    else
        cinch_gen_members(w, &message_type, v);
}

static inline cinch_error message_decode(const void *buf, size_t len, message *v)
{
    cinch_reader r;
    const uint8_t *next = message_read((const uint8_t *)buf, len, v);
    if (next == (const uint8_t *)buf + len) return CINCH_OK;
    cinch_reader_init(&r, buf, len);
    cinch_gen_walk(&r, &message_type, v, NULL);
    return cinch_reader_finish(&r, NULL);
}

#endif
