/* SPDX-License-Identifier: MIT
 * peer: libmpack
 * needs: gcc libc6-dev libmpack-dev
 * build: cc -O2 tests/diff/adapters/libmpack.c -lmpack -o $OUT/libmpack
 * run: $OUT/libmpack
 * quick: yes
 *
 * mpack_parse calls enter and exit for each node; what its tokens hold is taken out by mpack_unpack_* and packed again by
 * mpack_pack_*. A float is a double there, whatever it was; mpack_pack_float writes 4 bytes where they are enough.
 */
#include <mpack.h>

#include "lib/serve_c.h"

struct mpack_walk {
    struct reply *out;
    char op;
};

static void walk_write(struct reply *out, mpack_token_t token)
{
    mpack_tokbuf_t buffer = MPACK_TOKBUF_INITIAL_VALUE;
    size_t at = out->len, room = MPACK_MAX_TOKEN_LEN + (token.type == MPACK_TOKEN_CHUNK ? token.length : 0), left = room;
    char *p = (char *)reply_room(out, room);
    if (mpack_write(&buffer, &p, &left, &token) != MPACK_OK) exit(3);
    out->len = at + room - left;
}

static void walk_bytes(struct reply *out, const mpack_token_t *t)
{
    switch (t->type) {
    case MPACK_TOKEN_NIL: walk_write(out, mpack_pack_nil()); break;
    case MPACK_TOKEN_BOOLEAN: walk_write(out, mpack_pack_boolean(mpack_unpack_boolean(*t))); break;
    case MPACK_TOKEN_UINT: walk_write(out, mpack_pack_uint(mpack_unpack_uint(*t))); break;
    case MPACK_TOKEN_SINT: walk_write(out, mpack_pack_sint(mpack_unpack_sint(*t))); break;
    case MPACK_TOKEN_FLOAT: walk_write(out, mpack_pack_float(mpack_unpack_float(*t))); break;
    case MPACK_TOKEN_STR: walk_write(out, mpack_pack_str(t->length)); break;
    case MPACK_TOKEN_BIN: walk_write(out, mpack_pack_bin(t->length)); break;
    case MPACK_TOKEN_EXT: walk_write(out, mpack_pack_ext(t->data.ext_type, t->length)); break;
    case MPACK_TOKEN_ARRAY: walk_write(out, mpack_pack_array(t->length)); break;
    case MPACK_TOKEN_MAP: walk_write(out, mpack_pack_map(t->length)); break;
    default: memcpy(reply_room(out, t->length), t->data.chunk_ptr, t->length);
    }
}

static void walk_text(struct reply *out, const mpack_token_t *t)
{
    switch (t->type) {
    case MPACK_TOKEN_NIL: reply_print(out, "N"); break;
    case MPACK_TOKEN_BOOLEAN: reply_print(out, mpack_unpack_boolean(*t) ? "T" : "F"); break;
    case MPACK_TOKEN_UINT: reply_print(out, "i%llu", mpack_unpack_uint(*t)); break;
    case MPACK_TOKEN_SINT: reply_print(out, "i%lld", mpack_unpack_sint(*t)); break;
    case MPACK_TOKEN_FLOAT: reply_f64(out, mpack_unpack_float(*t)); break;
    case MPACK_TOKEN_STR: reply_print(out, "s"); break;
    case MPACK_TOKEN_BIN: reply_print(out, "b"); break;
    case MPACK_TOKEN_EXT: reply_print(out, "x%d:", t->data.ext_type); break;
    case MPACK_TOKEN_ARRAY: reply_print(out, "["); break;
    case MPACK_TOKEN_MAP: reply_print(out, "{"); break;
    default: reply_hex(out, t->data.chunk_ptr, t->length);
    }
}

static void walk_enter(mpack_parser_t *parser, mpack_node_t *node)
{
    struct mpack_walk *walk = (struct mpack_walk *)parser->data.p;
    mpack_node_t *parent = MPACK_PARENT_NODE(node);
    if (walk->op == 'e') walk_bytes(walk->out, &node->tok);
    if (walk->op != 'v') return;
    if (parent && node->tok.type != MPACK_TOKEN_CHUNK) {
        bool value = parent->tok.type == MPACK_TOKEN_MAP && parent->data[0].u % 2;
        if (parent->data[0].u++) reply_print(walk->out, value ? "=" : ",");
    }
    walk_text(walk->out, &node->tok);
}

static void walk_exit(mpack_parser_t *parser, mpack_node_t *node)
{
    struct mpack_walk *walk = (struct mpack_walk *)parser->data.p;
    if (walk->op != 'v') return;
    if (node->tok.type == MPACK_TOKEN_ARRAY) reply_print(walk->out, "]");
    if (node->tok.type == MPACK_TOKEN_MAP) reply_print(walk->out, "}");
}

static char walk_answer(char op, const uint8_t *p, size_t len, struct reply *out)
{
    mpack_parser_t parser;
    struct mpack_walk walk = {out, op};
    const char *at = (const char *)p;
    size_t left = len;
    if (!strchr("eva", op)) return '?';
    mpack_parser_init(&parser, 0);
    parser.data.p = &walk;
    int status = len ? mpack_parse(&parser, &at, &left, walk_enter, walk_exit) : MPACK_EOF;
    if (status == MPACK_OK && left == 0) return '+';
    out->len = 0;
    reply_print(out, "mpack_parse gives %d, %zu bytes left", status, left);
    return '-';
}

int main(void)
{
    return serve_peer(walk_answer, "libmpack", "1.0.5",
                      "u64 i64 f64 int-float bin ext time dup order utf8-raw nil-key any-key");
}
