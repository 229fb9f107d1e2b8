package io.vtmonitor.process.pins;

import io.quarkus.bootstrap.runner.SerializedApplication;
import io.vtmonitor.scenario.CallsDriver;
import io.vtmonitor.scenario.Driver;
import io.vtmonitor.scenario.QuarkusLaunch;
import io.vtmonitor.scenario.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.springframework.boot.loader.launch.JarLauncher;

/** Ways to ship an application and the library it blocks in, driver 8.0.33. */
enum Layout {
    /** One jar with jars in it, started by Spring Boot's own launcher. */
    SPRING_BOOT {
        @Override
        Shipped in(Path folder) throws IOException {
            Map<String, byte[]> content =
                    manifest("Main-Class: " + JarLauncher.class.getName() + "\nStart-Class: " + APP);
            try (ZipFile loader = new ZipFile(jarOf(JarLauncher.class).toFile())) {
                for (ZipEntry entry : loader.stream()
                        .filter(e -> e.getName().endsWith(".class"))
                        .toList()) {
                    content.put(entry.getName(), loader.getInputStream(entry).readAllBytes());
                }
            }
            application("BOOT-INF/classes/", content);
            content.put("BOOT-INF/lib/driver-8.0.33.jar", zip(classes("", Driver.class)));
            Path jar = Files.write(folder.resolve("orders-1.0.jar"), zip(content));
            return new Shipped(List.of("-jar", jar.toString()), jar);
        }
    },
    /** Quarkus's fast-jar: a folder, and its own class loader. */
    QUARKUS {
        @Override
        Shipped in(Path folder) throws IOException {
            Path root = folder.resolve("quarkus-app");
            Path app = jar(root.resolve("app/orders-1.0.jar"), application("", new LinkedHashMap<>()));
            Path driver = jar(root.resolve("lib/main/driver-8.0.33.jar"), classes("", Driver.class));
            Path data = root.resolve("quarkus/quarkus-application.dat");
            Files.createDirectories(data.getParent());
            try (OutputStream out = Files.newOutputStream(data)) {
                SerializedApplication.write(out, APP, root, List.of(app, driver), List.of(), List.of());
            }
            Path launch = jar(folder.resolve("launch.jar"), classes("", QuarkusLaunch.class));
            String runner = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(element -> element.matches(".*(quarkus|smallrye|crac).*\\.jar"))
                    .collect(Collectors.joining(File.pathSeparator));
            return new Shipped(
                    List.of(
                            "-cp",
                            launch + File.pathSeparator + runner,
                            QuarkusLaunch.class.getName(),
                            root.toString()),
                    root);
        }
    },
    /** Everything unpacked into one jar, with what Maven wrote of each. */
    SHADED {
        @Override
        Shipped in(Path folder) throws IOException {
            Map<String, byte[]> content = application("", manifest("Main-Class: " + APP));
            content.putAll(classes("", Driver.class));
            content.put("META-INF/maven/com.acme/orders/pom.properties", pom("com.acme", "orders", "1.0"));
            content.put("META-INF/maven/io.vtmonitor/driver/pom.properties", pom("io.vtmonitor", "driver", "8.0.33"));
            Path jar = jar(folder.resolve("orders.jar"), content);
            return new Shipped(List.of("-jar", jar.toString()), jar);
        }
    },
    /** A jar whose manifest names the others. */
    THIN {
        @Override
        Shipped in(Path folder) throws IOException {
            jar(folder.resolve("lib/driver-8.0.33.jar"), classes("", Driver.class));
            Map<String, byte[]> content = manifest("Main-Class: " + APP + "\nClass-Path: lib/driver-8.0.33.jar");
            Path jar = jar(folder.resolve("orders-1.0.jar"), application("", content));
            return new Shipped(List.of("-jar", jar.toString()), jar);
        }
    };

    private static final String APP = CallsDriver.class.getName();

    /**
     * An application in a folder.
     *
     * @param command what starts it, after {@code java}
     * @param classPath what a user gives {@code analyze}
     */
    record Shipped(List<String> command, Path classPath) {}

    abstract Shipped in(Path folder) throws IOException;

    private static Map<String, byte[]> application(String folder, Map<String, byte[]> content) throws IOException {
        content.putAll(classes(folder, CallsDriver.class, Scenario.class, Scenario.Block.class));
        return content;
    }

    private static Map<String, byte[]> classes(String folder, Class<?>... types) throws IOException {
        Map<String, byte[]> content = new LinkedHashMap<>();
        if (!folder.isEmpty()) {
            content.put(folder, new byte[0]);
        }
        for (Class<?> type : types) {
            String name = type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getResourceAsStream("/" + name)) {
                content.put(folder + name, in.readAllBytes());
            }
        }
        return content;
    }

    private static Map<String, byte[]> manifest(String lines) {
        Map<String, byte[]> content = new LinkedHashMap<>();
        content.put(
                "META-INF/MANIFEST.MF", ("Manifest-Version: 1.0\n" + lines + "\n\n").getBytes(StandardCharsets.UTF_8));
        return content;
    }

    private static byte[] pom(String group, String artifact, String version) {
        return ("groupId=" + group + "\nartifactId=" + artifact + "\nversion=" + version + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Path jar(Path file, Map<String, byte[]> content) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, zip(content));
    }

    /** Not compressed: Spring Boot reads a nested jar where it lies. */
    private static byte[] zip(Map<String, byte[]> content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> each : content.entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                CRC32 crc = new CRC32();
                crc.update(each.getValue());
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(each.getValue().length);
                entry.setCrc(crc.getValue());
                zip.putNextEntry(entry);
                zip.write(each.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static Path jarOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
