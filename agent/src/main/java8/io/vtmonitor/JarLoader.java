package io.vtmonitor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.Enumeration;
import java.util.function.BiFunction;

/**
 * Loads our classes in the JVM of an application when they are needed, from the jar as it was at first. A deployment
 * may copy a new jar over it while the JVM runs, and the JDK's loaders would then read garbage.
 */
final class JarLoader extends ClassLoader {
    private static final String OURS = "io/vtmonitor/";
    private static final String SERVICES = "META-INF/services/io.vtmonitor.";
    private static final byte[][] COMMAND_LINE = bytes("cli/", "scan/", "gate/", "diff/", "shaded/picocli/");
    private static final byte[][] JSON = bytes("shaded/jackson/", "shaded/fasterxml/");
    private static final byte[][] WEAVING = bytes("shaded/bytebuddy/");
    private static final byte[][] PAGES = bytes("http/", "report/html/");
    private static final byte[][] METRICS = bytes("shaded/micrometer/", "shaded/prometheus/", "shaded/hdrhistogram/");

    /** The loader for all watches in this JVM, one after the other; null before the first. */
    private static ClassLoader only;

    static {
        registerAsParallelCapable();
    }

    private final JarBytes bytes;

    private JarLoader(Path jar, boolean json, boolean pages, boolean metrics, boolean weaving) throws IOException {
        super(VtMonitor.class.getClassLoader().getParent());
        bytes = new JarBytes(jar, new Wanted(json, pages, metrics, weaving));
    }

    private static byte[][] bytes(String... names) {
        byte[][] bytes = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            bytes[i] = names[i].getBytes(StandardCharsets.UTF_8);
        }
        return bytes;
    }

    /** What an agent may need. Not a lambda, because linking the first one takes longer than all of this. */
    private static final class Wanted implements JarBytes.Filter {
        private static final byte[][] FOLDERS = bytes(OURS, SERVICES);

        private final boolean json;
        private final boolean pages;
        private final boolean metrics;
        private final boolean weaving;

        Wanted(boolean json, boolean pages, boolean metrics, boolean weaving) {
            this.json = json;
            this.pages = pages;
            this.metrics = metrics;
            this.weaving = weaving;
        }

        @Override
        public boolean wants(byte[] names, int begin, int length) {
            int end = begin + length;
            if (names[end - 1] == '/') {
                return false;
            }
            return isAt(FOLDERS[1], names, begin, end)
                    || (isAt(FOLDERS[0], names, begin, end) && isOfAgent(names, begin + OURS.length(), end));
        }

        private boolean isOfAgent(byte[] names, int begin, int end) {
            return !isIn(COMMAND_LINE, names, begin, end)
                    && (json || !isIn(JSON, names, begin, end))
                    && (pages || !isIn(PAGES, names, begin, end))
                    && (metrics || !isIn(METRICS, names, begin, end))
                    && (weaving || !isIn(WEAVING, names, begin, end));
        }

        private static boolean isIn(byte[][] folders, byte[] names, int begin, int end) {
            for (byte[] folder : folders) {
                if (isAt(folder, names, begin, end)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isAt(byte[] start, byte[] names, int begin, int end) {
            int i = 0;
            while (i < start.length && begin + i < end && names[begin + i] == start[i]) {
                i++;
            }
            return i == start.length;
        }
    }

    /**
     * The loader for our classes. If none can be created (a jar in an unusual place, no memory), the loader of this
     * class.
     *
     * @param json whether JSON will be written, so that its classes are kept
     * @param pages whether pages will be served, so that their classes are kept
     * @param metrics whether metrics will be served or sent, so that their classes are kept
     * @param weaving whether calls will be woven into pools, so that the classes for that are kept
     */
    static synchronized ClassLoader get(boolean json, boolean pages, boolean metrics, boolean weaving) {
        if (only == null) {
            try {
                URL place =
                        VtMonitor.class.getProtectionDomain().getCodeSource().getLocation();
                only = new JarLoader(Paths.get(URI.create(place.toString())), json, pages, metrics, weaving);
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                only = VtMonitor.class.getClassLoader();
            }
        }
        return only;
    }

    /**
     * A class of ours.
     *
     * @param options the agent's options, which say what will be needed
     */
    static Class<?> ours(String type, String options) throws ClassNotFoundException {
        boolean pages = GivenOptions.mayName(options, "port", "PORT");
        boolean json = pages || GivenOptions.mayName(options, "report", "REPORT");
        boolean weaving = GivenOptions.mayName(options, "resources", "RESOURCES");
        return Class.forName(type, true, get(json, pages, needsMetrics(options), weaving));
    }

    /** Whether metrics will be needed: for whoever asks the port, or to be sent. */
    static boolean needsMetrics(String options) {
        return GivenOptions.mayName(options, "port", "PORT") || GivenOptions.mayName(options, "otlp", "OTLP");
    }

    /**
     * Calls a class of ours that starts the watch, through an interface of the JDK, because linking a call by
     * reflection takes longer.
     */
    @SuppressWarnings("unchecked")
    static Boolean start(String type, String options, Instrumentation instrumentation)
            throws ReflectiveOperationException {
        Object start = ours(type, options).getDeclaredConstructor().newInstance();
        return ((BiFunction<String, Instrumentation, Boolean>) start).apply(options, instrumentation);
    }

    /** Calls a static method of a class of ours, and throws what it throws. */
    static Object call(String type, String method, String options, Instrumentation instrumentation) throws Throwable {
        try {
            return ours(type, options)
                    .getMethod(method, String.class, Instrumentation.class)
                    .invoke(null, options, instrumentation);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Only this loader loads our classes, so that no class of the application can take their place. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("io.vtmonitor.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file;
        try {
            file = bytes.read(name.replace('.', '/') + ".class");
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        defineVersion(name.substring(0, name.lastIndexOf('.')));
        return defineClass(name, file, 0, file.length, VtMonitor.class.getProtectionDomain());
    }

    private void defineVersion(String name) {
        if (getPackage(name) == null) {
            try {
                String version = VtMonitor.class.getPackage().getImplementationVersion();
                definePackage(name, null, null, null, null, version, null, null);
            } catch (IllegalArgumentException ignored) {
                // Another thread was faster.
            }
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            byte[] file = isOurs(name) ? bytes.read(name) : null;
            return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file);
        } catch (IOException ignored) {
            return null;
        }
    }

    private static boolean isOurs(String name) {
        return name.startsWith(OURS) || name.startsWith(SERVICES);
    }

    @Override
    protected URL findResource(String name) {
        try {
            return bytes.has(name) ? new URL(null, "vtmonitor:" + name, new FromBytes()) : null;
        } catch (MalformedURLException ignored) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null
                ? Collections.<URL>emptyEnumeration()
                : Collections.enumeration(Collections.singleton(found));
    }

    /** Opens resources for {@link java.util.ServiceLoader}. */
    private final class FromBytes extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() throws IOException {
                    InputStream file = getResourceAsStream(url.getPath());
                    if (file == null) {
                        throw new IOException(url.toString());
                    }
                    return file;
                }
            };
        }
    }
}
