package io.vtmonitor.process.programs;

/** {@link Deployed} under a name that no other test starts a JVM with. */
public final class Chosen {
    private Chosen() {}

    public static void main(String[] args) throws Exception {
        Deployed.main(args);
    }
}
