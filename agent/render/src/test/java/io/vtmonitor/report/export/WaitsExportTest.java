package io.vtmonitor.report.export;

import static io.vtmonitor.Times.nanos;
import static io.vtmonitor.report.WaitReports.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitGroup.Held;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitsExportTest {
    private static final Waits WAITS = WaitReports.of(
            4,
            group(4, 12, WaitOperation.LOCK, null, "a.Cache.load", "a.Api.get"),
            group(4, 3, WaitOperation.POOL, "HikariCP", "=a.Dao.find"));

    @Test
    void every_place_is_a_row_under_a_header_that_stays() {
        assertThat(WaitsCsvReport.write(WAITS).split("\r\n"))
                .containsExactly(
                        "site,operation,pool,blocker,library,library_version,caller,entry,threads,margin,most,"
                                + "most_on_one,looks,thread_seconds,margin_seconds,arrivals,holder,holder_confidence,"
                                + "took_at,holder_does,waited_seconds,starved_seconds,watched_seconds,turns_taken,gave"
                                + "_up",
                        "a.Cache.load,lock,,java.util.concurrent.locks.ReentrantLock,,,a.Api.get,,12,0,12,12,4,240,0,1"
                                + "2,virtual thread #7,exact,a.Cache.load:12,socket_read,,,,,",
                        "'=a.Dao.find,pool,HikariCP,java.util.concurrent.locks.ReentrantLock,,,,,3,0,3,3,4,60,0,3,"
                                + "virtual thread #7,exact,'=a.Dao.find:12,socket_read,,,,,");
    }

    @Test
    void where_nobody_looked_there_is_a_header() {
        assertThat(WaitsCsvReport.write(Waits.NONE).split("\r\n")).hasSize(1);
        assertThat(CollapsedReport.waits(Waits.NONE, CollapsedReport.Weight.TIME))
                .isEmpty();
    }

    @Test
    void stacks_are_weighed_by_the_time_that_threads_waited_or_by_the_threads() {
        assertThat(CollapsedReport.waits(WAITS, CollapsedReport.Weight.TIME).lines())
                .containsExactly(
                        "a.Main.run;=a.Dao.find;java.util.concurrent.locks.LockSupport.park 60000000",
                        "a.Main.run;a.Cache.load;java.util.concurrent.locks.LockSupport.park 240000000");
        assertThat(CollapsedReport.waits(WAITS, CollapsedReport.Weight.COUNT).lines())
                .containsExactly(
                        "a.Main.run;=a.Dao.find;java.util.concurrent.locks.LockSupport.park 3",
                        "a.Main.run;a.Cache.load;java.util.concurrent.locks.LockSupport.park 12");
    }

    @Test
    void the_time_in_which_the_holder_was_known_ends_in_a_frame_that_names_it() {
        WaitGroup lock = group(4, 12, WaitOperation.LOCK, null, "a.Cache.load")
                .with(List.of(
                        new Held("a.Cache.fill", true, Confidence.LIKELY, 12, nanos(100)),
                        new Held("a.Report.export", false, Confidence.EXACT, 9, nanos(60)),
                        new Held(null, false, Confidence.EXACT, 9, nanos(30))));
        WaitGroup monitor = group(4, 3, WaitOperation.MONITOR_ENTER, null, "a.Dao.find")
                .with(List.of(new Held("a.Dao.find", true, Confidence.EXACT, 3, nanos(60))));
        String stack = "a.Main.run;a.Cache.load;java.util.concurrent.locks.LockSupport.park";
        assertThat(CollapsedReport.waits(WaitReports.of(4, lock, monitor), CollapsedReport.Weight.TIME)
                        .lines())
                .containsExactly(
                        stack + " 50000000",
                        stack + ";held by a thread in a.Report.export (lock, exact) 60000000",
                        stack + ";held by a thread that has ended (lock, exact) 30000000",
                        stack + ";held by a.Cache.fill (lock, likely) 100000000",
                        "a.Main.run;a.Dao.find;java.util.concurrent.locks.LockSupport.park;"
                                + "held by a.Dao.find (monitor, exact) 60000000");
    }

    @Test
    void waits_too_long_to_be_added_up_have_their_lines() {
        int looks = 1_000;
        int threads = 1_000_000;
        WaitGroup one = group(looks, threads, WaitOperation.LOCK, null, "a.Cache.load");
        WaitGroup other = group(looks, threads, WaitOperation.LOCK, null, "a.Dao.find");
        assertThat(CollapsedReport.waits(WaitReports.of(looks, one, other), CollapsedReport.Weight.TIME)
                        .lines())
                .hasSize(2)
                .allMatch(line -> line.endsWith(" 5000000000000000"));
    }

    @Test
    void the_threads_of_one_look_are_divided_by_holder_and_the_most_of_several_looks_are_not() {
        List<Held> held = List.of(new Held("a.Cache.fill", true, Confidence.LIKELY, 8, 0));
        String stack = "a.Main.run;a.Cache.load;java.util.concurrent.locks.LockSupport.park";
        assertThat(CollapsedReport.waits(
                                WaitReports.of(
                                        1,
                                        group(1, 12, WaitOperation.LOCK, null, "a.Cache.load")
                                                .with(held)),
                                CollapsedReport.Weight.COUNT)
                        .lines())
                .containsExactly(stack + " 4", stack + ";held by a.Cache.fill (lock, likely) 8");
        assertThat(CollapsedReport.waits(
                                WaitReports.of(
                                        2,
                                        group(2, 12, WaitOperation.LOCK, null, "a.Cache.load")
                                                .with(held)),
                                CollapsedReport.Weight.COUNT)
                        .lines())
                .containsExactly(stack + " 12");
    }
}
