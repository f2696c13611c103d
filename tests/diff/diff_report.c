/* SPDX-License-Identifier: MIT
 * Result files and known.txt as tables in Markdown, for docs/conformance.md.
 */
#include "diff.h"

#include <stdlib.h>

/* The rest of the line of a result file that begins with word, or "". */
static const char *result_of(const char *text, const char *word)
{
    static char line[256];
    size_t len = strlen(word);
    while (*text) {
        size_t end = strcspn(text, "\n");
        if (strncmp(text, word, len) == 0 && text[len] == ' ') {
            snprintf(line, sizeof line, "%.*s", (int)(end - len - 1), text + len + 1);
            return line;
        }
        text += end + (text[end] == '\n');
    }
    return "";
}

static char *result_read(const char *path)
{
    struct bytes b = {0};
    uint8_t block[4096];
    size_t n;
    FILE *f = fopen(path, "r");
    if (!f) die("cannot read %s", path);
    while ((n = fread(block, 1, sizeof block, f))) bytes_add(&b, block, n);
    fclose(f);
    bytes_byte(&b, 0);
    return (char *)b.ptr;
}

static unsigned long long number_of(const char *line, int index)
{
    char *end = (char *)(uintptr_t)line;
    unsigned long long v = 0;
    while (index-- >= 0) v = strtoull(end, &end, 10);
    return v;
}

static void report_peer(const char *text, const char *adapter)
{
    unsigned long long of[3][4];
    static const char *const names[3] = {"bytes", "there", "back"};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) of[i][k] = number_of(result_of(text, names[i]), k);
    printf("| %s", result_of(text, "peer"));
    printf(" | %s | %s", result_of(text, "version"), adapter);
    printf(" | %llu | %llu | %llu", of[0][0], of[0][1], of[0][2]);
    printf(" | %llu | %llu", of[1][0] + of[1][1], of[2][0] + of[2][1]);
    unsigned long long prefixes = number_of(result_of(text, "prefixes"), 0), odd = number_of(result_of(text, "prefixes"), 1);
    printf(" | %llu of %llu", prefixes - odd, prefixes);
    unsigned long long hostile = number_of(result_of(text, "hostile"), 0);
    odd = number_of(result_of(text, "hostile"), 1);
    printf(" | %llu of %llu", hostile - odd, hostile);
    printf(" | %s |\n", result_of(text, "failures"));
}

static void report_finding(const char *text)
{
    static const char *const names[3] = {"finding deep-3000000", "finding deep-3000000-cut", "finding deep-3000000-maps"};
    printf("| %s", result_of(text, "peer"));
    for (int i = 0; i < 3; i++) printf(" | %s", result_of(text, names[i]));
    puts(" |");
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* In the order of known.txt, so that a line added there is a line added here. */
static void report_known(const struct tables *t)
{
    puts("| adapters | rule | what it allows | shown by | cause |\n| --- | --- | --- | --- | --- |");
    for (size_t i = 0; i < t->row_count; i++) {
        const struct row *r = &t->rows[i];
        int projection = projection_named(r->rule);
        printf("| ");
        for (const char *at = r->peers; *at; at++) *at == ',' ? (void)fputs(", ", stdout) : (void)putchar(*at);
        const char *allows = projection >= 0 ? projection_about(projection) : "another verdict";
        printf(" | `%s` | %s | `%s` | %s |\n", r->rule, allows, r->input + (r->input[0] == '@'), r->cause);
    }
}

void report_results(const struct tables *t, char **files, int count)
{
    if (count)
        puts("### Each peer\n\n| peer | version | adapter | same bytes | same but for known differences | refused, as known | "
             "cinch's documents "
             "read right "
             "there | its bytes read right here | same verdict on prefixes | same verdict on hostile messages | unexplained |\n"
             "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (int i = 0; i < count; i++) {
        char *text = result_read(files[i]);
        report_peer(text, base_of(files[i]));
        free(text);
    }
    if (count)
        puts("\n### Three million containers, one in another\n\n| peer | 3,000,000 arrays | the same, cut | 3,000,000 maps "
             "|\n| --- | --- | --- | --- |");
    for (int i = 0; i < count; i++) {
        char *text = result_read(files[i]);
        report_finding(text);
        free(text);
    }
    if (count) puts("\n### Known differences\n");
    report_known(t);
}
