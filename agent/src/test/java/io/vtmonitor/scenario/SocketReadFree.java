package io.vtmonitor.scenario;

import java.io.IOException;
import java.io.InputStream;

/** Cure: reads from a socket with no monitor held. */
public final class SocketReadFree {
    private SocketReadFree() {}

    public static void main(String[] args) throws Exception {
        SlowSocket.warmUp();
        Scenario.run(args, length -> SlowSocket.read(length, SocketReadFree::read));
    }

    static void read(InputStream in, Peer writer) throws IOException {
        writer.arrive();
        in.read();
    }
}
