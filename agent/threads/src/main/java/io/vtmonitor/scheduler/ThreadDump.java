package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * Writes the JDK's thread dump as JSON, virtual threads included, as {@code jcmd Thread.dump_to_file -format=json}
 * does, but without JMX and without attaching. Its size grows with the number of threads, by some 500 bytes each.
 */
public final class ThreadDump {
    private final MethodHandle dump;

    private ThreadDump(JdkInternals internals) throws ReflectiveOperationException {
        Class<?> dumper = JdkInternals.named("jdk.internal.vm.ThreadDumper");
        dump = internals
                .in(dumper)
                .findStatic(dumper, "dumpThreadsToJson", MethodType.methodType(void.class, OutputStream.class));
    }

    /**
     * Opens the JDK's internals, only to vt-monitor.
     *
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    public static ThreadDump open(Instrumentation instrumentation) throws ReflectiveOperationException {
        return new ThreadDump(JdkInternals.open(instrumentation));
    }

    /** Writes a dump. */
    public void write(OutputStream out) throws IOException {
        try {
            dump.invokeExact(out);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
