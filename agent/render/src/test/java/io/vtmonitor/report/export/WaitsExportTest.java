package io.vtmonitor.report.export;

import static io.vtmonitor.report.WaitReports.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
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
}
