package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.ExampleStack;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.text.ActionText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is advised where no entry of the knowledge base applies. */
class GeneralAdviceTest {
    private static final String CALLER = "monitor com.acme.Orders.load";

    private final KnowledgeBase base = new KnowledgeBase();

    @Test
    void own_code_that_holds_is_advised_by_how_it_holds_and_what_stays_is_named() {
        Advice advice = advise(null, CALLER, "native com.acme.Codec.run");
        assertThat(advice.kind()).isEqualTo(AdviceKind.GENERAL);
        assertThat(advice.removes()).extracting(MethodName::methodName).containsExactly("load");
        assertThat(ActionText.of(advice.action()))
                .endsWith("That leaves com.acme.Codec.run holding the carrier, on every JDK.")
                .doesNotContain("frees all");
    }

    @Test
    void a_monitor_within_a_static_initializer_is_not_said_to_be_freed_by_a_newer_jdk_alone() {
        Advice advice = advise(null, CALLER, "class_init com.acme.Config.<clinit>");
        assertThat(ActionText.of(advice.action()))
                .contains("or run on JDK ")
                .endsWith("That leaves com.acme.Config.<clinit> holding the carrier, on every JDK.");
    }

    @Test
    void nobody_is_told_to_replace_a_monitor_of_the_jdk_by_a_lock() {
        Map<Hold, String> methods = Map.of(
                Hold.MONITOR, "java.util.Hashtable.computeIfAbsent",
                Hold.MONITOR_ENTER, "java.lang.StringBuffer.append",
                Hold.OBJECT_WAIT, "java.lang.Thread.join");
        methods.forEach((hold, method) -> {
            ExampleStack waits = ExampleStack.of("jdk 21.0.8", hold + " " + method);
            Advice advice = base.advise(waits.blocking(), waits.holders(), Reason.valueOf(hold.name()));
            assertThat(advice.id()).isEqualTo("jdk_" + hold);
            assertThat(ActionText.of(advice.action()))
                    .contains("is the JDK's own", "run on JDK")
                    .doesNotContain("ReentrantLock", "Condition");
        });
    }

    @Test
    void who_runs_a_library_is_not_simply_told_to_change_its_code() {
        Map<Hold, String> methods = Map.of(
                Hold.MONITOR, "org.apache.commons.io.output.TeeOutputStream.write",
                Hold.MONITOR_ENTER, "org.apache.commons.io.output.TeeOutputStream.write",
                Hold.OBJECT_WAIT, "org.example.lib.Promise.await");
        methods.forEach((hold, method) -> {
            ExampleStack waits = ExampleStack.of("some-library 2.18.0", hold + " " + method, "com.acme.Orders.load");
            Advice advice = base.advise(waits.blocking(), waits.holders(), Reason.valueOf(hold.name()));
            assertThat(advice.id()).isEqualTo("library_" + hold);
            assertThat(advice.summary()).contains("of a library");
            assertThat(ActionText.of(advice.action())).startsWith("Run on JDK").contains("If the code is yours, ");
        });
    }

    @Test
    void a_jar_with_a_version_is_the_applications_own_if_the_work_begins_in_its_packages() {
        assertThat(ActionText.of(
                        advise("orders 1.4.0", "monitor org.acme.orders.Store.load", "org.acme.web.OrderController.get")
                                .action()))
                .startsWith("Replace the monitor with a java.util.concurrent.locks.ReentrantLock everywhere");
        assertThat(advise("orders 1.5.0-SNAPSHOT", "monitor org.acme.orders.Store.load", "org.example.Main.run")
                        .id())
                .isEqualTo("monitor");
    }

    @Test
    void a_scan_knows_which_code_is_the_applications_where_a_path_begins_in_a_library() {
        ExampleStack path = ExampleStack.of(
                "some-library 2.18.0", "java.lang.Object.wait", "object_wait org.example.lib.Promise.await");
        assertThat(base.advise(path.blocking(), path.holders(), Reason.OBJECT_WAIT, false)
                        .id())
                .isEqualTo("library_object_wait");
        assertThat(base.advise(path.blocking(), path.holders(), Reason.OBJECT_WAIT, true)
                        .id())
                .isEqualTo("object_wait");
    }

    @Test
    void what_one_does_about_a_library_leaves_the_monitors_of_others() {
        Advice advice = advise("some-library 2.18.0", "monitor org.example.lib.Lazy.get", CALLER);
        assertThat(advice.removes()).extracting(MethodName::methodName).containsExactly("get");
        assertThat(ActionText.of(advice.action())).contains("That leaves com.acme.Orders.load holding the carrier.");
    }

    @Test
    void no_newer_jdk_is_advised_for_a_wait_for_a_class_that_stays() {
        ExampleStack waits = ExampleStack.of(
                null,
                "class_init_wait com.acme.Orders.load",
                "native java.lang.Class.forName0",
                "monitor com.acme.Orders.open");
        for (boolean monitorsPin : new boolean[] {true, false}) {
            Advice advice = base.advise(waits.blocking(monitorsPin), waits.holders(), Reason.CLASS_INIT_WAIT);
            assertThat(advice.id()).isEqualTo("class_init_wait_stays");
            assertThat(ActionText.of(advice.action()))
                    .isEqualTo(
                            "Initialize the class at startup: on JDK 26 and later, too, this wait holds the carrier.");
            assertThat(advice.leaves())
                    .as("what is initialized is not waited for, whatever is on the stack")
                    .isEmpty();
        }
    }

    @Test
    void a_lock_in_own_code_leaves_the_monitor_of_the_jdk_and_the_other_way_round() {
        String write = "monitor java.io.PrintStream.write";
        Advice own = advise(null, CALLER, write);
        assertThat(own.removes()).extracting(MethodName::methodName).containsExactly("load");
        assertThat(ActionText.of(own.action()))
                .startsWith("Replace the monitor with a java.util.concurrent.locks.ReentrantLock everywhere")
                .contains("That leaves java.io.PrintStream.write holding the carrier.", "frees all of them at once");
        Advice jdk = advise(null, write, CALLER);
        assertThat(jdk.leaves()).extracting(MethodName::methodName).containsExactly("load");
        assertThat(ActionText.of(jdk.action())).contains("That leaves com.acme.Orders.load holding the carrier.");
    }

    @Test
    void a_wait_that_keeps_its_carrier_though_no_frame_does_is_the_jdks() {
        ExampleStack waits = ExampleStack.of(null, "java.lang.Object.wait0", "com.acme.A.run");
        Advice advice = base.advise(waits.blocking(false), List.of(), Reason.UNKNOWN);
        assertThat(advice.id()).isEqualTo(Advice.OBJECT_WAIT_KEPT);
        assertThat(ActionText.of(advice.action()))
                .startsWith("Wait on a java.util.concurrent.locks.Condition instead: JDK 25 can");
        assertThat(base.advise(waits.blocking(true), List.of(), Reason.UNKNOWN).id())
                .as("where Object.wait keeps the carrier anyway")
                .isEqualTo("unknown");
    }

    @Test
    void there_is_something_to_say_for_every_reason() {
        ExampleStack nobody = ExampleStack.of(null, "com.acme.A.run");
        for (Reason reason : Reason.values()) {
            assertThat(base.advise(nobody.blocking(), List.of(), reason).id()).isEqualTo(reason.toString());
        }
    }

    private Advice advise(@Nullable String jar, String... stack) {
        ExampleStack example = ExampleStack.of(jar, stack);
        return base.advise(example.blocking(), example.holders(), Reason.MONITOR);
    }
}
