# SPDX-License-Identifier: MIT
# usage: build_rmp.sh SOURCE PROGRAM  compiles SOURCE with the crate rmp and the three that it needs, from where Debian puts them.
# Without cargo, which would ask for an index of a registry.
set -eu
source=$1
program=$2
crates=/usr/share/cargo/registry
made=$program.crates
rustc=/usr/bin/rustc # of the same Debian as the crates, if it is there
[ -x "$rustc" ] || rustc=rustc
mkdir -p "$made"

# crate NAME [OPTION...]: the highest version there is
crate() {
    folder=$(ls -d "$crates/$1"-[0-9]* | sort -V | tail -n 1)
    name=$(echo "$1" | tr - _)
    edition=$(sed -n 's/^edition = "\(.*\)"/\1/p' "$folder/Cargo.toml")
    shift
    CARGO_PKG_VERSION=${folder##*-} $rustc --crate-name "$name" --edition "${edition:-2015}" --cap-lints allow -O -L "$made" --out-dir "$made" "$@" "$folder/src/lib.rs"
}

std='--cfg feature="std"'
# shellcheck disable=SC2086
{
    crate paste --crate-type proc-macro
    crate byteorder --crate-type rlib $std
    crate num-traits --crate-type rlib $std --cfg has_i128 --cfg has_to_int_unchecked
    crate rmp --crate-type rlib $std --extern paste="$made/libpaste.so" --extern byteorder="$made/libbyteorder.rlib" \
        --extern num_traits="$made/libnum_traits.rlib"
}
RMP_VERSION=$(ls -d "$crates"/rmp-[0-9]* | sort -V | tail -n 1 | sed 's/.*-//')
export RMP_VERSION
$rustc --edition 2021 -O -L "$made" --extern rmp="$made/librmp.rlib" -o "$program" "$source"
