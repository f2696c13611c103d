/* SPDX-License-Identifier: MIT
 * What follows from a vector's event log, worked out without the library: smallest encoding, extents, pointers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cinch/wire.h"
#include "support.h"
#include "vector.h"

struct verdict vector_verdict(const struct vector *v, const struct verdict *mode)
{
    return mode->given ? *mode : v->plain;
}

void vector_item_text(char *out, size_t cap, const struct vector_item *item)
{
    char value[80];
    switch (item->type) {
    case CINCH_NIL: value[0] = 0; break;
    case CINCH_I64: snprintf(value, sizeof value, "%" PRId64, (int64_t)item->num); break;
    case CINCH_F32:
    case CINCH_F64: snprintf(value, sizeof value, "bits %" PRIx64, item->num); break;
    case CINCH_TIME: snprintf(value, sizeof value, "%" PRId64 " %" PRIu32, (int64_t)item->num, item->nsec); break;
    case CINCH_EXT:
        snprintf(value, sizeof value, "%d ", item->ext);
        hex_text(value + strlen(value), 60, item->bytes, item->len);
        break;
    case CINCH_STR:
    case CINCH_BIN: hex_text(value, 60, item->bytes, item->len); break;
    default: snprintf(value, sizeof value, "%" PRIu64, item->num);
    }
    snprintf(out, cap, "%" PRIu64 " %s %s", item->pos, cinch_type_name(item->type), value);
}

struct encoder {
    uint8_t *out;
    size_t len;
};

static void enc_big(struct encoder *e, unsigned lead, uint64_t v, unsigned width)
{
    e->out[e->len++] = (uint8_t)lead;
    while (width--) e->out[e->len++] = (uint8_t)(v >> 8 * width);
}

static void enc_u64(struct encoder *e, uint64_t v)
{
    if (v <= CINCH_WIRE_FIXINT_MAX)
        enc_big(e, (unsigned)v, 0, 0);
    else if (v <= UINT8_MAX)
        enc_big(e, CINCH_WIRE_U8, v, 1);
    else if (v <= UINT16_MAX)
        enc_big(e, CINCH_WIRE_U16, v, 2);
    else if (v <= UINT32_MAX)
        enc_big(e, CINCH_WIRE_U32, v, 4);
    else
        enc_big(e, CINCH_WIRE_U64, v, 8);
}

static void enc_i64(struct encoder *e, int64_t v)
{
    if (v >= -32)
        enc_big(e, (unsigned)v & 0xff, 0, 0);
    else if (v >= INT8_MIN)
        enc_big(e, CINCH_WIRE_I8, (uint64_t)v, 1);
    else if (v >= INT16_MIN)
        enc_big(e, CINCH_WIRE_I16, (uint64_t)v, 2);
    else if (v >= INT32_MIN)
        enc_big(e, CINCH_WIRE_I32, (uint64_t)v, 4);
    else
        enc_big(e, CINCH_WIRE_I64, (uint64_t)v, 8);
}

static void enc_len(struct encoder *e, uint64_t n, unsigned l8, unsigned l16, unsigned l32)
{
    if (l8 && n <= UINT8_MAX)
        enc_big(e, l8, n, 1);
    else if (n <= UINT16_MAX)
        enc_big(e, l16, n, 2);
    else
        enc_big(e, l32, n, 4);
}

static void enc_ext(struct encoder *e, const struct vector_item *item)
{
    switch (item->len) {
    case 1: enc_big(e, CINCH_WIRE_FIXEXT1, 0, 0); break;
    case 2: enc_big(e, CINCH_WIRE_FIXEXT2, 0, 0); break;
    case 4: enc_big(e, CINCH_WIRE_FIXEXT4, 0, 0); break;
    case 8: enc_big(e, CINCH_WIRE_FIXEXT8, 0, 0); break;
    case 16: enc_big(e, CINCH_WIRE_FIXEXT16, 0, 0); break;
    default: enc_len(e, item->len, CINCH_WIRE_EXT8, CINCH_WIRE_EXT16, CINCH_WIRE_EXT32);
    }
    enc_big(e, (uint8_t)item->ext, 0, 0);
}

/* 32 bits when seconds fit and there are no nanoseconds, 64 when seconds fit 34 bits, else 96. */
static void enc_time(struct encoder *e, uint64_t sec, uint32_t nsec)
{
    if (sec <= UINT32_MAX && nsec == 0) {
        enc_big(e, CINCH_WIRE_FIXEXT4, 0xff, 1);
        enc_big(e, (unsigned)(sec >> 24), sec, 3);
    } else if (sec >> 34 == 0) {
        uint64_t both = (uint64_t)nsec << 34 | sec;
        enc_big(e, CINCH_WIRE_FIXEXT8, 0xff, 1);
        enc_big(e, (unsigned)(both >> 56), both, 7);
    } else {
        enc_big(e, CINCH_WIRE_EXT8, 12, 1);
        enc_big(e, 0xff, nsec, 4);
        enc_big(e, (unsigned)(sec >> 56), sec, 7);
    }
}

static void enc_item(struct encoder *e, const struct vector_item *item)
{
    switch (item->type) {
    case CINCH_NIL: enc_big(e, CINCH_WIRE_NIL, 0, 0); break;
    case CINCH_BOOL: enc_big(e, item->num ? CINCH_WIRE_TRUE : CINCH_WIRE_FALSE, 0, 0); break;
    case CINCH_U64: enc_u64(e, item->num); break;
    case CINCH_I64: enc_i64(e, (int64_t)item->num); break;
    case CINCH_F32: enc_big(e, CINCH_WIRE_F32, item->num, 4); break;
    case CINCH_F64: enc_big(e, CINCH_WIRE_F64, item->num, 8); break;
    case CINCH_STR:
        if (item->len < 32)
            enc_big(e, CINCH_WIRE_FIXSTR | (unsigned)item->len, 0, 0);
        else
            enc_len(e, item->len, CINCH_WIRE_STR8, CINCH_WIRE_STR16, CINCH_WIRE_STR32);
        break;
    case CINCH_BIN: enc_len(e, item->len, CINCH_WIRE_BIN8, CINCH_WIRE_BIN16, CINCH_WIRE_BIN32); break;
    case CINCH_EXT: enc_ext(e, item); break;
    case CINCH_TIME: enc_time(e, item->num, item->nsec); break;
    case CINCH_ARRAY:
        if (item->num < 16)
            enc_big(e, CINCH_WIRE_FIXARRAY | (unsigned)item->num, 0, 0);
        else
            enc_len(e, item->num, 0, CINCH_WIRE_ARRAY16, CINCH_WIRE_ARRAY32);
        break;
    default:
        if (item->num < 16)
            enc_big(e, CINCH_WIRE_FIXMAP | (unsigned)item->num, 0, 0);
        else
            enc_len(e, item->num, 0, CINCH_WIRE_MAP16, CINCH_WIRE_MAP32);
    }
    if (item->len) memcpy(e->out + e->len, item->bytes, item->len);
    e->len += item->len;
}

/* A timestamp as the ext it is, in the size it came. */
static void enc_raw_time(struct encoder *e, const struct vector *v, size_t i)
{
    static const uint8_t head_lens[] = {3, 4, 6}; /* ext 8, 16, 32 with length and type */
    const uint8_t *p = v->bytes + v->items[i].pos;
    struct vector_item raw = v->items[i];
    size_t head = *p >= CINCH_WIRE_FIXEXT1 ? 2 : head_lens[*p - CINCH_WIRE_EXT8];
    uint64_t end = i + 1 < v->count ? v->items[i + 1].pos : v->len;
    raw.type = CINCH_EXT;
    raw.ext = -1;
    raw.len = (size_t)(end - raw.pos) - head;
    raw.bytes = v->bytes + raw.pos + head;
    enc_item(e, &raw);
}

uint8_t *vector_encode(const struct vector *v, bool raw_time, size_t *len)
{
    struct encoder e = {NULL, 0};
    size_t cap = 0;
    for (size_t i = 0; i < v->count; i++) cap += v->items[i].len + 24;
    e.out = malloc(cap + 1);
    if (!e.out) abort();
    for (size_t i = 0; i < v->count; i++) {
        if (raw_time && v->items[i].type == CINCH_TIME)
            enc_raw_time(&e, v, i);
        else
            enc_item(&e, &v->items[i]);
    }
    *len = e.len;
    return e.out;
}

struct level { /* an open container of the walk */
    size_t item;
    uint64_t children, done;
};

static void token_add(struct vector_place *place, char c)
{
    if (c == '~' || c == '/') {
        place->pointer[place->len++] = '~';
        c = c == '~' ? '0' : '1';
    }
    place->pointer[place->len++] = c;
}

/* The parent's pointer and one token; without a token, the parent's. */
static void place_below(struct vector_place *place, const struct vector_place *parent, const char *token, size_t len)
{
    place->pointer = malloc(parent->len + 2 * len + 2);
    if (!place->pointer) abort();
    memcpy(place->pointer, parent->pointer, parent->len);
    place->len = parent->len;
    place->findable = parent->findable && token;
    if (!token) return;
    place->pointer[place->len++] = '/';
    for (size_t i = 0; i < len; i++) token_add(place, token[i]);
}

static void place_value(struct vector_place *place, const struct vector_place *map, const struct vector_item *key)
{
    char number[24];
    switch (key->type) {
    case CINCH_STR: place_below(place, map, key->len ? (const char *)key->bytes : "", key->len); return;
    case CINCH_U64: snprintf(number, sizeof number, "%" PRIu64, key->num); break;
    case CINCH_I64: snprintf(number, sizeof number, "%" PRId64, (int64_t)key->num); break;
    default:
        place_below(place, map, "", 0);
        place->pointer[place->len++] = '~'; /* the token itself, which no escape gives */
        place->findable = false;
        return;
    }
    place_below(place, map, number, strlen(number));
}

static void place_next(const struct vector *v, struct vector_place *places, size_t i, const struct level *top, size_t key)
{
    char number[24];
    if (!top) {
        places[i].pointer = malloc(1);
        places[i].findable = true;
        places[i].parent = SIZE_MAX;
        return;
    }
    const struct vector_place *parent = &places[top->item];
    places[i].parent = top->item;
    if (v->items[top->item].type == CINCH_ARRAY) {
        snprintf(number, sizeof number, "%" PRIu64, top->done);
        place_below(&places[i], parent, number, parent->in_key ? 0 : strlen(number));
    } else if (top->done % 2 == 0) {
        place_below(&places[i], parent, NULL, 0);
        places[i].in_key = true;
    } else {
        place_value(&places[i], parent, &v->items[key]);
    }
    if (parent->in_key) { /* all within a key has its map's pointer */
        places[i].len = parent->len;
        places[i].in_key = true;
        places[i].findable = false;
    }
}

/* A pointer that two items share finds the last of them; and then nothing below the others. */
static void drop_ambiguous(const struct vector *v, struct vector_place *places)
{
    for (size_t i = 0; i < v->count; i++) {
        struct vector_place *a = &places[i];
        if (a->parent != SIZE_MAX && !places[a->parent].findable) a->findable = false;
        for (size_t k = 0; k < v->count && a->findable; k++) {
            const struct vector_place *b = &places[k];
            if (k != i && !b->in_key && a->len == b->len && memcmp(a->pointer, b->pointer, a->len) == 0) a->findable = false;
        }
    }
}

struct vector_place *vector_places(const struct vector *v)
{
    struct vector_place *places = calloc(v->count + 1, sizeof *places);
    struct level *levels = calloc(v->count + 1, sizeof *levels);
    size_t depth = 0, *keys = calloc(v->count + 1, sizeof *keys); /* by level: the key that waits for its value */
    if (!places || !levels || !keys) abort();
    for (size_t i = 0;; i++) {
        struct level *top = depth ? &levels[depth - 1] : NULL;
        place_next(v, places, i, top, depth ? keys[depth - 1] : 0);
        if (i == v->count) break;
        if (top && top->done % 2 == 0) keys[depth - 1] = i;
        const struct vector_item *item = &v->items[i];
        if (item->type >= CINCH_ARRAY) {
            levels[depth++] = (struct level){i, item->type == CINCH_MAP ? 2 * item->num : item->num, 0};
            if (item->num) continue;
            depth--;
        }
        /* An item is complete, and with it every container of which it was the last. */
        uint64_t end = i + 1 < v->count ? v->items[i + 1].pos : v->plain.given ? v->plain.pos : v->len;
        places[i].end = end;
        while (depth && ++levels[depth - 1].done == levels[depth - 1].children) places[levels[--depth].item].end = end;
    }
    free(levels);
    free(keys);
    drop_ambiguous(v, places);
    return places;
}

void vector_places_free(const struct vector *v, struct vector_place *places)
{
    for (size_t i = 0; i <= v->count; i++) free(places[i].pointer);
    free(places);
}
