/* SPDX-License-Identifier: MIT
 * A program that tests what was generated: messages made now, what the schema's own check says of them, and the code that tries them.
 */
#include "emit_make.h"
#include "emit_test_text.h"

enum { TESTS_GOOD = 12, TESTS_WRONG = 120, TESTS_RECORDS = 8, TESTS_MEMBERS = 12, TESTS_BYTES = 192 << 10 };

typedef struct tests_run {
    emit_run *e;
    emit_make *make;
    uint32_t rows, good;
    uint64_t bytes;
    uint8_t *last; /* the good message before, not to have it twice */
    size_t last_len;
} tests_run;

static bool tests_tell(void *user, const cinch_schema_fault *fault)
{
    *(cinch_diag *)user = fault->diag;
    return false;
}

static cinch_error tests_judge(tests_run *t, const uint8_t *msg, size_t len, uint64_t *pos)
{
    cinch_diag why = CINCH_ZERO;
    cinch_error e = cinch_schema_check(t->e->schema, msg, len, NULL, &t->e->alloc, tests_tell, &why);
    *pos = why.pos;
    if (e == CINCH_ERR_MEMORY) t->e->error = e;
    return e;
}

/* The message at hand as a row; like: the row that has the same value as it is written. */
static void tests_row(tests_run *t, const char *what, uint32_t like, cinch_error e, uint64_t pos)
{
    const emit_make *m = t->make;
    size_t len = (size_t)cinch_writer_pos(&m->w);
    cinchi_emit_f(t->e, "    {\"%s %u\", ", what, (uint64_t)t->rows);
    cinchi_emit_literal(t->e, m->w.start, len);
    cinchi_emit_f(t->e, ", %u, %u, %s%s, %u},\n", (uint64_t)len, (uint64_t)like, e ? "CINCH_ERR_" : "CINCH_",
                  cinch_error_name(e), pos);
    t->rows++;
    t->bytes += len;
}

/* One message into t->make->w, with as many levels as keep it short. */
static bool tests_make(tests_run *t)
{
    emit_make *m = t->make;
    bool made = false;
    for (m->levels = 6; m->levels && !made && !t->e->error; m->levels--) {
        made = cinchi_emit_make(m);
        if (!made) cinch_writer_free(&m->w);
    }
    if (made) m->levels++;
    return made;
}

static void tests_forget(tests_run *t)
{
    cinch_writer_free(&t->make->w);
}

/* The same values in another order. */
static void tests_order(tests_run *t, emit_order order, uint32_t like)
{
    uint64_t pos;
    t->make->order = order;
    if (!cinchi_emit_make(t->make)) {
        tests_forget(t);
        return;
    }
    if (tests_judge(t, t->make->w.start, (size_t)cinch_writer_pos(&t->make->w), &pos) == CINCH_OK)
        tests_row(t, order == EMIT_ORDER_BACK ? "backwards" : "mixed", like, CINCH_OK, 0);
    tests_forget(t);
}

/* How the run's options answer to what is wrong where the schema has nothing against it. */
static cinch_error tests_expected(const tests_run *t, emit_wrong wrong)
{
    if (wrong == EMIT_TWICE && t->e->opts->dup_error) return CINCH_ERR_DUPLICATE;
    if (wrong == EMIT_STRANGE && t->e->opts->unknown == CINCH_EMIT_REFUSE) return CINCH_ERR_UNKNOWN;
    return CINCH_OK;
}

/* Whether static storage can keep the strange member that is made. */
static bool tests_room(const emit_run *e)
{
    for (uint32_t i = 0; i < e->schema->shape_count; i++)
        if (cinchi_emit_keeps(e, &e->shapes[i]) && e->shapes[i].storage == CINCH_EMIT_STATIC && e->shapes[i].cap < 40)
            return false;
    return true;
}

/* One thing wrong with one record. False: there is no such record, or nothing of the kind in it. */
static bool tests_one_wrong(tests_run *t, emit_wrong wrong, uint32_t like)
{
    static const char *const words[] = {"", "lacking", "twice", "strange"};
    emit_make *m = t->make;
    bool made, kept = t->e->opts->unknown == CINCH_EMIT_KEEP && wrong == EMIT_STRANGE;
    uint64_t pos;
    cinch_error e;
    m->wrong = wrong;
    made = cinchi_emit_make(m) && m->done;
    if (made && t->rows < UINT16_MAX) {
        e = tests_judge(t, m->w.start, (size_t)cinch_writer_pos(&m->w), &pos);
        if (!e) e = tests_expected(t, wrong);
        if (e && tests_expected(t, wrong) == e) pos = m->pos;
        if (e || !kept)
            tests_row(t, words[wrong], like, e, e ? pos : 0);
        else if (tests_room(t->e))
            tests_row(t, words[wrong], t->rows, e, 0); /* written as it was read */
    }
    tests_forget(t);
    m->wrong = EMIT_GOOD;
    return made;
}

static void tests_wrong(tests_run *t, uint32_t like)
{
    emit_make *m = t->make;
    uint32_t records = m->records < TESTS_RECORDS ? m->records : TESTS_RECORDS, before = t->rows;
    m->order = EMIT_ORDER_OWN;
    for (m->record = 0; m->record < records && t->rows - before < TESTS_WRONG && t->bytes < TESTS_BYTES; m->record++) {
        m->member = 0;
        (void)tests_one_wrong(t, EMIT_TWICE, like);
        (void)tests_one_wrong(t, EMIT_STRANGE, like);
        for (; m->member < TESTS_MEMBERS && tests_one_wrong(t, EMIT_LACKING, like); m->member++) {
        }
    }
    m->record = 0;
}

/* A good message, and what is made of it. */
static void tests_value(tests_run *t, uint32_t variant)
{
    emit_make *m = t->make;
    uint32_t like = t->rows;
    uint64_t pos;
    size_t len;
    m->variant = variant < 2 ? variant : 2;
    m->seed = cinchi_emit_mix(120, variant);
    m->order = EMIT_ORDER_OWN;
    if (!tests_make(t)) return;
    len = (size_t)cinch_writer_pos(&m->w);
    if ((t->last && len == t->last_len && memcmp(m->w.start, t->last, len) == 0) || tests_judge(t, m->w.start, len, &pos)) {
        tests_forget(t);
        return;
    }
    t->last = (uint8_t *)cinchi_emit_take(t->e, len + 1);
    if (t->last) memcpy(t->last, m->w.start, len);
    t->last_len = len;
    tests_row(t, "value", like, CINCH_OK, 0);
    t->good++;
    tests_forget(t);
    if (m->records) tests_order(t, EMIT_ORDER_BACK, like);
    if (m->records) tests_order(t, EMIT_ORDER_MIXED, like);
    if (variant == 1 || t->good == 1 || variant == 5) tests_wrong(t, like);
}

static bool tests_counts(const emit_run *e)
{
    for (uint32_t i = 0; i < e->schema->shape_count; i++) {
        const cinchi_shape *s = e->schema->shapes[i];
        if (s->kind == CINCHI_IS_RECORD && (s->as.record.min_pairs || s->as.record.max_pairs != UINT64_MAX)) return true;
    }
    return false;
}

static void tests_head(emit_run *e)
{
    const emit_shape *c = emit_of(e, e->schema->root.shape);
    cinchi_emit_f(e, "/* Generated by cinch gen%s%S: do not edit. A program that ends with 0 when all is well. */\n",
                  e->opts->schema_name.len ? " from " : "", &e->opts->schema_name);
    if (e->opts->files == CINCH_EMIT_SINGLE) cinchi_emit_f(e, "#define %s\n", cinchi_emit_single_macro(e));
    cinchi_emit_f(e, "#include \"%S%S.h\"\n\n", &e->opts->include_prefix, &e->opts->name);
    cinchi_emit_f(e, "#define TYPE %s\n#define CALL(verb) %s_##verb\n#define OWNS %u\n#define COUNTS %u\n", c->name, c->name,
                  (uint64_t)c->owns, (uint64_t)tests_counts(e));
    cinchi_emit_f(e, "typedef TYPE test__type;\n");
}

static void tests_most(emit_run *e)
{
    const emit_shape *c = emit_of(e, e->schema->root.shape);
    if (c->most != UINT64_MAX)
        cinchi_emit_f(e, "static const uint64_t test__most = %s_MAX_LEN;\n", c->upper);
    else
        cinchi_emit_f(e, "static const uint64_t test__most = UINT64_MAX;\n");
}

void cinchi_emit_tests(emit_run *e)
{
    emit_make *m = (emit_make *)cinchi_emit_take(e, sizeof *m);
    const uint32_t *height = cinchi_emit_heights(e);
    tests_run t;
    if (!m || !height) return;
    memset(&t, 0, sizeof t);
    m->e = t.e = e;
    m->height = height;
    t.make = m;
    tests_head(e);
    tests_most(e);
    cinchi_emit_f(e, "#define STATIC %u\n\n", (uint64_t)(e->opts->storage == CINCH_EMIT_STATIC));
    cinchi_emit_held(e);
    cinchi_emit_lines(e, cinchi_emit_test_head);
    for (uint32_t i = 0; i < 8 * TESTS_GOOD && t.good < TESTS_GOOD && !e->error && t.bytes < TESTS_BYTES; i++)
        tests_value(&t, i);
    cinchi_emit_f(e, "};\n");
    if (!t.good)
        cinchi_emit_fail(e, e->schema->root.shape->source, NULL,
                         "no value of this could be made for a test (a pattern, or a union whose branches overlap)");
    cinchi_emit_lines(e, cinchi_emit_test_base);
    cinchi_emit_lines(e, cinchi_emit_test_checks);
}

/* ---- fuzzing */

void cinchi_emit_fuzz(emit_run *e)
{
    tests_head(e);
    cinchi_emit_lines(e, cinchi_emit_fuzz_body);
}
