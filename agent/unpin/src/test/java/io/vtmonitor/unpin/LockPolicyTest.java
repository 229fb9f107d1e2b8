package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpin.LockSamples.Inside;
import io.vtmonitor.unpin.LockSamples.Outside;
import io.vtmonitor.unpin.LockSamples.Shared;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.junit.jupiter.api.Test;

/** Who else may lock the same object decides; each method of the samples is named for what it locks. */
@SuppressWarnings({"SynchronizeOnNonFinalField", "EmptyBlock", "unused", "identity", "synchronization"})
class LockPolicyTest {
    private static final String INSIDE = Inside.class.getName();
    private final Map<String, String> inside =
            Rewriting.of(INSIDE, Shared.class.getName()).choices(Inside.class);
    private final Map<String, String> outside =
            Rewriting.of(INSIDE, Shared.class.getName()).choices(Outside.class);

    /** Not matched, and not of the JDK. */
    static class LocksItself {
        synchronized void lockedByTheSuperclass() {}
    }

    /** Matched. */
    static class BelowOneThatLocksItself extends LocksItself {
        synchronized void lockedHere() {}
    }

    /** Matched: the JDK's stream locks itself. */
    static class BelowStream extends java.io.ByteArrayOutputStream {
        synchronized void lockedHere() {}
    }

    @Test
    void below_a_superclass_outside_the_pattern_that_locks_itself_the_monitor_stays() {
        assertThat(Rewriting.of(BelowOneThatLocksItself.class.getName())
                        .choices(BelowOneThatLocksItself.class)
                        .get("lockedHere on this"))
                .startsWith("KEEP, " + LocksItself.class.getName() + " locks it in lockedByTheSuperclass");
    }

    @Test
    void below_a_stream_of_the_jdk_the_monitor_stays() {
        assertThat(Rewriting.of(BelowStream.class.getName())
                        .choices(BelowStream.class)
                        .get("lockedHere on this"))
                .startsWith("KEEP, java.io.ByteArrayOutputStream locks it in ");
    }

    @Test
    void what_the_class_made_for_itself_is_rewritten() {
        assertThat(inside)
                .containsEntry("own on field own", "REWRITE, only objects of matched classes are in the field")
                .containsEntry("list on field list", "REWRITE, only objects of matched classes are in the field")
                .containsEntry("local on new java/lang/Object()".replace("java/lang/", ""), "REWRITE, made here");
    }

    /** Matched. */
    static class SetByName {
        private static final AtomicReferenceFieldUpdater<SetByName, Object> SETS =
                AtomicReferenceFieldUpdater.newUpdater(SetByName.class, Object.class, "set");

        private volatile Object set = new Object();

        void put(Object given) {
            SETS.set(this, given);
        }

        void lock() {
            synchronized (set) {
            }
        }
    }

    @Test
    void a_field_that_is_set_by_its_name_may_hold_anything() {
        assertThat(Rewriting.of(SetByName.class.getName()).choices(SetByName.class))
                .containsEntry("lock on field set", "BOTH, what is in the field is not known");
        assertThat(Rewriting.of("none.**").choices(SetByName.class).get("lock on field set"))
                .startsWith("BOTH, ");
    }

    @Test
    void this_and_its_class_are_rewritten() {
        assertThat(inside)
                .containsEntry("mutex on this", "REWRITE, all that lock it are rewritten")
                .hasEntrySatisfying(
                        "ofClass on class LockSamples$Inside",
                        how -> assertThat(how).startsWith("REWRITE"));
    }

    /** Matched. */
    static class WithNative {
        native void mayLockIt();

        static native void mayLockClass();

        synchronized void locked() {}

        static synchronized void locksClass() {}
    }

    /** Matched. */
    static class BelowNative extends WithNative {
        synchronized void lockedBelow() {}
    }

    /** Matched; its native method is handed nothing of ours. */
    static class GivesNumber {
        private static native int number(String name, int[] more);

        synchronized void locked() {
            number("", new int[0]);
        }
    }

    /** Matched. */
    static class HandsToNative {
        private final Object handed = new Object();
        private final Object own = new Object();
        private final Object held = new WithNative();

        static native void lock(Object any);

        void hands() {
            synchronized (handed) {
                lock(handed);
            }
        }

        void keeps() {
            synchronized (own) {
            }
        }

        void made() {
            Object made = new Object();
            synchronized (made) {
                lock(made);
            }
        }

        void held() {
            synchronized (held) {
            }
        }

        void typed(WithNative given) {
            synchronized (given) {
            }
        }
    }

    @Test
    void what_a_native_method_is_handed_keeps_its_monitor() {
        Rewriting rewriting = Rewriting.of(
                WithNative.class.getName(),
                BelowNative.class.getName(),
                GivesNumber.class.getName(),
                HandsToNative.class.getName());
        String both = "BOTH, native methods of " + WithNative.class.getName() + " may lock it";
        assertThat(rewriting.choices(WithNative.class))
                .containsEntry("locked on this", both)
                .containsEntry(
                        "locksClass on class LockPolicyTest$WithNative",
                        "BOTH, the class " + WithNative.class.getName() + ", which its native methods may lock");
        assertThat(rewriting.choices(BelowNative.class)).containsEntry("lockedBelow on this", both);
        assertThat(rewriting.choices(GivesNumber.class))
                .containsEntry("locked on this", "REWRITE, all that lock it are rewritten");
        assertThat(rewriting.choices(HandsToNative.class))
                .containsEntry("hands on field handed", "BOTH, an object of java.lang.Object")
                .containsEntry("keeps on field own", "REWRITE, only objects of matched classes are in the field")
                .containsEntry(
                        "made on new Object()",
                        "BOTH, made here and passed on to code that may lock it, of the JDK or native")
                .containsEntry("held on field held", "BOTH, an object of java.lang.Object")
                .containsEntry("typed on parameter 1", both);
    }

    @Test
    void what_comes_out_of_matched_code_is_rewritten_and_audited() {
        assertThat(inside)
                .containsEntry("shared on field shared", "REWRITE audited, of a matched interface")
                .containsEntry("result on result of mutex()", "REWRITE audited, the result of a matched method");
    }

    @Test
    void what_is_handed_in_is_locked_both_ways() {
        assertThat(inside)
                .containsEntry("given on field given", "BOTH, what is in the field is passed in from outside")
                .containsEntry(
                        "givenOrThis on field givenOrThis", "BOTH, what is in the field is passed in from outside")
                .containsEntry("open on field open", "BOTH, what is in the field is not known")
                .containsEntry("parameter on parameter 1", "BOTH, it is passed in from outside")
                .containsEntry("runtimeClass on result of getClass()", "BOTH, any class may be in it");
    }

    @Test
    void what_the_jdk_or_anybody_locks_keeps_its_monitor() {
        assertThat(inside.get("table on field table")).startsWith("KEEP, java.util.Hashtable locks it in ");
        assertThat(inside.get("thread on parameter 1")).startsWith("KEEP, java.lang.Thread locks it in ");
        assertThat(inside)
                .containsEntry("string on a string", "KEEP, any code can lock the same string")
                .containsEntry("boxed on parameter 1", "KEEP, java.lang.Integer is outside the pattern")
                .containsEntry(
                        "foreignClass on class String", "KEEP, the class java.lang.String: it is outside the pattern");
    }

    /** Not matched: a framework that lends its lock to classes below, and one that keeps its own. */
    static class Framework {
        protected final Object lent = new Object();
        private final Object kept = new Object();
        private final Object handedOn = new Object();
        private final List<Object> others = new ArrayList<>(List.of(handedOn));

        void lent() {
            synchronized (lent) {
            }
        }

        void kept() {
            synchronized (kept) {
                kept.notifyAll();
            }
        }

        void handedOn() {
            synchronized (handedOn) {
            }
        }

        void localHandedOn() {
            Object local = new Object();
            others.add(local);
            synchronized (local) {
            }
        }

        void localKept() {
            Object local = new Object();
            synchronized (local) {
            }
        }
    }

    /** Matched. */
    static class BelowFramework extends Framework {
        void inherited() {
            synchronized (lent) {
            }
        }
    }

    /** Matched: its method is what others rely upon, and another class has its own. */
    static class Handed implements Shared {
        private final Object given;

        private Handed(Object given) {
            this.given = given;
        }

        static Handed of(Object given) {
            return new Handed(given);
        }

        @Override
        public Object mutex() {
            return given;
        }

        void given() {
            synchronized (given) {
            }
        }

        void result() {
            synchronized (mutex()) {
            }
        }
    }

    @Test
    void a_field_of_a_class_outside_the_pattern_is_that_class_own() {
        Map<String, String> below = Rewriting.of(BelowFramework.class.getName()).choices(BelowFramework.class);
        assertThat(below.get("inherited on field lent")).startsWith("BOTH, ");
    }

    @Test
    void outside_the_pattern_the_monitor_alone_is_for_what_nobody_else_can_have() {
        assertThat(Rewriting.of(BelowFramework.class.getName()).choices(Framework.class))
                .containsEntry("kept on field kept", "KEEP, its own object")
                .containsEntry("localKept on new Object()", "KEEP, its own object")
                .hasEntrySatisfying("lent on field lent", how -> assertThat(how).startsWith("BOTH"))
                .hasEntrySatisfying(
                        "handedOn on field handedOn", how -> assertThat(how).startsWith("BOTH"))
                .containsEntry("localHandedOn on new Object()", "BOTH, made here and passed on");
    }

    @Test
    void a_class_that_is_taken_out_of_the_pattern_is_outside() {
        assertThat(Rewriting.of("io.vtmonitor.unpin.*").choices(Framework.class))
                .hasEntrySatisfying("kept on field kept", how -> assertThat(how).startsWith("REWRITE"));
        assertThat(Rewriting.of("io.vtmonitor.unpin.*", "!" + Framework.class.getName())
                        .choices(Framework.class))
                .containsEntry("kept on field kept", "KEEP, its own object");
    }

    @Test
    void what_a_private_constructor_is_given_may_come_from_outside() {
        assertThat(Rewriting.of(INSIDE, Shared.class.getName(), Handed.class.getName())
                        .choices(Handed.class))
                .containsEntry("given on field given", "BOTH, what is in the field is passed in from outside")
                .hasEntrySatisfying(
                        "result on result of mutex()", how -> assertThat(how).startsWith("BOTH, "));
    }

    /** Matched. */
    interface Guarded {
        default Object mutex() {
            return this;
        }
    }

    /** Matched. */
    static class OfGuarded {
        void result(Guarded guarded) {
            synchronized (guarded.mutex()) {
            }
        }
    }

    static class Base {
        synchronized void monitor() {}
    }

    static class Box extends Base implements Guarded {}

    @Test
    void this_in_a_default_method_is_of_any_class_that_implements_the_interface() {
        String[] patterns = {Guarded.class.getName(), OfGuarded.class.getName()};
        Rewriting later = Rewriting.of(patterns);
        assertThat(later.choices(OfGuarded.class).get("result on result of mutex()"))
                .startsWith("REWRITE");
        assertThat(later.loaded(Box.class)).singleElement().asString().contains("Box");
        Rewriting before = Rewriting.of(patterns);
        assertThat(before.loaded(Box.class)).isEmpty();
        assertThat(before.choices(OfGuarded.class).get("result on result of mutex()"))
                .startsWith("BOTH");
    }

    @Test
    void outside_the_pattern_only_what_may_be_the_same_object_is_touched() {
        assertThat(outside)
                .containsEntry("method on this", "REWRITE, all that lock it are rewritten")
                .containsEntry("mine on field mine", "KEEP, its own object")
                .containsEntry("untyped on parameter 1", "BOTH, it is passed in from outside")
                .hasEntrySatisfying(
                        "typed on parameter 1", how -> assertThat(how).startsWith("REWRITE, of the matched class"))
                .hasEntrySatisfying(
                        "mirror on class LockSamples$Inside",
                        how -> assertThat(how).startsWith("REWRITE"))
                .hasEntrySatisfying(
                        "ofClass on class LockSamples$Outside",
                        how -> assertThat(how).startsWith("KEEP"));
    }
}
