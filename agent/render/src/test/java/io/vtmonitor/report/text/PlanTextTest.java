package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Change;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.report.Remedy;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    private static final MethodName METHOD = new MethodName("com.acme.Orders", "run");

    @Test
    void an_upgrade_names_the_library_with_the_release_in_use_if_that_is_known() {
        assertThat(PlanText.text(new Change.Upgrade(new Library("mysql-connector-j", "8.0.33"), "9.0.0")))
                .isEqualTo("upgrade mysql-connector-j 8.0.33 to 9.0.0 or later");
        assertThat(PlanText.text(new Change.Upgrade(new Library("httpcore5", null), "5.3")))
                .isEqualTo("upgrade httpcore5 to 5.3 or later");
    }

    @Test
    void another_jdk_is_named_by_the_versions_to_recommend_that_help() {
        assertThat(PlanText.text(new Change.RunOn(24, List.of("25.0.4", "27")))).isEqualTo("run on JDK 25.0.4+ or 27+");
        assertThat(PlanText.text(new Change.RunOn(26, List.of("25.0.4")))).isEqualTo("run on JDK 26 or later");
    }

    @Test
    void unpin_is_named_with_its_patterns_as_the_option_takes_them() {
        assertThat(PlanText.text(new Change.Unpin("com.acme.**;org.mail.**")))
                .isEqualTo("unpin=com.acme.**;org.mail.** (JDK 21)");
    }

    @Test
    void each_change_of_code_names_the_class_or_the_method_that_it_is_about() {
        assertThat(PlanText.text(new Change.ExplicitLock("com.acme.Orders")))
                .isEqualTo("a lock instead of the monitor in com.acme.Orders");
        assertThat(PlanText.text(new Change.MoveCall("com.acme.Orders")))
                .isEqualTo("move the blocking call out of the static initializer of com.acme.Orders, or initialize the"
                        + " class at startup");
        assertThat(PlanText.text(new Change.InitializeAtStartup("com.acme.Orders")))
                .isEqualTo("initialize com.acme.Orders at startup");
        assertThat(PlanText.text(new Change.InitializeAwaitedAtStartup(METHOD)))
                .isEqualTo("initialize the class that com.acme.Orders.run waits for at startup");
        assertThat(PlanText.text(new Change.LoadAtStartup(METHOD)))
                .isEqualTo("load the classes that com.acme.Orders.run loads at startup");
    }

    @Test
    void steps_of_the_same_words_are_one() {
        Change read = new Change.Worded("run on JDK 27+");
        assertThat(PlanText.text(remedy(read, new Change.RunOn(26, List.of("27")))))
                .isEqualTo("run on JDK 27+");
        assertThat(PlanText.text(remedy(read, new Change.ExplicitLock("com.acme.Orders"))))
                .isEqualTo("only together: run on JDK 27+; and a lock instead of the monitor in com.acme.Orders");
    }

    private static Remedy remedy(Change... steps) {
        return new Remedy(
                Remedy.Kind.TOGETHER,
                List.of(Remedy.Kind.TOGETHER, Remedy.Kind.TOGETHER),
                List.of(steps),
                1,
                1,
                1,
                List.of(),
                false);
    }
}
