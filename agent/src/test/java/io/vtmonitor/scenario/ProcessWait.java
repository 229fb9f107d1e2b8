package io.vtmonitor.scenario;

import java.time.Duration;

/** Cure: waits for a process, with no monitor held. */
public final class ProcessWait {
    private ProcessWait() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ProcessWait::block);
    }

    static void block(Duration length) throws Exception {
        Peer starter = Peer.start(self -> {
            Process cat = new ProcessBuilder("cat").start();
            waited = cat;
            self.outlast(length);
            cat.getOutputStream().close();
        });
        starter.arrive();
        waited.waitFor();
        starter.join();
    }

    private static volatile Process waited;
}
