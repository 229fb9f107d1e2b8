package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.unpinned.OfferedStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a report says follows from the recording, not from the Java that reads it. {@code -Dvtmonitor.recordings=FOLDER}
 * compares the report of each recording below a folder.
 */
class AnalyzingJavaIT {
    private static final List<Integer> JAVAS = List.of(17, 21, 25, 27);

    @TempDir
    private Path directory;

    @Test
    void text_and_json_of_a_recording_are_the_same_byte_for_byte_by_whichever_java_analyzes_it() throws Exception {
        String folder = System.getProperty("vtmonitor.recordings");
        if (folder == null) {
            Path on21 = recorded(21, OfferedStream.class, "jdk.InitialSystemProperty#enabled=false");
            Path on25 = recorded(25, OfferedStream.class, "jdk.VirtualThreadPinned#threshold=0ms");
            compare(on21, on25);
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(folder))) {
            files = all.filter(file -> file.toString().endsWith(".jfr"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            compare(file);
        }
        System.out.println(files.size() + " recordings, each with the same report by Java " + JAVAS);
    }

    private void compare(Path... recordings) throws IOException, InterruptedException {
        List<byte[]> first = analyzed(JAVAS.get(0), recordings);
        for (int java : JAVAS.subList(1, JAVAS.size())) {
            List<byte[]> other = analyzed(java, recordings);
            for (int i = 0; i < first.size(); i++) {
                assertThat(new String(other.get(i)))
                        .as(Arrays.toString(recordings) + " by Java " + java)
                        .isEqualTo(new String(first.get(i)));
            }
        }
    }

    /** Text, JSON, and what was printed; of a damaged recording all are compared, too. */
    private List<byte[]> analyzed(int java, Path... recordings) throws IOException, InterruptedException {
        Path text = directory.resolve("report.txt");
        Path json = directory.resolve("report.json");
        Files.deleteIfExists(text);
        Files.deleteIfExists(json);
        List<String> arguments = new ArrayList<>(List.of("analyze"));
        Arrays.stream(recordings).map(Path::toString).forEach(arguments::add);
        arguments.addAll(List.of("--classpath", Watched.testClasses().toString()));
        arguments.addAll(List.of("-o", text.toString(), "-o", json.toString()));
        ChildJvm.Exit exit = ChildJvm.on(java, directory)
                .commandLine(arguments.toArray(String[]::new))
                .run();
        List<byte[]> all = new ArrayList<>();
        all.add((exit.code() + "\n" + String.join("\n", exit.err())).getBytes());
        for (Path written : List.of(text, json)) {
            all.add(Files.exists(written) ? Files.readAllBytes(written) : new byte[0]);
        }
        return all;
    }

    private Path recorded(int java, Class<?> program, String setting) throws IOException, InterruptedException {
        Path recording = directory.resolve(java + ".jfr");
        try (ChildJvm jvm = ChildJvm.on(java, directory)
                .flags(List.of("-XX:StartFlightRecording:filename=" + recording + "," + setting))
                .main(List.of(Watched.testClasses()), program.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.send("go");
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isZero();
        }
        return recording;
    }
}
