/* SPDX-License-Identifier: MIT
 * One peer against cinch: the corpus both ways, every prefix of some documents, the hostile list, and the rows of known.txt that
 * name the peer, each of which must still be needed.
 */
#include "diff.h"

#include <inttypes.h>
#include <stdlib.h>

#define BATCH 128 /* documents asked ahead */

enum outcome { SAME, PROJECTED, DECLINED, DIFFERENT };
struct tally {
    uint64_t of[4];
};
struct comparison {
    const struct options *o;
    const struct tables *t;
    struct peer peer;
    cinch_arena arena;
    uint32_t set; /* projections of the peer */
    struct tally bytes, there, back;
    uint64_t documents, prefixes, prefixes_known, hostile, hostile_known, rows, failures;
    uint64_t passed, failed; /* cases */
    uint64_t before;         /* failures before the case at hand */
    struct bytes findings;   /* lines for the report */
    struct bytes answers;
};

/* A case has failed if a failure came up in it, told or not. */
static void case_ends(struct comparison *c, bool failed)
{
    failed |= c->failures != c->before;
    c->before = c->failures;
    c->failed += failed;
    c->passed += !failed;
}

/* ---------------------------------------------------------------- telling */

static bool worth_telling(struct comparison *c)
{
    return c->failures++ < c->o->show;
}

/* Both texts around the first place where they differ. */
static void tell_texts(const struct bytes *ours, const struct bytes *theirs)
{
    size_t at = 0, shared = ours->len < theirs->len ? ours->len : theirs->len;
    while (at < shared && ours->ptr[at] == theirs->ptr[at]) at++;
    size_t from = at > 60 ? at - 60 : 0;
    const struct bytes *both[2] = {ours, theirs};
    for (int i = 0; i < 2; i++) {
        size_t len = both[i]->len - from;
        printf("  %s %s%.*s%s\n", i ? "peer: " : "cinch:", from ? "..." : "", (int)(len < 140 ? len : 140), both[i]->ptr + from,
               len > 140 ? "..." : "");
    }
}

static void tell_hex(const char *label, const uint8_t *p, size_t len)
{
    printf("  %s", label);
    for (size_t i = 0; i < len && i < 60; i++) printf("%02x", p[i]);
    puts(len > 60 ? "..." : "");
}

/* ---------------------------------------------------------------- one document */

/* What is known of a document, and what the peer made of it. Texts NULL: not known or not readable. */
struct exchange {
    const struct value *source;
    struct bytes bytes, text; /* cinch's */
    struct answer encoded, shown;
};

static enum outcome compare_values(struct comparison *c, const struct exchange *x, struct value *theirs, uint32_t set,
                                   bool tell, const char *what)
{
    struct bytes mine = {0}, other = {0};
    if (theirs) value_text(theirs, &other);
    enum outcome outcome = SAME;
    if (!theirs || other.len != x->text.len || memcmp(other.ptr, x->text.ptr, other.len) != 0) {
        struct value source = *x->source;
        project(&source, set, &c->arena);
        if (theirs) project(theirs, set, &c->arena);
        other.len = 0;
        value_text(&source, &mine);
        if (theirs) value_text(theirs, &other);
        bool equal = theirs && mine.len == other.len && memcmp(mine.ptr, other.ptr, mine.len) == 0;
        outcome = equal ? PROJECTED : DIFFERENT;
        if (!equal && tell) {
            printf("FAIL %s: %s\n", c->peer.name, what);
            tell_texts(&mine, &other);
        }
    }
    free(mine.ptr), free(other.ptr);
    return outcome;
}

/* Bytes that are not ours are right only if they are what cinch writes for the value they hold, and that value is the source's, as
 * far as the peer can tell. */
static enum outcome compare_encoding(struct comparison *c, const struct exchange *x, const uint8_t *p, size_t len, uint32_t set,
                                     bool tell)
{
    if (len == x->bytes.len && memcmp(p, x->bytes.ptr, len) == 0) return SAME;
    struct value *v = ours_read(p, len, &c->arena);
    struct bytes again = {0};
    if (v) ours_write(v, &again);
    bool any = set & 1u << projection_named("any-format");
    bool smallest = v && (any || (again.len == len && memcmp(again.ptr, p, len) == 0));
    free(again.ptr);
    if (smallest && set && compare_values(c, x, v, set, false, "") != DIFFERENT) return PROJECTED;
    if (tell) {
        size_t at = 0;
        while (at < len && at < x->bytes.len && p[at] == x->bytes.ptr[at]) at++;
        size_t from = at > 8 ? at - 8 : 0;
        printf("FAIL %s: the bytes differ from offset %zu\n", c->peer.name, at);
        tell_hex("cinch: ", x->bytes.ptr + from, x->bytes.len - from);
        tell_hex("peer:  ", p + from, len - from);
    }
    return DIFFERENT;
}

static const char *status_word(char status)
{
    switch (status) {
    case '+': return "accepted";
    case '-': return "refused";
    case ANSWER_CRASH: return "crashed";
    case ANSWER_HANG: return "hung";
    default: return "not supported";
    }
}

static const char *rule_for(char status)
{
    switch (status) {
    case '+': return "accepts:";
    case '-': return "refuses:";
    case ANSWER_CRASH: return "crashes:";
    default: return "hangs:";
    }
}

static bool rule_covers(const struct row *r, char status, const char *name)
{
    const char *prefix = rule_for(status);
    size_t len = strlen(prefix);
    return strncmp(r->rule, prefix, len) == 0 && glob_is(r->rule + len, name);
}

static bool verdict_known(const struct comparison *c, char status, const char *name)
{
    for (size_t i = 0; i < c->t->row_count; i++)
        if (row_is_for(&c->t->rows[i], c->peer.name) && rule_covers(&c->t->rows[i], status, name)) return true;
    return false;
}

static bool key_is(const struct value *a, const struct value *b)
{
    return a->kind == V_STR && b->kind == V_STR && a->len == b->len && memcmp(a->as.bytes, b->as.bytes, a->len) == 0;
}

static bool has_equal_keys(const struct value *v)
{
    bool map = v->kind == V_MAP, found = false;
    size_t count = v->kind < V_ARRAY ? 0 : map ? 2 * (size_t)v->len : v->len;
    for (size_t i = 0; i < count && !found; i++) {
        found = has_equal_keys(v->as.kids + i);
        for (size_t k = 0; map && i % 2 == 0 && k < i && !found; k += 2) found = key_is(v->as.kids + k, v->as.kids + i);
    }
    return found;
}

/* A peer may refuse a document, if it is known to refuse the like. */
static enum outcome refusal(struct comparison *c, const struct exchange *x, const struct answer *a, const char *what, bool tell)
{
    if (a->status == '+') return SAME;
    if (verdict_known(c, a->status, "key-twice") && has_equal_keys(x->source)) return DECLINED;
    if (tell)
        printf("FAIL %s: %s %s: %.*s\n", c->peer.name, what, status_word(a->status), (int)(a->len < 200 ? a->len : 200),
               a->len ? (const char *)c->answers.ptr + a->at : "");
    return DIFFERENT;
}

/* Outcomes of (a) bytes, (b) values there, and values back. */
static void compare_exchange(struct comparison *c, const struct exchange *x, uint32_t set, bool tell, enum outcome outcome[3])
{
    outcome[0] = outcome[2] = refusal(c, x, &x->encoded, "re-encoding", tell);
    if (x->encoded.status == '+') {
        const uint8_t *p = c->answers.ptr + x->encoded.at;
        outcome[0] = compare_encoding(c, x, p, x->encoded.len, set, tell);
        outcome[2] = compare_values(c, x, ours_read(p, x->encoded.len, &c->arena), set, tell,
                                    "cinch's reading of the peer's bytes");
    }
    outcome[1] = refusal(c, x, &x->shown, "reading", tell);
    if (x->shown.status == '+') {
        struct value *v = value_parse(c->answers.ptr + x->shown.at, x->shown.len, &c->arena);
        if (!v && tell)
            printf("  not typed text: %.*s\n", (int)(x->shown.len < 100 ? x->shown.len : 100), c->answers.ptr + x->shown.at);
        outcome[1] = compare_values(c, x, v, set, tell, "the peer's reading of cinch's bytes");
    }
}

static void ask_exchanges(struct comparison *c, struct exchange *x, size_t n)
{
    struct ask asks[2 * BATCH];
    struct answer answers[2 * BATCH];
    for (size_t i = 0; i < n; i++) {
        asks[2 * i] = (struct ask){'e', x[i].bytes.ptr, x[i].bytes.len};
        asks[2 * i + 1] = (struct ask){'v', x[i].bytes.ptr, x[i].bytes.len};
    }
    peer_ask(&c->peer, asks, 2 * n, answers, &c->answers);
    for (size_t i = 0; i < n; i++) x[i].encoded = answers[2 * i], x[i].shown = answers[2 * i + 1];
}

static void exchange_of(struct exchange *x, const struct value *source)
{
    x->source = source;
    x->bytes.len = x->text.len = 0;
    ours_write(source, &x->bytes);
    value_text(source, &x->text);
}

static void compare_corpus(struct comparison *c)
{
    static struct exchange x[BATCH];
    struct corpus corpus;
    corpus_init(&corpus, c->o->seed, &c->arena);
    for (uint64_t done = 0; done < c->o->count;) {
        size_t n = c->o->count - done < BATCH ? (size_t)(c->o->count - done) : BATCH;
        for (size_t i = 0; i < n; i++) exchange_of(&x[i], corpus_next(&corpus));
        ask_exchanges(c, x, n);
        for (size_t i = 0; i < n; i++) {
            enum outcome outcome[3];
            compare_exchange(c, &x[i], c->set, false, outcome);
            c->bytes.of[outcome[0]]++, c->there.of[outcome[1]]++, c->back.of[outcome[2]]++;
            bool bad = outcome[0] == DIFFERENT || outcome[1] == DIFFERENT || outcome[2] == DIFFERENT;
            if (!bad || !worth_telling(c)) continue;
            printf("document %" PRIu64 " of seed %" PRIu64 ":\n", done + i, c->o->seed);
            compare_exchange(c, &x[i], c->set, true, outcome);
        }
        done += n;
        c->documents = done;
        cinch_arena_reset(&c->arena);
    }
}

/* ---------------------------------------------------------------- accepting and refusing */

/* The first documents that are not too long, cut at every byte, and whole. */
static void compare_prefixes(struct comparison *c)
{
    struct corpus corpus;
    struct bytes b = {0};
    size_t most = (size_t)c->o->prefix_len + 1;
    struct ask *asks = calloc(most, sizeof *asks);
    struct answer *answers = calloc(most, sizeof *answers);
    if (!asks || !answers) die("out of memory");
    corpus_init(&corpus, c->o->seed, &c->arena);
    for (uint64_t documents = 0; documents < c->o->prefix_docs;) {
        cinch_arena_reset(&c->arena);
        b.len = 0;
        struct value *v = corpus_next(&corpus);
        ours_write(v, &b);
        if (b.len >= most) continue;
        bool twice = has_equal_keys(v);
        documents++;
        for (size_t len = 0; len <= b.len; len++) asks[len] = (struct ask){'a', b.ptr, len};
        peer_ask(&c->peer, asks, b.len + 1, answers, &c->answers);
        for (size_t len = 0; len <= b.len; len++) {
            char ours = ours_accepts(b.ptr, len) ? '+' : '-';
            c->prefixes++;
            if (answers[len].status == ours) continue;
            bool known = verdict_known(c, answers[len].status, len == b.len && twice ? "key-twice" : "prefix");
            c->prefixes_known += known;
            if (known || !worth_telling(c)) continue;
            printf("FAIL %s: %s the first %zu of %zu bytes, cinch %s them\n", c->peer.name, status_word(answers[len].status),
                   len, b.len, status_word(ours));
            tell_hex("bytes: ", b.ptr, len);
        }
    }
    free(asks), free(answers), free(b.ptr);
}

static void compare_hostile(struct comparison *c)
{
    uint64_t giants = 0;
    for (size_t i = 0; i < c->t->hostile_count; i++) {
        const struct hostile *h = &c->t->hostile[i];
        struct ask ask = {'a', h->bytes.ptr, h->bytes.len};
        struct answer answer;
        bool any = strcmp(h->verdict, "any") == 0;
        if (any && (sabotage || giants++ >= c->o->giants)) continue;
        peer_ask(&c->peer, &ask, 1, &answer, &c->answers);
        char ours = ours_accepts(h->bytes.ptr, h->bytes.len) ? '+' : '-', line[128];
        if (any) {
            int len = snprintf(line, sizeof line, "finding %s %s\n", h->name, status_word(answer.status));
            bytes_add(&c->findings, line, (size_t)len);
            continue;
        }
        c->hostile++;
        if (answer.status == ours) continue;
        if (verdict_known(c, answer.status, h->name)) {
            c->hostile_known++;
        } else if (worth_telling(c)) {
            printf("FAIL %s: %s is %s, cinch says %s (%s)\n", c->peer.name, h->name, status_word(answer.status),
                   status_word(ours), h->about);
            if (answer.len) printf("  peer:  %.*s\n", (int)(answer.len < 200 ? answer.len : 200), c->answers.ptr + answer.at);
            tell_hex("bytes: ", h->bytes.ptr, h->bytes.len);
        }
    }
}

/* cinch itself must say what the list says the specification wants: so a mistake shared by all is not agreed upon. */
static void compare_list(struct comparison *c)
{
    for (size_t i = 0; i < c->t->hostile_count; i++) {
        const struct hostile *h = &c->t->hostile[i];
        bool good = strcmp(h->verdict, "good") == 0 || strcmp(h->verdict, "free+") == 0;
        if (strcmp(h->verdict, "any") == 0 || ours_accepts(h->bytes.ptr, h->bytes.len) == good || !worth_telling(c)) continue;
        printf("FAIL cinch: %s should be %s\n", h->name, good ? "accepted" : "refused");
    }
}

/* ---------------------------------------------------------------- the rows of known.txt */

static void row_input(struct comparison *c, const struct row *r, struct bytes *out)
{
    if (r->input[0] == '@') {
        const struct hostile *h = hostile_named(c->t, r->input + 1);
        if (!h) die("known.txt:%u: no '%s' in hostile.txt", r->line, r->input + 1);
        bytes_add(out, h->bytes.ptr, h->bytes.len);
    } else if (r->input[bytes_hex(out, r->input)]) {
        die("known.txt:%u: '%s' is not hex", r->line, r->input);
    }
}

/* Is the input different without the row's projection, and no longer with it? */
static const char *check_projection(struct comparison *c, const struct bytes *input, uint32_t bit)
{
    struct exchange x = {0};
    enum outcome outcome[3];
    struct value *v = ours_read(input->ptr, input->len, &c->arena);
    if (!v) return "cinch cannot read its input";
    exchange_of(&x, v);
    ask_exchanges(c, &x, 1);
    compare_exchange(c, &x, c->set & ~bit, false, outcome);
    bool shows = outcome[0] == DIFFERENT || outcome[1] == DIFFERENT || outcome[2] == DIFFERENT;
    compare_exchange(c, &x, c->set, false, outcome);
    bool covered = outcome[0] != DIFFERENT && outcome[1] != DIFFERENT && outcome[2] != DIFFERENT;
    free(x.bytes.ptr), free(x.text.ptr);
    if (!shows) return "its input no longer shows a difference";
    return covered ? NULL : "its input is different even so";
}

static const char *check_verdict(struct comparison *c, const struct row *r, const struct bytes *input)
{
    struct ask ask = {'a', input->ptr, input->len};
    struct answer answer;
    peer_ask(&c->peer, &ask, 1, &answer, &c->answers);
    const char *name = r->input[0] == '@' ? r->input + 1 : "prefix";
    if (!rule_covers(r, answer.status, name)) return "its input no longer shows it";
    return answer.status == (ours_accepts(input->ptr, input->len) ? '+' : '-') ? "cinch says the same of its input" : NULL;
}

static void compare_rows(struct comparison *c)
{
    for (size_t i = 0; i < c->t->row_count; i++) {
        const struct row *r = &c->t->rows[i];
        if (!row_is_for(r, c->peer.name)) continue;
        struct bytes input = {0};
        int projection = projection_named(r->rule);
        row_input(c, r, &input);
        const char *fault = projection >= 0 ? check_projection(c, &input, 1u << projection) : check_verdict(c, r, &input);
        free(input.ptr);
        c->rows++;
        if (fault && worth_telling(c)) printf("FAIL %s: known.txt:%u, %s: %s\n", c->peer.name, r->line, r->rule, fault);
        case_ends(c, false);
    }
}

/* ---------------------------------------------------------------- the whole */

static void write_results(const struct comparison *c)
{
    char path[512];
    if (!c->o->results) return;
    snprintf(path, sizeof path, "%s/%s", c->o->results, c->peer.name);
    FILE *f = fopen(path, "w");
    if (!f) die("cannot write %s", path);
    fprintf(f, "peer %s\nversion %s\nexpress %s\n", c->peer.title, c->peer.version, c->peer.flags ? c->peer.flags : "");
    fprintf(f, "seed %" PRIu64 "\ndocuments %" PRIu64 "\n", c->o->seed, c->documents);
    const struct tally *tallies[3] = {&c->bytes, &c->there, &c->back};
    const char *names[3] = {"bytes", "there", "back"};
    for (int i = 0; i < 3; i++)
        fprintf(f, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", names[i], tallies[i]->of[0], tallies[i]->of[1],
                tallies[i]->of[2]);
    fprintf(f, "prefixes %" PRIu64 " %" PRIu64 "\nhostile %" PRIu64 " %" PRIu64 "\nrows %" PRIu64 "\nfailures %" PRIu64 "\n",
            c->prefixes, c->prefixes_known, c->hostile, c->hostile_known, c->rows, c->failures);
    fwrite(c->findings.ptr, 1, c->findings.len, f);
    fclose(f);
}

static void tell_peer(const struct comparison *c)
{
    uint64_t n = c->documents;
    printf("> %s %s: %s: %" PRIu64 " documents, the same bytes for %" PRIu64, c->peer.title, c->peer.version,
           c->failures ? "DIFFERS" : "agrees", n, c->bytes.of[SAME]);
    if (c->bytes.of[SAME] != n) printf(" and %" PRIu64 " as far as it can tell", c->bytes.of[PROJECTED]);
    if (c->bytes.of[DECLINED]) printf("; %" PRIu64 " refused", c->bytes.of[DECLINED]);
    printf("; values there %" PRIu64 ", back %" PRIu64, c->there.of[SAME] + c->there.of[PROJECTED],
           c->back.of[SAME] + c->back.of[PROJECTED]);
    printf("; %" PRIu64 " prefixes, %" PRIu64 " hostile messages", c->prefixes, c->hostile);
    printf("; %" PRIu64 " known differences", c->rows);
    if (c->failures) printf("; %" PRIu64 " FAILURES", c->failures);
    putchar('\n');
}

static void compare_all(struct comparison *c)
{
    compare_corpus(c);
    case_ends(c, c->bytes.of[DIFFERENT] != 0);
    case_ends(c, c->there.of[DIFFERENT] != 0);
    case_ends(c, c->back.of[DIFFERENT] != 0);
    compare_prefixes(c);
    case_ends(c, false);
    compare_hostile(c);
    if (!sabotage) compare_list(c);
    case_ends(c, false);
    if (!sabotage) compare_rows(c);
}

int compare_peer(const struct options *o, const struct tables *t)
{
    struct comparison c = {.o = o, .t = t};
    c.peer = (struct peer){.name = o->peer, .command = o->run, .errors = o->errors};
    cinch_arena_init(&c.arena, NULL);
    if (!peer_start(&c.peer)) {
        printf("FAIL %s: does not answer hello (%s)\n", o->peer, o->run);
        peer_stop(&c.peer);
        return 1;
    }
    for (size_t i = 0; i < t->row_count; i++) {
        int projection = row_is_for(&t->rows[i], o->peer) ? projection_named(t->rows[i].rule) : -1;
        if (projection >= 0) c.set |= 1u << projection;
    }
    if (o->title) c.peer.title = (char *)(uintptr_t)o->title;
    compare_all(&c);
    peer_stop(&c.peer);
    if (sabotage) {
        printf("sabotage %s: %" PRIu64 " differences from %s\n", sabotage->name, c.failures, c.peer.title);
    } else {
        tell_peer(&c);
        write_results(&c);
        printf("== %s: %" PRIu64 " passed, %" PRIu64 " failed\n", c.peer.title, c.passed, c.failed);
    }
    cinch_arena_free(&c.arena);
    return c.failures != 0;
}
