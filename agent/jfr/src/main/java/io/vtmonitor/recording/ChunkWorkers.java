package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkBytes;
import io.vtmonitor.jfr.ChunkMetadata;
import io.vtmonitor.jfr.batch.BatchEvents;
import io.vtmonitor.jfr.batch.ChunkReader;
import io.vtmonitor.jfr.batch.ChunkReader.Rest;
import io.vtmonitor.jfr.batch.EventBatch;
import io.vtmonitor.pins.ChangedSettings;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Reads chunks side by side and hands their events on one after the other, in the order of the file and on the caller's
 * thread: whatever the number of threads, the outcome is the same. A thread that is far ahead waits, so that memory is
 * bounded.
 */
final class ChunkWorkers {
    /** Each holds a chunk, so that more would cost more memory than time. */
    private static final int MOST_THREADS = 4;

    static final String FAULT = "a fault in vt-monitor, please report it: ";

    /** Batches of a chunk that may wait for their turn; each is a megabyte of memory to be touched. */
    private static final int AHEAD = 4;

    /** Made before it is needed: there may be no memory for it then. */
    private static final Step FAILED = new Step(null, null);

    private static final long WORTH_A_THREAD = 1 << 20;

    /**
     * Chunks in memory at a time, of all files that are read side by side. Who has one place can continue without
     * another.
     */
    private static final Semaphore PLACES =
            new Semaphore(Math.min(6, Runtime.getRuntime().availableProcessors()));

    private final BatchEvents events;
    private final ChunkMetadata.Known metadata;
    private final ConcurrentLinkedQueue<EventBatch> free = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<ChunkReader> readers = new ConcurrentLinkedQueue<>();

    private final long largest;

    private ChunkWorkers(BatchEvents events, ChunkMetadata.Known metadata, List<ChunkSlice> parts) {
        this.events = events;
        this.metadata = metadata;
        long most = 0;
        for (ChunkSlice part : parts) {
            most = part.length() > ChunkBytes.LARGEST_WHOLE ? most : Math.max(most, part.length());
        }
        largest = most;
    }

    /** Reads on as many threads as it is worth, and as other files leave. */
    static Rest read(List<ChunkSlice> parts, ChunkMetadata.Known metadata, BatchEvents events) {
        int taken = 1;
        PLACES.acquireUninterruptibly();
        try {
            int worth = threads(parts);
            while (taken < worth && PLACES.tryAcquire()) {
                taken++;
            }
            return read(parts, metadata, taken, events);
        } finally {
            PLACES.release(taken);
        }
    }

    private static int threads(List<ChunkSlice> parts) {
        long bytes = 0;
        for (ChunkSlice part : parts) {
            bytes += part.length();
        }
        int processors = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        return (int) Math.max(1, Math.min(Math.min(processors, parts.size()), bytes / WORTH_A_THREAD));
    }

    static Rest read(List<ChunkSlice> parts, ChunkMetadata.Known metadata, int threads, BatchEvents events) {
        try {
            ChunkWorkers workers = new ChunkWorkers(events, metadata, parts);
            return threads <= 1 ? workers.one(parts) : workers.several(parts, threads);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            return failed("reading was interrupted");
        }
    }

    private Rest one(List<ChunkSlice> parts) throws InterruptedException {
        ChunkReader reader = new ChunkReader(largest, metadata);
        Sum sum = new Sum();
        for (ChunkSlice part : parts) {
            sum.add(read(reader, part, new Direct(events)));
        }
        reader.close();
        return sum.rest();
    }

    private static Rest read(ChunkReader reader, ChunkSlice part, ChunkReader.Sink sink) throws InterruptedException {
        try {
            return reader.read(part.file(), part.chunk(), part.length(), sink);
        } catch (IOException e) {
            return failed("at byte " + part.chunk().offset() + ": " + e);
        } catch (RuntimeException e) {
            // None is known; a fault of ours must not cost the chunks that can be read.
            return failed("at byte " + part.chunk().offset() + ": " + FAULT + e);
        }
    }

    private static Rest failed(String problem) {
        return new Rest(0, 0, List.of(problem), List.of(), 0);
    }

    /** One thread: no waiting. */
    private record Direct(BatchEvents events) implements ChunkReader.Sink {
        @Override
        public EventBatch take(EventBatch filled) {
            events.accept(filled);
            return filled;
        }
    }

    private Rest several(List<ChunkSlice> parts, int threads) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "vt-monitor-chunks");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Sum sum = new Sum();
            Deque<Work> under = new ArrayDeque<>();
            int next = 0;
            while (next < parts.size() || !under.isEmpty()) {
                while (next < parts.size() && under.size() <= threads) {
                    Work work = new Work(parts.get(next++));
                    under.addLast(work);
                    pool.execute(work);
                }
                sum.add(under.removeFirst().drain());
            }
            return sum.rest();
        } finally {
            pool.shutdownNow();
            for (ChunkReader reader = readers.poll(); reader != null; reader = readers.poll()) {
                reader.close();
            }
        }
    }

    /** One chunk: its batches, then how it ended. */
    private final class Work implements Runnable, ChunkReader.Sink {
        private final ChunkSlice part;
        private volatile @Nullable Throwable failed;
        private final BlockingQueue<Step> steps = new ArrayBlockingQueue<>(AHEAD);

        Work(ChunkSlice part) {
            this.part = part;
        }

        @Override
        public void run() {
            try {
                steps.put(new Step(null, readOne()));
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            } catch (Throwable e) {
                // Whoever drains must not wait for ever, nor the application's handler of uncaught exceptions hear of
                // it.
                failed = e;
                end();
            }
        }

        private Rest readOne() throws InterruptedException {
            ChunkReader known = readers.poll();
            ChunkReader reader = known == null ? new ChunkReader(largest, metadata) : known;
            boolean whole = false;
            try {
                Rest rest = read(reader, part, this);
                readers.add(reader);
                whole = true;
                return rest;
            } finally {
                if (!whole) {
                    reader.close();
                }
            }
        }

        private void end() {
            boolean delivered = false;
            while (!delivered) {
                try {
                    steps.put(FAILED);
                    delivered = true;
                } catch (InterruptedException ignored) {
                    Thread.currentThread().interrupt();
                    delivered = true;
                } catch (OutOfMemoryError ignored) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public EventBatch take(EventBatch filled) throws InterruptedException {
            steps.put(new Step(filled, null));
            EventBatch empty = free.poll();
            return empty == null ? new EventBatch() : empty;
        }

        /** What ended the worker, for the caller's thread: as if one thread had read all. */
        private Error failure() {
            Throwable cause = failed;
            if (cause instanceof RuntimeException unforeseen) {
                throw unforeseen;
            }
            return cause instanceof Error error ? error : new AssertionError(cause);
        }

        Rest drain() throws InterruptedException {
            while (true) {
                Step step = steps.take();
                if (step.batch() != null) {
                    events.accept(step.batch());
                    step.batch().clear();
                    free.add(step.batch());
                } else if (step.rest() != null) {
                    return step.rest();
                } else {
                    throw failure();
                }
            }
        }
    }

    /** A batch, or the end; neither where it failed. */
    private record Step(
            @Nullable EventBatch batch, @Nullable Rest rest) {}

    /** Adds up what the chunks leave. */
    private static final class Sum {
        private static final int MOST_PROBLEMS = 20;

        private final List<String> problems = new ArrayList<>();
        private final List<ChangedSettings.State> settings = new ArrayList<>();
        private int withoutSettings;
        private long lostBytes;
        private long missing;
        private long more;

        void add(Rest rest) {
            lostBytes += rest.lostBytes();
            missing += rest.missing();
            settings.addAll(rest.settings());
            withoutSettings += rest.withoutSettings();
            for (String problem : rest.problems()) {
                if (problems.size() < MOST_PROBLEMS) {
                    problems.add(problem);
                } else {
                    more++;
                }
            }
        }

        Rest rest() {
            if (more > 0) {
                problems.add("and " + more + " more places");
            }
            return new Rest(lostBytes, missing, problems, settings, withoutSettings);
        }
    }
}
