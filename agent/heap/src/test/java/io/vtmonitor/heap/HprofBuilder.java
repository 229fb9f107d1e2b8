package io.vtmonitor.heap;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes heap dumps of a few objects, byte by byte. */
final class HprofBuilder {
    private static final int INT = 10;
    private static final int LONG = 11;
    private static final int BYTE = 8;
    private static final int OBJECT = 2;

    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private final ByteArrayOutputStream segment = new ByteArrayOutputStream();
    private final Map<String, Long> symbols = new LinkedHashMap<>();
    private int classes;
    private String header = "JAVA PROFILE 1.0.2";
    private int idSize = 8;

    /** What is put together at one place of the file. */
    interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    HprofBuilder header(String text, int bytesOfIds) {
        header = text;
        idSize = bytesOfIds;
        return this;
    }

    private static void into(ByteArrayOutputStream to, Body body) {
        try {
            body.write(new DataOutputStream(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HprofBuilder record(int tag, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        into(bytes, body);
        into(records, out -> {
            out.writeByte(tag);
            out.writeInt(0);
            out.writeInt(bytes.size());
            bytes.writeTo(out);
        });
        return this;
    }

    private long symbol(String text) {
        Long known = symbols.get(text);
        if (known != null) {
            return known;
        }
        long id = 1_000 + symbols.size();
        symbols.put(text, id);
        record(0x01, out -> {
            out.writeLong(id);
            out.write(text.getBytes(StandardCharsets.UTF_8));
        });
        return id;
    }

    /** A class with fields, {@code name:I} for an int, {@code J}, {@code B}, {@code L}; static ones with a value. */
    HprofBuilder type(long id, String name, long parent, Map<String, Long> statics, String... fields) {
        long named = symbol(name.replace('.', '/'));
        statics.keySet().forEach(this::symbol);
        for (String field : fields) {
            symbol(field.substring(0, field.length() - 2));
        }
        int number = ++classes;
        record(0x02, out -> {
            out.writeInt(number);
            out.writeLong(id);
            out.writeInt(0);
            out.writeLong(named);
        });
        into(segment, out -> {
            out.writeByte(SubRecords.CLASS);
            out.writeLong(id);
            out.writeInt(0);
            out.writeLong(parent);
            for (int i = 0; i < 5; i++) {
                out.writeLong(0);
            }
            out.writeInt(0);
            out.writeShort(0);
            out.writeShort(statics.size());
            for (Map.Entry<String, Long> each : statics.entrySet()) {
                out.writeLong(symbol(each.getKey()));
                out.writeByte(LONG);
                out.writeLong(each.getValue());
            }
            out.writeShort(fields.length);
            for (String field : fields) {
                out.writeLong(symbol(field.substring(0, field.length() - 2)));
                out.writeByte(
                        switch (field.charAt(field.length() - 1)) {
                            case 'I' -> INT;
                            case 'J' -> LONG;
                            case 'B' -> BYTE;
                            default -> OBJECT;
                        });
            }
        });
        return this;
    }

    HprofBuilder instance(long id, long type, Body values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        into(bytes, values);
        into(segment, out -> {
            out.writeByte(SubRecords.INSTANCE);
            out.writeLong(id);
            out.writeInt(0);
            out.writeLong(type);
            out.writeInt(bytes.size());
            bytes.writeTo(out);
        });
        return this;
    }

    HprofBuilder bytes(long id, byte... values) {
        into(segment, out -> {
            out.writeByte(SubRecords.PRIMITIVE_ARRAY);
            out.writeLong(id);
            out.writeInt(0);
            out.writeInt(values.length);
            out.writeByte(BYTE);
            out.write(values);
        });
        return this;
    }

    HprofBuilder array(long id, long type, long... elements) {
        into(segment, out -> {
            out.writeByte(SubRecords.OBJECT_ARRAY);
            out.writeLong(id);
            out.writeInt(0);
            out.writeInt(elements.length);
            out.writeLong(type);
            for (long element : elements) {
                out.writeLong(element);
            }
        });
        return this;
    }

    /** A thread with a stack of methods of the first class; each frame has the identifier of its line. */
    HprofBuilder thread(long object, int number, String method, int... lines) {
        long name = symbol(method);
        long source = symbol("App.java");
        for (int line : lines) {
            record(0x04, out -> {
                out.writeLong(number * 100L + line);
                out.writeLong(name);
                out.writeLong(0);
                out.writeLong(source);
                out.writeInt(1);
                out.writeInt(line);
            });
        }
        record(0x05, out -> {
            out.writeInt(number + 10);
            out.writeInt(number);
            out.writeInt(lines.length);
            for (int line : lines) {
                out.writeLong(number * 100L + line);
            }
        });
        into(segment, out -> {
            out.writeByte(SubRecords.THREAD);
            out.writeLong(object);
            out.writeInt(number);
            out.writeInt(number + 10);
        });
        return this;
    }

    HprofBuilder local(int thread, int depth, long object) {
        into(segment, out -> {
            out.writeByte(SubRecords.JAVA_FRAME);
            out.writeLong(object);
            out.writeInt(thread);
            out.writeInt(depth);
        });
        return this;
    }

    /** What was put together of objects by now is a segment. */
    HprofBuilder endSegment() {
        byte[] body = segment.toByteArray();
        segment.reset();
        return record(0x1c, out -> out.write(body));
    }

    byte[] build() {
        endSegment();
        record(0x2c, out -> {});
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        into(file, out -> {
            out.write(header.getBytes(StandardCharsets.US_ASCII));
            out.writeByte(0);
            out.writeInt(idSize);
            out.writeLong(1_000);
            records.writeTo(out);
        });
        return file.toByteArray();
    }

    static Path write(Path folder, byte[] bytes) throws IOException {
        return Files.write(folder.resolve("dump.hprof"), bytes);
    }
}
