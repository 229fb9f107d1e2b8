package io.vtmonitor.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

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
}
