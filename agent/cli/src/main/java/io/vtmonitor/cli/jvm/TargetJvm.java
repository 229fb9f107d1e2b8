package io.vtmonitor.cli.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.vtmonitor.cli.output.WaitNotice;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.common.Printable;
import io.vtmonitor.recording.ThreadLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A JVM to which we have attached. The JDK has no public API for the operations of {@code jcmd}, so this runs
 * {@code jcmd}. The alternative, a jar whose manifest opens the JDK's internal API, would make the start of every
 * command half as slow again.
 */
public final class TargetJvm implements AutoCloseable {
    private static final int NEEDED = 21;
    private static final int ENDING_SECONDS = 2;

    /** How long nothing is printed while a JVM does not answer. The wait itself has no bound. */
    private static final int SILENT_SECONDS = 10;

    private final long pid;
    private final VirtualMachine jvm;
    private final Properties properties;
    private final PrintWriter err;

    private TargetJvm(long pid, VirtualMachine jvm, Properties properties, PrintWriter err) {
        this.pid = pid;
        this.jvm = jvm;
        this.properties = properties;
        this.err = err;
    }

    /**
     * Attaches, and checks that the JVM can have virtual threads.
     *
     * @param err where a line says what is waited for if the JVM does not answer, now or later
     */
    public static TargetJvm attach(long pid, PrintWriter err) throws AttachRefusedException {
        RunningJvms.requireAttach();
        if (pid == ProcessHandle.current().pid()) {
            throw new AttachRefusedException("process " + pid + " is this command itself");
        }
        if (ProcessHandle.of(pid).isEmpty()) {
            throw new AttachRefusedException("there is no process " + pid + "; 'list' shows the JVMs");
        }
        requireRoomForThread(pid);
        WaitNotice notice = notice(pid, "its properties", err);
        try {
            return connected(pid, err);
        } finally {
            notice.close();
        }
    }

    private static WaitNotice notice(long pid, String requested, PrintWriter err) {
        return new WaitNotice(err, SILENT_SECONDS, unanswered(pid, requested));
    }

    /** What is printed then. */
    static String unanswered(long pid, String requested) {
        return "process " + pid + " was asked for " + requested + " " + SILENT_SECONDS
                + " s ago and has not answered yet; it may be stopped or busy. Still waiting.";
    }

    private static TargetJvm connected(long pid, PrintWriter err) throws AttachRefusedException {
        VirtualMachine jvm = connect(pid);
        try {
            TargetJvm target = new TargetJvm(pid, jvm, jvm.getSystemProperties(), err);
            target.requireVirtualThreads();
            return target;
        } catch (IOException e) {
            detach(jvm);
            throw new AttachRefusedException("process " + pid + " did not answer: " + FailureText.of(e));
        } catch (AttachRefusedException e) {
            detach(jvm);
            throw e;
        }
    }

    /** The message without the command line of the other process, which the JDK adds: it may have secrets. */
    static String reason(String message) {
        return Printable.text(message.replaceFirst(
                "(?s)^pid: \\d+,? cmd: '.*' state is not ready to .*",
                "it does not take part in the attach handshake"));
    }

    private static void requireRoomForThread(long pid) throws AttachRefusedException {
        ThreadLimits.Limit limit = new ThreadLimits().fatalForAttach(pid);
        if (limit != null) {
            throw new AttachRefusedException("process " + pid + " can't start another thread: " + limit.used() + " of "
                    + limit.most() + " are in use (" + limit.name() + "). A JVM exits if it can't start the thread that"
                    + " an attach needs, so nothing was sent to it. Raise the limit or stop other threads first;"
                    + " -XX:+StartAttachListener starts that thread with the JVM");
        }
    }

    private static VirtualMachine connect(long pid) throws AttachRefusedException {
        try {
            return VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException | IOException e) {
            throw new AttachRefusedException("can't attach to process " + pid + ": "
                    + reason(String.valueOf(e.getMessage()))
                    + ". It must be a JVM of the same user (you are "
                    + System.getProperty("user.name") + ", it belongs to "
                    + ProcessHandle.of(pid)
                            .flatMap(process -> process.info().user())
                            .orElse("an unknown user")
                    + "), started without -XX:+DisableAttachMechanism");
        }
    }

    private void requireVirtualThreads() throws AttachRefusedException {
        String feature = properties.getProperty("java.specification.version", "");
        if (JavaVersion.feature(feature) < NEEDED) {
            throw new AttachRefusedException("process " + pid + " runs Java " + (feature.isEmpty() ? "?" : feature)
                    + ", which has no virtual threads: Java 21 or later is needed");
        }
    }

    public long pid() {
        return pid;
    }

    /** Such as {@code 21.0.8}. */
    public String javaVersion() {
        return property("java.version");
    }

    /** The output of {@code jcmd PID Thread.print}. */
    public String printedThreads() throws AttachRefusedException {
        return command("Thread.print");
    }

    /** A system property as of the time when we attached; empty if it is not set. */
    String property(String name) {
        return properties.getProperty(name, "");
    }

    /** The current value of an agent property; empty if it is not set. */
    public String agentProperty(String name) throws AttachRefusedException {
        try {
            return jvm.getAgentProperties().getProperty(name, "");
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /** Loads the jar as an agent; returns when its {@code agentmain} has returned. */
    void loadAgent(String jar, String options) throws AttachRefusedException {
        WaitNotice notice = notice(pid, "the start of an agent", err);
        try {
            jvm.loadAgent(jar, options);
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new AttachRefusedException(notLoaded(pid, jar, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            throw lost(e);
        } finally {
            notice.close();
        }
    }

    /** The JDK does not name the jar, which this process could read. */
    static String notLoaded(long pid, String jar, String why) {
        return why.startsWith("Agent JAR not found")
                ? "process " + pid + " can't read " + jar + ", so no agent was loaded. If the process is in a"
                        + " container, run this command there; otherwise put the jar where the process may read it"
                : "process " + pid + " does not accept an agent: " + why;
    }

    /**
     * Runs an operation of {@code jcmd} in the JVM.
     *
     * @return its output
     * @throws AttachRefusedException if the JVM has ended, or reports a failure
     */
    String command(String command) throws AttachRefusedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        WaitNotice notice = notice(pid, command.replaceFirst(" .*", ""), err);
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(jcmd.toString(), Long.toString(pid), command).redirectErrorStream(true);
            // A JVM announces them first, and the first line of the answer is the one that is shown.
            JavaOptions.removeFrom(builder);
            Process process = builder.start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            // The output starts with the process id.
            String output = answer.startsWith(pid + ":")
                    ? answer.substring(answer.indexOf(':') + 1).strip()
                    : answer;
            if (process.waitFor() == 0) {
                return output;
            }
            if (!isAlive()) {
                throw lost(null);
            }
            throw new AttachRefusedException("process " + pid + " refused: " + firstLine(output));
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            throw new AttachRefusedException("the request to process " + pid + " was interrupted");
        } catch (IOException e) {
            throw new AttachRefusedException(notSent(pid, jcmd, e));
        } finally {
            notice.close();
        }
    }

    /** The file may be there and not start, for lack of memory or at a limit on processes. */
    static String notSent(long pid, Path jcmd, IOException failed) {
        return Files.exists(jcmd)
                ? "nothing could be sent to process " + pid + ": " + FailureText.of(failed)
                : "this Java (" + System.getProperty("java.home")
                        + ") can't send commands to other JVMs: it has no jcmd; run this with a full JDK";
    }

    private AttachRefusedException lost(@Nullable Throwable lost) {
        return new AttachRefusedException(
                hasEnded() ? "process " + pid + " has ended" : "process " + pid + " did not answer: " + lost);
    }

    static String firstLine(@Nullable String text) {
        return text == null ? "" : text.strip().lines().findFirst().orElse("");
    }

    /** Called if the JVM no longer answers. A JVM closes its connections before its process ends. */
    public boolean hasEnded() {
        try {
            ProcessHandle process = ProcessHandle.of(pid).orElse(null);
            return process == null || process.onExit().get(ENDING_SECONDS, TimeUnit.SECONDS) != null;
        } catch (TimeoutException | ExecutionException ignored) {
            return false;
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    @Override
    public void close() {
        detach(jvm);
    }

    private static void detach(VirtualMachine jvm) {
        try {
            jvm.detach();
        } catch (IOException ignored) {
            // The other JVM has ended, and the connection with it.
        }
    }
}
