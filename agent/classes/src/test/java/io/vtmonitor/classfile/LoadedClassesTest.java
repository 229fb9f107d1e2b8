package io.vtmonitor.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes of the running JVM: found when they were loaded, held weakly, whatever their loaders do. */
class LoadedClassesTest {
    private static final String NAME = "io.vtmonitor.holders.Scenes";
    private static final String FILE = "io/vtmonitor/holders/Scenes.class";

    @TempDir
    private Path folder;

    @Test
    void loaded_classes_are_looked_for_again_but_not_all_the_time() {
        AtomicLong now = new AtomicLong();
        List<Class<?>> loaded = new ArrayList<>(List.of(String.class));
        AtomicLong looks = new AtomicLong();
        LoadedClasses classes = new LoadedClasses(
                ClassBytesTest.loaded(() -> {
                    looks.incrementAndGet();
                    return loaded.toArray(new Class<?>[0]);
                }),
                now::get);
        assertThat(classes.named("java.lang.String")).containsExactly(String.class);
        assertThat(classes.named("java.lang.Integer")).isEmpty();
        loaded.add(Integer.class);
        assertThat(classes.named("java.lang.Integer")).isEmpty();
        now.addAndGet(600_000_000);
        assertThat(classes.named("java.lang.Integer")).containsExactly(Integer.class);
        assertThat(looks).hasValue(3);
    }

    @Test
    void a_class_loaded_a_moment_ago_is_found_when_it_is_asked_for_the_first_time() {
        List<Class<?>> loaded = new ArrayList<>(List.of(String.class));
        LoadedClasses classes =
                new LoadedClasses(ClassBytesTest.loaded(() -> loaded.toArray(new Class<?>[0])), () -> 0);
        assertThat(classes.named("java.lang.String")).containsExactly(String.class);
        loaded.add(Integer.class);
        assertThat(classes.named("java.lang.Integer")).containsExactly(Integer.class);
    }

    @Test
    void names_that_nobody_knows_do_not_make_it_look_without_end() {
        AtomicLong looks = new AtomicLong();
        LoadedClasses classes = new LoadedClasses(
                ClassBytesTest.loaded(() -> {
                    looks.incrementAndGet();
                    return new Class<?>[] {String.class};
                }),
                () -> 0);
        for (int i = 0; i < 1000; i++) {
            assertThat(classes.named("gone.Type" + i)).isEmpty();
        }
        assertThat(looks).hasValue(21);
    }

    @Test
    void a_class_loader_is_not_kept_alive() throws Exception {
        Path jar = Files.write(folder.resolve("x.jar"), SceneFiles.zip(Map.of(FILE, SceneFiles.scenes()), false));
        URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
        List<Class<?>> loaded = new ArrayList<>(List.of(Class.forName(NAME, false, loader)));
        LoadedClassBytes bytes = new LoadedClassBytes(ClassBytesTest.loaded(() -> loaded.toArray(new Class<?>[0])));
        assertThat(bytes.find(NAME)).hasSize(1);
        WeakReference<ClassLoader> reference = new WeakReference<>(loader);
        loaded.clear();
        loader.close();
        loader = null;
        for (int i = 0; i < 50 && reference.get() != null; i++) {
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(reference.get()).isNull();
        assertThat(bytes.find(NAME)).isEmpty();
    }

    @Test
    void a_loader_that_throws_anything_is_survived() throws Exception {
        ClassLoader hostile = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, SceneFiles.scenes(), 0, SceneFiles.scenes().length);
            }

            @Override
            public URL getResource(String name) {
                throw new StackOverflowError();
            }
        };
        assertThat(ClassBytesTest.live(Class.forName(NAME, false, hostile))).isEmpty();
    }

    @Test
    void to_look_again_costs_no_memory_for_the_classes_that_are_known() throws Exception {
        Class<?>[] loaded = classesOfTheJdk();
        assertThat(loaded).hasSizeGreaterThan(3_000);
        AtomicLong now = new AtomicLong();
        LoadedClasses classes = new LoadedClasses(ClassBytesTest.loaded(() -> loaded), now::get);
        assertThat(classes.named("java.lang.String")).containsExactly(String.class);
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        now.addAndGet(600_000_000);
        List<Class<?>> none = classes.named("gone.Type");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
        assertThat(none).isEmpty();
        assertThat(loaded)
                .allSatisfy(type -> assertThat(classes.named(type.getName())).containsExactly(type));
    }

    private static Class<?>[] classesOfTheJdk() throws Exception {
        Path base = Path.of(URI.create("jrt:/java.base"));
        try (Stream<Path> files = Files.walk(base)) {
            List<Class<?>> found = new ArrayList<>();
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = base.relativize(file).toString().replace('/', '.');
                if (name.startsWith("java.") && name.endsWith(".class") && !name.contains("-info")) {
                    found.add(Class.forName(name.substring(0, name.length() - ".class".length()), false, null));
                }
            }
            return found.toArray(new Class<?>[0]);
        }
    }

    @Test
    void unknown_and_hidden_classes_have_no_bytes() {
        Runnable hidden = () -> {};
        assertThat(ClassBytesTest.live(hidden.getClass())).isEmpty();
    }
}
