/* SPDX-License-Identifier: MIT
 * What differs between two messages: a walk over two trees in step. Maps are merged in the order of their keys.
 */
#include "cinch/edit.h"
#include "edit_pair.h"
#include "../base/num.h"
#include "../tree/node.h"
#include "../tree/node_code.h"

typedef struct diff_level {
    const cinch_node *a, *b; /* two arrays, or two maps */
    uint32_t ia, ib;         /* the items or pairs, in the order of keys, that come next */
    uint64_t path;           /* the pointer's length at this level */
} diff_level;

typedef struct diff_walk {
    cinch_writer path; /* text: the pointer */
    cinch_diff_fn fn;
    void *user;
    uint32_t depth;
    bool stop;
    diff_level levels[CINCH_DEPTH];
} diff_walk;

static void diff_escaped(cinch_writer *path, const char *s, size_t len)
{
    size_t from = 0;
    for (size_t i = 0; i < len; i++) {
        if (s[i] != '~' && s[i] != '/') continue;
        cinch_put_raw(path, s + from, i - from);
        cinch_put_raw(path, s[i] == '~' ? "~0" : "~1", 2);
        from = i + 1;
    }
    cinch_put_raw(path, s + from, len - from);
}

/* A key's token, as cinch_locate writes it. */
static void diff_key(cinch_writer *path, const cinch_node *key)
{
    char text[CINCHI_INT_TEXT];
    cinch_put_raw(path, "/", 1);
    switch (cinch_node_type(key)) {
    case CINCH_STR: diff_escaped(path, key->as.str, key->len); break;
    case CINCH_U64: cinch_put_raw(path, text, cinchi_num_put_u64(text, key->as.u64)); break;
    case CINCH_I64: cinch_put_raw(path, text, cinchi_num_put_i64(text, key->as.i64)); break;
    default: cinch_put_raw(path, "~", 1);
    }
}

static void diff_index(cinch_writer *path, uint32_t index)
{
    char text[CINCHI_INT_TEXT];
    cinch_put_raw(path, "/", 1);
    cinch_put_raw(path, text, cinchi_num_put_u64(text, index));
}

static void diff_tell(diff_walk *w, const cinch_node *a, const cinch_node *b)
{
    cinch_diff_kind kind = !a ? CINCH_DIFF_ADDED : !b ? CINCH_DIFF_REMOVED : CINCH_DIFF_CHANGED;
    cinch_bin path = {NULL, 0};
    cinch_str pointer;
    if (cinch_writer_finish(&w->path, &path, NULL)) return;
    pointer.ptr = path.len ? (const char *)path.ptr : "";
    pointer.len = path.len;
    w->stop = !w->fn(w->user, kind, pointer, a, b);
}

/* Two items at one place, either of which may be missing. Two containers of one type are opened. */
static void diff_items(diff_walk *w, const cinch_node *a, const cinch_node *b)
{
    if (a && b && a->type >= CINCH_ARRAY && a->type == b->type) {
        diff_level *l = &w->levels[w->depth++];
        l->a = a;
        l->b = b;
        l->ia = l->ib = 0;
        l->path = cinch_writer_pos(&w->path);
    } else if (!a || !b || cinchi_head_order(a, b) != 0) {
        diff_tell(w, a, b);
    }
}

static void diff_array(diff_walk *w, diff_level *l)
{
    uint32_t i = l->ia++;
    diff_index(&w->path, i);
    diff_items(w, cinch_node_at(l->a, i), cinch_node_at(l->b, i));
}

static void diff_map(diff_walk *w, diff_level *l)
{
    const cinch_node *a = l->ia < l->a->len ? l->a->as.kids + 2 * (size_t)cinchi_map_pick(l->a, l->ia) : NULL,
                     *b = l->ib < l->b->len ? l->b->as.kids + 2 * (size_t)cinchi_map_pick(l->b, l->ib) : NULL;
    int order = !a ? 1 : !b ? -1 : cinchi_key_order(a, b);
    l->ia += order <= 0;
    l->ib += order >= 0;
    diff_key(&w->path, order <= 0 ? a : b);
    diff_items(w, order <= 0 ? a + 1 : NULL, order >= 0 ? b + 1 : NULL);
}

static bool diff_left(const diff_level *l)
{
    if (l->a->type == CINCH_MAP) return l->ia < l->a->len || l->ib < l->b->len;
    return l->ia < l->a->len || l->ia < l->b->len;
}

static void diff_walk_all(diff_walk *w, const cinchi_pair *p)
{
    diff_items(w, p->a.root, p->b.root);
    while (w->depth && !w->stop && !w->path.error) {
        diff_level *l = &w->levels[w->depth - 1];
        cinch_writer_rewind(&w->path, l->path);
        if (!diff_left(l))
            w->depth--;
        else if (l->a->type == CINCH_MAP)
            diff_map(w, l);
        else
            diff_array(w, l);
    }
}

/* Apart from the parsing, so that the two do not stand on the stack together. */
static CINCHI_NOINLINE cinch_error diff_trees(const cinchi_pair *p, const cinch_alloc *alloc, cinch_diff_fn fn, void *user)
{
    diff_walk w; /* its levels are written before they are read */
    cinch_error e;
    cinch_writer_init_grow(&w.path, alloc, 0);
    w.fn = fn;
    w.user = user;
    w.depth = 0;
    w.stop = false;
    diff_walk_all(&w, p);
    e = w.path.error;
    cinch_writer_free(&w.path);
    return e;
}

cinch_error cinch_diff(cinch_bin a, cinch_bin b, const cinch_alloc *alloc, cinch_diff_fn fn, void *user, cinch_diag *diag)
{
    cinchi_pair p;
    cinch_diag d;
    cinch_error e = cinchi_pair_parse(&p, a, b, alloc, &d);
    if (!e) {
        e = d.error = diff_trees(&p, alloc, fn, user);
        cinchi_pair_free(&p);
    }
    if (diag) *diag = d;
    return e;
}
