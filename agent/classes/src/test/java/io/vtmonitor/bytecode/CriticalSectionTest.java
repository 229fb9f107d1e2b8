package io.vtmonitor.bytecode;

import static io.vtmonitor.classfile.Captured.held;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.Captured;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Entered by reflection, as code must that can't name the JDK's class. On a platform thread it pins nothing. */
class CriticalSectionTest {
    private static final String CONTINUATION = "jdk.internal.vm.Continuation";

    @Test
    void a_method_found_by_name_and_called_holds() throws Exception {
        assertThat(held(Sections::entered)).containsExactly("entered: 0 critical_section null exact");
    }

    @Test
    void a_method_handed_to_a_lambda_expression_and_called_there_holds() throws Exception {
        List<String> held = held(Sections.handedOver());
        assertThat(held)
                .singleElement()
                .asString()
                .matches("lambda\\$handedOver\\$\\d+: 0 critical_section null exact");
    }

    @Test
    void a_section_that_was_left_does_not_hold() throws Exception {
        assertThat(held(Sections::left)).isEmpty();
    }

    @Test
    void another_method_found_by_name_does_not_hold() throws Exception {
        assertThat(held(Sections::another)).isEmpty();
    }

    @Test
    void one_of_two_methods_is_not_said_to_hold_for_sure() throws Exception {
        assertThat(held(() -> Sections.either(true))).noneMatch(line -> line.endsWith("exact"));
    }

    static final class Sections {
        private Sections() {}

        static String entered() throws Exception {
            Class<?> continuation = Class.forName(CONTINUATION);
            Method pin = continuation.getMethod("pin");
            pin.invoke(null);
            try {
                Captured.block();
            } finally {
                continuation.getMethod("unpin").invoke(null);
            }
            return "";
        }

        static String left() throws Exception {
            Class<?> continuation = Class.forName(CONTINUATION);
            continuation.getMethod("pin").invoke(null);
            continuation.getDeclaredMethod("unpin").invoke(null);
            Captured.block();
            return "";
        }

        static String another() throws Exception {
            Class.forName("java.lang.Thread").getMethod("yield").invoke(null);
            Captured.block();
            return "";
        }

        static String either(boolean first) throws Exception {
            Class<?> continuation = Class.forName(CONTINUATION);
            Method method = first ? continuation.getMethod("pin") : continuation.getMethod("unpin");
            method.invoke(null);
            Captured.block();
            return "";
        }

        static Callable<String> handedOver() throws Exception {
            Method pin = Class.forName(CONTINUATION).getMethod("pin");
            Method unpin = Class.forName(CONTINUATION).getMethod("unpin");
            return () -> {
                pin.invoke(null);
                Captured.block();
                unpin.invoke(null);
                return "";
            };
        }
    }
}
