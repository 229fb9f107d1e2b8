package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.event.InvocationEvent;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects that matched code made and that the JDK's code locks by the monitor. */
@SuppressWarnings({"EmptyBlock", "unused"})
class HandedToJdkTest {
    /** Matched. */
    static class HandsOn {
        private final Object toWriter = new Object();
        private final Object toAny = new Object();

        Writer writer() {
            return new PlainWriter(toWriter);
        }

        List<Object> any() {
            return List.of(toAny);
        }

        void toWriter() {
            synchronized (toWriter) {
            }
        }

        void toAny() {
            synchronized (toAny) {
            }
        }

        Writer local() {
            Object local = new Object();
            synchronized (local) {
                return new PlainWriter(local);
            }
        }
    }

    /** Matched. */
    static class HandsItselfOn {
        Writer writer(Object other) {
            synchronized (this) {
                return new PlainWriter(other == null ? this : other);
            }
        }
    }

    /** Matched. */
    static class Below extends HandsItselfOn {
        synchronized void locks() {}
    }

    /** Matched. */
    static class HandsItselfOnUnlocked {
        Writer writer() {
            return new PlainWriter(this);
        }
    }

    /** Matched. */
    static class BelowUnlocked extends HandsItselfOnUnlocked {
        synchronized void locks() {}
    }

    /** Matched. */
    static class HandsItselfToAny {
        synchronized Object any() {
            return new Holder(this);
        }
    }

    record Holder(Object held) {}

    /** Matched. */
    static class IsSource {
        synchronized InvocationEvent event() {
            return new InvocationEvent(this, Thread::onSpinWait);
        }
    }

    /** Matched. */
    static class IsNotifier {
        synchronized InvocationEvent event() {
            return new InvocationEvent("", Thread::onSpinWait, this, true);
        }
    }

    /** Not matched. */
    static class PlainWriter extends StringWriter {
        PlainWriter(Object lock) {
            this.lock = lock;
        }
    }

    /** Matched. */
    static class Loading extends ClassLoader {
        private final Object loading = new Object();

        @Override
        protected Object getClassLoadingLock(String name) {
            return loading;
        }

        void field() {
            synchronized (loading) {
            }
        }

        void method() {
            synchronized (getClassLoadingLock("")) {
            }
        }
    }

    @Test
    void the_monitor_stays_where_a_class_hands_itself_to_the_jdk_that_locks_it() {
        Rewriting matched = Rewriting.of(
                HandsItselfOn.class.getName(),
                Below.class.getName(),
                HandsItselfToAny.class.getName(),
                IsSource.class.getName(),
                IsNotifier.class.getName());
        String why = "KEEP, " + HandsItselfOn.class.getName() + " hands itself to " + PlainWriter.class.getName()
                + ", where code of the JDK may lock it";
        assertThat(matched.choices(HandsItselfOn.class)).containsEntry("writer on this", why);
        assertThat(matched.choices(Below.class)).containsEntry("locks on this", why);
        assertThat(matched.choices(HandsItselfToAny.class))
                .containsEntry("any on this", "REWRITE, all that lock it are rewritten");
        assertThat(matched.choices(IsSource.class))
                .containsEntry("event on this", "REWRITE, all that lock it are rewritten");
        assertThat(matched.choices(IsNotifier.class))
                .hasEntrySatisfying("event on this", how -> assertThat(how).startsWith("KEEP"));
    }

    @Test
    void the_monitor_stays_below_a_class_that_locks_nothing_and_hands_itself_on() {
        Rewriting matched = Rewriting.of(HandsItselfOnUnlocked.class.getName(), BelowUnlocked.class.getName());
        assertThat(matched.choices(BelowUnlocked.class))
                .containsEntry(
                        "locks on this",
                        "KEEP, " + HandsItselfOnUnlocked.class.getName() + " hands itself to "
                                + PlainWriter.class.getName() + ", where code of the JDK may lock it");
    }

    @Test
    void what_the_jdk_is_handed_to_lock_is_locked_both_ways() {
        Rewriting matched = Rewriting.of(HandsOn.class.getName(), Loading.class.getName());
        assertThat(matched.choices(HandsOn.class))
                .containsEntry("toAny on field toAny", "REWRITE, only objects of matched classes are in the field")
                .containsEntry("toWriter on field toWriter", "BOTH, an object of java.lang.Object")
                .containsEntry(
                        "local on new Object()",
                        "BOTH, made here and passed on to code that may lock it, of the JDK or native");
        assertThat(matched.choices(Loading.class))
                .hasEntrySatisfying(
                        "field on field loading", how -> assertThat(how).startsWith("BOTH"))
                .hasEntrySatisfying(
                        "method on result of getClassLoadingLock()",
                        how -> assertThat(how).startsWith("BOTH"));
    }
}
