/* SPDX-License-Identifier: MIT
 * JSON Pointers, and their escapes: "~0" and "~1" for the RFC, "\xHH" and "\\" for people.
 */
#include "path.h"
#include "item.h"
#include "cinch/check.h"
#include "../base/num.h"
#include "../base/utf8.h"

static const char path_rest[] = "/...";

void cinchi_path_init(cinchi_path *p, char *out, size_t cap, bool shown)
{
    memset(p, 0, sizeof *p);
    p->out = out;
    p->cap = cap;
    p->shown = shown;
}

static void path_put(cinchi_path *p, const void *text, size_t len)
{
    if (p->cap - p->at < len) p->full = true;
    if (p->full) return;
    memcpy(p->out + p->at, text, len);
    p->at += len;
}

void cinchi_path_begin(cinchi_path *p)
{
    p->at = p->len;
    path_put(p, "/", 1);
}

void cinchi_path_end(cinchi_path *p)
{
    if (p->full) return;
    p->len = p->at;
    if (p->cap - p->len >= CINCHI_PATH_REST) p->safe = p->len;
}

/* Characters that no line of text should hold: controls and separators of lines, and what Unicode calls default ignorable, which is
 * invisible or turns the direction of writing, so that two keys would look the same. */
bool cinchi_path_odd(uint32_t c)
{
    static const uint32_t odd[][2] = {{0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},      {0x34f, 0x34f},
                                      {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},  {0x180b, 0x180f},
                                      {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},  {0x3164, 0x3164},
                                      {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},  {0xfff0, 0xfffb},
                                      {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    size_t i = 0;
    while (i < sizeof odd / sizeof odd[0] && c > odd[i][1]) i++;
    return i < sizeof odd / sizeof odd[0] && c >= odd[i][0];
}

/* Bytes of the character at s that may be shown as it is, or 0. */
static size_t path_plain(const uint8_t *s, size_t len)
{
    uint32_t c;
    size_t n = cinchi_utf8_get(s, len, &c);
    return c >= CINCHI_UTF8_BAD || cinchi_path_odd(c) ? 0 : n;
}

/* What stands for the character at s, or for its first byte, up to four bytes; *len of how many. */
static const char *path_piece(const uint8_t *s, size_t left, size_t *taken, char room[4], size_t *len)
{
    static const char digits[] = "0123456789abcdef";
    size_t n = path_plain(s, left);
    *taken = n ? n : 1;
    *len = n;
    if (n && *s != '\\') return (const char *)s;
    *len = n ? 2 : 4;
    room[0] = '\\';
    room[1] = n ? '\\' : 'x';
    room[2] = digits[*s >> 4];
    room[3] = digits[*s & 15];
    return room;
}

static void path_show(cinchi_path *p, const uint8_t *s, size_t len)
{
    for (size_t i = 0; i < len && !p->full;) {
        char room[4];
        size_t taken, n;
        const char *piece = path_piece(s + i, len - i, &taken, room, &n);
        path_put(p, piece, n);
        i += taken;
    }
}

size_t cinch_escape(const char *text, size_t len, char *out, size_t cap)
{
    static const char dots[] = "...";
    size_t n = 0, fits = 0; /* fits: where the dots would still find room */
    for (size_t i = 0; i < len;) {
        char room[4];
        size_t taken, piece_len;
        const char *piece = path_piece((const uint8_t *)text + i, len - i, &taken, room, &piece_len);
        if (n + piece_len >= cap) {
            size_t left = cap - fits, tail = left > 3 ? 3 : left ? left - 1 : 0;
            memcpy(out + fits, dots, tail);
            n = fits + tail;
            break;
        }
        memcpy(out + n, piece, piece_len);
        n += piece_len;
        i += taken;
        if (n + 3 < cap) fits = n;
    }
    if (cap) out[n] = '\0';
    return n;
}

static void path_text(cinchi_path *p, const uint8_t *s, size_t len)
{
    if (len == 0) return;
    if (p->shown)
        path_show(p, s, len);
    else
        path_put(p, s, len);
}

void cinchi_path_more(cinchi_path *p, const void *key, size_t len)
{
    const uint8_t *s = key;
    size_t from = 0, i = 0;
    for (; i < len && !p->full; i++) {
        if (s[i] != '~' && s[i] != '/') continue;
        path_text(p, s + from, i - from);
        path_put(p, s[i] == '~' ? "~0" : "~1", 2);
        from = i + 1;
    }
    if (!p->full && from < len) path_text(p, s + from, len - from);
}

void cinchi_path_key(cinchi_path *p, const void *key, size_t len)
{
    cinchi_path_begin(p);
    cinchi_path_more(p, key, len);
    cinchi_path_end(p);
}

void cinchi_path_index(cinchi_path *p, uint64_t index)
{
    char text[CINCHI_INT_TEXT];
    cinchi_path_key(p, text, cinchi_num_put_u64(text, index));
}

/* A token that no pointer may have, so that what it stands for cannot be taken for another key. */
void cinchi_path_none(cinchi_path *p)
{
    cinchi_path_begin(p);
    path_put(p, "~", 1);
    cinchi_path_end(p);
}

void cinchi_path_item(cinchi_path *p, const uint8_t *k, const uint8_t *end)
{
    char text[CINCHI_INT_TEXT];
    const uint8_t *next;
    cinch_token t;
    bool good = !cinchi_item(k, end, &t, &next);
    if (good && t.type == CINCH_STR) {
        cinchi_path_key(p, t.as.str, t.len);
    } else if (good && t.type == CINCH_U64) {
        cinchi_path_index(p, t.as.u64);
    } else if (good && t.type == CINCH_I64) {
        cinchi_path_key(p, text, cinchi_num_put_i64(text, t.as.i64));
    } else {
        cinchi_path_none(p);
    }
}

void cinchi_path_pointer(cinchi_path *p, cinch_str pointer)
{
    size_t from = 0;
    for (size_t i = 0; i < pointer.len && !p->full; from = i) {
        for (i++; i < pointer.len && pointer.ptr[i] != '/'; i++) continue;
        p->at = p->len;
        path_text(p, (const uint8_t *)pointer.ptr + from, i - from);
        cinchi_path_end(p);
    }
}

size_t cinchi_path_finish(cinchi_path *p)
{
    size_t room = p->cap - p->safe, rest = room < CINCHI_PATH_REST ? room : CINCHI_PATH_REST;
    if (!p->full || !rest) return p->len = p->full ? p->safe : p->len;
    memcpy(p->out + p->safe, path_rest, rest);
    return p->len = p->safe + rest;
}

static int path_hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Bytes of the escape at s, or 0; *byte what it stands for. */
static size_t path_escape(const char *s, size_t len, char *byte)
{
    int high, low;
    if (len >= 2 && s[1] == '\\') {
        *byte = '\\';
        return 2;
    }
    if (len < 4 || s[1] != 'x' || (high = path_hex(s[2])) < 0 || (low = path_hex(s[3])) < 0) return 0;
    *byte = (char)(unsigned char)(high << 4 | low);
    return 4;
}

bool cinch_unescape(char *text, size_t *len)
{
    size_t i, n = 0, out = 0;
    char byte;
    for (i = 0; i < *len; i += n) {
        n = text[i] == '\\' ? path_escape(text + i, *len - i, &byte) : 1;
        if (!n) return false;
    }
    for (i = 0; i < *len; i += n) {
        byte = text[i];
        n = byte == '\\' ? path_escape(text + i, *len - i, &byte) : 1;
        text[out++] = byte;
    }
    *len = out;
    return true;
}
