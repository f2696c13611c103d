# SPDX-License-Identifier: MIT
# does: schemas and documents of tests/schema, and what is said of them
# needs: gcc libc6-dev cmake ninja-build python3 python3-jsonschema
sh tests/build/programs.sh dev schema
/usr/bin/python3 tools/schema_peer.py
