// SPDX-License-Identifier: MIT
// peer: Rust (librust-rmp-dev)
// needs: rustc librust-rmp-dev
// build: sh tests/diff/adapters/lib/build_rmp.sh tests/diff/adapters/rust-rmp.rs $OUT/rust-rmp
// run: $OUT/rust-rmp
//
// Walks the message with the read functions by the marker of each item, so that everything is told apart and kept. A str is a &str: one
// that is no UTF-8 is refused. A panic is a refusal.
use rmp::decode::{self, Bytes};
use rmp::{encode, Marker};
use std::fmt::Write as _;
use std::io::{self, Read, Write};

const HELLO: &str = concat!(
    "name rust-rmp\nversion ",
    env!("RMP_VERSION"),
    "\nexpress u64 i64 f32 f64 bits int-float bin ext time dup order nil-key any-key\n"
);
// Where the recursion below ends, on the stack that it gets.
const MAX_DEPTH: u32 = 100_000;
const STACK: usize = 256 << 20;

type Outcome = Result<(), String>;

fn say<E: std::fmt::Debug>(error: E) -> String {
    format!("{:?}", error)
}

// Every item goes both ways, as the peer's encoding and as text; which is asked for matters at the end.
struct Walk<'a> {
    input: Bytes<'a>,
    bytes: Vec<u8>,
    text: String,
}

impl<'a> Walk<'a> {
    fn take(&mut self, len: u32) -> Result<&'a [u8], String> {
        let rest = self.input.remaining_slice();
        if rest.len() < len as usize {
            return Err("cut".into());
        }
        let (taken, rest) = rest.split_at(len as usize);
        self.input = Bytes::new(rest);
        Ok(taken)
    }

    fn hex(&mut self, data: &[u8]) {
        for byte in data {
            write!(self.text, "{:02x}", byte).unwrap();
        }
    }

    fn integer(&mut self) -> Outcome {
        let value: i128 = decode::read_int(&mut self.input).map_err(say)?;
        write!(self.text, "i{}", value).map_err(say)?;
        if value < 0 {
            encode::write_sint(&mut self.bytes, value as i64).map(drop).map_err(say)
        } else {
            encode::write_uint(&mut self.bytes, value as u64).map(drop).map_err(say)
        }
    }

    fn float(&mut self, wide: bool) -> Outcome {
        if wide {
            let value = decode::read_f64(&mut self.input).map_err(say)?;
            write!(self.text, "d{:016x}", value.to_bits()).map_err(say)?;
            encode::write_f64(&mut self.bytes, value).map_err(say)
        } else {
            let value = decode::read_f32(&mut self.input).map_err(say)?;
            write!(self.text, "f{:08x}", value.to_bits()).map_err(say)?;
            encode::write_f32(&mut self.bytes, value).map_err(say)
        }
    }

    fn str(&mut self) -> Outcome {
        let (value, rest) = decode::read_str_from_slice(self.input.remaining_slice()).map_err(say)?;
        self.input = Bytes::new(rest);
        self.text.push('s');
        self.hex(value.as_bytes());
        encode::write_str(&mut self.bytes, value).map_err(say)
    }

    fn bin(&mut self) -> Outcome {
        let len = decode::read_bin_len(&mut self.input).map_err(say)?;
        let data = self.take(len)?;
        self.text.push('b');
        self.hex(data);
        encode::write_bin(&mut self.bytes, data).map_err(say)
    }

    fn ext(&mut self) -> Outcome {
        let meta = decode::read_ext_meta(&mut self.input).map_err(say)?;
        let data = self.take(meta.size)?;
        write!(self.text, "x{}:", meta.typeid).map_err(say)?;
        self.hex(data);
        encode::write_ext_meta(&mut self.bytes, meta.size, meta.typeid).map_err(say)?;
        self.bytes.extend_from_slice(data);
        Ok(())
    }

    fn array(&mut self, depth: u32) -> Outcome {
        let count = decode::read_array_len(&mut self.input).map_err(say)?;
        encode::write_array_len(&mut self.bytes, count).map_err(say)?;
        self.text.push('[');
        for i in 0..count {
            if i > 0 {
                self.text.push(',');
            }
            self.item(depth + 1)?;
        }
        self.text.push(']');
        Ok(())
    }

    fn map(&mut self, depth: u32) -> Outcome {
        let count = decode::read_map_len(&mut self.input).map_err(say)?;
        encode::write_map_len(&mut self.bytes, count).map_err(say)?;
        self.text.push('{');
        for i in 0..count {
            if i > 0 {
                self.text.push(',');
            }
            self.item(depth + 1)?;
            self.text.push('=');
            self.item(depth + 1)?;
        }
        self.text.push('}');
        Ok(())
    }

    fn item(&mut self, depth: u32) -> Outcome {
        let first = *self.input.remaining_slice().first().ok_or("cut")?;
        if depth > MAX_DEPTH {
            return Err("nested too deep for the adapter".into());
        }
        match Marker::from_u8(first) {
            Marker::Null => {
                decode::read_nil(&mut self.input).map_err(say)?;
                self.text.push('N');
                encode::write_nil(&mut self.bytes).map_err(say)
            }
            Marker::True | Marker::False => {
                let value = decode::read_bool(&mut self.input).map_err(say)?;
                self.text.push(if value { 'T' } else { 'F' });
                encode::write_bool(&mut self.bytes, value).map_err(say)
            }
            Marker::F32 => self.float(false),
            Marker::F64 => self.float(true),
            Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => self.str(),
            Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => self.bin(),
            Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => self.array(depth),
            Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => self.map(depth),
            Marker::FixExt1 | Marker::FixExt2 | Marker::FixExt4 | Marker::FixExt8 | Marker::FixExt16 => self.ext(),
            Marker::Ext8 | Marker::Ext16 | Marker::Ext32 => self.ext(),
            _ => self.integer(), // which also judges a marker that is none of those above
        }
    }
}

fn work(op: u8, data: &[u8]) -> Result<Vec<u8>, String> {
    let mut walk = Walk { input: Bytes::new(data), bytes: Vec::new(), text: String::new() };
    walk.item(1)?;
    if !walk.input.remaining_slice().is_empty() {
        return Err("bytes after the message".into());
    }
    Ok(match op {
        b'e' => walk.bytes,
        b'v' => walk.text.into_bytes(),
        _ => Vec::new(),
    })
}

fn answer(op: u8, data: &[u8]) -> (u8, Vec<u8>) {
    match op {
        b'h' => (b'+', HELLO.into()),
        b'e' | b'v' | b'a' => match std::panic::catch_unwind(|| work(op, data)) {
            Ok(Ok(result)) => (b'+', result),
            Ok(Err(why)) => (b'-', why.into_bytes()),
            Err(_) => (b'-', b"panic".to_vec()),
        },
        _ => (b'?', Vec::new()),
    }
}

fn serve() -> io::Result<()> {
    let (mut source, mut sink) = (io::BufReader::new(io::stdin()), io::BufWriter::new(io::stdout()));
    let mut head = [0; 5];
    while source.read_exact(&mut head).is_ok() {
        let mut data = vec![0; u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize];
        source.read_exact(&mut data)?;
        let (status, result) = answer(head[0], &data);
        sink.write_all(&[status])?;
        sink.write_all(&(result.len() as u32).to_be_bytes())?;
        sink.write_all(&result)?;
        sink.flush()?;
    }
    Ok(())
}

fn main() {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(serve).unwrap();
    worker.join().unwrap().unwrap();
}
