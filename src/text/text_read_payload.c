/* SPDX-License-Identifier: MIT
 * Payloads of text: str, bin, ext, and timestamps. The length is counted first, so that the smallest header can be written before them.
 */
#include "text_reader.h"
#include "text_quote.h"
#include "text_words.h"
#include "cinch/wire.h"
#include "../base/rfc3339.h"
#include "../core/stamp.h"

static bool read_at_key(const cinchi_text_reader *r)
{
    return r->depth && r->places[r->depth - 1].map && r->places[r->depth - 1].values & 1;
}

/* The head of a payload or container; false if its format cannot hold so much. */
static bool read_head(cinchi_text_reader *r, uint8_t kind, uint8_t format, uint64_t len, int8_t type)
{
    uint8_t h[CINCH_BOUND_HEAD];
    size_t n = len <= UINT32_MAX ? cinchi_text_head(h, kind, format, (uint32_t)len, type) : 0;
    if (r->limits.key_len && len > r->limits.key_len && read_at_key(r)) cinchi_text_fail(r, CINCH_ERR_LIMIT, r->item);
    if (!n) cinchi_text_fail(r, len > UINT32_MAX ? CINCH_ERR_LENGTH : CINCH_ERR_RANGE, r->item);
    if (r->error) return false;
    cinch_put_raw(r->w, h, n);
    return true;
}

void cinchi_text_str(cinchi_text_reader *r, uint8_t format)
{
    uint64_t len;
    const char *close, *from;
    cinch_error e;
    if (!cinchi_text_char(r, '"')) {
        cinchi_text_odd(r);
        return;
    }
    from = r->pos;
    close = cinchi_text_unquote(from, r->end, &len, &r->pos, &e);
    if (!close) {
        cinchi_text_fail(r, e, r->pos);
        return;
    }
    if (read_head(r, CINCH_STR, format, len, 0)) cinchi_text_put_unquoted(r->w, from, close);
    r->pos = close + 1;
}

/* Digits up to a quote, in pairs, blanks between pairs: their count, or an error. */
static uint64_t read_count_hex(cinchi_text_reader *r)
{
    uint64_t n = 0;
    for (;; n++) {
        while (r->pos != r->end && (*r->pos == ' ' || *r->pos == '\n' || *r->pos == '\r' || *r->pos == '\t')) r->pos++;
        if (r->pos != r->end && *r->pos == '"') return n;
        for (unsigned i = 0; i < 2; i++, r->pos++) {
            if (r->pos != r->end && cinchi_text_digit(*r->pos) >= 0) continue;
            cinchi_text_odd(r);
            return 0;
        }
    }
}

void cinchi_text_bytes(cinchi_text_reader *r, uint8_t kind, uint8_t format, int8_t type)
{
    const char *p;
    uint64_t len;
    cinchi_text_blank(r);
    if (!cinchi_text_read_word(r, "x\"")) {
        if (r->pos != r->end && *r->pos == 'x' && r->pos + 1 == r->end) r->pos = r->end;
        cinchi_text_odd(r);
        return;
    }
    p = r->pos;
    len = read_count_hex(r);
    if (r->error || !read_head(r, kind, format, len, type)) return;
    for (r->pos++; len; len--) {
        uint8_t byte;
        while (cinchi_text_digit(*p) < 0) p++;
        byte = (uint8_t)(cinchi_text_digit(p[0]) << 4 | cinchi_text_digit(p[1]));
        cinch_put_raw(r->w, &byte, 1);
        p += 2;
    }
}

void cinchi_text_ext(cinchi_text_reader *r, uint8_t format)
{
    cinchi_num num;
    if (!cinchi_text_number(r, &num)) return;
    if ((num.kind != CINCHI_NUM_U64 || num.as.u64 > INT8_MAX) && (num.kind != CINCHI_NUM_I64 || num.as.i64 < INT8_MIN))
        cinchi_text_fail(r, CINCH_ERR_RANGE, r->item);
    else
        cinchi_text_bytes(r, CINCH_EXT, format, (int8_t)num.as.i64);
}

/* Seconds and nanoseconds as two integers. */
static bool read_seconds(cinchi_text_reader *r, cinch_time *t)
{
    cinchi_num sec, nsec;
    if (!cinchi_text_number(r, &sec) || !cinchi_text_number(r, &nsec)) return false;
    t->sec = sec.as.i64;
    t->nsec = (uint32_t)nsec.as.u64;
    if ((sec.kind == CINCHI_NUM_I64 || (sec.kind == CINCHI_NUM_U64 && sec.as.u64 <= INT64_MAX)) &&
        nsec.kind == CINCHI_NUM_U64 && nsec.as.u64 <= CINCHI_NSEC_MAX)
        return true;
    cinchi_text_fail(r, CINCH_ERR_RANGE, r->item);
    return false;
}

static bool read_date(cinchi_text_reader *r, cinch_time *t)
{
    const char *from, *close;
    cinchi_text_blank(r);
    if (r->pos == r->end || *r->pos != '"') return read_seconds(r, t);
    from = r->pos + 1;
    close = memchr(from, '"', (size_t)(r->end - from));
    if (close && cinchi_rfc3339_get(from, (size_t)(close - from), t)) {
        r->pos = close + 1;
        return true;
    }
    cinchi_text_fail(r, close ? CINCH_ERR_SYNTAX : CINCH_ERR_TRUNCATED, close ? from : r->end);
    return false;
}

void cinchi_text_time(cinchi_text_reader *r, uint8_t size)
{
    uint8_t payload[12];
    cinch_time t;
    uint32_t smallest;
    if (!read_date(r, &t)) return;
    smallest = cinchi_stamp_len(t.sec, t.nsec);
    if (!size) size = (uint8_t)smallest;
    if (size < smallest) {
        cinchi_text_fail(r, CINCH_ERR_RANGE, r->item);
        return;
    }
    cinchi_stamp_store(payload, size, t.sec, t.nsec);
    if (read_head(r, CINCH_EXT, 0, size, CINCH_EXT_TIME)) cinch_put_raw(r->w, payload, size);
}
