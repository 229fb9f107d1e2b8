package io.vtmonitor.bytecode;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The constants of a class file, decoded when they are asked for. An index or a length that does not fit ends in a
 * {@link RuntimeException}: the class file is damaged.
 */
final class ConstantPool {
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    static final int CLASS = 7;
    static final int METHOD_TYPE = 16;
    static final int METHOD_HANDLE = 15;

    /** By tag, with the tag itself; 0 for tags that there are not. */
    private static final int[] SIZES = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};

    private static final int FIRST = 10;

    private final byte[] bytes;
    private final int[] places;
    private final @Nullable String[] texts;
    private final int end;

    ConstantPool(byte[] classFile) {
        bytes = classFile;
        places = new int[u2(FIRST - 2)];
        texts = new String[places.length];
        int at = FIRST;
        for (int i = 1; i < places.length; i++) {
            places[i] = at;
            int tag = bytes[at];
            int size = tag == UTF8 ? 3 + u2(at + 1) : SIZES[tag];
            if (size == 0) {
                throw new IllegalArgumentException("no constant " + tag);
            }
            at += size;
            i += tag == LONG || tag == DOUBLE ? 1 : 0;
        }
        end = at;
    }

    /** Where the constants end. */
    int end() {
        return end;
    }

    int size() {
        return places.length;
    }

    int u1(int at) {
        return bytes[at] & 0xff;
    }

    int u2(int at) {
        return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
    }

    int s4(int at) {
        return (u2(at) << 16) | u2(at + 2);
    }

    /** A length. */
    int length(int at) {
        int length = s4(at);
        if (length < 0 || length > bytes.length - at) {
            throw new IllegalArgumentException("cut off");
        }
        return length;
    }

    int tag(int index) {
        return bytes[place(index)];
    }

    private int place(int index) {
        int place = places[index];
        if (place == 0) {
            throw new IllegalArgumentException("no constant");
        }
        return place;
    }

    /** One of the indices that a constant has. */
    private int part(int index, int offset) {
        return u2(place(index) + offset);
    }

    String text(int index) {
        String known = texts[index];
        if (known == null) {
            int at = place(index);
            if (bytes[at] != UTF8) {
                throw new IllegalArgumentException("no text");
            }
            known = text(at + 3, u2(at + 1));
            texts[index] = known;
        }
        return known;
    }

    private String text(int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (bytes[i] < 0) {
                return modified(from, from + length);
            }
        }
        return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    }

    /** Java's own kind of UTF-8 (JVMS 4.4.7). */
    private String modified(int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        for (int at = from; at < to; ) {
            int first = bytes[at++];
            if (first >= 0) {
                text.append((char) first);
            } else if ((first & 0xe0) == 0xc0) {
                text.append((char) (((first & 0x1f) << 6) | (bytes[at++] & 0x3f)));
            } else {
                text.append((char) (((first & 0xf) << 12) | ((bytes[at++] & 0x3f) << 6) | (bytes[at++] & 0x3f)));
            }
        }
        return text.toString();
    }

    /** Whether any constant is that text. */
    boolean hasText(String text) {
        for (int i = 1; i < places.length; i++) {
            int at = places[i];
            if (at != 0 && bytes[at] == UTF8 && u2(at + 1) == text.length() && text(i).equals(text)) {
                return true;
            }
        }
        return false;
    }

    /** The internal name of a class; the text of a method type or of any other constant that refers to one text. */
    String name(int index) {
        return text(part(index, 1));
    }

    /** The internal name of a class, null for index 0. */
    @Nullable
    String nameOrNull(int index) {
        return index == 0 ? null : name(index);
    }

    /** The internal name of the class of a field or method. */
    String owner(int member) {
        return name(part(member, 1));
    }

    /** The name of a field or method, or of what is called by {@code invokedynamic}. */
    String memberName(int member) {
        return text(part(part(member, 3), 1));
    }

    String descriptor(int member) {
        return text(part(part(member, 3), 3));
    }

    /** Which of the class's bootstrap methods links an {@code invokedynamic}. */
    int bootstrap(int dynamic) {
        return part(dynamic, 1);
    }

    /** How a method handle calls: an {@code H_} constant of ASM's. */
    int handleKind(int handle) {
        return u1(place(handle) + 1);
    }

    /** The constant of the member that a method handle calls. */
    int handleMember(int handle) {
        return part(handle, 2);
    }
}
