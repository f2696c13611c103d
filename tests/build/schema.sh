# SPDX-License-Identifier: MIT
# does: schemas and documents of tests/schema and tests/gen, and what is said of them
# needs: gcc libc6-dev cmake ninja-build pkg-config libpcre2-dev python3 python3-jsonschema python3-msgpack
sh tests/build/programs.sh dev tool schema
status=0
/usr/bin/python3 tools/schema_peer.py || status=$?
/usr/bin/python3 tests/gen/samples.py build/dev/cinch || status=$?
exit $status
