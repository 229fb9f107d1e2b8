package io.vtmonitor.report.text;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Outlook;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.tally.Merge;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {
    @Test
    void a_report_reads_from_what_it_cost_to_what_to_do() {
        assertThat(TextReport.write(Reports.mysql(), 5)).isEqualTo("""
                JDK 21.0.8, 2 carriers, watched for 51.0 s from 2026-11-21T09:00:00Z
                100 pins held carriers for 100 s: 98 % of the capacity was lost; at most 2 pinned at once, all of them for 50.0 s
                Worst from 2026-11-21T09:00:01.234Z on: no carrier was free for 50.0 s of 50.2 s; 100 pins of site 1
                88 % of the pinned time disappears on JDK 24 and later, 12 % is native and stays on every JDK

                 1. 100 s (100 %) in 100 pins, socket read: p50 at most 1.00 s, p99 at most 1.01 s, longest 1.02 s
                    held by  com.mysql.cj.protocol.ReadAheadInputStream.read:180  (monitor of this, exact)  mysql-connector-j 8.0.33
                    and by   com.mysql.cj.jdbc.StatementImpl.executeQuery:1168  (2 monitors of result of getConnectionMutex(), likely)
                    from     com.acme.Orders.load
                    when     recurring, from 3.10 s to 49.2 s in
                    why      It reads while it owns a monitor.
                    cure     Upgrade.

                Fix one of these, cheapest first:
                    88.1 s     88 %    upgrade mysql-connector-j 8.0.33 to 9.0.0 or later (takes another release of a library)
                    88.1 s     88 %    run on JDK 25.0.4+ or 27+ (takes another JDK)
                    88.1 s     88 %    unpin=com.mysql.cj.** (JDK 21) (takes a restart), an estimate
                From JDK 24 on, monitors do not pin. The builds named are the first without a known fault that leaves virtual threads stuck.

                Blind spots: pins shorter than 1 ms are not recorded.
                """);
    }

    @Test
    void what_gives_most_time_back_comes_first_whether_it_is_pinned_or_waited_for() {
        String text = TextReport.write(
                Reports.mysql().with(WaitReports.convoy(3, 40, "40 virtual threads wait for the same lock.")), 1);
        assertThat(text).contains("""
                Fix, most time first (threads times the time they waited, carriers times the time they were held):
                    2400 s             40 threads waiting: Lock convoy in com.acme.Cache.load: Do the network call before the lock is taken.
                    88.1 s     88 %    pinned: upgrade mysql-connector-j 8.0.33 to 9.0.0 or later (takes another release of a library)
                    88.1 s     88 %    pinned: run on JDK 25.0.4+ or 27+ (takes another JDK: the first builds without a known fault that leaves virtual threads stuck)
                    88.1 s     88 %    pinned: unpin=com.mysql.cj.** (JDK 21) (an estimate) (takes a restart)
                """);
        assertThat(text.indexOf("Lock convoy (likely) from"))
                .isPositive()
                .isLessThan(text.indexOf("100 pins held carriers"));
    }

    @Test
    void a_site_with_classes_not_seen_says_whose_jar_would_settle_it() {
        assertThat(unsure("recording", List.of("com.acme.Foo")))
                .isEqualTo("    unsure   no available class file matches com.acme.Foo; pass its jar with --classpath");
        assertThat(unsure("recording", List.of("java.util.Map", "a.B", "a.C", "a.D")))
                .isEqualTo("    unsure   no available class file matches java.util.Map, nor a.B, a.C and others;"
                        + " pass the JDK's home with --classpath");
        assertThat(unsure("live", List.of("com.acme.Foo")))
                .isEqualTo("    unsure   no available class file matches com.acme.Foo");
    }

    private static String unsure(String source, List<String> classes) {
        Report report = Reports.unread(source, classes);
        return TextReport.write(report, 1)
                .lines()
                .filter(line -> line.contains("unsure"))
                .findFirst()
                .orElse("");
    }

    @Test
    void sites_of_less_than_a_hundredth_are_not_worth_showing_but_one_always_is() {
        assertThat(TextReport.notable(Reports.mysql(), 5)).isEqualTo(1);
        assertThat(TextReport.notable(Reports.of(List.of(Reports.site(), Reports.site(), Reports.site())), 2))
                .isEqualTo(2);
        assertThat(TextReport.notable(Reports.none(), 5)).isEqualTo(1);
    }

    @Test
    void where_more_were_pinned_than_there_are_carriers_it_says_so_and_not_that_none_was_free() {
        Report crowded = PinnedReport.on("21.0.8")
                .watchedFor(1)
                .together(5, 500, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                .report();
        assertThat(TextReport.write(crowded, 1))
                .contains("50 % of the capacity was lost; at most 5 pinned at once")
                .containsIgnoringWhitespaces("at least as many as the scheduler's parallelism for 500 ms")
                .containsIgnoringWhitespaces("More were pinned at once than the scheduler's parallelism of 2 carriers:"
                        + " some had spare carriers, or carriers of another scheduler.")
                .doesNotContain("no carrier was free", "Object.wait and file I/O");
        assertThat(TextReport.write(Reports.mysql(), 1)).doesNotContain("spare carriers");
    }

    @Test
    void file_reads_are_a_reason_for_spare_carriers_only_where_the_jdk_starts_some_for_them() {
        Report crowded = PinnedReport.on("25.0.3")
                .watchedFor(1)
                .together(5, 500, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                .report();
        for (boolean spare : new boolean[] {false, true}) {
            Report busy = new Report(
                    crowded.source(),
                    crowded.jvms(),
                    crowded.timelines(),
                    crowded.pins(),
                    crowded.limits(),
                    List.of(new BusyFigures("com.acme.A.load", "file_read", spare, 1, nanos(1), nanos(1))),
                    crowded.stalls(),
                    crowded.unpin(),
                    crowded.waits(),
                    crowded.requests());
            String text = TextReport.write(busy, 1);
            assertThat(text).contains("More were pinned at once than the scheduler's parallelism of 2 carriers");
            assertThat(text.contains("the JVM may have started spare carriers")).isEqualTo(spare);
        }
    }

    @Test
    void pins_are_not_charged_to_the_default_scheduler_where_threads_of_another_one_were_seen() {
        Limit other = Limit.of(LimitKind.WAITS_FOR_OTHER_CARRIERS, 8);
        Report foreign = PinnedReport.on("21.0.8")
                .watchedFor(1)
                .together(5, 500, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                .report()
                .with(new Waits(2, nanos(5), 0, 8, 8, List.of(), List.of(), List.of(other)));
        assertThat(TextReport.write(foreign, 1))
                .contains("5 pins held carriers for 2.50 s; at most 5 at once. It is not known how many of them were")
                .doesNotContain("of the capacity was lost", "spare carriers", "no carrier was free");
        assertThat(JvmText.write(foreign, 5, TextStyle.PLAIN))
                .containsIgnoringWhitespaces(
                        "Lost and starved are at most so much: pins of other schedulers may be among them");
        LastMinute last = new LastMinute(
                nanos(60), nanos(30), 0.25, nanos(15), List.of(new LastMinute.Part("com.acme.A.hold", nanos(30))));
        assertThat(LeadText.lastMinute(last, foreign))
                .contains("at most 25 % of the carriers' time was lost, at most 15.0 s without a free carrier");
        assertThat(JsonReport.write(foreign)).contains("\"capacityAtMost\" : true");
        assertThat(JsonReport.write(Reports.mysql())).doesNotContain("capacityAtMost");
    }

    @Test
    void the_share_of_the_capacity_in_printed_events_is_at_most_so_much_as_the_watch_may_have_been_longer() {
        Merge merge = new Merge("test");
        merge.add(PinnedReport.on("21.0.8")
                .watchedFor(1)
                .pins(1, 500, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                .report());
        merge.limit(Limit.of(LimitKind.PRINTED_EVENTS));
        Report printed = merge.report();
        assertThat(HeadText.lostAtMost(printed)).startsWith("printed events don't show how long");
        assertThat(HeadText.capacityAtMost(printed))
                .as("no carrier was free for as long as the events show")
                .isNull();
        assertThat(JvmText.write(printed, 5, TextStyle.PLAIN))
                .containsIgnoringWhitespaces(
                        "Lost is at most so much: printed events don't show how long the JVM was watched");
        assertThat(HeadText.lostAtMost(Reports.mysql())).isNull();
    }

    @Test
    void native_code_that_calls_back_is_not_said_to_call_the_holder_which_calls_it() {
        LeadText lead = LeadText.of(PinnedReport.on("25.0.1")
                .hold(Hold.UPCALL)
                .pins(1, 50, "java.lang.Thread.sleep", "com.acme.Sort.compare", "*com.acme.Sort.run")
                .report());
        assertThat(lead).isNotNull();
        assertThat(lead.culprit())
                .isEqualTo("Sort.run pins carriers while a call that it makes leads through native code and blocks in"
                        + " sleep.");
    }

    @Test
    void files_of_one_jvm_are_not_called_jvms_and_what_they_say_of_one_instant_is_said_of_a_file() {
        Merge merge = new Merge("test");
        for (int i = 0; i < 4; i++) {
            merge.add(PinnedReport.on("21.0.8")
                    .watchedFor(1)
                    .pins(1, 500, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                    .report());
        }
        assertThat(TextReport.write(merge.report(), 1)).contains("4 JVMs (JDK 21.0.8) with 8 carriers, watched for");
        merge.limit(Limit.of(LimitKind.JVM_IN_SEVERAL_FILES, 3));
        assertThat(TextReport.write(merge.report(), 1))
                .contains("4 recordings, some of the same JVM (JDK 21.0.8), watched for")
                .contains("; in one file, at most 1 pinned at once, never all of them")
                .containsIgnoringWhitespaces("time without a free carrier are lower bounds.");
    }

    @Test
    void of_a_pin_that_began_before_the_file_in_which_it_ended_only_the_rest_is_lost_in_that_file() {
        Report later = PinnedReport.on("21.0.8")
                .watchedFrom(1)
                .watchedFor(1)
                .pins(1, 2_000, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
                .report();
        assertThat(JvmText.write(later, 1, TextStyle.PLAIN)).contains("    50 %     2.00 s");
    }

    @Test
    void of_a_class_whose_name_a_recording_lacks_no_jar_is_asked_for() {
        assertThat(SiteText.unread(List.of(Frame.UNKNOWN), "recording"))
                .isEqualTo("the recording lacks the name of a class of its stacks: no class file can be found for it");
        assertThat(SiteText.unread(List.of(Frame.UNKNOWN, "a.B"), "recording"))
                .isEqualTo("no available class file matches a.B; pass its jar with --classpath");
    }

    @Test
    void no_pins_are_told_in_one_line() {
        assertThat(TextReport.write(Reports.none(), 5))
                .contains("No pin ended in the ", "; pins that began earlier are not counted.");
        assertThat(TextReport.write(PinnedReport.on("25.0.3").watchedFor(51).report(), 5))
                .as("from 24 on, they are")
                .contains("No pin ended in the 51.0 s watched.\n");
        assertThat(PlanText.write(Reports.none(), TextStyle.PLAIN)).contains("There is no plan: no pin was seen.");
    }

    @Test
    void where_no_event_of_pins_was_recorded_the_head_says_so_and_who_recorded() {
        Limit limit = Limit.of(LimitKind.NO_EVENTS_OF_PINS, "async-profiler 4.2.1");
        Report report = PinnedReport.on("25.0.1").limit(limit).report();
        assertThat(TextReport.write(report, 5))
                .containsIgnoringWhitespaces("\nThis recording was made by async-profiler 4.2.1 and has no events of"
                        + " pins: nothing can be said about pins.\n")
                .doesNotContain("No pin", "Blind spots: this recording", "; this recording");
        assertThat(HeadText.none(report)).startsWith("This recording was made by async-profiler 4.2.1 ");
        Merge merge = new Merge("test");
        merge.add(report);
        merge.add(PinnedReport.on("21.0.8").report());
        assertThat(HeadText.none(merge.report()))
                .isEqualTo("No pin was seen, and pins may be missing: " + LimitText.sentence(limit) + ".");
    }

    @Test
    void a_thread_that_a_dump_shows_pinned_is_in_the_head_and_not_again_in_the_limits() {
        Limit limit = Limit.of(LimitKind.PINNED_IN_DUMP, 1, "#19", "at a.B.read:5", 0.0);
        Report report = PinnedReport.on("21.0.8").limit(limit).report();
        assertThat(HeadText.none(report))
                .isEqualTo("No pin ended. When the last dump was taken virtual thread #19 (at a.B.read:5) was pinned"
                        + " to its carrier: for how long is not known.");
        assertThat(HeadText.unreportedLimits(report)).doesNotContain(limit);
    }

    @Test
    void dumps_of_several_jvms_are_not_counted_as_those_of_each() {
        Report none = Reports.none(Source.HEAP_DUMP).with(WaitReports.of(2));
        Jvm jvm = new Jvm("25.0.3", Instant.EPOCH, 0, 0, "assumed", 0, null);
        Report two = new Report(
                none.source(),
                List.of(jvm, jvm),
                none.timelines(),
                none.pins(),
                none.limits(),
                none.carrierBusy(),
                none.stalls(),
                none.unpin(),
                none.waits(),
                none.requests());
        assertThat(HeadText.jvm(jvm, two)).isEqualTo("JDK 25.0.3, dump of 1970-01-01T00:00:00Z");
        assertThat(HeadText.jvm(jvm, two.with(WaitReports.of(3))))
                .isEqualTo("JDK 25.0.3, the first dump of 1970-01-01T00:00:00Z");
    }

    @Test
    void threads_that_never_ran_wait_for_a_carrier_and_nowhere() {
        WaitGroup group = new WaitGroup(
                new WaitGroup.Place(WaitOperation.READY, null, null, null, "unknown", null, null),
                new WaitGroup.Count(4, 0, 4, 4, 1, 0, 0, 4),
                null,
                null,
                List.of());
        assertThat(TextReport.write(Reports.none().with(WaitReports.of(1, group)), 5))
                .contains("  4 (at most 4) wait for a carrier with no stack, as before a thread first runs\n");
        Waits inHeapDump = WaitReports.of(1, group)
                .with(List.of(), List.of(), List.of(Limit.of(LimitKind.HEAP_DUMPS_WITHOUT_STACKS, "21.0.8", 4L)));
        assertThat(TextReport.write(Reports.none().with(inHeapDump), 5))
                .as("threads of JDK 21 that have run have no stack there either")
                .contains("  4 (at most 4) wait for a carrier with no stack\n");
    }

    @Test
    void a_virtual_thread_of_the_jdk_that_polls_sockets_is_named_and_one_that_waits_for_its_socket_is_none() {
        assertThat(TextReport.write(Reports.none().with(WaitReports.of(1, polling("subPollerLoop"))), 5))
                .contains("  2 (at most 2) wait for sockets of other virtual threads, as a poller of the JDK's own in"
                        + " sun.nio.ch.Poller.poll\n");
        assertThat(TextReport.write(Reports.none().with(WaitReports.of(1, polling("pollIndirect"))), 5))
                .contains("  2 (at most 2) wait for an unpark in sun.nio.ch.Poller.poll\n");
    }

    private static WaitGroup polling(String method) {
        return new WaitGroup(
                new WaitGroup.Place(WaitOperation.PARK, null, null, null, "sun.nio.ch.Poller.poll", null, null),
                new WaitGroup.Count(2, 0, 2, 2, 1, 0, 0, 2),
                null,
                null,
                StackFrame.parse(List.of("sun.nio.ch.Poller.poll:139", "sun.nio.ch.Poller." + method + ":270")));
    }

    @Test
    void where_others_were_asked_for_the_head_says_what_left_out_those_that_were() {
        Report none = Reports.none().without(new LeftOut(3, 0, 120));
        assertThat(TextReport.write(none, 5))
                .contains("\nNone of the requested pins occurred: 120 left out by --package, 3 by --threshold.\n")
                .doesNotContain("No virtual thread");
        assertThat(PlanText.write(none, TextStyle.PLAIN))
                .contains("There is no plan: all pins were left out.")
                .doesNotContain("no pin was seen");
    }

    @Test
    void where_no_time_was_chosen_the_head_says_so() {
        assertThat(TextReport.write(
                        PinnedReport.on("21.0.8")
                                .watchedFor(0)
                                .limit(Limit.of(LimitKind.ASKED_TIME))
                                .report(),
                        5))
                .contains("--since and --until select nothing of the recording.")
                .doesNotContain("No virtual thread");
    }

    @Test
    void sites_that_are_not_shown_are_counted() {
        assertThat(TextReport.write(Reports.of(List.of(Reports.site(), Reports.site(), Reports.site())), 1))
                .contains("2 more sites with 200 s; --top 3 shows all");
    }

    @Test
    void wrapped_lines_fit_and_those_that_continue_stand_under_their_text() {
        String text = TextReport.write(Reports.mysql(), 5, 0, new TextStyle(80, false));
        assertThat(text.lines()).allMatch(line -> line.length() <= 80).noneMatch(line -> line.endsWith(" "));
        assertThat(text).contains("""
                    held by  com.mysql.cj.protocol.ReadAheadInputStream.read:180  (monitor of
                             this, exact)  mysql-connector-j 8.0.33
                """.indent(0));
    }

    @Test
    void colour_marks_the_culprit_and_much_lost_capacity_and_takes_no_room() {
        String plain = TextReport.write(Reports.mysql(), 5, 0, new TextStyle(80, false));
        String colored = TextReport.write(Reports.mysql(), 5, 0, new TextStyle(80, true));
        assertThat(colored)
                .contains("\u001b[1mcom.mysql.cj.protocol.ReadAheadInputStream.read:180\u001b[0m")
                .contains("\u001b[31m98 % of the capacity was lost\u001b[0m");
        assertThat(colored.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }

    @Test
    void sites_of_different_verdicts_tell_theirs_each() {
        SiteFigures stays = Reports.site(Verdict.STAYS, Occurrence.ONCE);
        assertThat(TextReport.write(Reports.of(List.of(Reports.site(), stays)), 5))
                .contains("newer    gone on JDK 24 and later")
                .contains("newer    stays on every JDK")
                .contains("when     only from 3.10 s");
    }

    @Test
    void a_plan_tells_what_each_remedy_frees_and_a_table_what_each_part_costs() {
        assertThat(PlanText.write(Reports.mysql(), TextStyle.PLAIN))
                .contains("    88.1 s     88 %    unpin=com.mysql.cj.** (JDK 21); takes a restart, frees 1 site, an"
                        + " estimate\n");
        Report report = Reports.mysql();
        assertThat(DimensionText.write(report, "culprit", report.dimensions().culprit(), 1, TextStyle.PLAIN))
                .contains("""
                            pinned    share     pins  longest   culprit
                            90.1 s     90 %       90   1.02 s   com.mysql.cj.protocol.ReadAheadInputStream.read
                            10.0 s     10 %       10   1.00 s   (other)
                        """.indent(0));
    }

    @Test
    void the_stacks_of_a_site_mark_who_holds() {
        assertThat(TextReport.write(Reports.mysql(), 1, 1, TextStyle.UNWRAPPED)).contains("""
                100 pins, 100 s, socket read reason:MONITOR
                    at java.lang.VirtualThread.park(VirtualThread.java)
                    at com.mysql.cj.protocol.ReadAheadInputStream.read(ReadAheadInputStream.java:180) <== monitors:1
                    at com.mysql.cj.jdbc.StatementImpl.executeQuery(StatementImpl.java:1168) <== monitors:2
                    at com.acme.Orders$Loader.load(Orders.java:12)
                """);
    }

    @Test
    void on_jdk_24_and_later_the_outlook_is_of_what_monitors_have_no_part_in() {
        Jvm newer = new Jvm(
                "25.0.3", Instant.parse("2026-11-21T09:00:00Z"), nanos(51), 2, "processors", nanos(0.001), null);
        Outlook ahead = new Outlook(0, nanos(0.1), nanos(100), 0);
        SiteFigures byMonitors = Reports.site(Verdict.STAYS, Occurrence.ONCE);
        HolderLine initializer =
                new HolderLine("com.acme.Codes", "<clinit>", 7, Hold.CLASS_INIT, 0, null, Confidence.EXACT, null);
        SiteFigures without = byMonitors.with(List.of(initializer), Verdict.STAYS, byMonitors.advice(), List.of());
        String outlook = "0.1 % of the pinned time is eased on JDK 26, 99.9 % stays on every JDK";
        assertThat(TextReport.write(Reports.of(newer, ahead, List.of(without)), 1))
                .contains(outlook + "; monitors do not pin on this JDK");
        assertThat(TextReport.write(Reports.of(newer, ahead, List.of(byMonitors)), 1))
                .as("legacy locking, which the recording does not tell")
                .contains(outlook)
                .doesNotContain("monitors do not pin on this JDK");
    }
}
