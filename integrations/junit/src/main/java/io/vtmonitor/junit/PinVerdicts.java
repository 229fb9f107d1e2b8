package io.vtmonitor.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A verdict for each test class, on standard error: what its virtual threads pinned. Registered for all tests by
 * {@code junit.jupiter.extensions.autodetection.enabled=true}, or for one class by {@code @ExtendWith}.
 *
 * <p>Reading the recording costs time. So a class's verdict comes at its end only if a hundred times as much has passed
 * since the last reading; otherwise it comes with a later one, and the last ones at the end of all tests.
 */
public final class PinVerdicts implements BeforeAllCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(PinVerdicts.class);
    private static final int MOST_SITES = 3;

    /** The share of the time that reading may take is one in this many. */
    private static final long SHARE = 100;

    /** For JUnit. */
    public PinVerdicts() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        if (context.getRequiredTestClass().getEnclosingClass() != null
                && context.getParent()
                        .filter(parent -> parent.getTestClass().isPresent())
                        .isPresent()) {
            return; // a nested class is part of its outermost one
        }
        Pending pending = pending(context);
        if (Availability.reason() == null) {
            PinRecording.running();
            context.getStore(NAMESPACE)
                    .put(
                            "time",
                            TestTime.beginning(context.getRequiredTestClass().getName()));
        } else {
            pending.tellOnce(Availability.reason());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        TestTime begun = context.getStore(NAMESPACE).remove("time", TestTime.class);
        if (begun != null && begun.name().equals(context.getRequiredTestClass().getName())) {
            pending(context).ended(begun);
        }
    }

    @SuppressWarnings("deprecation") // its successor is not in JUnit 5
    private static Pending pending(ExtensionContext context) {
        Pending pending = context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Pending.class, type -> new Pending(), Pending.class);
        return Objects.requireNonNull(pending);
    }

    /** The classes that have no verdict yet. JUnit closes it after all tests. */
    @SuppressWarnings("deprecation") // JUnit before 5.13 closes no other
    static final class Pending implements AutoCloseable, ExtensionContext.Store.CloseableResource {
        private final List<TestTime> times = new ArrayList<>();
        private long lastEnd = System.nanoTime();
        private long cost = 150_000_000;
        private boolean told;

        synchronized void tellOnce(String reason) {
            if (!told) {
                told = true;
                System.err.println("vt-monitor: " + reason);
            }
        }

        synchronized void ended(TestTime begun) {
            if (CarrierThreads.mayHaveRunFor(begun.age().toNanos())) {
                times.add(begun.ended());
            }
            if (!times.isEmpty() && System.nanoTime() - lastEnd >= SHARE * cost) {
                judge();
            }
        }

        @Override
        public synchronized void close() {
            if (!times.isEmpty()) {
                judge();
            }
        }

        private void judge() {
            long begin = System.nanoTime();
            try {
                Path recording = PinRecording.running().since(times.get(0).begin());
                try {
                    List<RecordedBlocks.Block> blocks = RecordedBlocks.of(recording);
                    for (TestTime time : times) {
                        if (blocks.stream().anyMatch(block -> time.contains(block.begin()))) {
                            print(time, Analysis.sites(recording, time, blocks));
                        }
                    }
                } finally {
                    Files.deleteIfExists(recording);
                }
            } catch (IOException | RuntimeException e) {
                System.err.println("vt-monitor: no verdict for " + times.size()
                        + (times.size() == 1 ? " test class: " : " test classes: ") + e.getMessage());
            }
            times.clear();
            lastEnd = System.nanoTime();
            cost = lastEnd - begin;
        }

        private static void print(TestTime time, List<Site> sites) {
            List<Site> counted = sites.stream().filter(site -> !site.once()).toList();
            if (counted.isEmpty()) {
                return;
            }
            StringBuilder text = new StringBuilder("vt-monitor: " + time.name() + " pinned carriers:");
            for (Site site : counted.subList(0, Math.min(MOST_SITES, counted.size()))) {
                text.append("\n  ").append(site.summary());
            }
            if (counted.size() > MOST_SITES) {
                text.append("\n  and ").append(counted.size() - MOST_SITES).append(" more sites");
            }
            System.err.println(text);
        }
    }
}
