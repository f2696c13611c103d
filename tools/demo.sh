#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: demo.sh CINCH FILE.json   takes the file to MessagePack and back, and shows what it did
set -eu
cinch=$1 file=$2
dir=$(mktemp -d "${TMPDIR:-/tmp}/cinch-demo.XXXXXX")
trap 'rm -rf "$dir"' EXIT
size() { wc -c <"$1" | tr -d ' '; }

"$cinch" from-json "$file" >"$dir/message"
echo "\$ cinch from-json $file > message        # $(size "$file") bytes of JSON, $(size "$dir/message") of MessagePack"
echo "\$ cinch check message"
"$cinch" check "$dir/message"
echo "\$ cinch dump message | head"
"$cinch" dump "$dir/message" >"$dir/dump"
head -n 12 "$dir/dump"
echo "\$ cinch to-json message > back.json"
"$cinch" to-json "$dir/message" >"$dir/back.json"
echo "\$ cinch from-json back.json | cmp - message"
"$cinch" from-json "$dir/back.json" | cmp - "$dir/message"
# White space is the writer's choice; where the file has ours, the text itself must come back.
"$cinch" to-json -p "$dir/message" >"$dir/pretty.json"
if cmp -s "$dir/back.json" "$file" || cmp -s "$dir/pretty.json" "$file"; then
    echo "round trip: every value came back, and so did every byte of the text"
else
    echo "round trip: every value came back"
fi
