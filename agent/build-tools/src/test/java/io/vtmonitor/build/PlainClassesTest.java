package io.vtmonitor.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rewritten classes do what they did, without {@code invokedynamic}. */
class PlainClassesTest {
    @TempDir
    Path root;

    /** Something of each kind that a lambda can be. */
    public static final class Sample {
        private final long base;

        private Sample(long base) {
            this.base = base;
        }

        private record Point(int x, long y, double z, String name, boolean seen) {}

        private long plus(int more) {
            return base + more;
        }

        /** What all of it comes to. */
        public static String run() {
            Sample sample = new Sample(40);
            int captured = 3;
            long wide = 1L << 40;
            double half = 0.5;
            String text = "text";
            Function<Integer, Long> bound = sample::plus;
            Function<Long, Sample> made = Sample::new;
            BiFunction<Sample, Integer, Long> unbound = Sample::plus;
            IntBinaryOperator primitive = (a, b) -> a * b + captured;
            LongSupplier wider = () -> captured;
            ToDoubleFunction<Integer> widened = number -> number * half + wide;
            Supplier<String> several = () -> text + captured + wide + half + sample.base;
            Runnable nothing = sample::hashCode;
            nothing.run();
            Map<String, Integer> sorted = new TreeMap<>(
                    Comparator.<String>comparingInt(String::length).thenComparing(Comparator.reverseOrder()));
            List.of("b", "a", "cc").forEach(each -> sorted.merge(each, 1, Integer::sum));
            Point point = new Point(1, 2, 3.5, "p", true);
            return String.join(
                    "|",
                    bound.apply(2).toString(),
                    "" + made.apply(7L).base,
                    unbound.apply(sample, 5).toString(),
                    "" + primitive.applyAsInt(4, 5),
                    "" + wider.getAsLong(),
                    "" + widened.applyAsDouble(4),
                    several.get(),
                    sorted.toString(),
                    point.toString(),
                    "" + point.equals(new Point(1, 2, 3.5, "p", true)),
                    "" + point.equals(new Point(1, 2, 3.5, null, true)),
                    "" + new Point(0, 0, 0, null, false).equals(new Point(0, 0, -0.0, null, false)),
                    "" + (point.hashCode() == new Point(1, 2, 3.5, "p", true).hashCode()));
        }
    }

    @Test
    void a_class_does_the_same_without_invokedynamic() throws Exception {
        Path compiled = root.resolve("compiled");
        Path folder = Files.createDirectories(compiled.resolve("io/vtmonitor/build"));
        for (String name : List.of("PlainClassesTest", "PlainClassesTest$Sample", "PlainClassesTest$Sample$Point")) {
            copy(name, folder);
        }
        assertThat(bytes(folder, "PlainClassesTest$Sample")).contains("LambdaMetafactory");

        Path plain = root.resolve("plain");
        Path left = Files.createDirectories(plain).resolve("Left.class");
        Files.writeString(left, "from a build before");
        PlainClasses.main(new String[] {plain.toString(), compiled.toString()});

        assertThat(left).doesNotExist();
        Path rewritten = plain.resolve("io/vtmonitor/build");
        assertThat(bytes(rewritten, "PlainClassesTest$Sample")).doesNotContain("LambdaMetafactory");
        assertThat(bytes(rewritten, "PlainClassesTest$Sample$Point")).doesNotContain("ObjectMethods");
        URL[] path = {plain.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            Method run = loader.loadClass(Sample.class.getName()).getMethod("run");
            assertThat(run.invoke(null)).isEqualTo(Sample.run());
        }
    }

    private static void copy(String name, Path folder) throws IOException {
        try (InputStream in = PlainClassesTest.class.getResourceAsStream(name + ".class")) {
            Files.copy(in, folder.resolve(name + ".class"));
        }
    }

    private static String bytes(Path folder, String name) throws IOException {
        return Files.readString(folder.resolve(name + ".class"), StandardCharsets.ISO_8859_1);
    }
}
