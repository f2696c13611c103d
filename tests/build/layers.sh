# SPDX-License-Identifier: MIT
# does: who includes whom, names, sizes, forbidden libc (tools/layers.py)
# needs: python3 git
python3 tools/layers.py
