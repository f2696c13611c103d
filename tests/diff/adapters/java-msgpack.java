// SPDX-License-Identifier: MIT
// peer: Java (msgpack-core)
// needs: default-jdk-headless libmsgpack-java
// run: java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp /usr/share/java/msgpack-core.jar tests/diff/adapters/java-msgpack.java
// quick: yes
//
// Walks the message with MessageUnpacker by the format of each item, so that everything is told apart and kept. A str is decoded and
// encoded by the peer; one that is no UTF-8 is refused (REPORT instead of the default, which puts U+FFFD).
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.msgpack.core.ExtensionTypeHeader;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

class Adapter {
    static final MessagePack.UnpackerConfig READ = new MessagePack.UnpackerConfig()
        .withActionOnMalformedString(CodingErrorAction.REPORT).withActionOnUnmappableString(CodingErrorAction.REPORT);
    static final HexFormat HEX = HexFormat.of();

    static void copy(MessageUnpacker in, MessageBufferPacker out) throws IOException {
        MessageFormat format = in.getNextFormat();
        switch (format.getValueType()) {
            case NIL -> { in.unpackNil(); out.packNil(); }
            case BOOLEAN -> out.packBoolean(in.unpackBoolean());
            case INTEGER -> {
                if (format == MessageFormat.UINT64) out.packBigInteger(in.unpackBigInteger());
                else out.packLong(in.unpackLong());
            }
            case FLOAT -> {
                if (format == MessageFormat.FLOAT32) out.packFloat(in.unpackFloat());
                else out.packDouble(in.unpackDouble());
            }
            case STRING -> out.packString(in.unpackString());
            case BINARY -> {
                int length = in.unpackBinaryHeader();
                out.packBinaryHeader(length).writePayload(in.readPayload(length));
            }
            case EXTENSION -> {
                ExtensionTypeHeader head = in.unpackExtensionTypeHeader();
                out.packExtensionTypeHeader(head.getType(), head.getLength()).writePayload(in.readPayload(head.getLength()));
            }
            case ARRAY -> {
                int count = in.unpackArrayHeader();
                out.packArrayHeader(count);
                for (int i = 0; i < count; i++) copy(in, out);
            }
            case MAP -> {
                int count = in.unpackMapHeader();
                out.packMapHeader(count);
                for (long i = 0; i < 2L * count; i++) copy(in, out);
            }
        }
    }

    static void text(MessageUnpacker in, StringBuilder out) throws IOException {
        MessageFormat format = in.getNextFormat();
        switch (format.getValueType()) {
            case NIL -> { in.unpackNil(); out.append('N'); }
            case BOOLEAN -> out.append(in.unpackBoolean() ? 'T' : 'F');
            case INTEGER -> {
                if (format == MessageFormat.UINT64) out.append('i').append(in.unpackBigInteger());
                else out.append('i').append(in.unpackLong());
            }
            case FLOAT -> {
                if (format == MessageFormat.FLOAT32) out.append('f').append(HEX.toHexDigits(Float.floatToRawIntBits(in.unpackFloat())));
                else out.append('d').append(HEX.toHexDigits(Double.doubleToRawLongBits(in.unpackDouble())));
            }
            case STRING -> out.append('s').append(HEX.formatHex(in.unpackString().getBytes(StandardCharsets.UTF_8)));
            case BINARY -> out.append('b').append(HEX.formatHex(in.readPayload(in.unpackBinaryHeader())));
            case EXTENSION -> {
                ExtensionTypeHeader head = in.unpackExtensionTypeHeader();
                out.append('x').append(head.getType()).append(':').append(HEX.formatHex(in.readPayload(head.getLength())));
            }
            case ARRAY -> {
                int count = in.unpackArrayHeader();
                out.append('[');
                for (int i = 0; i < count; i++) {
                    if (i > 0) out.append(',');
                    text(in, out);
                }
                out.append(']');
            }
            case MAP -> {
                int count = in.unpackMapHeader();
                out.append('{');
                for (int i = 0; i < count; i++) {
                    if (i > 0) out.append(',');
                    text(in, out);
                    out.append('=');
                    text(in, out);
                }
                out.append('}');
            }
        }
    }

    static byte[] hello() {
        // The jar does not know its version; the links beside it do.
        String[] jars = new java.io.File("/usr/share/java").list((folder, name) -> name.matches("msgpack-core-[0-9.]+\\.jar"));
        String version = jars == null || jars.length == 0 ? "unknown" : jars[0].replaceAll("[^0-9]*([0-9.]+)\\.jar", "$1");
        return ("name java-msgpack\nversion " + version + "\nexpress u64 i64 f32 f64 bits int-float bin ext time dup order nil-key any-key\n")
            .getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] work(char op, byte[] data) throws IOException {
        MessageUnpacker in = READ.newUnpacker(data);
        byte[] result;
        if (op == 'e') {
            MessageBufferPacker out = MessagePack.newDefaultBufferPacker();
            copy(in, out);
            result = out.toByteArray();
        } else {
            StringBuilder out = new StringBuilder();
            text(in, out);
            result = op == 'v' ? out.toString().getBytes(StandardCharsets.US_ASCII) : new byte[0];
        }
        if (in.hasNext()) throw new IOException("bytes after the message");
        return result;
    }

    static void serve() throws IOException {
        DataInputStream source = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        DataOutputStream sink = new DataOutputStream(new java.io.BufferedOutputStream(System.out, 1 << 16));
        for (int op; (op = source.read()) >= 0; ) {
            byte[] data = new byte[source.readInt()];
            source.readFully(data);
            char status = '+';
            byte[] result;
            try {
                if ("heva".indexOf(op) < 0) status = '?';
                result = op == 'h' ? hello() : status == '?' ? new byte[0] : work((char) op, data);
            } catch (Exception | StackOverflowError | OutOfMemoryError error) {
                status = '-';
                result = error.toString().getBytes(StandardCharsets.UTF_8);
            }
            sink.writeByte(status);
            sink.writeInt(result.length);
            sink.write(result);
            sink.flush();
        }
    }

    // The recursion above gets a stack of its own size.
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(null, () -> {
            try {
                serve();
            } catch (IOException error) {
                error.printStackTrace();
            }
        }, "serve", 64 << 20);
        worker.start();
        worker.join();
    }
}
