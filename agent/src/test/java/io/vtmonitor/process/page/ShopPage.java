package io.vtmonitor.process.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.scenario.Shop;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What {@code analyze} writes of a recording of {@link Shop}, as a page and as JSON. */
record ShopPage(Path page, JsonNode json) {
    static final List<String> FLAGS =
            List.of("-Djdk.reflect.useNativeAccessorOnly=true", "-Djdk.virtualThreadScheduler.parallelism=2");

    /** Runs and analyzes it. */
    static ShopPage of(int jdk, Path folder) throws Exception {
        Path directory = Files.createDirectories(folder.resolve("jdk" + jdk));
        Watched run = Watched.run(Shop.class.getName(), FLAGS, jdk, directory);
        Path page = folder.resolve("report" + jdk + ".html");
        Path json = folder.resolve("report" + jdk + ".json");
        for (Path output : List.of(page, json)) {
            int code = ShippedCommandLine.run(
                    "analyze",
                    run.recording().toString(),
                    "--classpath",
                    Watched.testClasses() + File.pathSeparator + Jdks.home(jdk),
                    "-o",
                    output.toString());
            assertThat(code).as("exit code for %s", output).isZero();
        }
        return new ShopPage(page, Watched.read(json));
    }

    BrowserTab open(ClassBrowser browser) throws IOException, InterruptedException {
        return browser.show(page, "");
    }

    static void isClean(BrowserTab tab) {
        assertThat(tab.problems()).as("errors, warnings, exceptions").isEmpty();
        assertThat(tab.requests()).as("addresses asked for").hasSize(1).allMatch(url -> url.startsWith("file:"));
    }

    /** The pinned seconds of stacks that have such a frame. */
    double secondsOf(String name) {
        double seconds = 0;
        for (JsonNode site : json.path("sites")) {
            for (JsonNode stack : site.path("stacks")) {
                boolean has = false;
                for (JsonNode frame : stack.path("frames")) {
                    has |= json.path("frames").path(frame.asInt()).asString().contains(name);
                }
                seconds += has ? stack.path("pinnedSeconds").asDouble() : 0;
            }
        }
        return seconds;
    }

    /** The pinned seconds of pins that began in that time. */
    double begunIn(double from, double to) {
        double seconds = 0;
        for (JsonNode site : json.path("sites")) {
            for (JsonNode stack : site.path("stacks")) {
                for (JsonNode time : stack.path("times")) {
                    double begin = time.path(1).asDouble()
                            * json.path("timelines")
                                    .path(time.path(0).asInt())
                                    .path("binSeconds")
                                    .asDouble();
                    seconds += begin >= from && begin < to ? time.path(3).asDouble() : 0;
                }
            }
        }
        return seconds;
    }
}
