package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinsByLineTest {
    @Test
    void the_printed_types_of_a_wait_stay_without_a_class_file() {
        Frame timed = new Frame("java.lang.Object", "wait", "(J)V", -1, 389, 0);
        Frame untimed = new Frame("java.lang.Object", "wait", "()V", -1, 351, 0);
        Frame run = new Frame("a.B", "run", "", -1, 7, 0);
        Stack stack = new Stack(List.of(timed, untimed, run), false);
        Blocking blocking = new Blocking(stack, BlockingEvent.PINNED, false, "Object.wait", null, null);
        List<Pin> pins = new ArrayList<>();
        new PinsByLine(new SourceLineResolver(ClassBytes.NONE), pins::add).accept(new Pin(blocking, 0, 1, 1, "", null));
        assertThat(pins).extracting(Pin::blocking).containsExactly(blocking);
    }
}
