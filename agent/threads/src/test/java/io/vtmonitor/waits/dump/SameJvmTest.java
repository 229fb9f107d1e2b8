package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SameJvmTest {
    private static ThreadDumpFile dump(String second, boolean virtual) throws IOException {
        String json = DumpWaitsTest.dump(
                DumpWaitsTest.OF_25,
                "2026-01-01T00:00:" + second + "Z",
                "{\"tid\": \"1\", \"name\": \"main\", \"state\": \"WAITING\", \"stack\": []}, {\"tid\": \"40\","
                        + " \"virtual\": "
                        + virtual + ", \"name\": \"\", \"state\": \"WAITING\", \"stack\": []}");
        return DumpReader.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), second);
    }

    @Test
    void dumps_in_which_a_thread_is_virtual_and_is_not_are_of_two_jvms() throws IOException {
        ThreadDumpFile one = dump("00", true);
        ThreadDumpFile other = dump("05", false);
        ThreadDumpFile oneAgain = dump("10", true);
        assertThat(SameJvm.apart(List.of(oneAgain, other, one)))
                .containsExactly(List.of(one, oneAgain), List.of(other));
    }

    @Test
    void dumps_that_do_not_contradict_each_other_are_of_one_jvm_in_the_order_of_their_time() throws IOException {
        ThreadDumpFile first = dump("00", true);
        ThreadDumpFile second = dump("10", true);
        assertThat(SameJvm.apart(List.of(second, first))).containsExactly(List.of(first, second));
    }
}
