/* SPDX-License-Identifier: MIT
 * Values that hold no others, at the bounds that schema, C and wire set them.
 */
#include "emit_make.h"
#include "../tree/node.h"

/* ---- integers */

/* Where the wire's formats begin and end, and C's types; as two's complement, negative ones first. */
static const struct {
    bool negative;
    uint64_t bits;
} make_edges[] = {{true, 0 - (UINT64_C(1) << 63)},
                  {true, 0 - (UINT64_C(1) << 31) - 1},
                  {true, 0 - (UINT64_C(1) << 31)},
                  {true, 0 - UINT64_C(32769)},
                  {true, 0 - UINT64_C(32768)},
                  {true, 0 - UINT64_C(129)},
                  {true, 0 - UINT64_C(128)},
                  {true, 0 - UINT64_C(33)},
                  {true, 0 - UINT64_C(32)},
                  {true, 0 - UINT64_C(1)},
                  {false, 0},
                  {false, 1},
                  {false, 127},
                  {false, 128},
                  {false, 255},
                  {false, 256},
                  {false, 32767},
                  {false, 32768},
                  {false, 65535},
                  {false, 65536},
                  {false, 0x7fffffff},
                  {false, 0x80000000},
                  {false, 0xffffffff},
                  {false, 0x100000000},
                  {false, INT64_MAX},
                  {false, UINT64_C(1) << 63},
                  {false, UINT64_MAX}};
enum { MAKE_EDGES = sizeof make_edges / sizeof make_edges[0] };

/* The bounds of the schema within those of the C type. */
static void made_int_bounds(const cinchi_shape *s, cinchi_int *lo, cinchi_int *hi)
{
    const char *type = cinchi_emit_int_type(s);
    bool is_signed = cinchi_emit_signed(s);
    unsigned bits = strstr(type, "64") ? 64 : strstr(type, "32") ? 32 : strstr(type, "16") ? 16 : 8;
    cinchi_int least = {is_signed, is_signed ? 0 - (UINT64_C(1) << (bits - 1)) : 0},
               most = {false, UINT64_MAX >> (64 - bits + (is_signed ? 1 : 0))};
    *lo = cinchi_int_order(s->as.integer.lo, least) > 0 ? s->as.integer.lo : least;
    *hi = cinchi_int_order(s->as.integer.hi, most) < 0 ? s->as.integer.hi : most;
}

/* The multiple of step next to v that is nearer to 0. */
static cinchi_int made_multiple(cinchi_int v, uint64_t step)
{
    uint64_t size = v.negative ? 0 - v.bits : v.bits;
    size -= step > 1 ? size % step : 0;
    v.bits = v.negative ? 0 - size : size;
    v.negative = v.negative && size;
    return v;
}

static void made_integer(emit_make *m, const cinchi_shape *s, uint64_t seed)
{
    cinchi_int lo, hi, v;
    uint64_t step = s->as.integer.step;
    made_int_bounds(s, &lo, &hi);
    v = m->variant == 0 ? lo : hi;
    for (unsigned i = 0; i < 40 && m->variant > 1; i++) {
        unsigned at = (unsigned)(cinchi_emit_mix(seed, i) % (MAKE_EDGES + 6));
        cinchi_int try = {false, cinchi_emit_mix(seed, 100 + i) >> (cinchi_emit_mix(seed, 200 + i) & 63)};
        if (at < MAKE_EDGES) try = (cinchi_int){make_edges[at].negative, make_edges[at].bits};
        if (cinchi_int_order(try, lo) < 0 || cinchi_int_order(try, hi) > 0) continue;
        v = try;
        break;
    }
    v = made_multiple(v, step);
    if (step > 1 && cinchi_int_order(v, lo) < 0) v = made_multiple(hi, step);
    if (v.negative)
        cinch_put_i64(&m->w, (int64_t)v.bits);
    else
        cinch_put_u64(&m->w, v.bits);
}

/* ---- numbers */

static bool made_within(const cinchi_number *n, double v)
{
    return !(n->has_lo && (n->lo_open ? v <= n->lo : v < n->lo)) && !(n->has_hi && (n->hi_open ? v >= n->hi : v > n->hi));
}

/* k steps, as the nearest double of that decimal. */
static double made_steps(const cinchi_number *n, int64_t k)
{
    double v = (double)n->step_digits * (double)k, ten = 1;
    for (int32_t i = n->step_exp < 0 ? -n->step_exp : n->step_exp; i > 0 && i <= 22; i--) ten *= 10;
    return n->step_exp < 0 ? v / ten : v * ten;
}

static double made_double(const emit_make *m, const cinchi_number *n, uint64_t seed)
{
    static const double some[] = {0, 1, -1, 0.5, -2.25, 1e10, -1e-10, 3.141592653589793, 1e300, 5e-324, 16777217, 0.1};
    double v = m->variant == 0 ? n->lo : n->hi, middle = n->lo / 2 + n->hi / 2;
    uint64_t least = 0;
    for (unsigned i = 0; n->has_step && i < 2000; i++) {
        int64_t k = (int64_t)(i + seed % 7) / 2 * (i & 1 ? -1 : 1);
        if (made_within(n, made_steps(n, k))) return made_steps(n, k);
    }
    if (m->variant < 2 && v - v == 0 && made_within(n, v)) return v;
    for (unsigned i = 0; i < 24; i++) {
        v = some[cinchi_emit_mix(seed, i) % (sizeof some / sizeof some[0])];
        if (made_within(n, v)) return v;
    }
    if (middle - middle == 0 && made_within(n, middle)) return middle;
    v = n->has_lo ? n->lo : n->hi; /* one bit further on */
    memcpy(&least, &v, sizeof v);
    least += n->has_lo == (v >= 0) ? 1 : UINT64_MAX;
    memcpy(&v, &least, sizeof v);
    return v;
}

static void made_number(emit_make *m, const cinchi_shape *s, uint64_t seed)
{
    double v = made_double(m, &s->as.number, seed);
    if (s->c_type != CINCHI_C_FLOAT)
        cinch_put_f64(&m->w, v);
    else
        cinch_put_f32(&m->w, v > 3e38 ? 3e38f : v < -3e38 ? -3e38f : (float)v);
}

/* ---- all others */

static void made_time(emit_make *m, uint64_t seed)
{
    static const int64_t seconds[] = {0, 1, 0xffffffff, 0x100000000, 0x3ffffffff, 0x400000000, -1, 253402300799};
    static const uint32_t nanoseconds[] = {0, 1, 999999999};
    cinch_time t;
    memset(&t, 0, sizeof t);
    t.sec = seconds[m->variant == 0 ? 0 : seed % 8];
    t.nsec = nanoseconds[m->variant == 0 ? 0 : (seed >> 8) % 3];
    cinch_put_time(&m->w, t);
}

/* One that the enum does not list, where there is room for it. */
static bool made_other(emit_make *m, const cinchi_shape *s, uint64_t seed)
{
    char text[8] = "other";
    cinch_node n;
    cinch_token t = {0};
    const emit_shape *c = emit_of(m->e, s);
    if (!s->as.choice.open || m->variant == 0 || seed % 3) return false;
    t.type = s->types & CINCH_BIT(CINCH_STR) ? CINCH_STR : s->types & CINCH_BIT(CINCH_I64) ? CINCH_I64 : CINCH_F64;
    t.len = t.type == CINCH_STR ? 5 : 0;
    if (t.type == CINCH_STR)
        t.as.str = text;
    else if (t.type == CINCH_I64)
        t.as.i64 = -((int64_t)(seed % 100000) + 1);
    else
        t.as.f64 = -1e-9;
    cinchi_node_from(&n, &t);
    if (!(s->types >> t.type & 1) || cinchi_choice_find(&s->as.choice, &n) < s->as.choice.count ||
        (c->storage == CINCH_EMIT_STATIC && c->cap < 9))
        return false;
    cinch_node_write(&n, &m->w);
    return true;
}

static void made_value(emit_make *m, const cinchi_choice *c, uint64_t seed)
{
    const cinchi_value *v = &c->values[m->variant == 0 ? 0 : m->variant == 1 ? c->count - 1 : seed % c->count];
    if (v->number)
        cinch_put_f64(&m->w, cinch_node_f64(v->node, 0));
    else
        cinch_node_write(v->node, &m->w);
}

static void made_map(emit_make *m, uint64_t pairs)
{
    cinch_put_map(&m->w, pairs > 100 ? 100 : (size_t)pairs);
    for (uint64_t i = 0; i < pairs && i < 100; i++) {
        char key[3] = {'k', (char)('0' + i / 10), (char)('0' + i % 10)};
        cinch_put_str(&m->w, key, 3);
        cinch_put_bool(&m->w, true);
    }
}

/* Anything, of some type that is allowed; in few bytes where they lie in the struct. */
static void made_any(emit_make *m, const cinchi_shape *s, uint64_t seed, bool nil)
{
    uint32_t types = s->types & ~(nil ? 0 : CINCH_BIT(CINCH_NIL));
    bool tight = emit_of(m->e, s)->storage == CINCH_EMIT_STATIC && emit_of(m->e, s)->cap < 32;
    for (unsigned i = 0; i < 64; i++) {
        uint64_t at = m->variant == 0 ? i : cinchi_emit_mix(seed, i) % 8;
        if (at == 0 && types & CINCH_BIT(CINCH_U64)) {
            cinch_put_u64(&m->w, 7);
            return;
        }
        if (at == 1 && types & CINCH_BIT(CINCH_NIL)) {
            cinch_put_nil(&m->w);
            return;
        }
        if (at == 2 && types & CINCH_BIT(CINCH_BOOL)) {
            cinch_put_bool(&m->w, true);
            return;
        }
        if (at == 3 && types & CINCH_BIT(CINCH_STR)) {
            cinch_put_str(&m->w, "x", tight ? 0 : 1);
            return;
        }
        if (at == 4 && types & CINCH_BIT(CINCH_MAP)) {
            made_map(m, s->as.any.min_pairs > !tight ? s->as.any.min_pairs : !tight);
            return;
        }
        if (at == 5 && types & CINCH_BIT(CINCH_ARRAY)) {
            cinch_put_array(&m->w, 1);
            cinch_put_i64(&m->w, -5);
            return;
        }
        if (at == 6 && types & CINCH_BIT(CINCH_F64) && !tight) {
            cinch_put_f64(&m->w, 0.5);
            return;
        }
        if (at == 7 && types & CINCH_BIT(CINCH_BIN)) {
            cinch_put_bin(&m->w, "\xc1", 1);
            return;
        }
    }
    cinch_put_ext(&m->w, 1, "", 0);
}

void cinchi_emit_make_scalar(emit_make *m, const cinchi_shape *s, uint64_t seed, bool nil)
{
    switch (s->kind) {
    case CINCHI_IS_BOOL: cinch_put_bool(&m->w, m->variant == 1 || seed & 1); break;
    case CINCHI_IS_INT: made_integer(m, s, seed); break;
    case CINCHI_IS_NUMBER: made_number(m, s, seed); break;
    case CINCHI_IS_TIME: made_time(m, seed); break;
    case CINCHI_IS_ENUM:
        if (!made_other(m, s, seed)) made_value(m, &s->as.choice, seed);
        break;
    case CINCHI_IS_ANY: made_any(m, s, seed, nil); break;
    case CINCHI_IS_STR:
    case CINCHI_IS_BIN:
    case CINCHI_IS_EXT: cinchi_emit_make_text(m, s, seed); break;
    default: cinch_put_nil(&m->w);
    }
}
