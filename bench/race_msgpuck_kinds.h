/* SPDX-License-Identifier: MIT
 * What the entrants of msgpuck for race_kinds.h share.
 */
#ifndef RACE_MSGPUCK_KINDS_H
#define RACE_MSGPUCK_KINDS_H

#include "race_kinds.h"
#include "race_msgpuck.h"

#define KINDS_NAME(name) puckkinds_##name
#define KINDS_WHO        "msgpuck"
#define KINDS_RANK       BENCH_PEER

#define puck_put_STR puck_put_view
#define puck_get_STR puck_get_view

static inline char *puck_put_view(char *p, cinch_str v)
{
    return mp_encode_str(p, v.ptr, (uint32_t)v.len);
}

static inline bool puck_get_view(const char **p, cinch_str *v)
{
    uint32_t len;
    if (mp_typeof(**p) != MP_STR) return false;
    v->ptr = mp_decode_str(p, &len);
    v->len = len;
    return true;
}

#define put_KEY(p, key) mp_encode_str(p, key, sizeof(key) - 1)

/* Past the head of a map or an array; false: it is none. */
static inline bool get_head(const char **p, enum mp_type type, uint32_t *count)
{
    if (mp_typeof(**p) != type) return false;
    *count = type == MP_MAP ? mp_decode_map(p) : mp_decode_array(p);
    return true;
}

static inline bool get_key(const char **p, const char **key, uint32_t *len)
{
    if (mp_typeof(**p) != MP_STR) return false;
    *key = mp_decode_str(p, len);
    return true;
}

static inline bool puck_checked(const bench_msg *m)
{
    const char *p = (const char *)m->ptr, *end = p + m->len;
    return mp_check(&p, end) == 0 && p == end;
}

static inline bool get_texts(const char **p, cinch_str *texts, uint32_t *count)
{
    if (!get_head(p, MP_ARRAY, count) || *count > KINDS_ITEMS) return false;
    for (uint32_t i = 0; i < *count; i++)
        if (!puck_get_STR(p, texts + i)) return false;
    return true;
}

static inline char *put_texts(char *p, const cinch_str *texts, uint32_t count)
{
    p = mp_encode_array(p, count);
    for (uint32_t i = 0; i < count; i++) p = puck_put_STR(p, texts[i]);
    return p;
}

bool puckkinds_decode_document(kinds_state *s, const bench_msg *m, kinds_document *v);
size_t puckkinds_encode_document(kinds_state *s, const kinds_document *v);

#endif
