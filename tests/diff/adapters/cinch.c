/* SPDX-License-Identifier: MIT
 * peer: cinch
 * needs: gcc libc6-dev
 * build: cc -O2 -Iinclude tests/diff/adapters/cinch.c $OUT/cinch_all.o -o $OUT/cinch
 * run: $OUT/cinch
 * quick: yes
 *
 * cinch as its own peer, by another way than the harness takes: a tree, and what is written from it. It shows that the harness
 * finds nothing where there is nothing.
 */
#include "cinch/cinch.h"
#include "lib/serve_c.h"

static void cinch_text(const cinch_node *n, struct reply *out);

static void cinch_text_kids(const cinch_node *n, struct reply *out)
{
    bool map = n->type == CINCH_MAP;
    reply_print(out, map ? "{" : "[");
    for (uint32_t i = 0; i < n->len; i++) {
        if (i) reply_print(out, ",");
        cinch_text(map ? cinch_node_key(n, i) : cinch_node_at(n, i), out);
        if (!map) continue;
        reply_print(out, "=");
        cinch_text(cinch_node_value(n, i), out);
    }
    reply_print(out, map ? "}" : "]");
}

/* The harness asks for text of what it wrote, at most a few levels deep; a tree has at most 512. */
static void cinch_text(const cinch_node *n, struct reply *out)
{
    switch (cinch_node_type(n)) {
    case CINCH_NIL: reply_print(out, "N"); break;
    case CINCH_BOOL: reply_print(out, n->as.b ? "T" : "F"); break;
    case CINCH_U64: reply_print(out, "i%" PRIu64, n->as.u64); break;
    case CINCH_I64: reply_print(out, "i%" PRId64, n->as.i64); break;
    case CINCH_F32: reply_f32(out, n->as.f32); break;
    case CINCH_F64: reply_f64(out, n->as.f64); break;
    case CINCH_STR: reply_print(out, "s"), reply_hex(out, n->as.str, n->len); break;
    case CINCH_BIN: reply_print(out, "b"), reply_hex(out, n->as.ptr, n->len); break;
    case CINCH_EXT: reply_print(out, "x%d:", n->ext), reply_hex(out, n->as.ptr, n->len); break;
    default: cinch_text_kids(n, out);
    }
}

static char cinch_answer(char op, const uint8_t *p, size_t len, struct reply *out)
{
    static cinch_tree tree; /* all zero is what init makes of it, but for the allocator */
    static bool ready;
    cinch_read_opts opts = CINCH_ZERO;
    cinch_diag why;
    if (!ready) cinch_tree_init(&tree, NULL), ready = true;
    if (!strchr("eva", op)) return '?';
    if (op != 'a') opts.flags = CINCH_RAW_TIME;
    if (cinch_tree_parse(&tree, p, len, &opts, &why) != CINCH_OK) {
        cinch_explain(&why, p, len, (char *)reply_room(out, 200), 200);
        out->len = strlen((char *)out->ptr);
        return '-';
    }
    if (op == 'v') cinch_text(tree.root, out);
    if (op != 'e') return '+';
    cinch_writer w;
    cinch_bin msg = {NULL, 0};
    cinch_writer_init_grow(&w, NULL, len);
    cinch_node_write(tree.root, &w);
    bool fine = cinch_writer_finish(&w, &msg, NULL) == CINCH_OK;
    if (fine) memcpy(reply_room(out, msg.len), msg.ptr, msg.len);
    cinch_writer_free(&w);
    return fine ? '+' : '-';
}

int main(void)
{
    char version[32];
    uint32_t v = cinch_version();
    snprintf(version, sizeof version, "%u.%u.%u", v >> 16, v >> 8 & 255, v & 255);
    return serve_peer(cinch_answer, "cinch", version,
                      "u64 i64 f32 f64 bits int-float bin ext time dup order utf8-raw nil-key any-key");
}
