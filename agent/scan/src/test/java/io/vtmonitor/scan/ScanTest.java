package io.vtmonitor.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.classfile.JdkClasses;
import io.vtmonitor.scan.report.ScanText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a scan finds in small programs, and what it does not. */
class ScanTest {
    private static final String BLOCKS = "static void block() throws Exception { Thread.sleep(10); } ";

    @TempDir
    Path folder;

    @Test
    void a_synchronized_method_and_a_block_are_found_with_what_they_lock_and_the_path_to_the_wait() throws IOException {
        List<ScanFinding> found = found("""
                class A {
                    private final Object lock = new Object();
                    synchronized void method() throws Exception { first(); }
                    void block() throws Exception {
                        synchronized (lock) {
                            first();
                        }
                    }
                    static void first() throws Exception { second(); }
                    static void second() throws Exception { Thread.sleep(10); }
                }
                """);
        assertThat(Sources.lines(found))
                .containsExactlyInAnyOrder(
                        "A.method:3 monitor of this, sleep, direct: method > first > second",
                        "A.block:6 monitor of field lock, sleep, direct: block > first > second");
    }

    @Test
    void a_call_before_or_after_the_block_is_not_under_the_monitor() throws IOException {
        assertThat(found("class A { " + BLOCKS + """
                    void around() throws Exception {
                        block();
                        synchronized (this) {
                            hashCode();
                        }
                        block();
                    }
                }
                """)).isEmpty();
    }

    @Test
    void an_interface_with_one_implementation_needs_one_target_and_with_two_needs_many() throws IOException {
        String use = """
                class A {
                    synchronized void use(Task task) throws Exception { task.work(); }
                }
                """;
        String task = "interface Task { void work() throws Exception; }";
        String sleeps = "class Sleeps implements Task { public void work() throws Exception { Thread.sleep(1); } }";
        String idles = "class Idles implements Task { public void work() {} }";
        assertThat(found(use, task, sleeps)).extracting(ScanFinding::certainty).containsExactly(Certainty.ONE_TARGET);
        assertThat(found(use, task, sleeps, idles))
                .extracting(ScanFinding::certainty)
                .containsExactly(Certainty.MANY_TARGETS);
        assertThat(found(use, task, idles)).isEmpty();
    }

    @Test
    void what_the_application_reaches_comes_before_corners_of_libraries() throws IOException {
        Path library = Sources.compile(
                folder,
                "public class Corner { public static synchronized void work() throws Exception { Thread.sleep(1); } }",
                """
                public class Used {
                    public static synchronized void work() throws Exception { rest(); }
                    static void rest() throws Exception { Thread.sleep(1); }
                }
                """);
        Path main = folder.resolve("Main.java");
        Files.writeString(
                main,
                "class Main { public static void main(String[] a) throws Exception { for (;;) { go(); } }"
                        + " static void go() throws Exception { Used.work(); } }");
        Path application = Files.createDirectory(folder.resolve("application"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                library.toString(),
                                "-d",
                                application.toString(),
                                main.toString()))
                .isZero();

        Path jar = folder.resolve("library-1.0.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("Corner.class", "Used.class")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(Files.readAllBytes(library.resolve(name)));
            }
        }

        assertThat(Sources.scan(21, application, jar).findings())
                .extracting(finding -> finding.holding().holder().className() + " "
                        + finding.reach().reached())
                .containsExactlyInAnyOrder("Corner false", "Used true");
        assertThat(Sources.scan(21, jar).findings())
                .as("of a library that is scanned alone")
                .allMatch(finding -> finding.reach().reached());
        assertThat(Assessment.of(Sources.scan(21, application, jar), true, new UnreadCallsTest.Known(false)))
                .extracting(each -> each.finding().holding().holder().className())
                .containsExactly("Used", "Corner");
    }

    @Test
    void what_a_class_loader_reads_may_be_a_jar() throws IOException {
        String reads =
                " { synchronized int read(java.net.URL url) throws Exception { return url.openStream().read(); } }";
        assertThat(found("class A" + reads)).extracting(ScanFinding::certainty).containsExactly(Certainty.DIRECT);
        assertThat(found("class A extends ClassLoader" + reads))
                .extracting(ScanFinding::certainty)
                .containsExactly(Certainty.MANY_TARGETS);
    }

    @Test
    void the_receiver_that_the_method_made_itself_is_the_only_one() throws IOException {
        assertThat(found(
                        """
                        class A {
                            void use() throws Exception {
                                Task task = new Idles();
                                synchronized (this) {
                                    task.work();
                                }
                            }
                        }
                        """,
                        "interface Task { void work() throws Exception; }",
                        "class Sleeps implements Task { public void work() throws Exception { Thread.sleep(1); } }",
                        "class Idles implements Task { public void work() {} }"))
                .isEmpty();
    }

    @Test
    void lambdas_method_references_and_nameless_classes_are_followed_where_they_are_run_at_once() throws IOException {
        String run = """
                class A {
                    synchronized void lambda() { Runs.now(() -> Runs.sleep()); }
                    synchronized void reference() { Runs.now(Runs::sleep); }
                    synchronized void nameless() {
                        Runs.now(new Runnable() {
                            @Override public void run() { Runs.sleep(); }
                        });
                    }
                    synchronized void optional(java.util.Optional<String> text) {
                        text.ifPresent(each -> Runs.sleep());
                    }
                }
                """;
        String runs = """
                class Runs {
                    static void now(Runnable task) { task.run(); }
                    static void sleep() {
                        try { Thread.sleep(1); } catch (InterruptedException e) { throw new RuntimeException(e); }
                    }
                }
                """;
        assertThat(found(run, runs))
                .extracting(finding -> finding.holding().holder().methodName())
                .containsExactlyInAnyOrder("lambda", "reference", "nameless", "optional");
    }

    @Test
    void what_is_handed_to_another_thread_does_not_run_under_the_monitor() throws IOException {
        assertThat(found("""
                class A {
                    synchronized void later(java.util.concurrent.ExecutorService workers) {
                        workers.submit(() -> { Thread.sleep(1); return null; });
                        workers.execute(A::sleep);
                        new Thread(A::sleep).start();
                    }
                    static void sleep() {
                        try { Thread.sleep(1); } catch (InterruptedException e) { throw new RuntimeException(e); }
                    }
                }
                """)).isEmpty();
    }

    @Test
    void bridges_and_default_methods_lead_on() throws IOException {
        assertThat(found(
                        "class A { synchronized void use(Box<String> box) throws Exception { box.put(\"x\"); } }",
                        "interface Box<T> { void take(T t) throws Exception;"
                                + " default void put(T t) throws Exception { take(t); } }",
                        "class Slow implements Box<String> { public void take(String s) throws Exception {"
                                + " Thread.sleep(1); } }"))
                .extracting(ScanFinding::certainty)
                .containsExactly(Certainty.ONE_TARGET);
    }

    @Test
    void of_two_default_methods_the_one_runs_whose_interface_extends_the_others() throws IOException {
        String use = "class A { synchronized void use(Task task) throws Exception { task.work(); } }";
        String task = "final class Task implements General, Special {}";
        String sleeps = "{ default void work() throws Exception { Thread.sleep(1); } }";
        String idles = "{ default void work() throws Exception { } }";
        assertThat(found(use, task, "interface General " + sleeps, "interface Special extends General " + idles))
                .isEmpty();
        assertThat(found(use, task, "interface General " + idles, "interface Special extends General " + sleeps))
                .hasSize(1);
    }

    @Test
    void a_map_that_computes_under_its_bin_is_the_holder() throws IOException {
        assertThat(Sources.lines(found("""
                class A {
                    private final java.util.concurrent.ConcurrentHashMap<String, String> map =
                            new java.util.concurrent.ConcurrentHashMap<>();
                    String get(String key) {
                        return map.computeIfAbsent(key, A::load);
                    }
                    static String load(String key) {
                        try { Thread.sleep(1); } catch (InterruptedException e) { throw new RuntimeException(e); }
                        return key;
                    }
                }
                """)))
                .containsExactly("java.util.concurrent.ConcurrentHashMap.computeIfAbsent:5 monitor of a bin of the map,"
                        + " sleep, direct: get > load");
    }

    @Test
    void object_wait_gives_its_own_monitor_back_and_keeps_the_others() throws IOException {
        List<ScanFinding> found = found("""
                class A {
                    private final Object other = new Object();
                    synchronized void alone() throws Exception { wait(); }
                    void both() throws Exception {
                        synchronized (other) {
                            synchronized (this) { wait(10); }
                        }
                    }
                }
                """);
        assertThat(Sources.lines(found))
                .containsExactlyInAnyOrder(
                        "A.alone:3 object_wait of this, object_wait, direct: alone",
                        "A.both:6 object_wait of this, object_wait, direct: both",
                        "A.both:6 monitor of field other, object_wait, direct: both");
    }

    @Test
    void the_result_does_not_depend_on_the_number_of_threads() throws IOException {
        Path classes = RepositoryRoot.resolve("agent/classes/target/classes");
        List<ScanResult> results = Stream.of(1, 3)
                .map(threads -> Scan.of(
                        List.of(classes),
                        List.of(),
                        new ScanOptions(21, Sinks.ours(), List.of(), threads),
                        (read, jars, known) -> {}))
                .toList();
        assertThat(results.get(0).classes()).isGreaterThan(100);
        assertThat(results.get(1)).isEqualTo(results.get(0));
    }

    @Test
    void a_path_through_the_jdks_own_code_is_found_where_its_home_is_given() throws IOException {
        Path classes = Sources.compile(folder, """
                class A {
                    synchronized Object use() { return new java.net.InetSocketAddress("host", 1); }
                    synchronized Object free() { return new java.util.ArrayList<String>().iterator(); }
                }
                """);
        assertThat(Sources.scan(21, classes).findings()).isEmpty();
        JdkClasses jdk = new JdkClasses(Path.of(System.getProperty("java.home")));
        ScanResult result = Scan.of(
                List.of(classes),
                List.of(jdk),
                new ScanOptions(21, Sinks.ours(), List.of(), 2),
                (read, elements, known) -> {});
        assertThat(result.classes()).as("those of java.base").isGreaterThan(5_000);
        assertThat(Sources.lines(result.findings().stream()
                        .filter(finding -> finding.certainty() != Certainty.MANY_TARGETS)
                        .toList()))
                .containsExactly("A.use:2 monitor of this, dns, direct: use > <init>");
        assertThat(result.unread()).isEmpty();
    }

    @Test
    void a_home_without_an_image_costs_a_line() throws IOException {
        Path classes = Sources.compile(folder, "class A {}");
        ScanResult result = Scan.of(
                List.of(classes),
                List.of(new JdkClasses(folder)),
                new ScanOptions(21, Sinks.ours(), List.of(), 2),
                (read, elements, known) -> {});
        assertThat(ScanText.limits(result)).anyMatch(limit -> limit.startsWith("the classes of the JDK in " + folder));
        assertThat(result.unread()).isNotEmpty();
    }

    private List<ScanFinding> found(String... sources) throws IOException {
        return Sources.scan(21, Sources.compile(folder, sources)).findings();
    }
}
