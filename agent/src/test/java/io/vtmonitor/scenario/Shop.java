package io.vtmonitor.scenario;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A shop whose requests pin in several ways and come in waves, several at once: a driver that reads in a monitor, a
 * cache that loads within computeIfAbsent, a picture scaled through a native frame, an invoice written in two monitors.
 * Arguments: waves (3), then milliseconds of a block (60).
 */
public final class Shop {
    private Shop() {}

    public static void main(String[] args) throws Exception {
        int waves = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        String[] once = {"1", args.length > 1 ? args[1] : "60"};
        Scenario.run(once, length -> {
            for (int wave = 0; wave < waves; wave++) {
                wave(wave, length);
                Thread.sleep(length.multipliedBy(1 + wave % 3));
            }
        });
    }

    private static void wave(int wave, Duration length) throws InterruptedException {
        List<Thread> requests = new ArrayList<>();
        for (int i = 0; i < 2 + wave % 4; i++) {
            requests.add(request(() -> new Orders().list(length)));
            requests.add(request(() -> new Prices().quote(length)));
            if (i == 0) {
                requests.add(request(() -> new Pictures().show(length)));
                requests.add(request(() -> new Invoices().print(length.dividedBy(2))));
            }
        }
        for (Thread request : requests) {
            request.join();
        }
    }

    private static Thread request(Request request) {
        return Thread.ofVirtual().start(() -> {
            try {
                request.handle();
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
    }

    /** What a client asked for. */
    private interface Request {
        void handle() throws Exception;
    }

    /** Reads from a driver that blocks while it owns its session's monitor. */
    static final class Orders {
        void list(Duration length) throws InterruptedException {
            count(length.dividedBy(3));
            rows(length);
        }

        private void count(Duration length) throws InterruptedException {
            new Driver().read(length);
        }

        private void rows(Duration length) throws InterruptedException {
            new Driver().read(length);
        }
    }

    /** Loads a price while the map's bin is locked. */
    static final class Prices {
        private static final ConcurrentHashMap<Integer, Boolean> CACHE = new ConcurrentHashMap<>();
        private static final AtomicInteger NEXT = new AtomicInteger(); // each has a bin of its own

        void quote(Duration length) {
            CACHE.computeIfAbsent(NEXT.getAndIncrement(), key -> load(length));
        }

        private static boolean load(Duration length) {
            try {
                Thread.sleep(length);
                return true;
            } catch (InterruptedException e) {
                return false;
            }
        }
    }

    /** Comes through a native frame, given -Djdk.reflect.useNativeAccessorOnly=true. */
    static final class Pictures {
        void show(Duration length) throws ReflectiveOperationException {
            Method scale = Pictures.class.getDeclaredMethod("scale", Duration.class);
            scale.invoke(this, length);
        }

        void scale(Duration length) throws InterruptedException {
            Thread.sleep(length);
        }
    }

    /** Two monitors of its own, one within the other. */
    static final class Invoices {
        private static final AtomicInteger NUMBER = new AtomicInteger();
        private final Object book = new Object();

        synchronized void print(Duration length) throws InterruptedException {
            NUMBER.incrementAndGet();
            write(length);
        }

        private void write(Duration length) throws InterruptedException {
            synchronized (book) {
                Thread.sleep(length);
            }
        }
    }
}
