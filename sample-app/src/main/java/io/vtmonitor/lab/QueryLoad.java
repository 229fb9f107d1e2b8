package io.vtmonitor.lab;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/**
 * Virtual threads that ask again as soon as they have their answer, while it is this JVM's turn: {@link QueryClient}
 * says on standard input when. So several JVMs can be compared within seconds of each other, on a machine whose speed
 * changes.
 */
final class QueryLoad {
    /** What the client says to have this JVM warmed up, and to have it take a turn. */
    static final String WARM_UP = "warm up";

    static final String TURN = "turn";

    /** The last line of an answer. */
    static final String DONE = "done";

    /** The classes are loaded by then; the compilers still work. */
    private static final long BEGUN_MILLIS = 5_000;

    private static final long EARLY_MILLIS = 5_000;

    /** Before a turn is measured: all threads have asked again by then. */
    private static final long SETTLING_MILLIS = 300;

    private static final long TURN_MILLIS = 2_000;

    /** So many seconds in a row the compilers are to take no more than that part of one processor. */
    private static final int CALM_SECONDS = 5;

    private static final double CALM_SHARE = 0.05;
    private static final int LONGEST_SECONDS = 60;

    private final LongAdder answers = new LongAdder();
    private volatile CountDownLatch turn = new CountDownLatch(1);
    private volatile boolean open;
    private volatile boolean over;

    /**
     * Answers what is said on standard input, until that ends. A turn prints the answers ({@code answers}), seconds,
     * seconds of this JVM's processor time ({@code processor}) and those of its compilers ({@code compilers}). Warming
     * up prints the same of the sixth to the tenth second, and ends when the compilers are done.
     *
     * @param queries a virtual thread each
     */
    static void serve(List<Callable<?>> queries) throws Exception {
        var load = new QueryLoad();
        var actions = new ArrayList<Callable<?>>();
        for (Callable<?> query : queries) {
            actions.add(() -> load.ask(query));
        }
        Thread.ofPlatform().daemon().start(load::listen);
        Waits.run(actions, true);
    }

    private Void ask(Callable<?> query) throws Exception {
        while (!over) {
            if (open) {
                query.call();
                answers.increment();
            } else {
                turn.await();
            }
        }
        return null;
    }

    private void listen() {
        var said = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                open = true;
                turn.countDown();
                if (line.equals(WARM_UP)) {
                    Thread.sleep(BEGUN_MILLIS);
                    measure(EARLY_MILLIS);
                    waitForCompilers();
                } else {
                    Thread.sleep(SETTLING_MILLIS);
                    measure(TURN_MILLIS);
                }
                turn = new CountDownLatch(1);
                open = false;
                System.out.println(DONE);
            }
        } catch (IOException | InterruptedException e) {
            System.err.println("the client can't be heard: " + e);
        } finally {
            over = true;
            turn.countDown();
        }
    }

    private void measure(long millis) throws InterruptedException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long answered = answers.sum();
        long worked = system.getProcessCpuTime();
        double compiled = compiledSeconds();
        long start = System.nanoTime();
        Thread.sleep(millis);
        long nanos = System.nanoTime() - start;
        System.out.println("answers " + (answers.sum() - answered));
        System.out.println("seconds " + nanos / 1e9);
        System.out.println("processor " + (system.getProcessCpuTime() - worked) / 1e9);
        System.out.println("compilers " + (compiledSeconds() - compiled));
    }

    private static void waitForCompilers() throws InterruptedException {
        Deque<Double> compiled = new ArrayDeque<>();
        compiled.add(compiledSeconds());
        boolean calm = false;
        for (int second = 0; second < LONGEST_SECONDS && !calm; second++) {
            Thread.sleep(1000);
            compiled.add(compiledSeconds());
            calm = compiled.size() > CALM_SECONDS
                    && compiled.getLast() - compiled.removeFirst() <= CALM_SHARE * CALM_SECONDS;
        }
    }

    private static double compiledSeconds() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return Objects.requireNonNull(compilers).getTotalCompilationTime() / 1e3;
    }
}
