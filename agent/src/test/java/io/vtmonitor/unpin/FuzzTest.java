package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ObjectStreamClass;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Classes that nobody wrote do the same before and after. {@code -Dvtmonitor.fuzz=N} tries N of them instead of the few. */
class FuzzTest {
    private static final int CLASSES = Integer.getInteger("vtmonitor.fuzz", 12);
    private static final long FIRST_SEED = 20_261_121;

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void generated_classes_behave_the_same_before_and_after(@TempDir Path directory) throws Exception {
        int calls = 0;
        int thrown = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + CLASSES; seed++) {
            byte[] original = compile(new RandomSource(seed).generate(), directory.resolve("c" + seed));
            Rewriting rewriting = Rewriting.of(
                    name -> name.equals("generated/Generated")
                            ? original
                            : ClassFiles.of(getClass().getClassLoader()).read(name),
                    "generated.**");
            byte[] rewritten = rewriting.rewriteForHere(original);
            assertThat(rewriting.plan(original).planned())
                    .as("seed " + seed)
                    .allMatch(one -> one.choice().how() == Choice.How.REWRITE);
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
        assertThat(calls).isGreaterThan(1000);
        assertThat(thrown).as("calls that ended by an exception").isBetween(calls / 50, calls);
    }

    /** What it returned or threw, its trace, and whether it left a lock. */
    private static List<String> run(Class<?> type, int method, int argument) throws ReflectiveOperationException {
        Object instance = type.getConstructor().newInstance();
        List<String> seen = new ArrayList<>();
        try {
            seen.add("returned " + type.getMethod("run", int.class, int.class).invoke(instance, method, argument));
        } catch (java.lang.reflect.InvocationTargetException e) {
            StackTraceElement[] stack = e.getCause().getStackTrace();
            seen.add("threw " + e.getCause());
            for (StackTraceElement frame : stack) {
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
