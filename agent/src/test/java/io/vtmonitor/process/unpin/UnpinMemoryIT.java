package io.vtmonitor.process.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.unpinned.Errors;
import io.vtmonitor.unpinned.Many;
import io.vtmonitor.unpinned.Memory;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rewritten locks where the heap or the stack ends. */
@Tag("unpin")
class UnpinMemoryIT extends UnpinProcess {
    @Tag("long")
    @Test
    void millions_of_short_lived_locks_leave_a_small_heap_as_it_was() throws Exception {
        ChildJvm.Exit exit = run(21, List.of("-Xmx32m", "-XX:+UseSerialGC"), "unpin=" + PACKAGE + "Many", Many.class);
        assertThat(exit.out()).containsExactly("locked 5000000");
        assertThat(unpin(exit)).anyMatch(line -> line.matches("rewrote 1 place that locks in .*"));
        String summary = unpin(exit).stream()
                .filter(line -> line.startsWith("rewrote "))
                .findFirst()
                .orElseThrow();
        Matcher locks = Pattern.compile("(\\d+) objects? ha(?:ve|s) a lock now").matcher(summary);
        assertThat(locks.find()).as(summary).isTrue();
        assertThat(Integer.parseInt(locks.group(1))).isLessThan(300_000);
    }

    @Tag("long")
    @Test
    void out_of_memory_in_enter_leaves_no_lock_behind() throws Exception {
        ChildJvm.Exit exit =
                run(21, List.of("-Xmx48m", "-XX:+UseSerialGC"), "unpin=" + PACKAGE + "Memory", Memory.class);
        // Flight Recorder may say of the full heap what it met, on standard output.
        assertThat(exit.out())
                .filteredOn(line -> !line.startsWith("["))
                .containsExactly("exact", "out of memory was met");
        assertThat(unpin(exit)).anyMatch(line -> line.startsWith("rewrote 2 places "));
        assertThat(exit.err()).noneMatch(line -> line.contains("in thread \"vt-monitor"));
    }

    /** The same program with monitors is the judge. */
    @Tag("long")
    @Test
    void when_heap_or_stack_end_in_enter_region_wait_or_exit_rewritten_locks_do_as_monitors_do() throws Exception {
        List<String> small = List.of("-Xmx48m", "-XX:+UseSerialGC");
        List<String> monitors;
        ChildJvm.Exit locks;
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(small)
                .main(List.of(Watched.testClasses()), Errors.class.getName(), List.of())
                .start()) {
            jvm.send("go");
            locks = run(21, small, "unpin=" + PACKAGE + "Errors", Errors.class);
            monitors = jvm.awaitExit().out();
        }
        assertThat(monitors)
                .hasSize(14)
                .endsWith("done")
                .noneMatch(line -> line.contains("LEFT BEHIND") || line.contains("WRONG"));
        // What the JVM's own threads say of the full heap is between.
        assertThat(locks.out()).filteredOn(line -> !line.startsWith("[")).isEqualTo(monitors);
        assertThat(unpin(locks))
                .as("%s", locks.err())
                .anyMatch(line -> line.matches("rewrote \\d\\d places .* 1 takes monitor and lock, 0 keep.*"));
    }
}
