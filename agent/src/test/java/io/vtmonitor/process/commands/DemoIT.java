package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code demo} shows on every Java what there is to see, of the jar alone. */
class DemoIT {
    private static final String DEADLOCK = "Deadlock";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "Java {0}")
    @ValueSource(ints = {17, 21, 25, 26, 27, 28})
    void the_page_the_heap_dump_and_the_scan_name_the_mistakes_of_the_program(int jdk) throws Exception {
        Path folder = directory.resolve("out");

        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .variable("VTMONITOR_THRESHOLD", "no length")
                .commandLine("demo", folder.toString(), "--java", java(jdk))
                .run();

        assertThat(exit.code()).as("%s", exit).isZero();
        assertThat(exit.out()).as("%s", exit).anyMatch(line -> line.contains(folder.resolve("demo.html") + " in a"));
        assertThat(Files.readString(folder.resolve("heap-dump.txt")))
                .contains(DEADLOCK, "\"debit\" waits", "\"credit\"")
                .containsPattern("20\\s+more\\s+threads\\s+wait");
        assertThat(Files.readString(folder.resolve("scan.txt"))).contains("Basket.checkOut", "PriceCheck$Prices");
        assertThat(Files.readString(folder.resolve("demo.html")))
                .contains("wait for each other in Transfer.run", "PriceCheck$Prices");
        List<String> analyzed = analyzed(jdk, folder);
        assertThat(analyzed).anyMatch(line -> line.contains(DEADLOCK));
        assertThat(analyzed).anyMatch(line -> line.contains("PriceCheck$Prices.<clinit>"));
        assertThat(analyzed.stream().anyMatch(line -> line.contains("Basket.checkOut")))
                .as("%s", analyzed)
                .isEqualTo(jdk < 24);
    }

    /** That of the home: where find-jdk has unpacked a Java, {@code java.home} is another folder. */
    private static String java(int jdk) {
        return Jdks.home(jdk).resolve("bin/java").toString();
    }

    private List<String> analyzed(int jdk, Path folder) throws Exception {
        return ChildJvm.on(jdk, directory)
                .commandLine("analyze", folder.resolve("demo.jfr").toString())
                .run()
                .out();
    }

    @Test
    void java_17_says_which_part_is_of_another_java() throws Exception {
        ChildJvm.Exit exit =
                ChildJvm.on(17, directory).commandLine("demo", "out").run();

        assertThat(exit.out()).as("%s", exit).anyMatch(line -> line.contains("has no virtual threads"));
        assertThat(exit.out())
                .as("%s", exit)
                .anyMatch(line -> line.contains("recording of the same program on JDK 21"));
    }

    @Test
    void a_java_that_is_too_old_for_the_program_is_refused_before_anything_is_written() throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(17, directory)
                .commandLine("demo", "out", "--java", java(8))
                .run();

        assertThat(exit.code()).as("%s", exit).isEqualTo(1);
        assertThat(exit.err())
                .as("%s", exit)
                .anyMatch(line -> line.contains(java(8) + " is Java 1.8.0") && line.contains("needs Java 17 or later"));
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void a_folder_with_other_files_is_left_alone() throws Exception {
        Path folder = Files.createDirectories(directory.resolve("mine"));
        Path other = Files.writeString(folder.resolve("mine.txt"), "mine");

        ChildJvm.Exit exit = ChildJvm.on(21, directory)
                .commandLine("demo", folder.toString())
                .run();

        assertThat(exit.code()).isEqualTo(1);
        assertThat(exit.err()).anyMatch(line -> line.contains("mine.txt"));
        assertThat(Files.readString(other)).isEqualTo("mine");
    }

    @Test
    void the_demo_can_be_repeated_in_its_folder() throws Exception {
        ChildJvm.on(17, directory).commandLine("demo", "out").run();

        ChildJvm.Exit again =
                ChildJvm.on(17, directory).commandLine("demo", "out").run();

        assertThat(again.code()).as("%s", again).isZero();
    }
}
