package io.vtmonitor.process.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.unpinned.HandedToJdk;
import io.vtmonitor.unpinned.Unread;
import io.vtmonitor.unpinned.UnreadOut;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where class files do not tell what loads. */
@Tag("unpin")
class UnpinLoadersIT extends UnpinProcess {
    private static final String OPTION = "unpin=" + PACKAGE + "UnreadIn";

    @ParameterizedTest
    @ValueSource(strings = {"matched subclass", "subclass", "interface", "two of a name"})
    void what_is_below_a_class_that_can_not_be_read_still_excludes(String name) throws Exception {
        ChildJvm.Exit exit = run(21, List.of(), OPTION, Unread.class, name);
        assertThat(exit.out()).containsExactly(name + ": excluded");
        assertThat(unpin(exit))
                .anyMatch(line -> line.matches("rewrote [1-9].*"))
                .noneMatch(line -> line.startsWith("UNSOUND"));
    }

    @Test
    void what_is_handed_to_code_of_the_jdk_that_locks_it_still_excludes() throws Exception {
        ChildJvm.Exit exit = run(21, List.of(), "unpin=" + PACKAGE + "HandedToJdk", HandedToJdk.class);
        assertThat(exit.out())
                .containsExactly(
                        "met in the writer: 0",
                        "met in the loader: 0",
                        "met in the document: 0",
                        "the event has notified");
    }

    @Test
    void an_object_that_another_class_hands_to_code_of_the_jdk_that_locks_it_is_told_to_be_unsound() throws Exception {
        ChildJvm.Exit exit = run(21, List.of(), "unpin=" + PACKAGE + "HandedToJdk", HandedToJdk.class, "page");
        assertThat(unpin(exit))
                .contains("UNSOUND: " + HandedToJdk.class.getName() + "$PageWriter.<init> hands an object of "
                        + HandedToJdk.class.getName() + "$Page to java.io.Writer, where code of the JDK locks it by the"
                        + " monitor; rewritten code locks it by the lock");
    }

    /** As the helper classes of other agents are. */
    @Test
    void a_class_that_was_added_to_the_boot_loader_still_excludes() throws Exception {
        Path boot = directory.resolve("boot");
        String file = UnreadOut.Locker.class.getName().replace('.', '/') + ".class";
        Files.createDirectories(boot.resolve(file).getParent());
        Files.copy(Watched.testClasses().resolve(file), boot.resolve(file));
        ChildJvm.Exit exit = run(21, List.of("-Xbootclasspath/a:" + boot), OPTION, Unread.class, "boot");
        assertThat(exit.out()).containsExactly("boot: excluded");
        assertThat(unpin(exit)).noneMatch(line -> line.startsWith("UNSOUND"));
    }

    /** The JVM shows it to no transformer. */
    @Test
    void a_class_that_loads_while_another_one_is_rewritten_is_told_to_be_unsound() throws Exception {
        try (ChildJvm jvm = start(21, List.of(), OPTION, Unread.class, "nested")) {
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitErr(line -> line.contains("UNSOUND: " + UnreadOut.Locker.class.getName() + ".lock:")
                    && line.contains(" locks parameter 1 by the monitor, since it loaded while another class was"));
        }
    }
}
