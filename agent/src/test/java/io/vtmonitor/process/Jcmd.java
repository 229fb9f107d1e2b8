package io.vtmonitor.process;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.AttachOperationFailedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The JDK's own look into a JVM: what it says must agree with what we say. */
public final class Jcmd {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private Jcmd() {}

    /**
     * What the program {@code jcmd} does, without a JVM for it. On a thread of its own: a read of an answer that does
     * not come can't be interrupted, and ends only with the JVM asked.
     */
    public static String ask(ChildJvm jvm, String... command) throws IOException, InterruptedException {
        FutureTask<String> answer = new FutureTask<>(() -> attachAndAsk(jvm, command));
        Thread.ofPlatform().daemon().name("asks " + jvm.pid()).start(answer);
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(String.join(" ", command) + " had no answer within " + PATIENCE + "; "
                    + String.join("\n", threadsOf(jvm)));
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** What a JVM that answers no question prints of its threads. */
    private static List<String> threadsOf(ChildJvm jvm) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-QUIT", Long.toString(jvm.pid())).start().waitFor();
        Thread.sleep(2_000);
        return jvm.printed();
    }

    private static String attachAndAsk(ChildJvm jvm, String... command) throws IOException {
        VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(Long.toString(jvm.pid()));
        } catch (AttachNotSupportedException | IOException e) {
            return e.toString(); // it has not begun, or has ended
        }
        try {
            Class<?> hotSpot = Class.forName("sun.tools.attach.HotSpotVirtualMachine");
            Object answer = hotSpot.getMethod("executeJCmd", String.class).invoke(machine, String.join(" ", command));
            try (InputStream text = (InputStream) answer) {
                return jvm.pid() + ":\n" + read(text);
            }
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof AttachOperationFailedException failed) {
                return failed.getMessage();
            }
            throw new IOException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM needs --add-exports=jdk.attach/sun.tools.attach=ALL-UNNAMED", e);
        } finally {
            machine.detach();
        }
    }

    /** From the start of an array each time, as jcmd reads: at its end, JDK 25's stream writes beyond it. */
    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[256];
        for (int read = in.read(some); read > 0; read = in.read(some)) {
            all.write(some, 0, read);
        }
        return all.toString(StandardCharsets.UTF_8);
    }
}
