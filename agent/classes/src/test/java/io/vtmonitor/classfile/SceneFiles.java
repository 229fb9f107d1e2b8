package io.vtmonitor.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;

/** The class file of {@code Scenes} in folders and jars. */
abstract class SceneFiles {
    static final String NAME = "io.vtmonitor.holders.Scenes";
    static final String FILE = "io/vtmonitor/holders/Scenes.class";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    static byte[] scenes() {
        return Captured.OWN.find(NAME).get(0).bytes();
    }

    static byte[] zip(Map<String, byte[]> entries, boolean stored) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(bytes, entries, stored);
        return bytes.toByteArray();
    }

    static void write(OutputStream out, Map<String, byte[]> entries, boolean stored) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (var each : entries.entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                if (stored) {
                    CRC32 crc = new CRC32();
                    crc.update(each.getValue());
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(each.getValue().length);
                    entry.setCrc(crc.getValue());
                }
                zip.putNextEntry(entry);
                zip.write(each.getValue());
                zip.closeEntry();
            }
        }
    }

    Path jar(String name, Map<String, byte[]> entries, boolean stored) throws IOException {
        Path jar = folder.resolve(name);
        Files.write(jar, zip(entries, stored));
        return jar;
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static List<ClassFile> offline(String className, Path... elements) {
        try (ClassPathBytes bytes = new ClassPathBytes(List.of(elements))) {
            return bytes.find(className);
        }
    }

    static void assertScenes(List<ClassFile> found, String library, String version) {
        assertThat(found).singleElement().satisfies(file -> {
            assertThat(file.bytes()).isEqualTo(scenes());
            assertThat(file.library()).isEqualTo(new Library(library, version.isEmpty() ? null : version));
        });
    }
}
