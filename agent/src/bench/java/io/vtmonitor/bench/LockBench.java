package io.vtmonitor.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What locking costs: nanoseconds for one enter and exit. Run once as it is and once with the agent and
 * {@code unpin=io.vtmonitor.bench.**}, which makes {@code SYNCHRONIZED} the rewritten lock; on JDK 21, where that is
 * used. {@code .ci/unpin/bench} does so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LockBench {
    private static final int CONTENDED = 20_000;

    /** How it is locked. */
    public enum Way {
        SYNCHRONIZED,
        REENTRANT_LOCK
    }

    @Param
    Way way;

    @Param({"false", "true"})
    boolean virtual;

    private final Object object = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private long count;

    private void once() {
        switch (way) {
            case SYNCHRONIZED -> {
                synchronized (object) {
                    count++;
                }
            }
            default -> {
                lock.lock();
                try {
                    count++;
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /** One thread, one object. */
    @Benchmark
    @OperationsPerInvocation(CONTENDED)
    public void alone() throws InterruptedException {
        together(1);
    }

    /** Four threads, one object. */
    @Benchmark
    @OperationsPerInvocation(4 * CONTENDED)
    public void contended() throws InterruptedException {
        together(4);
    }

    /** One thread, a new object each time, its way aside: it is always synchronized. */
    @Benchmark
    public void newObject(Blackhole seen) {
        Object mine = new Object();
        seen.consume(mine); // what nobody else can see the compiler does not lock
        synchronized (mine) {
            count++;
        }
    }

    private void together(int threads) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(threads);
        Runnable body = () -> {
            for (int i = 0; i < CONTENDED; i++) {
                once();
            }
            done.countDown();
        };
        for (int i = 0; i < threads; i++) {
            if (virtual) {
                Thread.ofVirtual().start(body);
            } else {
                Thread.ofPlatform().start(body);
            }
        }
        done.await();
    }
}
