package io.vtmonitor.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * What is recorded for the bench, to be run on JDK 21: {@code pins FILE PINS} makes a recording of nothing but pins,
 * {@code mixed FILE THREADS} one of a busy service, in which pins are few.
 *
 * <p>The lock must be shared: a monitor that never leaves a method is removed by the compiler, and nothing pins.
 */
public final class Workload {
    private static final int LOCKS = 64;
    private static final Object[] SHARED = new Object[LOCKS];
    private static final int DEEPEST = 60;
    private static final int SHALLOWEST = 20;

    static {
        for (int i = 0; i < LOCKS; i++) {
            SHARED[i] = new Object();
        }
    }

    private Workload() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        int amount = Integer.parseInt(arguments[2]);
        switch (arguments[0]) {
            case "pins" -> pins(file, amount);
            case "mixed" -> mixed(file, amount);
            default -> throw new IllegalArgumentException("pins or mixed, not " + arguments[0]);
        }
    }

    private static void pins(Path file, int amount) throws Exception {
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ZERO)
                    .withStackTrace();
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.CPUInformation");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            AtomicLong left = new AtomicLong(amount);
            CountDownLatch ended = new CountDownLatch(LOCKS);
            for (int i = 0; i < LOCKS; i++) {
                int thread = i;
                Thread.ofVirtual().name("pinning-", i).start(() -> {
                    for (int n = thread; left.getAndDecrement() > 0; n++) {
                        descend(SHALLOWEST + n / 5 * 7 % (DEEPEST - SHALLOWEST), n % 5, thread, 1_000);
                    }
                    ended.countDown();
                });
            }
            ended.await();
            recording.stop();
            recording.dump(file);
        }
    }

    private static void mixed(Path file, int threads) throws Exception {
        Map<String, String> settings = Configuration.getConfiguration("profile").getSettings();
        try (Recording recording = new Recording();
                ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            recording.setSettings(settings);
            for (String event : new String[] {"jdk.VirtualThreadStart", "jdk.VirtualThreadEnd"}) {
                recording.enable(event);
            }
            for (String event : new String[] {
                "jdk.ThreadPark", "jdk.SocketRead", "jdk.SocketWrite", "jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter"
            }) {
                recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            }
            recording.enable("jdk.ObjectAllocationInNewTLAB").withStackTrace();
            recording.enable("jdk.ObjectAllocationOutsideTLAB").withStackTrace();
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "5000/s");
            recording.enable("jdk.ExecutionSample").with("period", "1 ms");
            recording.setMaxSize(0);
            recording.setDestination(file);
            recording.start();
            echo(server);
            Semaphore running = new Semaphore(256);
            for (int i = 0; i < threads; i++) {
                running.acquire();
                int number = i;
                Thread.ofVirtual().start(() -> {
                    try {
                        request(number);
                    } finally {
                        running.release();
                    }
                });
            }
            running.acquire(256);
            recording.stop();
        }
    }

    /** About one request in fifty pins, in one of some two hundred stacks. */
    private static void request(int number) {
        byte[] garbage = new byte[ThreadLocalRandom.current().nextInt(200, 4_000)];
        if (number % 50 == 0) {
            int pin = number / 50;
            descend(SHALLOWEST + pin / 5 * 7 % (DEEPEST - SHALLOWEST), pin % 5, pin % LOCKS, 20_000);
        } else {
            LockSupport.parkNanos(garbage.length);
        }
        LockSupport.parkNanos(1_000);
    }

    /** Two platform threads that talk to each other, as clients of a database do. */
    private static void echo(ServerSocket server) throws IOException {
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept();
        daemon("client", () -> {
            OutputStream out = client.getOutputStream();
            InputStream in = client.getInputStream();
            while (true) {
                out.write(1);
                if (in.read() < 0) {
                    return;
                }
            }
        });
        daemon("server", () -> {
            int read = accepted.getInputStream().read();
            while (read >= 0) {
                accepted.getOutputStream().write(read);
                read = accepted.getInputStream().read();
            }
        });
    }

    /** The work of a thread. */
    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException ignored) {
                        // The sockets are closed when the recording is over: the thread ends.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static int descend(int depth, int way, int lock, long nanos) {
        if (depth == 0) {
            return hold(lock, nanos);
        }
        return switch (way) {
            case 0 -> left(depth - 1, way, lock, nanos) + 1;
            case 1 -> right(depth - 1, way, lock, nanos) + 1;
            case 2 -> depth % 2 == 0 ? left(depth - 1, way, lock, nanos) + 1 : right(depth - 1, way, lock, nanos) + 1;
            default -> descend(depth - 1, way, lock, nanos) + 1;
        };
    }

    private static int left(int depth, int way, int lock, long nanos) {
        return descend(depth, way, lock, nanos) + 1;
    }

    private static int right(int depth, int way, int lock, long nanos) {
        return descend(depth, way, lock, nanos) + 2;
    }

    private static int hold(int lock, long nanos) {
        synchronized (SHARED[lock]) {
            LockSupport.parkNanos(nanos);
            return lock;
        }
    }
}
