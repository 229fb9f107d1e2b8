package io.vtmonitor.common;

/**
 * A number in one to nine bytes, as JFR compresses them: seven bits a byte, the lowest first, each byte but the last
 * negative; a ninth byte has all its eight bits (JDK: {@code jfrEncoders.hpp}). Where a number ends and what it is are
 * two calls, so that neither needs an object for both answers.
 */
public final class VarInt {
    /** The most bytes that a number takes. */
    public static final int LONGEST = 9;

    private VarInt() {}

    /**
     * Where a number ends.
     *
     * @param bytes have {@link #LONGEST} bytes from there on, or end with the last byte of a number
     * @param from index of its first byte
     * @return the index behind its last one
     */
    public static int after(byte[] bytes, int from) {
        int last = from;
        int ninth = from + LONGEST - 1;
        while (bytes[last] < 0 && last < ninth) {
            last++;
        }
        return last + 1;
    }

    /**
     * What a number is.
     *
     * @param from index of its first byte
     * @param after index behind its last one
     */
    public static long value(byte[] bytes, int from, int after) {
        int at = after - 1;
        long value = bytes[at];
        while (at > from) {
            value = (value << 7) | (bytes[--at] & 0x7f);
        }
        return value;
    }

    /**
     * Writes a number.
     *
     * @param bytes have room for {@link #LONGEST} bytes from there on
     * @param from index of its first byte
     * @return the index behind its last one
     */
    public static int write(byte[] bytes, int from, long value) {
        int at = from;
        int ninth = from + LONGEST - 1;
        long rest = value;
        while ((rest & ~0x7fL) != 0 && at < ninth) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }
}
