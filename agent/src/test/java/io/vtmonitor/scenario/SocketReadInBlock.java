package io.vtmonitor.scenario;

import java.io.IOException;
import java.io.InputStream;

/** Reads from a socket in a synchronized block. */
public final class SocketReadInBlock {
    private static final Object LOCK = new Object();

    private SocketReadInBlock() {}

    public static void main(String[] args) throws Exception {
        SlowSocket.warmUp();
        Scenario.run(args, length -> SlowSocket.read(length, SocketReadInBlock::hold));
    }

    static void hold(InputStream in, Peer writer) throws IOException {
        synchronized (LOCK) {
            writer.arrive();
            in.read();
        }
    }
}
