package io.vtmonitor.tally;

import io.vtmonitor.Pins;
import io.vtmonitor.diagnosis.Pipe;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Pin;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Report.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Not a test: what it costs to add pins up, from the pipe to the report, in nanoseconds a pin and in memory, and whether
 * starved time is exact. Run it with the number of pins, of stacks, of threads and of rounds: the
 * first one is what a process that reads one recording sees.
 */
final class AggregationSpeed {
    private static final int CHUNK = 300_000;

    private AggregationSpeed() {}

    public static void main(String[] arguments) throws Exception {
        for (int round = Integer.parseInt(arguments[3]); round > 0; round--) {
            measure(arguments);
        }
    }

    private static void measure(String[] arguments) throws Exception {
        int pins = Integer.parseInt(arguments[0]);
        int stacks = Integer.parseInt(arguments[1]);
        int threads = Integer.parseInt(arguments[2]);
        List<Blocking> blockings = IntStream.range(0, stacks)
                .mapToObj(i -> Pins.pinned("java.lang.Thread.sleep", "a.C" + i % 100 + ".run", "a.Stack" + i + ".m"))
                .toList();
        Map<Blocking, Diagnosis> diagnoses = new HashMap<>();
        for (int i = 0; i < stacks; i++) {
            Diagnosis like = Pins.diagnosis("a.C" + i % 100 + ".run", false);
            diagnoses.put(blockings.get(i), of(blockings.get(i), like));
        }
        long begin = System.nanoTime();
        Aggregation aggregation = Aggregation.ofRecordings();
        Aggregation.JvmFindings jvm = aggregation.jvm(8);
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        List<Future<Aggregation.Part>> parts = IntStream.range(0, (pins + CHUNK - 1) / CHUNK)
                .mapToObj(chunk -> workers.submit(() -> fill(jvm.part(), chunk, pins, blockings, diagnoses)))
                .toList();
        add(parts, jvm);
        workers.shutdown();
        long filled = System.nanoTime();
        Report report = aggregation.report(
                new Report.Source("recording", "speed", List.of("")),
                List.of(new Jvm("21.0.8", "1970-01-01T00:00:00Z", 60, 8, "property", 0.001, 0.02)),
                List.of(),
                List.of());
        long done = System.nanoTime();
        System.out.printf(
                "%d pins, %d stacks, %d threads: %d ns a pin to add up, %.2f s for the report, %s%n",
                report.totals().pins(), stacks, threads, (filled - begin) / pins, (done - filled) / 1e9, peak());
        System.out.println(
                report.totals() + ", grid " + report.timelines().get(0).binSeconds() + " s, " + report.limits());
    }

    private static void add(List<Future<Aggregation.Part>> parts, Aggregation.JvmFindings jvm)
            throws ExecutionException, InterruptedException {
        for (Future<Aggregation.Part> part : parts) {
            jvm.add(part.get());
        }
    }

    /** Eight carriers, each pinned for a while and free for a while; written about in the order of the ends. */
    private static Aggregation.Part fill(
            Aggregation.Part part, int chunk, int pins, List<Blocking> blockings, Map<Blocking, Diagnosis> diagnoses) {
        SplittableRandom random = new SplittableRandom(chunk);
        Pipe pipe = new Pipe(Duration.ZERO, Duration.ZERO, diagnoses::get, List.of(part));
        long[] free = new long[8];
        long chunkBegin = 1_700_000_000_000_000_000L + chunk * (CHUNK / 8L) * 1_100_000L;
        Arrays.fill(free, chunkBegin);
        int last = Math.min(pins, (chunk + 1) * CHUNK);
        for (int i = chunk * CHUNK; i < last; i++) {
            int carrier = random.nextInt(8);
            long start = free[carrier] + random.nextInt(200_000);
            long length = 1_000_000 + random.nextInt(100_000);
            free[carrier] = start + length;
            pipe.accept(new Pin(blockings.get(random.nextInt(blockings.size())), start, length, 1, "", null));
        }
        return part;
    }

    private static Diagnosis of(Blocking blocking, Diagnosis like) {
        return new Diagnosis(
                blocking,
                like.site(),
                like.holders(),
                like.reason(),
                like.compensated(),
                like.entry(),
                like.advice(),
                like.verdict(),
                List.of());
    }

    private static String peak() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .findFirst()
                .orElse("memory not known");
    }
}
