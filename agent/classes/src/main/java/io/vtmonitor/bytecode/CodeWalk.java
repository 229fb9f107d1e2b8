package io.vtmonitor.bytecode;

import java.util.Arrays;
import org.objectweb.asm.Opcodes;

/** Goes over the instructions of a method in their order, without making an object of any. */
final class CodeWalk {
    private static final byte[] LENGTHS = lengths();
    private static final int INVOKE_LAST = Opcodes.INVOKEINTERFACE;
    private static final int WIDE = 196;
    private static final int[] NO_LINES = {};

    private final ConstantPool pool;
    private int now;

    /** Takes what matters of a method's code. */
    interface Taker {
        /** A line of source begins. */
        void line(int number);

        /**
         * A method is called.
         *
         * @param member its constant
         */
        void call(int opcode, int member);

        /**
         * What is called is linked at run time.
         *
         * @param dynamic its constant
         */
        void dynamicCall(int dynamic);

        /**
         * A static field is read or written.
         *
         * @param member its constant
         */
        void staticField(int member);

        /**
         * An object is made.
         *
         * @param type the constant of its class
         */
        void makes(int type);

        void entersMonitor();
    }

    CodeWalk(ConstantPool pool) {
        this.pool = pool;
    }

    private static byte[] lengths() {
        byte[] lengths = new byte[256]; // 0 where there is no such instruction, or its length varies
        Arrays.fill(lengths, 0, 202, (byte) 1);
        Arrays.fill(lengths, Opcodes.ILOAD, Opcodes.ALOAD + 1, (byte) 2);
        Arrays.fill(lengths, Opcodes.ISTORE, Opcodes.ASTORE + 1, (byte) 2);
        Arrays.fill(lengths, Opcodes.IFEQ, Opcodes.JSR + 1, (byte) 3);
        Arrays.fill(lengths, Opcodes.GETSTATIC, Opcodes.INVOKESTATIC + 1, (byte) 3);
        for (int two : new int[] {Opcodes.BIPUSH, Opcodes.LDC, Opcodes.RET, Opcodes.NEWARRAY}) {
            lengths[two] = 2;
        }
        int[] three = {
            Opcodes.SIPUSH,
            Opcodes.LDC + 1,
            Opcodes.LDC + 2,
            Opcodes.IINC,
            Opcodes.NEW,
            Opcodes.ANEWARRAY,
            Opcodes.CHECKCAST,
            Opcodes.INSTANCEOF,
            Opcodes.IFNULL,
            Opcodes.IFNONNULL
        };
        for (int one : three) {
            lengths[one] = 3;
        }
        lengths[Opcodes.MULTIANEWARRAY] = 4;
        for (int five : new int[] {Opcodes.INVOKEINTERFACE, Opcodes.INVOKEDYNAMIC, 200, 201}) {
            lengths[five] = 5;
        }
        for (int varying : new int[] {Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH, WIDE}) {
            lengths[varying] = 0;
        }
        return lengths;
    }

    /** Where the instruction is that is being taken. */
    int now() {
        return now;
    }

    /** @param code where the contents of the Code attribute begin */
    void walk(int code, Taker taker) {
        int length = pool.length(code + 4);
        int begin = code + 8;
        int end = begin + length;
        int[] lines = lines(end);
        int nextLine = 0;
        int at = begin;
        while (at < end) {
            for (; nextLine < lines.length && lines[nextLine] >>> 16 <= at - begin; nextLine++) {
                if (lines[nextLine] >>> 16 == at - begin) {
                    taker.line(lines[nextLine] & 0xffff);
                }
            }
            int opcode = pool.u1(at);
            if (opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.MONITORENTER) {
                now = at;
                take(opcode, at, taker);
            }
            at += length(pool, at, begin);
        }
        if (at != end) {
            throw new IllegalArgumentException("cut off");
        }
    }

    private void take(int opcode, int at, Taker taker) {
        if (opcode >= Opcodes.INVOKEVIRTUAL && opcode <= INVOKE_LAST) {
            taker.call(opcode, pool.u2(at + 1));
        } else if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
            taker.staticField(pool.u2(at + 1));
        } else if (opcode == Opcodes.NEW) {
            taker.makes(pool.u2(at + 1));
        } else if (opcode == Opcodes.INVOKEDYNAMIC) {
            taker.dynamicCall(pool.u2(at + 1));
        } else if (opcode == Opcodes.MONITORENTER) {
            taker.entersMonitor();
        }
    }

    /**
     * How long an instruction is.
     *
     * @param begin where the code begins
     */
    static int length(ConstantPool pool, int at, int begin) {
        int opcode = pool.u1(at);
        if (LENGTHS[opcode] != 0) {
            return LENGTHS[opcode];
        }
        if (opcode == WIDE) {
            return pool.u1(at + 1) == Opcodes.IINC ? 6 : 4;
        }
        int padded = at + 4 - ((at - begin) & 3);
        long size;
        if (opcode == Opcodes.TABLESWITCH) {
            size = 12 + 4 * ((long) pool.s4(padded + 8) - pool.s4(padded + 4) + 1);
        } else if (opcode == Opcodes.LOOKUPSWITCH) {
            size = 8 + 8L * pool.s4(padded + 4);
        } else {
            throw new IllegalArgumentException("no instruction " + opcode);
        }
        if (size < 8 || size > 1 << 18) {
            throw new IllegalArgumentException("no switch");
        }
        return padded - at + (int) size;
    }

    /** Where each line begins, with its number, in the order of the code. */
    private int[] lines(int endOfCode) {
        int[] lines = NO_LINES;
        int at = endOfCode + 2 + 8 * pool.u2(endOfCode);
        int attributes = pool.u2(at);
        at += 2;
        for (int i = 0; i < attributes; i++) {
            int length = pool.length(at + 2);
            if (pool.text(pool.u2(at)).equals("LineNumberTable")) {
                lines = with(lines, at + 6);
            }
            at += 6 + length;
        }
        return lines;
    }

    private int[] with(int[] lines, int table) {
        int[] all = Arrays.copyOf(lines, lines.length + pool.u2(table));
        boolean sorted = lines.length == 0;
        for (int i = lines.length; i < all.length; i++) {
            all[i] = pool.s4(table + 2 + 4 * (i - lines.length));
            sorted &= i == 0 || all[i - 1] >>> 16 <= all[i] >>> 16;
        }
        return sorted
                ? all
                : Arrays.stream(all)
                        .boxed()
                        .sorted(java.util.Comparator.comparingInt(line -> line >>> 16)) // stable: the last one counts
                        .mapToInt(Integer::intValue)
                        .toArray();
    }
}
