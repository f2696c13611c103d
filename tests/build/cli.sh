# SPDX-License-Identifier: MIT
# does: the tool, golden (tests/cli)
# needs: gcc libc6-dev cmake ninja-build python3
sh tests/build/programs.sh dev || exit 1
python3 tests/cli/run.py build/dev/cinch
python3 tests/cli/extra.py build/dev/cinch
python3 tests/cli/agree.py build/dev/cinch
