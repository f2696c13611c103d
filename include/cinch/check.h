/* SPDX-License-Identifier: MIT
 * Whole messages without decoding: is it well-formed, where is this item, what went wrong there, where does the message end.
 * Nothing here allocates; nothing needs more stack than 24 KiB, whatever the message.
 */
#ifndef CINCH_CHECK_H
#define CINCH_CHECK_H

#include "cinch/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- check */

/* Walks over msg and judges everything the format promises: framing, no reserved byte, timestamps (unless CINCH_RAW_TIME), the
 * limits. Exactly one message, else TRUNCATED or TRAILING; with CINCH_MANY any number of them back to back, none included, each
 * within the limits. No more than 512 containers may be open (DEPTH), an empty one counting while it is looked at.
 *
 * CINCH_UTF8 refuses a str that is not UTF-8. CINCH_CANONICAL asks besides that every item is in its smallest format (integers
 * from 0 up in an unsigned one, timestamps in 4, 8 or 12 bytes as they need), else OVERLONG, and that in every map each key's
 * encoded bytes are greater than those of the key before, compared byte for byte, else ORDER or DUPLICATE. Floats have no
 * smallest format: f32 and f64 are different values.
 *
 * Linear time; skips string payloads without reading them unless CINCH_UTF8 is set. CINCH_UNIQUE is USE here: it needs memory,
 * which a tree has. docs/decisions/0020 says which error wins where one item has several. */
CINCH_API CINCH_NODISCARD cinch_error cinch_check(const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag);

/* ---------------------------------------------------------------- items and pointers */

/* The bytes of the item that a JSON Pointer (RFC 6901) names in the message at msg: "" is the message itself, "/users/3/id" the
 * member "id" of the item 3, from 0, of the member "users". The item is a view into msg. In a map a token names the str key that
 * equals it, else the integer key whose decimal text it is; of duplicates the last. Only framing is judged, up to the item or,
 * where the way leads through a map, to the end of the outermost one on it; what follows the message is ignored. Any depth,
 * without recursion; costs about one walk over the message for every 512 tokens begun.
 *
 * ABSENT, at the container that lacks it (or the scalar that is none), when there is no such item; POINTER, diag->pos then being
 * an offset in the pointer, when it is malformed; else what a bad message gives. A token "~" alone, which cinch_locate writes for
 * a key that is neither str nor integer, is malformed. */
CINCH_API CINCH_NODISCARD cinch_error cinch_find(const void *msg, size_t len, cinch_str pointer, cinch_bin *item,
                                                 cinch_diag *diag);

/* The inverse: writes the JSON Pointer of the item that holds the byte at offset pos, NUL-terminated when cap is not 0, and returns
 * its length. A byte of a container's header belongs to the container; one of a map's key, whatever the key holds, to the map. Where
 * bytes are missing (pos is len) the pointer names the item that should have begun there. In a run of messages it is relative to the
 * message that holds pos. A message that is bad before pos is walked as far as it goes.
 *
 * A pointer that does not fit ends after a whole token and in "/...". Keys are written as they are, "~" and "/" escaped as the RFC
 * wants: bytes that are not text, NUL among them, too; cinch_explain makes them harmless. cinch_find finds the item again unless a
 * token is "~", two keys of a map have the same text, or the pointer was too long.
 *
 * Any depth, without recursion; costs about one walk to pos per 512 levels written, and less where out has room to spare: that
 * room serves as stack meanwhile. */
CINCH_API size_t cinch_locate(const void *msg, size_t len, uint64_t pos, char *out, size_t cap);

/* The line a person reads, "offset 12 (0xc), at /users/3/id: expected str, got u64", NUL-terminated when cap is not 0; returns its
 * length. msg are the bytes that diag is about, or NULL and 0 when they are gone: then no path is given. In a run of messages
 * from the second on it says which: "offset 12 (0xc), object 2, at ...". A member that is missing or unknown is appended to the
 * path. Text has "line 3, column 7: ..." and no path. What does not fit is cut from the path first.
 *
 * No byte of a key breaks the line or reaches a terminal: control characters, line separators, what is invisible or reorders text and
 * whatever is not UTF-8 come as \xHH, byte by byte, and a backslash as two. cinch_unescape undoes exactly that. */
CINCH_API size_t cinch_explain(const cinch_diag *diag, const void *msg, size_t len, char *out, size_t cap);

/* The same where the path is known, as a stream knows it: path is a pointer as cinch_locate writes it, object counts the messages
 * from 1 (0: not told). A diag->member is appended as above. */
CINCH_API size_t cinch_explain_at(const cinch_diag *diag, cinch_str path, uint64_t object, char *out, size_t cap);

/* Any text as cinch_explain shows keys, for lines of one's own: a file name, a word from a command line. NUL-terminated when cap is
 * not 0; returns its length. What does not fit is cut between characters, and ends in "...". */
CINCH_API size_t cinch_escape(const char *text, size_t len, char *out, size_t cap);

/* Turns the escapes of an error line back into bytes, in place; *len shrinks. False, and text as it was, at a backslash that is not
 * followed by another or by x and two hexadecimal digits. */
CINCH_API bool cinch_unescape(char *text, size_t *len);

/* ---------------------------------------------------------------- framing */

/* Finds where a message ends while it comes in pieces, in constant memory, any depth, each byte looked at once. Framing and 0xc1 alone
 * are judged. */
typedef struct cinch_frame {
    uint64_t len;     /* bytes of the message so far; its length when GOT */
    uint64_t item;    /* offset in the message of the item in progress, at fault, or awaited */
    uint64_t items;   /* items still to begin, the awaited one included; private from here */
    uint64_t payload; /* bytes of the item in progress still to come */
    uint8_t have;     /* header bytes kept in head */
    uint8_t head[6];
    cinch_error error; /* why FAILED */
} cinch_frame;

CINCH_API void cinch_frame_init(cinch_frame *f);

/* Takes the next len bytes. GOT: the message ends after *used of them, and the next call begins a new one with the bytes after that.
 * MORE: all were used and the message goes on. FAILED: RESERVED, at f->item in the message; stays so until init. */
CINCH_API cinch_status cinch_frame_feed(cinch_frame *f, const void *bytes, size_t len, size_t *used);

/* After damage: the offset of the first place in buf from which the bytes look like messages again, or len when there is none. A
 * place is plausible if its item is of one of top_types (CINCH_BIT of each; 0: array or map; a timestamp counts as EXT), if from there
 * on 64 items are framed well as far as buf goes, none of them with a 16- or 32-bit count larger than the bytes left, and if every message
 * that ends among them is followed by another of top_types or by nothing. A guess: payloads may look like messages, too. Linear time. */
CINCH_API size_t cinch_resync(const void *buf, size_t len, uint32_t top_types);

#ifdef __cplusplus
}
#endif
#endif
