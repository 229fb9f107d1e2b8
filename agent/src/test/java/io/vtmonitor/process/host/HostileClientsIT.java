package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.WorksOn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped jar's port under attack, JDK 21 and 25 at a time: the application must not notice, and nothing may stay.
 */
class HostileClientsIT {
    private static final Pattern OURS = Pattern.compile("\"(vt-monitor[^\"]*)\"");
    private static final byte[] HUGE = bytes("GET / HTTP/1.1\r\nHost: localhost\r\n" + "X: y\r\n".repeat(20_000));
    private static final byte[] GOOD = bytes("GET /report.json HTTP/1.1\r\nHost: localhost\r\n\r\n");

    /** As long as a connection may take, and some. */
    private static final long ATTACK = TimeUnit.MILLISECONDS.toNanos(5_500);

    @TempDir
    private Path directory;

    @BeforeEach
    void needsLinux() {
        assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "skipped, there is no /proc/PID/net/tcp here");
    }

    @Test
    void whatever_clients_do_the_application_continues_and_nothing_stays() throws Exception {
        List<ChildJvm> jvms = start("port=0", "probe=100ms");
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            List<Future<?>> attacked = new ArrayList<>();
            for (ChildJvm jvm : jvms) {
                attacked.add(both.submit(() -> {
                    attack(jvm);
                    return null;
                }));
            }
            for (Future<?> one : attacked) {
                one.get();
            }
        } finally {
            jvms.forEach(ChildJvm::close);
        }
    }

    @Test
    void without_a_port_asked_for_the_jvm_listens_nowhere() throws Exception {
        for (ChildJvm jvm : start("threshold=1ms")) {
            try (jvm) {
                assertThat(ListeningSockets.of(jvm.pid())).isEmpty();
                jvm.endInput();
                assertThat(jvm.awaitExit().code()).isEqualTo(7);
            }
        }
    }

    private List<ChildJvm> start(String... options) throws Exception {
        List<ChildJvm> jvms = new ArrayList<>();
        for (int jdk : Jdks.withVirtualThreads().toList()) {
            Path own = Files.createDirectories(directory.resolve("jdk-" + jdk));
            jvms.add(ChildJvm.on(jdk, own)
                    .agent(options)
                    .main(List.of(Watched.testClasses()), WorksOn.class.getName(), List.of())
                    .start());
        }
        for (ChildJvm jvm : jvms) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
        }
        return jvms;
    }

    private static void attack(ChildJvm jvm) throws Exception {
        int port = Integer.parseInt(
                jvm.awaitErr(line -> line.contains("serving http")).replaceAll(".*http://[^:]+:(\\d+)/.*", "$1"));
        for (int i = 0; i < 8; i++) {
            assertThat(answer(port, GOOD)).startsWith("HTTP/1.1 200 "); // all threads of ours have begun
        }
        Set<String> before = threadsOfOurs(jvm);
        assertThat(before).contains("vt-monitor-http-4", "vt-monitor-http-accept");
        long done = count(jvm, "before");
        Socket slow = new Socket(InetAddress.getLoopbackAddress(), port);
        slow.getOutputStream().write('G');

        try (ExecutorService clients = Executors.newFixedThreadPool(5)) {
            clients.submit(() -> beSilent(port, 1_000));
            clients.submit(() -> drip(port));
            clients.submit(() -> again(port, GOOD, ATTACK));
            clients.submit(() -> again(port, HUGE, ATTACK));
            clients.submit(() -> again(port, garbage(), ATTACK));
        } // waits for them

        assertThat(count(jvm, "after") - done)
                .as("what the application has done")
                .isGreaterThan(50);
        awaitServed(port);
        assertThat(answer(port, GOOD)).startsWith("HTTP/1.1 200 ");
        assertThat(answer(port, HUGE)).startsWith("HTTP/1.1 431 ");
        assertThat(answer(port, bytes("GET /report.json HTTP/1.1\r\nHost: attacker.example\r\n\r\n")))
                .startsWith("HTTP/1.1 403 ");
        assertThat(answer(port, bytes("\u0016\u0003\u0001\r\n\r\n"))).startsWith("HTTP/1.1 400 ");
        assertThatItWasCutOff(slow);
        assertThatPagesAreKept(port);
        assertThat(before).containsAll(threadsOfOurs(jvm));
        assertThat(ListeningSockets.of(jvm.pid())).containsExactly(port);
        jvm.endInput();
        ChildJvm.Exit exit = jvm.awaitExit();
        assertThat(exit.code()).isEqualTo(7);
        assertThat(exit.err()).isEqualTo(exit.ours());
    }

    /** It would time out otherwise. */
    private static void assertThatItWasCutOff(Socket slow) throws IOException {
        try (slow) {
            slow.setSoTimeout(1_000);
            assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain(" 200 ");
        }
    }

    /** A report tells how long the watch has lasted: no two that are made are the same. */
    private static void assertThatPagesAreKept(int port) throws IOException {
        Set<String> made = new TreeSet<>();
        long begin = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            made.add(answer(port, GOOD));
        }
        assertThat(made.size()).isLessThanOrEqualTo((int) ((System.nanoTime() - begin) / 1_000_000_000) + 2);
    }

    private static long count(ChildJvm jvm, String when) throws IOException, InterruptedException {
        jvm.send(when);
        return Long.parseLong(jvm.awaitOut(line -> line.startsWith(when + " ")).substring(when.length() + 1));
    }

    private static Set<String> threadsOfOurs(ChildJvm jvm) throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        OURS.matcher(Jcmd.ask(jvm, "Thread.print")).results().forEach(found -> names.add(found.group(1)));
        return names;
    }

    /** They say nothing, and stay. */
    private static void beSilent(int port, int connections) {
        List<Socket> silent = new ArrayList<>();
        long end = System.nanoTime() + ATTACK;
        for (int i = 0; i < connections && System.nanoTime() < end; i++) {
            Socket socket = new Socket();
            silent.add(socket);
            try {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
            } catch (IOException ignored) {
                // The server refused this connection; the attack continues.
            }
        }
        LockSupport.parkNanos(end - System.nanoTime());
        silent.forEach(HostileClientsIT::close);
    }

    /** Slowloris: a byte now and then, on as many connections as there are threads of ours. */
    private static void drip(int port) {
        List<Socket> slow = new ArrayList<>();
        long end = System.nanoTime() + ATTACK;
        try {
            for (int i = 0; i < 4; i++) {
                slow.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            while (System.nanoTime() < end) {
                for (Socket socket : slow) {
                    socket.getOutputStream().write('G');
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        } catch (IOException ignored) {
            // The server closes slow connections, as it should.
        } finally {
            slow.forEach(HostileClientsIT::close);
        }
    }

    private static void again(int port, byte[] request, long nanos) {
        for (long end = System.nanoTime() + nanos; System.nanoTime() < end; ) {
            try {
                answer(port, request);
            } catch (IOException ignored) {
                // The server closed the connection; the attack continues.
            }
        }
    }

    /** Those that wait yet have to be cut off first; a connection may be refused meanwhile. */
    private static void awaitServed(int port) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!isServed(port)) {
            assertThat(System.nanoTime()).as("a minute was enough").isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private static boolean isServed(int port) {
        try {
            return answer(port, bytes("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .endsWith("ok\n");
        } catch (IOException ignored) {
            return false;
        }
    }

    private static String answer(int port, byte[] request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static byte[] garbage() {
        byte[] noise = new byte[4_096];
        new Random(7).nextBytes(noise);
        return noise;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // The server may have closed it first.
        }
    }
}
