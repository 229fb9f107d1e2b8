package io.vtmonitor.cli.jvm;

import io.vtmonitor.agent.AgentState;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent in another JVM reports.
 *
 * @param number grows with each report; 0 if there was none yet
 * @param word the result; empty if there was none yet
 * @param sentence details
 * @param refused what was requested and is not in effect, a line each
 */
public record AgentAnswer(long number, String word, String sentence, List<String> refused) {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Duration LONG_BOUND = Duration.ofMinutes(1);
    private static final long PAUSE_MILLIS = 100;

    public static AgentAnswer of(TargetJvm jvm) throws AttachRefusedException {
        return of(jvm, AgentState.PROPERTY);
    }

    private static AgentAnswer of(TargetJvm jvm, String property) throws AttachRefusedException {
        String[] parts = jvm.agentProperty(property).split(" ", 3);
        if (parts.length < 3 || !parts[0].matches("\\d{1,18}")) {
            return new AgentAnswer(0, "", "", List.of());
        }
        List<String> lines =
                property.equals(AgentState.PROPERTY) ? parts[2].lines().toList() : List.of(parts[2]);
        return new AgentAnswer(Long.parseLong(parts[0]), parts[1], lines.get(0), lines.subList(1, lines.size()));
    }

    public boolean is(AgentState.Word expected) {
        return word.equals(expected.name());
    }

    /** Whether the watch has ended, even if its files are missing. */
    public boolean hasEnded() {
        return is(AgentState.Word.DETACHED) || isWithoutFiles();
    }

    /** Whether the watch has ended, but a requested file was not written. */
    public boolean isWithoutFiles() {
        return is(AgentState.Word.FILES_MISSING);
    }

    /**
     * Loads the agent into the JVM with that argument, and waits for its report.
     *
     * @return null if there is none within 20 seconds
     */
    public @Nullable static AgentAnswer to(String argument, TargetJvm jvm, AgentAnswer before)
            throws AttachRefusedException {
        return to(argument, jvm, before, AgentState.PROPERTY, BOUND);
    }

    /**
     * Loads the agent for the command {@code rescue}, and waits for its report, which has several lines.
     *
     * @return null if there is none within a minute
     */
    public @Nullable static AgentAnswer toRescue(String argument, TargetJvm jvm) throws AttachRefusedException {
        return to(argument, jvm, of(jvm, AgentState.RESCUE_PROPERTY), AgentState.RESCUE_PROPERTY, LONG_BOUND);
    }

    /**
     * Loads the agent for the command {@code scan}, and waits until it has listed classes.
     *
     * @return null if there is no report within a minute
     */
    @Nullable
    static AgentAnswer toListing(String argument, TargetJvm jvm) throws AttachRefusedException {
        return to(argument, jvm, of(jvm, AgentState.CLASSES_PROPERTY), AgentState.CLASSES_PROPERTY, LONG_BOUND);
    }

    private @Nullable static AgentAnswer to(
            String argument, TargetJvm jvm, AgentAnswer before, String property, Duration bound)
            throws AttachRefusedException {
        jvm.loadAgent(jar().toString(), argument);
        long deadline = System.nanoTime() + bound.toNanos();
        while (System.nanoTime() < deadline) {
            AgentAnswer answer = of(jvm, property);
            if (answer.number() > before.number()) {
                return answer;
            }
            pause();
        }
        return null;
    }

    private static void pause() throws AttachRefusedException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            throw new AttachRefusedException("the command was interrupted");
        }
    }

    private static Path jar() throws AttachRefusedException {
        try {
            Path jar = Path.of(AgentAnswer.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isRegularFile(jar)) {
                return jar.toAbsolutePath();
            }
        } catch (URISyntaxException | RuntimeException ignored) {
            // Not a file: handled below, like a file that is not a jar.
        }
        throw new AttachRefusedException(
                "this command does not run from vt-monitor.jar, the file that the JVM has to load");
    }
}
