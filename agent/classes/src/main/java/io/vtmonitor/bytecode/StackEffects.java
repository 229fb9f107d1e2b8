package io.vtmonitor.bytecode;

/** How many slots instructions take from the stack and put there; {@code long} and {@code double} have two. */
final class StackEffects {
    /**
     * From {@code nop} on, two digits for each: taken, put. Those that {@link ValueFlow} looks at by itself have zeros.
     */
    private static final String EFFECTS = "00" // nop
            + "01" // aconst_null
            + "01".repeat(7) // iconst
            + "02".repeat(2) // lconst
            + "01".repeat(3) // fconst
            + "02".repeat(2) // dconst
            + "01".repeat(2) // bipush, sipush
            + "01".repeat(2) // ldc, ldc_w
            + "02" // ldc2_w
            + "00".repeat(25) // loads
            + "21222122" + "21".repeat(4) // array loads
            + "00".repeat(25) // stores
            + "30403040" + "30".repeat(4) // array stores
            + "1020" // pop, pop2
            + "00".repeat(7) // dup and swap
            + "21422142".repeat(5) // add, sub, mul, div, rem
            + "11221122" // neg
            + "213221322132" // shl, shr, ushr
            + "214221422142" // and, or, xor
            + "00" // iinc
            + "121112" + "212122" + "111212" + "212221" // conversions between numbers
            + "111111" // to byte, char, short
            + "41" + "2121" + "4141" // compare
            + "10".repeat(6) // if with zero
            + "20".repeat(8) // if of two
            + "00" // goto
            + "0000" // jsr, ret
            + "1010" // switches
            + "102010201000" // returns
            + "00".repeat(10) // fields, calls and new
            + "1111" // new arrays
            + "11" // arraylength
            + "10" // athrow
            + "0011" // checkcast, instanceof
            + "1010" // monitors
            + "0001" // wide, multianewarray
            + "1010" // ifnull, ifnonnull
            + "0000"; // goto_w, jsr_w

    private static final byte[] POPS = new byte[EFFECTS.length() / 2];
    private static final byte[] PUSHES = new byte[POPS.length];

    static {
        for (int opcode = 0; opcode < POPS.length; opcode++) {
            POPS[opcode] = (byte) (EFFECTS.charAt(2 * opcode) - '0');
            PUSHES[opcode] = (byte) (EFFECTS.charAt(2 * opcode + 1) - '0');
        }
    }

    private StackEffects() {}

    static int pops(int opcode) {
        return POPS[opcode];
    }

    static int pushes(int opcode) {
        return PUSHES[opcode];
    }

    /** Slots of the arguments of a method. */
    static int arguments(String descriptor) {
        int slots = 0;
        for (int at = 1; descriptor.charAt(at) != ')'; at = next(descriptor, at)) {
            slots += size(descriptor, at);
        }
        return slots;
    }

    /** Slots of the type that begins there. */
    static int size(String descriptor, int at) {
        char type = descriptor.charAt(at);
        return type == 'J' || type == 'D' ? 2 : type == 'V' ? 0 : 1;
    }

    /** Where the type ends that begins there. */
    static int next(String descriptor, int at) {
        int end = at;
        while (descriptor.charAt(end) == '[') {
            end++;
        }
        return descriptor.charAt(end) == 'L' ? descriptor.indexOf(';', end) + 1 : end + 1;
    }
}
