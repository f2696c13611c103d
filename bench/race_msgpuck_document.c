/* SPDX-License-Identifier: MIT
 * msgpuck, the document of race_kinds.h: mp_check once, then its unchecked decoders, lists into room that is there. Its encoders check no room; a bound
 * is taken beforehand.
 */
#include "race_msgpuck_kinds.h"

#define KEY(text) (len == sizeof(text) - 1 && memcmp(key, text, sizeof(text) - 1) == 0)

static bool get_author(const char **p, gen_document_meta_author *v)
{
    uint32_t left, len;
    const char *key;
    bool name = false, mail = false;
    v->has_karma = false;
    if (!get_head(p, MP_MAP, &left)) return false;
    for (; left; left--) {
        bool fine = true;
        if (!get_key(p, &key, &len)) return false;
        if (KEY("name"))
            fine = name = puck_get_STR(p, &v->name);
        else if (KEY("mail"))
            fine = mail = puck_get_STR(p, &v->mail);
        else if (KEY("karma"))
            fine = v->has_karma = puck_get_I64(p, &v->karma);
        else
            mp_next(p);
        if (!fine) return false;
    }
    return name && mail;
}

static bool get_meta(const char **p, gen_document_meta *v)
{
    uint32_t left, len;
    const char *key;
    bool id = false, title = false, author = false;
    if (!get_head(p, MP_MAP, &left)) return false;
    for (; left; left--) {
        bool fine = true;
        if (!get_key(p, &key, &len)) return false;
        if (KEY("id"))
            fine = id = puck_get_I64(p, &v->id);
        else if (KEY("title"))
            fine = title = puck_get_STR(p, &v->title);
        else if (KEY("author"))
            fine = author = get_author(p, &v->author);
        else
            mp_next(p);
        if (!fine) return false;
    }
    return id && title && author;
}

static bool get_size(const char **p, gen_document_items_item_size *v)
{
    uint32_t left, len;
    const char *key;
    bool w = false, h = false;
    if (!get_head(p, MP_MAP, &left)) return false;
    for (; left; left--) {
        bool fine = true;
        if (!get_key(p, &key, &len)) return false;
        if (KEY("w"))
            fine = w = puck_get_F64(p, &v->w);
        else if (KEY("h"))
            fine = h = puck_get_F64(p, &v->h);
        else
            mp_next(p);
        if (!fine) return false;
    }
    return w && h;
}

static bool puck_get_entry(const char **p, gen_document_items_item *v)
{
    uint32_t left, len;
    const char *key;
    bool sku = false, count = false, price = false, size = false;
    if (!get_head(p, MP_MAP, &left)) return false;
    for (; left; left--) {
        bool fine = true;
        if (!get_key(p, &key, &len)) return false;
        if (KEY("sku"))
            fine = sku = puck_get_STR(p, &v->sku);
        else if (KEY("count"))
            fine = count = puck_get_I32(p, &v->count);
        else if (KEY("price"))
            fine = price = puck_get_F64(p, &v->price);
        else if (KEY("size"))
            fine = size = get_size(p, &v->size);
        else
            mp_next(p);
        if (!fine) return false;
    }
    return sku && count && price && size;
}

static bool get_items(const char **p, gen_document_items_item *items, uint32_t *count)
{
    if (!get_head(p, MP_ARRAY, count) || *count > KINDS_ITEMS) return false;
    for (uint32_t i = 0; i < *count; i++)
        if (!puck_get_entry(p, items + i)) return false;
    return true;
}

bool puckkinds_decode_document(kinds_state *s, const bench_msg *m, kinds_document *v)
{
    const char *p = (const char *)m->ptr, *key;
    uint32_t left, len;
    bool meta = false, items = false, tags = false;
    if (!puck_checked(m) || !get_head(&p, MP_MAP, &left)) return false;
    v->items.items = s->items;
    v->tags.items = s->texts;
    for (; left; left--) {
        bool fine = true;
        if (!get_key(&p, &key, &len)) return false;
        if (KEY("meta"))
            fine = meta = get_meta(&p, &v->meta);
        else if (KEY("items"))
            fine = items = get_items(&p, v->items.items, &v->items.count);
        else if (KEY("tags"))
            fine = tags = get_texts(&p, v->tags.items, &v->tags.count);
        else
            mp_next(&p);
        if (!fine) return false;
    }
    return meta && items && tags;
}

static char *puck_put_entry(char *p, const gen_document_items_item *v)
{
    p = mp_encode_map(p, 4);
    p = puck_put_STR(put_KEY(p, "sku"), v->sku);
    p = puck_put_I32(put_KEY(p, "count"), v->count);
    p = puck_put_F64(put_KEY(p, "price"), v->price);
    p = mp_encode_map(put_KEY(p, "size"), 2);
    p = puck_put_F64(put_KEY(p, "w"), v->size.w);
    return puck_put_F64(put_KEY(p, "h"), v->size.h);
}

static char *put_meta(char *p, const gen_document_meta *v)
{
    p = mp_encode_map(p, 3);
    p = puck_put_I64(put_KEY(p, "id"), v->id);
    p = puck_put_STR(put_KEY(p, "title"), v->title);
    p = mp_encode_map(put_KEY(p, "author"), 2 + v->author.has_karma);
    p = puck_put_STR(put_KEY(p, "name"), v->author.name);
    p = puck_put_STR(put_KEY(p, "mail"), v->author.mail);
    return v->author.has_karma ? puck_put_I64(put_KEY(p, "karma"), v->author.karma) : p;
}

size_t puckkinds_encode_document(kinds_state *s, const kinds_document *v)
{
    char *const out = (char *)s->out, *p = out;
    size_t room = 128 + v->meta.title.len + v->meta.author.name.len + v->meta.author.mail.len;
    for (uint32_t i = 0; i < v->items.count; i++) room += 80 + v->items.items[i].sku.len;
    for (uint32_t i = 0; i < v->tags.count; i++) room += 5 + v->tags.items[i].len;
    if (room > sizeof s->out) return 0;
    p = mp_encode_map(p, 3);
    p = put_meta(put_KEY(p, "meta"), &v->meta);
    p = mp_encode_array(put_KEY(p, "items"), v->items.count);
    for (uint32_t i = 0; i < v->items.count; i++) p = puck_put_entry(p, v->items.items + i);
    p = put_texts(put_KEY(p, "tags"), v->tags.items, v->tags.count);
    return (size_t)(p - out);
}
