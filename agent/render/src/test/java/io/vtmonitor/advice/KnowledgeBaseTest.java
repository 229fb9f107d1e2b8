package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.ExampleStack;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Advice.Cure;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.text.ActionText;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnowledgeBaseTest {
    private static final String QUERY = "monitor com.mysql.cj.jdbc.StatementImpl.executeQuery";
    private static final String CALLER = "monitor com.acme.Orders.load";

    private final KnowledgeBase base = new KnowledgeBase();

    @Test
    void the_mysql_driver_before_9_is_to_be_upgraded() {
        Advice advice = advise("mysql-connector-j 8.0.33", "monitor com.mysql.cj.protocol.ReadAheadInputStream.read");
        assertThat(advice.id()).isEqualTo("mysql-connector-j");
        assertThat(advice.kind()).isEqualTo(AdviceKind.MONITOR);
        assertThat(ActionText.of(advice.action()))
                .startsWith("You run 8.0.33. Upgrade com.mysql:mysql-connector-j to 9.0.0 or later");
    }

    @Test
    void the_mysql_driver_under_its_old_coordinates_is_to_be_replaced() {
        assertThat(ActionText.of(advise("mysql-connector-java 8.0.28", QUERY).action()))
                .startsWith("Replace mysql:mysql-connector-java by com.mysql:mysql-connector-j");
    }

    @Test
    void a_release_that_should_be_fixed_is_not_told_to_upgrade() {
        assertThat(ActionText.of(advise("mysql-connector-j 26.10.0", QUERY).action()))
                .isEqualTo("You run 26.10.0, which should be free of it: please report this stack.");
    }

    @Test
    void an_unknown_release_is_advised_under_a_condition() {
        assertThat(ActionText.of(advise(null, QUERY).action())).startsWith("If yours is older than 9.0.0: Upgrade");
        assertThat(ActionText.of(advise("shop 1.7", QUERY).action()))
                .as("the version of a jar that merely contains the class")
                .startsWith("If yours is older than 9.0.0: Upgrade");
        assertThat(ActionText.of(advise("tomcat-embed-core", "monitor org.apache.coyote.http2.Stream.x")
                        .action()))
                .startsWith("If yours is older than 11.0.0-M10 (on 11.0), 10.1.12 (on 10.1), 9.0.79 (on 9.0)");
    }

    @Test
    void a_release_that_pins_again_is_not_told_that_an_upgrade_helps() {
        Advice advice = advise("okhttp-jvm 5.5.1", "object_wait okhttp3.internal.http2.Http2Stream.waitForIo");
        assertThat(ActionText.of(advice.action()))
                .startsWith(
                        "You run 5.5.1, which has the problem again since 5.0.0-alpha.17. Run on JDK 25.0.4+ or 27+")
                .contains("Until then: request only HTTP/1.1");
    }

    @Test
    void upgrading_the_driver_leaves_the_callers_own_monitor_and_says_so() {
        Advice advice = advise("mysql-connector-j 8.0.33", QUERY, CALLER);
        assertThat(ActionText.of(advice.action())).contains(" That leaves com.acme.Orders.load holding the carrier.");
        assertThat(advice.removes()).containsExactly(new MethodName("com.mysql.cj.jdbc.StatementImpl", "executeQuery"));
        assertThat(advice.leaves()).containsExactly(new MethodName("com.acme.Orders", "load"));
    }

    @Test
    void the_driver_further_down_is_advised_and_the_callers_monitor_above_it_is_left() {
        Advice advice = advise("mysql-connector-j 8.0.33", "monitor com.acme.Listener.onQuery", QUERY);
        assertThat(advice.id()).isEqualTo("mysql-connector-j");
        assertThat(advice.leaves()).containsExactly(new MethodName("com.acme.Listener", "onQuery"));
    }

    @Test
    void two_libraries_on_one_stack_need_both_remedies() {
        Advice advice =
                advise("mysql-connector-j 8.0.33", QUERY, "monitor com.zaxxer.hikari.HikariDataSource.getConnection");
        assertThat(ActionText.of(advice.action()))
                .contains("Upgrade com.mysql:mysql-connector-j")
                .contains("Also needed, for com.zaxxer.hikari.HikariDataSource.getConnection: Run on JDK 25.0.4+")
                .endsWith("JDK 25.0.4+ or 27+ frees all of them at once.");
        assertThat(advice.leaves()).hasSize(1);
    }

    @Test
    void an_upgrade_removes_what_an_older_release_had_already_cured_and_not_what_no_release_cures() {
        Advice rabbit = advise(
                "amqp-client 5.18.0",
                "monitor com.rabbitmq.client.impl.SocketFrameHandler.writeFrame",
                "object_wait com.rabbitmq.client.impl.ChannelN.waitForConfirms");
        assertThat(rabbit.leaves()).extracting(MethodName::methodName).containsExactly("waitForConfirms");
        Advice sqlite = advise(
                "sqlite-jdbc 3.54.1.0", "native org.sqlite.core.NativeDB.step", "monitor org.sqlite.core.DB.execute");
        assertThat(sqlite.leaves()).as("all of it moves to a platform thread").isEmpty();
    }

    @Test
    void a_victim_is_never_what_is_to_be_fixed_and_says_whose_victim_it_is() {
        Advice advice = advise(
                null,
                "java.util.concurrent.locks.ReentrantLock.lock",
                "ch.qos.logback.core.OutputStreamAppender.writeBytes",
                CALLER);
        assertThat(advice.id()).isEqualTo("monitor");
        assertThat(ActionText.of(advice.action()))
                .endsWith(
                        "Logback only waits here: changing it fixes nothing. It is a victim of com.acme.Orders.load.");
    }

    @Test
    void a_victim_that_holds_something_itself_is_passed_over_for_the_holder_below() {
        Advice advice = advise("mysql-connector-j 8.0.33", "monitor io.grpc.internal.ClientCallImpl.start", QUERY);
        assertThat(advice.id()).isEqualTo("mysql-connector-j");
        assertThat(ActionText.of(advice.action()))
                .contains("It is a victim of com.mysql.cj.jdbc.StatementImpl.executeQuery");
    }

    @Test
    void a_victim_that_holds_alone_is_not_to_be_changed_either() {
        Advice advice = advise("grpc-core 1.70.0", "monitor io.grpc.internal.ManagedChannelImpl.exitIdleMode");
        assertThat(advice.id()).isEqualTo("library_monitor");
        assertThat(advice.kind()).as("so that no plan replaces it").isEqualTo(AdviceKind.VICTIM);
        assertThat(ActionText.of(advice.action()))
                .isEqualTo("io.grpc.internal.ManagedChannelImpl.exitIdleMode is not known to block while it holds a"
                        + " carrier: please report this stack.");
    }

    @Test
    void a_holder_that_serves_many_is_advised_by_who_calls_it() {
        String map = "monitor java.util.concurrent.ConcurrentHashMap.compute";
        assertThat(advise("jdk 21.0.8", map, "com.acme.Cache.get").id()).isEqualTo("concurrent-hash-map");
        assertThat(advise("jdk 21.0.8", map, "com.github.benmanes.caffeine.cache.BoundedLocalCache.x")
                        .id())
                .isEqualTo("caffeine");
        assertThat(advise("jdk 21.0.8", map, "com.acme.Cache.get", "com.github.benmanes.caffeine.cache.Cache.x")
                        .id())
                .as("what lies further down does not count")
                .isEqualTo("concurrent-hash-map");
    }

    @Test
    void libraries_are_not_blamed_for_monitors_where_monitors_do_not_pin() {
        ExampleStack example =
                ExampleStack.of("mysql-connector-j 8.0.33", "native com.mysql.cj.jdbc.StatementImpl.executeQuery");
        assertThat(base.advise(example.blocking(false), example.holders(), Reason.NATIVE)
                        .id())
                .isEqualTo("native");
        ExampleStack native25 = ExampleStack.of("sqlite-jdbc 3.54.1.0", "native org.sqlite.core.NativeDB.step");
        assertThat(base.advise(native25.blocking(false), native25.holders(), Reason.NATIVE)
                        .id())
                .isEqualTo("sqlite-jdbc");
    }

    @Test
    void the_jdk_that_is_recommended_is_free_of_lost_wake_ups() {
        assertThat(ActionText.of(advise("mysql-connector-j 8.0.33", QUERY).action()))
                .isEqualTo("You run 8.0.33. Upgrade com.mysql:mysql-connector-j to 9.0.0 or later,"
                        + " or run on JDK 25.0.4+ or 27+.");
        assertThat(ActionText.of(advise(null, CALLER).action())).endsWith("or run on JDK 25.0.4+ or 27+.");
        ExampleStack waits = ExampleStack.of("acme 1.0", "class_init_wait org.acme.Config.get");
        assertThat(ActionText.of(base.advise(waits.blocking(), waits.holders(), Reason.CLASS_INIT_WAIT)
                        .action()))
                .isEqualTo(
                        "Initialize the class at startup, or run on JDK 27+: on JDK 26 and later, most of these waits"
                                + " free the carrier.");
    }

    @Test
    void what_removes_a_holder_is_told_as_a_step_for_the_plan() {
        assertThat(advise("mysql-connector-j 8.0.33", QUERY).cure())
                .isEqualTo(upgrade(new Library("mysql-connector-j", "8.0.33"), "9.0.0", true));
        assertThat(advise("tomcat-embed-core 10.1.5", "monitor org.apache.coyote.http2.Stream.x")
                        .cure())
                .as("of its branch")
                .isEqualTo(upgrade(new Library("tomcat-embed-core", "10.1.5"), "10.1.12", true));
        assertThat(advise(null, "monitor org.apache.hc.core5.concurrent.BasicFuture.get")
                        .cure())
                .as("a release, no preview of it, and not sure where the version is not known")
                .isEqualTo(upgrade(new Library("httpcore5", null), "5.3", false));
        assertThat(advise("mysql-connector-j 9.7.0", QUERY).cure()).isNull();
        assertThat(advise("snowflake-jdbc 3.16.0", "monitor net.snowflake.client.core.SFSession.open")
                        .cure())
                .isEqualTo(new Cure(
                        Cure.Kind.CODE, new Change.Worded("open connections to Snowflake on platform threads"), false));
        assertThat(advise("seata-all 2.2.0", "monitor org.apache.seata.core.rpc.X.send")
                        .cure())
                .isNull();
        assertThat(advise(null, CALLER).cure()).isNull();
    }

    @Test
    void a_release_that_only_reports_call_free_is_told_as_such_and_is_an_estimate() {
        Advice advice = advise("lettuce-core 6.5.0.RELEASE", "monitor io.lettuce.core.RedisClient.connect");
        assertThat(ActionText.of(advice.action()))
                .endsWith(" Only reports say that this release is free of it: no scan has confirmed it.");
        assertThat(advice.cure()).isEqualTo(upgrade(new Library("lettuce-core", "6.5.0.RELEASE"), "6.6.0", false));
    }

    @Test
    void log4j_is_not_to_be_upgraded_as_a_scan_of_its_newest_release_finds_the_same() {
        Advice advice = advise("log4j-core 2.23.1", "monitor org.apache.logging.log4j.core.appender.Manager.write");
        assertThat(ActionText.of(advice.action()))
                .isEqualTo("Log through asynchronous loggers, or run on JDK 25.0.4+ or 27+: no release is known to"
                        + " remove it. A scan of 2.25.2 finds 27 such places.");
    }

    @Test
    void an_initializer_that_blocks_under_a_library_is_what_is_advised_and_the_library_comes_second() {
        ExampleStack example = ExampleStack.of(
                "kafka-clients 3.7.0",
                "class_init com.acme.Config.<clinit>",
                "monitor org.apache.kafka.clients.producer.KafkaProducer.close");
        Advice advice = base.advise(example.blocking(), example.holders(), Reason.CLASS_INIT);
        assertThat(advice.id()).isEqualTo("class_init");
        assertThat(ActionText.of(advice.action()))
                .startsWith("Take the blocking call out of the static initializer")
                .contains("Also needed, for org.apache.kafka.clients.producer.KafkaProducer.close: Run on JDK");
    }

    @Test
    void guavas_cache_is_free_in_one_release_alone() {
        String load = "monitor com.google.common.cache.LocalCache$Segment.lockedGetOrLoad";
        assertThat(ActionText.of(advise("guava 32.1.3-jre", load).action()))
                .startsWith("You run 32.1.3-jre. Keep blocking calls");
        assertThat(ActionText.of(advise("guava 33.0.0-jre", load).action())).contains("should be free of it");
        assertThat(ActionText.of(advise("guava 33.8.0-jre", load).action()))
                .startsWith("You run 33.8.0-jre, which has the problem again since 33.1.0. Keep blocking calls");
        assertThat(ActionText.of(advise(null, load).action()))
                .as("a newer one holds, too")
                .startsWith("Keep blocking calls");
    }

    @Test
    void a_library_that_waits_for_a_class_is_neither_a_victim_nor_to_be_reported() {
        ExampleStack waits = ExampleStack.of(
                "jetty-http 12.1.1",
                "class_init_wait org.eclipse.jetty.http.HttpURI.build",
                "org.eclipse.jetty.server.Request.newHttpURIFrom");
        assertThat(ActionText.of(base.advise(waits.blocking(false), waits.holders(), Reason.CLASS_INIT_WAIT)
                        .action()))
                .startsWith("Initialize the class at startup, or run on JDK 27+:")
                .doesNotContain("victim", "report this stack", "changing it");
    }

    @Test
    void a_version_that_plays_no_part_is_not_named() {
        ExampleStack loads = ExampleStack.of("jdk 25.0.3", "class_load java.lang.ClassLoader.loadClass");
        assertThat(ActionText.of(base.advise(loads.blocking(false), loads.holders(), Reason.CLASS_LOAD)
                        .action()))
                .startsWith("Load the class at startup");
    }

    private Advice advise(@Nullable String jar, String... stack) {
        ExampleStack example = ExampleStack.of(jar, stack);
        return base.advise(example.blocking(), example.holders(), Reason.MONITOR);
    }

    private static Cure upgrade(Library library, String to, boolean sure) {
        return new Cure(Cure.Kind.RELEASE, new Change.Upgrade(library, to), sure);
    }
}
