/* SPDX-License-Identifier: MIT
 * Lines of the listing: offset, bytes, format, and the value where its depth puts it.
 *
 *     00000000  82                             fixmap           map of 2
 *     00000001  a4 6e 61 6d 65                 fixstr             "name":
 *     00000006  a6 62 6f 69 6c 65 72           fixstr               "boiler"
 */
#include "dump.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { FORMAT_WIDTH = 15, INDENT_MOST = 120 };

typedef enum dump_ink {
    INK_NONE,
    INK_OFFSET,
    INK_BYTES,
    INK_FORMAT,
    INK_KEY,
    INK_TEXT,
    INK_NUMBER,
    INK_WORD,
    INK_NOTE
} dump_ink;

typedef struct dump_row { /* a line in the making */
    char *pos, *end;
    bool color;
    char room[DUMP_SHOW_MOST * 3 + 1024];
} dump_row;

static dump_row row;

static void row_begin(const dump_style *style)
{
    row.pos = row.room;
    row.end = row.room + sizeof row.room;
    row.color = style->color;
}

static void row_put(const char *s, size_t len)
{
    if (len > (size_t)(row.end - row.pos)) len = (size_t)(row.end - row.pos);
    if (len) memcpy(row.pos, s, len);
    row.pos += len;
}

static void row_text(const char *s)
{
    row_put(s, strlen(s));
}

static void row_spaces(size_t n)
{
    static const char blank[] = "                                ";
    for (; n > 32; n -= 32) row_put(blank, 32);
    row_put(blank, n);
}

static void row_print(const char *format, ...) CLI_FORMAT(1, 2);
static void row_print(const char *format, ...)
{
    char text[128];
    va_list args;
    va_start(args, format);
    cli_vformat(text, sizeof text, format, args);
    va_end(args);
    row_text(text);
}

static void row_ink(dump_ink ink)
{
    static const char *const codes[] = {"\33[0m",  "\33[2m",  "\33[36m", "\33[34m", "\33[1m",
                                        "\33[32m", "\33[33m", "\33[35m", "\33[31m"};
    if (row.color) row_text(codes[ink]);
}

static void row_end(cli_out *o)
{
    row_ink(INK_NONE);
    row_put("\n", 1);
    cinch_put_raw(&o->w, row.room, (size_t)(row.pos - row.room));
}

static void row_hex(const uint8_t *p, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++) {
        char two[3] = {digits[p[i] >> 4], digits[p[i] & 15], ' '};
        row_put(two, 3);
    }
}

static void row_offset(uint64_t pos)
{
    uint8_t bytes[8];
    char text[17], *p = text;
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(pos >> (56 - 8 * i));
    for (int i = pos >> 32 ? 0 : 4; i < 8; i++) {
        *p++ = digits[bytes[i] >> 4];
        *p++ = digits[bytes[i] & 15];
    }
    row_ink(INK_OFFSET);
    row_put(text, (size_t)(p - text));
    row_ink(INK_NONE);
    row_text("  ");
}

/* ---------------------------------------------------------------- bytes */

/* The item's header as it was on the wire, or the whole of it where there is no payload. */
static size_t item_head(const dump_item *item, uint8_t *room, size_t cap)
{
    cinch_writer w;
    cinch_bin head;
    cinch_token t = item->t;
    if (t.type == CINCH_STR || t.type == CINCH_BIN || t.type == CINCH_EXT) t.as.ptr = NULL;
    cinch_writer_init(&w, room, cap);
    cinch_put_token(&w, t);
    return cinch_writer_finish(&w, &head, NULL) == CINCH_OK ? head.len : 0;
}

static bool item_overlong(const dump_item *item)
{
    dump_item small = *item;
    uint8_t room[16];
    small.t.format = 0;
    return item_head(&small, room, sizeof room) && room[0] != item->t.format;
}

static void row_bytes(const dump_style *style, const uint8_t *head, size_t head_len, const uint8_t *payload, size_t payload_len,
                      bool more)
{
    if (style->show == 0) return;
    size_t first = head_len < style->show ? head_len : style->show;
    size_t second = payload_len < style->show - first ? payload_len : style->show - first;
    bool cut = first < head_len || second < payload_len || more;
    row_ink(INK_BYTES);
    row_hex(head, first);
    row_hex(payload, second);
    if (cut) row_put("..", 2);
    row_ink(INK_NONE);
    row_spaces(cut ? 2 : 4);
    row_spaces(3 * (style->show - first - second));
}

/* ---------------------------------------------------------------- values */

/* Bytes of the character at s when it can be shown as it is, 0 otherwise: what cinch_escape lets through. */
static size_t shown_as_is(const char *s, size_t left)
{
    char out[8];
    size_t len = (uint8_t)s[0] < 0x80 ? 1 : (uint8_t)s[0] >= 0xf0 ? 4 : (uint8_t)s[0] >= 0xe0 ? 3 : 2;
    if (len > left || s[0] == '"') return 0;
    return cinch_escape(s, len, out, sizeof out) == len && out[0] == s[0] ? len : 0;
}

static void row_quoted(const char *s, size_t len)
{
    row_put("\"", 1);
    for (size_t i = 0; i < len;) {
        size_t shown = shown_as_is(s + i, len - i);
        if (shown)
            row_put(s + i, shown);
        else if (s[i] == '"' || s[i] == '\\')
            row_print("\\%c", s[i]);
        else if (s[i] == '\n')
            row_put("\\n", 2);
        else
            row_print("\\x%02x", (unsigned)(uint8_t)s[i]);
        i += shown ? shown : 1;
    }
    row_put("\"", 1);
}

static void row_str(const dump_item *item)
{
    size_t len = item->payload_len < DUMP_TEXT ? item->payload_len : DUMP_TEXT;
    const char *s = (const char *)item->payload;
    bool cut = len < item->t.len;
    while (cut && len && ((uint8_t)s[len - 1] & 0xc0) == 0x80) len--; /* not through a character */
    if (cut && len && (uint8_t)s[len - 1] >= 0xc0) len--;
    row_ink(item->role == DUMP_KEY ? INK_KEY : INK_TEXT);
    row_quoted(s, len);
    if (cut) row_print("... %" PRIu32 " bytes", item->t.len);
    if (!cut && !cinch_utf8_valid(s, len)) {
        row_ink(INK_NOTE);
        row_text(" (not UTF-8)");
    }
}

static cinch_bin item_text(const cinch_token *t, const uint8_t *msg, size_t len, uint8_t *room, size_t cap)
{
    cinch_json_opts opts = CINCH_ZERO;
    cinch_writer w;
    cinch_reader r;
    cinch_bin text = {NULL, 0};
    opts.f32_short = t->type == CINCH_F32;
    cinch_writer_init(&w, room, cap);
    cinch_reader_init(&r, msg, len);
    if (cinch_json_write(&r, &opts, &w, NULL) != CINCH_OK || cinch_writer_finish(&w, &text, NULL) != CINCH_OK) text.len = 0;
    return text;
}

static void row_float(const dump_item *item)
{
    uint8_t head[DUMP_HEAD], room[64];
    size_t len = item_head(item, head, sizeof head);
    bool narrow = item->t.type == CINCH_F32;
    double v = narrow ? (double)item->t.as.f32 : item->t.as.f64;
    row_ink(INK_NUMBER);
    if (v != v) {
        row_text("NaN 0x");
        for (size_t i = 1; i < len; i++) row_print("%02x", (unsigned)head[i]);
    } else if (v - v != 0) {
        row_text(v > 0 ? "Infinity" : "-Infinity");
    } else {
        cinch_bin text = item_text(&item->t, head, len, room, sizeof room);
        row_put((const char *)text.ptr, text.len);
    }
}

/* Header and payload of a short extension. */
static size_t item_whole(const dump_item *item, uint8_t *room, size_t cap)
{
    size_t len = item_head(item, room, cap);
    if (item->payload_len != item->t.len || item->t.len > cap - len) return 0;
    memcpy(room + len, item->payload, item->payload_len);
    return len + item->payload_len;
}

static void row_ext(const dump_style *style, const dump_item *item)
{
    uint8_t msg[32], room[128];
    size_t len = item->t.ext == -1 && !style->raw_time ? item_whole(item, msg, sizeof msg) : 0;
    cinch_bin text = len ? item_text(&item->t, msg, len, room, sizeof room) : (cinch_bin){NULL, 0};
    if (text.len > 2 && text.ptr[0] == '"') {
        row_ink(INK_TEXT);
        row_put((const char *)text.ptr + 1, text.len - 2);
    } else if (text.len) { /* outside the years that have a text */
        cinch_reader r;
        cinch_reader_init(&r, msg, len);
        cinch_time time = cinch_get_time(&r);
        row_ink(INK_NUMBER);
        row_print("time %" PRId64 " s, %" PRIu32 " ns", time.sec, time.nsec);
    } else {
        row_print("ext %d, %" PRIu32 " byte%s", item->t.ext, item->t.len, item->t.len == 1 ? "" : "s");
    }
}

static void row_value(const dump_style *style, const dump_item *item)
{
    const cinch_token *t = &item->t;
    switch (t->type) {
    case CINCH_NIL: row_ink(INK_WORD), row_text("nil"); break;
    case CINCH_BOOL: row_ink(INK_WORD), row_text(t->as.b ? "true" : "false"); break;
    case CINCH_U64: row_ink(INK_NUMBER), row_print("%" PRIu64, t->as.u64); break;
    case CINCH_I64: row_ink(INK_NUMBER), row_print("%" PRId64, t->as.i64); break;
    case CINCH_F32:
    case CINCH_F64: row_float(item); break;
    case CINCH_STR: row_str(item); break;
    case CINCH_BIN: row_print("bin, %" PRIu32 " byte%s", t->len, t->len == 1 ? "" : "s"); break;
    case CINCH_EXT: row_ext(style, item); break;
    default: row_print("%s of %" PRIu32, t->type == CINCH_MAP ? "map" : "array", t->len);
    }
    row_ink(INK_NONE);
}

/* ---------------------------------------------------------------- lines */

static void row_content(const dump_style *style, const dump_item *item)
{
    if (item->role == DUMP_ELEMENT) {
        row_ink(INK_OFFSET);
        row_print("[%" PRIu64 "] ", item->index);
        row_ink(INK_NONE);
    }
    row_value(style, item);
    if (item->inside != UINT64_MAX) row_print(", %" PRIu64 " bytes", item->inside);
    if (item->role == DUMP_KEY) row_put(":", 1);
    if (item_overlong(item)) {
        row_ink(INK_NOTE);
        row_text(" (overlong)");
    }
}

static void row_format(const char *name, uint32_t indent)
{
    row_ink(INK_FORMAT);
    row_text(name);
    row_ink(INK_NONE);
    row_spaces(FORMAT_WIDTH - strlen(name) + 2 + (indent < INDENT_MOST ? indent : INDENT_MOST));
}

static void row_fault(const char *why)
{
    row_ink(INK_NOTE);
    row_text("-- ");
    row_text(why);
}

void dump_line(cli_out *o, const dump_style *style, const dump_item *item)
{
    uint8_t head[DUMP_HEAD];
    size_t head_len = item_head(item, head, sizeof head);
    bool payload = item->t.type == CINCH_STR || item->t.type == CINCH_BIN || item->t.type == CINCH_EXT;
    const char *format = cinch_format_name(item->t.format);
    row_begin(style);
    row_offset(item->pos);
    row_bytes(style, head, head_len, item->payload, item->payload_len, payload && item->payload_len < item->t.len);
    row_format(format, item->indent);
    if (item->fault)
        row_fault(item->fault);
    else
        row_content(style, item);
    row_end(o);
}

void dump_title(cli_out *o, const dump_style *style)
{
    row_begin(style);
    row_ink(INK_OFFSET);
    row_text("offset    ");
    if (style->show) {
        row_text(style->show > 1 ? "bytes" : "byte");
        row_spaces(3 * style->show + 4 - (style->show > 1 ? 5 : 4));
    }
    row_text("format");
    row_spaces(FORMAT_WIDTH + 2 - 6);
    row_text("value");
    row_end(o);
}

void dump_part(cli_out *o, const dump_style *style, const char *name)
{
    row_begin(style);
    row_ink(INK_OFFSET);
    row_text("-- ");
    row_text(name);
    row_end(o);
}

void dump_fault(cli_out *o, const dump_style *style, uint64_t pos, const uint8_t *bytes, size_t len, const char *why)
{
    size_t n = len < style->show ? len : style->show;
    row_begin(style);
    row_offset(pos);
    row_bytes(style, bytes, n, NULL, 0, len > n);
    row_format(len ? cinch_format_name(bytes[0]) : "", 0);
    row_fault(why);
    row_end(o);
}
