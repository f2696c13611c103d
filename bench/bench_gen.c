/* SPDX-License-Identifier: MIT
 * Generated inputs, the same on every machine: stand-ins of the character of three well-known JSON files (texts and records, small
 * integers under repeated keys, doubles), an adversarially random document, event envelopes, strings.
 */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>

uint64_t bench_random(uint64_t *seed)
{
    uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

typedef struct fake_state {
    bench_pool *pool;
    uint64_t seed;
} fake_state;

static uint32_t fake_below(fake_state *g, uint32_t limit)
{
    return (uint32_t)((bench_random(&g->seed) >> 32) * limit >> 32);
}

static bench_node fake_text(fake_state *g, const char *s, size_t len)
{
    bench_node n = {0};
    char *copy = (char *)bench_pool_get(g->pool, len + 1);
    memcpy(copy, s, len);
    n.type = BENCH_STR;
    n.len = (uint32_t)len;
    n.as.str = copy;
    return n;
}

__attribute__((format(printf, 2, 3))) static bench_node fake_format(fake_state *g, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return fake_text(g, text, (size_t)len);
}

static bench_node fake_nil(void)
{
    return (bench_node){0};
}

static bench_node fake_bool(bool v)
{
    bench_node n = {0};
    n.type = BENCH_BOOL;
    n.len = v;
    return n;
}

static bench_node fake_int(int64_t v)
{
    bench_node n = {0};
    n.type = v < 0 ? BENCH_I64 : BENCH_U64;
    n.as.i64 = v;
    return n;
}

static bench_node fake_f64(double v)
{
    bench_node n = {0};
    n.type = BENCH_F64;
    n.as.f64 = v;
    return n;
}

/* A container with room for count items or pairs; fake_add and fake_pair fill it. */
static bench_node fake_container(fake_state *g, bench_type type, uint32_t count)
{
    bench_node n = {0};
    n.type = (uint32_t)type;
    n.as.kids = (bench_node *)bench_pool_get(g->pool, (size_t)count * (type == BENCH_MAP ? 2 : 1) * sizeof n);
    return n;
}

static void fake_add(bench_node *array, bench_node v)
{
    ((bench_node *)(uintptr_t)array->as.kids)[array->len++] = v;
}

static void fake_put(bench_node *map, bench_node key, bench_node v)
{
    bench_node *kids = (bench_node *)(uintptr_t)map->as.kids + 2 * map->len++;
    kids[0] = key;
    kids[1] = v;
}

static void fake_pair(fake_state *g, bench_node *map, const char *key, bench_node v)
{
    fake_put(map, fake_text(g, key, strlen(key)), v);
}

static bench_node fake_words(fake_state *g, uint32_t bytes)
{
    static const char *const words[] = {"the",    "日本語", "de",     "señor", "クイズ", "release", "été",      "ok",
                                        "update", "です",   "\"so\"", "for",   "今日は", "naïve",   "v2\n",     "😀",
                                        "https:", "//",     "market", "a",     "Straße", "of",      "ありがと", "RT"};
    char text[600];
    uint32_t len = 0;
    while (len < bytes) {
        const char *w = words[fake_below(g, sizeof words / sizeof *words)];
        size_t n = strlen(w);
        if (len + n + 1 > bytes && len) break;
        memcpy(text + len, w, n);
        len += (uint32_t)n;
        text[len++] = ' ';
    }
    return fake_text(g, text, len);
}

/* ---- texts and records */

static bench_node fake_status_user(fake_state *g)
{
    static const char *const flags[] = {"protected",     "geo_enabled", "verified",        "contributors_enabled",
                                        "is_translator", "following",   "default_profile", "notifications"};
    static const char *const counts[] = {"followers_count", "friends_count", "listed_count", "favourites_count",
                                         "statuses_count"};
    static const char *const colors[] = {"profile_background_color", "profile_link_color", "profile_text_color"};
    static const char *const urls[] = {"profile_background_image_url", "profile_image_url", "profile_image_url_https",
                                       "profile_banner_url"};
    bench_node u = fake_container(g, BENCH_MAP, 32);
    int64_t id = fake_below(g, UINT32_MAX);
    fake_pair(g, &u, "id", fake_int(id));
    fake_pair(g, &u, "id_str", fake_format(g, "%lld", (long long)id));
    fake_pair(g, &u, "name", fake_words(g, 4 + fake_below(g, 16)));
    fake_pair(g, &u, "screen_name", fake_format(g, "user_%x", fake_below(g, UINT32_MAX)));
    fake_pair(g, &u, "location", fake_words(g, fake_below(g, 24)));
    fake_pair(g, &u, "description", fake_words(g, fake_below(g, 240)));
    fake_pair(g, &u, "url", fake_below(g, 2) ? fake_nil() : fake_format(g, "http://t.co/%08x", fake_below(g, UINT32_MAX)));
    for (size_t i = 0; i < 5; i++) fake_pair(g, &u, counts[i], fake_int(fake_below(g, 1u << fake_below(g, 18))));
    for (size_t i = 0; i < 8; i++) fake_pair(g, &u, flags[i], fake_bool(fake_below(g, 8) == 0));
    for (size_t i = 0; i < 3; i++) fake_pair(g, &u, colors[i], fake_format(g, "%06X", fake_below(g, 1 << 24)));
    for (size_t i = 0; i < 4; i++) {
        fake_pair(g, &u, urls[i],
                  fake_format(g, "https://pbs.example.com/images/%u/photo_normal_%08x.jpeg", fake_below(g, 1 << 20),
                              fake_below(g, UINT32_MAX)));
    }
    fake_pair(
        g, &u, "created_at",
        fake_format(g, "Sat Feb %02u %02u:%02u:17 +0000 2012", fake_below(g, 28) + 1, fake_below(g, 24), fake_below(g, 60)));
    fake_pair(g, &u, "utc_offset", fake_below(g, 2) ? fake_nil() : fake_int(32400));
    fake_pair(g, &u, "lang", fake_text(g, "ja", 2));
    return u;
}

static bench_node fake_status_entities(fake_state *g)
{
    static const char *const kinds[] = {"hashtags", "symbols", "urls", "user_mentions"};
    bench_node e = fake_container(g, BENCH_MAP, 4);
    for (size_t k = 0; k < 4; k++) {
        uint32_t count = fake_below(g, 3) == 0 ? 1 + fake_below(g, 2) : 0;
        bench_node list = fake_container(g, BENCH_ARRAY, count);
        for (uint32_t i = 0; i < count; i++) {
            bench_node item = fake_container(g, BENCH_MAP, 2), at = fake_container(g, BENCH_ARRAY, 2);
            fake_add(&at, fake_int(fake_below(g, 60)));
            fake_add(&at, fake_int(60 + fake_below(g, 80)));
            fake_pair(g, &item, "screen_name", fake_format(g, "user_%x", fake_below(g, UINT32_MAX)));
            fake_pair(g, &item, "indices", at);
            fake_add(&list, item);
        }
        fake_pair(g, &e, kinds[k], list);
    }
    return e;
}

static bench_node fake_status(fake_state *g, bool again)
{
    static const char *const nils[] = {"in_reply_to_status_id", "in_reply_to_user_id", "geo", "coordinates", "place",
                                       "contributors"};
    bench_node s = fake_container(g, BENCH_MAP, 24), meta = fake_container(g, BENCH_MAP, 2);
    int64_t id = INT64_C(505874924095815681) + fake_below(g, UINT32_MAX);
    fake_pair(g, &meta, "result_type", fake_text(g, "recent", 6));
    fake_pair(g, &meta, "iso_language_code", fake_text(g, "ja", 2));
    fake_pair(g, &s, "metadata", meta);
    fake_pair(g, &s, "created_at", fake_format(g, "Sun Aug 31 00:%02u:%02u +0000 2014", fake_below(g, 60), fake_below(g, 60)));
    fake_pair(g, &s, "id", fake_int(id));
    fake_pair(g, &s, "id_str", fake_format(g, "%lld", (long long)id));
    fake_pair(g, &s, "text", fake_words(g, 40 + fake_below(g, 300)));
    fake_pair(g, &s, "source",
              fake_format(g, "<a href=\"http://example.com/%u\" rel=\"nofollow\">Client</a>", fake_below(g, 50)));
    fake_pair(g, &s, "truncated", fake_bool(false));
    for (size_t i = 0; i < 6; i++) fake_pair(g, &s, nils[i], fake_nil());
    fake_pair(g, &s, "user", fake_status_user(g));
    if (again) fake_pair(g, &s, "retweeted_status", fake_status(g, false));
    fake_pair(g, &s, "retweet_count", fake_int(fake_below(g, 400)));
    fake_pair(g, &s, "favorite_count", fake_int(fake_below(g, 40)));
    fake_pair(g, &s, "entities", fake_status_entities(g));
    fake_pair(g, &s, "favorited", fake_bool(false));
    fake_pair(g, &s, "retweeted", fake_bool(false));
    fake_pair(g, &s, "lang", fake_text(g, "ja", 2));
    return s;
}

static bench_node fake_twitter(fake_state *g)
{
    bench_node root = fake_container(g, BENCH_MAP, 2), list = fake_container(g, BENCH_ARRAY, 130),
               meta = fake_container(g, BENCH_MAP, 2);
    for (int i = 0; i < 130; i++) fake_add(&list, fake_status(g, fake_below(g, 4) != 0));
    fake_pair(g, &meta, "completed_in", fake_f64(0.087));
    fake_pair(g, &meta, "count", fake_int(130));
    fake_pair(g, &root, "statuses", list);
    fake_pair(g, &root, "search_metadata", meta);
    return root;
}

/* ---- small integers under repeated keys */

static bench_node fake_prices(fake_state *g)
{
    uint32_t count = 2 + fake_below(g, 4);
    bench_node list = fake_container(g, BENCH_ARRAY, count);
    for (uint32_t i = 0; i < count; i++) {
        bench_node p = fake_container(g, BENCH_MAP, 3);
        fake_pair(g, &p, "amount", fake_int(1000 * (1 + fake_below(g, 200))));
        fake_pair(g, &p, "audienceSubCategoryId", fake_int(337100890));
        fake_pair(g, &p, "seatCategoryId", fake_int(338937235 + fake_below(g, 4096)));
        fake_add(&list, p);
    }
    return list;
}

static bench_node fake_seats(fake_state *g)
{
    uint32_t count = 2 + fake_below(g, 4);
    bench_node list = fake_container(g, BENCH_ARRAY, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t areas = 1 + fake_below(g, 16);
        bench_node seat = fake_container(g, BENCH_MAP, 2), ids = fake_container(g, BENCH_ARRAY, areas);
        for (uint32_t k = 0; k < areas; k++) {
            bench_node area = fake_container(g, BENCH_MAP, 2);
            fake_pair(g, &area, "areaId", fake_int(205705993 + fake_below(g, 64)));
            fake_pair(g, &area, "blockIds", fake_container(g, BENCH_ARRAY, 0));
            fake_add(&ids, area);
        }
        fake_pair(g, &seat, "areas", ids);
        fake_pair(g, &seat, "seatCategoryId", fake_int(338937235 + fake_below(g, 4096)));
        fake_add(&list, seat);
    }
    return list;
}

static bench_node fake_citm(fake_state *g)
{
    enum { EVENTS = 184, SHOWS = 243 };
    bench_node root = fake_container(g, BENCH_MAP, 2), events = fake_container(g, BENCH_MAP, EVENTS),
               shows = fake_container(g, BENCH_ARRAY, SHOWS);
    for (int i = 0; i < EVENTS; i++) {
        bench_node e = fake_container(g, BENCH_MAP, 6), topics = fake_container(g, BENCH_ARRAY, 3);
        for (int k = 0; k < 3; k++) fake_add(&topics, fake_int(324846098 + fake_below(g, 20)));
        fake_pair(g, &e, "description", fake_nil());
        fake_pair(g, &e, "id", fake_int(138586341 + i));
        fake_pair(g, &e, "logo",
                  fake_below(g, 2) ? fake_nil()
                                   : fake_format(g, "/images/UE0AAAAACEKo%06xwAAAAVDSVRN", fake_below(g, 1 << 24)));
        fake_pair(g, &e, "name", fake_words(g, 10 + fake_below(g, 20)));
        fake_pair(g, &e, "subTopicIds", topics);
        fake_pair(g, &e, "subtitle", fake_nil());
        fake_put(&events, fake_format(g, "%d", 138586341 + i), e);
    }
    for (int i = 0; i < SHOWS; i++) {
        bench_node s = fake_container(g, BENCH_MAP, 8);
        fake_pair(g, &s, "eventId", fake_int(138586341 + fake_below(g, EVENTS)));
        fake_pair(g, &s, "id", fake_int(339887544 + i));
        fake_pair(g, &s, "logo", fake_nil());
        fake_pair(g, &s, "name", fake_nil());
        fake_pair(g, &s, "prices", fake_prices(g));
        fake_pair(g, &s, "seatCategories", fake_seats(g));
        fake_pair(g, &s, "start", fake_int(INT64_C(1372701600000) + 1000 * (int64_t)fake_below(g, 40000000)));
        fake_pair(g, &s, "venueCode", fake_text(g, "PLEYEL_PLEYEL", 13));
        fake_add(&shows, s);
    }
    fake_pair(g, &root, "events", events);
    fake_pair(g, &root, "performances", shows);
    return root;
}

/* ---- doubles */

static bench_node fake_canada(fake_state *g)
{
    enum { RINGS = 480 };
    bench_node root = fake_container(g, BENCH_MAP, 3), name = fake_container(g, BENCH_MAP, 1),
               shape = fake_container(g, BENCH_MAP, 2);
    bench_node rings = fake_container(g, BENCH_ARRAY, RINGS);
    for (int i = 0; i < RINGS; i++) {
        uint32_t count = 1 + fake_below(g, 1u << (4 + fake_below(g, 6)));
        bench_node ring = fake_container(g, BENCH_ARRAY, count);
        double x = -140 + 80.0 * fake_below(g, 1 << 20) / (1 << 20), y = 42 + 40.0 * fake_below(g, 1 << 20) / (1 << 20);
        for (uint32_t k = 0; k < count; k++) {
            bench_node at = fake_container(g, BENCH_ARRAY, 2);
            x += (fake_below(g, 1 << 20) - (1 << 19)) * 1e-7;
            y += (fake_below(g, 1 << 20) - (1 << 19)) * 1e-7;
            fake_add(&at, fake_f64(x));
            fake_add(&at, fake_f64(y));
            fake_add(&ring, at);
        }
        fake_add(&rings, ring);
    }
    fake_pair(g, &name, "name", fake_text(g, "Polygons", 8));
    fake_pair(g, &shape, "type", fake_text(g, "Polygon", 7));
    fake_pair(g, &shape, "coordinates", rings);
    fake_pair(g, &root, "type", fake_text(g, "Feature", 7));
    fake_pair(g, &root, "properties", name);
    fake_pair(g, &root, "geometry", shape);
    return root;
}

/* ---- nothing to predict: types, widths, lengths and nesting at random, no key twice */

static double fake_random_f64(fake_state *g)
{
    uint64_t bits = bench_random(&g->seed);
    double v;
    if (fake_below(g, 2)) return (double)(int64_t)bits / 65536.0 / (1u << fake_below(g, 31));
    if ((bits >> 52 & 0x7ff) == 0x7ff || (bits >> 52 & 0x7ff) == 0)
        bits ^= UINT64_C(0x4000000000000000); /* no NaN, infinity, subnormal */
    memcpy(&v, &bits, 8);
    return v;
}

static bench_node fake_random_text(fake_state *g, uint32_t serial)
{
    uint32_t len = fake_below(g, 1u << fake_below(g, 9));
    char text[600];
    int at = serial ? sprintf(text, "%x:", serial) : 0; /* in keys only: makes them distinct */
    for (uint32_t i = 0; i < len; i++) {
        uint32_t kind = fake_below(g, 24);
        if (kind == 0) {
            at += sprintf(text + at, "é");
            i++;
        } else if (kind == 1 && i + 2 < len) {
            at += sprintf(text + at, "語");
            i += 2;
        } else {
            text[at++] = (char)(kind == 2 ? '"' : 0x20 + fake_below(g, 95));
        }
    }
    return fake_text(g, text, (size_t)at);
}

static bench_node fake_random_leaf(fake_state *g)
{
    uint64_t v = bench_random(&g->seed) >> (1 + fake_below(g, 63));
    switch (fake_below(g, 8)) {
    case 0: return fake_nil();
    case 1: return fake_bool(fake_below(g, 2) != 0);
    case 2: return fake_f64(fake_random_f64(g));
    case 3: return fake_int(-(int64_t)v - 1);
    case 4:
    case 5: return fake_int((int64_t)v);
    default: return fake_random_text(g, 0);
    }
}

static bench_node fake_random_value(fake_state *g, uint32_t *left, uint32_t *serial, int depth)
{
    uint32_t kind = fake_below(g, 4), count;
    if (*left) --*left;
    if (depth > 0 && (kind > 1 || depth == BENCH_DEPTH - 2 || *left == 0)) return fake_random_leaf(g);
    count = depth == 0 ? 3000 : fake_below(g, 1u << fake_below(g, 6));
    bench_node n = fake_container(g, kind == 0 && depth ? BENCH_MAP : BENCH_ARRAY, count);
    for (uint32_t i = 0; i < count && *left; i++) {
        if (n.type == BENCH_MAP) {
            bench_node key = fake_random_text(g, ++*serial);
            fake_put(&n, key, fake_random_value(g, left, serial, depth + 1));
        } else {
            fake_add(&n, fake_random_value(g, left, serial, depth + 1));
        }
    }
    return n;
}

void bench_gen_random(bench_pool *pool, uint64_t seed, bench_node *root)
{
    fake_state g = {pool, seed * 1000003};
    uint32_t left = 5000, serial = 0;
    *root = fake_random_value(&g, &left, &serial, 0);
}

bool bench_gen_document(bench_pool *pool, const char *name, bench_node *root)
{
    fake_state g = {pool, 42};
    if (strcmp(name, "twitter") == 0) {
        *root = fake_twitter(&g);
    } else if (strcmp(name, "citm") == 0) {
        *root = fake_citm(&g);
    } else if (strcmp(name, "canada") == 0) {
        *root = fake_canada(&g);
    } else {
        return false;
    }
    return true;
}

/* ---- messages */

static bench_node fake_order(fake_state *g)
{
    uint32_t lines = 1 + fake_below(g, 2);
    bench_node data = fake_container(g, BENCH_MAP, 6), list = fake_container(g, BENCH_ARRAY, lines);
    for (uint32_t i = 0; i < lines; i++) {
        bench_node line = fake_container(g, BENCH_MAP, 3);
        fake_pair(g, &line, "sku", fake_format(g, "SKU-%u", fake_below(g, 1u << (8 + fake_below(g, 16)))));
        fake_pair(g, &line, "qty", fake_int(1 + fake_below(g, 12)));
        fake_pair(g, &line, "price", fake_f64(fake_below(g, 100000) / 100.0));
        fake_add(&list, line);
    }
    fake_pair(g, &data, "user", fake_int(fake_below(g, 1u << (8 + fake_below(g, 24)))));
    fake_pair(g, &data, "amount", fake_f64(fake_below(g, 1000000) / 100.0));
    fake_pair(g, &data, "currency", fake_text(g, "EUR", 3));
    fake_pair(g, &data, "lines", list);
    if (fake_below(g, 2)) fake_pair(g, &data, "note", fake_words(g, fake_below(g, 60)));
    return data;
}

void bench_gen_envelope(bench_pool *pool, uint64_t seed, bench_node *root)
{
    static const char *const types[] = {"order.created", "order.paid",           "order.cancelled",
                                        "user.login",    "user.address_changed", "cart.item_added"};
    fake_state g = {pool, seed * 1000003};
    uint64_t a = bench_random(&g.seed), b = bench_random(&g.seed);
    bench_node trace = fake_container(&g, BENCH_MAP, 2);
    *root = fake_container(&g, BENCH_MAP, 10);
    fake_pair(&g, root, "id",
              fake_format(&g, "%08x-%04x-4%03x-%04x-%012llx", (unsigned)(a >> 32), (unsigned)(a >> 16 & 0xffff),
                          (unsigned)(a & 0xfff), (unsigned)(b >> 48), (unsigned long long)(b & UINT64_C(0xffffffffffff))));
    fake_pair(&g, root, "type", fake_format(&g, "%s", types[fake_below(&g, 6)]));
    fake_pair(&g, root, "source", fake_format(&g, "/shops/eu-%u/checkout", fake_below(&g, 300)));
    fake_pair(&g, root, "time", fake_int(INT64_C(1700000000000) + fake_below(&g, UINT32_MAX)));
    fake_pair(&g, root, "seq", fake_int(fake_below(&g, 1u << (4 + fake_below(&g, 28)))));
    fake_pair(&g, root, "retry", fake_int(fake_below(&g, 4)));
    fake_pair(&g, root, "live", fake_bool(fake_below(&g, 8) != 0));
    fake_pair(&g, root, "subject", fake_below(&g, 3) ? fake_format(&g, "cust-%u", fake_below(&g, 1000000)) : fake_nil());
    fake_pair(&g, &trace, "id",
              fake_format(&g, "%016llx%016llx", (unsigned long long)bench_random(&g.seed), (unsigned long long)a));
    fake_pair(&g, &trace, "span", fake_format(&g, "%016llx", (unsigned long long)b));
    fake_pair(&g, root, "trace", trace);
    fake_pair(&g, root, "data", fake_order(&g));
}

void bench_gen_strings(bench_pool *pool, uint64_t seed, bench_node *root)
{
    fake_state g = {pool, seed * 7919};
    *root = fake_container(&g, BENCH_ARRAY, 32);
    for (int i = 0; i < 32; i++) {
        char text[40];
        uint32_t len = 3 + fake_below(&g, 38);
        for (uint32_t k = 0; k < len; k++) text[k] = (char)('a' + fake_below(&g, 26));
        fake_add(root, fake_text(&g, text, len));
    }
}
