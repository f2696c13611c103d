/* SPDX-License-Identifier: MIT
 * The keywords, each with the form its value must have and the types it speaks of.
 */
#ifndef CINCHI_SCHEMA_WORDS_H
#define CINCHI_SCHEMA_WORDS_H

#include "cinch/tree.h"

typedef enum cinchi_word_form {
    CINCHI_FORM_SCHEMA,  /* an object or a boolean */
    CINCHI_FORM_SCHEMAS, /* an object of them */
    CINCHI_FORM_LIST,    /* an array of them, not empty */
    CINCHI_FORM_ITEMS,   /* a schema, or an array of them */
    CINCHI_FORM_TYPE,    /* the name of a type, or an array of such, distinct */
    CINCHI_FORM_TEXT,
    CINCHI_FORM_NAMES, /* an array of strings, distinct */
    CINCHI_FORM_BOOL,
    CINCHI_FORM_NUMBER,
    CINCHI_FORM_ABOVE, /* a number above 0 */
    CINCHI_FORM_COUNT, /* an integer from 0 on; 2.0 is one */
    CINCHI_FORM_WHOLE, /* an integer that int64 holds */
    CINCHI_FORM_VALUE, /* anything */
    CINCHI_FORM_VALUES /* an array, not empty */
} cinchi_word_form;

enum { /* kinds of values that a keyword constrains */
       CINCHI_OF_MAP = 1,
       CINCHI_OF_ARRAY = 2,
       CINCHI_OF_TEXT = 4, /* str, bin, ext */
       CINCHI_OF_STR = 8,  /* str alone */
       CINCHI_OF_NUMBER = 16
};

/* Keyword, its name, the form, what it constrains; those of a value's own (`type`, `enum`) constrain nothing here. */
/* clang-format off */
#define CINCHI_WORDS(X) \
    X(TYPE, "type", TYPE, 0) \
    X(PROPERTIES, "properties", SCHEMAS, CINCHI_OF_MAP) \
    X(REQUIRED, "required", NAMES, CINCHI_OF_MAP) \
    X(ADDITIONAL_PROPERTIES, "additionalProperties", SCHEMA, CINCHI_OF_MAP) \
    X(MIN_PROPERTIES, "minProperties", COUNT, CINCHI_OF_MAP) \
    X(MAX_PROPERTIES, "maxProperties", COUNT, CINCHI_OF_MAP) \
    X(ITEMS, "items", ITEMS, CINCHI_OF_ARRAY) \
    X(PREFIX_ITEMS, "prefixItems", LIST, CINCHI_OF_ARRAY) \
    X(ADDITIONAL_ITEMS, "additionalItems", SCHEMA, CINCHI_OF_ARRAY) \
    X(MIN_ITEMS, "minItems", COUNT, CINCHI_OF_ARRAY) \
    X(MAX_ITEMS, "maxItems", COUNT, CINCHI_OF_ARRAY) \
    X(MINIMUM, "minimum", NUMBER, CINCHI_OF_NUMBER) \
    X(MAXIMUM, "maximum", NUMBER, CINCHI_OF_NUMBER) \
    X(EXCLUSIVE_MINIMUM, "exclusiveMinimum", NUMBER, CINCHI_OF_NUMBER) \
    X(EXCLUSIVE_MAXIMUM, "exclusiveMaximum", NUMBER, CINCHI_OF_NUMBER) \
    X(MULTIPLE_OF, "multipleOf", ABOVE, CINCHI_OF_NUMBER) \
    X(MIN_LENGTH, "minLength", COUNT, CINCHI_OF_TEXT) \
    X(MAX_LENGTH, "maxLength", COUNT, CINCHI_OF_TEXT) \
    X(PATTERN, "pattern", TEXT, CINCHI_OF_STR) \
    X(FORMAT, "format", TEXT, 0) \
    X(CONTENT_ENCODING, "contentEncoding", TEXT, CINCHI_OF_STR) \
    X(ENUM, "enum", VALUES, 0) \
    X(CONST, "const", VALUE, 0) \
    X(ONE_OF, "oneOf", LIST, 0) \
    X(ANY_OF, "anyOf", LIST, 0) \
    X(ALL_OF, "allOf", LIST, 0) \
    X(REF, "$ref", TEXT, 0) \
    X(DEFS, "$defs", SCHEMAS, 0) \
    X(DEFINITIONS, "definitions", SCHEMAS, 0) \
    X(ID, "$id", TEXT, 0) \
    X(OLD_ID, "id", TEXT, 0) \
    X(SCHEMA, "$schema", TEXT, 0) \
    X(COMMENT, "$comment", TEXT, 0) \
    X(TITLE, "title", TEXT, 0) \
    X(DESCRIPTION, "description", TEXT, 0) \
    X(DEFAULT, "default", VALUE, 0) \
    X(EXAMPLES, "examples", VALUE, 0) \
    X(DEPRECATED, "deprecated", BOOL, 0) \
    X(ENCODING, "x-msgpack-encoding", TEXT, CINCHI_OF_MAP) \
    X(KEY, "x-msgpack-key", WHOLE, 0) \
    X(TIMESTAMP, "x-msgpack-timestamp", BOOL, 0) \
    X(C_TYPE, "x-c-type", TEXT, CINCHI_OF_NUMBER) \
    X(C_STORAGE, "x-c-storage", TEXT, CINCHI_OF_TEXT | CINCHI_OF_ARRAY) \
    X(C_MAX_BYTES, "x-c-max-bytes", COUNT, CINCHI_OF_TEXT | CINCHI_OF_MAP) \
    X(C_NIL, "x-c-nil", TEXT, 0)

typedef enum cinchi_word {
#define CINCHI_X(name, text, form, of) CINCHI_WORD_##name,
    CINCHI_WORDS(CINCHI_X)
#undef CINCHI_X
    CINCHI_WORD_COUNT
} cinchi_word;
/* clang-format on */
_Static_assert(CINCHI_WORD_COUNT <= 64, "a set of keywords is one word");
#define CINCHI_HAS(name) (UINT64_C(1) << CINCHI_WORD_##name)

typedef struct cinchi_word_row {
    const char *name;
    uint8_t form, of;
} cinchi_word_row;
extern const cinchi_word_row cinchi_word_rows[CINCHI_WORD_COUNT];

/* CINCHI_WORD_COUNT: none of them. */
cinchi_word cinchi_word_find(cinch_str name);
cinch_str cinchi_word_name(cinchi_word word);

/* Of the names of types: a set of wire types; 0: no such type. "integer" is U64 and I64, "number" those and both floats, "extension" EXT
 * and TIME. */
uint32_t cinchi_type_named(cinch_str name);

#endif
