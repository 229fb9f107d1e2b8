package io.vtmonitor.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.ClassPathWalk;
import io.vtmonitor.model.Library;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a JVM's tree of loaded classes says. */
class LoadedClassFilesTest {
    private static final String TREE = """
            java.lang.Object/null
            |--java.lang.Thread/null
            |  |--com.acme.Worker/0x00007f71c4111230
            |--com.acme.Read/0x00007f71c4111230
            |--com.acme.Task/0x00007f71c4111230 (intf)
            |--com.acme.Main$$Lambda/0x000000000b12c6e8/0x00007f71c4111230
            |--javax.tools.SimpleJavaFileObject/0x00007f71c410f9e0
            |--io.vtmonitor.VtMonitor/0x00007f71c410f9e0
            |--jdk.proxy2.$Proxy7/0x00007f71c4111230
            """;

    @Test
    void classes_of_the_applications_loaders_that_were_not_read_are_missing() {
        assertThat(LoadedClassFiles.missing(TREE, Set.of("com/acme/Read")::contains))
                .containsExactly("com.acme.Task", "com.acme.Worker", "jdk.proxy2.$Proxy7");
    }

    @Test
    void a_process_that_has_ended_is_said_in_words() {
        List<String> unread = new ArrayList<>();
        new LoadedClassFiles(999_999_999, 21, new PrintWriter(Writer.nullWriter()))
                .give(List.of(), name -> false, new ClassPathWalk.Taker() {
                    @Override
                    public boolean take(byte[] bytes, Library library, boolean application, String place) {
                        return true;
                    }

                    @Override
                    public void elements(int done, int found) {}

                    @Override
                    public void unread(String what) {
                        unread.add(what);
                    }
                });
        assertThat(unread)
                .containsExactly("the classes that process 999999999 has loaded could not be listed: there is no"
                        + " process 999999999; 'list' shows the JVMs");
    }
}
