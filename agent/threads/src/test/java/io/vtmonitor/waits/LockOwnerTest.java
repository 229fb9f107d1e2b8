package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.text.VerdictText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockOwnerTest {
    private static WaitSite site(String wantedBy) {
        return new WaitSite(
                WaitOperation.LOCK,
                null,
                null,
                "com.acme.Cache.load",
                null,
                null,
                StackFrame.parse(List.of("java.lang.VirtualThread.park:700", wantedBy, "com.acme.Cache.load:88")));
    }

    private static String cure(String wantedBy) {
        return cure(null, site(wantedBy), Thing.Kind.LOCK);
    }

    private static String cure(String wantedBy, @Nullable String tookAt) {
        WaitHolder holder = new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                tookAt == null ? null : StackFrame.parse(tookAt),
                tookAt == null ? Confidence.UNKNOWN : Confidence.EXACT,
                WaitOperation.SLEEP,
                0,
                null,
                List.of());
        return cure(holder, site(wantedBy), Thing.Kind.MONITOR);
    }

    @Test
    void a_monitor_that_unpin_made_a_lock_is_the_applications_and_not_the_jdks() {
        WaitSite site = site("java.lang.VtMonitorSlicedLock.enterInSlices:80");
        Convoy unpinned = held(null, site, Thing.Kind.LOCK, "java.lang.VtMonitorSlicedLock");
        assertThat(VerdictText.cure(unpinned)).startsWith("Do what is slow before the lock");
        assertThat(cure("java.io.PrintStream.println:80"))
                .startsWith("The JDK's own code takes the lock in java.io.PrintStream.println: share the object");
    }

    @Test
    void a_monitor_of_the_jdk_that_the_application_holds_is_for_the_application_to_release() {
        String wantedBy = "java.util.Collections$SynchronizedMap.get:2975";
        assertThat(cure(wantedBy, "com.acme.Report.print:12")).startsWith("Do the sleep before the monitor is taken");
        assertThat(cure(wantedBy, wantedBy))
                .startsWith("The JDK's own code takes the monitor in java.util.Collections");
        assertThat(cure(wantedBy, null)).startsWith("The JDK's own code takes the monitor in java.util.Collections");
    }

    @Test
    void what_the_jdk_calls_while_it_holds_a_monitor_is_for_the_application_to_make_short() {
        String computes = "jdk.internal.lang.LazyConstantImpl.getSlowPath:90";
        WaitHolder holder = new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                StackFrame.parse(computes),
                Confidence.EXACT,
                WaitOperation.SLEEP,
                0,
                null,
                StackFrame.parse(List.of(
                        "java.lang.Thread.sleep:540", "com.acme.Rates.load:7", "com.acme.Rates.get:5", computes)));
        assertThat(cure(holder, site(computes), Thing.Kind.MONITOR))
                .isEqualTo(
                        "The JDK's own code holds the monitor in jdk.internal.lang.LazyConstantImpl.getSlowPath while"
                                + " it calls com.acme.Rates.get: do the sleep before or after that call, not in it.");
    }

    @Test
    void who_was_notified_enters_the_applications_monitor_again() {
        assertThat(cure("java.lang.Object.wait0", null)).startsWith("Do the sleep before the monitor is taken");
    }

    @Test
    void a_value_that_is_computed_in_a_concurrent_map_is_to_be_computed_outside_of_it() {
        String computes = "java.util.concurrent.ConcurrentHashMap.computeIfAbsent:1724";
        assertThat(cure(computes, computes)).contains("put a future into the map");
        assertThat(cure(computes, null)).contains("share the object");
    }

    @Test
    void a_holder_in_a_method_of_the_jdk_that_has_no_lines_is_said_to_be_in_that_one() {
        assertThat(VerdictText.evidence(held(
                        running("java.io.FileOutputStream.writeBytes"),
                        site("com.acme.Cache.load:88"),
                        Thing.Kind.LOCK)))
                .endsWith("held by virtual thread #7, which runs java.io.FileOutputStream.writeBytes.");
        assertThat(VerdictText.evidence(
                        held(running("com.acme.Cache.compute:95"), site("com.acme.Cache.load:88"), Thing.Kind.LOCK)))
                .endsWith("held by virtual thread #7, which runs in com.acme.Cache.compute:95.");
    }

    private static WaitHolder running(String frame) {
        return new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                null,
                Confidence.UNKNOWN,
                WaitOperation.RUNNING,
                0,
                null,
                List.of(StackFrame.parse(frame)));
    }

    @Test
    void what_a_parked_holder_does_is_not_called_a_wait_for_an_unpark_that_is_to_be_done_elsewhere() {
        WaitHolder parked = new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                StackFrame.parse("com.acme.Cache.load:88"),
                Confidence.EXACT,
                WaitOperation.PARK,
                0,
                null,
                List.of());
        assertThat(cure(parked, site("com.acme.Cache.load:88"), Thing.Kind.LOCK))
                .startsWith("Do what is slow before the lock");
    }

    @Test
    void what_a_holder_waits_for_is_not_to_be_done_before_the_lock_is_taken_if_it_may_have_moved_on() {
        WaitSite site = site("com.acme.Cache.load:88");
        assertThat(cure(running("com.acme.Other.work:5"), site, Thing.Kind.LOCK))
                .startsWith("Find out where its holder took the lock: no frame of its stack is known to have done so."
                        + " If the holder has moved on, it did not release the lock: release it in a finally block, on"
                        + " every path. If the holder still works under the lock, do what is slow before");
        assertThat(cure(null, site, Thing.Kind.LOCK))
                .startsWith("Find out which thread holds the lock, and where it took it. If the holder has moved on");
        Convoy moving = new Convoy(
                Thing.Kind.LOCK,
                null,
                new Waiting(12, false, Place.only(site.site(), site.caller(), 12), null),
                new Progress(1, 2, 0, false, 0, 0),
                null,
                new LockOwner(running("com.acme.Other.work:5"), null, null, false));
        assertThat(VerdictText.cure(moving))
                .as("threads get it, so its holders release it")
                .startsWith("Do what is slow before the lock");
        assertThat(cure(running("com.acme.Cache.load:90"), site, Thing.Kind.LOCK))
                .as("the holder is where others take it")
                .startsWith("Do what is slow before the lock");
        assertThat(cure(running("com.acme.Other.work:5"), site, Thing.Kind.MONITOR))
                .as("a monitor is released with its block")
                .startsWith("Do what is slow before the monitor");
    }

    private static String cure(@Nullable WaitHolder holder, WaitSite site, Thing.Kind thing) {
        return VerdictText.cure(held(holder, site, thing));
    }

    private static Convoy held(@Nullable WaitHolder holder, WaitSite site, Thing.Kind thing) {
        return held(holder, site, thing, null);
    }

    private static Convoy held(@Nullable WaitHolder holder, WaitSite site, Thing.Kind thing, @Nullable String type) {
        return new Convoy(
                thing,
                type,
                new Waiting(12, false, Place.only(site.site(), site.caller(), 12), null),
                null,
                null,
                new LockOwner(holder, IdleHolder.inJdk(site.frames()), null, false));
    }

    @Test
    void for_how_long_the_same_thread_has_held_it_is_told_by_looks_and_not_by_dumps() {
        WaitHolder holder = running("com.acme.Cache.compute:95").since(20_000_000_000L);
        WaitSite site = site("com.acme.Cache.load:88");
        Convoy live = held(holder, site, Thing.Kind.LOCK);
        assertThat(VerdictText.evidence(live))
                .endsWith(" The same thread has held it at each look for at least 20.0 s.");
        Convoy dumped = new Convoy(
                Thing.Kind.LOCK,
                null,
                new Waiting(12, false, Place.only(site.site(), site.caller(), 12), new Row(3, 3, 0, 12)),
                null,
                null,
                live.owner());
        assertThat(VerdictText.evidence(dumped))
                .contains("held by virtual thread #7")
                .doesNotContain("20.0 s", "look ");
    }
}
