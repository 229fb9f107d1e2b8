package io.vtmonitor.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Hold;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a scan knows of the JDK, of drivers and of the places where virtual threads begin. */
class ScanKnowledgeTest {
    @TempDir
    Path folder;

    @Test
    void on_jdk_25_monitors_are_free_and_initializers_are_not() throws IOException {
        Path classes = Sources.compile(
                folder,
                "class A { synchronized void use() throws Exception { Thread.sleep(1); } }",
                "class B { static { try { Thread.sleep(1); } catch (InterruptedException e) {} } }");
        assertThat(Sources.scan(21, classes).findings())
                .extracting(finding -> finding.holding().hold())
                .containsExactlyInAnyOrder(Hold.MONITOR, Hold.CLASS_INIT);
        assertThat(Sources.scan(25, classes).findings())
                .extracting(finding -> finding.holding().hold())
                .containsExactly(Hold.CLASS_INIT);
    }

    @Test
    void a_driver_is_told_by_the_interfaces_that_it_implements_and_an_entry_by_its_annotation() throws IOException {
        List<ScanFinding> found = found("""
                abstract class Driver implements java.sql.Statement {
                    public synchronized java.sql.ResultSet executeQuery(String sql) throws java.sql.SQLException {
                        try { Thread.sleep(1); } catch (InterruptedException e) {}
                        return null;
                    }
                }
                """, """
                class A {
                    @jakarta.ws.rs.GET void endpoint(java.sql.PreparedStatement statement) throws Exception {
                        query(statement);
                    }
                    synchronized void query(java.sql.PreparedStatement statement) throws Exception {
                        statement.executeQuery();
                    }
                }
                """, "package jakarta.ws.rs; public @interface GET { class No {} }");
        ScanFinding driver = of(found, "executeQuery");
        ScanFinding query = of(found, "query");
        assertThat(driver.api()).isTrue();
        assertThat(query.api()).isFalse();
        assertThat(query.kind()).isEqualTo(BlockingKind.JDBC);
        assertThat(query.reach().entry()).hasToString("A.endpoint");
    }

    @Test
    void a_task_of_a_virtual_thread_is_an_entry() throws IOException {
        assertThat(found("""
                class A {
                    void begin() { Thread.ofVirtual().start(this::task); }
                    void task() { block(); }
                    synchronized void block() {
                        try { Thread.sleep(1); } catch (InterruptedException e) {}
                    }
                }
                """))
                .extracting(finding -> String.valueOf(finding.reach().entry()))
                .containsExactly("A.task");
    }

    @Test
    void a_class_that_extends_a_buffered_stream_brings_its_monitor_back() throws IOException {
        assertThat(Sources.lines(found("""
                class A extends java.io.BufferedInputStream {
                    A(java.io.InputStream in) { super(in); }
                    @Override public int read(byte[] to, int from, int length) throws java.io.IOException {
                        return super.read(to, from, length);
                    }
                }
                """)))
                .containsExactly("java.io.BufferedInputStream.read:4 monitor of this, stream, direct: read");
        assertThat(found("""
                class A {
                    int use(java.io.BufferedInputStream in) throws java.io.IOException { return in.read(); }
                }
                """)).isEmpty();
    }

    @Test
    void only_a_call_of_object_wait_waits_on_a_monitor_and_no_call_of_what_is_known_to_wait_there() throws IOException {
        assertThat(Sources.lines(found("""
                class A {
                    int use(java.io.PipedInputStream in) throws java.io.IOException { return in.read(); }
                    void timed(Object lock) throws InterruptedException {
                        java.util.concurrent.TimeUnit.SECONDS.timedWait(lock, 1);
                    }
                }
                """)))
                .containsExactlyInAnyOrder(
                        "java.io.PipedInputStream.read:2 monitor of this, object_wait, direct: use",
                        "A.timed:4 object_wait of null, object_wait, direct: timed");
    }

    @Test
    void an_interface_of_the_jdk_has_implementations_that_were_not_read() throws IOException {
        assertThat(found("class A { synchronized void use(java.util.Iterator<String> all) { all.next(); } }", """
                        class Slow implements java.util.Iterator<String> {
                            public boolean hasNext() { return true; }
                            public String next() {
                                try { Thread.sleep(1); } catch (InterruptedException e) {}
                                return "";
                            }
                        }
                        """))
                .extracting(ScanFinding::certainty)
                .containsExactly(Certainty.MANY_TARGETS);
    }

    @Test
    void what_a_subclass_of_thread_runs_is_on_no_virtual_thread() throws IOException {
        assertThat(found("""
                class A extends Thread {
                    @Override public void run() {
                        synchronized (this) {
                            try { Thread.sleep(1); } catch (InterruptedException e) {}
                        }
                    }
                }
                """)).isEmpty();
    }

    @Test
    void a_stream_in_a_class_that_opens_streams_of_memory_and_a_channel_that_does_not_block_need_a_guess()
            throws IOException {
        String memory = """
                class A {
                    private final java.io.OutputStream out = new java.io.ByteArrayOutputStream();
                    synchronized void use() throws java.io.IOException { out.flush(); }
                }
                """;
        String given = """
                class A {
                    private final java.io.OutputStream out;
                    A(java.io.OutputStream out) { this.out = out; }
                    synchronized void use() throws java.io.IOException { out.flush(); }
                }
                """;
        String channel = """
                class A {
                    private final java.nio.channels.SocketChannel channel;
                    A(java.nio.channels.SocketChannel channel) throws java.io.IOException {
                        this.channel = channel;
                        channel.configureBlocking(false);
                    }
                    synchronized void use() throws java.io.IOException { channel.read(java.nio.ByteBuffer.allocate(1)); }
                }
                """;
        assertThat(found(memory)).extracting(ScanFinding::certainty).containsExactly(Certainty.MANY_TARGETS);
        assertThat(found(given)).extracting(ScanFinding::certainty).containsExactly(Certainty.DIRECT);
        assertThat(found(channel)).extracting(ScanFinding::certainty).containsExactly(Certainty.MANY_TARGETS);
    }

    private List<ScanFinding> found(String... sources) throws IOException {
        return Sources.scan(21, Sources.compile(folder, sources)).findings();
    }

    private static ScanFinding of(List<ScanFinding> found, String method) {
        return found.stream()
                .filter(finding -> finding.holding().holder().methodName().equals(method))
                .findFirst()
                .orElseThrow();
    }
}
