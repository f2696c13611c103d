# SPDX-License-Identifier: MIT
# does: schemas and documents of tests/schema, and what is said of them
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh dev schema
