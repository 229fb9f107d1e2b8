package io.vtmonitor.process.programs;

/** Exits with 5 before an agent can have begun to watch. */
public final class EndsAtOnce {
    private EndsAtOnce() {}

    public static void main(String[] args) {
        System.exit(5);
    }
}
