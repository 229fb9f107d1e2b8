package io.vtmonitor.unpin;

/** Class names, internal and as people write them. */
final class Names {
    private Names() {}

    static String dotted(String internal) {
        return internal.replace('/', '.');
    }

    /** Without the package. */
    static String simple(String internal) {
        return internal.substring(internal.lastIndexOf('/') + 1);
    }
}
