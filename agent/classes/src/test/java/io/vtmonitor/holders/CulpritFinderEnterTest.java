package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.OWN;
import static io.vtmonitor.classfile.Captured.blocked;
import static io.vtmonitor.classfile.Captured.frame;
import static io.vtmonitor.classfile.Captured.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JDK 21 to 23: entering. */
class CulpritFinderEnterTest {
    private static final int SYNCHRONIZED = 0x20;

    @Test
    void entering_owns_nothing_but_what_was_entered_before() {
        assertThat(entering("two", 0))
                .containsExactly("two: 0 monitor_enter static field Scenes.LOCK exact", "two: 1 monitor field a exact");
        assertThat(entering("one", 0)).containsExactly("one: 0 monitor_enter field a exact");
    }

    @Test
    void entering_a_synchronized_method_does_not_own_it() {
        Frame top = frame(Scenes.class.getName(), "synchronizedAndBlock", "()V", 0, SYNCHRONIZED);
        assertThat(lines(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_ENTER, null, List.of(top)))))
                .containsExactly("synchronizedAndBlock: 0 monitor_enter this exact");
    }

    /** The interpreter of JDK 21 stands behind the instruction by then, compiled code at it. */
    @Test
    void entering_in_the_interpreter_is_the_same() {
        assertThat(entering("two", 1)).isEqualTo(entering("two", 0));
        assertThat(entering("one", 1)).isEqualTo(entering("one", 0));
    }

    @Test
    void entering_in_a_loader_whose_caller_is_unread_may_stay_for_the_jvm_called_it() {
        Frame top = frame("jdk.internal.loader.BuiltinClassLoader", "loadClassOrNull", "()V", 22, 1);
        Frame loader = frame("java.lang.ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", 3, 1);
        Frame app = frame("app.Orders", "take", "()V", 5, 0);
        assertThat(lines(new CulpritFinder(ClassBytes.NONE)
                        .find(blocked(BlockingEvent.MONITOR_ENTER, null, List.of(top, loader, app)))))
                .containsExactly("loadClassOrNull: 0 monitor_enter null exact", "loadClass: 0 class_load null likely");
        assertThat(lines(new CulpritFinder(ClassBytes.NONE)
                        .find(blocked(BlockingEvent.MONITOR_ENTER, null, List.of(app, loader, app)))))
                .as("by what the loader calls")
                .containsExactly("take: 0 monitor_enter null exact", "loadClass: 0 class_load null likely");
    }

    private static List<String> entering(String method, int behind) {
        int last = -1;
        for (int bci = 0; bci < 200; bci++) {
            Frame at = frame(Scenes.class.getName(), method, "()V", bci, 0);
            if (new InstructionIndex(OWN)
                    .of(at).stream().anyMatch(p -> p.kind() == InstructionFacts.Kind.MONITOR_ENTER)) {
                last = bci;
            }
        }
        Frame top = frame(Scenes.class.getName(), method, "()V", last + behind, 0);
        return lines(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_ENTER, null, List.of(top))));
    }
}
