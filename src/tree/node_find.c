/* SPDX-License-Identifier: MIT
 * Lookup in maps, and along a JSON Pointer (RFC 6901).
 */
#include "node_code.h"

/* What is looked for: a node as the key would be one. In a token of a pointer each of `escapes` pairs, ~0 and ~1, stands for one byte;
 * node.len is the length without them. */
struct find_key {
    cinch_node node;
    uint32_t escapes;
};

static int find_escaped(const char *token, const char *text, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++) {
        unsigned a = (uint8_t)*token++, b = (uint8_t)text[i];
        if (a == '~') a = *token++ == '0' ? '~' : '/';
        if (a != b) return a < b ? -1 : 1;
    }
    return 0;
}

static int find_order(const struct find_key *key, const cinch_node *n)
{
    if (!key->escapes || n->type != CINCH_STR) return cinchi_head_order(&key->node, n);
    if (key->node.len != n->len) return key->node.len < n->len ? -1 : 1;
    return find_escaped(key->node.as.str, n->as.str, n->len);
}

static const cinch_node *find_indexed(const cinch_node *map, const struct find_key *key)
{
    const uint32_t *sorted = cinchi_map_array(map);
    uint32_t low = 0, high = map->len; /* the last pair not above the key lies before high */
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (find_order(key, cinch_node_key(map, sorted[mid])) < 0)
            high = mid;
        else
            low = mid + 1;
    }
    if (low == 0) return NULL;
    low = sorted[low - 1];
    return find_order(key, cinch_node_key(map, low)) == 0 ? cinch_node_value(map, low) : NULL;
}

static const cinch_node *find_key(const cinch_node *map, const struct find_key *key)
{
    if (cinch_node_type(map) != CINCH_MAP) return NULL;
    if (map->flags & CINCHI_INDEXED && map->len > CINCHI_INDEX_SMALL) return find_indexed(map, key);
    for (uint32_t i = map->len; i-- > 0;) {
        const cinch_node *k = map->as.kids + 2 * (size_t)i;
        if (k->type == key->node.type && k->len == key->node.len && find_order(key, k) == 0) return k + 1;
    }
    return NULL;
}

static const cinch_node *find_text(const cinch_node *map, const char *text, size_t len, size_t escapes)
{
    struct find_key key;
    if (len - escapes > UINT32_MAX) return NULL;
    cinchi_node_head(&key.node, CINCH_STR, 0, (uint32_t)(len - escapes));
    key.node.as.str = text;
    key.escapes = escapes != 0;
    return find_key(map, &key);
}

static const cinch_node *find_integer(const cinch_node *map, bool negative, uint64_t bits)
{
    struct find_key key;
    cinchi_node_head(&key.node, negative ? CINCH_I64 : CINCH_U64, 0, 0);
    key.node.as.u64 = bits;
    key.escapes = 0;
    return find_key(map, &key);
}

const cinch_node *cinch_node_find_str(const cinch_node *map, cinch_str key)
{
    return find_text(map, key.ptr, key.len, 0);
}

const cinch_node *cinch_node_find_i64(const cinch_node *map, int64_t key)
{
    return find_integer(map, key < 0, (uint64_t)key);
}

/* Decimal digits as they are written: no leading zero, no plus. */
static bool find_digits(const char *p, size_t len, uint64_t *out)
{
    uint64_t v = 0;
    if (len == 0 || len > 20 || (*p == '0' && len > 1)) return false;
    for (size_t i = 0; i < len; i++) {
        unsigned digit = (uint8_t)p[i] - (unsigned)'0';
        if (digit > 9 || v > (UINT64_MAX - digit) / 10) return false;
        v = v * 10 + digit;
    }
    *out = v;
    return true;
}

static const cinch_node *find_number(const cinch_node *map, const char *p, size_t len)
{
    const bool negative = len && *p == '-';
    uint64_t v;
    if (!find_digits(p + negative, len - negative, &v)) return NULL;
    if (!negative) return find_integer(map, false, v);
    return v && v <= (uint64_t)1 << 63 ? find_integer(map, true, ~v + 1) : NULL;
}

/* One token's length, to the next slash or the end. SIZE_MAX: a tilde that escapes nothing. */
static size_t find_token(const char *p, size_t left, size_t *escapes)
{
    size_t len = 0;
    *escapes = 0;
    for (; len < left && p[len] != '/'; len++) {
        if (p[len] != '~') continue;
        if (len + 1 == left || (p[len + 1] != '0' && p[len + 1] != '1')) return SIZE_MAX;
        ++*escapes;
    }
    return len;
}

const cinch_node *cinch_node_find_path(const cinch_node *n, cinch_str pointer)
{
    const char *p = pointer.ptr;
    size_t left = pointer.len;
    while (left && n) {
        const cinch_node *in = n;
        size_t escapes, len;
        uint64_t i;
        if (*p != '/') return NULL;
        len = find_token(++p, --left, &escapes);
        if (len == SIZE_MAX) return NULL;
        if (in->type == CINCH_ARRAY) {
            n = find_digits(p, len, &i) && i < in->len ? in->as.kids + i : NULL;
        } else {
            n = find_text(in, p, len, escapes);
            if (!n) n = find_number(in, p, len);
        }
        p += len;
        left -= len;
    }
    return n;
}
