package io.vtmonitor.plan;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Advice.Cure;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Remedy.Kind;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final Library MYSQL = new Library("mysql-connector-j", "8.0.33");
    private static final Library MARIADB = new Library("mariadb-java-client", "3.1.0");
    private static final Advice GENERAL = Pins.advice("monitor");

    private final HolderLine mysql = holder("com.mysql.cj.jdbc.StatementImpl", Hold.MONITOR, MYSQL);
    private final HolderLine mariadb = holder("org.mariadb.jdbc.Statement", Hold.MONITOR, MARIADB);
    private final HolderLine own = holder("com.acme.Orders", Hold.MONITOR, null);

    @Test
    void where_two_libraries_hold_neither_upgrade_saves_the_pin_but_both_together_do() {
        Advice other = cured(mariadb, Cure.Kind.RELEASE, new Change.Upgrade(MARIADB, "3.3.0"));
        List<Remedy> plan = plan("21.0.8", site(98, upgradeOf(mysql), mysql, mariadb), site(2, other, mariadb));
        assertThat(of(plan, Kind.UPGRADE).orElseThrow().savesNanos()).isEqualTo(nanos(2));
        Remedy both = of(plan, Kind.TOGETHER).orElseThrow();
        assertThat(both.what()).hasSize(2).contains(new Change.Upgrade(MYSQL, "9.0.0"));
        assertThat(both.savesNanos()).isEqualTo(nanos(100));
    }

    @Test
    void a_library_is_not_to_be_upgraded_or_replaced_where_no_release_is_known_to_be_free() {
        List<Remedy> plan = plan("21.0.8", site(3, mysql));
        assertThat(plan).extracting(Remedy::kind).containsExactly(Kind.JDK_24, Kind.UNPIN);
    }

    @Test
    void an_upgrade_saves_what_it_frees_alone_and_names_what_it_leaves_elsewhere() {
        List<Remedy> plan = plan("21.0.8", site(3, upgradeOf(mysql), mysql), site(1, mysql, own));
        Remedy upgrade = of(plan, Kind.UPGRADE).orElseThrow();
        assertThat(upgrade.savesNanos()).isEqualTo(nanos(3));
        assertThat(upgrade.share()).isEqualTo(0.75);
        assertThat(upgrade.sites()).isEqualTo(1);
        assertThat(upgrade.leaves()).containsExactly("com.acme.Orders.run");
        assertThat(of(plan, Kind.TOGETHER).orElseThrow().savesNanos()).isEqualTo(nanos(4));
    }

    @Test
    void the_cheapest_comes_first_and_unpin_last() {
        HolderLine loader =
                holder("org.springframework.boot.loader.X", Hold.MONITOR, new Library("spring-boot-loader", "3.5.0"));
        Advice unpack = cured(loader, Cure.Kind.OPTION, new Change.Worded("unpack the application"));
        List<Remedy> plan = plan("21.0.8", site(3, upgradeOf(mysql), mysql), site(2, unpack, loader), site(2, own));
        assertThat(plan)
                .extracting(Remedy::kind)
                .containsExactly(
                        Kind.UPGRADE, Kind.OPTION, Kind.JDK_24, Kind.OWN_CODE, Kind.UNPIN, Kind.UNPIN, Kind.UNPIN);
        assertThat(plan.get(0).kinds()).containsExactly(Kind.UPGRADE);
    }

    @Test
    void what_saves_little_comes_after_all_that_saves_much() {
        List<Remedy> plan = plan("21.0.8", site(1, upgradeOf(mysql), mysql), site(99, own));
        assertThat(plan.get(0).savesNanos()).isGreaterThan(nanos(90));
        assertThat(plan.get(plan.size() - 1).savesNanos()).isEqualTo(nanos(1));
    }

    @Test
    void a_step_that_would_save_0_percent_is_not_offered() {
        List<Remedy> plan = plan("21.0.8", site(0.03, upgradeOf(mysql), mysql), site(100, own));
        assertThat(of(plan, Kind.UPGRADE)).isEmpty();
        assertThat(of(plan, Kind.JDK_24)).isPresent();
        assertThat(of(plan("21.0.8", site(0.06, upgradeOf(mysql), mysql), site(100, own)), Kind.UPGRADE))
                .isPresent();
    }

    @Test
    void a_step_that_adds_hardly_anything_is_left_out() {
        HolderLine waiting = holder("com.acme.Config", Hold.CLASS_INIT_WAIT, null);
        List<Remedy> hardly = plan("21.0.8", site(97, own), site(3, waiting, own));
        assertThat(of(hardly, Kind.JDK_26)).isEmpty();
        assertThat(of(hardly, Kind.TOGETHER)).isEmpty();
        assertThat(of(plan("21.0.8", site(80, own), site(20, waiting, own)), Kind.JDK_26))
                .isPresent();
    }

    @Test
    void the_jdk_to_run_on_is_one_that_is_free_of_lost_wake_ups() {
        List<Remedy> plan = plan("21.0.8", site(3, upgradeOf(mysql), mysql));
        assertThat(of(plan, Kind.JDK_24).orElseThrow().what())
                .containsExactly(new Change.RunOn(24, List.of("25.0.4", "27")));
    }

    @Test
    void what_has_no_release_is_never_to_be_upgraded_or_replaced() {
        for (Library library : new Library[] {
            new Library("gen", null), new Library("shop", "4.0.0-SNAPSHOT"), null, new Library("jdk", "21.0.8")
        }) {
            HolderLine holder = holder("net.elsewhere.Thing", Hold.MONITOR, library);
            assertThat(plan("21.0.8", site(3, holder)))
                    .as(String.valueOf(library))
                    .noneMatch(remedy -> remedy.kind() == Kind.UPGRADE);
        }
        // A jar with a class of the application is the application's, whatever else is in it.
        Library shop = new Library("shop", "1.7");
        assertThat(plan(
                        "21.0.8",
                        site(3, holder("com.acme.Orders", Hold.MONITOR, shop)),
                        site(3, holder("net.generated.Stub", Hold.MONITOR, shop))))
                .noneMatch(remedy -> remedy.kind() == Kind.UPGRADE);
    }

    @Test
    void a_class_that_is_waited_for_is_to_be_initialized_at_start_up_unless_that_is_over() {
        HolderLine waits = holder("org.unbescape.Escape", Hold.CLASS_INIT_WAIT, new Library("unbescape", "1.1.6"));
        Remedy remedy = of(plan("25.0.3", site(3, waits)), Kind.OWN_CODE).orElseThrow();
        assertThat(remedy.what())
                .containsExactly(new Change.InitializeAwaitedAtStartup(new MethodName("org.unbescape.Escape", "run")));
        assertThat(plan("27.0.1", site(Occurrence.ONCE, 3, GENERAL, waits))).isEmpty();
    }

    @Test
    void what_blocks_in_an_initializer_is_freed_by_it_alone_whatever_else_holds_below() {
        HolderLine initializer = holder("com.acme.Config", Hold.CLASS_INIT, null);
        List<Remedy> plan = plan("21.0.8", site(3, initializer, own));
        Remedy remedy = of(plan, Kind.OWN_CODE).orElseThrow();
        assertThat(remedy.what()).containsExactly(new Change.MoveCall("com.acme.Config"));
        assertThat(remedy.savesNanos()).isEqualTo(nanos(3));
        assertThat(of(plan, Kind.TOGETHER)).isEmpty();
    }

    @Test
    void a_native_holder_is_freed_by_no_jdk() {
        List<Remedy> plan = plan("21.0.8", site(1, own, holder("com.acme.Native", Hold.NATIVE, null)));
        assertThat(plan).isEmpty();
    }

    @Test
    void jdk_26_is_named_only_where_it_frees_more_than_jdk_24() {
        assertThat(of(plan("21.0.8", site(1, own)), Kind.JDK_26)).isEmpty();
        HolderLine waiting = holder("com.acme.Config", Hold.CLASS_INIT_WAIT, null);
        assertThat(of(plan("21.0.8", site(1, own), site(2, waiting, own)), Kind.JDK_26)
                        .orElseThrow()
                        .savesNanos())
                .isEqualTo(nanos(3));
    }

    @Test
    void on_jdk_24_and_later_neither_that_jdk_nor_unpin_is_offered() {
        List<Remedy> plan = plan("25.0.3", site(1, holder("com.acme.Config", Hold.CLASS_INIT_WAIT, null)));
        assertThat(plan).extracting(Remedy::kind).containsExactly(Kind.JDK_26, Kind.OWN_CODE);
    }

    @Test
    void unpin_is_an_estimate_by_pattern_and_touches_neither_the_jdks_classes_nor_one_without_a_name() {
        HolderLine map = holder("java.util.concurrent.ConcurrentHashMap", Hold.MONITOR, new Library("jdk", "21.0.8"));
        List<Remedy> plan = plan("21.0.8", site(3, mysql), site(1, mysql, map));
        Remedy unpin = of(plan, Kind.UNPIN).orElseThrow();
        assertThat(unpin.what()).containsExactly(new Change.Unpin("com.mysql.cj.**"));
        assertThat(unpin.estimate()).isTrue();
        assertThat(unpin.savesNanos()).isEqualTo(nanos(3));
        List<Remedy> unnamed = plan("21.0.8", site(2, holder("(not in the recording)", Hold.MONITOR, null)));
        assertThat(unnamed).extracting(Remedy::kind).containsExactly(Kind.JDK_24);
    }

    @Test
    void patterns_that_free_a_holder_together_are_one_step_of_the_plan() {
        HolderLine send = holder("org.mail.smtp.Transport", Hold.MONITOR, new Library("mail", "2.0.3"));
        HolderLine connect = holder("net.api.mail.Service", Hold.MONITOR, new Library("mail-api", "2.1.3"));
        UnpinOffer both = new UnpinOffer(List.of("org.mail.smtp.**", "net.api.mail.**"), true, null, List.of());
        UnpinOffer one = new UnpinOffer(List.of("net.api.mail.**"), true, null, List.of());
        List<Remedy> plan =
                plan("21.0.8", site(3, GENERAL.withUnpin(both), send), site(1, GENERAL.withUnpin(one), connect));
        assertThat(plan)
                .filteredOn(remedy -> remedy.kind() == Kind.UNPIN)
                .singleElement()
                .satisfies(remedy -> {
                    assertThat(remedy.what()).containsExactly(new Change.Unpin("org.mail.smtp.**;net.api.mail.**"));
                    assertThat(remedy.savesNanos()).isEqualTo(nanos(4));
                    assertThat(remedy.estimate()).isFalse();
                });
    }

    @Test
    void unpin_is_no_estimate_where_all_monitors_that_it_is_for_were_planned() {
        UnpinOffer offer = new UnpinOffer(List.of("com.acme.**"), true, null, List.of());
        Advice planned = GENERAL.withUnpin(offer);
        HolderLine loading = holder("com.acme.Orders", Hold.CLASS_INIT, null);
        assertThat(of(plan("21.0.8", site(3, planned, own), site(1, loading)), Kind.UNPIN)
                        .orElseThrow()
                        .estimate())
                .isFalse();
        assertThat(of(plan("21.0.8", site(3, planned, own), site(1, own)), Kind.UNPIN)
                        .orElseThrow()
                        .estimate())
                .isTrue();
    }

    @Test
    void an_upgrade_is_certain_only_for_the_holders_that_the_advice_removes() {
        HolderLine other = holder("com.mysql.cj.Other", Hold.MONITOR, MYSQL);
        List<Remedy> plan = plan("21.0.8", site(3, upgradeOf(mysql), mysql), site(1, upgradeOf(mysql), mysql, other));
        Remedy upgrade = of(plan, Kind.UPGRADE).orElseThrow();
        assertThat(upgrade.what()).containsExactly(new Change.Upgrade(MYSQL, "9.0.0"));
        assertThat(upgrade.estimate()).isFalse();
        assertThat(upgrade.savesNanos()).isEqualTo(nanos(3));
        assertThat(upgrade.leaves()).containsExactly("com.mysql.cj.Other.run");
    }

    private static Advice upgradeOf(HolderLine holder) {
        return cured(holder, Cure.Kind.RELEASE, new Change.Upgrade(MYSQL, "9.0.0"));
    }

    private static Advice cured(HolderLine holder, Cure.Kind kind, Change what) {
        return new Advice(
                "mysql-connector-j",
                AdviceKind.MONITOR,
                "x",
                new Action.Worded("Upgrade com.mysql:mysql-connector-j."),
                List.of(new MethodName(holder.className(), holder.methodName())),
                List.of(),
                null,
                Confidence.EXACT,
                null,
                new Cure(kind, what, kind == Cure.Kind.RELEASE),
                List.of("25.0.4", "27"));
    }

    @Test
    void own_code_is_what_shares_its_package_with_an_entry() {
        Remedy remedy = of(plan("21.0.8", site(1, own)), Kind.OWN_CODE).orElseThrow();
        assertThat(remedy.what()).containsExactly(new Change.ExplicitLock("com.acme.Orders"));
        assertThat(remedy.estimate()).isFalse();
    }

    @Test
    void a_lock_in_a_class_is_one_step_whether_or_not_each_of_its_monitors_is_proven() {
        HolderLine likely = new HolderLine("com.acme.Orders", "run", 9, Hold.MONITOR, 1, null, Confidence.LIKELY, null);
        List<Remedy> plan = plan("21.0.8", site(3, own), site(1, likely));
        assertThat(plan)
                .filteredOn(remedy -> remedy.kind() == Kind.OWN_CODE)
                .singleElement()
                .satisfies(remedy -> {
                    assertThat(remedy.savesNanos()).isEqualTo(nanos(4));
                    assertThat(remedy.leaves()).isEmpty();
                    assertThat(remedy.estimate()).isTrue();
                });
    }

    @Test
    void a_class_that_is_initialized_at_startup_is_not_waited_for_whatever_else_is_on_the_stack() {
        HolderLine waits = holder("com.acme.Orders", Hold.CLASS_INIT_WAIT, null);
        HolderLine way = holder("java.lang.Class", Hold.NATIVE, new Library("jdk", "26"));
        Remedy start = of(plan("26", site(3, waits, way)), Kind.OWN_CODE).orElseThrow();
        assertThat(start.what())
                .containsExactly(new Change.InitializeAwaitedAtStartup(new MethodName("com.acme.Orders", "run")));
        assertThat(start.savesNanos()).isEqualTo(nanos(3));
    }

    private static Optional<Remedy> of(List<Remedy> plan, Kind kind) {
        return plan.stream().filter(remedy -> remedy.kind() == kind).findFirst();
    }

    private static List<Remedy> plan(String javaVersion, SiteFigures... sites) {
        Jvm jvm = new Jvm(
                javaVersion,
                Instant.parse("1970-01-01T00:00:00Z"),
                nanos(60),
                2,
                "property",
                nanos(0.001),
                nanos(0.02));
        long total = List.of(sites).stream().mapToLong(SiteFigures::pinnedNanos).sum();
        return new Plan(List.of(sites), List.of(jvm), total).remedies();
    }

    private static HolderLine holder(String className, Hold hold, @Nullable Library library) {
        return new HolderLine(className, "run", 7, hold, 1, null, Confidence.EXACT, library);
    }

    private static SiteFigures site(double seconds, HolderLine... holders) {
        return site(seconds, GENERAL, holders);
    }

    private static SiteFigures site(double seconds, Advice advice, HolderLine... holders) {
        return site(Occurrence.RECURRING, seconds, advice, holders);
    }

    private static SiteFigures site(Occurrence occurrence, double seconds, Advice advice, HolderLine... holders) {
        return new SiteFigures(
                List.of(holders).toString(),
                Operation.SOCKET_READ,
                Reason.MONITOR,
                false,
                List.of(holders),
                List.of("com.acme.web.OrderController.get"),
                new SiteFigures.PinTimes(1, nanos(seconds), nanos(seconds), nanos(seconds), nanos(seconds), List.of()),
                new SiteFigures.Span(occurrence, 0, 0),
                Verdict.GONE_ON_24,
                advice,
                List.of(),
                List.of(),
                SiteFigures.AwaitedClass.NONE,
                null);
    }
}
