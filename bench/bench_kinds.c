/* SPDX-License-Identifier: MIT
 * Inputs for generated code whose members are more than scalars and strings: a document nested three deep, lists.
 */
#include "bench_make.h"

static bench_node kinds_array(bench_pool *pool, uint32_t count)
{
    bench_node n = {0}, *kids = (bench_node *)bench_pool_get(pool, count * sizeof *kids);
    memset(kids, 0, count * sizeof *kids);
    n.type = BENCH_ARRAY;
    n.len = count;
    n.as.kids = kids;
    return n;
}

static bench_node *kinds_item(const bench_node *array, uint32_t i)
{
    return (bench_node *)(uintptr_t)&array->as.kids[i];
}

static bench_node kinds_number(uint64_t *seed)
{
    return recmake_f64((double)recmake_width(seed, 53) / 1024);
}

static bench_node kinds_strings(bench_pool *pool, uint64_t *seed, uint32_t count, uint32_t most)
{
    bench_node list = kinds_array(pool, count);
    for (uint32_t i = 0; i < count; i++) *kinds_item(&list, i) = recmake_words(pool, seed, most);
    return list;
}

static bench_node kinds_numbers(bench_pool *pool, uint64_t *seed, uint32_t count)
{
    bench_node list = kinds_array(pool, count);
    for (uint32_t i = 0; i < count; i++) *kinds_item(&list, i) = kinds_number(seed);
    return list;
}

static bench_node kinds_meta(bench_pool *pool, uint64_t *seed)
{
    bench_node meta = recmake_map(pool, 3), author = recmake_map(pool, 3);
    recmake_add(pool, &meta, "id", recmake_int(recmake_width(seed, 40)));
    recmake_add(pool, &meta, "title", recmake_words(pool, seed, 31));
    recmake_add(pool, &author, "name", recmake_words(pool, seed, 20));
    recmake_add(pool, &author, "mail", recmake_words(pool, seed, 31));
    if (recmake_below(seed, 2)) recmake_add(pool, &author, "karma", recmake_int(recmake_width(seed, 16)));
    recmake_add(pool, &meta, "author", author);
    return meta;
}

static bench_node kinds_entry(bench_pool *pool, uint64_t *seed)
{
    bench_node entry = recmake_map(pool, 4), size = recmake_map(pool, 2);
    recmake_add(pool, &entry, "sku", recmake_words(pool, seed, 12));
    recmake_add(pool, &entry, "count", recmake_int(recmake_below(seed, 1000)));
    recmake_add(pool, &entry, "price", kinds_number(seed));
    recmake_add(pool, &size, "w", kinds_number(seed));
    recmake_add(pool, &size, "h", kinds_number(seed));
    recmake_add(pool, &entry, "size", size);
    return entry;
}

static bench_node kinds_document(bench_pool *pool, uint64_t *seed)
{
    bench_node root = recmake_map(pool, 3), entries = kinds_array(pool, 1 + recmake_below(seed, 8));
    recmake_add(pool, &root, "meta", kinds_meta(pool, seed));
    for (uint32_t i = 0; i < entries.len; i++) *kinds_item(&entries, i) = kinds_entry(pool, seed);
    recmake_add(pool, &root, "items", entries);
    recmake_add(pool, &root, "tags", kinds_strings(pool, seed, recmake_below(seed, 6), 10));
    return root;
}

static void kinds_values(bench_pool *pool, bench_node *root, bench_node values)
{
    *root = recmake_map(pool, 1);
    recmake_add(pool, root, "values", values);
}

void bench_gen_kind(bench_pool *pool, const char *input, uint64_t i, bench_node *root)
{
    uint64_t seed = (i + 1) * 7919;
    if (strcmp(input, "document") == 0)
        *root = kinds_document(pool, &seed);
    else if (strcmp(input, "string-list") == 0)
        kinds_values(pool, root, kinds_strings(pool, &seed, 32, 40));
    else
        kinds_values(pool, root, kinds_numbers(pool, &seed, 32));
}
