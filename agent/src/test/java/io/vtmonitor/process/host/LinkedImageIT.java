package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Lines;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.SetsScheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Images of a JDK's modules that jlink makes, with an application's modules or without. */
class LinkedImageIT {
    @TempDir
    private Path directory;

    @Test
    void its_classes_are_not_taken_for_the_jdks() throws Exception {
        Path modules = compiled();
        Path image = image("com.acme.linked,java.instrument,jdk.jfr", "--module-path", modules.toString());
        Path report = directory.resolve("report.json");
        ChildJvm.Exit unseen = started(image, report, List.of());
        assertThat(unseen.ours())
                .anyMatch(line -> line.contains("this JVM was started without the module jdk.jfr, which its Java has;"
                        + " start it with --add-modules jdk.jfr"));
        started(image, report, List.of("--add-modules", "jdk.jfr"));
        JsonNode site = Watched.read(report).at("/sites/0");
        assertThat(site.at("/holders/0/library/name").asString()).isEqualTo("com.acme.linked");
        assertThat(site.at("/holders/0/library/version").asString()).isEqualTo("1.5");

        ChildJvm.Exit scanned =
                ChildJvm.on(25, directory).commandLine("scan", image.toString()).run();
        assertThat(String.join("\n", scanned.out()))
                .contains("com.acme.linked 1.5: 1 place", "Main$Slow.<clinit>:", "initializes its class and sleeps");
    }

    @Test
    void an_image_that_was_linked_with_the_least_runs() throws Exception {
        Path image = image("java.instrument");
        try (ChildJvm jvm = ChildJvm.on(image, directory)
                .agent("port=0")
                .main(List.of(Watched.testClasses()), SetsScheduler.class.getName(), List.of())
                .flags(List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"))
                .start()) {
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pins are not recorded: this Java has no module jdk.jfr"));
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.send("go");
            jvm.awaitOut(line -> line.startsWith("parallelism"));
            assertThat(Scrape.value(serving, "vthread_blind_seconds")).isPositive();
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
    }

    private ChildJvm.Exit started(Path image, Path report, List<String> flags) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(image, directory)
                .flags(flags)
                .agent("report=" + report)
                .module("com.acme.linked/com.acme.linked.Main")
                .start()) {
            jvm.awaitErr(line -> line.contains("watching Java") || line.contains("pins are not recorded"));
            jvm.endInput();
            return jvm.awaitExit();
        }
    }

    private Path image(String modules, String... options) throws Exception {
        Path jlink = Jdks.home(25).resolve("bin/jlink");
        assumeTrue(Files.exists(jlink), "skipped, this Java 25 has no jlink");
        Path image = directory.resolve("image");
        List<String> command =
                new ArrayList<>(List.of(jlink.toString(), "--add-modules", modules, "--output", image.toString()));
        command.addAll(List.of(options));
        Process linking = new ProcessBuilder(command).redirectErrorStream(true).start();
        Lines said = Lines.of(linking.getInputStream(), "jlink's output");
        assumeTrue(linking.waitFor() == 0, () -> "skipped, this Java 25 links no images: " + said.soFar());
        return image;
    }

    private Path compiled() throws IOException {
        Path sources = Files.createDirectories(directory.resolve("source/com/acme/linked"));
        Path module = Files.writeString(directory.resolve("source/module-info.java"), "module com.acme.linked {}");
        Path main = Files.writeString(sources.resolve("Main.java"), """
                package com.acme.linked;

                public class Main {
                    static class Slow {
                        static final Object VALUE = slow();

                        static Object slow() {
                            try {
                                Thread.sleep(300);
                            } catch (InterruptedException e) {
                            }
                            return new Object();
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        while (System.in.read() >= 0) {
                        }
                        Thread.ofVirtual().start(() -> System.out.println(Slow.VALUE)).join();
                    }
                }
                """);
        Path classes = directory.resolve("classes");
        String[] options = {
            "--release", "21", "--module-version", "1.5", "-d", classes.toString(), module.toString(), main.toString()
        };
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
        return classes;
    }
}
