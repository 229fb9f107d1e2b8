package io.vtmonitor.scan.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Lines of build files. */
class DependenciesTest {
    @TempDir
    Path folder;

    @Test
    void build_files_in_hidden_folders_and_of_node_modules_are_left_out_and_a_line_has_a_uri() throws IOException {
        pom(folder, "own");
        pom(folder.resolve("a/b/c"), "part");
        pom(folder.resolve("web shop"), "shop");
        pom(folder.resolve(".hidden"), "hidden");
        pom(folder.resolve("a/node_modules/x"), "script");
        Dependencies found = Dependencies.of(folder);
        assertThat(found.of("own")).isEqualTo(new Dependencies.Line("pom.xml", 2));
        assertThat(found.of("part")).isEqualTo(new Dependencies.Line("a/b/c/pom.xml", 2));
        assertThat(found.of("shop")).isEqualTo(new Dependencies.Line("web%20shop/pom.xml", 2));
        assertThat(found.of("hidden")).isNull();
        assertThat(found.of("script")).isNull();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "a path is too long there from 4,096 bytes on")
    void a_folder_that_can_not_be_read_costs_itself_only() throws IOException {
        String name = "n".repeat(200);
        Path root = Files.createDirectories(folder.resolve(String.join("/", Collections.nCopies(18, name))));
        pom(root, "own");
        pom(folder.resolve("x").resolve(name).resolve(name), "deep");
        Path moved = Files.move(folder.resolve("x"), root.resolve(name)); // not even root can read it there
        try {
            Dependencies found = Dependencies.of(root);
            assertThat(found.of("own")).isNotNull();
            assertThat(found.of("deep")).isNull();
        } finally {
            Files.move(moved, folder.resolve("x"));
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "a file that not even root can read is there")
    void a_build_file_that_can_not_be_read_costs_itself_only() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("pom.xml"), Path.of("/proc/self/mem"));
        pom(folder.resolve("part"), "part");
        assertThat(Dependencies.of(folder).of("part")).isNotNull();
        Files.delete(link);
    }

    private static void pom(Path in, String artifact) throws IOException {
        Files.createDirectories(in);
        Files.writeString(in.resolve("pom.xml"), "<project>\n<artifactId>" + artifact + "</artifactId>\n</project>\n");
    }
}
