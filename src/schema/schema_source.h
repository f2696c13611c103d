/* SPDX-License-Identifier: MIT
 * Documents and the places in them: where every schema of a document stands, found once, before anything is made of it.
 */
#ifndef CINCHI_SCHEMA_SOURCE_H
#define CINCHI_SCHEMA_SOURCE_H

#include "model.h"
#include "schema_words.h"

typedef struct cinchi_document {
    struct cinchi_document *next;
    cinch_str name;  /* relative to the first one's folder */
    cinch_str shown; /* as notes have it */
    cinch_tree tree;
    cinchi_source *root;
    bool old_refs; /* $schema says draft-07 or older: what stands beside a $ref is ignored there, here refused */
} cinchi_document;

typedef enum cinchi_step {
    CINCHI_STEP_ROOT,
    CINCHI_STEP_WORD,
    CINCHI_STEP_NAME,
    CINCHI_STEP_INDEX,
    CINCHI_STEP_POINTER
} cinchi_step;

/* A schema in a document: an object or a boolean. */
struct cinchi_source {
    const cinch_node *node;
    cinchi_document *document;
    const cinchi_source *parent;   /* the schema around it; NULL: a root, or STEP_POINTER */
    cinchi_step step;              /* from there */
    cinchi_word word;              /* the keyword it stands under */
    uint32_t index;                /* STEP_INDEX */
    cinch_str name;                /* STEP_NAME: of the member; STEP_POINTER: the whole pointer, as the $ref had it */
    cinch_str folder;              /* STEP_NAME: of definitions kept together under a name, if it stands in such */
    cinch_str base;                /* the URI that its $refs start from: the document's name, or that of $id */
    const cinchi_source *resource; /* where "#" leads: the root, or the nearest place around it with an $id */
    uint64_t has;                  /* bits of the keywords it has */
    struct cinchi_source *next;    /* of the same bucket */
    struct cinchi_source *later;   /* of those not looked at yet */
    struct cinchi_maker *maker;    /* what is made of it alone, once asked for (schema_make.h) */
};

/* What $id, and the "#name" of old `id`s, calls a place. */
typedef struct cinchi_named {
    struct cinchi_named *next;
    cinch_str uri;
    cinchi_source *source;
} cinchi_named;

/* A load in progress. */
typedef struct cinchi_load {
    cinch_schema *schema;
    cinch_schema_limits limits; /* no zeros */
    cinch_error error;          /* the first one */
    cinch_diag diag;            /* for it */
    bool enough;                /* the note hook had */
    uint32_t notes, files;
    size_t text;
    cinchi_source **buckets;
    uint32_t bucket_count, source_count;
    cinchi_named *named;
    uint32_t named_count;
    cinchi_source *queue, *queue_end; /* places found and not looked at */
    struct cinchi_making *making;     /* schema_make.h */
} cinchi_load;

/* Memory that lives as long as the schema, cleared; NULL: MEMORY is set. */
void *cinchi_load_get(cinchi_load *l, size_t size, size_t count);

/* A vector in the load's arena: doubles when full, what it leaves behind is lost. False: MEMORY is set. */
bool cinchi_load_grow(cinchi_load *l, void *vector, size_t *cap, size_t count, size_t size);

/* The first error wins; every one is told to the hook. token is added to the place's pointer; words are joined: text, the name made
 * harmless in quotes if there is one, and more. */
void cinchi_load_fail(cinchi_load *l, cinch_error e, const cinchi_source *at, cinch_str token, const char *text, cinch_str name,
                      const char *more);
void cinchi_load_warn(cinchi_load *l, const cinchi_source *at, cinch_str token, const char *text);
void cinchi_load_memory(cinchi_load *l);
void cinchi_load_tell(cinchi_load *l, const cinch_schema_note *n); /* whole, of a document and no place in it */
/* The usual: SCHEMA at a keyword. */
void cinchi_fault_at(cinchi_load *l, const cinchi_source *at, cinchi_word word, const char *text);

/* The value of a keyword, or NULL. */
const cinch_node *cinchi_source_get(const cinchi_source *s, cinchi_word word);

/* The place of a node: where it is new one made after `like`, and put into the queue. */
cinchi_source *cinchi_source_of(cinchi_load *l, const cinch_node *node, const cinchi_source *like);
cinchi_source *cinchi_source_find(const cinchi_load *l, const cinch_node *node);

/* The document of that name, read when it is new; from is where the $ref to it stands. Or the first one, from its text. NULL: the error
 * is set. Its root waits in the queue. */
cinchi_document *cinchi_document_open(cinchi_load *l, cinch_str name, const cinchi_source *from);
cinchi_document *cinchi_document_first(cinchi_load *l, cinch_str text);

bool cinchi_count_of(const cinch_node *n, uint64_t *out); /* an integer from 0 on, 2.0 too */

/* Judges every word of the places in the queue, and of all below them. */
void cinchi_scan(cinchi_load *l);

/* What $id and `id` call a place: sets its base, and remembers the name. */
void cinchi_ref_name(cinchi_load *l, cinchi_source *s, cinch_str id);

/* Where a source's $ref leads. NULL: the error is set. */
cinchi_source *cinchi_ref_target(cinchi_load *l, const cinchi_source *s);

#endif
