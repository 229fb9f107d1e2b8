package io.vtmonitor.bench;

/** A JVM that starts and ends. */
public final class Empty {
    private Empty() {}

    public static void main(String[] arguments) {}
}
