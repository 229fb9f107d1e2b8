package io.vtmonitor.unpinned;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** {@link Island} on the class path, in a web application's loader, in a bundle's and in a named module. */
public final class Loaders {
    private static final String NAME = "io.vtmonitor.unpinned.Island";

    private Loaders() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        URL own = Loaders.class.getProtectionDomain().getCodeSource().getLocation();
        System.out.println("class path: " + new Island().get());
        try (URLClassLoader war = new URLClassLoader(new URL[] {own}, ClassLoader.getPlatformClassLoader())) {
            System.out.println("war: " + run(war.loadClass(NAME)));
        }
        System.out.println("bundle: " + run(new Bundle().loadClass(NAME)));
        System.out.println("module: " + run(inModule()));
    }

    private static String run(Class<?> island) throws ReflectiveOperationException {
        if (island == Island.class) {
            return "the same class";
        }
        Supplier<?> made = (Supplier<?>) island.getConstructor().newInstance();
        return made.get()
                + (island.getModule().isNamed() ? " in " + island.getModule().getName() : "");
    }

    private static byte[] file() throws IOException {
        try (InputStream in = Loaders.class.getResourceAsStream("Island.class")) {
            return in.readAllBytes();
        }
    }

    /** As an OSGi framework's: asks its parent for {@code java.*} alone. */
    private static final class Bundle extends ClassLoader {
        Bundle() {
            super(null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            if (!name.equals(NAME)) {
                throw new ClassNotFoundException(name + " is not in the bundle");
            }
            try {
                byte[] bytes = file();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public URL getResource(String name) {
            return null;
        }
    }

    private static Class<?> inModule() throws ClassNotFoundException {
        ModuleDescriptor descriptor = ModuleDescriptor.newModule("island")
                .exports("io.vtmonitor.unpinned")
                .packages(Set.of("io.vtmonitor.unpinned"))
                .build();
        ModuleReference reference = new ModuleReference(descriptor, URI.create("memory:island")) {
            @Override
            public ModuleReader open() {
                return new Files();
            }
        };
        ModuleFinder finder = new ModuleFinder() {
            @Override
            public Optional<ModuleReference> find(String name) {
                return name.equals("island") ? Optional.of(reference) : Optional.empty();
            }

            @Override
            public Set<ModuleReference> findAll() {
                return Set.of(reference);
            }
        };
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration = boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("island"));
        return ModuleLayer.defineModulesWithOneLoader(
                        configuration, List.of(boot), ClassLoader.getPlatformClassLoader())
                .layer()
                .findLoader("island")
                .loadClass(NAME);
    }

    private static final class Files implements ModuleReader {
        @Override
        public Optional<URI> find(String name) {
            return Optional.empty();
        }

        @Override
        public Optional<InputStream> open(String name) {
            return name.endsWith("Island.class")
                    ? Optional.ofNullable(Loaders.class.getResourceAsStream("Island.class"))
                    : Optional.empty();
        }

        @Override
        public Optional<ByteBuffer> read(String name) throws IOException {
            return name.endsWith("Island.class") ? Optional.of(ByteBuffer.wrap(file())) : Optional.empty();
        }

        @Override
        public Stream<String> list() {
            return Stream.of("io/vtmonitor/unpinned/Island.class");
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
