package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.threads.ClassStates.State;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassInitWaitsTest {
    private static final StackTraceElement LINE = frame("com.acme.Service", "serve");
    private static final StackResolver.Uses NEW_SUB =
            new StackResolver.Uses(Map.of("Sub", Set.of("Sub", "Super")), true, false);
    private static final double IDLE = 0;

    private final Thread initializer = new Thread("initializer");
    private final Thread user = new Thread("user");

    @ParameterizedTest
    @CsvSource({"NOT_INITIALIZED, EXACT", "UNSEEN, LIKELY"})
    void a_class_whose_superclass_another_thread_initializes_is_waited_for(State state, Confidence confidence) {
        ClassWait wait = wait(NEW_SUB, state, IDLE, initializes("Super"));

        assertThat(wait).isEqualTo(new ClassWait("Sub", initializes("Super"), confidence));
        assertThat(wait.text()).isEqualTo("class Sub, after class Super");
    }

    @Test
    void nobody_waits_for_a_class_that_is_initialized_whatever_becomes_of_its_superclass() {
        assertThat(wait(NEW_SUB, State.INITIALIZED, IDLE, initializes("Super"))).isNull();
    }

    @Test
    void what_another_initializer_has_nothing_to_do_with_is_not_known_to_be_waited_for() {
        ClassWait wait = wait(NEW_SUB, State.NOT_INITIALIZED, IDLE, initializes("Other"));

        assertThat(wait.isKnown()).isFalse();
    }

    @Test
    void nor_is_what_may_be_on_a_line_that_does_not_tell_all() {
        StackResolver.Uses unclear = new StackResolver.Uses(Map.of(), false, false);

        assertThat(wait(unclear, State.UNSEEN, IDLE, initializes("Other")).isKnown())
                .isFalse();
    }

    @Test
    void without_an_initializer_nothing_is_waited_for_nor_for_its_own() {
        assertThat(wait(NEW_SUB, State.NOT_INITIALIZED, IDLE)).isNull();
        assertThat(wait(NEW_SUB, State.NOT_INITIALIZED, IDLE, new RunningInitializer("Super", user, List.of())))
                .isNull();
    }

    @Test
    void in_a_loop_a_wait_is_likely_where_the_process_is_idle_and_unknown_where_it_computes() {
        StackResolver.Uses loop = new StackResolver.Uses(NEW_SUB.classes(), true, true);

        assertThat(wait(loop, State.NOT_INITIALIZED, IDLE, initializes("Super")).confidence())
                .isEqualTo(Confidence.LIKELY);
        assertThat(wait(loop, State.NOT_INITIALIZED, 1, initializes("Super")).confidence())
                .isEqualTo(Confidence.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.Class, forName0, LIKELY",
        "com.acme.Codec, init,",
        "java.io.FileInputStream, readBytes,",
    })
    void of_native_methods_those_that_initialize_classes_likely_wait(
            String type, String method, Confidence confidence) {
        StackTraceElement top = new StackTraceElement(type, method, "", -2);

        ClassWait wait =
                waits(NEW_SUB, State.UNSEEN, IDLE, initializes("Super")).of(user, List.of(top, LINE), false);

        assertThat(wait == null ? null : wait.confidence()).isEqualTo(confidence);
    }

    @Test
    void a_stack_of_the_jdk_alone_hides_a_lambda_which_likely_waits_for_its_class() {
        List<StackTraceElement> trace = List.of(frame("java.lang.VirtualThread", "run"));

        assertThat(waits(NEW_SUB, State.UNSEEN, IDLE, initializes("Super")).of(user, trace, false))
                .isEqualTo(new ClassWait(null, initializes("Super"), Confidence.LIKELY));
        assertThat(waits(
                                NEW_SUB,
                                State.UNSEEN,
                                IDLE,
                                initializes("Super"),
                                new RunningInitializer("Other", new Thread("other"), List.of()))
                        .of(user, trace, false)
                        .isKnown())
                .as("which of two initializers is not seen")
                .isFalse();
    }

    @Test
    void a_thread_that_the_jvm_says_waits_for_a_class_likely_waits_for_the_only_one_under_way() {
        StackResolver.Uses hidden = new StackResolver.Uses(Map.of(), false, false);

        assertThat(waits(hidden, State.UNSEEN, IDLE, initializes("Super")).of(user, List.of(LINE), false))
                .satisfies(wait -> assertThat(wait.isKnown()).isFalse());
        assertThat(waits(hidden, State.UNSEEN, IDLE, initializes("Super")).of(user, List.of(LINE), true))
                .isEqualTo(new ClassWait(null, initializes("Super"), Confidence.LIKELY));
    }

    @Test
    void a_class_that_a_thread_of_ours_initializes_is_in_nobodys_way() {
        List<StackTraceElement> trace = List.of(frame("sun.util.cldr.CLDRLocaleProviderAdapter", "<clinit>"));

        assertThat(RunningInitializer.of(new Thread("warm-up"), trace)).hasSize(1);
        assertThat(RunningInitializer.of(new Thread("vt-monitor-warm-up"), trace))
                .isEmpty();
    }

    private ClassWait wait(
            StackResolver.Uses uses, State state, double processors, RunningInitializer... initializers) {
        return waits(uses, state, processors, initializers).of(user, List.of(LINE), false);
    }

    private static ClassInitWaits waits(
            StackResolver.Uses uses, State state, double processors, RunningInitializer... initializers) {
        StackResolver resolver = new StackResolver() {
            @Override
            public Resolved resolve(List<StackTraceElement> trace, boolean entering) {
                return new Resolved(new Stack(List.of(), false), Set.of());
            }

            @Override
            public Uses uses(StackTraceElement frame) {
                return uses;
            }
        };
        return new ClassInitWaits(
                List.of(initializers),
                List.of(LINE),
                resolver,
                names -> Map.of("Sub", state),
                new ProcessorUse(null, processors));
    }

    private RunningInitializer initializes(String className) {
        return new RunningInitializer(className, initializer, List.of());
    }

    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement(type, method, "Some.java", 12);
    }
}
