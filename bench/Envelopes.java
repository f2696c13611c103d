// SPDX-License-Identifier: MIT
// The other half of envelopes.c: what it does with cinch is done here with msgpack-core. A line "PAYLOAD WORK MILLIS" asks for a round; the
// answer is nanoseconds an operation. Packers, unpackers and their buffers are kept, as the library's documentation advises; the payload's
// objects are read from the messages, and have to pack to the same bytes again.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.ArrayBufferInput;
import org.msgpack.value.ImmutableValue;
import org.msgpack.value.Value;

class Envelopes {
    interface Payload {
        void put(MessageBufferPacker out) throws IOException;
    }

    static Map<String, Value> fields(Value map) {
        Map<String, Value> fields = new HashMap<>();
        map.asMapValue().entrySet().forEach(pair -> fields.put(pair.getKey().asStringValue().asString(), pair.getValue()));
        return fields;
    }

    static long[] longs(Value list) {
        return list.asArrayValue().list().stream().mapToLong(value -> value.asIntegerValue().asLong()).toArray();
    }

    static final class Record {
        final long id, quantity;
        final String name, tag;
        final double price;
        final boolean ok;
        final long[] size;

        Record(Value value) {
            Map<String, Value> f = fields(value);
            id = f.get("id").asIntegerValue().asLong();
            name = f.get("name").asStringValue().asString();
            quantity = f.get("quantity").asIntegerValue().asLong();
            price = f.get("price").asFloatValue().toDouble();
            ok = f.get("ok").asBooleanValue().getBoolean();
            tag = f.get("tag").asStringValue().asString();
            size = longs(f.get("size"));
        }

        void put(MessageBufferPacker out) throws IOException {
            out.packMapHeader(7);
            out.packString("id").packLong(id);
            out.packString("name").packString(name);
            out.packString("quantity").packLong(quantity);
            out.packString("price").packDouble(price);
            out.packString("ok").packBoolean(ok);
            out.packString("tag").packString(tag);
            out.packString("size").packArrayHeader(3);
            for (long side : size) out.packLong(side);
        }
    }

    static final class Event implements Payload {
        final String id, type, source, subject, trace, note;
        final long time, sequence;
        final int severity;
        final double score;
        final boolean active;
        final Record[] records; // null in the small one

        Event(Value value) {
            Map<String, Value> f = fields(value);
            id = f.get("id").asStringValue().asString();
            type = f.get("type").asStringValue().asString();
            source = f.get("source").asStringValue().asString();
            subject = f.get("subject").asStringValue().asString();
            trace = f.get("trace").asStringValue().asString();
            note = f.get("note").asStringValue().asString();
            time = f.get("time").asIntegerValue().asLong();
            sequence = f.get("sequence").asIntegerValue().asLong();
            severity = f.get("severity").asIntegerValue().asInt();
            score = f.get("score").asFloatValue().toDouble();
            active = f.get("active").asBooleanValue().getBoolean();
            Value list = f.get("records");
            records = list == null ? null : list.asArrayValue().list().stream().map(Record::new).toArray(Record[]::new);
        }

        public void put(MessageBufferPacker out) throws IOException {
            out.packMapHeader(records == null ? 12 : 13);
            out.packString("id").packString(id);
            out.packString("type").packString(type);
            out.packString("source").packString(source);
            out.packString("subject").packString(subject);
            out.packString("trace").packString(trace);
            out.packString("time").packLong(time);
            out.packString("sequence").packLong(sequence);
            out.packString("severity").packInt(severity);
            out.packString("score").packDouble(score);
            out.packString("active").packBoolean(active);
            out.packString("parent").packNil();
            out.packString("note").packString(note);
            if (records == null) return;
            out.packString("records").packArrayHeader(records.length);
            for (Record record : records) record.put(out);
        }
    }

    static final class Large implements Payload {
        final String text;
        final byte[] blob;
        final long[] ints;
        final String[] names, values;

        Large(Value value) {
            Map<String, Value> f = fields(value);
            text = f.get("text").asStringValue().asString();
            blob = f.get("blob").asBinaryValue().asByteArray();
            ints = longs(f.get("ints"));
            names = f.keySet().stream().filter(name -> name.startsWith("field_")).sorted().toArray(String[]::new);
            values = Arrays.stream(names).map(name -> f.get(name).asStringValue().asString()).toArray(String[]::new);
        }

        public void put(MessageBufferPacker out) throws IOException {
            out.packMapHeader(3 + names.length);
            out.packString("text").packString(text);
            out.packString("blob").packBinaryHeader(blob.length).writePayload(blob);
            out.packString("ints").packArrayHeader(ints.length);
            for (long n : ints) out.packLong(n);
            for (int i = 0; i < names.length; i++) out.packString(names[i]).packString(values[i]);
        }
    }

    // One buffer that holds every payload, so that nothing is joined: the size of a packed message is its result.
    final MessageBufferPacker packer = new MessagePack.PackerConfig().withBufferSize(1 << 16).newBufferPacker();
    final ArrayBufferInput input = new ArrayBufferInput(new byte[0]);
    final MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(input);
    final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long sink;

    ImmutableValue unpack(byte[] message, int length) throws IOException {
        input.reset(message, 0, length);
        unpacker.reset(input);
        return unpacker.unpackValue();
    }

    void pack(Payload payload) throws IOException {
        packer.clear();
        payload.put(packer);
    }

    void once(Payload payload, byte[] message, String work) throws IOException {
        if (work.equals("unpack")) {
            sink += unpack(message, message.length).getValueType().ordinal();
            return;
        }
        pack(payload);
        sink += packer.getBufferSize();
        if (work.equals("both")) {
            byte[] packed = packer.toByteArray();
            sink += unpack(packed, packed.length).getValueType().ordinal();
        }
    }

    double round(Payload payload, byte[] message, String work, long millis) throws IOException {
        long began = clock.getCurrentThreadCpuTime(), now, count = 0;
        do {
            for (int i = 0; i < 64; i++) once(payload, message, work);
            count += 64;
            now = clock.getCurrentThreadCpuTime();
        } while (now - began < millis * 1000000);
        return (double) (now - began) / count;
    }

    Payload check(String name, byte[] message) throws IOException {
        ImmutableValue value = unpack(message, message.length);
        Payload payload = name.equals("large") ? new Large(value) : new Event(value);
        pack(payload);
        if (!Arrays.equals(packer.toByteArray(), message)) throw new IOException(name + " packs to other bytes");
        packer.clear();
        packer.packValue(value);
        if (!Arrays.equals(packer.toByteArray(), message)) throw new IOException(name + " was read as something else");
        return payload;
    }

    public static void main(String[] args) throws IOException {
        Path dir = Path.of(args[0]);
        Envelopes bench = new Envelopes();
        Map<String, byte[]> messages = new HashMap<>();
        Map<String, Payload> payloads = new HashMap<>();
        for (String name : List.of("small", "medium", "large")) {
            messages.put(name, Files.readAllBytes(dir.resolve(name + ".msgpack")));
            payloads.put(name, bench.check(name, messages.get(name)));
        }
        try (PrintStream answers = new PrintStream(Files.newOutputStream(dir.resolve("answers")), true)) {
            answers.println(args[1]);
            BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
            for (String line; (line = requests.readLine()) != null; ) {
                String[] words = line.split(" ");
                answers.println(bench.round(payloads.get(words[0]), messages.get(words[0]), words[1], Long.parseLong(words[2])));
            }
        }
    }
}
