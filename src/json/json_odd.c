/* SPDX-License-Identifier: MIT
 * Strings that options make into something else, and keys that are counted, measured and compared.
 */
#include "json_in.h"
#include "cinch/wire.h"
#include "../base/base64.h"
#include "../base/compiler.h"
#include "../core/head.h"
#include "../core/put.h"

/* Whether s begins with prefix; then it is taken off. */
static bool strip(cinch_str *s, const char *prefix)
{
    size_t n = prefix ? strlen(prefix) : 0;
    if (!prefix || s->len < n || memcmp(s->ptr, prefix, n) != 0) return false;
    s->ptr += n;
    s->len -= n;
    return true;
}

/* "-128:base64:..." after the prefix. */
static bool ext_type(cinch_str *s, int8_t *type)
{
    bool negative = strip(s, "-");
    int n = 0, digits = 0;
    for (; s->len && digits < 3 && (uint8_t)(*s->ptr - '0') < 10; digits++, s->ptr++, s->len--) n = n * 10 + (*s->ptr - '0');
    if (!digits || n > 127 + negative || !strip(s, ":base64:")) return false;
    *type = (int8_t)(negative ? -n : n);
    return true;
}

/* Head of a bin, str or ext, as the writer's flags have it. */
static size_t payload_head(const cinchi_json_in *j, uint8_t *head, size_t len, cinch_type type, int8_t ext)
{
    if (type == CINCH_EXT) return cinchi_head_ext(head, (uint32_t)len, ext);
    if (type == CINCH_BIN) return cinchi_head_bin(head, (uint32_t)len, j->old_spec);
    return cinchi_head_str(head, (uint32_t)len, j->old_spec);
}

cinchi_json_at cinchi_json_put_base64(cinchi_json_in *j, const uint8_t *at, cinch_str s, cinch_type type, int8_t ext,
                                      const uint8_t *p, uint8_t *o)
{
    uint8_t head[6];
    size_t len, head_len, pad = 0;
    if (type == CINCH_EXT && j->old_spec) return cinchi_json_fault(j, at, CINCH_ERR_OLD_SPEC);
    if (s.len % 4 != 0) return (cinchi_json_at){at, o};
    while (pad < 2 && pad < s.len && s.ptr[s.len - 1 - pad] == '=') pad++;
    len = s.len / 4 * 3 - pad;
#if SIZE_MAX > UINT32_MAX
    if (len > UINT32_MAX) return cinchi_json_fault(j, at, CINCH_ERR_LENGTH);
#endif
    head_len = payload_head(j, head, len, type, ext);
    if (!cinchi_json_more(j, &o, head_len + len, at)) return (cinchi_json_at){NULL, NULL};
    if ((size_t)(j->room - o) < head_len + len) return cinchi_json_fault(j, at, CINCH_ERR_ROOM);
    if (!cinchi_base64_get(o + head_len, s.ptr, s.len, &len)) return (cinchi_json_at){at, o};
    memcpy(o, head, head_len);
    return (cinchi_json_at){p, o + head_len + len};
}

static cinchi_json_at odd_string(cinchi_json_in *j, const uint8_t *p, uint8_t *o, size_t base64_min)
{
    const uint8_t *after = p;
    cinch_str s;
    int8_t ext = 0;
    cinchi_json_at r = {p, o};
    bool bin, prefixed = true;
    if (!cinchi_json_view(j, &after, &s)) return (cinchi_json_at){NULL, NULL};
    bin = strip(&s, j->opts->bin_prefix);
    if (!bin && strip(&s, j->opts->ext_prefix)) {
        if (!ext_type(&s, &ext)) return cinchi_json_fault(j, p, CINCH_ERR_SYNTAX);
        r = cinchi_json_put_base64(j, p, s, CINCH_EXT, ext, after, o);
    } else if (bin || (base64_min && s.len >= base64_min)) {
        prefixed = bin;
        r = cinchi_json_put_base64(j, p, s, CINCH_BIN, 0, after, o);
    } else {
        prefixed = false;
    }
    if (r.p != p) return r;
    return prefixed ? cinchi_json_fault(j, p, CINCH_ERR_SYNTAX) : cinchi_json_put_view(j, p, s, after, r.o);
}

cinchi_json_at cinchi_json_odd_str(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    return odd_string(j, p, o, j->opts->base64_min);
}

bool cinchi_json_key_begins(cinchi_json_in *j, const cinchi_json_level *lv, const uint8_t *p, const uint8_t *o)
{
    cinchi_json_key *k;
    j->key_at = (size_t)(o - j->base) - lv->head - lv->have;
    if (!j->opts->dup) return true;
    k = (cinchi_json_key *)cinchi_json_vec_more(&j->keys, &j->alloc, 1, sizeof *k);
    if (!k) return cinchi_json_fault(j, p, CINCH_ERR_MEMORY).p != NULL;
    k->at = j->key_at;
    k->text = (size_t)(p - j->text);
    j->keys.count++;
    return true;
}

bool cinchi_json_key_ends(cinchi_json_in *j, const cinchi_json_level *lv, const uint8_t *p)
{
    uint32_t len = cinchi_head_payload(cinchi_head_read(j->base + lv->head + lv->have + j->key_at));
    if (!j->opts->limits.key_len || len <= j->opts->limits.key_len) return true;
    return cinchi_json_fault(j, p, CINCH_ERR_LIMIT).p != NULL;
}

bool cinchi_json_item(cinchi_json_in *j, const uint8_t *p)
{
    if (!j->opts->limits.items || j->items++ < j->opts->limits.items) return true;
    return cinchi_json_fault(j, p, CINCH_ERR_LIMIT).p != NULL;
}

cinchi_json_at cinchi_json_odd_key(cinchi_json_in *j, const cinchi_json_level *lv, const uint8_t *p, uint8_t *o)
{
    bool prefixes = j->odd_strs && (j->opts->bin_prefix || j->opts->ext_prefix);
    cinchi_json_at r;
    if (!j->odd_keys) return cinchi_json_string(j, p, o);
    if (!cinchi_json_key_begins(j, lv, p, o)) return (cinchi_json_at){NULL, NULL};
    r = prefixes ? odd_string(j, p, o, 0) : cinchi_json_string(j, p, o);
    if (r.p && (!cinchi_json_key_ends(j, lv, p) || !cinchi_json_item(j, p))) r.p = NULL;
    return r;
}
