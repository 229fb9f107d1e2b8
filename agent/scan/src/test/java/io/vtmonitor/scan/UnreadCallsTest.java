package io.vtmonitor.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Monitors under which classes are called that are not on the class path. */
class UnreadCallsTest {
    private static final String CLIENT = "interface Client { String ask(String what); }";
    private static final String CACHE = """
            class Cache {
                private final Object lock = new Object();
                private Client client;
                String get() { synchronized (lock) { return refresh(); } }
                private String refresh() { return client.ask(String.valueOf(1)); }
                synchronized int size() { return 1; }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void what_leaves_the_class_path_under_a_monitor_is_found_apart_from_the_rest() throws IOException {
        ScanResult result = Sources.scan(21, withoutClient());
        assertThat(result.findings()).isEmpty();
        assertThat(Sources.lines(result.beyond()))
                .containsExactly("Cache.get:4 monitor of field lock, unread, many_targets: get > refresh");
        assertThat(result.beyond().get(0).sink()).hasToString("Client.ask");
    }

    @Test
    void it_is_a_finding_only_where_its_very_class_is_known_to_wait_there() throws IOException {
        ScanResult result = Sources.scan(21, withoutClient());
        assertThat(Assessment.of(result, true, new Known(true)))
                .singleElement()
                .satisfies(each -> assertThat(each.isCertain()).isTrue());
        assertThat(Assessment.of(result, true, new Known(false))).isEmpty();
    }

    @Test
    void where_the_class_is_there_nothing_is_left_to_guess() throws IOException {
        assertThat(Sources.scan(21, Sources.compile(folder, CLIENT, CACHE)).beyond())
                .isEmpty();
    }

    private Path withoutClient() throws IOException {
        Path classes = Sources.compile(folder, CLIENT, CACHE);
        Files.delete(classes.resolve("Client.class"));
        return classes;
    }

    record Known(boolean known) implements Assessment.Knowledge {
        @Override
        public Advice advise(Blocking blocking, List<Holder> holders, Reason reason, boolean application) {
            return new Advice(
                    "x",
                    AdviceKind.MONITOR,
                    "x",
                    new Action.Worded("x"),
                    List.of(),
                    List.of(),
                    null,
                    Confidence.LIKELY,
                    null,
                    null,
                    List.of());
        }

        @Override
        public @Nullable Boolean affects(Holder holder, Blocking blocking) {
            return known;
        }

        @Override
        public boolean names(Holder holder, Blocking blocking) {
            return known;
        }
    }
}
