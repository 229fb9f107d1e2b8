package io.vtmonitor.agent;

import io.vtmonitor.classfile.ClassesWithoutFile;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/** Answers the command {@code scan PID}: where the classes of this JVM come from. Works without a watch. */
public final class ClassListing {
    /** The argument starts with this. The folder with the question follows, see {@link ClassesWithoutFile}. */
    public static final String ARGUMENT = "classes ";

    private ClassListing() {}

    /** {@code VtMonitor} calls this by name, on a separate thread. The answer is written to the folder. */
    public static synchronized void run(String argument, Instrumentation instrumentation) {
        try {
            int without = ClassesWithoutFile.answer(Path.of(argument.substring(ARGUMENT.length())), instrumentation);
            AgentState.tellClasses(AgentState.Word.LISTED, Integer.toString(without), instrumentation);
        } catch (Throwable e) {
            AgentState.tellClasses(AgentState.Word.LEFT, "they could not be listed: " + e, instrumentation);
        }
    }
}
