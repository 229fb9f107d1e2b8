package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpin.flow.ClassFiles;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the plan makes of classes of which something above can't be read. */
@SuppressWarnings({"EmptyBlock", "unused"})
class UnreadTest {
    private static final String HAS = Has.class.getName();
    private static final String LENT = Lent.class.getName();

    /** Matched, and not to be read in the tests that say so. */
    interface Has {
        void own();
    }

    /** Not matched. */
    static class Impl implements Has {
        @Override
        public synchronized void own() {}
    }

    /** Not matched. */
    static class BelowImpl extends Impl {
        synchronized void below() {}
    }

    /** Matched: what is locked is relied upon. */
    interface Lent {
        Object mutex();

        void close();
    }

    /** Matched. */
    static class Lender implements Lent {
        private final Object mutex = new Object();

        @Override
        public Object mutex() {
            return mutex;
        }

        @Override
        public void close() {}

        void use(Lent lent) {
            synchronized (lent.mutex()) {
            }
        }
    }

    private static Rewriting without(Class<?> unread, String... patterns) {
        ClassFiles all = ClassFiles.of(UnreadTest.class.getClassLoader());
        return Rewriting.of(name -> name.equals(unread.getName().replace('.', '/')) ? null : all.read(name), patterns);
    }

    @Test
    void what_locks_itself_below_an_interface_that_can_not_be_read_takes_both() {
        String why = "BOTH, an interface above " + Impl.class.getName() + " can't be read";
        Rewriting unread = without(Has.class, HAS);
        assertThat(unread.choices(Impl.class)).isEqualTo(Map.of("own on this", why));
        assertThat(unread.choices(BelowImpl.class)).isEqualTo(Map.of("below on this", why));
    }

    @Test
    void below_an_interface_that_can_be_read_and_is_not_matched_the_monitor_stays() {
        assertThat(Rewriting.of(LENT).choices(Impl.class))
                .isEqualTo(Map.of("own on this", "KEEP, " + Impl.class.getName() + " locks it in own:23"));
    }

    @Test
    void a_class_of_the_pattern_is_rewritten_be_its_interfaces_read_or_not() {
        assertThat(without(Has.class, Impl.class.getName()).choices(Impl.class))
                .isEqualTo(Map.of("own on this", "REWRITE, all that lock it are rewritten"));
    }

    @Test
    void the_result_of_an_interface_is_locked_by_the_lock_where_all_can_be_read() {
        assertThat(Rewriting.of(LENT, Lender.class.getName()).choices(Lender.class))
                .isEqualTo(Map.of("use on result of mutex()", "REWRITE audited, the result of a matched method"));
    }
}
