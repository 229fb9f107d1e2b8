package io.vtmonitor.recording;

import io.vtmonitor.jfr.JfrEncoding;
import io.vtmonitor.pins.RecordedClassPath;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordingFile;

/**
 * Removes from a recording what it contains about the machine in addition to pins: the environment, the system
 * properties except the scheduler's and those that locate class files, the JVM's arguments except the scheduler's, the
 * texts of its flags, and the command lines of other processes. Another recording in the same JVM puts them into our
 * file although ours never requested them: JFR writes all events into the same chunks.
 *
 * <p>Done in place, byte for byte: each character becomes {@code *}, so that no offset in the file changes and every
 * reader reads it as before. The format is JFR 2.x: a chunk header, then records of size, type and fields; integers of
 * 7 bits a byte, strings by a byte that tells their encoding.
 */
public final class SecretFreeRecording {
    private static final int HEADER = 68;
    private static final int COMPRESSED_INTEGERS = 1;

    private static final String SCHEDULER = "jdk.virtualThreadScheduler.";
    private static final Pattern KEPT_ARGUMENT =
            Pattern.compile("(?<!\\S)(-Djdk\\.virtualThreadScheduler\\.\\w+=\\d+|-XX:LockingMode=\\d)(?!\\S)");

    private static final int WINDOW = 1 << 16;

    /** No longer than two integers. */
    private static final int SIZE_AND_TYPE = 18;

    private final FileChannel channel;
    private final Map<Long, EventType> types;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowBegin;

    private SecretFreeRecording(FileChannel channel, Map<Long, EventType> types) {
        this.channel = channel;
        this.types = types;
    }

    /**
     * Overwrites it all.
     *
     * @throws IOException if the file can't be read or written, or is not of the form known here; it may still hold
     *     what should not be seen then
     */
    public static void make(Path file) throws IOException {
        Map<Long, EventType> types = new HashMap<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            for (EventType type : recording.readEventTypes()) {
                if (isTelling(type.getName())) {
                    types.put(type.getId(), type);
                }
            }
        } catch (RuntimeException e) {
            throw new IOException("the JDK's reader does not read it", e);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            new SecretFreeRecording(channel, types).allChunks();
        } catch (BufferUnderflowException | ArithmeticException e) {
            throw new IOException("a record is shorter than its fields", e);
        }
    }

    private static boolean isTelling(String event) {
        return switch (event) {
            case "jdk.InitialEnvironmentVariable",
                    "jdk.InitialSystemProperty",
                    "jdk.JVMInformation",
                    "jdk.StringFlag",
                    "jdk.StringFlagChanged",
                    "jdk.SystemProcess" -> true;
            default -> false;
        };
    }

    private void allChunks() throws IOException {
        long chunk = 0;
        while (chunk < channel.size()) {
            ByteBuffer header = read(chunk, HEADER);
            long size = header.getLong(8);
            if (header.getInt(0) != 0x464c5200 || size < HEADER || size > channel.size() - chunk) {
                throw new IOException("no chunk begins at byte " + chunk);
            }
            if ((header.getInt(64) & COMPRESSED_INTEGERS) == 0) {
                throw new IOException("its integers are not compressed");
            }
            records(chunk + HEADER, chunk + size);
            chunk += size;
        }
    }

    private void records(long from, long to) throws IOException {
        long record = from;
        while (record < to) {
            ByteBuffer bytes = window(record, to);
            int begin = bytes.position();
            long size = JfrEncoding.integer(bytes);
            EventType type = types.get(JfrEncoding.integer(bytes));
            if (size <= 0 || size > to - record) {
                throw new IOException("no record begins at byte " + record);
            }
            if (type != null) {
                int fields = bytes.position() - begin;
                ByteBuffer whole = read(record, Math.toIntExact(size));
                whole.position(fields);
                blank(type, whole);
                whole.rewind();
                write(record, whole);
            }
            record += size;
        }
    }

    private static void blank(EventType type, ByteBuffer record) throws IOException {
        String key = "";
        for (ValueDescriptor field : type.getFields()) {
            if (!field.getTypeName().equals("java.lang.String")) {
                JfrEncoding.skip(field.getTypeName(), record);
                continue;
            }
            String text = JfrEncoding.string(record);
            if (field.getName().equals("key")) {
                key = text;
            }
            JfrEncoding.overwrite(record, shown(type.getName(), field.getName(), key, text));
        }
    }

    /** The text with a star for each character that must stay secret. */
    private static String shown(String event, String field, String key, String text) {
        return switch (event) {
            case "jdk.InitialSystemProperty" -> isKept(key) ? text : stars(text);
            case "jdk.JVMInformation" ->
                field.endsWith("Arguments") || field.equals("jvmFlags") ? arguments(text) : text;
            case "jdk.StringFlag", "jdk.StringFlagChanged" -> field.equals("name") ? text : stars(text);
            default -> stars(text);
        };
    }

    private static boolean isKept(String key) {
        return key.startsWith(SCHEDULER)
                || key.equals(RecordedClassPath.FOLDER)
                || RecordedClassPath.PROPERTIES.contains(key);
    }

    private static String arguments(String text) {
        StringBuilder shown = new StringBuilder(stars(text));
        KEPT_ARGUMENT.matcher(text).results().forEach(kept -> {
            shown.replace(kept.start(), kept.end(), kept.group());
            // What separates it has to stay a separator.
            if (kept.start() > 0) {
                shown.setCharAt(kept.start() - 1, ' ');
            }
            if (kept.end() < shown.length()) {
                shown.setCharAt(kept.end(), ' ');
            }
        });
        return shown.toString();
    }

    private static String stars(String text) {
        return "*".repeat(text.length());
    }

    /** A look at a record's begin, from a window that is read again when it has been passed. */
    private ByteBuffer window(long record, long to) throws IOException {
        int needed = (int) Math.min(SIZE_AND_TYPE, to - record);
        if (record < windowBegin || record + needed > windowBegin + window.limit()) {
            window = read(record, (int) Math.min(WINDOW, to - record));
            windowBegin = record;
        }
        return window.position((int) (record - windowBegin));
    }

    private ByteBuffer read(long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, position + bytes.position()) < 0) {
                throw new IOException("it ends within a record, at byte " + position);
            }
        }
        return bytes.flip();
    }

    private void write(long position, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes, position + bytes.position());
        }
    }
}
