package io.vtmonitor.agent;

import io.vtmonitor.common.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Reports the results of the commands {@code attach}, {@code detach}, {@code rescue}, and {@code scan}, which run in
 * another process. The result is text in the JVM's agent properties, which only the attach API shows
 * ({@code VirtualMachine.getAgentProperties}). These are not system properties, so the application does not see them.
 */
public final class AgentState {
    /**
     * The property: a number that grows with each report, a word of {@link Word}, and a sentence. A line follows for
     * each thing that was requested and is not in effect.
     */
    public static final String PROPERTY = "io.vtmonitor.state";

    /** The same for the command {@code rescue}, with several lines. */
    public static final String RESCUE_PROPERTY = "io.vtmonitor.rescue";

    /** The same for the command {@code scan}. */
    public static final String CLASSES_PROPERTY = "io.vtmonitor.classes";

    /** The result. */
    public enum Word {
        /** The agent watches. */
        WATCHING,
        /** The agent does not watch; the sentence says why. */
        OFF,
        /** The watch has ended. */
        DETACHED,
        /** The watch has ended, but a requested file was not written. */
        FILES_MISSING,
        /** No virtual thread makes progress, and more carriers may change that. */
        STANDS_STILL,
        /** Virtual threads make progress again. */
        FREED,
        /** Nothing was done, or it did not help. */
        LEFT,
        /** The classes without a class file were listed. */
        LISTED
    }

    private static long number;

    private AgentState() {}

    /** The word for a started watch. A method, so that a caller can load the enum early. */
    static Word watching() {
        return Word.WATCHING;
    }

    static void publish(Word word, String sentence, Instrumentation instrumentation) {
        publish(word, sentence, List.of(), instrumentation);
    }

    /** @param refused what was requested and is not in effect, a line each */
    static void publish(Word word, String sentence, List<String> refused, Instrumentation instrumentation) {
        List<String> lines = new ArrayList<>(List.of(sentence));
        lines.addAll(refused);
        lines.replaceAll(line -> line.replaceAll("\\s+", " "));
        publish(PROPERTY, word, String.join("\n", lines), instrumentation);
    }

    /** The lines that the command {@code rescue} prints. */
    static void tellRescue(Word word, List<String> lines, Instrumentation instrumentation) {
        publish(RESCUE_PROPERTY, word, String.join("\n", lines), instrumentation);
    }

    static void tellClasses(Word word, String sentence, Instrumentation instrumentation) {
        publish(CLASSES_PROPERTY, word, sentence.replaceAll("\\s+", " "), instrumentation);
    }

    private static synchronized void publish(String property, Word word, String text, Instrumentation instrumentation) {
        try {
            Class<?> support = Class.forName("jdk.internal.vm.VMSupport");
            Object properties = JdkInternals.open(instrumentation, support.getModule(), List.of("jdk.internal.vm"))
                    .in(support)
                    .findStatic(support, "getAgentProperties", MethodType.methodType(Properties.class))
                    .invoke();
            if (properties instanceof Properties shown) {
                shown.setProperty(property, ++number + " " + word + " " + text);
            }
        } catch (Throwable ignored) {
            // Without the property, the commands report that they got no answer. The log has the result.
        }
    }
}
