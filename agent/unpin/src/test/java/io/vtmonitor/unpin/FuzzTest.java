package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassPlan;
import java.io.ObjectStreamClass;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Classes that nobody wrote do the same before and after. {@code -Dvtmonitor.fuzz=N} tries N of them instead of the
 * few; how many there were is written to {@code target/unpin-fuzz.txt} and {@code target/unpin-fuzz-shapes.txt}.
 */
@Tag("unpin")
class FuzzTest {
    private static final int CLASSES = Integer.getInteger("vtmonitor.fuzz", 12);
    private static final long FIRST_SEED = 20_261_121;

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void generated_classes_behave_the_same_before_and_after(@TempDir Path directory) throws Exception {
        int calls = 0;
        int thrown = 0;
        Set<Choice.How> ways = EnumSet.noneOf(Choice.How.class);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + CLASSES; seed++) {
            byte[] original = compile(new RandomSource(seed).generate(), directory.resolve("c" + seed));
            Rewriting rewriting = Rewriting.of(
                    name -> name.equals("generated/Generated")
                            ? original
                            : ClassFiles.of(getClass().getClassLoader()).read(name),
                    "generated.**");
            byte[] rewritten = rewriting.rewriteForHere(original);
            assertThat(rewriting.plan(original).planned()).as("seed " + seed).allMatch(FuzzTest::isExpected);
            rewriting
                    .plan(original)
                    .planned()
                    .forEach(one -> ways.add(one.choice().how()));
            Class<?> before = new OneClass(original).type();
            Class<?> after = new OneClass(rewritten).type();
            assertThat(ObjectStreamClass.lookup(after).getSerialVersionUID())
                    .isEqualTo(ObjectStreamClass.lookup(before).getSerialVersionUID());
            for (int method = 0; method <= RandomSource.METHODS; method++) {
                for (int argument = 0; argument < 6; argument++) {
                    List<String> expected = run(before, method, argument);
                    assertThat(run(after, method, argument))
                            .as("seed %d, m%d(%d)", seed, method, argument)
                            .isEqualTo(expected);
                    calls++;
                    thrown += expected.get(0).startsWith("threw") ? 1 : 0;
                }
            }
        }
        Files.writeString(
                Path.of("target", "unpin-fuzz.txt"),
                CLASSES + " generated classes, " + calls + " calls before and after, " + thrown + " of them threw\n");
        assertThat(ways).containsExactly(Choice.How.values());
        assertThat(calls).isGreaterThan(1000);
        assertThat(thrown).as("calls that ended by an exception").isBetween(calls / 50, calls);
    }

    /** What is handed in is locked both ways, what the JDK locks keeps its monitor, and nothing else does. */
    private static boolean isExpected(ClassPlan.Planned one) {
        Choice.How expected = switch (one.site().lock().text()) {
            case "field given", "parameter 2" -> Choice.How.BOTH;
            case "field table", "a string" -> Choice.How.KEEP;
            default -> Choice.How.REWRITE;
        };
        return one.site().form() == LockSite.Form.CALL || one.choice().how() == expected;
    }

    /** What compilers don't write but the JVM accepts; whatever is not released on every path is refused. */
    @Test
    void odd_shapes_behave_the_same_or_are_refused() throws Exception {
        int rewritten = 0;
        int refused = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 40L * CLASSES; seed++) {
            RandomShape shape = new RandomShape(seed);
            byte[] original = shape.generate();
            Rewriting rewriting = Rewriting.of(
                    name -> name.equals("generated/Generated")
                            ? original
                            : ClassFiles.of(getClass().getClassLoader()).read(name),
                    "generated.**");
            boolean isRefused = rewriting.plan(original).scan().refusal() != null;
            if (!shape.isBalanced()) {
                assertThat(isRefused).as("seed " + seed).isTrue();
            }
            refused += isRefused ? 1 : 0;
            rewritten += isRefused ? 0 : 1;
            if (isRefused) {
                // What asks whether a lock is owned is told of the locks of others, too; none of its own is touched.
                assertThat(rewriting.plan(original).planned())
                        .as("seed " + seed)
                        .noneMatch(one -> one.site().form() != LockSite.Form.CALL
                                && one.choice().how() != Choice.How.KEEP);
                continue;
            }
            Class<?> before = new OneClass(original).type();
            Class<?> after = new OneClass(rewriting.rewriteForHere(original)).type();
            for (int argument = 0; argument < 30; argument++) {
                assertThat(called(after, argument))
                        .as("seed %d, argument %d", seed, argument)
                        .isEqualTo(called(before, argument));
            }
        }
        Files.writeString(
                Path.of("target", "unpin-fuzz-shapes.txt"),
                rewritten + " odd shapes rewritten, 30 calls of each before and after; " + refused + " refused\n");
        assertThat(rewritten).as("rewritten, of " + (rewritten + refused)).isGreaterThan(10 * CLASSES);
        assertThat(refused).isGreaterThan(5 * CLASSES);
    }

    private static List<String> called(Class<?> type, int argument) throws ReflectiveOperationException {
        Object instance = type.getConstructor().newInstance();
        List<String> seen = new ArrayList<>();
        try {
            seen.add("returned " + type.getMethod("run", int.class).invoke(instance, argument));
        } catch (java.lang.reflect.InvocationTargetException e) {
            seen.add("threw " + e.getCause());
        }
        for (String field : List.of("first", "second")) {
            seen.add("holds " + holds(type, type.getField(field).get(instance)));
        }
        seen.add("holds " + holds(type, instance));
        return seen;
    }

    /** Asked by the class itself: rewritten, it asks the lock. */
    private static Object holds(Class<?> type, Object object) throws ReflectiveOperationException {
        return type.getMethod("holds", Object.class).invoke(null, object);
    }

    /** What it returned or threw, its trace, and whether it left a lock. */
    private static List<String> run(Class<?> type, int method, int argument) throws ReflectiveOperationException {
        Object given = argument % 2 == 0 ? new Object() : null;
        Object instance = type.getConstructor(Object.class).newInstance(given);
        List<String> seen = new ArrayList<>();
        try {
            seen.add("returned " + type.getMethod("run", int.class, int.class).invoke(instance, method, argument));
        } catch (java.lang.reflect.InvocationTargetException e) {
            seen.add("threw " + e.getCause());
            if (e.getCause() instanceof StackOverflowError) {
                // Where it comes, and after how much of the work, depends on how long the frames are.
                seen.add("holds " + type.getMethod("holdsAny").invoke(instance));
                return seen;
            }
            for (StackTraceElement frame : e.getCause().getStackTrace()) {
                if (frame.getClassName().equals("generated.Generated")) {
                    seen.add(frame.toString());
                }
            }
        }
        seen.add(type.getField("trace").get(instance).toString());
        seen.add("holds " + type.getMethod("holdsAny").invoke(instance));
        return seen;
    }

    private static byte[] compile(String source, Path directory) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Files.createDirectories(directory);
        var file =
                new SimpleJavaFileObject(
                        URI.create("string:///generated/Generated.java"), javax.tools.JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignore) {
                        return source;
                    }
                };
        java.io.StringWriter messages = new java.io.StringWriter();
        boolean done = compiler.getTask(
                        messages, null, null, List.of("-d", directory.toString(), "-g"), null, List.of(file))
                .call();
        assertThat(done).as(messages + source).isTrue();
        return Files.readAllBytes(directory.resolve("generated").resolve("Generated.class"));
    }

    /** A loader of one class. */
    private static final class OneClass extends ClassLoader {
        private final byte[] bytes;

        OneClass(byte[] bytes) {
            super(FuzzTest.class.getClassLoader());
            this.bytes = bytes;
        }

        Class<?> type() {
            return defineClass("generated.Generated", bytes, 0, bytes.length);
        }
    }
}
