package io.vtmonitor.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The Java homes that tests run on, found (or fetched) by {@code .mvn/find-jdk} once per test JVM. Where one can't be
 * had the test is skipped, with what find-jdk said as the reason.
 */
public final class Jdks {
    private static final Map<Integer, Answer> ANSWERS = new ConcurrentHashMap<>();

    private static final AtomicInteger TURN = new AtomicInteger();

    private Jdks() {}

    /** What find-jdk said: a home, or why there is none. */
    private record Answer(boolean found, String text) {}

    /** The JDKs whose pins are measured. */
    public static Stream<Integer> withVirtualThreads() {
        return Stream.of(21, 25);
    }

    /**
     * Either 21 or 25, in turn, for tests to which it makes little difference; both with
     * {@code -Dvtmonitor.test.jdks=all}. Which comes first changes from day to day.
     */
    public static Stream<Integer> inTurn() {
        if ("all".equals(System.getProperty("vtmonitor.test.jdks"))) {
            return withVirtualThreads();
        }
        return Stream.of(turn(2) == 0 ? 21 : 25);
    }

    /**
     * One of 21, 25, 26, and 27, in turn, for tests to which it makes some difference; all with
     * {@code -Dvtmonitor.test.jdks=all}.
     */
    static Stream<Integer> oneOfFour() {
        List<Integer> four = List.of(21, 25, 26, 27);
        if ("all".equals(System.getProperty("vtmonitor.test.jdks"))) {
            return four.stream();
        }
        return Stream.of(four.get(turn(four.size())));
    }

    private static int turn(int number) {
        return (int) ((TURN.getAndIncrement() + LocalDate.now(ZoneOffset.UTC).toEpochDay()) % number);
    }

    /** Those and the newer ones that change what pins; where one can't be had, its tests are skipped. */
    public static Stream<Integer> withTruth() {
        return Stream.of(21, 25, 26, 27, 28);
    }

    /** The home of that feature version; skips the test that asks when there is none. */
    public static Path home(int version) {
        Answer answer = ANSWERS.computeIfAbsent(version, Jdks::ask);
        assumeTrue(answer.found(), () -> "skipped, no Java " + version + " here: " + answer.text());
        return Path.of(answer.text());
    }

    private static Answer ask(int version) {
        String root = System.getProperty("vtmonitor.test.root", "..");
        Path script = Path.of(root, ".mvn", "find-jdk");
        try {
            Process process = new ProcessBuilder("bash", script.toString(), Integer.toString(version)).start();
            Lines output = Lines.of(process.getInputStream(), "find-jdk's output");
            Lines messages = Lines.of(process.getErrorStream(), "find-jdk's messages");
            int code = process.waitFor();
            List<String> lines = output.all();
            return code == 0 && !lines.isEmpty()
                    ? new Answer(true, lines.get(lines.size() - 1))
                    : new Answer(false, String.join("; ", messages.all()));
        } catch (IOException e) {
            return new Answer(false, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(false, e.toString());
        }
    }
}
