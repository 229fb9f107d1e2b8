package io.vtmonitor.scenario;

/** An application that blocks in a library. */
public final class CallsDriver {
    private CallsDriver() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, length -> new Driver().read(length));
    }
}
