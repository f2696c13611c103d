/* SPDX-License-Identifier: MIT
 * JSON both ways: text to a writer, a reader to text, and tokens to text in flat memory.
 *
 * The mapping in one paragraph; docs/json-mapping.md has every case. Text is RFC 8259 in UTF-8, read strictly. Integers keep
 * every digit. A literal with a point or an exponent is an f64. An f64 is written as the shortest text that reads back to the
 * same bits and is still a float. No value changes silently: what JSON cannot hold is an error, or an option says what
 * becomes of it. bin, ext, time and f32 lose their type, because JSON lacks it; with the option `tagged` nothing is lost.
 *
 * Every error has an offset. When reading, it counts in the text, and line and column come with it. When writing, it is that
 * of the item in the MessagePack input. A call that fails leaves its writer as it was before the call.
 */
#ifndef CINCH_JSON_H
#define CINCH_JSON_H

#include "cinch/read.h"
#include "cinch/stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- options */

/* Writing: a NaN or an infinity is the error NUMBER, or it becomes null, or one of the strings "NaN", "Infinity" and
 * "-Infinity". Tagged text holds them as they are, whatever this says. */
typedef enum cinch_json_nan { CINCH_NAN_ERROR, CINCH_NAN_NULL, CINCH_NAN_STRING } cinch_json_nan;

/* Both ways: bytes that are not UTF-8 are the error UTF8, or each maximal part of a bad sequence becomes U+FFFD. Reading
 * also: an escape from \ud800 to \udfff without its partner is the error SURROGATE, or becomes U+FFFD. */
typedef enum cinch_json_utf8 { CINCH_UTF8_ERROR, CINCH_UTF8_REPLACE } cinch_json_utf8;

/* Writing: a bin becomes a string of base64 (RFC 4648, padded) or of lower-case hex, or an array of its bytes, or it is the
 * error TYPE. As a map key an array has no text: that is KEY. */
typedef enum cinch_json_bin { CINCH_BIN_BASE64, CINCH_BIN_HEX, CINCH_BIN_ARRAY, CINCH_BIN_ERROR } cinch_json_bin;

/* Both ways, for keys of one map that are equal in type and value: all pairs pass, or the second key is the error DUPLICATE,
 * or only the first or only the last pair is kept, in its place. When reading, keys that are containers are not compared. */
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

/* Reads one document from text into w. A byte order mark at the very beginning of text is skipped, and so is white space
 * before the document. (The mark is skipped also where text continues an earlier one: only the caller knows whether it may
 * stand there.) `used` gets the number of bytes read. It includes white space after the document, so that a loop can read
 * document after document. With used NULL nothing may follow: TRAILING. A text that ends inside a document, or holds none, is
 * TRUNCATED; a caller that reads in blocks can come back with more. A number at the end of the text counts as whole.
 *
 * Errors carry the offset of the byte at fault: SYNTAX, NUMBER (overflow, or see cinch_json_big), UTF8, SURROGATE, DEPTH,
 * LIMIT, DUPLICATE, LENGTH (a string of 2^32 bytes), MEMORY, and those of w.
 *
 * Time is linear, whatever the nesting. For that, each container of more than 15 items is remembered with 24 bytes in
 * opts->alloc's memory, and the heads are widened once, at the end. A writer with a sink gets the document in its buffer. If
 * the document does not fit there, it is put together in opts->alloc's memory first; so it is for a counting writer. A sink
 * gets nothing before the document was found good. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_read(const char *text, size_t len, const cinch_json_opts *opts,
                                                      cinch_writer *w, size_t *used, cinch_diag *diag);

/* ---------------------------------------------------------------- MessagePack to text */

/* Writes the next item of r, with all below it, as text into out. out serves as a plain byte output; no new line is put at
 * the end. Containers hold `,` and `:` without white space; with opts->indent each item has a line, and `: ` stands between
 * key and value. An error is also set in r, so that a loop over cinch_reader_left ends. out is then as it was before.
 *
 * Errors carry the offset of the item at fault: whatever r finds, UTF8, NUMBER (see cinch_json_nan), TYPE (see
 * cinch_json_bin), DUPLICATE, DEPTH, LIMIT, MEMORY, and those of out at the item that did not fit. KEY is a key that is a
 * container, or an ext without prefix, or whose text equals another key's in a map that mixes str and other keys.
 *
 * sort_keys, dup, tagged and maps that mix str and other keys need an index. It lies in opts->alloc's memory and is in
 * proportion to the pairs and maps of the item. If the text does not fit a sink's buffer, a first pass judges the item before
 * the sink gets any. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_write(cinch_reader *r, const cinch_json_opts *opts, cinch_writer *out,
                                                       cinch_diag *diag);

/* ---------------------------------------------------------------- tokens to text */

/* The same, fed token by token, for messages that are not in memory. Put in what cinch_stream_next or cinch_next gives,
 * payloads in parts too; the text comes out in flat memory. The caller's level array bounds the depth (DEPTH). It, out and
 * the strings that opts points to must outlive the object. The object needs no ending.
 *
 * What needs a whole object in memory is the error USE. For sort_keys, dup and tagged it comes at once. For a map in which a
 * str and another key may have the same text it comes at the key. Only the form of the keys is looked at: {1: .., "id": ..}
 * passes, and {1: .., "2": ..} does not (but see cinch_json_out_keys). A caller then holds the object in memory and calls
 * cinch_json_write. All other errors are those of cinch_json_write, with diag.pos 0, because only the stream knows the
 * offset. Text written before an error stays in out. */
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

/* Lends memory, in which keys are kept until their map ends. Then {1: .., "2": ..} passes as long as the keys fit, and {1:
 * .., "1": ..} is the error KEY, at the second key. Kept are only keys whose text a key of another kind may have, each with
 * its text and some 24 bytes; names that are no number, word or date take nothing. USE is left for a bin beside a str that
 * may be base64, for keys that are NaN or infinite, and for keys in parts. Call it after init, before the first token. mem
 * stays the caller's and in use. Any len will do; up to 4 GiB of it are used. */
CINCH_API void cinch_json_out_keys(cinch_json_out *j, void *mem, size_t len);

/* The next token. Sticky: after an error nothing happens, so a loop may look only at finish. */
CINCH_API void cinch_json_out_put(cinch_json_out *j, cinch_token t);

/* The verdict so far: the first error; TRUNCATED inside a document; or OK between documents. It may be called as often as
 * wanted, and after OK the next document may follow. What stands between documents (a new line) is the caller's to put. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_out_finish(cinch_json_out *j, cinch_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
