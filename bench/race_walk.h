/* SPDX-License-Identifier: MIT
 * The one walk over the neutral tree that every writer races with. The file that includes it defines WALK_NAME, WALK_OUT (the type that
 * is passed along and returned: a position or a pointer to a writer) and WALK_{NIL,BOOL,U64,I64,F64,STR,ARRAY,MAP}(out, value...), each
 * an expression that gives the next WALK_OUT. No calls to itself, so that a position can stay in a register.
 */
static inline WALK_OUT WALK_NAME(WALK_OUT out, const bench_node *root)
{
    struct {
        const bench_node *at, *end;
    } stack[BENCH_DEPTH + 1];
    const bench_node *up = NULL, *up_end = NULL;
    size_t depth = 0;
    const bench_node *n = root, *end = root + 1;
    for (;;) {
        while (n == end) {
            if (depth == 0) return out;
            n = up;
            end = up_end;
            up = stack[--depth].at;
            up_end = stack[depth].end;
        }
        const bench_node *v = n++;
        switch ((bench_type)v->type) {
        case BENCH_NIL: out = WALK_NIL(out); break;
        case BENCH_BOOL: out = WALK_BOOL(out, v->len != 0); break;
        case BENCH_U64: out = WALK_U64(out, v->as.u64); break;
        case BENCH_I64: out = WALK_I64(out, v->as.i64); break;
        case BENCH_F64: out = WALK_F64(out, v->as.f64); break;
        case BENCH_STR: out = WALK_STR(out, v->as.str, v->len); break;
        case BENCH_ARRAY:
        case BENCH_MAP:
            out = v->type == BENCH_MAP ? WALK_MAP(out, v->len) : WALK_ARRAY(out, v->len);
            stack[depth].at = up;
            stack[depth++].end = up_end;
            up = n;
            up_end = end;
            n = v->as.kids;
            end = n + ((size_t)v->len << (v->type == BENCH_MAP));
            break;
        }
    }
}
