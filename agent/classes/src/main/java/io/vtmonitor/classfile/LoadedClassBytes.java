package io.vtmonitor.classfile;

import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Library;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.net.URLConnection;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Class files of the classes loaded in this JVM. They are read from the place the class came from, by our own code: its
 * loader would run the application's code on our thread, and could wait for a lock that a starved virtual thread owns.
 * The loader is asked only if the class has no file, whatever it may throw. No class is loaded or initialized. Changes
 * that agents made while loading are not visible this way; the finder notices if the bytes do not match, and asks the
 * JVM.
 */
public final class LoadedClassBytes implements ClassBytes {
    private static final int MOST_LOADERS = 8;
    private static final int MOST_PLACES = 8;
    private static final Library UNKNOWN = new Library("unknown", null);

    private final LoadedClasses loaded;
    private final CapturedClasses captured;
    private final LruCache<CodeLocation, LibraryOfJar> libraries = new LruCache<>(1024);
    private final LruCache<CodeLocation, Boolean> multiRelease = new LruCache<>(1024);

    public LoadedClassBytes(Instrumentation instrumentation) {
        this(instrumentation, System::nanoTime);
    }

    LoadedClassBytes(Instrumentation instrumentation, LongSupplier nanoTime) {
        loaded = new LoadedClasses(instrumentation, nanoTime);
        captured = new CapturedClasses(instrumentation, nanoTime);
    }

    /** As {@link JdkImage#version} tells it of the same JDK: {@code 21.0.8}, {@code 28-ea}. */
    static String runningVersion() {
        Runtime.Version running = Runtime.version();
        String version = running.version().stream().map(String::valueOf).collect(Collectors.joining("."));
        return running.pre().isPresent() ? version + "-" + running.pre().get() : version;
    }

    @Override
    public List<ClassFile> find(String className) {
        List<ClassFile> found = new ArrayList<>();
        try {
            for (Class<?> type : loaded.named(className)) {
                ClassFile file = found.size() < MOST_LOADERS ? readOrNull(type) : null;
                if (file != null) {
                    found.add(file);
                }
            }
        } catch (Throwable e) {
            return List.copyOf(found);
        }
        return List.copyOf(found);
    }

    @Override
    public List<ClassFile> notLoaded(String className, Collection<String> others) {
        try {
            for (CodeLocation place : places(others)) {
                ClassFile file = readFrom(place, className);
                if (file != null) {
                    return List.of(file);
                }
            }
        } catch (Throwable e) { // a damaged jar
            return List.of();
        }
        return List.of();
    }

    private Set<CodeLocation> places(Collection<String> classNames) {
        Set<CodeLocation> places = new LinkedHashSet<>();
        for (String name : classNames) {
            for (Class<?> type : loaded.named(name)) {
                CodeLocation place = location(type);
                if (place != null && places.size() < MOST_PLACES) {
                    places.add(place);
                }
            }
        }
        return places;
    }

    private @Nullable ClassFile readOrNull(Class<?> type) {
        try {
            return read(type);
        } catch (Throwable e) { // a loader of the application may throw anything
            return null;
        }
    }

    @Override
    public boolean isOfRunningJvm() {
        return true;
    }

    @Override
    public List<ClassFile> asLoaded(String className) {
        List<ClassFile> found = new ArrayList<>();
        try {
            for (Class<?> type : loaded.namedByNow(className)) {
                byte[] bytes = found.size() < MOST_LOADERS ? captured.of(type) : null;
                if (bytes != null) {
                    found.add(new ClassFile(bytes, library(type)));
                }
            }
        } catch (Throwable e) { // whatever other agents and the JVM come up with
            return List.copyOf(found);
        }
        return List.copyOf(found);
    }

    @Override
    public boolean isAwaited(String className) {
        return captured.isAwaited(className);
    }

    private @Nullable ClassFile read(Class<?> type) throws IOException {
        CodeLocation location = location(type);
        if (location != null) {
            ClassFile file = readFrom(location, type.getName());
            if (file != null) {
                return file;
            }
        } else if (isOfImage(type)) {
            return fileOf(type.getModule().getResourceAsStream(ClassInArchive.fileName(type.getName())), ofImage(type));
        }
        // Whoever defines a class from bytes may have others than its loader has a resource of.
        byte[] captured = this.captured.of(type);
        if (captured != null) {
            return new ClassFile(captured, library(type));
        }
        ClassFile named = fileOf(resource(type), library(type));
        return named == null ? null : new ClassFile(named.bytes(), named.library(), false);
    }

    /** A class runs whether or not the file that its code source names is there, or ever was. */
    Library library(Class<?> type) {
        CodeLocation location = location(type);
        if (location == null) {
            return isOfImage(type) ? ofImage(type) : UNKNOWN;
        }
        try {
            return library(location).of(type.getName());
        } catch (IOException e) {
            return LibraryOfJar.byFileName(location.fileName());
        }
    }

    private static Library ofImage(Class<?> type) {
        ModuleDescriptor module = type.getModule().getDescriptor();
        return LibraryOfJar.ofModule(module.name(), module.rawVersion().orElse(null), runningVersion());
    }

    static boolean isOfImage(Class<?> type) {
        return type.getModule().isNamed() && type.getModule().getLayer() == ModuleLayer.boot();
    }

    static @Nullable CodeLocation location(Class<?> type) {
        ProtectionDomain domain = type.getProtectionDomain();
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL url = source == null ? null : source.getLocation();
        return url == null ? null : CodeLocation.parse(url.toString());
    }

    private @Nullable ClassFile readFrom(CodeLocation location, String className) {
        try (Archive archive = location.open()) {
            byte[] bytes = ClassInArchive.readRelease(
                    archive,
                    className,
                    isMultiRelease(location, archive) ? Runtime.version().feature() : 0);
            return bytes == null ? null : new ClassFile(bytes, library(location).of(className));
        } catch (IOException e) {
            return null; // replaced or removed since: the loader may still have it open
        }
    }

    private boolean isMultiRelease(CodeLocation location, Archive archive) throws IOException {
        Boolean known = multiRelease.get(location);
        if (known == null) {
            known = !(archive instanceof Folder) && archive.isMultiRelease();
            multiRelease.put(location, known);
        }
        return known;
    }

    private LibraryOfJar library(CodeLocation location) throws IOException {
        LibraryOfJar known = libraries.get(location);
        if (known == null) {
            known = location.library();
            libraries.put(location, known);
        }
        return known;
    }

    private static @Nullable InputStream resource(Class<?> type) throws IOException {
        ClassLoader loader = type.getClassLoader();
        String name = ClassInArchive.fileName(type.getName());
        if (loader == null) {
            return type.getResourceAsStream("/" + name);
        }
        URL url = loader.getResource(name);
        if (url == null) {
            return loader.getResourceAsStream(name);
        }
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // a cached jar would stay open permanently
        return connection.getInputStream();
    }

    private static @Nullable ClassFile fileOf(@Nullable InputStream resource, Library library) throws IOException {
        if (resource == null) {
            return null;
        }
        try (resource) {
            return new ClassFile(resource.readAllBytes(), library);
        }
    }
}
