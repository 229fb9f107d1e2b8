package io.vtmonitor.agent;

import io.vtmonitor.classfile.ClassesWithoutFile;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/** Answers the command {@code scan PID}: where this JVM's classes come from. It needs no watch. */
public final class ClassListing {
    /** What the argument begins with; the folder with the question follows, see {@link ClassesWithoutFile}. */
    public static final String ARGUMENT = "classes ";

    private ClassListing() {}

    /** Called by name from {@code VtMonitor}, on a thread of its own. Answers in the folder. */
    public static synchronized void run(String argument, Instrumentation instrumentation) {
        try {
            int without = ClassesWithoutFile.answer(Path.of(argument.substring(ARGUMENT.length())), instrumentation);
            AgentState.tellClasses(AgentState.Word.LISTED, Integer.toString(without), instrumentation);
        } catch (Throwable e) {
            AgentState.tellClasses(AgentState.Word.LEFT, "they could not be listed: " + e, instrumentation);
        }
    }
}
