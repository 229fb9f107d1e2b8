package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.OWN;
import static io.vtmonitor.classfile.Captured.blocked;
import static io.vtmonitor.classfile.Captured.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.LockedObject;
import io.vtmonitor.model.LockedObject.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tells a monitor that a thread enters from others. */
class LockedObjectsTest {
    private static final String LONG = "a string constant of more than thirty characters";
    private static final String SCENES = Ways.class.getName().replace('.', '/');

    /** Ways to enter a monitor. */
    static final class Ways {
        static final Object LOCK = new Object();
        static final Ways SHARED = new Ways();
        final Object lock = new Object();
        final Ways next = this;
        final Object[] table = {lock};
        final Map<String, Object> map = Map.of("one", lock, "other", LOCK);

        void staticField() {
            synchronized (LOCK) {
                map.clear();
            }
        }

        void ofClass() {
            synchronized (Ways.class) {
                map.clear();
            }
        }

        void receiver() {
            synchronized (this) {
                map.clear();
            }
        }

        void field() {
            synchronized (lock) {
                map.clear();
            }
        }

        void fieldOfField() {
            synchronized (next.lock) {
                map.clear();
            }
        }

        void fieldOfStaticField() {
            synchronized (SHARED.lock) {
                map.clear();
            }
        }

        void shortString() {
            synchronized ("lock") {
                map.clear();
            }
        }

        void local() {
            Object it = lock;
            synchronized (it) {
                map.clear();
            }
        }

        void longString() {
            synchronized (LONG) {
                map.clear();
            }
        }

        void result() {
            synchronized (map.get("one")) {
                map.clear();
            }
        }

        void fieldOfResult() {
            synchronized (List.of(this).get(0).lock) {
                map.clear();
            }
        }

        void element() {
            synchronized (table[0]) {
                map.clear();
            }
        }

        void fieldOfElement() {
            synchronized (new Ways[] {this}[0].lock) {
                map.clear();
            }
        }

        void parameter(Object it) {
            synchronized (it) {
                map.clear();
            }
        }

        void fieldOfParameter(Ways it) {
            synchronized (it.lock) {
                map.clear();
            }
        }

        void made() {
            synchronized (new Object()) {
                map.clear();
            }
        }

        void fieldOfMade() {
            synchronized (new Ways().lock) {
                map.clear();
            }
        }

        void linked() {
            Runnable it = map::clear;
            synchronized (it) {
                map.clear();
            }
        }

        void fieldOfOneOfTwo() {
            Ways it = map.isEmpty() ? this : next;
            synchronized (it.lock) {
                map.clear();
            }
        }
    }

    @Test
    void a_class_and_what_a_static_field_has_are_one_object_in_all_frames() {
        assertThat(entered("staticField", "()V")).isEqualTo(new LockedObject(SCENES + ".LOCK", Scope.PROGRAM));
        assertThat(entered("ofClass", "()V")).isEqualTo(new LockedObject(SCENES + ".class", Scope.PROGRAM));
    }

    @Test
    void the_object_itself_and_its_fields_are_likely_one_object_within_a_class() {
        assertThat(entered("receiver", "()V")).isEqualTo(new LockedObject("this", Scope.CLASS));
        assertThat(entered("field", "()V")).isEqualTo(new LockedObject("field lock", Scope.CLASS));
        assertThat(entered("local", "()V")).isEqualTo(new LockedObject("field lock", Scope.CLASS));
        assertThat(entered("fieldOfField", "()V")).isEqualTo(new LockedObject("field lock of field next", Scope.CLASS));
        assertThat(entered("fieldOfStaticField", "()V"))
                .isEqualTo(new LockedObject("field lock of static field LockedObjectsTest$Ways.SHARED", Scope.CLASS));
        assertThat(entered("shortString", "()V")).isEqualTo(new LockedObject("string \"lock\"", Scope.CLASS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "result",
                "fieldOfResult",
                "element",
                "fieldOfElement",
                "made",
                "fieldOfMade",
                "linked",
                "fieldOfOneOfTwo",
                "longString"
            })
    void what_is_another_object_each_time_has_a_text_only(String method) {
        assertThat(entered(method, "()V")).isNull();
    }

    @Test
    void parameters_and_their_fields_have_a_text_only() {
        assertThat(entered("parameter", "(Ljava/lang/Object;)V")).isNull();
        assertThat(entered("fieldOfParameter", "(L" + SCENES + ";)V")).isNull();
    }

    private static @Nullable LockedObject entered(String method, String descriptor) {
        InstructionIndex index = new InstructionIndex(OWN);
        List<Holder> entered = new ArrayList<>();
        for (int bci = 0; bci < 60; bci++) {
            Frame at = frame(Ways.class.getName(), method, descriptor, bci, 0);
            if (index.of(at).stream().anyMatch(p -> p.kind() == InstructionFacts.Kind.MONITOR_ENTER)) {
                entered.addAll(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_ENTER, null, List.of(at))));
            }
        }
        assertThat(entered).as(method).hasSize(1);
        return entered.get(0).object();
    }
}
