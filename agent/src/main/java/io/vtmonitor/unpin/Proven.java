package io.vtmonitor.unpin;

import java.util.List;

/** The patterns of {@code unpin=auto}. */
final class Proven {
    private Proven() {}

    static List<ClassPattern> patterns() {
        return List.of(ClassPattern.parse("com.mysql.cj.**"));
    }
}
