/* SPDX-License-Identifier: MIT
 * cinch-diff: the commands of the differential harness. ./dev diff calls them.
 */
#define _POSIX_C_SOURCE 200809L
#include "diff.h"

#include <inttypes.h>
#include <stdlib.h>

static const char usage_text[] =
    "usage: cinch-diff COMMAND [OPTION...]\n"
    "\n"
    "  corpus             write documents, each behind its length (32 bits, big-endian)\n"
    "  verify FILE        read a corpus back in every way cinch has and hold it to the seed\n"
    "  compare            hold one peer against cinch: --peer NAME --run COMMAND\n"
    "  report [FILE...]   Markdown: the result files of compare, and known.txt\n"
    "  sabotages          name the rules of cinch's that compare can break on purpose\n"
    "\n"
    "  --seed N --count N        of the corpus [1, 20000]\n"
    "  --prefixes N --prefix-len N   documents cut at every byte [300], their longest [1000]\n"
    "  --out FILE                corpus: write there\n"
    "  --giants N                ask for so many of the messages of three million containers [all]\n"
    "  --tables DIR              where known.txt and hostile.txt are [tests/diff]\n"
    "  --results DIR             compare: write a result file\n"
    "  --title NAME              compare: what to call the peer, if not as it calls itself\n"
    "  --errors FILE             compare: the peer's standard error\n"
    "  --show N                  compare: print so many failures [5]\n"
    "  --sabotage NAME           corpus, compare: break one rule of ours\n"
    "\n"
    "Exit status: 0 all agrees, 1 something differs, 3 wrong use or no memory.\n";

static void write_corpus(const struct options *o)
{
    FILE *f = o->out ? fopen(o->out, "wb") : stdout;
    struct corpus c;
    cinch_arena arena;
    struct bytes b = {0};
    uint64_t digest = DIGEST_START, total = 0;
    if (!f) die("cannot write %s", o->out);
    cinch_arena_init(&arena, NULL);
    corpus_init(&c, o->seed, &arena);
    for (uint64_t i = 0; i < o->count; i++) {
        b.len = 0;
        bytes_u32(&b, 0);
        ours_write(corpus_next(&c), &b);
        uint32_t len = (uint32_t)(b.len - 4);
        for (int k = 0; k < 4; k++) b.ptr[k] = (uint8_t)(len >> (24 - 8 * k));
        if (fwrite(b.ptr, 1, b.len, f) != b.len) die("cannot write the corpus");
        digest = corpus_digest(digest, b.ptr, b.len);
        total += b.len;
        cinch_arena_reset(&arena);
    }
    if (fflush(f) || (o->out && fclose(f))) die("cannot write the corpus");
    fprintf(stderr, "%" PRIu64 " documents of seed %" PRIu64 ", %" PRIu64 " bytes, digest %016" PRIx64 "\n", o->count, o->seed,
            total, digest);
    cinch_arena_free(&arena);
    free(b.ptr);
}

/* One document read in every way: check, reader, tree, and the value of the seed. */
static const char *verify_document(const struct value *source, const uint8_t *p, size_t len, cinch_arena *a,
                                   struct bytes *scratch)
{
    static struct bytes again;
    cinch_tree t;
    cinch_writer w;
    cinch_bin tree = {NULL, 0};
    struct value *v = ours_read(p, len, a);
    again.len = scratch->len = 0;
    if (cinch_check(p, len, NULL, NULL) != CINCH_OK) return "cinch_check refuses it";
    if (!v) return "the reader refuses it";
    value_text(v, &again), value_text(source, scratch);
    if (again.len != scratch->len || memcmp(again.ptr, scratch->ptr, again.len) != 0) return "it is read as another value";
    cinch_tree_init(&t, NULL);
    cinch_writer_init_grow(&w, NULL, len);
    if (cinch_tree_parse(&t, p, len, NULL, NULL) == CINCH_OK) cinch_node_write(t.root, &w);
    bool same = cinch_writer_finish(&w, &tree, NULL) == CINCH_OK && tree.len == len && memcmp(tree.ptr, p, len) == 0;
    cinch_writer_free(&w);
    cinch_tree_free(&t);
    return same ? NULL : "a tree of it is written as other bytes";
}

static int verify_corpus(const struct options *o, const char *path)
{
    FILE *f = fopen(path, "rb");
    struct corpus c;
    cinch_arena arena;
    struct bytes b = {0}, scratch = {0};
    uint8_t head[4];
    uint64_t n = 0, bad = 0, digest = DIGEST_START, known;
    if (!f) die("cannot read %s", path);
    cinch_arena_init(&arena, NULL);
    corpus_init(&c, o->seed, &arena);
    for (; fread(head, 1, 4, f) == 4; n++) {
        uint32_t len = u32_at(head);
        b.len = 0;
        bytes_add(&b, head, 4);
        for (uint8_t block[4096]; len;) {
            size_t part = fread(block, 1, len < sizeof block ? len : sizeof block, f);
            if (!part) die("%s ends inside document %" PRIu64, path, n);
            bytes_add(&b, block, part);
            len -= (uint32_t)part;
        }
        digest = corpus_digest(digest, b.ptr, b.len);
        const char *fault = verify_document(corpus_next(&c), b.ptr + 4, b.len - 4, &arena, &scratch);
        if (fault && bad++ < o->show) printf("FAIL document %" PRIu64 ": %s\n", n, fault);
        cinch_arena_reset(&arena);
    }
    fclose(f);
    known = corpus_digest_known(o->seed, n);
    if (known && known != digest && ++bad)
        printf("FAIL digest %016" PRIx64 ", %016" PRIx64 " was written down\n", digest, known);
    printf("> corpus: %" PRIu64 " documents of seed %" PRIu64 ", digest %016" PRIx64 "%s, %" PRIu64 " wrong\n", n, o->seed,
           digest, known ? " as written down" : "", bad);
    printf("== corpus: %d passed, %d failed\n", !bad && n, bad || !n);
    cinch_arena_free(&arena);
    free(b.ptr), free(scratch.ptr);
    return bad || !n;
}

/* The value of an option that has one, or NULL if the word is no such option. */
static bool option_number(char **argv, int *i, const char *name, uint64_t *value)
{
    char *end;
    if (strcmp(argv[*i], name) != 0 || !argv[*i + 1]) return false;
    *value = strtoull(argv[++*i], &end, 10);
    if (*end || !argv[*i][0]) die("%s: '%s' is no number", name, argv[*i]);
    return true;
}

static bool option_text(char **argv, int *i, const char *name, const char **value)
{
    if (strcmp(argv[*i], name) != 0 || !argv[*i + 1]) return false;
    *value = argv[++*i];
    return true;
}

/* Sets the options and leaves the other words in argv; returns how many. */
static int read_options(struct options *o, char **argv)
{
    int words = 0;
    uint64_t show = o->show;
    const char *broken = NULL;
    for (int i = 0; argv[i]; i++) {
        if (option_number(argv, &i, "--seed", &o->seed) || option_number(argv, &i, "--count", &o->count) ||
            option_number(argv, &i, "--prefixes", &o->prefix_docs) || option_number(argv, &i, "--prefix-len", &o->prefix_len) ||
            option_number(argv, &i, "--show", &show) || option_number(argv, &i, "--giants", &o->giants) ||
            option_text(argv, &i, "--out", &o->out) || option_text(argv, &i, "--tables", &o->folder) ||
            option_text(argv, &i, "--results", &o->results) || option_text(argv, &i, "--peer", &o->peer) ||
            option_text(argv, &i, "--run", &o->run) || option_text(argv, &i, "--title", &o->title) ||
            option_text(argv, &i, "--errors", &o->errors) || option_text(argv, &i, "--sabotage", &broken))
            continue;
        if (argv[i][0] == '-') die("no option '%s', or no value for it", argv[i]);
        argv[words++] = argv[i];
    }
    o->show = (unsigned)show;
    if (broken) sabotage = sabotage_named(broken);
    if (broken && !sabotage) die("no sabotage '%s'; `cinch-diff sabotages` names them", broken);
    return words;
}

int main(int argc, char **argv)
{
    struct options o = {.seed = DIFF_SEED,
                        .count = DIFF_COUNT,
                        .prefix_docs = 300,
                        .prefix_len = 1000,
                        .giants = 99,
                        .folder = "tests/diff",
                        .show = 5};
    struct tables t;
    if (argc < 2) {
        fputs(usage_text, stderr);
        return 3;
    }
    const char *command = argv[1];
    int words = read_options(&o, argv + 2);
    char **word = argv + 2;
    if (strcmp(command, "corpus") == 0) {
        write_corpus(&o);
        return 0;
    }
    if (strcmp(command, "verify") == 0 && words == 1) return verify_corpus(&o, word[0]);
    if (strcmp(command, "sabotages") == 0) {
        for (const struct sabotage *s = sabotages; s->name; s++) printf("%-26s%s\n", s->name, s->about);
        return 0;
    }
    if (strcmp(command, "compare") == 0 && o.peer && o.run) {
        tables_read(&t, o.folder);
        return compare_peer(&o, &t);
    }
    if (strcmp(command, "report") == 0) {
        tables_read(&t, o.folder);
        report_results(&t, word, words);
        return 0;
    }
    fputs(usage_text, stderr);
    return 3;
}
