/* SPDX-License-Identifier: MIT
 * JSON both ways: text to a writer, a reader to text, and tokens to text in flat memory.
 *
 * The mapping in one paragraph; docs/json-mapping.md has every case. Text is RFC 8259 in UTF-8, strictly. Integers keep every
 * digit, a literal with a point or an exponent is an f64, and an f64 is written as the shortest text that reads back to the same
 * bits and is still a float. Nothing changes its value silently: what JSON cannot hold is an error or has an option that says
 * what becomes of it. Types JSON lacks (bin, ext, time, f32) lose their type, except under `tagged`, which loses nothing.
 *
 * Every error has an offset: into the text, with line and column, when reading; of the item in the MessagePack input when
 * writing. A call that fails leaves its writer as it was before the call.
 */
#ifndef CINCH_JSON_H
#define CINCH_JSON_H

#include "cinch/read.h"
#include "cinch/stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- options */

/* Writing: a NaN or an infinity is the error NUMBER, becomes null, or the string "NaN", "Infinity", "-Infinity". Tagged text
 * holds them as they are, whatever this says. */
typedef enum cinch_json_nan { CINCH_NAN_ERROR, CINCH_NAN_NULL, CINCH_NAN_STRING } cinch_json_nan;

/* Both ways: bytes that are not UTF-8 are the error UTF8, or each maximal part of a bad sequence becomes U+FFFD. Reading also: an
 * escape \ud800 to \udfff without its partner is the error SURROGATE, or U+FFFD. */
typedef enum cinch_json_utf8 { CINCH_UTF8_ERROR, CINCH_UTF8_REPLACE } cinch_json_utf8;

/* Writing: a bin is base64 (RFC 4648, padded) or lower-case hex in a string, an array of its bytes, or the error TYPE. As a map key
 * an array has no text: KEY. */
typedef enum cinch_json_bin { CINCH_BIN_BASE64, CINCH_BIN_HEX, CINCH_BIN_ARRAY, CINCH_BIN_ERROR } cinch_json_bin;

/* Both ways, keys equal in type and value: all pass, the second is the error DUPLICATE, or the pair that comes first or last is
 * kept, where it stands. Keys that are containers are not compared when reading. */
typedef enum cinch_json_dup { CINCH_DUP_PASS, CINCH_DUP_ERROR, CINCH_DUP_FIRST, CINCH_DUP_LAST } cinch_json_dup;

/* Reading: an integer literal below -2^63 or above 2^64-1 is the error NUMBER, the nearest f64 (NUMBER when that is infinite), or
 * a str of its digits. */
typedef enum cinch_json_big { CINCH_BIG_ERROR, CINCH_BIG_FLOAT, CINCH_BIG_STRING } cinch_json_big;

/* All zeros, or a NULL pointer, is strict, lossless in value, on one line. An option of one direction is ignored by the other. */
typedef struct cinch_json_opts {
    cinch_limits limits;      /* depth, counted in containers of the message: beyond 512 levels come from alloc */
    const cinch_alloc *alloc; /* whatever memory a call needs, given back before it returns; NULL: malloc */
    cinch_json_nan nan;
    cinch_json_utf8 utf8;
    cinch_json_bin bin;
    cinch_json_dup dup;
    cinch_json_big big;
    uint8_t indent;         /* writing: spaces a level, a line an item; 0: one line, no spaces */
    bool tagged;            /* both ways: lossless, by {"$bin": ...} and its kin; writes over nan, utf8, bin and the prefixes */
    bool sort_keys;         /* writing: the pairs of a map ascending by the bytes of their keys' text; not those of a $map */
    bool string_keys_only;  /* writing: a key that is not a str is the error KEY, not its text */
    bool f32_short;         /* writing: shortest text for f32, though it reads back as another f64; not under tagged */
    bool f32_shrink;        /* reading: a float that f32 holds exactly becomes one */
    bool lax;               /* reading: comments, one trailing comma, NaN, Infinity, -Infinity */
    const char *bin_prefix; /* "base64:" before the text of a bin, both ways, keys too, as msgpack-tools have it; or NULL */
    const char *ext_prefix; /* "ext:" likewise: before N ":base64:" and the text of an ext */
    size_t base64_min;      /* reading: a value of at least so many characters that is base64 becomes a bin; 0: never */
    uint32_t reserved[4];   /* zero */
} cinch_json_opts;

/* ---------------------------------------------------------------- text to MessagePack */

/* Reads one document from text into w. A byte order mark at its very beginning and white space before it are skipped
 * (also where the text goes on from another document: whether a mark may stand there is known to who has all of it). `used` gets the bytes read, the
 * white space after the document included, so that documents that follow each other are read in a loop; with used NULL nothing
 * may follow: TRAILING. A text that ends inside a document, or holds none, is TRUNCATED, and a caller that reads in blocks can
 * come back with more; a number that ends the text counts as whole.
 *
 * Errors, at the byte at fault: SYNTAX, NUMBER (overflow, or see cinch_json_big), UTF8, SURROGATE, DEPTH, LIMIT, DUPLICATE, LENGTH
 * (a string of 2^32 bytes), MEMORY, and those of w. A container too long for its one-byte head when its 16th item comes is
 * remembered, 24 bytes each in opts->alloc's memory, and widened once at the end, so time is linear whatever the nesting. A
 * writer with a sink takes the document in its buffer; when it does not fit there, and for a counting writer, it is put together
 * in opts->alloc's memory first. Nothing is handed to a sink before the document was found good. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_read(const char *text, size_t len, const cinch_json_opts *opts,
                                                      cinch_writer *w, size_t *used, cinch_diag *diag);

/* ---------------------------------------------------------------- MessagePack to text */

/* Writes the next item of r, with all below it, as text into out, which serves as a plain byte output: no new line at the end.
 * Containers hold `,` and `:` without white space, or with opts->indent one item a line and ": ". An error is also set in r, so that a
 * loop over cinch_reader_left ends, and out is as it was before.
 *
 * Errors, at the item at fault: whatever r finds, UTF8, NUMBER (see cinch_json_nan), TYPE (see cinch_json_bin), KEY (a container, or an
 * ext without prefix, as a key; a key whose text equals another's in a map that mixes str and other keys), DUPLICATE, DEPTH,
 * LIMIT, MEMORY, and those of out at the item that did not fit. sort_keys, dup, tagged and maps that mix str and other keys need
 * an index in opts->alloc's memory, in proportion to its pairs and maps. A sink whose buffer cannot hold the text gets it
 * after a first pass over the item found it good. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_write(cinch_reader *r, const cinch_json_opts *opts, cinch_writer *out,
                                                       cinch_diag *diag);

/* ---------------------------------------------------------------- tokens to text */

/* The same, fed token by token, for messages that are not in memory: what cinch_stream_next or cinch_next gives goes in, payloads
 * in parts too, and the text comes out in flat memory. The caller's level array bounds the depth (DEPTH); it, out and the
 * strings opts points to must outlive the object, which needs no ending.
 *
 * What needs a whole object in memory is the error USE, at once for sort_keys, dup and tagged, and at the key for a map where a
 * str and another key may have the same text: told from their form, so that {1: .., "id": ..} passes and {1: .., "2": ..} does
 * not (but see cinch_json_out_keys). A caller then holds the object and calls cinch_json_write. All other errors are those of
 * cinch_json_write, with diag.pos 0: the offset is the stream's to know. Text written before an error stays in out. */
typedef struct cinch_json_out {
    cinch_writer *out;
    cinch_level *levels; /* the caller's; used in a way of its own */
    uint32_t level_cap, depth;
    cinch_json_opts opts;
    cinch_error error; /* the first one */
    uint8_t state;     /* inside a payload that comes in parts: of what kind */
    bool some;         /* inside a bin that comes in parts: a byte of it came */
    uint8_t have;      /* bytes in carry */
    uint8_t carry[4];  /* a UTF-8 sequence or a base64 group cut by the end of a part */
    uint8_t *keys;     /* cinch_json_out_keys: a table, and records of keys */
    uint32_t key_slots, key_cap, key_used, key_last;
} cinch_json_out;
CINCH_API void cinch_json_out_init(cinch_json_out *j, cinch_level *levels, uint32_t level_count, const cinch_json_opts *opts,
                                   cinch_writer *out);

/* Lends memory, which stays the caller's and in use, to keep keys in until their map ends: those that may have the text of a key of
 * another kind, each with its text and some 24 bytes; names that are no number, word or date take nothing. As long as they fit
 * {1: .., "2": ..} passes and {1: .., "1": ..} is the error KEY, at the second key. USE is left for bin beside a str that may be
 * base64, for keys that are NaN or infinite, and for keys in parts. Call it after init, before the first token; any len will do,
 * of which up to 4 GiB are used. */
CINCH_API void cinch_json_out_keys(cinch_json_out *j, void *mem, size_t len);

/* The next token. Sticky: after an error nothing happens, so a loop may look only at finish. */
CINCH_API void cinch_json_out_put(cinch_json_out *j, cinch_token t);

/* The verdict so far: the first error, TRUNCATED inside a document, or OK between documents, where it may be called as often as
 * wanted and the next document may follow: what stands between documents (a new line) is the caller's to put. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_out_finish(cinch_json_out *j, cinch_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
