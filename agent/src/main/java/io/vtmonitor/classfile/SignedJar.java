package io.vtmonitor.classfile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** What of a signed jar a JVM refuses to load, since it was changed after the jar had been signed. */
final class SignedJar {
    private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.SF", Pattern.CASE_INSENSITIVE);

    private SignedJar() {}

    /**
     * Class files that do not match the signature; of a jar without one nothing is read.
     *
     * @param names of the jar's entries
     * @throws IOException if the jar can't be read
     */
    static Set<String> refused(Path file, Collection<String> names) throws IOException {
        if (names.stream().noneMatch(name -> SIGNATURE.matcher(name).matches())) {
            return Set.of();
        }
        Set<String> refused = new HashSet<>();
        byte[] buffer = new byte[1 << 16];
        try (JarFile jar = new JarFile(file.toFile(), true)) {
            List<JarEntry> entries = Collections.list(jar.entries());
            for (JarEntry entry : entries) {
                if (entry.getName().endsWith(".class") && !isWhole(jar, entry, buffer)) {
                    refused.add(entry.getName());
                }
            }
        }
        return refused;
    }

    /** A class file that is too large or damaged is not judged here: whoever reads it says so. */
    private static boolean isWhole(JarFile jar, JarEntry entry, byte[] buffer) {
        try (InputStream in = jar.getInputStream(entry)) {
            int left = ClassPathWalk.LARGEST_CLASS;
            for (int read = in.read(buffer); read >= 0 && left > 0; read = in.read(buffer)) {
                left -= read;
            }
            return true;
        } catch (SecurityException e) {
            return false;
        } catch (IOException ignored) {
            return true;
        }
    }
}
