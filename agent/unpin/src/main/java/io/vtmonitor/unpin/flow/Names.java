package io.vtmonitor.unpin.flow;

/** Class names, internal and as people write them. */
public final class Names {
    private Names() {}

    public static String dotted(String internal) {
        return internal.replace('/', '.');
    }

    /** Without the package. */
    static String simple(String internal) {
        return internal.substring(internal.lastIndexOf('/') + 1);
    }
}
