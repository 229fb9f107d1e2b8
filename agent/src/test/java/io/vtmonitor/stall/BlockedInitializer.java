package io.vtmonitor.stall;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * JDK 25: a static initializer reads from a socket on a virtual thread, and others that wait for the class hold every
 * other carrier, so that the reader is never woken. Argument: the number of carriers.
 */
public final class BlockedInitializer {
    private static final CountDownLatch ASKED = new CountDownLatch(1);
    private static final CountDownLatch ANSWER = new CountDownLatch(1);
    private static volatile int port;

    private BlockedInitializer() {}

    public static void main(String[] args) throws Exception {
        int carriers = Integer.parseInt(args[0]);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
            Thread answers = new Thread(() -> answer(server));
            answers.setDaemon(true);
            answers.start();
            List<Thread> users = new ArrayList<>();
            users.add(Thread.ofVirtual().name("initializer").start(BlockedInitializer::useConfiguration));
            ASKED.await();
            awaitState(users.get(0), Thread.State.WAITING); // for the answer
            CountDownLatch others = new CountDownLatch(carriers - 1);
            for (int i = 1; i < 2 * carriers; i++) {
                users.add(Thread.ofVirtual().name("user-" + i).start(() -> {
                    others.countDown();
                    useConfiguration();
                }));
            }
            others.await();
            Thread.sleep(500); // one method call later, they wait for the class; the answer must not come before that
            System.out.println("ready");
            ANSWER.countDown();
            for (Thread user : users) {
                user.join();
            }
            System.out.println("finished");
        }
    }

    private static void useConfiguration() {
        Configuration.touch();
    }

    private static void awaitState(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(5);
        }
    }

    private static void answer(ServerSocket server) {
        try (Socket client = server.accept()) {
            ASKED.countDown();
            ANSWER.await();
            client.getOutputStream().write(42);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads its value over the network, as drivers and clients of configuration servers do. */
    static final class Configuration {
        static final int VALUE = load();

        private Configuration() {}

        static void touch() {}

        private static int load() {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.getInputStream().read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
