package io.vtmonitor.bytecode;

import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Stacks of threads that wait, and the class files of their frames. */
public final class WaitingStack {
    private WaitingStack() {}

    /** A program that waits. */
    @FunctionalInterface
    public interface Program {
        void run() throws InterruptedException;
    }

    /** Where a thread that runs the program waits; it has ended when this returns. */
    public static List<StackTraceElement> of(Program program) throws InterruptedException {
        Thread waiting = new Thread(() -> {
            try {
                program.run();
            } catch (InterruptedException ignored) {
                // The stack has been taken.
            }
        });
        waiting.setDaemon(true);
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        List<StackTraceElement> trace = List.of(waiting.getStackTrace());
        waiting.interrupt();
        waiting.join();
        return trace;
    }

    /** As the class path of the tests has it; empty where it has none. */
    public static List<ClassFile> read(String className) {
        try (InputStream in = WaitingStack.class.getResourceAsStream("/" + className.replace('.', '/') + ".class")) {
            return in == null ? List.of() : List.of(new ClassFile(in.readAllBytes(), new Library("test", null)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
