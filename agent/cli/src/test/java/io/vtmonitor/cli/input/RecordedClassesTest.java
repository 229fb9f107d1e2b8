package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Stack;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedClassesTest {
    @Test
    void what_is_not_here_and_what_is_relative_to_a_folder_nobody_knows_are_told_apart(@TempDir Path folder)
            throws Exception {
        String classPath = String.join(File.pathSeparator, folder.toString(), folder + "/gone.jar", ".", "lib/a.jar");
        Stack stack = new Stack(List.of(new Frame("a.B", "run", "()V", 0, 1, 0)), false);
        try (ClassPathBytes given = new ClassPathBytes(List.of());
                RecordedClasses classes = new RecordedClasses(given, new KnowledgeBase())) {
            classes.of(classPath, "21.0.8").apply(new Blocking(stack, BlockingEvent.PINNED, true, null, null, null));
            assertThat(classes.refusal())
                    .endsWith("as they are on this machine now: " + folder
                            + "; 1 entry of its class path is not on this machine; 2 entries of its class path are"
                            + " relative to a folder that the recording does not name (pass the contents with"
                            + " --classpath)");
        }
    }
}
