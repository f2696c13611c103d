/* SPDX-License-Identifier: MIT
 * The two tables people write: known.txt, the differences that are explained, and hostile.txt, the messages that are judged.
 */
#include "diff.h"

#include <stdlib.h>

static char *copy_of(const char *s, size_t len)
{
    char *copy = malloc(len + 1);
    if (!copy) die("out of memory");
    memcpy(copy, s, len);
    copy[len] = 0;
    return copy;
}

/* The next word of a line, which is moved past it and the blanks behind. */
static char *word_of(char **line)
{
    char *start = *line, *end = start + strcspn(start, " ");
    *line = end + strspn(end, " ");
    return copy_of(start, (size_t)(end - start));
}

static void *grown_table(void *p, size_t count, size_t size)
{
    if (count & (count - 1)) return p;
    p = realloc(p, (count ? 2 * count : 1) * size);
    if (!p) die("out of memory");
    return p;
}

static bool next_line(FILE *f, char *line, size_t cap, unsigned *number)
{
    while (fgets(line, (int)cap, f)) {
        ++*number;
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[0] != '#') return true;
    }
    return false;
}

static FILE *table_open(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    if (!f) die("cannot read %s", path);
    return f;
}

static void read_known(struct tables *t, const char *folder)
{
    char line[1000], *at;
    unsigned number = 0;
    FILE *f = table_open(folder, "known.txt");
    while (at = line, next_line(f, line, sizeof line, &number)) {
        t->rows = grown_table(t->rows, t->row_count, sizeof *t->rows);
        struct row *r = &t->rows[t->row_count++];
        r->peers = word_of(&at);
        r->rule = word_of(&at);
        r->input = word_of(&at);
        r->cause = copy_of(at, strlen(at));
        r->line = number;
        if (!*r->cause) die("known.txt:%u: want PEERS RULE INPUT CAUSE", number);
        if (projection_named(r->rule) < 0 && !strchr(r->rule, ':')) die("known.txt:%u: no rule '%s'", number, r->rule);
    }
    fclose(f);
}

/* Bytes as words of hex digits; HEX*N stands N times. */
static void hostile_bytes(struct hostile *h, char *at, unsigned line)
{
    while (*at && *at != '#') {
        char *word = word_of(&at);
        size_t start = h->bytes.len, digits = bytes_hex(&h->bytes, word), len = h->bytes.len - start;
        unsigned long times = 1;
        if (word[digits] == '*')
            times = strtoul(word + digits + 1, NULL, 10);
        else if (word[digits])
            die("hostile.txt:%u: '%s' is not hex", line, word);
        struct bytes once = {0};
        bytes_add(&once, h->bytes.ptr + start, len);
        while (--times) bytes_add(&h->bytes, once.ptr, len);
        free(once.ptr);
        free(word);
    }
    h->about = copy_of(at + strspn(at, "# "), strlen(at + strspn(at, "# ")));
}

static void read_hostile(struct tables *t, const char *folder)
{
    char line[1000], *at;
    unsigned number = 0;
    FILE *f = table_open(folder, "hostile.txt");
    while (at = line, next_line(f, line, sizeof line, &number)) {
        t->hostile = grown_table(t->hostile, t->hostile_count, sizeof *t->hostile);
        struct hostile *h = &t->hostile[t->hostile_count++];
        memset(h, 0, sizeof *h);
        h->name = word_of(&at);
        h->verdict = word_of(&at);
        hostile_bytes(h, at, number);
    }
    fclose(f);
}

void tables_read(struct tables *t, const char *folder)
{
    memset(t, 0, sizeof *t);
    read_known(t, folder);
    read_hostile(t, folder);
}

bool row_is_for(const struct row *r, const char *peer)
{
    size_t len = strlen(peer);
    for (const char *at = r->peers; (at = strstr(at, peer)); at += len)
        if ((at == r->peers || at[-1] == ',') && (at[len] == ',' || !at[len])) return true;
    return false;
}

const struct hostile *hostile_named(const struct tables *t, const char *name)
{
    for (size_t i = 0; i < t->hostile_count; i++)
        if (strcmp(t->hostile[i].name, name) == 0) return &t->hostile[i];
    return NULL;
}

bool glob_is(const char *pattern, const char *name)
{
    size_t len = strlen(pattern);
    if (len && pattern[len - 1] == '*') return strncmp(pattern, name, len - 1) == 0;
    return strcmp(pattern, name) == 0;
}
