/* SPDX-License-Identifier: MIT
 * Scalars by msgpuck, for its entrants; a message is checked once, by mp_check, before any is read.
 */
#ifndef RACE_MSGPUCK_H
#define RACE_MSGPUCK_H

#include "bench.h"

#include <msgpuck.h>

static inline char *puck_put_BOOL(char *p, bool v)
{
    return mp_encode_bool(p, v);
}

static inline char *puck_put_I64(char *p, int64_t v)
{
    return v < 0 ? mp_encode_int(p, v) : mp_encode_uint(p, (uint64_t)v);
}

static inline char *puck_put_I32(char *p, int32_t v)
{
    return puck_put_I64(p, v);
}

static inline char *puck_put_F64(char *p, double v)
{
    return mp_encode_double(p, v);
}

static inline bool puck_get_I64(const char **p, int64_t *v)
{
    if (mp_typeof(**p) == MP_UINT) {
        uint64_t u = mp_decode_uint(p);
        *v = (int64_t)u;
        return u <= INT64_MAX;
    }
    if (mp_typeof(**p) != MP_INT) return false;
    *v = mp_decode_int(p);
    return true;
}

static inline bool puck_get_I32(const char **p, int32_t *v)
{
    int64_t wide;
    if (!puck_get_I64(p, &wide) || wide != (int32_t)wide) return false;
    *v = (int32_t)wide;
    return true;
}

static inline bool puck_get_BOOL(const char **p, bool *v)
{
    if (mp_typeof(**p) != MP_BOOL) return false;
    *v = mp_decode_bool(p);
    return true;
}

static inline bool puck_get_F64(const char **p, double *v)
{
    if (mp_typeof(**p) != MP_DOUBLE) return false;
    *v = mp_decode_double(p);
    return true;
}

#endif
