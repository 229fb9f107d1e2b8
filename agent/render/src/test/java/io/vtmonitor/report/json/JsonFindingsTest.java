package io.vtmonitor.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.AgentFindings;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.MountFigures;
import io.vtmonitor.report.PoolDemand;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.Awaited;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.Stall.Owner;
import io.vtmonitor.report.Stall.Owner.Place;
import io.vtmonitor.report.Stall.Owner.Relation;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.ThreadMemory;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFrame;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFindingsTest {
    private static final Limit LIMIT = Limit.of(LimitKind.POOL_NOT_WATCHED, "HikariCP", "it is another version");

    private static AgentFindings found(Waits waits) {
        return new AgentFindings(waits, List.of(Reports.stall()));
    }

    private static Waits everything(int groups, int pools) {
        Waits convoy = WaitReports.convoy(4, 50, "50 threads wait");
        List<WaitGroup> places = new ArrayList<>(convoy.groups());
        for (int i = 1; i < groups; i++) {
            places.add(new WaitGroup(
                    new WaitGroup.Place(
                            WaitOperation.POOL,
                            "HikariCP",
                            null,
                            new Library("HikariCP", i % 2 == 0 ? null : "7.1.0"),
                            "com.acme.Dao.find" + i,
                            null,
                            "com.acme.Main.main"),
                    new WaitGroup.Count(9, 2, 10, 0, 4, 1_234_567_890_123_456L - i, 0, 11),
                    null,
                    i % 2 == 0 ? null : WaitHolder.ended("virtual thread #31"),
                    StackFrame.parse(List.of("java.lang.Thread.sleep", "com.acme.Dao.find" + i + ":9"))));
        }
        List<ResourcePool> lent = new ArrayList<>();
        for (int i = 0; i < pools; i++) {
            lent.add(pool(i));
        }
        Waits all = new Waits(
                4,
                20_000_000_001L,
                1_234_567,
                60,
                70,
                places,
                convoy.verdicts(),
                List.of(LIMIT),
                lent,
                List.of(),
                new ThreadMemory(
                        List.of(new ThreadMemory.Stacks(WaitOperation.QUEUE, null, "com.acme.Feed.poll", 3, 12_288)),
                        List.of(new ThreadMemory.Locals("byte[]", 3, 2, 131_072))),
                new MountFigures(20_000_000_001L, 800_000, 1_000_000_000, 40_000, 400_000_000));
        return all.with(WaitReports.course());
    }

    private static ResourcePool pool(int number) {
        ResourcePool.Holder holder = new ResourcePool.Holder(
                number % 2 == 0 ? null : StackFrame.parse("com.acme.Dao.find:9"),
                Confidence.EXACT,
                WaitOperation.SOCKET_READ,
                3,
                777,
                StackFrame.parse(List.of("com.acme.Dao.find:9")),
                number % 2 == 0 ? null : WaitHolder.ended("virtual thread #31 \"ledger\""),
                number % 2 == 0 ? List.of("virtual thread #29 \"careless\"") : List.of());
        ResourcePool.Look worst = new ResourcePool.Look(
                Instant.parse("2026-11-21T09:00:00.123456789Z"), 10, 20, 30, 10, List.of(holder, holder));
        return new ResourcePool(
                new ResourcePool.Description(
                        "HikariCP",
                        number == 0 ? null : "pool-" + number,
                        "connection",
                        number == 0 ? null : Integer.valueOf(10),
                        null),
                new ResourcePool.Occupancy(1, 2, number == 0 ? null : Integer.valueOf(0), 3, 4),
                new ResourcePool.Usage(5, 6, 7, 8, 9, 10, 11, 12),
                number == 1 ? null : worst,
                number == 1 ? null : new PoolDemand(20, 1_600, 1_100, 200, 500, 14.5, 19, true, 37));
    }

    @Test
    void what_was_written_is_read_back_the_same() throws IOException {
        AgentFindings all = found(everything(100, 3));
        assertThat(JsonFindings.write(all)).doesNotContain("\n");
        assertThat(JsonFindings.read(JsonFindings.write(all))).isEqualTo(all);
    }

    @Test
    void of_more_than_a_hundred_places_those_with_most_waits_are_kept_and_a_limit_says_it() throws IOException {
        Waits all = everything(103, 0);
        Waits kept = JsonFindings.read(JsonFindings.write(found(all))).waits();
        assertThat(kept.groups()).isEqualTo(all.groups().subList(0, 100));
        assertThat(kept.limits()).containsExactly(LIMIT, Limit.of(LimitKind.RECORDED_WAITS_LEFT_OUT, 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {20_000, 10_000, 5_000})
    void a_state_that_is_too_long_keeps_the_first_of_each_and_says_so(int most) throws IOException {
        Waits all = everything(100, 90);
        String text = JsonFindings.write(found(all), most);
        assertThat(text).hasSizeLessThanOrEqualTo(most);
        Waits kept = JsonFindings.read(text).waits();
        assertThat(kept.groups())
                .isNotEmpty()
                .isEqualTo(all.groups().subList(0, kept.groups().size()));
        assertThat(kept.resources())
                .isNotEmpty()
                .isEqualTo(all.resources().subList(0, kept.resources().size()));
        assertThat(kept.verdicts()).isEqualTo(all.verdicts());
        assertThat(kept.timelines()).isEqualTo(all.timelines());
        assertThat(kept.limits())
                .hasSize(3)
                .anyMatch(limit -> limit.kind() == LimitKind.RECORDED_WAITS_LEFT_OUT)
                .contains(Limit.of(LimitKind.RECORDED_POOLS_LEFT_OUT));
    }

    @Test
    void limits_that_were_sentences_are_read_as_such() throws IOException {
        String text = JsonFindings.write(found(everything(1, 0).with(List.of(), List.of(), List.of())))
                .replace("\"limits\":[]", "\"limits\":[\"something is hidden\"]");
        assertThat(JsonFindings.read(text).waits().limits())
                .containsExactly(Limit.of(LimitKind.OTHER, "something is hidden"));
    }

    @Test
    void a_stall_and_what_it_says_are_read_back_also_where_its_pattern_is_of_a_newer_release() throws IOException {
        String text = JsonFindings.write(found(Waits.NONE)).replace("lock_without_carrier", "carrier_on_fire");
        assertThat(JsonFindings.read(text).stalls()).singleElement().satisfies(stall -> {
            assertThat(stall.pattern()).isEqualTo(StallPattern.UNKNOWN);
            assertThat(stall.facts()).isEqualTo(Reports.stall().facts());
        });
    }

    @Test
    void the_thread_on_a_carrier_is_read_back_by_its_number_and_who_owns_what_it_waits_for_in_words()
            throws IOException {
        Stall stall = Reports.stall();
        Named thread = new Named(31, "order \"7\"", true);
        HeldCarrier held = new HeldCarrier(
                "worker-1",
                thread,
                "BLOCKED",
                Operation.MONITOR_ENTER,
                new Awaited.MonitorOf("this.lock"),
                new Owner.Known(new Named(9, "", true), Relation.OWNS, Place.READY, Confidence.LIKELY),
                List.of(),
                List.of());
        String text = JsonFindings.write(new AgentFindings(Waits.NONE, List.of(stall.with(List.of(held)))));
        assertThat(JsonFindings.read(text).stalls().get(0).carriers())
                .singleElement()
                .satisfies(read -> {
                    assertThat(read.thread()).isEqualTo(thread);
                    assertThat(read.waitsFor()).isEqualTo(new Awaited.Thing("monitor of this.lock"));
                    assertThat(read.owner())
                            .isEqualTo(new Owner.Worded("virtual thread #9, which has no carrier, likely"));
                });
    }

    @Test
    void verdicts_of_kinds_that_a_newer_release_wrote_become_a_limit_and_the_rest_is_read() throws IOException {
        Waits all = everything(3, 2);
        String text = JsonFindings.write(found(all)).replace("\"kind\":\"lock_convoy\"", "\"kind\":\"spinning_lock\"");
        Waits read = JsonFindings.read(text).waits();
        assertThat(read.verdicts()).isEmpty();
        assertThat(read.groups()).isEqualTo(all.groups());
        assertThat(read.limits())
                .containsExactly(LIMIT, Limit.of(LimitKind.VERDICTS_OF_NEWER_RELEASE, "spinning_lock"));
    }

    @Test
    void of_stalls_that_are_too_long_the_latest_are_kept_and_the_limit_says_so() throws IOException {
        List<Stall> stalls = Collections.nCopies(50, Reports.stall());
        Stall last = Reports.stall().after(9_000_000_000L, true);
        List<Stall> all = new ArrayList<>(stalls);
        all.add(last);
        AgentFindings kept = JsonFindings.read(JsonFindings.write(new AgentFindings(everything(1, 1), all), 20_000));
        assertThat(kept.stalls()).hasSizeBetween(1, 30).endsWith(last);
        assertThat(kept.waits().limits()).contains(Limit.of(LimitKind.RECORDED_POOLS_LEFT_OUT));
    }

    @Test
    void a_stall_of_many_carriers_keeps_the_first_of_them_and_a_limit_says_so() throws IOException {
        Stall stall = Reports.stall();
        Stall whole = stall.with(Collections.nCopies(64, stall.carriers().get(0)));
        Stall large = stall.with(Collections.nCopies(65, stall.carriers().get(0)));
        Waits waits = everything(1, 1);
        assertThat(JsonFindings.read(JsonFindings.write(new AgentFindings(waits, List.of(whole)))))
                .isEqualTo(new AgentFindings(waits, List.of(whole)));
        AgentFindings kept = JsonFindings.read(JsonFindings.write(new AgentFindings(waits, List.of(large))));
        assertThat(kept.stalls()).containsExactly(whole);
        assertThat(kept.waits().limits()).containsExactly(LIMIT, Limit.of(LimitKind.RECORDED_POOLS_LEFT_OUT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"stalls\":[]}",
                "{\"waits\":{\"looks\":1,\"seconds\":1,\"costSeconds\":0,\"threads\":1,\"most\":-1,\"groups\":[],\"ver"
                        + "dicts\":[],\"limits\":[]},\"stalls\":[]}",
                "{\"waits\":{\"looks\":1,\"seconds\":1e300,\"costSeconds\":0,\"threads\":1,\"most\":1,\"groups\":[],"
                        + "\"verdicts\":[],\"limits\":[]},\"stalls\":[]}",
            })
    void what_is_no_state_is_refused(String text) {
        assertThatThrownBy(() -> JsonFindings.read(text)).isInstanceOf(IOException.class);
    }

    @Test
    void a_damaged_text_is_passed_over_for_the_one_before_it_and_is_a_problem_where_there_is_none() {
        AgentFindings earlier = found(everything(3, 0));
        String damaged = JsonFindings.write(found(everything(4, 0))).replace("\"groups\"", "\"gr\u0001ups\"");
        List<String> problems = new ArrayList<>();
        assertThat(JsonFindings.readFirst(List.of(damaged, JsonFindings.write(earlier)), problems))
                .isEqualTo(earlier);
        assertThat(problems).isEmpty();
        assertThat(JsonFindings.readFirst(List.of("{\"looks\":-4}", damaged), problems))
                .isEqualTo(AgentFindings.NONE);
        assertThat(problems).singleElement().asString().startsWith("what the agent found besides pins can't be read: ");
    }

    @Test
    void a_recording_without_findings_is_no_problem() {
        List<String> problems = new ArrayList<>();
        assertThat(JsonFindings.readFirst(List.of(), problems)).isEqualTo(AgentFindings.NONE);
        assertThat(problems).isEmpty();
    }
}
