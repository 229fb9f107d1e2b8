import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** The symptoms of docs/answers.md, one an argument; on Java 21 or later. */
public final class Answers {
    private static final ReentrantLock STOCK = new ReentrantLock();
    private static final ReentrantLock LEDGER = new ReentrantLock();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "initializer" -> {
                Thread.ofVirtual().start(Answers::price).join();
            }
            case "deadlock" -> {
                Thread.ofVirtual().name("debit").start(() -> transfer(STOCK, LEDGER));
                Thread.ofVirtual().name("credit").start(() -> transfer(LEDGER, STOCK));
                Thread.sleep(Long.MAX_VALUE);
            }
            case "processor" -> {
                Thread.ofVirtual().name("hasher").start(Answers::compute);
                Thread.ofVirtual().name("health-check").start(() -> System.out.println("up"));
                Thread.sleep(Long.MAX_VALUE);
            }
            case "socket" -> read();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static int price() {
        return Prices.TEA;
    }

    private static final class Prices {
        static final int TEA = load();

        private static int load() {
            pause(300);
            return 3;
        }
    }

    private static void transfer(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            BOTH.countDown();
            BOTH.await();
            second.lock();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void compute() {
        for (long i = 0; i >= 0; i++) {
            if (i == Long.MAX_VALUE) {
                System.out.println(i);
            }
        }
    }

    /** As an old driver: the reader of a connection is a synchronized method. */
    private static final class Connection {
        private final InputStream in;

        Connection(InputStream in) {
            this.in = in;
        }

        synchronized int answer() {
            try {
                return in.read();
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void read() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket slow = server.accept()) {
            Connection connection = new Connection(client.getInputStream());
            Thread reader = Thread.ofVirtual().start(connection::answer);
            pause(300);
            slow.getOutputStream().write(1);
            reader.join();
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
