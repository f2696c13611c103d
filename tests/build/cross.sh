# SPDX-License-Identifier: MIT
# does: the corpus against Python's msgpack, and through the tool
# needs: gcc libc6-dev cmake ninja-build python3 python3-msgpack
sh tests/build/programs.sh dev tool
set --
[ ! -x build/dev/cinch ] || set -- --tool build/dev/cinch
/usr/bin/python3 tools/vectors.py "$@"
