package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Step;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitFacts.Worded;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeadlineTextTest {
    private static final StackFrame PAY = StackFrame.parse("com.acme.Bank.pay:3");
    private static final StackFrame EXPORT = StackFrame.parse("com.acme.Page.export:9");

    @Test
    void a_convoy_names_what_its_holder_does_and_how_many_want_the_lock() {
        assertThat(headline(convoy(Confidence.EXACT, null)))
                .isEqualTo("Page.export:9 sleeps while it holds the lock that 199 threads want");
        assertThat(headline(convoy(Confidence.LIKELY, null)))
                .isEqualTo("Page.export:9 sleeps while it likely holds the lock that 199 threads want");
    }

    @Test
    void the_chain_of_a_convoy_has_as_many_threads_as_its_evidence_though_there_were_more_before() {
        WaitGroup group = new WaitGroup(
                new WaitGroup.Place(WaitOperation.LOCK, null, null, null, "com.acme.Page.render", null, null),
                new WaitGroup.Count(199, 0, 250, 199, 3, 0, 0, 0),
                null,
                holder(Confidence.EXACT),
                List.of());
        WaitVerdict verdict = verdict(convoy(Confidence.EXACT, null), 250);
        assertThat(WaitsText.Line.of(verdict, WaitReports.of(3, group)).chain())
                .extracting(Step::text)
                .containsExactly(
                        "199 threads wait for a lock in com.acme.Page.render",
                        "virtual thread #9 holds the lock, and sleeps in com.acme.Page.export:9");
    }

    @Test
    void of_a_chain_the_last_owner_is_named() {
        ChainEnd end = new ChainEnd(List.of(link(1, "a", 2, "b")), holder(Confidence.EXACT), null);
        assertThat(headline(convoy(Confidence.EXACT, end)))
                .isEqualTo(
                        "Page.export:9 sleeps while it holds the last lock of a chain behind which 199 threads wait");
        assertThat(ChainText.of(convoy(Confidence.EXACT, end)))
                .extracting(Step::text)
                .containsExactly(
                        "virtual thread #1 \"a\" waits at com.acme.Bank.pay:3 for the lock  that virtual thread #2"
                                + " \"b\" holds",
                        "virtual thread #9 holds the lock, and sleeps in com.acme.Page.export:9");
    }

    @Test
    void the_end_of_a_chain_is_called_a_monitor_if_it_is_one() {
        List<Link> links = List.of(link(1, "a", 2, "b"), link(2, "b", 9, "export", Kind.MONITOR));
        ChainEnd end = new ChainEnd(links, holder(Confidence.EXACT), null);
        assertThat(headline(convoy(Confidence.EXACT, end)))
                .endsWith(" holds the last monitor of a chain behind which 199 threads wait");
    }

    @Test
    void a_convoy_whose_holder_nobody_knows_claims_none() {
        Waiting waiting = waiting(12);
        assertThat(headline(
                        new Convoy(Kind.MONITOR, null, waiting, null, null, new LockOwner(null, null, null, false))))
                .isEqualTo("12 threads wait in Page.render for the same monitor");
    }

    @Test
    void a_deadlock_of_two_names_both_and_of_more_counts_them() {
        Link one = link(1, "pay-1", 2, "pay-2");
        Link other = link(2, "pay-2", 1, "pay-1");
        assertThat(headline(new Deadlock(List.of(one, other), 2, 50, 0, Basis.TWO_LOOKS)))
                .isEqualTo("pay-1 and pay-2 wait for each other in Bank.pay:3; 50 more wait behind them");
        assertThat(headline(new Deadlock(List.of(one, other, link(3, "", 1, "pay-1")), 3, 0, 0, Basis.ONE_DUMP)))
                .isEqualTo("3 threads wait for each other in Bank.pay:3");
        assertThat(headline(new Deadlock(List.of(link(1, "", 1, "")), 1, 1, 0, Basis.ONE_DUMP)))
                .isEqualTo("virtual thread #1 waits for itself in Bank.pay:3; 1 more waits behind it");
    }

    @Test
    void two_that_wait_in_two_places_are_named_with_both() {
        Link one = link(1, "debit", 2, "credit");
        Link other = creditWaits(EXPORT);
        assertThat(headline(new Deadlock(List.of(one, other), 2, 0, 0, Basis.ONE_DUMP)))
                .isEqualTo("debit in Bank.pay:3 and credit in Page.export:9 wait for each other");
    }

    @Test
    void where_one_of_two_waits_is_not_said_of_the_other_one_without_a_stack() {
        Link unseen = creditWaits(null);
        assertThat(headline(new Deadlock(List.of(link(1, "debit", 2, "credit"), unseen), 2, 0, 0, Basis.ONE_DUMP)))
                .isEqualTo("debit in Bank.pay:3 and credit wait for each other");
    }

    @Test
    void an_estimate_is_called_one() {
        Waiting about = new Waiting(1200, true, Place.only("com.acme.Dao.find", null, 1200), null);
        assertThat(headline(new PoolExhausted("HikariCP", "connection", about, 0, null, List.of(), false, false)))
                .isEqualTo("About 1200 threads wait in Dao.find for a connection of HikariCP");
    }

    @Test
    void a_verdict_of_a_former_release_has_its_kind_and_place() {
        assertThat(headline(new Worded("12 wait.", "Split it."))).isEqualTo("Lock convoy in com.acme.Page.render");
    }

    private static String headline(WaitFacts facts) {
        return HeadlineText.of(verdict(facts, 12));
    }

    private static WaitVerdict verdict(WaitFacts facts, int most) {
        return new WaitVerdict(
                WaitVerdictKind.LOCK_CONVOY,
                Confidence.EXACT,
                Instant.EPOCH,
                Instant.EPOCH,
                false,
                most,
                "com.acme.Page.render",
                null,
                facts,
                1,
                Instant.EPOCH,
                List.of());
    }

    private static Convoy convoy(Confidence confidence, @Nullable ChainEnd end) {
        return new Convoy(
                Kind.LOCK, null, waiting(199), null, null, new LockOwner(holder(confidence), null, end, false));
    }

    private static Waiting waiting(int threads) {
        return new Waiting(
                threads, false, Place.only("com.acme.Page.render", null, threads), new Row(3, 0, 10, threads));
    }

    private static WaitHolder holder(Confidence confidence) {
        return new WaitHolder(
                "virtual thread #9",
                confidence,
                null,
                Confidence.UNKNOWN,
                WaitOperation.SLEEP,
                0,
                null,
                List.of(StackFrame.parse("java.lang.Thread.sleep:5"), EXPORT));
    }

    private static Link creditWaits(@Nullable StackFrame at) {
        Named credit = new Named(2, "credit", true);
        Named debit = new Named(1, "debit", true);
        return new Link(credit, at, Kind.MONITOR, "", null, debit, null, false, true, List.of());
    }

    private static Link link(long waits, String name, long owns, String owner) {
        return link(waits, name, owns, owner, Kind.LOCK);
    }

    private static Link link(long waits, String name, long owns, String owner, Kind kind) {
        return new Link(
                new Named(waits, name, true),
                PAY,
                kind,
                "",
                null,
                new Named(owns, owner, true),
                null,
                false,
                true,
                List.of(PAY));
    }
}
