package io.vtmonitor.scan;

import java.util.Set;

/** Names of the one method of functional interfaces that were not read: the JDK's and the usual ones of others. */
final class FunctionalNames {
    private static final Set<String> NAMES = Set.of(
            "run",
            "call",
            "get",
            "apply",
            "accept",
            "test",
            "invoke",
            "applyAsInt",
            "applyAsLong",
            "applyAsDouble",
            "getAsInt",
            "getAsLong",
            "getAsBoolean",
            "execute");

    private FunctionalNames() {}

    static boolean isOne(String method) {
        return NAMES.contains(method);
    }
}
