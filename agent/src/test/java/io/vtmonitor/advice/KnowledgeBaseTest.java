package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnowledgeBaseTest {
    private final KnowledgeBase base = new KnowledgeBase();

    @Test
    void the_mysql_driver_before_9_is_to_be_upgraded() {
        Advice advice = base.advise(
                List.of(holder("com.mysql.cj.protocol.ReadAheadInputStream.read", "8.0.33")), Reason.MONITOR, true);
        assertThat(advice.id()).isEqualTo("mysql-connector-j");
        assertThat(advice.action()).startsWith("You run 8.0.33. Upgrade com.mysql:mysql-connector-j to 9.0.0 or later");
    }

    @Test
    void a_release_that_should_be_fixed_is_not_told_to_upgrade() {
        Advice advice = base.advise(
                List.of(holder("com.mysql.cj.jdbc.StatementImpl.executeQuery", "26.10.0")), Reason.MONITOR, true);
        assertThat(advice.action()).contains("26.10.0, which should be free of it");
    }

    @Test
    void upgrading_the_driver_leaves_the_callers_own_monitor_and_says_so() {
        Advice advice = base.advise(
                List.of(
                        holder("com.mysql.cj.jdbc.StatementImpl.executeQuery", "8.0.33"),
                        holder("com.acme.Orders.load", null)),
                Reason.MONITOR,
                true);
        assertThat(advice.action()).endsWith("That leaves com.acme.Orders.load holding the carrier.");
    }

    @Test
    void libraries_are_not_blamed_for_monitors_where_monitors_do_not_pin() {
        Advice advice = base.advise(
                List.of(holder("com.mysql.cj.jdbc.StatementImpl.executeQuery", "8.0.33")), Reason.NATIVE, false);
        assertThat(advice.id()).isEqualTo("native");
    }

    @Test
    void there_is_something_to_say_for_every_reason() {
        for (Reason reason : Reason.values()) {
            assertThat(base.advise(List.of(), reason, true).id()).isEqualTo(reason.toString());
        }
    }

    @Test
    void releases_are_ordered_by_number_and_a_preview_comes_before_its_release() {
        assertThat(Versions.compare("8.0.33", "9.0.0")).isNegative();
        assertThat(Versions.compare("42.7.10", "42.7.8")).isPositive();
        assertThat(Versions.compare("3.3.0-alpha", "3.3.0")).isNegative();
        assertThat(Versions.compare("3.3", "3.3.0")).isZero();
        assertThat(Versions.compare("5.2.0.RELEASE", "5.2.0")).isZero();
    }

    private static Holder holder(String method, String version) {
        return new Holder(Pins.frame(method), Hold.MONITOR, 1, "this", Confidence.EXACT, new Library("any", version));
    }
}
