package io.vtmonitor.common;

/** Hidden classes end in an address that differs from run to run: {@code A$$Lambda/0x7f2c}, {@code Stub.0x2b08}. */
public final class HiddenNames {
    private static final String ADDRESS_MARKS = "+/.";

    private HiddenNames() {}

    /** The name without it. */
    public static String stable(String className) {
        int address = className.indexOf("0x");
        return address > 1 && ADDRESS_MARKS.indexOf(className.charAt(address - 1)) >= 0
                ? className.substring(0, address - 1)
                : className;
    }
}
