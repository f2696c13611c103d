/* SPDX-License-Identifier: MIT
 * Whole messages without decoding: whether they are well-formed, where an item lies, what went wrong there, and where a
 * message ends. Nothing here allocates. Nothing needs more stack than 24 KiB, whatever the message.
 */
#ifndef CINCH_CHECK_H
#define CINCH_CHECK_H

#include "cinch/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- check */

/* Walks over msg and judges everything the format promises: framing, no reserved byte, timestamps (unless CINCH_RAW_TIME),
 * the limits. There must be exactly one message: else TRUNCATED or TRAILING. With CINCH_MANY there may be any number of them
 * back to back, also none, and the limits are for each. At most 512 containers may be open (DEPTH); an empty one counts while
 * it is looked at.
 *
 * CINCH_UTF8 refuses a str that is not UTF-8. CINCH_CANONICAL asks for two things besides. Every item is in its smallest
 * format, else OVERLONG: integers from 0 up in an unsigned one, timestamps in 4, 8 or 12 bytes as they need; floats have no
 * smallest format, because f32 and f64 are different values. In every map each key's encoded bytes are greater than those of
 * the key before, compared byte for byte, else ORDER or DUPLICATE.
 *
 * Takes linear time. Payloads of strings are skipped without being read unless CINCH_UTF8 is set. CINCH_UNIQUE is the error
 * USE here: it needs memory, which a tree has. docs/decisions/0020 says which error wins where one item has several. */
CINCH_API CINCH_NODISCARD cinch_error cinch_check(const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag);

/* ---------------------------------------------------------------- items and pointers */

/* Finds the item that a JSON Pointer (RFC 6901) names in the message at msg; *item is a view of its bytes. "" is the message
 * itself. "/users/3/id" is the member "id" of the item 3 (counted from 0) of the member "users". In a map a token names the
 * str key that equals it; if there is none, the integer key whose decimal text it is. Of duplicate keys the last counts. Only
 * framing is judged, and only as far as the item. Where the way leads through a map, it is judged to the end of the outermost
 * map on the way. What follows the message is ignored. Works at any depth, without recursion, and costs about one walk over
 * the message for every 512 tokens of the pointer, or part of them.
 *
 * Errors: ABSENT when there is no such item, at the container that lacks it, or at the scalar that is no container. POINTER
 * when the pointer is malformed; diag->pos is then an offset in the pointer. Else what a bad message gives. A token "~" alone
 * is malformed; cinch_locate writes it for a key that is neither str nor integer. */
CINCH_API CINCH_NODISCARD cinch_error cinch_find(const void *msg, size_t len, cinch_str pointer, cinch_bin *item,
                                                 cinch_diag *diag);

/* The inverse: writes the JSON Pointer of the item that holds the byte at offset pos, and returns its length. The text is
 * NUL-terminated when cap is not 0. A byte of a container's header belongs to the container. A byte of a map's key, whatever
 * the key holds, belongs to the map. Where bytes are missing (pos is len) the pointer names the item that should have begun
 * there. In a run of messages it is relative to the message that holds pos. A message that is bad before pos is walked as far
 * as it goes.
 *
 * A pointer that does not fit ends in "/..." after a whole token. Keys are written as they are, with "~" and "/" escaped as
 * the RFC wants. So there may be bytes that are not text, NUL among them; cinch_explain makes them harmless. cinch_find finds
 * the item again unless a token is "~", or two keys of a map have the same text, or the pointer was too long.
 *
 * Works at any depth, without recursion. Costs about one walk to pos for every 512 levels written, and less where out has
 * room to spare, because that room serves as stack meanwhile. */
CINCH_API size_t cinch_locate(const void *msg, size_t len, uint64_t pos, char *out, size_t cap);

/* Writes the line a person reads, "offset 12 (0xc), at /users/3/id: expected str, got u64", and returns its length. It is
 * NUL-terminated when cap is not 0. msg are the bytes that diag is about; when they are gone, pass NULL and 0, and the line
 * has no path. In a run of messages the line names the message from the second on: "offset 12 (0xc), object 2, at ...". A
 * member that is missing or unknown is appended to the path. Errors in text begin "line 3, column 7: ..." and have no path.
 * What does not fit is cut from the path first.
 *
 * No byte of a key breaks the line or reaches a terminal. These come as \xHH, byte by byte: control characters, line
 * separators, what is invisible or reorders text, and whatever is not UTF-8. A backslash comes as two. cinch_unescape undoes
 * exactly that. */
CINCH_API size_t cinch_explain(const cinch_diag *diag, const void *msg, size_t len, char *out, size_t cap);

/* The same where the path is known, as a stream knows it. path is a pointer as cinch_locate writes it. object counts the
 * messages from 1; with 0 none is named. A diag->member is appended as above. */
CINCH_API size_t cinch_explain_at(const cinch_diag *diag, cinch_str path, uint64_t object, char *out, size_t cap);

/* Shows any text as cinch_explain shows keys, for lines of one's own: a file name, a word from a command line. NUL-terminated
 * when cap is not 0; returns its length. What does not fit is cut between characters, and the text then ends in "...". */
CINCH_API size_t cinch_escape(const char *text, size_t len, char *out, size_t cap);

/* Turns the escapes of an error line back into bytes, in place; *len shrinks. At a backslash that is followed neither by
 * another nor by x and two hexadecimal digits it returns false and leaves text as it was. */
CINCH_API bool cinch_unescape(char *text, size_t *len);

/* ---------------------------------------------------------------- framing */

/* Finds where a message ends while the message comes in pieces. Takes constant memory at any depth and looks at each byte
 * once. It judges only framing and the byte 0xc1. */
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

/* Takes the next len bytes. GOT: the message ends after *used of them; call again with the bytes after that, which begin a
 * new one. MORE: all were used, and the message goes on. FAILED: RESERVED, at offset f->item in the message; it stays so
 * until init. */
CINCH_API cinch_status cinch_frame_feed(cinch_frame *f, const void *bytes, size_t len, size_t *used);

/* After damage: gives the offset of the first place in buf from which the bytes look like messages again, or len when there
 * is none. A place is plausible if three things hold. Its item is of one of top_types (CINCH_BIT of each; 0: array or map; a
 * timestamp counts as EXT). From there on 64 items, or as many as buf holds, are framed well, and none has a 16- or 32-bit
 * count larger than the bytes left. Every message that ends among them is followed by another of top_types or by the end.
 * This is a guess: payloads may look like messages, too. Takes linear time. */
CINCH_API size_t cinch_resync(const void *buf, size_t len, uint32_t top_types);

#ifdef __cplusplus
}
#endif
#endif
