package io.vtmonitor.classfile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/** What of a signed jar a JVM refuses to load, since it was changed after the jar had been signed. */
final class SignedJar {
    private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.SF", Pattern.CASE_INSENSITIVE);
    private static final String DIGEST = "-Digest";
    private static final long MOST_BYTES = 1L << 30;

    private SignedJar() {}

    /**
     * Class files that do not match the signature; of a jar without one nothing is read.
     *
     * @param names of the jar's entries
     * @throws IOException if the jar can't be read
     */
    static Set<String> refused(Path file, Collection<String> names) throws IOException {
        if (!isSigned(names)) {
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

    /**
     * The same for a jar within another. {@link JarInputStream}, by which loaders of such jars verify them, ends at the
     * first entry that was changed; so the manifest's digests say which were, and the stream only whether the JVM
     * verifies the jar at all.
     *
     * @param nested name of the entry that is the jar
     * @param jar the opened entry
     * @throws IOException if the jar can't be read
     */
    static Set<String> refused(Path file, String nested, Archive jar) throws IOException {
        byte[] manifest = isSigned(jar.names()) ? jar.read(JarFile.MANIFEST_NAME) : null;
        if (manifest == null) {
            return Set.of();
        }
        Map<String, Attributes> sections = new Manifest(new ByteArrayInputStream(manifest)).getEntries();
        Set<String> changed = new HashSet<>();
        for (Map.Entry<String, Attributes> section : sections.entrySet()) {
            if (section.getKey().endsWith(".class") && !matches(jar, section.getKey(), section.getValue())) {
                changed.add(section.getKey());
            }
        }
        return changed.isEmpty() || !isVerified(file, nested) ? Set.of() : changed;
    }

    /** What to say of a jar, after its name. */
    static String wasChanged(Set<String> refused) {
        boolean one = refused.size() == 1;
        return " was changed after it had been signed: a JVM refuses " + refused.size()
                + (one ? " class file" : " class files") + " of it, which " + (one ? "was" : "were")
                + " left out, such as " + Collections.min(refused);
    }

    private static boolean isSigned(Collection<String> names) {
        return names.stream().anyMatch(name -> SIGNATURE.matcher(name).matches());
    }

    private static boolean matches(Archive jar, String name, Attributes section) {
        try {
            byte[] bytes = jar.read(name);
            for (Map.Entry<Object, Object> attribute : section.entrySet()) {
                String key = attribute.getKey().toString();
                if (bytes != null && key.endsWith(DIGEST)) {
                    byte[] actual = MessageDigest.getInstance(key.substring(0, key.length() - DIGEST.length()))
                            .digest(bytes);
                    if (!Base64.getEncoder()
                            .encodeToString(actual)
                            .equals(attribute.getValue().toString())) {
                        return false;
                    }
                }
            }
        } catch (IOException | IllegalArgumentException | NoSuchAlgorithmException ignored) {
            return true; // whoever reads a damaged entry says so
        }
        return true;
    }

    private static boolean isVerified(Path file, String nested) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (ZipFile outer = new ZipFile(file.toFile());
                JarInputStream in = new JarInputStream(outer.getInputStream(outer.getEntry(nested)), true)) {
            long bytes = 0;
            while (in.getNextEntry() != null) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    bytes += read;
                    if (bytes > MOST_BYTES) {
                        return false;
                    }
                }
            }
            return false;
        } catch (SecurityException e) {
            return true;
        }
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
