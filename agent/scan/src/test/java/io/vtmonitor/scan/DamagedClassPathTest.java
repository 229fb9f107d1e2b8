package io.vtmonitor.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.scan.report.ScanText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can't be read costs itself and a line; the rest is scanned. */
class DamagedClassPathTest {
    @TempDir
    Path folder;

    @Test
    void a_damaged_class_and_one_of_a_release_to_come_are_left_out() throws IOException {
        byte[] whole = pins();
        byte[] future = whole.clone();
        future[7] = 120;
        byte[] damaged = Arrays.copyOf(whole, whole.length / 2);
        Path jar = jar("x.jar", "A.class", whole, "Future.class", future, "Damaged.class", damaged);
        ScanResult result = Sources.scan(21, jar);
        assertThat(result.findings()).hasSize(1);
        assertThat(result.unread()).isNotEmpty();
        assertThat(ScanText.limits(result))
                .singleElement()
                .asString()
                .contains("2 class files were left out", "Damaged.class: damaged class file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(J)V", "(Ljava/lang/Thread;)V"})
    void a_class_with_a_descriptor_that_describes_no_method_is_left_out(String descriptor) throws IOException {
        byte[] whole = pins();
        Path classes = Sources.compile(
                folder,
                "class Damaged { void own(Thread thread) {} void call() throws Exception { Thread.sleep(1); } }");
        String text = new String(Files.readAllBytes(classes.resolve("Damaged.class")), ISO_8859_1);
        assertThat(text).containsOnlyOnce(descriptor);
        byte[] damaged = text.replace(descriptor, descriptor.replace('(', 'x')).getBytes(ISO_8859_1);
        ScanResult result = Sources.scan(21, jar("x.jar", "A.class", whole, "Damaged.class", damaged));
        assertThat(result.findings()).hasSize(1);
        assertThat(ScanText.limits(result))
                .singleElement()
                .asString()
                .contains("1 class file was left out", "Damaged.class: damaged class file");
    }

    @Test
    void what_is_no_jar_and_a_jar_in_a_jar_in_a_jar_cost_a_line_each() throws IOException {
        Path noJar = Files.writeString(folder.resolve("no.jar"), "no zip");
        byte[] deep = Files.readAllBytes(jar("deep.jar", "A.class", pins()));
        for (int i = 0; i < 10; i++) {
            deep = Files.readAllBytes(jar("deep" + i + ".jar", "inner.jar", deep));
        }
        Path nested = jar("app.jar", "BOOT-INF/lib/deep.jar", deep, "BOOT-INF/classes/A.class", pins());
        ScanResult result = Sources.scan(21, noJar, nested);
        assertThat(result.findings()).hasSize(1);
        assertThat(ScanText.limits(result)).hasSize(2);
        assertThat(ScanText.limits(result).get(0)).contains("no.jar can't be read");
        assertThat(ScanText.limits(result).get(1)).contains("deep.jar holds 1 jar where no class path looks for one");
    }

    @Test
    void an_entry_that_inflates_without_end_is_left_out() throws IOException {
        Path bomb = folder.resolve("bomb.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bomb))) {
            zip.putNextEntry(new ZipEntry("Bomb.class"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 300; i++) {
                zip.write(zeros);
            }
            zip.closeEntry();
            put(zip, "A.class", pins());
        }
        ScanResult result = Sources.scan(21, bomb);
        assertThat(result.findings()).hasSize(1);
        assertThat(ScanText.limits(result)).singleElement().asString().contains("Bomb.class is larger than 16 MB");
    }

    @Test
    void a_class_that_does_not_match_the_signature_of_its_jar_is_read_as_it_is() throws IOException {
        byte[] manifest = "Manifest-Version: 1.0\r\n\r\nName: A.class\r\nSHA-256-Digest: AAAA\r\n\r\n".getBytes(UTF_8);
        byte[] signature = "Signature-Version: 1.0\r\n\r\n".getBytes(UTF_8);
        Path jar = jar("signed.jar", "META-INF/MANIFEST.MF", manifest, "META-INF/A.SF", signature, "A.class", pins());
        ScanResult result = Sources.scan(21, jar);
        assertThat(result.findings()).hasSize(1);
        assertThat(ScanText.limits(result)).isEmpty();
    }

    @Test
    void an_encrypted_jar_costs_a_line() throws IOException {
        Path jar = jar("locked.jar", "A.class", pins());
        byte[] bytes = Files.readAllBytes(jar);
        // PKWARE's APPNOTE, 4.4.4: bit 0 of the flags, in the entry's header and in the directory's.
        bytes[6] = (byte) (bytes[6] | 1);
        for (int i = 0; i + 8 < bytes.length; i++) {
            if (bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == 1) {
                bytes[i + 8] = (byte) (bytes[i + 8] | 1);
            }
        }
        Files.write(jar, bytes);
        ScanResult result = Sources.scan(21, jar);
        assertThat(result.findings()).isEmpty();
        assertThat(ScanText.limits(result))
                .singleElement()
                .asString()
                .contains("locked.jar can't be read", "encrypted");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "a path is too long there from 4,096 bytes on")
    void a_folder_that_can_not_be_read_costs_itself_and_a_line() throws IOException {
        byte[] whole = pins();
        String name = "n".repeat(200);
        Path classes = Files.createDirectory(folder.resolve("app"));
        Path above = Files.createDirectories(classes.resolve(String.join("/", Collections.nCopies(15, name))));
        Path below = Files.createDirectories(folder.resolve("x/" + String.join("/", Collections.nCopies(10, name))));
        Files.write(below.resolve("Deep.class"), whole);
        Files.write(classes.resolve("A.class"), whole);
        Path moved = Files.move(folder.resolve("x"), above.resolve("x")); // not even root can read it there
        try {
            ScanResult result = Sources.scan(21, classes);
            assertThat(result.findings()).hasSize(1);
            assertThat(ScanText.limits(result)).singleElement().asString().contains(name + " can't be read");
        } finally {
            Files.move(moved, folder.resolve("x"));
        }
    }

    private byte[] pins() throws IOException {
        Path classes =
                Sources.compile(folder, "class A { synchronized void use() throws Exception { Thread.sleep(1); } }");
        return Files.readAllBytes(classes.resolve("A.class"));
    }

    private Path jar(String name, Object... entries) throws IOException {
        Path jar = folder.resolve(name);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < entries.length; i += 2) {
                put(zip, (String) entries[i], (byte[]) entries[i + 1]);
            }
        }
        try (OutputStream out = Files.newOutputStream(jar)) {
            bytes.writeTo(out);
        }
        return jar;
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes);
        zip.closeEntry();
    }
}
