/* SPDX-License-Identifier: MIT
 * The tables of keywords and of types.
 */
#include "schema_words.h"
#include "../core/get.h"

const cinchi_word_row cinchi_word_rows[CINCHI_WORD_COUNT] = {
#define CINCHI_X(name, text, form, of) {text, CINCHI_FORM_##form, of},
    CINCHI_WORDS(CINCHI_X)
#undef CINCHI_X
};

cinchi_word cinchi_word_find(cinch_str name)
{
    unsigned i = 0;
    while (i < CINCHI_WORD_COUNT && !cinch_str_is(name, cinchi_word_rows[i].name)) i++;
    return (cinchi_word)i;
}

cinch_str cinchi_word_name(cinchi_word word)
{
    return cinch_cstr(cinchi_word_rows[word].name);
}

uint32_t cinchi_type_named(cinch_str name)
{
    static const struct {
        const char *name;
        uint32_t types;
    } rows[] = {
        {"object", CINCH_BIT(CINCH_MAP)},
        {"array", CINCH_BIT(CINCH_ARRAY)},
        {"string", CINCH_BIT(CINCH_STR)},
        {"number", CINCHI_NUMBERS},
        {"integer", CINCHI_INTEGERS},
        {"boolean", CINCH_BIT(CINCH_BOOL)},
        {"null", CINCH_BIT(CINCH_NIL)},
        {"bytes", CINCH_BIT(CINCH_BIN)},
        {"extension", CINCH_BIT(CINCH_EXT) | CINCH_BIT(CINCH_TIME)}, /* of every ext type, -1 too */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (cinch_str_is(name, rows[i].name)) return rows[i].types;
    return 0;
}
