package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.jfr.DamagedChunkException;
import io.vtmonitor.jfr.Layouts;
import io.vtmonitor.recording.StackContract.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds our reader to the JDK's on recordings that were not made for these tests: those under the folder that
 * {@code .ci/truth/recordings-of-others FOLDER} names, else one with the JDK's own settings.
 */
class RecordingsOfOthersTest {
    private static final Comparator<Seen> ANY_ORDER = Comparator.comparing(Seen::type)
            .thenComparing(Seen::startNanos)
            .thenComparing(Seen::durationNanos)
            .thenComparing(seen -> seen.stack().toString());

    @TempDir
    private Path scratch;

    /** What came of a file. */
    private record Outcome(String text, boolean differs) {}

    @Test
    void every_event_with_a_stack_has_the_time_and_the_frames_that_the_jdks_reader_gives_it() throws Exception {
        String folder = System.getProperty("vtmonitor.recordings");
        if (folder == null) {
            Outcome outcome = judge(recorded());
            assertThat(outcome.differs()).as(outcome.text()).isFalse();
            assertThat(outcome.text()).contains(" equal");
            return;
        }
        List<String> different = new ArrayList<>();
        try (Stream<Path> all = Files.walk(Path.of(folder))) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                Outcome outcome = judge(file);
                String line = Path.of(folder).relativize(file) + ", " + Files.size(file) + " bytes: " + outcome.text();
                System.out.println(line);
                if (outcome.differs()) {
                    different.add(line);
                }
            }
        }
        assertThat(different).isEmpty();
    }

    private Path recorded() throws Exception {
        Path file = scratch.resolve("profile.jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.start();
            for (int i = 0; i < 200; i++) {
                Path some =
                        Files.write(scratch.resolve("a file with a name long enough for a pool"), new byte[1 << 16]);
                assertThat(Files.readAllBytes(some)).hasSize(1 << 16);
            }
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private Outcome judge(Path file) throws IOException {
        int chunks = 0;
        int events = 0;
        int stacks = 0;
        String unjudged = "";
        int pins = 0;
        try (RecordingFiles files = RecordingFiles.of(file)) {
            for (Path plain : files.files()) {
                ChunkHeaders headers = ChunkHeaders.of(plain);
                if (headers.chunks().isEmpty()) {
                    return new Outcome("refused: " + refusal(file), false);
                }
                unjudged += contract(plain, headers);
                for (Chunk chunk : headers.chunks()) {
                    chunks++;
                    List<Seen> judged;
                    try {
                        judged = StackContract.byJdk(plain, chunk, scratch.resolve("alone.jfr"));
                    } catch (IOException | RuntimeException | InternalError e) {
                        unjudged = "; the JDK's reader fails at chunk " + chunks + ": " + e.getMessage();
                        continue;
                    }
                    List<Seen> ours = new ArrayList<>(StackContract.ours(plain, chunk));
                    ours.sort(ANY_ORDER);
                    judged.sort(ANY_ORDER);
                    if (!ours.equals(judged)) {
                        return new Outcome("DIFFERS in chunk " + chunks + ": " + difference(ours, judged), true);
                    }
                    events += judged.size();
                    stacks += (int) judged.stream().map(Seen::stack).distinct().count();
                }
            }
            try (Recordings recordings = Recordings.open(file)) {
                for (RecordingReader jvm : recordings.jvms()) {
                    int[] count = {0};
                    RecordingSummary reading = jvm.read(pin -> count[0]++, busy -> {});
                    pins += count[0];
                    unjudged += reading.problems().isEmpty()
                            ? ""
                            : "; told: " + reading.problems().get(0);
                }
            }
        } catch (UnreadableRecordingException e) {
            return new Outcome("refused: " + e.getMessage(), false);
        } catch (DamagedChunkException | Layouts.UnknownTypeException e) {
            return new Outcome("DIFFERS in chunk " + chunks + ": ours fails: " + e.getMessage(), true);
        }
        return new Outcome(
                chunks + " chunks, " + events + " events and " + stacks + " stacks equal, " + pins + " pins" + unjudged,
                unjudged.contains("CONTRACT"));
    }

    /** Pins, file I/O and what is known of the JVM, where the JDK's reader reads all of it. */
    private String contract(Path plain, ChunkHeaders headers) throws IOException, UnreadableRecordingException {
        if (headers.problem() != null) {
            return "";
        }
        Path copy = Files.copy(plain, scratch.resolve("whole.jfr"), StandardCopyOption.REPLACE_EXISTING);
        try {
            ReaderContract.holds(copy);
            return "";
        } catch (InternalError | UnreadableRecordingException e) {
            return "; no contract: " + e.getMessage().replace(copy.toString(), "it");
        } catch (AssertionError e) {
            return "; CONTRACT: " + e.getMessage();
        }
    }

    private static String refusal(Path file) {
        try (Recordings recordings = Recordings.open(file)) {
            return "no, " + recordings.jvms().size() + " JVMs were read";
        } catch (UnreadableRecordingException e) {
            return e.getMessage();
        }
    }

    private static String difference(List<Seen> ours, List<Seen> judged) {
        for (int i = 0; i < Math.min(ours.size(), judged.size()); i++) {
            if (!ours.get(i).equals(judged.get(i))) {
                return ours.get(i) + " instead of " + judged.get(i);
            }
        }
        return ours.size() + " events instead of " + judged.size();
    }
}
