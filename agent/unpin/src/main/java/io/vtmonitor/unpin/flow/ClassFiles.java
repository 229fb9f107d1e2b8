package io.vtmonitor.unpin.flow;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/** Class files by internal name, as one loader sees them. */
public interface ClassFiles {
    /** The file, null if it is not available. */
    byte @Nullable [] read(String name);

    /** The address of what a class file is in, a folder or a jar; null if nothing tells. */
    default @Nullable String location(String name) {
        return null;
    }

    /** Of a loader, held weakly; those of the JDK if it is null. What a loader throws is taken for no file. */
    static ClassFiles of(@Nullable ClassLoader loader) {
        if (loader == null) {
            return name -> read(null, name);
        }
        WeakReference<ClassLoader> held = new WeakReference<>(loader);
        return new ClassFiles() {
            @Override
            public byte @Nullable [] read(String name) {
                ClassLoader alive = held.get();
                return alive == null ? null : ClassFiles.read(alive, name);
            }

            @Override
            public @Nullable String location(String name) {
                ClassLoader alive = held.get();
                return alive == null ? null : ClassFiles.location(alive, name + ".class");
            }
        };
    }

    private static @Nullable String location(ClassLoader loader, String file) {
        try {
            URL url = loader.getResource(file);
            String text = url == null ? "" : url.toString();
            return text.endsWith(file) ? text.substring(0, text.length() - file.length()) : null;
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static byte @Nullable [] read(@Nullable ClassLoader loader, String name) {
        // Whatever a loader says of resources, classes of the JDK come from the JDK.
        try (InputStream in = open(JdkPackages.has(name) ? null : loader, name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static @Nullable InputStream open(@Nullable ClassLoader loader, String file) {
        return loader == null ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file);
    }
}
